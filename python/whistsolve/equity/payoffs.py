"""Payoffs of contracts to one player at the scores of a match: points, match equity, games."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.equity.match_equity import MatchEquity
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
        1 where it wins the match, -1 where it loses it, otherwise 0; times ``boston_game_value`` where that
        is by the highest bid, of all books.
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
    scores : tuple of int
        Before the hand, one for each player.
    equity : MatchEquity or None
        Probabilities to win the match; ``None`` where points alone are wanted.
    """

    def __init__(
        self, rules: Rules, seat: int, dealer: int, scores: tuple[int, ...], equity: MatchEquity | None
    ) -> None:
        self.table = ScoreTable.of(rules)
        self._rules, self._equity = rules, equity
        self._own = side_of(seat, rules)
        self._next_dealer = (side_of(dealer, rules) + 1) % side_count(rules)
        self._scores = np.zeros(side_count(rules), dtype=np.int64)
        for player, score in enumerate(scores):
            self._scores[side_of(player, rules)] = score
        self._wins: dict[tuple[int, ...], float] = {}
        self._payoffs: dict[tuple[int, int, bool, int], Payoff] = {}

    @property
    def with_matches(self) -> bool:
        """Whether payoffs include match equity."""
        return self._equity is not None

    def thrown_in(self) -> Payoff:
        """The payoff where all passed."""
        return Payoff(0.0, self._win(self._scores), 0.0)

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
        win = self._win(self._scores + points)
        games = 1.0 if win == 1 else -1.0 if win == 0 else 0.0
        highest = level == self._rules.max_bid and self._rules.bid_base > 0
        boston = highest and self.table.made[level, tricks]
        if boston and games == (1 if side == self._own else -1):
            games *= self._rules.boston_game_value
        return Payoff(margin, win, games)

    def _win(self, scores: NDArray[np.int64]) -> float:
        if self._equity is None:
            return 0.0
        key = tuple(scores.tolist())
        if key not in self._wins:
            self._wins[key] = self._equity.win(key, self._next_dealer)[self._own]
        return self._wins[key]
