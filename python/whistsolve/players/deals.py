"""`play_deals`: the play of the cards alone, compared from the same contract and discard of single deals."""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Callable
from functools import partial
from typing import Final

from whistsolve.arguments import read_progress, read_rules
from whistsolve.bidding.calls.self_play import default_model
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import HandState
from whistsolve.players.contest import BEFORE_PLAY, Contest, Decisions, PlayerError
from whistsolve.players.deals_result import (
    PAIRINGS,
    DealFailure,
    DealPlayed,
    DealsInterrupted,
    DealsResult,
    DealsStopped,
    HandPlayed,
)
from whistsolve.players.heuristic import HeuristicPlayer
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.players.processes import MOST_PROCESSES
from whistsolve.players.saved_run import MOST_PLAYED, Run, RunKind
from whistsolve.rules import Rules
from whistsolve.values.reading import read_integer, shown

__all__ = ["play_deals"]

#: How often cards are dealt again where nobody bids.
_MOST_DEALT: Final = 1000
_KIND: Final = RunKind("deals", "deal", 1, DealPlayed.from_dict, DealsInterrupted, DealsStopped)


@cancellable
def play_deals(
    a: Player | PeekingPlayer,
    b: Player | PeekingPlayer,
    *,
    deals: int,
    rules: Rules | None = None,
    seed: int = 0,
    processes: int = 1,
    before_play: Player | PeekingPlayer | None = None,
    itself: bool = False,
    progress: Callable[[int, int], object] | None = None,
    resume: DealsResult | None = None,
    save: str | os.PathLike[str] | None = None,
    cancel: Cancel | None = None,
) -> DealsResult:
    """The card play of two players on the same contracts and discards of random deals.

    One player calls, names the strain, discards and exchanges for everybody. From there the cards are played
    three times: by a for the declarer's side and b against it, by b for it and a against it, and by b on both
    sides, which the other two are compared with.

    Parameters
    ----------
    a, b : Player or PeekingPlayer
        A player acts for all hands of a side, and for all its opponents.
    deals : int
        How many.
    rules : Rules, optional
        `Rules.preset("bid_whist")` where they are left out. Without an auction the side that leads to the
        first trick has the place of the declarer's. Scores are 0 before each hand. Where nobody bids, cards
        are dealt again by the same dealer; the dealer changes from deal to deal.
    seed : int
        Of the deals and of cards that the rules draw.
    processes, progress, save
        As for `play_matches`, with a deal in the place of a pair of matches.
    before_play : Player or PeekingPlayer, optional
        Who acts before the first lead; ``HeuristicPlayer(bids="modelled")`` where he is left out, or
        ``HeuristicPlayer()`` where the call model does not know the game.
    itself : bool
        Whether a plays on both sides too, as a fourth pairing. It costs as much of a's time as the others.
    resume : DealsResult, optional
        A result with the same players, rules, seed and pairings, as that of an interrupt, whose deals are
        kept.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    DealsResult
        `DealsResult.declaring` and `DealsResult.defending` are what a's cards bring and save, with intervals.

    Raises
    ------
    RulesError
        Where a hand under the rules cannot be played.
    WhistError
        Where another argument is wrong, or the file is of other players, rules or another seed.
    DealsInterrupted
        At an interrupt: a `KeyboardInterrupt` with the deals that are finished as its ``partial``.
    DealsStopped
        A `WhistError` that names the deal, where its second process died too; ``partial`` as above.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is what was finished.

    Notes
    -----
    A deal in which a player does what is not legal, or raises an exception, is among the result's `failures`
    and in no mean; all others go on.

    Examples
    --------
    >>> from whistsolve.players import HeuristicPlayer, RandomPlayer
    >>> result = play_deals(HeuristicPlayer(), RandomPlayer(), deals=20, seed=1)
    >>> result.declaring.tricks > 1, result.defending.tricks > 0
    (True, True)
    """
    read_progress(progress)
    workers = read_integer(processes, "processes", WhistError, 1, MOST_PROCESSES)
    played, drawn = read_rules(rules), read_integer(seed, "seed", WhistError)
    if not isinstance(itself, bool):
        raise WhistError(f"itself {shown(itself)} is wrong: expected True or False")
    bidder = _default_bidder(played) if before_play is None else before_play
    contest = Contest.read(a, b, bidder, played, drawn, workers)
    number = read_integer(deals, "deals", WhistError, 1, MOST_PLAYED)
    pairings = PAIRINGS if itself else PAIRINGS[:-1]

    def result(done: tuple[DealPlayed, ...]) -> DealsResult:
        return DealsResult(contest.names, contest.before_play_name or "", played, drawn, done)

    kept = () if resume is None else _resumed(resume, result(()), len(pairings))
    HandState.random(0, played)  # rules that cannot be played are no fault of a player
    header = {**contest.header, "pairings": list(pairings)}
    run = Run(_KIND, partial(_play_deal, contest, pairings), number, workers, header, result)
    return run.finish(kept, save, progress)


