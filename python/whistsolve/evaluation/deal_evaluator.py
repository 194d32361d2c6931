"""A declarer's tricks when all hands before the kitty are known, by regression and without search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.evaluation.hand_evaluator import Weights, trick_distributions
from whistsolve.evaluation.suit_features import certain_of
from whistsolve.game import Seating
from whistsolve.rules import Rules
from whistsolve.rules.sides import plays_with_partners
from whistsolve.values.strains import Strain


@dataclass(frozen=True, slots=True)
class Coefficients:
    """Tricks of the declarer's side for each trick that the partners' or opponents' hands are worth more.

    That is the tricks that they would win as declarers, beyond the mean given the declarer's hand.
    `residual_sd` is the residual standard deviation in tricks. `certain` is for each trick that the declarer
    is certain of with the kitty, beyond that mean.
    """

    partner: float
    opponents: float
    residual_sd: float
    certain: float


#: By number of players, whether there are partners, and a kitty; with trumps, then without. Fitted by
#: ``python -m benchmarks.fitting.deal_evaluator``; other games use those of four single players.
COEFFICIENTS: Final[dict[tuple[int, bool, bool], tuple[Coefficients, Coefficients]]] = {
    (4, True, True): (Coefficients(0.14, -1.15, 1.19, 0.04), Coefficients(0.76, -1.06, 1.46, 0.39)),
    (4, True, False): (Coefficients(0.9, -0.58, 1.04, -0.06), Coefficients(1.0, -0.53, 1.28, -0.1)),
    (3, False, True): (Coefficients(0.0, -1.07, 1.4, 0.08), Coefficients(0.0, -0.49, 1.72, 0.61)),
    (4, False, True): (Coefficients(0.0, -1.25, 1.06, 0.13), Coefficients(0.0, -0.25, 1.32, 1.0)),
    (5, False, True): (Coefficients(0.0, -1.07, 0.94, 0.31), Coefficients(0.0, -0.02, 0.94, 1.27)),
    (6, False, True): (Coefficients(0.0, -1.27, 0.81, 0.11), Coefficients(0.0, -0.01, 0.9, 1.28)),
}


#: The grid of predictions with tabulated distributions: the lowest, in tricks, and grid steps per trick.
_LOWEST: Final = -6.0
_STEPS: Final = 20


class DealEvaluator:
    """Distributions of tricks from the tricks that every hand by itself is expected to win.

    The prediction for a declarer is the mean of their own hand plus `Coefficients` times the residuals of the
    other hands, and of the tricks that they are certain of, given the declarer's mean. Means are those of
    each hand as declarer: float64, shape (deals, hands, strains); `held` are the cards of the declarer with
    the kitty: uint64, (deals,), of hand 0 at first. `tricks` is the maximum.
    """

    def __init__(
        self,
        rules: Rules,
        strains: tuple[Strain, ...],
        means: NDArray[np.float64],
        held: NDArray[np.uint64],
        tricks: int,
    ) -> None:
        self._rules, self._strains = rules, strains
        partners = plays_with_partners(rules, rules.dealt_hands)
        key = rules.dealt_hands, partners, bool(rules.kitty_size) or not partners
        of_kinds = COEFFICIENTS.get(key, COEFFICIENTS[4, False, True])
        grid = np.arange(_LOWEST, tricks - _LOWEST, 1 / _STEPS)
        #: Distributions by prediction of the grid, with trumps and without: (2, grid, tricks + 1).
        self._distributions = np.stack(
            [trick_distributions(grid, Weights({}, each.residual_sd, 0.0), tricks) for each in of_kinds]
        )
        self._kinds = np.array([int(strain.is_no_trump) for strain in strains])
        weights = np.array([[each.partner, each.opponents, each.certain] for each in of_kinds])
        self._weights = weights[self._kinds]
        own, *others = self._regressors(means, held, 0, range(len(strains)))
        #: Intercept and slope of the other regressors on the declarer's mean: (strains, 3, 2).
        self._lines = np.array(
            [[_least_squares(own[index], each[index]) for each in others] for index in range(len(strains))]
        )

    def of_strains(
        self,
        means: NDArray[np.float64],
        held: NDArray[np.uint64],
        declarer: int,
        strains: Sequence[int],
    ) -> NDArray[np.float64]:
        """Probabilities of 0, 1, ... tricks by index of the strain: float64, (strains, deals, tricks + 1)."""
        columns = list(strains)
        own, *others = self._regressors(means, held, declarer, columns)
        lines = self._lines[columns].transpose(1, 2, 0)[..., np.newaxis]
        prediction = own.copy()
        for weight, line, each in zip(self._weights[columns].T, lines, others, strict=True):
            prediction += weight[:, np.newaxis] * (each - line[0] - line[1] * own)
        last = self._distributions.shape[1] - 1
        rows = np.clip((prediction - _LOWEST) * _STEPS, 0, last).round().astype(np.intp)
        return np.asarray(self._distributions[self._kinds[columns][:, np.newaxis], rows])

    def of_contracts(
        self,
        means: NDArray[np.float64],
        held: NDArray[np.uint64],
        declarers: NDArray[np.intp],
        strains: NDArray[np.intp],
    ) -> NDArray[np.float64]:
        """Probabilities for one declarer and strain (index) per deal: float64, shape (deals, tricks + 1)."""
        found = np.empty((len(means), self._distributions.shape[2]))
        pairs, inverse = np.unique(declarers * len(self._kinds) + strains, return_inverse=True)
        for index, pair in enumerate(pairs.tolist()):
            rows = np.flatnonzero(inverse.reshape(-1) == index)
            declarer, strain = divmod(pair, len(self._kinds))
            found[rows] = self.of_strains(means[rows], held[rows], declarer, [strain])[0]
        return found

    def _regressors(
        self, means: NDArray[np.float64], held: NDArray[np.uint64], declarer: int, strains: Iterable[int]
    ) -> list[NDArray[np.float64]]:
        """Means of declarer, partners and opponents, added up, and certain tricks: (strains, deals) each."""
        columns, seating = list(strains), Seating.of(self._rules, declarer)
        side = seating.side_hands(declarer)
        partners = [hand for hand in side if hand != declarer]
        opponents = [hand for hand in sorted(seating.order) if hand not in side]
        sums = [means[:, hands][:, :, columns].sum(axis=1).T for hands in ([declarer], partners, opponents)]
        every = [certain_of(held, self._strains[each], self._rules, leads=True) for each in columns]
        return [*sums, np.stack(every).astype(np.float64)]


def with_kitty(
    layouts: NDArray[np.uint64], declarers: int | NDArray[np.intp], rules: Rules
) -> NDArray[np.uint64]:
    """The cards of a declarer, one for all or one each, with those of the kitty: uint64, (layouts,)."""
    hands = layouts[np.arange(len(layouts)), declarers]
    return np.asarray(hands | layouts[:, -1] if rules.kitty_size else hands)


def at_least(chances: NDArray[np.float64], certain: NDArray[np.intp]) -> NDArray[np.float64]:
    """Distributions, (layouts, tricks + 1), with the chance of fewer tricks than are certain moved there."""
    below = np.arange(chances.shape[1]) < certain[:, np.newaxis]
    found = np.where(below, 0.0, chances)
    found[np.arange(len(found)), certain] += np.where(below, chances, 0.0).sum(axis=1)
    return found


def certain_tricks_of(
    hands: NDArray[np.uint64],
    declarer: int,
    dealer: int,
    strain: Strain,
    rules: Rules,
    most: int,
    *,
    nearly: bool = False,
) -> NDArray[np.intp]:
    """`certain_of` for hands of a declarer, at most `most`: intp, (hands,)."""
    leads = Seating.of(rules, declarer).first_leader(rules, declarer, dealer) == declarer
    return np.minimum(certain_of(hands, strain, rules, leads=leads, nearly=nearly), most)


def _least_squares(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float]:
    """Intercept and slope of the ordinary least squares line of y on x, flat if x does not vary."""
    variance = float(x.var())
    slope = float(((x - x.mean()) * (y - y.mean())).mean()) / variance if variance > 1e-12 else 0.0
    return float(y.mean()) - slope * float(x.mean()), slope
