"""Points of every contract by number of tricks, and its payoff to a player: points, match equity, games."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.transitions import MatchState
from whistsolve.errors import unanswered
from whistsolve.game.match.ends import counts_two_games
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_of
from whistsolve.values.contracts import Contract
from whistsolve.values.strains import Strain


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Points by level, kind of contract and tricks, under the rules of a game with an auction.

    `own` and `others` are points of the declarer's side and of each other side: float64, shape (levels, 2,
    tricks + 1), a trump suit first, then no-trump. Other sides share what they score for tricks equally.
    `made` and `boston`, (levels, tricks + 1), tell whether the contract is made, and is a Boston (all
    thirteen books).
    """

    rules: Rules
    tricks: int
    own: NDArray[np.float64]
    others: NDArray[np.float64]
    made: NDArray[np.bool_]
    boston: NDArray[np.bool_]

    @classmethod
    @functools.lru_cache(maxsize=32)
    def of(cls, rules: Rules) -> ScoreTable:
        """The table of the given rules, cached; its arrays are read-only."""
        if not rules.has_auction:
            raise unanswered("the game has no auction", "one with an auction")
        books = rules.dealt_hand_size + (rules.kitty_book != "none")
        most = rules.dealt_hand_size + (rules.kitty_book == "first_trick_winner")
        shape = (rules.max_bid + 1, 2, most + 1)
        own, others = np.zeros(shape), np.zeros(shape)
        made, boston = (np.zeros((shape[0], shape[2]), dtype=np.bool_) for _ in range(2))
        opponents = rules.side_count - 1
        several = rules.side_count > 2  # for two sides `score_books` itself counts per-trick points
        for level in range(rules.min_bid, rules.max_bid + 1):
            for kind, strain in enumerate((Strain("S+"), Strain("NT+"))):
                contract = Contract(level, strain, 0)
                for tricks in range(most + 1):
                    taken = tricks + rules.books_from_kitty
                    theirs = books - taken
                    score = score_books(contract, taken, theirs, (0,) * rules.players, rules=rules)
                    own[level, kind, tricks] = score.points[0]
                    others[level, kind, tricks] = score.points[1]
                    if several and rules.nonbidders_score == "per_trick":
                        others[level, kind, tricks] += theirs / opponents
                    made[level, tricks] = score.made
                    boston[level, tricks] = score.boston
        for table in (own, others, made, boston):
            table.flags.writeable = False
        return cls(rules, most, own, others, made, boston)

    def all_points(self, side: int) -> NDArray[np.int64]:
        """The points of all contracts, if `side` declares: int64, shape (levels, 2, tricks + 1, sides).

        A remainder of the points that other sides share goes to the first ones after the declarer's.
        """
        sides = self.rules.side_count
        total = np.rint(self.others * (sides - 1)).astype(np.int64)
        points = np.empty((*total.shape, sides), dtype=np.int64)
        points[..., side] = np.rint(self.own)
        for turn in range(1, sides):
            points[..., (side + turn) % sides] = total // (sides - 1) + (turn <= total % (sides - 1))
        return points

    @functools.cached_property
    def two_games(self) -> NDArray[np.bool_]:
        """Whether a game won by the contract counts as two: bool, shape (levels, 2, tricks + 1)."""
        found = np.zeros(self.own.shape, dtype=np.bool_)
        for level, kind, tricks in np.argwhere(np.repeat(self.made[:, np.newaxis], 2, axis=1)).tolist():
            boston = bool(self.boston[level, tricks])
            found[level, kind, tricks] = counts_two_games(self.rules, level, kind == 1, boston)
        return found

    def margin(self) -> NDArray[np.float64]:
        """Points of the declarer's side minus one other side's: float64, shape (levels, 2, tricks + 1)."""
        return self.own - self.others


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
    """The payoffs of all contracts to the player in a seat, in a state of a match; points without equity."""

    def __init__(
        self, rules: Rules, seat: int, dealer: int, state: MatchState, equity: MatchEquity | None
    ) -> None:
        self.table: ScoreTable = ScoreTable.of(rules)
        self._rules, self._equity = rules, equity
        self._own = side_of(seat, rules)
        self._next_dealer = (side_of(dealer, rules) + 1) % rules.side_count
        self._state = state
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
            self._state, (0,) * self._rules.side_count, dealer=self._next_dealer, declarer=None
        )
        return Payoff(0.0, after.win[self._own], 0.0)

    def of(self, declarer: int, level: int, no_trump: bool, tricks: int) -> Payoff:
        """The payoff if a player declares at a level and wins `tricks`, as `solve` counts them."""
        return Payoff(*self.of_tricks(declarer, level, no_trump)[tricks].tolist())

    def of_tricks(self, declarer: int, level: int, no_trump: bool) -> NDArray[np.float64]:
        """The payoffs for 0, 1, ... tricks: float64, shape (tricks + 1, 3), columns as in `Payoff`."""
        return np.asarray(self.of_side(side_of(declarer, self._rules))[level, int(no_trump)])

    def of_side(self, side: int) -> NDArray[np.float64]:
        """The payoffs of all contracts of a side: (levels, 2, tricks + 1, 3), axes as in `ScoreTable`."""
        if side in self._payoffs:
            return self._payoffs[side]
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
        self._payoffs[side] = found
        return found


#: The payoffs of contracts, cached for further evaluations at the same score.
kept_payoffs = functools.lru_cache(maxsize=64)(PayoffTable)
