"""A declarer's tricks when all hands before the kitty are known, by regression and without search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.evaluation.hand_evaluator import Weights, trick_distributions
from whistsolve.game import Seating
from whistsolve.rules import Rules
from whistsolve.rules.sides import plays_with_partners
from whistsolve.values.strains import Strain


@dataclass(frozen=True, slots=True)
class Coefficients:
    """Tricks of the declarer's side for each trick that the partners' or opponents' hands are worth more.

    That is the tricks that they would win as declarers, beyond the mean given the declarer's hand.
    `residual_sd` is the residual standard deviation in tricks.
    """

    partner: float
    opponents: float
    residual_sd: float


#: By number of players, whether there are partners, and a kitty; with trumps, then without. Fitted by
#: ``python -m benchmarks.fitting.deal_evaluator``; other games use those of four single players.
COEFFICIENTS: Final[dict[tuple[int, bool, bool], tuple[Coefficients, Coefficients]]] = {
    (4, True, True): (Coefficients(0.1, -1.19, 1.19), Coefficients(0.49, -1.33, 1.53)),
    (4, True, False): (Coefficients(0.91, -0.57, 1.04), Coefficients(1.0, -0.53, 1.28)),
    (3, False, True): (Coefficients(0.0, -1.13, 1.4), Coefficients(0.0, -0.74, 2.07)),
    (4, False, True): (Coefficients(0.0, -1.33, 1.07), Coefficients(0.0, -0.61, 1.8)),
    (5, False, True): (Coefficients(0.0, -1.19, 0.97), Coefficients(0.0, -0.38, 1.4)),
    (6, False, True): (Coefficients(0.0, -1.33, 0.82), Coefficients(0.0, -0.54, 1.46)),
}


#: The grid of predictions with tabulated distributions: the lowest, in tricks, and grid steps per trick.
_LOWEST: Final = -6.0
_STEPS: Final = 20


class DealEvaluator:
    """Distributions of tricks from the tricks that every hand by itself is expected to win.

    The prediction for a declarer is the mean of their own hand plus `Coefficients` times the residuals of the
    other hands, given the declarer's mean. Means are those of each hand as declarer: float64, shape (deals,
    hands, strains). `tricks` is the maximum.
    """

    def __init__(
        self, rules: Rules, strains: tuple[Strain, ...], means: NDArray[np.float64], tricks: int
    ) -> None:
        self._rules = rules
        partners = plays_with_partners(rules, rules.dealt_hands)
        key = rules.dealt_hands, partners, bool(rules.kitty_size) or not partners
        of_kinds = COEFFICIENTS.get(key, COEFFICIENTS[4, False, True])
        grid = np.arange(_LOWEST, tricks - _LOWEST, 1 / _STEPS)
        #: Distributions by prediction of the grid, with trumps and without: (2, grid, tricks + 1).
        self._distributions = np.stack(
            [trick_distributions(grid, Weights({}, each.residual_sd, 0.0), tricks) for each in of_kinds]
        )
        self._kinds = np.array([int(strain.is_no_trump) for strain in strains])
        self._weights = np.array([[each.partner, each.opponents] for each in of_kinds])[self._kinds]
        own, partner, opponents = self._roles(means, 0)
        #: Intercept and slope of the partner's and the opponents' means on the declarer's: (strains, 2, 2).
        self._lines = np.array(
            [
                [_least_squares(own[:, index], others[:, index]) for others in (partner, opponents)]
                for index in range(len(strains))
            ]
        )

    def of_strains(
        self, means: NDArray[np.float64], declarer: int, strains: Sequence[int]
    ) -> NDArray[np.float64]:
        """Probabilities of 0, 1, ... tricks by index of the strain: float64, (strains, deals, tricks + 1)."""
        columns = list(strains)
        own, partner, opponents = (each[:, columns].T for each in self._roles(means, declarer))
        lines = self._lines[columns].transpose(1, 2, 0)[..., np.newaxis]
        weights = self._weights[columns].T[..., np.newaxis]
        prediction = own + weights[0] * (partner - lines[0, 0] - lines[0, 1] * own)
        prediction += weights[1] * (opponents - lines[1, 0] - lines[1, 1] * own)
        last = self._distributions.shape[1] - 1
        rows = np.clip((prediction - _LOWEST) * _STEPS, 0, last).round().astype(np.intp)
        return np.asarray(self._distributions[self._kinds[columns][:, np.newaxis], rows])

    def of_contracts(
        self, means: NDArray[np.float64], declarers: NDArray[np.intp], strains: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        """Probabilities for one declarer and strain (index) per deal: float64, shape (deals, tricks + 1)."""
        found = np.empty((len(means), self._distributions.shape[2]))
        pairs, inverse = np.unique(declarers * len(self._kinds) + strains, return_inverse=True)
        for index, pair in enumerate(pairs.tolist()):
            rows = np.flatnonzero(inverse.reshape(-1) == index)
            declarer, strain = divmod(pair, len(self._kinds))
            found[rows] = self.of_strains(means[rows], declarer, [strain])[0]
        return found

    def _roles(
        self, means: NDArray[np.float64], declarer: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The declarer's means, their sums over partners and over opponents: shape (deals, strains) each."""
        seating = Seating.of(self._rules, declarer)
        side = seating.side_hands(declarer)
        own = means[:, declarer]
        partners = means[:, [hand for hand in side if hand != declarer]].sum(axis=1)
        opponents = [hand for hand in sorted(seating.order) if hand not in side]
        return own, partners, means[:, opponents].sum(axis=1)


def _least_squares(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float]:
    """Intercept and slope of the ordinary least squares line of y on x, flat if x does not vary."""
    variance = float(x.var())
    slope = float(((x - x.mean()) * (y - y.mean())).mean()) / variance if variance > 1e-12 else 0.0
    return float(y.mean()) - slope * float(x.mean()), slope
