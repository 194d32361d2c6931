"""How many tricks a declarer takes when all hands before the kitty are known, roughly and at once.

What the quick evaluator says of the declarer's own hand is put right by what it says of the others in the
same strain: strong opponents take tricks away, a strong partner adds some.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.evaluation.hand_evaluator import Weights, probabilities
from whistsolve.rules import Rules
from whistsolve.rules.sides import partner_of, plays_with_partners
from whistsolve.values.strains import Strain

__all__ = ["TOGETHER", "DealEvaluator", "Share", "share_of"]


@dataclass(frozen=True, slots=True)
class Share:
    """What a trick more that others would take, than those do who sit with such a declarer, changes.

    Attributes
    ----------
    partner, opponents : float
        Tricks of the declarer's side for each that the partner's hand, or all opponents' hands together,
        would take as declarers.
    spread : float
        Standard deviation that is left, in tricks.
    """

    partner: float
    opponents: float
    spread: float


#: By players, partners and kitty, with trumps and without. Made by
#: ``python -m benchmarks.fitting.deal_evaluator``; other games take those of four single players.
#: From the declarer's own hand alone 2.0 and 2.5 tricks are left in the first game.
TOGETHER: Final[dict[tuple[int, bool, bool], tuple[Share, Share]]] = {
    (4, True, True): (Share(0.1, -1.19, 1.19), Share(0.49, -1.33, 1.53)),
    (4, True, False): (Share(0.91, -0.57, 1.04), Share(1.0, -0.53, 1.28)),
    (3, False, True): (Share(0.0, -1.13, 1.4), Share(0.0, -0.74, 2.07)),
    (4, False, True): (Share(0.0, -1.33, 1.07), Share(0.0, -0.61, 1.8)),
    (5, False, True): (Share(0.0, -1.19, 0.97), Share(0.0, -0.38, 1.4)),
    (6, False, True): (Share(0.0, -1.33, 0.82), Share(0.0, -0.54, 1.46)),
}


def share_of(rules: Rules, no_trump: bool) -> Share:
    """The numbers of a game."""
    partners = plays_with_partners(rules)
    key = rules.players, partners, bool(rules.kitty_size) or not partners
    found = TOGETHER.get(key, TOGETHER[4, False, True])
    return found[int(no_trump)]


#: Middles from here on, in tricks, and steps to a trick.
_LEAST: Final = -6.0
_STEPS: Final = 20


class DealEvaluator:
    """Distributions of tricks from what every hand would take by itself.

    Parameters
    ----------
    rules : Rules
    strains : sequence of Strain
        Columns.
    means : ndarray
        float64, shape (deals, seats, strains): what hands of random deals are expected to take as declarers.
        It says what is usual.
    tricks : int
        All there are, as `solve` counts them.
    """

    def __init__(
        self, rules: Rules, strains: tuple[Strain, ...], means: NDArray[np.float64], tricks: int
    ) -> None:
        self._rules = rules
        kinds = np.array([int(strain.is_no_trump) for strain in strains])
        self._shares = [share_of(rules, bool(kind)) for kind in kinds]
        #: By strain: chances for every middle, in steps; one table for those of a kind.
        tables = {share: _chances(share, tricks) for share in self._shares}
        self._chances = [tables[share] for share in self._shares]
        own, partner, opponents = self._roles(means, 0)
        #: By strain: constant and slope of what partner and opponents usually have beside a hand.
        self._usual = [
            (_line(own[:, place], partner[:, place]), _line(own[:, place], opponents[:, place]))
            for place in range(len(strains))
        ]

    def distributions(self, means: NDArray[np.float64], declarer: int, place: int) -> NDArray[np.float64]:
        """Chances of 0, 1, ... tricks in one strain, by its place: float64, shape (deals, tricks + 1).

        Parameters
        ----------
        means : ndarray
            float64, shape (deals, seats, strains): of every hand by itself, as declarer.
        """
        own, partner, opponents = (each[:, place] for each in self._roles(means, declarer))
        with_partner, with_opponents = self._usual[place]
        share = self._shares[place]
        middle = own + share.partner * (partner - with_partner[0] - with_partner[1] * own)
        middle = middle + share.opponents * (opponents - with_opponents[0] - with_opponents[1] * own)
        at = np.clip((middle - _LEAST) * _STEPS, 0, len(self._chances[place]) - 1).round().astype(np.intp)
        return self._chances[place][at]

    def _roles(
        self, means: NDArray[np.float64], declarer: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Means of the declarer, of the partner, and of all opponents together: shape (deals, strains)."""
        players = self._rules.players
        own = means[:, declarer]
        if plays_with_partners(self._rules):
            partner = means[:, partner_of(declarer, self._rules)]
            return own, partner, means[:, (declarer + 1) % players] + means[:, (declarer + 3) % players]
        return own, np.zeros_like(own), means.sum(axis=1) - own


def _line(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float]:
    """Constant and slope of the line of least squares, flat where x does not vary."""
    spread = float(x.var())
    slope = float(((x - x.mean()) * (y - y.mean())).mean()) / spread if spread > 1e-12 else 0.0
    return float(y.mean()) - slope * float(x.mean()), slope


def _chances(share: Share, tricks: int) -> NDArray[np.float64]:
    """Chances of 0, 1, ... tricks for every middle: float64, shape (middles, tricks + 1)."""
    middles = np.arange(_LEAST, tricks - _LEAST, 1 / _STEPS)
    return probabilities(middles, Weights({}, share.spread, 0.0), tricks)
