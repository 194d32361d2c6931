"""95 % intervals of Monte Carlo estimates: Wilson's for a chance, 1.96 standard errors for a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

__all__ = [
    "Interval",
    "distribution_error",
    "distribution_mean",
    "json_interval",
    "json_number",
    "normal_interval",
    "rounded",
    "wilson_interval",
]

#: The lower and the upper bound.
Interval: TypeAlias = tuple[float, float]

#: Standard errors on either side of a mean, for 95 %.
_ERRORS: Final = 1.96
#: Values of candidates count as equal where they agree to so many decimals.
_DECIMALS: Final = 9


def wilson_interval(chance: float, number: float) -> Interval:
    """The 95 % interval of a chance that a sample gives: Wilson's score interval.

    It has a width where all or none of the sample is a success, and stays within 0 and 1.
    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
    American Statistical Association 22 (1927), 209-212.

    Parameters
    ----------
    chance : float
        The share of successes, 0 to 1.
    number : float
        The effective sample size, above 0; need not be a whole number.

    Examples
    --------
    >>> low, high = wilson_interval(15 / 148, 148)
    >>> round(low, 4), round(high, 4)
    (0.0624, 0.1605)
    """
    square = _ERRORS**2 / number
    middle = (chance + square / 2) / (1 + square)
    half = math.sqrt(square * (chance * (1 - chance) + square / 4)) / (1 + square)
    # Rounding errors may leave a bound just outside 0 to 1, or on the wrong side of the chance.
    return min(chance, max(0.0, middle - half)), max(chance, min(1.0, middle + half))


def normal_interval(
    mean: float, error: float | None, least: float = -math.inf, most: float = math.inf
) -> Interval:
    """The 95 % interval of a mean by the normal approximation, cut at the least and most it can be.

    Parameters
    ----------
    mean : float
    error : float or None
        The standard error. Where it is ``None`` or not finite, as after a single sample, the interval is
        ``(least, most)``.
    least, most : float
        Bounds of the quantity itself.
    """
    if error is None or not math.isfinite(error):
        return least, most
    return max(least, mean - _ERRORS * error), min(most, mean + _ERRORS * error)


def distribution_mean(chances: Sequence[float]) -> float:
    """The mean of a distribution over 0, 1, 2, ...

    Parameters
    ----------
    chances : sequence of float
        The chance of each number, from 0 on.
    """
    return sum(number * chance for number, chance in enumerate(chances))


def distribution_error(chances: Sequence[float], number: float) -> float:
    """The standard error of `distribution_mean`, infinite where the sample size is not known.

    Parameters
    ----------
    chances : sequence of float
        The chance of each number, from 0 on, as a sample gives it.
    number : float
        The effective sample size; 0 where it is not known.
    """
    if number <= 0:
        return math.inf
    mean = distribution_mean(chances)
    return math.sqrt(sum((each - mean) ** 2 * chance for each, chance in enumerate(chances)) / number)


def rounded(value: float) -> float:
    """The value without its last bits, which depend on the order of summation: equals compare as equal."""
    return round(value, _DECIMALS)


def json_number(number: float | None) -> float | None:
    """The number, or ``None`` where it is not finite: JSON has no infinity."""
    return number if number is not None and math.isfinite(number) else None


def json_interval(interval: Interval | None) -> list[float | None] | None:
    """Both bounds, each ``None`` where it is not finite."""
    return None if interval is None else [json_number(bound) for bound in interval]
