"""The base class of all simulations: layouts drawn batch by batch, statistics, and when sampling ends."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.cards_request import CardRequest
from whistsolve.advice.request import AuctionRequest
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.advice.statistics import LayoutStatistics
from whistsolve.cancelling import ended_after
from whistsolve.errors import Interrupted
from whistsolve.inference.posterior import WeightedLayouts

R = TypeVar("R")


def estimates_by_tricks(
    tricks: NDArray[np.uint8],
    payoffs: Mapping[str, NDArray[Any] | None],
    mean: Callable[[NDArray[Any]], tuple[float, float]],
) -> dict[str, Any]:
    """Fields of a row: mean and standard error of each payoff, given by tricks in shape (tricks + 1,)."""
    found: dict[str, Any] = {}
    for name, each in payoffs.items():
        found[name], found[f"{name}_error"] = (None, None) if each is None else mean(each[tricks])
    return found


class LayoutSampler(ABC, Generic[R]):
    """A Monte Carlo simulation over layouts of the posterior, extended batch by batch.

    Sampling may end after each `batch` of layouts (`is_settled`), and ends at the deadline, with `estimate`
    if no batch is done. If at most `SimulationOptions.samples` layouts are possible, or `listed`, and there
    is time for them, `exhaustive` is true and all are enumerated.
    """

    batch: int = 24
    #: The first batches if there is a deadline: an unfinished batch is lost.
    least_batch: int = 4
    #: Layouts that are enumerated whatever the number of samples.
    listed: int = 0
    #: Layouts that are enumerated for each second of a time limit.
    enumerated_a_second: int = 16

    def __init__(
        self, request: AuctionRequest | CardRequest, options: SimulationOptions, seed: int | None = None
    ) -> None:
        self._request, self._posterior, self._options = request, request.posterior(), options
        self._seed = options.seed if seed is None else seed
        self.statistics: LayoutStatistics = LayoutStatistics()
        most, seconds = max(options.samples, self.listed), options.deadline.seconds_left()
        if seconds is not None:
            most = min(most, int(seconds * self.enumerated_a_second))
        self.exhaustive: bool = self._posterior.is_enumerable(most)

    def run(self) -> R:
        """Enumerates all layouts, or samples them until settled, out of time or at the maximum number.

        Raises `Interrupted` with the report so far; before the end of the first batch that is `estimate` if
        there is a deadline, else ``None``.
        """
        statistics, options = self.statistics, self._options
        most, estimate, valuing = options.samples, None, 0.0
        try:
            if options.deadline.seconds_left() is not None:
                estimate = self.estimate()
                if options.on_report is not None:
                    options.on_report(estimate)
            while (before := statistics.samples) < most and not options.deadline.is_over:
                with ended_after(options.deadline.seconds_left(valuing)):
                    if self.exhaustive:
                        self.enumerate()
                        most = statistics.samples
                    else:
                        least = self.batch if estimate is None else self.least_batch
                        self.sample(min(self.batch, max(least, before), most - before))
                if options.progress is not None:
                    options.progress(statistics.samples, most)
                begun = monotonic()
                over = self._options.deadline.is_over
                if over or statistics.samples in (before, most) or self.is_settled():
                    break
                valuing = monotonic() - begun
                if options.on_report is not None:
                    options.on_report(self.report())
        except KeyboardInterrupt as interrupt:
            done = statistics.samples
            if not done:
                message = "interrupted before the first layouts were done"
                raise Interrupted(message, estimate) from interrupt
            message = f"interrupted after {done} of {most} layouts: what is known is in .partial"
            raise Interrupted(message, self.report()) from interrupt
        return self.report() if estimate is None or statistics.samples else estimate

    def sample(self, number: int) -> None:
        """Draws and evaluates more layouts."""
        self._add(self._posterior.draw(number, self._seed, self.statistics.samples))

    def enumerate(self) -> None:
        """Evaluates all possible layouts."""
        self._add(self._posterior.enumerate())

    @abstractmethod
    def _add(self, weighted: WeightedLayouts) -> None:
        """Evaluates a batch of layouts, all of them if `exhaustive`, and adds it to the statistics."""

    @abstractmethod
    def estimate(self) -> R:
        """The report if there is no time to evaluate any layout: quick, and says what its numbers are."""

    @abstractmethod
    def _compared(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Each candidate's values by layout, (candidates, layouts), and its own, the highest for the best."""

    def is_separated(self) -> bool:
        """Whether the best candidate is better than every other by three standard errors."""
        values, own = self._compared()
        return self.statistics.is_separated(values, int(own.argmax()))

    def _lead_error(self) -> float | None:
        """The standard error of the difference between the best two candidates; ``None`` if not known."""
        values, own = self._compared()
        if len(own) < 2:
            return None
        first, second = np.argsort(-own, kind="stable")[:2]
        error = self.statistics.mean(values[first] - values[second])[1]
        return error if math.isfinite(error) else None

    def is_settled(self) -> bool:
        """Whether sampling may end: by default if the best candidate is separated."""
        return self.is_separated()

    @abstractmethod
    def report(self) -> R:
        """The estimates so far."""

    def _of_sample(self) -> dict[str, Any]:
        """The fields that describe the request and the sample, common to all reports."""
        return {
            "hand": self._request.hand,
            "seat": self._request.seat,
            "dealer": self._request.dealer,
            "callers": self._request.callers(),
            "samples": self.statistics.samples,
            "effective_sample_size": self.statistics.effective_sample_size,
            "separated": self.is_separated(),
            "exact": self.statistics.exact,
            "lead_error": self._lead_error(),
        }
