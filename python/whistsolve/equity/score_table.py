"""Points of every contract by number of tricks, for the declarer's side and for each other side."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.errors import unanswered
from whistsolve.game.match.ends import counts_two_games
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count
from whistsolve.values.contracts import Contract
from whistsolve.values.strains import Strain


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Points by level, kind of contract and tricks, under the rules of a game with an auction.

    `own` and `others` are points of the declarer's side and of each other side: float64, shape (levels, 2,
    tricks + 1); index 0 of the second axis is a trump suit, 1 no-trump. If several other sides score their
    tricks, these are shared equally among them. `made` and `boston`, bool, shape (levels, tricks + 1), tell
    whether the contract is made, and whether it is a Boston (all thirteen books).
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
        opponents = side_count(rules) - 1
        several = side_count(rules) > 2  # for two sides `score_books` itself counts per-trick points
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

    def points(self, level: int, no_trump: bool, tricks: int, side: int) -> NDArray[np.int64]:
        """Integer points of each side, if `side` declares: int64, shape (sides,).

        If the points that the other sides share cannot be divided equally, the remainder goes to the first
        sides after the declarer's, one point each.
        """
        return np.asarray(self.all_points(side)[level, int(no_trump), tricks])

    def all_points(self, side: int) -> NDArray[np.int64]:
        """The points of all contracts, if `side` declares: int64, shape (levels, 2, tricks + 1, sides)."""
        sides = side_count(self.rules)
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

    def counts_two(self, level: int, no_trump: bool, tricks: int) -> bool:
        """Whether a game won by a contract with this number of tricks counts as two."""
        return bool(self.two_games[level, int(no_trump), tricks])

    def margin(self) -> NDArray[np.float64]:
        """Points of the declarer's side minus one other side's: float64, shape (levels, 2, tricks + 1)."""
        return self.own - self.others