def _default_bidder(rules: Rules) -> HeuristicPlayer:
    try:
        default_model(rules)
    except RulesError:
        return HeuristicPlayer()
    return HeuristicPlayer(bids="modelled")


def _resumed(resume: DealsResult, expected: DealsResult, pairings: int) -> tuple[DealPlayed, ...]:
    if not isinstance(resume, DealsResult):
        raise WhistError(f"resume {shown(resume)} is wrong: expected a DealsResult")
    same = resume.is_same_run(expected)
    if not same or any(len(deal.hands) != pairings for deal in resume.deals):
        raise WhistError(
            f"resume is of {' and '.join(resume.names)} with the seed {shown(resume.seed)}: expected the same"
            " players, rules, seed and pairings"
        )
    return resume.deals


# --------------------------------------------------------------------------------------------------- a deal


def _play_deal(contest: Contest, pairings: tuple[str, ...], number: int) -> DealPlayed:
    """One deal: the cards depend on the seed and its number alone."""
    rules, decisions = contest.rules, Decisions()
    dealer = number % (rules.dealt_hands if rules.trump_rule == "last_dealt_card" else rules.players)
    draw = random.Random(f"{contest.seed_text} deal {number}")
    try:
        start = _bid(contest, dealer, draw)
    except PlayerError as error:
        return _not_played(DealFailure(number, "", "before_play", str(error)), dealer, len(pairings))
    if start is None:
        message = f"nobody bid, though cards were dealt {_MOST_DEALT} times"
        return _not_played(DealFailure(number, "", "", message), dealer, len(pairings))
    lead = start.hand_to_play
    assert lead is not None
    declarer = lead if start.declarer is None else start.declarer
    hands: list[HandPlayed | None] = []
    failures = []
    for pairing in pairings:
        try:
            hands.append(_play_cards(contest, start.copy(), declarer, pairing, decisions))
        except PlayerError as error:
            hands.append(None)
            failures.append(DealFailure(number, pairing, "ab"[error.which], str(error)))
    contract = start.strain if start.contract is None else start.contract
    found = tuple(hands), tuple(failures)
    return DealPlayed(number, dealer, declarer, str(contract), *found, *decisions.frozen)


def _not_played(failure: DealFailure, dealer: int, pairings: int) -> DealPlayed:
    return DealPlayed(failure.deal, dealer, dealer, "", (None,) * pairings, (failure,), *Decisions().frozen)


def _bid(contest: Contest, dealer: int, draw: random.Random) -> HandState | None:
    """A hand before its first lead; ``None`` where nobody bids however often cards are dealt."""
    nobody = (0,) * contest.rules.players  # the player before the first lead acts for all
    for _ in range(_MOST_DEALT):
        state = HandState.random(draw.getrandbits(32), contest.rules, dealer=dealer)
        while state.stage in BEFORE_PLAY:
            contest.advance(state, nobody, draw, Decisions())
        if not state.is_over:
            return state
    return None


def _play_cards(
    contest: Contest, state: HandState, declarer: int, pairing: str, decisions: Decisions
) -> HandPlayed:
    """Play a hand to its end, one player for the side of a hand, the other for its opponents."""
    sides, players = state.seating.sides, range(contest.rules.players)
    own, other = ("ab".index(each) for each in pairing)
    declares = [sides[player] == sides[declarer] for player in players]
    roles = tuple(own if each else other for each in declares)
    draw = random.Random(f"{contest.seed_text} {pairing}")
    while not state.is_over:
        contest.advance(state, roles, draw, decisions)
    result = state.result()
    tricks = sum(won for hand, won in enumerate(result.tricks) if sides[hand] == sides[declarer])
    points = [
        statistics.fmean(result.points[player] for player in players if declares[player] == ours)
        for ours in (True, False)
    ]
    return HandPlayed(tricks, result.made, points[0] - points[1])
