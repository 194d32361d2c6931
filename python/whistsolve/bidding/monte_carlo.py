"""Monte Carlo estimates over weighted layouts: means, standard errors, and sequential stopping."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.solving.deadline import Deadline

__all__ = [
    "LayoutStatistics",
    "SequentialSampler",
    "expected_excess",
    "run_until_separated",
    "unweighted_mean",
]

#: The best candidate is separated where it is better than every other by so many standard errors of the
#: paired difference.
_SEPARATION: Final = 3.0


class LayoutStatistics:
    """Weights of the layouts so far, and the statistics that they give of values by layout.

    Attributes
    ----------
    samples : int
        Layouts so far.
    weights : ndarray
        float64, shape (samples,): importance weights, with mean 1 within each batch.
    effective_sample_size : float
        Independent, equally weighted layouts that carry as much information: at most `samples`.
    exact : bool
        Whether these are all layouts that there are: then means are exact.
    """

    def __init__(self) -> None:
        self.samples: int = 0
        self.effective_sample_size: float = 0.0
        self.exact: bool = False
        self.weights: NDArray[np.float64] = np.empty(0)

    def add(self, weighted: WeightedLayouts, *, exact: bool = False) -> None:
        """Adds a batch of layouts, or all that there are."""
        number = len(weighted.layouts)
        self.samples += number
        self.effective_sample_size += weighted.effective_sample_size
        self.exact = exact
        self.weights = np.concatenate([self.weights, weighted.weights * number])

    def mean(self, values: NDArray[np.float64]) -> tuple[float, float]:
        """The weighted mean of values, float64 of shape (samples,), and its standard error.

        The error is infinite after a single layout, and 0 where all layouts were enumerated.
        """
        means, errors = self.means(values[np.newaxis])
        return float(means[0]), float(errors[0])

    def means(self, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The same of several candidates at once, float64 of shape (candidates, samples): (candidates,)."""
        means = (values * self.weights).sum(axis=1) / self.weights.sum()
        if self.exact:
            return means, np.zeros(len(means))
        number = values.shape[1]
        if number == 1:
            return means, np.full(len(means), np.inf)
        apart = values - values.sum(axis=1, keepdims=True) / number
        variances = (apart * apart).sum(axis=1) / (number - 1)
        return means, np.sqrt(variances / max(self.effective_sample_size, 1.0))

    def distribution(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """The weighted mean of distributions by layout, float64 of shape (samples, numbers): (numbers,)."""
        found: NDArray[np.float64] = np.average(chances, axis=0, weights=self.weights)
        return found

    def is_separated(
        self, candidates: Sequence[NDArray[np.float64]] | NDArray[np.float64], best: int | None = None
    ) -> bool:
        """Whether the best candidate is better than every other by three standard errors of the difference.

        Parameters
        ----------
        candidates : sequence of ndarray
            Values of each candidate in the same layouts, so that differences are paired: each float64, shape
            (samples,).
        best : int, optional
            Index of the candidate that is compared with the others; that of the highest mean where left out.
        """
        every = np.stack(list(candidates))
        if best is None:
            best = int(self.means(every)[0].argmax())
        means, errors = self.means(every[best] - every)
        ahead = means > _SEPARATION * errors
        ahead[best] = True
        return bool(ahead.all())


def expected_excess(mean: float, error: float) -> float:
    """The mean of the positive part of a normal variable: what it is worth to have it or nothing.

    Examples
    --------
    >>> round(expected_excess(0.0, 1.0), 4), expected_excess(-2.0, 0.0), expected_excess(3.0, 0.0)
    (0.3989, 0.0, 3.0)
    """
    if error <= 0 or math.isinf(error):
        return max(mean, error, 0.0)
    at = mean / error
    density = math.exp(-at * at / 2) / math.sqrt(2 * math.pi)
    return error * density + mean * (1 + math.erf(at / math.sqrt(2))) / 2


def unweighted_mean(values: NDArray[np.generic], effective_sample_size: float) -> tuple[float, float]:
    """The mean of equally weighted values, shape (samples,), and its standard error.

    For samples that belong to no `LayoutStatistics`, such as those of an eliminated candidate. The error is
    that of a sample of `effective_sample_size`, infinite after a single layout.
    """
    numbers = values.astype(np.float64)
    if len(numbers) == 1:
        return float(numbers.mean()), float("inf")
    return float(numbers.mean()), float(numbers.std(ddof=1) / max(effective_sample_size, 1.0) ** 0.5)


R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")


class SequentialSampler(Protocol[R_co]):
    """A Monte Carlo simulation that is extended batch by batch, or enumerates all layouts, and reports."""

    @property
    def statistics(self) -> LayoutStatistics:
        """The layouts so far."""

    @property
    def exhaustive(self) -> bool:
        """Whether the layouts are so few that all are enumerated."""

    def sample(self, number: int) -> None:
        """Draws and evaluates so many more layouts."""

    def enumerate(self) -> None:
        """Evaluates all layouts that there are."""

    def is_separated(self) -> bool:
        """Whether the best candidate is better than every other by three standard errors."""

    def report(self) -> R_co:
        """The estimates so far."""


def run_until_separated(
    sampler: SequentialSampler[R],
    samples: int,
    batch: int,
    progress: Callable[[int, int], object] | None,
    interrupted: Callable[[str, R], KeyboardInterrupt],
    *,
    on_report: Callable[[R], object] | None = None,
    stops_early: bool = True,
    deadline: Deadline | None = None,
    is_settled: Callable[[], bool] | None = None,
) -> R:
    """Samples layouts until the best candidate is separated or so many were drawn; enumerates few layouts.

    Parameters
    ----------
    sampler : SequentialSampler
    samples, batch : int
        Layouts at most, and between two tests of separation.
    progress : callable or None
        Called with the layouts so far and the most there will be.
    interrupted : callable
        Makes the interrupt that carries the report so far, from a message and the report.
    on_report : callable, optional
        Called with the report so far after each batch but the last, whose report is returned.
    stops_early : bool
        Whether to end before `samples` once the best candidate is separated.
    deadline : Deadline, optional
        When to end before that, with what there is.
    is_settled : callable, optional
        Whether the candidates differ by too little to go on.

    Raises
    ------
    KeyboardInterrupt
        That of `interrupted` once there is a batch to report.
    """
    statistics = sampler.statistics
    most = samples

    def is_over() -> bool:
        """Whether the batch so far was the last."""
        if statistics.samples >= most or (deadline is not None and deadline.is_over):
            return True
        if stops_early and sampler.is_separated():
            return True
        return is_settled is not None and is_settled()

    while statistics.samples < most:
        try:
            if sampler.exhaustive:
                sampler.enumerate()
                most = statistics.samples
            else:
                sampler.sample(min(batch, samples - statistics.samples))
            if progress is not None:
                progress(statistics.samples, most)
            if is_over():
                break
            if on_report is not None:
                on_report(sampler.report())
        except KeyboardInterrupt as interrupt:
            done = statistics.samples
            if not done:
                raise
            message = f"interrupted after {done} of {most} layouts: what is known is in .partial"
            raise interrupted(message, sampler.report()) from interrupt
    return sampler.report()
