"""Payoffs of contracts to one player at the scores of a match: points, match equity, games."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.equity.match_equity import AfterHand, MatchEquity
from whistsolve.equity.match_state import MatchState
from whistsolve.equity.score_table import ScoreTable
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of

__all__ = ["Payoff", "PayoffTable"]


class Payoff(NamedTuple):
    """The payoff of a hand to a player, or its expectation.

    Attributes
    ----------
    points : float
        Margin: points of his side less those of the other, or less the mean of the others.
    win : float
        The probability to win the match after it; 0 without match equity.
    games : float
        Games that it wins, negative where it loses them, otherwise 0: one, or ``boston_game_value`` where the
        game is won by a hand of ``two_games_for``.
    """

    points: float
    win: float
    games: float


class PayoffTable:
    """The payoffs of all contracts and numbers of tricks to one player.

    Parameters
    ----------
    rules : Rules
    seat, dealer : int
        The player, and the dealer of this hand.
    state : MatchState
        Of the match before the hand.
    equity : MatchEquity or None
        Probabilities to win the match; ``None`` where points alone are wanted.
    """

    def __init__(
        self, rules: Rules, seat: int, dealer: int, state: MatchState, equity: MatchEquity | None
    ) -> None:
        self.table = ScoreTable.of(rules)
        self._rules, self._equity = rules, equity
        self._own = side_of(seat, rules)
        self._next_dealer = (side_of(dealer, rules) + 1) % side_count(rules)
        self._state = state
        self._wins: dict[Hashable, AfterHand] = {}
        self._payoffs: dict[tuple[int, int, bool, int], Payoff] = {}

    @property
    def with_matches(self) -> bool:
        """Whether payoffs include match equity."""
        return self._equity is not None

    def thrown_in(self) -> Payoff:
        """The payoff where all passed."""
        if self._equity is None:
            return Payoff(0.0, 0.0, 0.0)
        return Payoff(
            0.0, self._after((0,) * side_count(self._rules), None, False, False).win[self._own], 0.0
        )

    def of(self, declarer: int, level: int, no_trump: bool, tricks: int) -> Payoff:
        """The payoff where a player declares at a level and takes so many tricks, as `solve` counts them."""
        key = side_of(declarer, self._rules), level, no_trump, tricks
        if key not in self._payoffs:
            self._payoffs[key] = self._payoff(*key)
        return self._payoffs[key]

    def of_tricks(self, declarer: int, level: int, no_trump: bool) -> NDArray[np.float64]:
        """The same for 0, 1, ... tricks: float64, shape (tricks + 1, 3), columns as in `Payoff`."""
        return np.array([self.of(declarer, level, no_trump, n) for n in range(self.table.tricks + 1)])

    def _payoff(self, side: int, level: int, no_trump: bool, tricks: int) -> Payoff:
        points = self.table.points(level, no_trump, tricks, side)
        others = np.delete(points, self._own)
        margin = float(points[self._own] - others.mean())
        if self._equity is None:
            return Payoff(margin, 0.0, 0.0)
        made = bool(self.table.made[level, tricks])
        two_games = self.table.counts_two(level, no_trump, tricks)
        after = self._after(tuple(points.tolist()), side, made, two_games)
        return Payoff(margin, after.win[self._own], float(after.games[self._own]))

    def _after(self, points: tuple[int, ...], declarer: int | None, made: bool, two_games: bool) -> AfterHand:
        """What the hand brings; many contracts bring the same."""
        key = points, declarer, made, two_games
        if key not in self._wins:
            assert self._equity is not None
            self._wins[key] = self._equity.after_hand(
                self._state,
                points,
                dealer=self._next_dealer,
                declarer=declarer,
                made=made,
                two_games=two_games,
            )
        return self._wins[key]
