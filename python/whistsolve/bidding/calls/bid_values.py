"""What a seat thinks of its hand before anybody has called."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["BidValues"]


@dataclass(frozen=True, slots=True, eq=False)
class BidValues:
    """What one seat thinks of its hands, one row a layout.

    Attributes
    ----------
    worth : ndarray
        float64, shape (layouts, bids): points that a bid is expected to bring if it becomes the contract,
        with the best strain that it allows.
    strain : ndarray
        int64, shape (layouts, bids): the place of that strain among `all_strains` of the rules.
    means : ndarray
        float64, shape (layouts, strains): tricks expected in each strain, as declarer.
    """

    worth: NDArray[np.float64]
    strain: NDArray[np.int64]
    means: NDArray[np.float64]

    @property
    def strength(self) -> NDArray[np.float64]:
        """Tricks expected in the best strain of all: float64, shape (layouts,)."""
        found: NDArray[np.float64] = self.means.max(axis=1)
        return found

    def of_rows(self, rows: NDArray[np.intp]) -> BidValues:
        """The same of some layouts."""
        return BidValues(self.worth[rows], self.strain[rows], self.means[rows])
