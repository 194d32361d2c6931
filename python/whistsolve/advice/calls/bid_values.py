"""The values of all bids to one seat given its own hand alone, before anybody has called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.cancelling import end_if_cancelled
from whistsolve.equity.score_table import ScoreTable
from whistsolve.evaluation.hand_evaluator import LOWEST_PREDICTION, Evaluator
from whistsolve.game.auction.calls import Bid, all_strains, strains_of
from whistsolve.rules import Rules
from whistsolve.values.strains import Strain


class TrickEvaluator(Protocol):
    """Anything that predicts the tricks of hands as declarers, as `Evaluator` does."""

    def distributions(
        self, hands: NDArray[np.uint64], strains: Iterable[Strain | str] | None, rules: Rules | None
    ) -> NDArray[np.float64]:
        """Probabilities of 0, 1, ... tricks: shape (hands, strains, tricks + 1)."""


@dataclass(frozen=True, slots=True, eq=False)
class BidValues:
    """Expected points of all bids as contracts, given the hand of one seat; one row for each layout.

    `values`, float64, shape (layouts, bids), are for the best strain that the bid allows, whose index among
    `all_strains` is in `strain`, int64. `means`, (layouts, strains), are expected tricks as declarer, and
    `strength`, (layouts,), is their maximum over all strains. `agreed`, (2, layouts, bids), has the points of
    `convention_points`; ``None`` without conventions.
    """

    values: NDArray[np.float64]
    strain: NDArray[np.int64]
    means: NDArray[np.float64]
    strength: NDArray[np.float64]
    agreed: NDArray[np.float64] | None = None


class BidValuer:
    """Expected points and tricks of contracts given the declarer's hand before the kitty.

    The distribution of an `Evaluator` depends on one integer for each hand and strain, so that the expected
    points for each integer are in a table; with any other evaluator they are computed for every hand.
    """

    def __init__(self, rules: Rules, evaluator: TrickEvaluator, bids: Sequence[Bid]) -> None:
        scores = ScoreTable.of(rules)
        self._rules, self._evaluator = rules, evaluator
        self._strains = all_strains(rules)
        self._kinds = np.array([int(strain.is_no_trump) for strain in self._strains])
        self._margin, self._tricks = scores.margin(), scores.tricks
        #: For each set of strains that a bid allows: the indices of the bids that allow it, and their levels.
        self._bids_by_strains: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
        for index, bid in enumerate(bids):
            allowed = tuple(self._strains.index(each) for each in strains_of(bid, rules))
            indices, levels = self._bids_by_strains.setdefault(allowed, ([], []))
            indices.append(index)
            levels.append(bid.level)
        self._tables = None
        if type(evaluator) is Evaluator:  # a subclass may predict otherwise
            by_prediction = self._padded(evaluator.by_prediction(rules))
            self._tables = self._expected(by_prediction.swapaxes(0, 1), np.arange(2))

    def values(self, hands: NDArray[np.uint64]) -> BidValues:
        """Values of all bids for the given hands, uint64 of shape (layouts,); `agreed` is ``None``."""
        end_if_cancelled()
        points, means = self._of_hands(hands)
        bids = sum(len(indices) for indices, _ in self._bids_by_strains.values())
        values = np.empty((len(hands), bids))
        strain = np.empty(values.shape, dtype=np.int64)
        for allowed, (indices, levels) in self._bids_by_strains.items():
            end_if_cancelled()
            of_strains = [points[index] for index in allowed]
            best = np.maximum.reduce(of_strains)
            first = np.empty(best.shape, dtype=np.int64)
            for index, found in zip(reversed(allowed), reversed(of_strains), strict=True):
                np.copyto(first, index, where=found == best)
            values[:, indices], strain[:, indices] = best[:, levels], first[:, levels]
        return BidValues(values, strain, means, means.max(axis=1))

    def distributions(self, hands: NDArray[np.uint64], strains: Sequence[Strain]) -> NDArray[np.float64]:
        """The evaluator's probabilities of 0, 1, ... tricks: float64, (layouts, strains, tricks + 1)."""
        return self._padded(self._evaluator.distributions(hands, strains, self._rules))

    def _of_hands(self, hands: NDArray[np.uint64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Expected points, shape (strains, layouts, levels), and tricks, shape (layouts, strains)."""
        if self._tables is None:
            return self._expected(self.distributions(hands, self._strains), self._kinds)
        assert isinstance(self._evaluator, Evaluator)
        rows = self._evaluator.predictions(hands, self._strains, self._rules) - LOWEST_PREDICTION
        points, means = self._tables
        found = np.stack([points[kind][row] for kind, row in zip(self._kinds, rows.T, strict=True)])
        return found, means[rows, self._kinds]

    def _expected(
        self, distributions: NDArray[np.float64], kinds: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Expected points, shape (columns, rows, levels), and tricks, shape (rows, columns).

        `distributions` has the shape (rows, columns, tricks + 1), and `kinds` says which columns are without
        a trump suit.
        """
        points = np.einsum("rct,lct->crl", distributions, self._margin[:, kinds], optimize=True)
        # Rounded, so that ties go to the first strain whatever the rounding errors of the sums.
        return points.round(9), distributions @ np.arange(distributions.shape[2])

    def _padded(self, distributions: NDArray[np.float64]) -> NDArray[np.float64]:
        """Distributions padded in front with zeros to the tricks of the rules; the first may count two."""
        missing = self._tricks + 1 - distributions.shape[2]
        return np.pad(distributions, ((0, 0), (0, 0), (missing, 0))) if missing > 0 else distributions
