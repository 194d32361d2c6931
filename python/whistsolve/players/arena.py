"""`play_matches`: duplicate matches between two players, in pairs with the same deals and sides exchanged."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial
from typing import Final

from whistsolve.arguments import read_progress, read_rules
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.errors import WhistError
from whistsolve.game import HandState, Match
from whistsolve.players.contest import Contest, Decisions, PlayerError
from whistsolve.players.matches_result import (
    Failure,
    MatchesInterrupted,
    MatchesResult,
    MatchesStopped,
    MatchPair,
    MatchPlayed,
)
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.players.processes import MOST_PROCESSES
from whistsolve.players.saved_run import MOST_PLAYED, Run, RunKind
from whistsolve.rules import Rules
from whistsolve.values.reading import read_integer, shown

__all__ = ["play_matches"]

#: A match that is not over after so many hands counts half for each.
_MOST_HANDS: Final = 1000
_KIND: Final = RunKind("matches", "pair", 2, MatchPair.from_dict, MatchesInterrupted, MatchesStopped)


@cancellable
def play_matches(
    a: Player | PeekingPlayer,
    b: Player | PeekingPlayer,
    *,
    matches: int,
    rules: Rules | None = None,
    seed: int = 0,
    processes: int = 1,
    before_play: Player | PeekingPlayer | None = None,
    progress: Callable[[int, int], object] | None = None,
    resume: MatchesResult | None = None,
    save: str | os.PathLike[str] | None = None,
    cancel: Cancel | None = None,
) -> MatchesResult:
    """Duplicate matches between two players: each is played twice, with the same deals and sides exchanged.

    Parameters
    ----------
    a, b : Player or PeekingPlayer
        ``a`` acts for all seats of one side, ``b`` for those of the other. Where there are more than two
        sides, as in cutthroat, every other side is a's, in the second match every other one is b's; which
        side comes first changes from pair to pair.
    matches : int
        How many, both of each pair counted; an odd number is one more.
    rules : Rules, optional
        `Rules.preset("bid_whist")` where they are left out. A time limit of theirs does not end a match.
    seed : int
        Of the deals and of cards that the rules draw.
    processes : int
        Above 1, pairs are shared among so many processes. Then players have to be picklable, and a script
        has to start under ``if __name__ == "__main__":``, as `multiprocessing` wants it. The result does not
        depend on it where players decide by their view alone. A pair whose process dies is played once more
        in a new one.
    before_play : Player or PeekingPlayer, optional
        Who acts for everybody before the first lead, so that the play of the cards alone is compared.
        `play_deals` compares it on single deals.
    progress : callable, optional
        Called with the number of matches done and how many there are, after each pair.
    resume : MatchesResult, optional
        A result of the same players, rules and seed, as that of an interrupt, whose pairs are kept.
    save : path, optional
        A file of JSON lines to which each pair is written as it is done. Where it exists, its pairs are kept
        too, so that a run that was killed goes on. Players count as the same where their `repr` is.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    MatchesResult
        Who won how many, with the interval by pairs. The same arguments give the same result, times aside.

    Raises
    ------
    RulesError
        Where a hand under the rules cannot be played.
    WhistError
        Where another argument is wrong, or the file is of other players, rules or another seed.
    MatchesInterrupted
        At an interrupt: a `KeyboardInterrupt` with the pairs that are finished as its ``partial``.
    MatchesStopped
        A `WhistError` that names the pair, where its second process died too; ``partial`` as above.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is what was finished.

    Notes
    -----
    An act that is not legal and an exception of a player lose him the match, and are among the result's
    `failures`; all other matches go on. Nobody is asked for a card that the rules draw. Where reneges may be
    called after the last card, every player is asked once.

    Examples
    --------
    >>> from whistsolve.players import HeuristicPlayer, RandomPlayer
    >>> result = play_matches(HeuristicPlayer(), RandomPlayer(), matches=2, seed=1)
    >>> result.matches, result.share
    (2, 1.0)
    """
    read_progress(progress)
    workers = read_integer(processes, "processes", WhistError, 1, MOST_PROCESSES)
    checked = read_rules(rules), read_integer(seed, "seed", WhistError)
    contest = Contest.read(a, b, before_play, *checked, workers)
    number = -(-read_integer(matches, "matches", WhistError, 1, MOST_PLAYED) // 2)

    def result(pairs: tuple[MatchPair, ...]) -> MatchesResult:
        return MatchesResult(contest.names, contest.rules, contest.seed, pairs, contest.before_play_name)

    kept = () if resume is None else _resumed(resume, result(()))
    Match(contest.rules, dealer=0).new_hand(seed=0)  # rules that cannot be played are no fault of a player
    run = Run(_KIND, partial(_play_pair, contest), number, workers, contest.header, result)
    return run.finish(kept, save, progress)


def _resumed(resume: MatchesResult, expected: MatchesResult) -> tuple[MatchPair, ...]:
    if not isinstance(resume, MatchesResult):
        raise WhistError(f"resume {shown(resume)} is wrong: expected a MatchesResult")
    if not resume.is_same_run(expected):
        raise WhistError(
            f"resume is of {' and '.join(resume.names)} with the seed {shown(resume.seed)}: expected the same"
            " players, rules and seed"
        )
    return resume.pairs


# ------------------------------------------------------------------------------------------------- matches


def _play_pair(contest: Contest, number: int) -> MatchPair:
    return MatchPair(number, (_play_match(contest, number, 0), _play_match(contest, number, 1)))


def _play_match(contest: Contest, number: int, exchanged: int) -> MatchPlayed:
    """One match from nothing: all deals depend on the seed, the pair and the number of the hand alone."""
    rules = contest.rules
    seats = rules.dealt_hands if rules.trump_rule == "last_dealt_card" else rules.players
    match = Match(rules, dealer=number % seats, clock=lambda: 0.0)
    roles = _roles(match, number // seats, exchanged)
    decisions = Decisions()
    won, failure = 0.5, None
    try:
        while not match.is_over and len(match.results) < _MOST_HANDS:
            draw = random.Random(f"{contest.seed_text} {number} {len(match.results)}")
            state = match.new_hand(seed=draw.getrandbits(32))
            _play_hand(contest, state, roles, draw, decisions)
            match.add(state.result())
        if match.is_over:
            won = sum(roles[winner] == 0 for winner in match.winners) / len(match.winners)
        else:
            failure = Failure(number, exchanged, "", f"the match is not over after {_MOST_HANDS} hands")
    except PlayerError as error:
        won = float(error.which)
        message = f"hand {len(match.results) + 1}: {error}"
        failure = Failure(number, exchanged, "ab"[error.which], message)
    return MatchPlayed(won, len(match.results), failure, *decisions.frozen)


def _play_hand(
    contest: Contest, state: HandState, roles: tuple[int, ...], draw: random.Random, decisions: Decisions
) -> None:
    while not state.is_over:
        contest.advance(state, roles, draw, decisions)


def _roles(match: Match, turn: int, exchanged: int) -> tuple[int, ...]:
    """For each player, whether a (0) or b (1) acts for him: every other side is a's."""
    players = range(match.rules.players)
    sides = sorted({match.side_of(player) for player in players})
    return tuple(
        ((sides.index(match.side_of(player)) + turn) % len(sides) + exchanged) % 2 for player in players
    )
