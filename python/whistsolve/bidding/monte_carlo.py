"""Means over weighed layouts, how far off they may be, and whether the best of several is sure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from whistsolve.inference.posterior import WeightedLayouts

__all__ = ["LayoutStatistics", "SequentialSampler", "run_until_separated"]

#: The best is sure where it is better than every other by so many standard errors.
_SURE: Final = 3.0


class LayoutStatistics:
    """Which layouts were looked at so far.

    Attributes
    ----------
    done : int
        How many.
    effective_sample_size : float
        How many of them say something of their own.
    exact : bool
        Whether these are all that there are: then means are exact.
    """

    def __init__(self) -> None:
        self.done = 0
        self.effective_sample_size = 0.0
        self.exact = False
        self.weights = np.empty(0)

    def take(self, weighed: WeightedLayouts, *, every: bool = False) -> None:
        """These were looked at too, or are all."""
        number = len(weighed.layouts)
        self.done += number
        self.effective_sample_size += weighed.effective_sample_size
        self.exact = every
        self.weights = np.concatenate([self.weights, weighed.weights * number])

    def mean(self, values: NDArray[np.float64]) -> tuple[float, float]:
        """The mean of values, one for each layout, and its standard error."""
        mean = float(np.average(values, weights=self.weights))
        if self.exact:
            return mean, 0.0
        if len(values) == 1:
            return mean, float("inf")
        return mean, (float(values.var(ddof=1)) / max(self.effective_sample_size, 1.0)) ** 0.5

    def is_sure(self, several: Sequence[NDArray[np.float64]]) -> bool:
        """Whether the best is better than all others by three standard errors of the difference."""
        means = [self.mean(values)[0] for values in several]
        best = means.index(max(means))
        for place, values in enumerate(several):
            mean, error = self.mean(several[best] - values)
            if place != best and mean <= _SURE * error:
                return False
        return True


R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")


class SequentialSampler(Protocol[R_co]):
    """Something that looks at layouts a few at a time, or at all, and then reports."""

    @property
    def looked(self) -> LayoutStatistics:
        """Which layouts were looked at."""

    @property
    def few(self) -> bool:
        """Whether all are to be looked at."""

    def add(self, number: int) -> None:
        """Looks at more."""

    def add_every(self) -> None:
        """Looks at all."""

    def separated(self) -> bool:
        """Whether the best answer is sure."""

    def report(self) -> R_co:
        """What is known so far."""


def run_until_separated(
    sampling: SequentialSampler[R],
    most: int,
    chunk: int,
    progress: Callable[[int, int], object] | None,
    interrupted: Callable[[str, R], KeyboardInterrupt],
) -> R:
    """Looks at layouts until the best answer is sure or so many were looked at; at all where they are few.

    Parameters
    ----------
    sampling : SequentialSampler
    most, chunk : int
        Layouts at most, and how many at a time.
    progress : callable or None
        Called with the layouts looked at and the most there will be.
    interrupted : callable
        Makes the error that carries the report so far, from a message and the report.
    """
    if sampling.few:
        sampling.add_every()
        if progress is not None:
            progress(sampling.looked.done, sampling.looked.done)
        return sampling.report()
    while sampling.looked.done < most:
        try:
            sampling.add(min(chunk, most - sampling.looked.done))
            if progress is not None:
                progress(sampling.looked.done, most)
        except KeyboardInterrupt as interrupt:
            done = sampling.looked.done
            if not done:
                raise
            message = f"interrupted after {done} of {most} layouts: what is known is in .partial"
            raise interrupted(message, sampling.report()) from interrupt
        if sampling.separated():
            break
    return sampling.report()
