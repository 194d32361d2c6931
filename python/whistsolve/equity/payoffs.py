"""Payoffs of contracts to one player at the score of a match: points, match equity, games."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.score_table import ScoreTable
from whistsolve.equity.transitions import MatchState
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of


class Payoff(NamedTuple):
    """The payoff of a hand to a player, or its expectation.

    `points` are the points of the player's side minus those of the other side, or minus the mean of the other
    sides; `win` is the probability of winning the match after the hand, 0 without match equity; `games` the
    games won by the hand, negative if lost: one, or ``boston_game_value`` for a hand of ``two_games_for``.
    """

    points: float
    win: float
    games: float


class PayoffTable:
    """The payoffs of all contracts and numbers of tricks to the player in a seat, in a state of the match.

    Without equity, only points are computed.
    """

    def __init__(
        self, rules: Rules, seat: int, dealer: int, state: MatchState, equity: MatchEquity | None
    ) -> None:
        self.table: ScoreTable = ScoreTable.of(rules)
        self._rules, self._equity = rules, equity
        self._own = side_of(seat, rules)
        self._next_dealer = (side_of(dealer, rules) + 1) % side_count(rules)
        self._state = state
        #: By declaring side: float64, (levels, 2, tricks + 1, 3), axes as in `ScoreTable` and then `Payoff`.
        self._payoffs: dict[int, NDArray[np.float64]] = {}

    @property
    def with_matches(self) -> bool:
        """Whether payoffs include match equity."""
        return self._equity is not None

    def thrown_in(self) -> Payoff:
        """The payoff if all players pass."""
        if self._equity is None:
            return Payoff(0.0, 0.0, 0.0)
        after = self._equity.after_hand(
            self._state, (0,) * side_count(self._rules), dealer=self._next_dealer, declarer=None
        )
        return Payoff(0.0, after.win[self._own], 0.0)

    def of(self, declarer: int, level: int, no_trump: bool, tricks: int) -> Payoff:
        """The payoff if a player declares at a level and wins `tricks`, as `solve` counts them."""
        return Payoff(*self.of_tricks(declarer, level, no_trump)[tricks].tolist())

    def of_tricks(self, declarer: int, level: int, no_trump: bool) -> NDArray[np.float64]:
        """The payoffs for 0, 1, ... tricks: float64, shape (tricks + 1, 3), columns as in `Payoff`."""
        side = side_of(declarer, self._rules)
        if side not in self._payoffs:
            self._payoffs[side] = self._of_side(side)
        return np.asarray(self._payoffs[side][level, int(no_trump)])

    def wins(self, declarer: int) -> NDArray[np.float64]:
        """The chance of winning the match after every contract of a declarer, axes as in `ScoreTable`."""
        self.of_tricks(declarer, self._rules.min_bid, no_trump=False)
        return self._payoffs[side_of(declarer, self._rules)][..., 1]

    def _of_side(self, side: int) -> NDArray[np.float64]:
        """The payoffs of all contracts that a side may declare."""
        table = self.table
        points = table.all_points(side)
        found = np.zeros((*points.shape[:-1], 3))
        found[..., 0] = points[..., self._own] - np.delete(points, self._own, axis=-1).mean(axis=-1)
        if self._equity is not None:
            made = np.broadcast_to(table.made[:, np.newaxis], points.shape[:-1])
            # Many contracts have the same result, so that equity is computed once for each distinct one.
            ends = np.concatenate([points, made[..., np.newaxis], table.two_games[..., np.newaxis]], axis=-1)
            brought, rows = np.unique(ends.reshape(-1, ends.shape[-1]), axis=0, return_inverse=True)
            win, games = self._equity.after_hands(
                self._state,
                brought[:, :-2],
                dealer=self._next_dealer,
                declarers=np.full(len(brought), side),
                made=brought[:, -2] == 1,
                two_games=brought[:, -1] == 1,
            )
            found[..., 1] = win[rows.reshape(made.shape), self._own]
            found[..., 2] = games[rows.reshape(made.shape), self._own]
        found.flags.writeable = False
        return found


@functools.lru_cache(maxsize=64)
def kept_payoffs(
    rules: Rules, seat: int, dealer: int, state: MatchState, equity: MatchEquity | None
) -> PayoffTable:
    """The payoffs of contracts, cached for further evaluations at the same score."""
    return PayoffTable(rules, seat, dealer, state, equity)
