"""Monte Carlo estimates over weighted layouts: means, standard errors, and which lead is significant."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.inference.posterior import WeightedLayouts

#: The best candidate is separated if its advantage over every other candidate is more than this many standard
#: errors of the paired difference.
SEPARATION: Final = 3.0


class LayoutStatistics:
    """Weights of the layouts so far, and weighted statistics of values by layout.

    `weights` are importance weights, float64, shape (samples,), with mean 1 within each batch, and the
    effective sample size is the number of equally weighted layouts with as much information. If `exact` is
    true, the sample is all possible layouts and means are exact.
    """

    def __init__(self) -> None:
        self.samples: int = 0
        self.effective_sample_size: float = 0.0
        self.exact: bool = False
        self.weights: NDArray[np.float64] = np.empty(0)

    def add(self, weighted: WeightedLayouts, *, exact: bool = False) -> None:
        """Adds a batch of layouts, with `exact` all possible layouts."""
        number = len(weighted.layouts)
        self.samples += number
        self.effective_sample_size += weighted.effective_sample_size
        self.exact = exact
        self.weights = np.concatenate([self.weights, weighted.weights * number])

    def mean(self, values: NDArray[np.float64]) -> tuple[float, float]:
        """The weighted mean of values, float64 of shape (samples,), and its standard error.

        The error is infinite after a single layout, and 0 if all layouts were enumerated.
        """
        means, errors = self.means(values[np.newaxis])
        return float(means[0]), float(errors[0])

    def means(self, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Means and standard errors, (candidates,), of values, float64 of shape (candidates, samples)."""
        means = (values * self.weights).sum(axis=1) / self.weights.sum()
        if self.exact:
            return means, np.zeros(len(means))
        number = values.shape[1]
        if number == 1:
            return means, np.full(len(means), np.inf)
        deviations = values - values.sum(axis=1, keepdims=True) / number
        variances = (deviations * deviations).sum(axis=1) / (number - 1)
        return means, np.sqrt(variances / max(self.effective_sample_size, 1.0))

    def distribution(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """The weighted mean, (outcomes,), of each layout's distribution: float64, (samples, outcomes)."""
        found: NDArray[np.float64] = np.average(chances, axis=0, weights=self.weights)
        return found

    def is_separated(
        self, candidates: Sequence[NDArray[np.float64]] | NDArray[np.float64], best: int | None = None
    ) -> bool:
        """Whether the best candidate is better than every other by three standard errors of the difference.

        Values of candidates, float64, shape (samples,) each, are in the same layouts, so that differences are
        paired. By default the best candidate is the one with the highest mean.
        """
        every = np.stack(list(candidates))
        if best is None:
            best = int(self.means(every)[0].argmax())
        means, errors = self.means(every[best] - every)
        ahead = means > SEPARATION * errors
        ahead[best] = True
        return bool(ahead.all())


def expected_excess(mean: float, error: float) -> float:
    """The mean of the positive part of a normal variable, given its mean and standard deviation.

    Examples
    --------
    >>> round(expected_excess(0.0, 1.0), 4), expected_excess(-2.0, 0.0), expected_excess(3.0, 0.0)
    (0.3989, 0.0, 3.0)
    """
    if error <= 0 or math.isinf(error):
        return max(mean, error, 0.0)
    z = mean / error
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return error * density + mean * (1 + math.erf(z / math.sqrt(2))) / 2


def unweighted_mean(values: NDArray[np.generic], effective_sample_size: float) -> tuple[float, float]:
    """The mean of equally weighted values, shape (samples,), and its standard error.

    This is for samples outside a `LayoutStatistics`, such as those of an eliminated candidate. The error is
    that of a sample of `effective_sample_size`, infinite after a single layout.
    """
    numbers = values.astype(np.float64)
    if len(numbers) == 1:
        return float(numbers.mean()), float("inf")
    return float(numbers.mean()), float(numbers.std(ddof=1) / max(effective_sample_size, 1.0) ** 0.5)
