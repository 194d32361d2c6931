"""Conditional logit models (McFadden 1974): a choice among options, each with features."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

_STEPS: Final = 50
_HALVINGS: Final = 12
_CLOSE: Final = 1e-7
#: Choices whose matrices are in memory at once.
_ROWS: Final = 2048


def fit_conditional_logit(
    features: NDArray[np.float64],
    available: NDArray[np.bool_],
    chosen: NDArray[np.intp],
    prior: NDArray[np.float64],
    strength: float,
) -> NDArray[np.float64]:
    """The weights of the highest posterior density, by Newton's method: float64, shape (features,).

    `features` have shape (choices, options, features), `available`, (choices, options), is which options
    there were, and `chosen`, (choices,), the one taken. The prior is normal with mean `prior` and precision
    `strength` (a ridge penalty), so that there is one maximum: the log-likelihood is concave.
    """
    weights = prior.astype(np.float64)
    density = _log_density(features, available, chosen, weights, prior, strength)
    for _ in range(_STEPS):
        gradient = -strength * (weights - prior)
        curvature = strength * np.eye(len(weights))
        for first in range(0, len(chosen), _ROWS):
            rows = slice(first, first + _ROWS)
            chances = np.exp(log_chances(features[rows] @ weights, available[rows]))
            means = np.einsum("no,nof->nf", chances, features[rows])
            taken = features[rows][np.arange(len(chances)), chosen[rows]]
            gradient += (taken - means).sum(axis=0)
            weighted = (features[rows] * chances[:, :, np.newaxis]).reshape(-1, len(weights))
            curvature += weighted.T @ features[rows].reshape(-1, len(weights)) - means.T @ means
        step = np.linalg.solve(curvature, gradient)
        for _ in range(_HALVINGS):
            after = _log_density(features, available, chosen, weights + step, prior, strength)
            if after >= density:
                break
            step = step / 2
        else:
            break
        weights, gained, density = weights + step, after - density, after
        if gained < _CLOSE:
            break
    return weights


def log_chances(utilities: NDArray[np.float64], available: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The logarithms of the chances of options with these utilities, both of shape (choices, options)."""
    found = np.where(available, utilities, -np.inf)
    found -= found.max(axis=1, keepdims=True)
    logarithms: NDArray[np.float64] = found - np.log(np.exp(found).sum(axis=1, keepdims=True))
    return logarithms


def _log_density(
    features: NDArray[np.float64],
    available: NDArray[np.bool_],
    chosen: NDArray[np.intp],
    weights: NDArray[np.float64],
    prior: NDArray[np.float64],
    strength: float,
) -> float:
    found = log_chances(features @ weights, available)[np.arange(len(chosen)), chosen].sum()
    return float(found) - strength / 2 * float(((weights - prior) ** 2).sum())
