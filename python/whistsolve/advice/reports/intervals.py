"""95 % intervals of Monte Carlo estimates: Wilson's or a beta interval for a chance, normal for a mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from whistsolve.values.cards import Suit

#: The lower and the upper bound.
Interval: TypeAlias = tuple[float, float]

#: Standard errors on either side of a mean in a 95 % interval.
_ERRORS: Final = 1.96
#: Values of candidates are treated as equal if they agree to this many decimals.
_DECIMALS: Final = 9
#: Tail probability on either side of a 95 % interval.
_TAIL: Final = 0.025
#: Maximum number of steps to a quantile, and of terms of the continued fraction.
_STEPS, _TERMS = 200, 10_000
#: Relative accuracy of quantiles and continued fraction, and the value that replaces 0 in denominators.
_ACCURACY, _TINY = 1e-13, 1e-300


def wilson_interval(chance: float, number: float) -> Interval:
    """The 95 % interval of a probability from the share of successes in a sample: Wilson's score interval.

    It has a width even if all or none are successes, and stays within 0 and 1. The effective sample size
    `number`, above 0, need not be an integer. Source: E. B. Wilson, Probable inference, the law of
    succession, and statistical inference, Journal of the American Statistical Association 22 (1927), 209-212.

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
    """The 95 % interval of a mean by the normal approximation, cut at its minimum and maximum.

    If the standard error is ``None`` or not finite, as after a single sample, it is ``(least, most)``.
    """
    if error is None or not math.isfinite(error):
        return least, most
    return max(least, mean - _ERRORS * error), min(most, mean + _ERRORS * error)


def beta_interval(chance: float, number: float) -> tuple[float, float]:
    """The central 95 % interval of a probability whose posterior is a beta distribution.

    Its parameters are ``chance * number`` and ``(1 - chance) * number``: `chance` is the posterior mean, and
    `number` the sum of prior strength and effective sample size, above 0.

    Examples
    --------
    >>> low, high = beta_interval(0.5, 2.0)
    >>> round(low, 6), round(high, 6)
    (0.025, 0.975)
    """
    a, b = chance * number, (1 - chance) * number
    if a <= 0 or b <= 0:
        return chance, chance
    # The upper bound is 1 less a quantile of the mirrored distribution, which is accurate near 1 too.
    low, high = _beta_quantile(_TAIL, a, b), 1 - _beta_quantile(_TAIL, b, a)
    # The mean may lie outside the quantiles if nearly all of the distribution is at 0 or 1.
    return min(low, chance), max(high, chance)


def distribution_mean(chances: Sequence[float]) -> float:
    """The mean of a distribution, given as the chances of 0, 1, 2, ..."""
    return sum(number * chance for number, chance in enumerate(chances))


def distribution_error(chances: Sequence[float], number: float) -> float:
    """The standard error of `distribution_mean` given the effective sample size; infinite if that is 0."""
    if number <= 0:
        return math.inf
    mean = distribution_mean(chances)
    return math.sqrt(sum((each - mean) ** 2 * chance for each, chance in enumerate(chances)) / number)


def rounded(value: float) -> float:
    """The value without its last bits, which depend on the order of summation, so that ties are equal."""
    return round(value, _DECIMALS)


def json_value(value: object) -> object:
    """A field of a row or report for JSON: collections and numbers unchanged, other objects as text.

    Numbers that are not finite become ``None``: JSON has no infinity.
    """
    if isinstance(value, Mapping):
        return {str(key): json_value(each) for key, each in value.items()}
    if type(value) is tuple:
        return [json_value(each) for each in value]
    if isinstance(value, Suit):
        return value.letter
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, int) else str(value)


def _beta_quantile(probability: float, a: float, b: float) -> float:
    """The quantile of a beta distribution at a probability.

    It is found by Newton's method, with bisection if a step would leave the bounds found so far.
    """
    low, high, x = 0.0, 1.0, a / (a + b)
    for _ in range(_STEPS):
        off = _beta_cdf(x, a, b) - probability
        low, high = (x, high) if off < 0 else (low, x)
        if high - low <= _ACCURACY * high or high < _TINY:
            break
        density = math.exp((a - 1) * math.log(x) + (b - 1) * math.log1p(-x) - _log_beta(a, b))
        step = x - off / density if density > 0 else low
        x, before = (step if low < step < high else (low + high) / 2), x
        if abs(x - before) <= _ACCURACY * x:
            break
    return x


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _beta_cdf(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function.

    Source: NIST Digital Library of Mathematical Functions, 8.17.22, a continued fraction that converges fast
    below the mean; above the mean the mirrored distribution is used.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    log_scale = a * math.log(x) + b * math.log1p(-x) - _log_beta(a, b)
    if x < (a + 1) / (a + b + 2):
        return math.exp(log_scale) / a / _continued_fraction(x, a, b)
    return 1 - math.exp(log_scale) / b / _continued_fraction(1 - x, b, a)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """1 + d1 / (1 + d2 / (1 + ...)) of the incomplete beta function, by the modified algorithm of Lentz."""
    value, upper, lower = 1.0, 1.0, 0.0
    for term in range(1, _TERMS):
        half = term // 2
        if term % 2:
            number = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        else:
            number = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        lower = 1 / (1 + number * lower or _TINY)
        upper = 1 + number / upper or _TINY
        value *= upper * lower
        if abs(upper * lower - 1) < _ACCURACY:
            break
    return value
