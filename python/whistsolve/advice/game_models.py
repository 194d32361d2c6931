"""`GameModels`: what advice needs of a game, made once for its rules."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from whistsolve._internal.reading import plain_text, read_instance, read_several, shown
from whistsolve.advice.calls.call_model import CallModel, default_model
from whistsolve.advice.calls.callers import at_table
from whistsolve.advice.calls.rollout import self_play_equity
from whistsolve.advice.discarding.declarer_solver import refuse_two_dummies
from whistsolve.advice.simulation import Simulation
from whistsolve.dealing import dealt_sizes
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.payoffs import PayoffTable, ScoreTable, kept_payoffs
from whistsolve.equity.transitions import MatchState
from whistsolve.errors import RulesError, WhistError, unanswered
from whistsolve.game import CalledHand, PlayedHand, Standing
from whistsolve.game.record.named_rules import called_hand
from whistsolve.rules import Rules


class GameModels:
    """What depends on the rules of a game alone: each part is made when it is first asked for, and kept.

    A question may bring a model of calls and a match equity of its own, which are checked here.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        timing = rules.declare_timing
        #: Whether the strain is named before the kitty is seen.
        self.names_first: bool = timing in ("before_kitty", "before_dummy") or not rules.kitty_size

    @classmethod
    @functools.lru_cache(maxsize=32)
    def of(cls, rules: Rules) -> GameModels:
        """The models of a game, the same for all who ask."""
        return cls(rules)

    @property
    def scores(self) -> ScoreTable:
        """The points of contracts. Raises `RulesError` if the game has no auction."""
        return ScoreTable.of(self.rules)

    @functools.cached_property
    def discards(self) -> int:
        """How many cards a declarer throws out. Raises `RulesError` if none, or if both dummies do."""
        sizes = dealt_sizes(self.rules)
        if len(sizes) == self.rules.dealt_hands:
            raise unanswered("the game has no kitty that a declarer takes", "a game with one")
        refuse_two_dummies(self.rules)
        return sizes[-1]

    def seated(
        self, seat: int, standing: Standing, given: Simulation[Any], *, if_known: bool = False
    ) -> SeatModels:
        """The models of a question, its own or those of the game, as a seat has them at a standing.

        With `if_known` the model or the equity may be missing, if neither is given and the game has none.
        """
        calls, equity = None, None
        try:
            calls = self._calls(given.get("model"))
            equity = self._equity(given.get("equity"), calls)
        except RulesError:
            if not if_known or given.get("model") is not None or given.get("equity") is not None:
                raise
        given_hands = read_several(given.get("history", ()), "history", WhistError)
        history = *map(self._called, given_hands), *standing.history
        state = MatchState.of(standing, self.rules)
        return SeatModels(self.rules, seat, standing.dealer, state, calls, equity, history)

    def _calls(self, given: CallModel | str | None) -> CallModel:
        if given is None or plain_text(given) == "population":
            return default_model(self.rules)
        if not isinstance(given, CallModel):
            raise WhistError(f"model {shown(given)} is wrong: expected a CallModel, or 'population'")
        if given.rules != self.rules:
            raise RulesError("the model of calls is of other rules: expected those of the question")
        return given

    def _equity(self, given: MatchEquity | None, calls: CallModel) -> MatchEquity | None:
        if given is None:
            return self_play_equity(calls)
        read_instance(given, MatchEquity, "equity", WhistError)
        if given.rules != self.rules:
            raise RulesError("the equity is of other rules: expected those of the question")
        return given

    def _called(self, hand: object) -> CalledHand:
        """The calls of an earlier hand, from its record or as they are."""
        if isinstance(hand, PlayedHand):
            return called_hand(hand, self.rules)
        if not isinstance(hand, CalledHand):
            raise WhistError(f"a hand of the history, {shown(hand)}, is wrong: expected a PlayedHand")
        if len(hand.hands) != self.rules.players:
            expected = self.rules.players
            raise WhistError(f"a hand of the history has {len(hand.hands)} hands: expected {expected}")
        return hand


@dataclass(frozen=True)
class SeatModels:
    """What one seat believes of the others' calls, and what contracts pay it, before a hand of a match."""

    rules: Rules
    seat: int
    dealer: int
    state: MatchState
    calls: CallModel | None
    equity: MatchEquity | None
    history: tuple[CalledHand, ...]

    @property
    def model(self) -> CallModel | None:
        """The model of calls at this score, with what earlier hands tell of the players."""
        if self.calls is None:
            return None
        return at_table(self.calls, self.seat, self.dealer, self.state, self.equity, self.history)

    @property
    def payoffs(self) -> PayoffTable:
        """The payoffs of contracts at this score."""
        return kept_payoffs(self.rules, self.seat, self.dealer, self.state, self.equity)
