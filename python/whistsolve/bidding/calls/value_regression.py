"""The value function of calls: a ridge regression of points on one feature, for each stratum of calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Stratum", "ValueRegression"]

#: The kind of a call, the level of the bid made or passed on, and how many players may still call.
Stratum: TypeAlias = tuple[str, int, int]
#: Ridge penalty: the prior coefficients count as much as so many observations.
_PRIOR_STRENGTH: Final = 40.0
#: Step size from the coefficients of the iteration before to those of the new fit.
_STEP_SIZE: Final = 0.6


class ValueRegression:
    """Expected points of a call as intercept and slope on one feature, for each stratum.

    Parameters
    ----------
    prior : mapping
        Prior intercept and slope by the first two parts of a stratum. Those of bids are always ``(0, 1)``:
        a bid is expected to bring its value as the contract. Strata that are not there have ``(-0.5, 0)``.

    Notes
    -----
    Ridge regression that shrinks toward the prior: the posterior mean of a normal linear model whose prior
    is centred there. Steps of less than the whole way keep self-play, whose data follow from the
    coefficients, from oscillating.
    """

    def __init__(self, prior: Mapping[tuple[str, int], tuple[float, float]]) -> None:
        self._prior_coefficients = dict(prior)
        self._coefficients: dict[Stratum, NDArray[np.float64]] = {}
        self._observations: dict[Stratum, list[tuple[NDArray[np.float64], NDArray[np.float64]]]] = {}

    def predict(self, stratum: Stratum, feature: NDArray[np.float64]) -> NDArray[np.float64]:
        """Expected points, with the shape of the feature."""
        intercept, slope = self.coefficients(stratum)
        found: NDArray[np.float64] = intercept + slope * feature
        return found

    def coefficients(self, stratum: Stratum) -> NDArray[np.float64]:
        """Intercept and slope of a stratum: float64, shape (2,)."""
        return self._coefficients.get(stratum, np.array(self._prior(stratum)))

    def add(self, stratum: Stratum, feature: NDArray[np.float64], points: NDArray[np.float64]) -> None:
        """Add observations, which count from the next `fit` on."""
        self._observations.setdefault(stratum, []).append((feature, points))

    def fit(self) -> None:
        """Fit every stratum that has observations, take a step toward the fit, and forget them."""
        for stratum, observed in self._observations.items():
            feature = np.concatenate([each for each, _ in observed])
            points = np.concatenate([each for _, each in observed])
            prior = np.array(self._prior(stratum))
            design = np.column_stack([np.ones(len(feature)), feature])
            matrix = design.T @ design + _PRIOR_STRENGTH * np.eye(2)
            fitted = np.linalg.solve(matrix, design.T @ points + _PRIOR_STRENGTH * prior)
            before = self.coefficients(stratum)
            after: NDArray[np.float64] = before + _STEP_SIZE * (fitted - before)
            self._coefficients[stratum] = after
        self._observations.clear()

    def _prior(self, stratum: Stratum) -> tuple[float, float]:
        return (0.0, 1.0) if stratum[0] == "bid" else self._prior_coefficients.get(stratum[:2], (-0.5, 0.0))
