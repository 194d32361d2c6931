"""Statistics of stated probabilities and of their intervals, and tables of them; see README.md.

Rows of one deal are not independent: all intervals are clustered by deals.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from benchmarks.speed.sections import markdown_table
from benchmarks.strength.predictions import Estimate
from numpy.typing import NDArray

from whistsolve.advice.statistics import wilson_interval

#: Standard errors on either side of a mean in a 95 % interval, the normal quantile that the reports use.
_ERRORS: Final = 1.96
#: Rounding error: probabilities this near to 0 or 1 count as certain.
_NEARLY: Final = 1e-9
BINS: Final = ("0%", *(f"{low}-{low + 10}%" for low in range(0, 100, 10)), "100%")


@dataclass(frozen=True, slots=True)
class Forecast:
    """A stated probability and what came.

    Attributes
    ----------
    deal : int
        The number of the deal.
    stated : float
    came : bool
    """

    deal: int
    stated: float
    came: bool


def share(deals: Sequence[int], outcomes: Sequence[bool]) -> tuple[float, float, float]:
    """A proportion, and a 95 % interval of it, from observations that are clustered by deals.

    The variance is that between clusters (Kish, Survey Sampling, 1965). It gives the effective sample size,
    for which the interval is Wilson's (Korn and Graubard, Survey Methodology 24, 1998, 193-201). Where all
    observations are the same each deal counts as one.
    """
    found, variance, number = _mean(deals, np.array(outcomes, dtype=np.float64))
    if variance and 0 < found < 1:
        number = min(found * (1 - found) / variance, float(len(outcomes)))
    return found, *wilson_interval(found, number)


def mean_interval(deals: Sequence[int], values: Sequence[float]) -> tuple[float, float]:
    """A mean, and half the width of its 95 % interval, from observations that are clustered by deals."""
    found, variance, _ = _mean(deals, np.array(values, dtype=np.float64))
    return found, _ERRORS * math.sqrt(variance)


def _mean(deals: Sequence[int], values: NDArray[np.float64]) -> tuple[float, float, float]:
    """The mean of all values, its variance where deals are the sampling units, and the number of deals."""
    clusters = np.unique(np.array(deals), return_inverse=True)[1]
    found, number = float(values.mean()), int(clusters.max()) + 1
    off = np.bincount(clusters, values - found)
    variance = number / max(number - 1, 1) * float((off**2).sum()) / len(values) ** 2
    return found, variance if number > 1 else 0.0, float(number)


@dataclass(frozen=True, slots=True)
class Parts:
    """A Brier score, the mean squared error of probability forecasts, and its decomposition.

    Attributes
    ----------
    score : float
        Reliability - resolution + uncertainty + within.
    reliability : float
        Mean squared difference of the forecasts and the frequencies of their bins: 0 is best.
    resolution : float
        Variance of the frequencies between bins: the larger the better.
    uncertainty : float
        The score of the base rate as a constant forecast.
    within : float
        The part from different forecasts within a bin: their variance less twice their covariance with the
        outcomes.

    Notes
    -----
    Sources: Brier, Monthly Weather Review 78 (1950), 1-3; Murphy, A new vector partition of the probability
    score, Journal of Applied Meteorology 12 (1973), 595-600; of differences within bins Stephenson, Coelho
    and Jolliffe, Weather and Forecasting 23 (2008), 752-757.
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float


def brier_parts(forecasts: Sequence[float], outcomes: Sequence[bool]) -> Parts:
    """The Brier score of some forecasts and its decomposition by the bins of the tables."""
    forecast, outcome = np.array(forecasts, dtype=np.float64), np.array(outcomes, dtype=np.float64)
    bins = np.array([bin_of(each) for each in forecasts])
    size = np.bincount(bins)[bins]
    mean_forecast, frequency = (np.bincount(bins, each)[bins] / size for each in (forecast, outcome))
    base_rate = float(outcome.mean())
    off_forecast, off_outcome = forecast - mean_forecast, outcome - frequency
    return Parts(
        float(((forecast - outcome) ** 2).mean()),
        float(((mean_forecast - frequency) ** 2).mean()),
        float(((frequency - base_rate) ** 2).mean()),
        base_rate * (1 - base_rate),
        float((off_forecast**2 - 2 * off_forecast * off_outcome).mean()),
    )


