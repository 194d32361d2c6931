"""Means over weighed layouts, how far off they may be, and whether the best of several is sure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.unseen import Weighed

__all__ = ["Looked"]

#: The best is sure where it is better than every other by so many standard errors.
_SURE: Final = 3.0


class Looked:
    """Which layouts were looked at so far.

    Attributes
    ----------
    done : int
        How many.
    effective : float
        How many of them say something of their own.
    exact : bool
        Whether these are all that there are: then means are exact.
    """

    def __init__(self) -> None:
        self.done = 0
        self.effective = 0.0
        self.exact = False
        self.weights = np.empty(0)

    def take(self, weighed: Weighed, *, every: bool = False) -> None:
        """These were looked at too, or are all."""
        number = len(weighed.layouts)
        self.done += number
        self.effective += weighed.effective
        self.exact = every
        self.weights = np.concatenate([self.weights, weighed.weights * number])

    def mean(self, values: NDArray[np.float64]) -> tuple[float, float]:
        """The mean of values, one for each layout, and its standard error."""
        mean = float(np.average(values, weights=self.weights))
        if self.exact:
            return mean, 0.0
        if len(values) == 1:
            return mean, float("inf")
        return mean, (float(values.var(ddof=1)) / max(self.effective, 1.0)) ** 0.5

    def is_sure(self, several: Sequence[NDArray[np.float64]]) -> bool:
        """Whether the best is better than all others by three standard errors of the difference."""
        means = [self.mean(values)[0] for values in several]
        best = means.index(max(means))
        for place, values in enumerate(several):
            mean, error = self.mean(several[best] - values)
            if place != best and mean <= _SURE * error:
                return False
        return True
