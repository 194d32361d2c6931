"""The values of all bids to one seat by its own hand, before anybody has called."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["BidValues"]


@dataclass(frozen=True, slots=True, eq=False)
class BidValues:
    """Expected points of all bids as contracts, by the hand of one seat; one row a layout.

    Attributes
    ----------
    values : ndarray
        float64, shape (layouts, bids): the expected points of a bid if it becomes the contract, in the best
        strain that it allows.
    strain : ndarray
        int64, shape (layouts, bids): the index of that strain among `all_strains` of the rules.
    means : ndarray
        float64, shape (layouts, strains): expected tricks in each strain, as declarer.
    agreed : ndarray or None
        float64, shape (2, layouts, bids): points that conventions add to each bid, as the first of its side
        and after that (`convention_points`); ``None`` without conventions.
    """

    values: NDArray[np.float64]
    strain: NDArray[np.int64]
    means: NDArray[np.float64]
    agreed: NDArray[np.float64] | None = None

    @property
    def strength(self) -> NDArray[np.float64]:
        """Expected tricks in the best strain of all: float64, shape (layouts,)."""
        found: NDArray[np.float64] = self.means.max(axis=1)
        return found

    def of_rows(self, rows: NDArray[np.intp]) -> BidValues:
        """The values in some of the layouts."""
        agreed = None if self.agreed is None else self.agreed[:, rows]
        return BidValues(self.values[rows], self.strain[rows], self.means[rows], agreed)