def bin_of(stated: float) -> int:
    """The index of a probability in `BINS`: 0 and 1 have bins of their own."""
    if stated <= _NEARLY:
        return 0
    return len(BINS) - 1 if stated >= 1 - _NEARLY else 1 + min(int(10 * stated + _NEARLY), 9)


def expected_cover(layouts: float, reference: float) -> float:
    """How often a correct 95 % interval covers the estimate, with its own error, from other layouts.

    Examples
    --------
    >>> round(expected_cover(24, 192), 4)
    0.9354
    """
    off = _ERRORS / math.sqrt(1 + layouts / reference)
    return 2 * statistics.NormalDist().cdf(off) - 1


def is_near(each: Estimate) -> bool:
    """Whether an estimate and its reference differ by no more than 1.96 standard errors of the difference.

    For probabilities to make, the standard error is that of two samples with the pooled proportion, as in the
    two-proportion z test: Wilson's interval is the inversion of a score test too.
    """
    variance = each.error**2 + each.reference_error**2
    if each.what == "make":
        total = each.layouts + each.reference_layouts
        pooled = (each.value * each.layouts + each.reference * each.reference_layouts) / total
        variance = pooled * (1 - pooled) * (1 / each.layouts + 1 / each.reference_layouts)
    return abs(each.value - each.reference) <= _ERRORS * math.sqrt(max(variance, 0.0)) + _NEARLY


# ------------------------------------------------------------------------------------------------ the tables


def reliability_table(
    head: str, rows: Iterable[tuple[str, Forecast]], names: Sequence[str], what: str = "bids"
) -> str:
    """A reliability table: a row for each group that has forecasts; `what` is what they are of."""
    groups: dict[str, list[Forecast]] = {name: [] for name in names}
    for name, each in rows:
        groups[name].append(each)
    lines = []
    for name, some in groups.items():
        if some:
            deals, made = [each.deal for each in some], [each.came for each in some]
            stated = [each.stated for each in some]
            came, low, high = share(deals, made)
            mean, off = mean_interval(deals, [said - true for said, true in zip(stated, made, strict=True)])
            score = f"{brier_parts(stated, made).score:.4f}"
            numbers = f"{statistics.fmean(stated):.1%}", f"{came:.1%}", percents(low, high)
            lines.append([name, f"{len(some):,}", *numbers, off_by(100 * mean, 100 * off, 1), score])
    return markdown_table([head, what, "mean stated", "made", "95 %", "too high by", "Brier score"], lines)


def coverage_table(rows: Iterable[tuple[str, int, Estimate]], names: Sequence[str]) -> str:
    """How often intervals hold the estimates from more layouts: groups, numbers of deals and estimates."""
    groups: dict[str, list[tuple[int, Estimate]]] = {name: [] for name in names}
    for name, deal, each in rows:
        groups[name].append((deal, each))
    lines = [[name, *_covered(some)] for name, some in groups.items() if some]
    head = ["stated", "intervals", "hold it", "expected", "near it", "95 %", "stated less reference"]
    return markdown_table(head, lines)


def _covered(some: Sequence[tuple[int, Estimate]]) -> list[str]:
    deals, rows = [number for number, _ in some], [row for _, row in some]
    held = [row.low - _NEARLY <= row.reference <= row.high + _NEARLY for row in rows]
    expected = statistics.fmean(expected_cover(row.layouts, row.reference_layouts) for row in rows)
    near, *bounds = share(deals, [is_near(row) for row in rows])
    mean, off = mean_interval(deals, [row.value - row.reference for row in rows])
    return [
        f"{len(rows):,}", f"{statistics.fmean(held):.1%}", f"{expected:.1%}", f"{near:.1%}",
        percents(*bounds), off_by(mean, off, 3),
    ]  # fmt: skip


def off_by(mean: float, off: float, decimals: int) -> str:
    """A mean difference, with half the width of its interval."""
    return f"{mean:+.{decimals}f} ± {off:.{decimals}f}"


def percents(low: float, high: float) -> str:
    """An interval of a proportion."""
    return f"{100 * low:.1f}-{100 * high:.1f}%"
