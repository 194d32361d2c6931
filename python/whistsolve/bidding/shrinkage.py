"""Shrinkage: estimates from few layouts are drawn toward a prior prediction, as far as they are noisy.

The prior is what `DealEvaluator` predicts over many layouts in which no card is played. It counts as
`PRIOR_STRENGTH` layouts (pseudo-samples) beside those that were solved. The distribution of tricks then is
the posterior mean of a Dirichlet prior, the chance to make that of a beta prior, whose likelihood is binomial
(beta-binomial model). Of the best of several estimates the plain mean is too high (winner's curse); the
posterior mean is not, where the prior is right (empirical Bayes).

Sources: B. Efron and C. Morris, Stein's paradox in statistics, Scientific American 236 (1977), 119-127;
J. E. Smith and R. L. Winkler, The optimizer's curse, Management Science 52 (2006), 311-322.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Final

__all__ = [
    "PRIOR_LAYOUTS",
    "PRIOR_STRENGTH",
    "Prior",
    "beta_interval",
    "posterior_error",
    "posterior_mean",
    "prior_weight",
]

#: Prior strength: the prior counts as this many solved layouts. By maximum likelihood 42 with 16 layouts
#: and 47 with 48, on 111 deals that no test has (``python -m benchmarks.fitting.prior_strength``). Here it is
#: less: the prior is some three per cent too low for the chance to make, and near its best it hardly matters.
PRIOR_STRENGTH: Final = 32.0
#: Layouts from which the prior is predicted.
PRIOR_LAYOUTS: Final = 120
#: Tail probability on either side of a 95 % interval.
_TAIL: Final = 0.025
#: Steps to a quantile, and terms of the continued fraction, at most.
_STEPS, _TERMS = 200, 10_000
#: Relative accuracy of the continued fraction, and what stands in place of 0 in its denominators.
_ACCURACY, _TINY = 1e-13, 1e-300


@dataclass(frozen=True, slots=True)
class Prior:
    """The prior prediction of one row, from layouts in which no card is played.

    Attributes
    ----------
    make : float or None
        The chance that the bid is made; ``None`` for a pass.
    points : float
        Expected points.
    equity : float or None
        The chance to win the match; ``None`` without match equity.
    strength : float
        How many solved layouts it counts as (pseudo-samples).
    """

    make: float | None
    points: float
    equity: float | None
    strength: float

    def as_dict(self) -> dict[str, float | None]:
        """The prior by name, for JSON."""
        return asdict(self)


def prior_weight(strength: float, number: float) -> float:
    """The weight of the prior beside so many layouts, 0 to 1: strength / (strength + number).

    It is the squared error of the mean over the sum of that and the variance of the prior.

    Parameters
    ----------
    strength : float
        Prior strength in layouts; 0 where there is no prior.
    number : float
        The effective sample size; without samples the prior has all the weight, unless its strength is 0.
    """
    return strength / (strength + number) if strength > 0 else 0.0


def posterior_mean(mean: float, prior: float, strength: float, number: float) -> float:
    """The mean of a sample, shrunk toward the prior.

    Examples
    --------
    >>> posterior_mean(1.0, 0.5, strength=16, number=16)
    0.75
    """
    return mean + (prior - mean) * prior_weight(strength, number)


def posterior_error(error: float, strength: float, number: float) -> float:
    """The posterior standard deviation of a mean with a standard error, infinite where that is."""
    return error * math.sqrt(1 - prior_weight(strength, number))


def beta_interval(chance: float, number: float) -> tuple[float, float]:
    """The central 95 % interval of a chance whose posterior is a beta distribution.

    Parameters
    ----------
    chance : float
        The posterior mean, 0 to 1.
    number : float
        Prior strength and effective sample size together, above 0: the parameters of the beta distribution
        are `chance` times this and the rest.

    Examples
    --------
    >>> low, high = beta_interval(0.5, 2.0)
    >>> round(low, 6), round(high, 6)
    (0.025, 0.975)
    """
    a, b = chance * number, (1 - chance) * number
    if a <= 0 or b <= 0:
        return chance, chance
    # The tail on the other side is found as 1 less the quantile of the mirrored distribution, near 1 too.
    low, high = _beta_quantile(_TAIL, a, b), 1 - _beta_quantile(_TAIL, b, a)
    # The mean lies outside where nearly all of the distribution is at 0 or 1.
    return min(low, chance), max(high, chance)


def _beta_quantile(probability: float, a: float, b: float) -> float:
    """The value below which a beta distribution has such a probability.

    By Newton's method, and bisection where that would leave the bounds found so far.
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

    Source: NIST Digital Library of Mathematical Functions, 8.17.22, a continued fraction, which converges
    fast below the mean; above it the mirrored one.
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
