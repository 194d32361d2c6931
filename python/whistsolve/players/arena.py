"""Two players compared: `play_matches` in duplicate matches, `play_deals` in the play of the cards alone.

Duplicate matches come in pairs with the same deals and the sides exchanged. Single deals are played from the
same contract and discard.
"""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from typing import Final

from whistsolve._internal.arguments import read_callback, read_progress
from whistsolve._internal.reading import read_flag, read_integer
from whistsolve.advice.calls.call_model import default_model
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import HandState, Match
from whistsolve.players.contest import Contest, Fault, check_resumed
from whistsolve.players.contest_result import Decisions, Failure
from whistsolve.players.deals_result import PAIRINGS, DealPlayed, DealsResult, HandPlayed
from whistsolve.players.matches_result import (
    HandInMatch,
    MatchesResult,
    MatchHand,
    MatchPair,
    MatchPlayed,
    match_and_roles,
    next_hand,
)
from whistsolve.players.player import HeuristicPlayer, PeekingPlayer, Player
from whistsolve.rules import Rules, RulesLike
from whistsolve.runs.saved import MOST_PARTS, Run

#: Maximum number of hands; a match not over by then counts half for each.
_MOST_HANDS: Final = 1000


@cancellable
def play_matches(
    a: Player | PeekingPlayer | str,
    b: Player | PeekingPlayer | str,
    *,
    matches: int,
    rules: RulesLike | None = None,
    seed: int = 0,
    processes: int = 1,
    before_play: Player | PeekingPlayer | str | None = None,
    progress: Callable[[int, int], object] | None = None,
    on_hand: Callable[[HandInMatch], object] | None = None,
    resume: MatchesResult | None = None,
    save: str | os.PathLike[str] | None = None,
    cancel: Cancellation | None = None,
) -> MatchesResult:
    """Duplicate matches between two players: each is played twice, with the same deals and sides exchanged.

    The same arguments give the same result, times aside.

    Parameters
    ----------
    a, b : Player, PeekingPlayer or str
        Players, or their names as in `whistsolve.players.player_named`, such as ``exec:COMMAND`` for a bot
        in a process of its own. ``a`` acts for all seats of one side, ``b`` for those of the other. With more
        than two sides, as in cutthroat, a and b have alternate sides, exchanged in the second match; which of
        them has the first side changes from pair to pair.
    matches : int
        Number of matches, counting both of each pair; an odd number is rounded up.
    rules : Rules, optional
        `Rules("bid_whist")` by default. A time limit in the rules does not end a match.
    seed : int
        Seed of the deals and of the cards that the rules draw.
    processes : int
        Processes that share the pairs. Above 1, players have to be picklable, and a script has to start
        under ``if __name__ == "__main__":``, as `multiprocessing` requires. The result does not depend on
        the number if players decide by their view alone. A pair whose process dies is played once more.
    before_play : Player, PeekingPlayer or str, optional
        Acts for everybody before the first lead, so that the play of the cards alone is compared.
        `play_deals` compares it on single deals.
    progress : callable, optional
        Called with the number of matches done and the total number, after each pair.
    on_hand : callable, optional
        Called with each hand (`HandInMatch`) of a pair of matches once the pair is done.
    resume : MatchesResult, optional
        A result of the same players, rules and seed, such as an interrupt's ``partial``; its pairs are kept.
    save : path, optional
        A file of JSON lines: a header, then each pair as it is done. If it exists, its pairs are kept too,
        so that a killed run can be continued. Players count as the same if their `repr` is the same.
    cancel : Cancellation, optional
        See `Cancellation`.

    Raises
    ------
    RulesError
        If a hand cannot be played under the rules.
    WhistError
        If another argument is wrong, or the file has different players, rules or seed.
    Interrupted, Stopped
        See `Cancellation`; the ``partial`` has the pairs that are finished. The reason is ``"failed"`` if
        a second process died over the same pair, which the message names.

    Notes
    -----
    A player whose act is not legal, or who raises an exception, loses the match, which is among the result's
    `failures`; all other matches go on. Cards that the rules draw are drawn by the seed. If reneges may be
    called after the last card, every player acts once more.

    Examples
    --------
    >>> from whistsolve.players import HeuristicPlayer, RandomPlayer
    >>> result = play_matches(HeuristicPlayer(), RandomPlayer(), matches=2, seed=1)
    >>> result.matches, result.share
    (2, 1.0)
    """
    read_progress(progress)
    read_callback(on_hand, "on_hand", "a hand")
    contest = Contest.read(a, b, before_play, Rules.or_default(rules), seed, processes)
    number = -(-read_integer(matches, "matches", WhistError, 1, MOST_PARTS) // 2)
    result = contest.result_of(MatchesResult)
    nothing = result(())
    if resume is not None:
        check_resumed(resume, nothing)
    Match(contest.rules, dealer=0).new_hand(seed=0)  # raises if the rules cannot be played

    def done(pair: MatchPair) -> None:
        for hand in nothing.played([pair]):
            on_hand(hand)  # type: ignore[misc]  # called only if it is given

    work, kept = partial(_play_pair, contest), () if resume is None else resume.pairs
    parts = MatchPair.from_dict, work, number, contest.workers, nothing.header
    run = Run("matches", "pair", 2, *parts, result)
    with closing(contest):
        return run.finish(kept, save, progress, None if on_hand is None else done)


def _play_pair(contest: Contest, number: int) -> MatchPair:
    return MatchPair(number, (_play_match(contest, number, 0), _play_match(contest, number, 1)))


def _play_match(contest: Contest, number: int, which: int) -> MatchPlayed:
    """A whole match: all deals depend on the seed, the pair and the number of the hand alone."""
    match, roles = match_and_roles(contest.rules, number, which)
    decisions = Decisions(), Decisions()
    hands: list[MatchHand] = []
    won, failure = 0.5, None
    fault = contest.seat(roles)
    while fault is None and failure is None and not match.is_over:
        if len(hands) == _MOST_HANDS:
            failure = Failure(number, which, "", f"the match is not over after {_MOST_HANDS} hands")
            break
        state, draw = next_hand(match, contest.seed_text, number)
        fault = contest.play(state, roles, draw, decisions)
        hands.append(MatchHand.of(state))
        if fault is None:
            match.add(state.result())
    if fault is not None:
        won = float(fault.which)
        message = f"hand {max(len(hands), 1)}: {fault.message}"
        failure = Failure(number, which, "ab"[fault.which], message)
    if failure is None:
        won = sum(roles[winner] == 0 for winner in match.winners) / len(match.winners)
    return MatchPlayed(won, tuple(hands), failure, decisions)


#: Maximum number of times that cards are dealt until somebody bids.
_MOST_DEALT: Final = 1000


@cancellable
def play_deals(
    a: Player | PeekingPlayer | str,
    b: Player | PeekingPlayer | str,
    *,
    deals: int,
    rules: RulesLike | None = None,
    seed: int = 0,
    processes: int = 1,
    before_play: Player | PeekingPlayer | str | None = None,
    itself: bool = False,
    progress: Callable[[int, int], object] | None = None,
    resume: DealsResult | None = None,
    save: str | os.PathLike[str] | None = None,
    cancel: Cancellation | None = None,
) -> DealsResult:
    """The card play of two players on the same contracts and discards of random deals.

    One player calls, names the strain, discards and exchanges for everybody. From there the cards are played
    three times: by a for the declarer's side and b against it, by b for it and a against it, and by b on both
    sides, which the other two are compared with: `DealsResult.declaring` and `DealsResult.defending`.

    - ``a``, ``b``: players, or their names as in `whistsolve.players.player_named`. One player acts for all
      hands of a side, the other for all its opponents.
    - ``deals``: the number of deals.
    - ``rules``: `Rules("bid_whist")` by default. Without an auction the side that leads to the first trick
      counts as the declarer's. Scores are 0 before each hand. If nobody bids, cards are dealt again by the
      same dealer; the dealer changes from deal to deal.
    - ``before_play``: acts before the first lead: ``HeuristicPlayer(bids="modelled")`` by default, or
      ``HeuristicPlayer()`` if the call model does not support the game.
    - ``itself``: whether a also plays both sides, as a fourth pairing. This doubles a's time.
    - ``resume``: a result with the same players, rules, seed and pairings, whose deals are kept.

    Other arguments and errors are as for `play_matches`, with a deal instead of a pair of matches.

    Notes
    -----
    A deal in which an act is not legal, or a player raises an exception, is among the result's `failures` and
    in no mean; all others go on.

    Examples
    --------
    >>> from whistsolve.players import HeuristicPlayer, RandomPlayer
    >>> result = play_deals(HeuristicPlayer(), RandomPlayer(), deals=20, seed=1)
    >>> result.declaring.tricks > 1, result.defending.tricks > 0
    (True, True)
    """
    read_progress(progress)
    read_flag(itself, "itself", WhistError)
    played, bidder = Rules.or_default(rules), before_play
    if bidder is None:
        bidder = HeuristicPlayer()
        with suppress(RulesError):
            default_model(played)  # raises for games that it does not support
            bidder = HeuristicPlayer(bids="modelled")
    contest = Contest.read(a, b, bidder, played, seed, processes)
    number = read_integer(deals, "deals", WhistError, 1, MOST_PARTS)
    pairings = PAIRINGS if itself else PAIRINGS[:-1]
    result = contest.result_of(DealsResult)
    nothing = result(())
    if resume is not None:
        check_resumed(resume, nothing)
        if any(len(deal.hands) != len(pairings) for deal in resume.deals):
            raise WhistError(f"resume is of other pairings: expected the same, {', '.join(pairings)}")
    HandState.random(0, played)  # raises if the rules cannot be played
    header = {**nothing.header, "pairings": list(pairings)}
    work = partial(_play_deal, contest, pairings)
    run = Run("deals", "deal", 1, DealPlayed.from_dict, work, number, contest.workers, header, result)
    with closing(contest):
        return run.finish(() if resume is None else resume.deals, save, progress)


def _play_deal(contest: Contest, pairings: tuple[str, ...], number: int) -> DealPlayed:
    """One deal: the cards depend only on the seed and the deal's number."""
    rules, decisions = contest.rules, (Decisions(), Decisions())
    dealer = number % (rules.dealt_hands if not rules.has_auction else rules.players)
    draw = random.Random(f"{contest.seed_text} deal {number}")
    start = _bid(contest, number, dealer, draw)
    if isinstance(start, Failure):
        return DealPlayed(number, dealer, dealer, "", (None,) * len(pairings), (start,), decisions)
    lead = start.hand_to_play
    assert lead is not None
    declarer = lead if start.declarer is None else start.declarer
    hands: list[HandPlayed | None] = []
    failures = []
    for pairing in pairings:
        found = _play_cards(contest, start.copy(), declarer, pairing, decisions)
        hands.append(None if isinstance(found, Fault) else found)
        if isinstance(found, Fault):
            failures.append(Failure(number, pairing, "ab"[found.which], found.message))
    contract = str(start.strain if start.contract is None else start.contract)
    return DealPlayed(number, dealer, declarer, contract, tuple(hands), tuple(failures), decisions)


def _bid(contest: Contest, number: int, dealer: int, draw: random.Random) -> HandState | Failure:
    """A hand before its first lead."""
    nobody = (0,) * contest.rules.players  # the player before the first lead acts for all
    for _ in range(_MOST_DEALT):
        state = HandState.random(draw.getrandbits(32), contest.rules, dealer=dealer)
        fault = contest.play(state, nobody, draw, (Decisions(), Decisions()), to_first_lead=True)
        if fault is not None:
            return Failure(number, "", "before_play", fault.message)
        if not state.is_over:
            return state
    return Failure(number, "", "", f"nobody bid, though cards were dealt {_MOST_DEALT} times")


def _play_cards(
    contest: Contest, state: HandState, declarer: int, pairing: str, decisions: tuple[Decisions, Decisions]
) -> HandPlayed | Fault:
    """Play a hand to its end, one player for the declarer's side, the other for its opponents."""
    sides, players = state.seating.sides, range(contest.rules.players)
    own, other = ("ab".index(each) for each in pairing)
    declares = [sides[player] == sides[declarer] for player in players]
    roles = tuple(own if each else other for each in declares)
    draw = random.Random(f"{contest.seed_text} {pairing}")
    fault = contest.seat(roles) or contest.play(state, roles, draw, decisions)
    if fault is not None:
        return fault
    result = state.result()
    tricks = sum(won for hand, won in enumerate(result.tricks) if sides[hand] == sides[declarer])
    points = [
        statistics.fmean(result.points[player] for player in players if declares[player] == ours)
        for ours in (True, False)
    ]
    return HandPlayed(tricks, result.made, points[0] - points[1])
