"""One hand between two players: who is asked, whether his act is his own and legal, and the time he takes."""

from __future__ import annotations

import pickle
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from whistsolve.arguments import seed_text
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Act, Exchange, HandState, Settle
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.rules import Rules
from whistsolve.values.reading import shown

__all__ = ["BEFORE_PLAY", "Contest", "Decisions", "PlayerError", "check_player", "player_name"]

#: Stages before the first lead.
BEFORE_PLAY: Final = ("hand_option", "auction", "declaration", "discard", "exchange")


@dataclass(slots=True)
class Decisions:
    """How many acts a and b chose, and the time that they took.

    Attributes
    ----------
    number : list of int
    seconds : list of float
    """

    number: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def frozen(self) -> tuple[tuple[int, int], tuple[float, float]]:
        """Both, as results keep them."""
        return (self.number[0], self.number[1]), (self.seconds[0], self.seconds[1])


class PlayerError(Exception):
    """An illegal act or an exception of a player.

    Attributes
    ----------
    which : int
        Whether he acted for player a (0) or b (1).
    """

    def __init__(self, which: int, message: str) -> None:
        super().__init__(message)
        self.which = which


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays whom and how: all that a pair of matches or a deal depends on, beside its number.

    Attributes
    ----------
    players : tuple of Player
        a and b.
    before_play : Player or None
        Who acts for everybody before the first lead, and is not counted; a and b themselves for ``None``.
    rules : Rules
    seed : int
    """

    players: tuple[Player | PeekingPlayer, Player | PeekingPlayer]
    before_play: Player | PeekingPlayer | None
    rules: Rules
    seed: int

    @classmethod
    def read(
        cls,
        a: Player | PeekingPlayer,
        b: Player | PeekingPlayer,
        before_play: Player | PeekingPlayer | None,
        rules: Rules,
        seed: int,
        processes: int,
    ) -> Contest:
        """A contest of players who were passed by a caller.

        Raises
        ------
        WhistError
            Where one is no player, or cannot be sent to another process where there are several.
        """
        for name, player in (("a", a), ("b", b)):
            check_player(player, name)
        if before_play is not None:
            check_player(before_play, "before_play")
        contest = cls((a, b), before_play, rules, seed)
        if processes > 1:
            _check_picklable(contest)
        return contest

    @property
    def names(self) -> tuple[str, str]:
        """What a and b are called."""
        return player_name(self.players[0]), player_name(self.players[1])

    @property
    def seed_text(self) -> str:
        """The seed, as generators of random numbers are seeded with it."""
        return seed_text(self.seed)

    @property
    def before_play_name(self) -> str | None:
        """What the player before the first lead is called, where there is one."""
        return None if self.before_play is None else player_name(self.before_play)

    @property
    def header(self) -> dict[str, object]:
        """All of it as plain values, players by what they are called: what a saved run is known by."""
        return {
            "players": list(self.names),
            "before_play": self.before_play_name,
            "rules": self.rules.overrides(),
            # JSON has no numbers that Python may refuse to write in decimal.
            "seed": self.seed if self.seed_text.lstrip("-").isdecimal() else self.seed_text,
        }

    def advance(
        self, state: HandState, roles: Sequence[int], draw: random.Random, decisions: Decisions
    ) -> None:
        """Have the next act of a hand done; at the settlement everybody is asked, and the hand is over.

        Parameters
        ----------
        state : HandState
            Not over.
        roles : sequence of int
            For each player, whether a (0) or b (1) acts for him.
        draw : random.Random
            For cards that the rules draw.
        decisions : Decisions
            To be added to.

        Raises
        ------
        PlayerError
            Where the act is not legal, or the player raised an exception.
        """
        end_if_cancelled()
        player = state.to_act
        if player is not None:
            self._ask(state, player, roles[player], decisions)
        elif state.stage == "exchange":
            state.push(Exchange(draw.choice(state.legal_picks)))
        else:
            for each in range(state.rules.players):
                self._ask(state, each, roles[each], decisions)
            state.push(Settle())

    def _ask(self, state: HandState, player: int, which: int, decisions: Decisions) -> None:
        """Ask for one act and do it. The end of the settlement is left to the caller."""
        fixed = self.before_play is not None and state.stage in BEFORE_PLAY
        asked = self.before_play if fixed else self.players[which]
        assert asked is not None
        began = time.perf_counter()
        try:
            # A player that sees all hands gets a copy, so that nothing is done but by its act.
            seen = state.copy() if getattr(asked, "sees_all_hands", False) else state.view(player)
            act = state.read(asked.act(seen))  # type: ignore[arg-type]
            _check_own(act, state, player)
            if not isinstance(act, Settle):
                state.push(act)
        except (Exception, SystemExit) as error:
            said = f"{type(error).__name__}: {error}" if not isinstance(error, WhistError) else str(error)
            where = f"{player_name(asked)} as player {player} at the stage {state.stage!r}"
            raise PlayerError(which, f"{where}: {said}") from None
        if not fixed:
            decisions.seconds[which] += max(0.0, time.perf_counter() - began)  # whatever the clock does
            decisions.number[which] += 1


def player_name(player: object) -> str:
    """What a player is called: its own `repr`, or its class where it has none."""
    own = type(player).__repr__ is not object.__repr__
    return repr(player) if own else type(player).__name__


def check_player(player: object, name: str) -> None:
    """Check that it is a player.

    Raises
    ------
    WhistError
        Where it is not; the message has the name of the argument.
    """
    if isinstance(player, type) or not isinstance(player, Player):
        raise WhistError(
            f"player {name} {shown(player)} is wrong: expected an object with a method act(view), such as"
            " HeuristicPlayer()"
        )


def _check_picklable(contest: Contest) -> None:
    try:
        pickle.dumps(contest)
    except Exception as error:
        raise WhistError(
            f"a player cannot be pickled ({error}): expected one of a module's class, or processes=1"
        ) from None


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
