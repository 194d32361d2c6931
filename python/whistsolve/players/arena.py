"""`play_matches`: duplicate matches between two players, in pairs with the same deals and sides exchanged."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Final

from whistsolve._internal.arguments import read_callback, read_progress
from whistsolve._internal.reading import read_integer
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import WhistError
from whistsolve.game import Match
from whistsolve.players.contest import Contest, check_resumed
from whistsolve.players.contest_result import Decisions, Failure
from whistsolve.players.matches_result import (
    HandInMatch,
    MatchesResult,
    MatchHand,
    MatchPair,
    MatchPlayed,
    match_and_roles,
    next_hand,
)
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.rules import Rules
from whistsolve.runs.parts import MOST_PARTS, Run
from whistsolve.runs.pool import MOST_PROCESSES

#: Maximum number of hands; a match not over by then counts half for each.
_MOST_HANDS: Final = 1000


@cancellable
def play_matches(
    a: Player | PeekingPlayer | str,
    b: Player | PeekingPlayer | str,
    *,
    matches: int,
    rules: Rules | None = None,
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
        `Rules.preset("bid_whist")` by default. A time limit in the rules does not end a match.
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

    Returns
    -------
    MatchesResult
        The matches won, with an interval over pairs. The same arguments give the same result, times aside.

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
    workers = read_integer(processes, "processes", WhistError, 1, MOST_PROCESSES)
    checked = Rules.or_default(rules), read_integer(seed, "seed", WhistError)
    contest = Contest.read(a, b, before_play, *checked, workers)
    number = -(-read_integer(matches, "matches", WhistError, 1, MOST_PARTS) // 2)

    def result(pairs: tuple[MatchPair, ...]) -> MatchesResult:
        return MatchesResult(contest.names, contest.rules, contest.seed, contest.before_play_name, pairs)

    if resume is not None:
        check_resumed(resume, result(()))
    Match(contest.rules, dealer=0).new_hand(seed=0)  # raises if the rules cannot be played
    work = partial(_play_pair, contest)

    def done(pair: MatchPair) -> None:
        for hand in result(()).played([pair]):
            on_hand(hand)  # type: ignore[misc]  # called only if it is given

    run = Run("matches", "pair", 2, MatchPair.from_dict, work, number, workers, contest.header, result)
    with closing(contest):
        kept = () if resume is None else resume.pairs
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
