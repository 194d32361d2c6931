"""One hand between two players: who acts, whether the act is their own and legal, and the time it takes."""

from __future__ import annotations

import pickle
import random
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from whistsolve._internal.arguments import seed_text
from whistsolve._internal.reading import shown
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Act, CallHonours, Exchange, HandState, Settle
from whistsolve.players.matches_result import ContestResult
from whistsolve.players.named import player_of
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.rules import Rules

#: Stages before the first lead.
BEFORE_PLAY: Final = ("hand_option", "auction", "declaration", "discard", "exchange")
#: All stages but the last, at which a hand is over.
STAGES: Final = (*BEFORE_PLAY, "play", "claim", "settlement")


@dataclass(slots=True)
class Decisions:
    """How many acts a and b chose, and the time that they took."""

    number: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def frozen(self) -> tuple[tuple[int, int], tuple[float, float]]:
        """The numbers and seconds as tuples, as results store them."""
        return (self.number[0], self.number[1]), (self.seconds[0], self.seconds[1])


class Fault(NamedTuple):
    """An illegal act or an exception, on the side of player a (0) or b (1)."""

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
        """Read the players that a caller passed, and return their contest."""
        before = None if before_play is None else player_of(before_play, "before_play")
        contest = cls((player_of(a, "a"), player_of(b, "b")), before, rules, seed)
        if processes > 1:
            try:
                pickle.dumps(contest)
            except Exception as error:
                raise WhistError(
                    f"a player cannot be pickled ({error}): expected one of a module's class, or processes=1"
                ) from None
        return contest

    @property
    def names(self) -> tuple[str, str]:
        """The names of a and b."""
        return player_name(self.players[0]), player_name(self.players[1])

    @property
    def seed_text(self) -> str:
        """The seed as text, with which random generators are seeded."""
        return seed_text(self.seed)

    @property
    def before_play_name(self) -> str | None:
        """The name of the player who acts before the first lead, if there is one."""
        return None if self.before_play is None else player_name(self.before_play)

    @property
    def header(self) -> dict[str, object]:
        """The contest as JSON types, players by name: it identifies a saved run."""
        return {
            "players": list(self.names),
            "before_play": self.before_play_name,
            "rules": self.rules.overrides(),
            # As text if it is so long that Python may refuse to write it in decimal.
            "seed": self.seed if self.seed_text.lstrip("-").isdecimal() else self.seed_text,
        }

    def play(
        self,
        state: HandState,
        roles: Sequence[int],
        draw: random.Random,
        decisions: Decisions,
        stages: Collection[str] = STAGES,
    ) -> Fault | None:
        """Play a hand to its end or until it leaves the given stages; stops at a player's fault.

        `roles` says for each player whether a (0) or b (1) acts for them. `draw` draws cards for the rules;
        `decisions` is updated in place.
        """
        fault = None
        while fault is None and not state.is_over and state.stage in stages:
            end_if_cancelled()
            player = state.to_act
            if player is not None:
                fault = self._act(state, player, roles[player], decisions)
            elif state.stage == "exchange":
                state.push(Exchange(draw.choice(state.legal_picks)))
            else:  # the settlement, at which every player may act
                for each in range(state.rules.players):
                    fault = fault or self._act(state, each, roles[each], decisions)
                if fault is None:
                    # Honours are called for all who have not called them.
                    calls = [act for act in state.legal_acts() if isinstance(act, CallHonours)]
                    for act in calls:
                        state.push(act)
                    state.push(Settle())
        return fault

    def _act(self, state: HandState, player: int, which: int, decisions: Decisions) -> Fault | None:
        """Have a player act. The end of the settlement is left to the caller."""
        fixed = self.before_play is not None and state.stage in BEFORE_PLAY
        actor = self.before_play if fixed else self.players[which]
        assert actor is not None
        began = time.perf_counter()
        try:
            # A player that sees all hands gets a copy, so that only its act changes the hand.
            seen = state.copy() if getattr(actor, "sees_all_hands", False) else state.view(player)
            act = state.read(actor.act(seen))  # type: ignore[arg-type]
            _check_own(act, state, player)
            if not isinstance(act, Settle):
                state.push(act)
        except (Exception, SystemExit) as error:
            reason = str(error) if isinstance(error, WhistError) else f"{type(error).__name__}: {error}"
            where = f"{player_name(actor)} as player {player} at the stage {state.stage!r}"
            return Fault(which, f"{where}: {reason}")
        if not fixed:
            decisions.seconds[which] += max(0.0, time.perf_counter() - began)  # in case the clock goes back
            decisions.number[which] += 1
        return None


def check_resumed(resume: object, expected: ContestResult) -> None:
    """Check that a result to resume has the same players, rules and seed as the new, empty result."""
    kind = type(expected).__name__
    if not isinstance(resume, type(expected)):
        raise WhistError(f"resume {shown(resume)} is wrong: expected a {kind}")
    if not resume.is_same_run(expected):
        raise WhistError(
            f"resume is of {' and '.join(resume.names)} with the seed {shown(resume.seed)}: expected the same"
            " players, rules and seed"
        )


def player_name(player: object) -> str:
    """A player's name: its own `repr`, or its class if it does not define one."""
    own = type(player).__repr__ is not object.__repr__
    return repr(player) if own else type(player).__name__


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
