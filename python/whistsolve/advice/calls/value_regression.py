"""The value function of calls: a ridge regression of points on one feature, for each stratum of calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

#: The kind of a call, the level of the bid made or passed on, and how many players may still call.
Stratum: TypeAlias = tuple[str, int, int]
#: Ridge penalty: the prior coefficients count as much as this many observations.
_PRIOR_STRENGTH: Final = 40.0
#: Step size from the coefficients of the previous iteration toward those of the new fit.
_STEP_SIZE: Final = 0.6


class ValueRegression:
    """Expected points of a call as intercept and slope on one feature, for each stratum.

    Ridge regression that shrinks toward prior coefficients, given by the first two items of a stratum: the
    posterior mean of a normal linear model whose prior is centred there. The prior of bids is always
    ``(0, 1)``: a bid is expected to score its value as the contract. It is ``(-0.5, 0)`` for strata without a
    given prior. Partial steps keep self-play, whose data depend on the coefficients, from oscillating.
    """

    def __init__(self, prior: Mapping[tuple[str, int], tuple[float, float]]) -> None:
        self._prior_coefficients = dict(prior)
        self._coefficients: dict[Stratum, NDArray[np.float64]] = {}
        self._numbers: dict[Stratum, int] = {}
        self._observations: list[tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]] = []

    def coefficients(self, stratum: Stratum) -> NDArray[np.float64]:
        """Intercept and slope of a stratum: float64, shape (2,)."""
        return self._coefficients.get(stratum, np.array(self._prior(stratum)))

    def number(self, stratum: Stratum) -> int:
        """The number of a stratum, from 0 in order of first use."""
        return self._numbers.setdefault(stratum, len(self._numbers))

    def add(
        self, strata: NDArray[np.intp], feature: NDArray[np.float64], points: NDArray[np.float64]
    ) -> None:
        """Add observations for the next `fit`; strata are given by their numbers."""
        self._observations.append((strata, feature, points))

    def fit(self) -> None:
        """Fit every stratum that has observations, take a step toward the fit, and clear the observations."""
        if not self._observations:
            return
        several = zip(*self._observations, strict=True)
        strata, feature, points = (np.concatenate(each) for each in several)
        of_products = (np.ones(len(feature)), feature, feature**2, points, feature * points)
        sums = [np.bincount(strata, each, len(self._numbers)) for each in of_products]
        for stratum, number in self._numbers.items():
            count, x, xx, y, xy = (float(each[number]) for each in sums)
            if not count:
                continue
            prior, before = np.array(self._prior(stratum)), self.coefficients(stratum)
            matrix = np.array([[count, x], [x, xx]]) + _PRIOR_STRENGTH * np.eye(2)
            fitted = np.linalg.solve(matrix, np.array([y, xy]) + _PRIOR_STRENGTH * prior)
            after: NDArray[np.float64] = before + _STEP_SIZE * (fitted - before)
            self._coefficients[stratum] = after
        self._observations.clear()

    def _prior(self, stratum: Stratum) -> tuple[float, float]:
        return (0.0, 1.0) if stratum[0] == "bid" else self._prior_coefficients.get(stratum[:2], (-0.5, 0.0))
