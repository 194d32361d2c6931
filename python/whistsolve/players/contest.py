"""One hand between two players: who acts, whether the act is their own and legal, and the time it takes."""

from __future__ import annotations

import inspect
import pickle
import random
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from whistsolve._internal.arguments import seed_text
from whistsolve._internal.reading import read_instance, read_integer, shown
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Act, CallHonours, Exchange, HandState, Settle
from whistsolve.players.contest_result import ContestResult, Decisions
from whistsolve.players.external import ExternalPlayer, agreements_of, close_together
from whistsolve.players.named import player_of
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.rules import Rules
from whistsolve.runs.pool import MOST_PROCESSES

#: Stages before the first lead.
_BEFORE_PLAY: Final = ("hand_option", "auction", "declaration", "discard", "exchange")
_Result = TypeVar("_Result", bound=ContestResult)


class Fault(NamedTuple):
    """An illegal act or an exception, of player a (0) or b (1)."""

    which: int
    message: str


@dataclass(frozen=True, slots=True)
class Contest:
    """The players, rules and seed: all that a pair of matches or a deal depends on except its number."""

    #: Players a and b.
    players: tuple[Player | PeekingPlayer, Player | PeekingPlayer]
    #: Acts for everybody before the first lead, and is not counted; if ``None``, a and b act themselves.
    before_play: Player | PeekingPlayer | None
    rules: Rules
    seed: int
    #: Processes that share the work.
    workers: int

    @classmethod
    def read(
        cls,
        a: Player | PeekingPlayer | str,
        b: Player | PeekingPlayer | str,
        before_play: Player | PeekingPlayer | str | None,
        rules: Rules,
        seed: int,
        processes: int,
    ) -> Contest:
        """The contest that a caller asks for, its arguments checked except the rules."""
        workers = read_integer(processes, "processes", WhistError, 1, MOST_PROCESSES)
        drawn = read_integer(seed, "seed", WhistError)
        before = None if before_play is None else player_of(before_play, "before_play")
        if isinstance(before, ExternalPlayer):
            raise WhistError(f"before_play {before!r} is a program: expected a player of this library")
        contest = cls((player_of(a, "a"), player_of(b, "b")), before, rules, drawn, workers)
        if workers > 1:
            try:
                pickle.dumps(contest)
            except Exception as error:
                raise WhistError(
                    f"a player cannot be pickled ({error}): expected one of a module's class, or processes=1"
                ) from None
        return contest

    def result_of(self, kind: Callable[..., _Result]) -> Callable[[tuple[Any, ...]], _Result]:
        """Makes the result from what was played."""
        before = None if self.before_play is None else player_name(self.before_play)
        return partial(kind, tuple(map(player_name, self.players)), self.rules, self.seed, before)

    @property
    def seed_text(self) -> str:
        """The seed as text, with which random generators are seeded."""
        return seed_text(self.seed)

    def seat(self, roles: Sequence[int]) -> Fault | None:
        """Seat the players for a match: bots that are processes of their own are started and told the rules.

        `roles` says for each player of the game whether a (0) or b (1) acts for them.
        """
        for which, actor in enumerate(self.players):
            if isinstance(actor, ExternalPlayer):
                seats = [player for player, role in enumerate(roles) if role == which]
                try:
                    actor.begin_match(self.rules, seats)
                except WhistError as error:
                    return Fault(which, f"{actor!r}: {error}")
        said = [agreements_of(self.players[role]) for role in roles]
        for bot in self._bots:
            bot.tell(type="agreements", by_player=said)
        return None

    def close(self) -> None:
        """End the processes of bots."""
        close_together(self._bots)

    @property
    def _bots(self) -> list[ExternalPlayer]:
        return [actor for actor in self.players if isinstance(actor, ExternalPlayer)]

    def play(
        self,
        state: HandState,
        roles: Sequence[int],
        draw: random.Random,
        decisions: Sequence[Decisions],
        *,
        to_first_lead: bool = False,
    ) -> Fault | None:
        """Play a hand to its end, or only to its first lead; stops at a player's fault.

        `roles` are those of `seat`. `draw` draws cards for the rules; `decisions`, of a and b, are updated in
        place.
        """
        bots = self._bots
        for bot in bots:
            bot.begin_hand(state)
        fault = None
        while fault is None and not (state.is_over or (to_first_lead and state.stage not in _BEFORE_PLAY)):
            end_if_cancelled()
            player = state.to_act
            if player is not None:
                fault = self._act(state, player, roles[player], decisions)
            elif state.stage == "exchange":
                _push(state, Exchange(draw.choice(state.legal_picks)), None, bots)
            else:  # the settlement, at which every player may act
                for each in range(state.rules.players):
                    fault = fault or self._act(state, each, roles[each], decisions)
                if fault is None:
                    # Honours are called for all who have not called them.
                    calls: list[Act] = [act for act in state.legal_acts() if isinstance(act, CallHonours)]
                    for act in (*calls, Settle()):
                        _push(state, act, None, bots)
        if state.is_over:
            for bot in bots:
                bot.end_hand(state)
        return fault

    def _act(self, state: HandState, player: int, which: int, decisions: Sequence[Decisions]) -> Fault | None:
        """Have a player act. The end of the settlement is left to the caller."""
        fixed = self.before_play is not None and state.stage in _BEFORE_PLAY
        actor = self.before_play if fixed else self.players[which]
        assert actor is not None
        stage = state.stage
        # A player that sees all hands gets a copy, so that only its act changes the hand.
        seen = state.copy() if getattr(actor, "sees_all_hands", False) else state.view(player)
        began, worked = time.perf_counter(), time.process_time()
        try:
            chosen: Any = actor.act(seen)  # type: ignore[arg-type]
            seconds, processor = time.perf_counter() - began, time.process_time() - worked
            if inspect.iscoroutine(chosen):
                chosen.close()
                raise ActError("act is a coroutine: expected a plain method, which may call asyncio.run")
            act = state.read(chosen)
            check_own(act, state, player)
            if not isinstance(act, Settle):
                _push(state, act, player, self._bots)
        except (Exception, SystemExit) as error:
            during: BaseException | None = error
            while during is not None:  # an error of handling an interrupt is no player's fault
                if isinstance(during, KeyboardInterrupt):
                    raise during from None
                during = during.__context__
            if isinstance(actor, ExternalPlayer):
                actor.close()
            reason = str(error)
            if not isinstance(error, WhistError):
                *_, last = traceback.extract_tb(error.__traceback__)
                reason = f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"
            where = f"{player_name(actor)} as player {player} at the stage {stage!r}"
            return Fault(which, f"{where}: {reason}")
        if not fixed:
            decisions[which].add(stage, seconds, processor)
        return None


