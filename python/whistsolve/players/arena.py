"""`play_matches`: duplicate matches between two players, in pairs with the same deals and sides exchanged."""

from __future__ import annotations

import pickle
import random
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final, TypeVar

from whistsolve.arguments import read_progress, read_rules
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Act, Exchange, HandState, Match, Settle
from whistsolve.players.matches_result import (
    Failure,
    MatchesInterrupted,
    MatchesResult,
    MatchPair,
    MatchPlayed,
)
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.rules import Rules
from whistsolve.values.reading import read_integer, shown

__all__ = ["in_processes", "play_matches"]

#: A match that is not over after so many hands counts half for each.
_MOST_HANDS: Final = 1000
#: Stages before the first lead.
_BEFORE_PLAY: Final = ("hand_option", "auction", "declaration", "discard", "exchange")

_Task = TypeVar("_Task")
_Done = TypeVar("_Done")


@dataclass(frozen=True, slots=True)
class _Contest:
    """Who plays whom and how: all that a pair of matches depends on, beside its number."""

    players: tuple[Player | PeekingPlayer, Player | PeekingPlayer]
    before_play: Player | PeekingPlayer | None
    rules: Rules
    seed: int


class _PlayerError(Exception):
    """An illegal act or an exception of player a (0) or b (1)."""

    def __init__(self, which: int, message: str) -> None:
        super().__init__(message)
        self.which = which


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
        depend on it where players decide by their view alone.
    before_play : Player or PeekingPlayer, optional
        Who acts for everybody before the first lead, so that the play of the cards alone is compared.
    progress : callable, optional
        Called with the number of matches done and how many there are, after each pair.
    resume : MatchesResult, optional
        A result of the same players, rules and seed, as that of an interrupt, whose pairs are kept.

    Returns
    -------
    MatchesResult
        Who won how many, with the interval by pairs. The same arguments give the same result, times aside.

    Raises
    ------
    RulesError
        Where a hand under the rules cannot be played.
    WhistError
        Where another argument is wrong.
    MatchesInterrupted
        At an interrupt: a `KeyboardInterrupt` with the pairs that are finished as its ``partial``.

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
    for name, player in (("a", a), ("b", b)):
        _check_player(player, name)
    if before_play is not None:
        _check_player(before_play, "before_play")
    read_progress(progress)
    contest = _Contest((a, b), before_play, read_rules(rules), read_integer(seed, "seed", WhistError))
    number = -(-read_integer(matches, "matches", WhistError, 1) // 2)
    workers = read_integer(processes, "processes", WhistError, 1)
    if workers > 1:
        _check_picklable(contest)
    names = repr_of(a), repr_of(b)
    done = {pair.number: pair for pair in _resumed(resume, names, contest)}
    tasks = [(contest, each) for each in range(number) if each not in done]

    def result() -> MatchesResult:
        pairs = tuple(done[each] for each in sorted(done) if each < number)
        return MatchesResult(names, contest.rules, contest.seed, pairs)

    Match(contest.rules, dealer=0).new_hand(seed=0)  # rules that cannot be played are no fault of a player
    try:
        for pair in in_processes(_play_pair, tasks, workers):
            done[pair.number] = pair
            if progress is not None:
                progress(result().matches, 2 * number)
    except KeyboardInterrupt:
        partial = result()
        message = f"interrupted after {partial.matches} of {2 * number} matches"
        raise MatchesInterrupted(message, partial) from None
    return result()


def in_processes(work: Callable[[_Task], _Done], tasks: Iterable[_Task], processes: int) -> Iterator[_Done]:
    """What a function gives for each task, as they are done; with one process in their order, in this one.

    Parameters
    ----------
    work : callable
        Of a module, so that it can be pickled, as tasks and results have to be.
    tasks : iterable
    processes : int
    """
    if processes == 1:
        yield from map(work, tasks)
        return
    # Workers ignore interrupts; the parent handles them and has the results so far.
    with get_context("spawn").Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(work, tasks)


def repr_of(player: object) -> str:
    """What a player is called: its own `repr`, or its class where it has none."""
    own = type(player).__repr__ is not object.__repr__
    return repr(player) if own else type(player).__name__


def _check_player(player: object, name: str) -> None:
    if isinstance(player, type) or not isinstance(player, Player):
        raise WhistError(
            f"player {name} {shown(player)} is wrong: expected an object with a method act(view), such as"
            " HeuristicPlayer()"
        )


def _check_picklable(contest: _Contest) -> None:
    try:
        pickle.dumps(contest)
    except Exception as error:
        raise WhistError(
            f"a player cannot be pickled ({error}): expected one of a module's class, or processes=1"
        ) from None


def _resumed(
    resume: MatchesResult | None, names: tuple[str, str], contest: _Contest
) -> tuple[MatchPair, ...]:
    if resume is None:
        return ()
    if not isinstance(resume, MatchesResult):
        raise WhistError(f"resume {shown(resume)} is wrong: expected a MatchesResult")
    if (resume.names, resume.rules, resume.seed) != (names, contest.rules, contest.seed):
        raise WhistError(
            f"resume is of {' and '.join(resume.names)} with the seed {resume.seed}: expected the same"
            " players, rules and seed"
        )
    return resume.pairs


# ------------------------------------------------------------------------------------------------- matches


def _play_pair(task: tuple[_Contest, int]) -> MatchPair:
    contest, number = task
    return MatchPair(number, (_play_match(contest, number, 0), _play_match(contest, number, 1)))


def _play_match(contest: _Contest, number: int, exchanged: int) -> MatchPlayed:
    """One match from nothing: all deals depend on the seed, the pair and the number of the hand alone."""
    rules = contest.rules
    seats = rules.dealt_hands if rules.trump_rule == "last_dealt_card" else rules.players
    match = Match(rules, dealer=number % seats, clock=lambda: 0.0)
    roles = _roles(match, number // seats, exchanged)
    decisions, seconds = [0, 0], [0.0, 0.0]
    won, failure = 0.5, None
    try:
        while not match.is_over and len(match.results) < _MOST_HANDS:
            hand = len(match.results)
            draw = random.Random(f"{contest.seed} {number} {hand}")
            state = match.new_hand(seed=draw.getrandbits(32))
            _play_hand(contest, state, roles, draw, decisions, seconds)
            match.add(state.result())
        if match.is_over:
            won = sum(roles[winner] == 0 for winner in match.winners) / len(match.winners)
        else:
            failure = Failure(number, exchanged, "", f"the match is not over after {_MOST_HANDS} hands")
    except _PlayerError as error:
        won = float(error.which)
        message = f"hand {len(match.results) + 1}: {error}"
        failure = Failure(number, exchanged, "ab"[error.which], message)
    first, second = decisions
    return MatchPlayed(won, len(match.results), failure, (first, second), (seconds[0], seconds[1]))


def _roles(match: Match, turn: int, exchanged: int) -> tuple[int, ...]:
    """For each player, whether a (0) or b (1) acts for him: every other side is a's."""
    players = range(match.rules.players)
    sides = sorted({match.side_of(player) for player in players})
    return tuple(
        ((sides.index(match.side_of(player)) + turn) % len(sides) + exchanged) % 2 for player in players
    )


def _play_hand(
    contest: _Contest,
    state: HandState,
    roles: tuple[int, ...],
    draw: random.Random,
    decisions: list[int],
    seconds: list[float],
) -> None:
    """One hand to its end; counts what a and b decide, and the time."""
    while not state.is_over:
        player = state.to_act
        if player is not None:
            _ask(contest, state, player, roles[player], decisions, seconds)
        elif state.stage == "exchange":
            state.push(Exchange(draw.choice(state.legal_picks)))
        else:
            for each in range(state.rules.players):
                _ask(contest, state, each, roles[each], decisions, seconds)
            state.push(Settle())


def _ask(
    contest: _Contest,
    state: HandState,
    player: int,
    which: int,
    decisions: list[int],
    seconds: list[float],
) -> None:
    """Ask for one act and do it. The end of the settlement is left to the caller."""
    fixed = contest.before_play is not None and state.stage in _BEFORE_PLAY
    asked = contest.before_play if fixed else contest.players[which]
    assert asked is not None
    began = time.perf_counter()
    try:
        # A player that sees all hands gets a copy, so that nothing is done but by its act.
        seen = state.copy() if getattr(asked, "sees_all_hands", False) else state.view(player)
        act = state.read(asked.act(seen))  # type: ignore[arg-type]
        _check_own(act, state, player)
        if not isinstance(act, Settle):
            state.push(act)
    except Exception as error:
        said = f"{type(error).__name__}: {error}" if not isinstance(error, WhistError) else str(error)
        where = f"{repr_of(asked)} as player {player} at the stage {state.stage!r}"
        raise _PlayerError(which, f"{where}: {said}") from None
    if not fixed:
        seconds[which] += time.perf_counter() - began
        decisions[which] += 1


def _check_own(act: Act, state: HandState, player: int) -> None:
    """Check that an act is the player's own: some acts may name another."""
    named = getattr(act, "player", None)
    if named not in (None, player):
        raise ActError(f"act '{act}' is one of player {named}: expected one of player {player}")
    hand = getattr(act, "hand", None)
    if hand is not None and state.seating.controllers[hand] != player:
        raise ActError(f"act '{act}' is one of hand {hand}: expected one of player {player}'s hands")
    if isinstance(act, Settle) and state.stage != "settlement":
        raise ActError(f"act '{act}' is not of the stage {state.stage!r}: expected another")