def _push(state: HandState, act: Act, player: int | None, bots: Sequence[ExternalPlayer]) -> None:
    hand = state.hand_to_play
    state.push(act)
    for bot in bots:
        bot.performed(state, player, hand, act)


def check_resumed(resume: ContestResult, expected: ContestResult) -> None:
    """Check that a result to resume has the same players, rules and seed as the new, empty result."""
    if not read_instance(resume, type(expected), "resume", WhistError).is_same_run(expected):
        raise WhistError(
            f"resume is of {' and '.join(resume.names)} with the seed {shown(resume.seed)}: expected the same"
            " players, rules and seed"
        )


def player_name(player: object) -> str:
    """A player's name: its own `repr`, or its class if it does not define one."""
    own = type(player).__repr__ is not object.__repr__
    return repr(player) if own else type(player).__name__


def check_own(act: Act, state: HandState, player: int) -> None:
    """Check that an act is the player's own: some acts may name another."""
    named = getattr(act, "player", None)
    if named not in (None, player):
        raise ActError(f"act '{act}' is one of player {named}: expected one of player {player}")
    hand: Any = getattr(act, "hand", None)
    if dict(enumerate(state.seating.controllers)).get(hand, player) != player:
        raise ActError(f"act '{act}' is one of hand {hand}: expected one of player {player}'s hands")
    if isinstance(act, Settle) and state.stage != "settlement":
        raise ActError(f"act '{act}' is not of the stage {state.stage!r}: expected another")
