"""How declarers name a strain and discard: a quick policy by their own cards alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.encoding import strain_code
from whistsolve.evaluation.discard_heuristics import heuristic_discards
from whistsolve.values.strains import Strain

__all__ = ["ODDS", "TEMPERATURE", "DeclarerModel"]

#: Temperature in tricks of the softmax over strains, and the odds of discards: fitted to declarers of the
#: library (``python -m benchmarks.fitting.declarer_choices``).
TEMPERATURE: Final = 0.2
ODDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class DeclarerModel:
    """A policy of declarers: the strain of the most predicted tricks and the heuristic discard, softened.

    Attributes
    ----------
    model : CallModel
        Whose evaluator predicts the tricks of the hand in each strain, and how far the policy is trusted.
    strain : Strain
        The one that was named.
    strains : tuple of Strain
        Those that the bid allows.
    temperature : float
        Of the softmax over strains, in tricks.
    odds : float
        How likely a discard is with one card other than the heuristic one, beside one with a card less.
    """

    model: CallModel
    strain: Strain
    strains: Sequence[Strain]
    temperature: float = TEMPERATURE
    odds: float = ODDS

    @property
    def trust(self) -> float:
        """Mixture weight of the policy, from 0 to 1."""
        return self.model.declarer_trust

    @property
    def knows_discards(self) -> bool:
        """Whether the heuristic discard is meant for the strain: not where jokers win without trumps."""
        return not (self.strain.is_no_trump and self.model.rules.joker_no_trump == "high_no_suit")

    def strain_likelihood(self, cards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """How likely the strain is to be named from each hand.

        Parameters
        ----------
        cards : ndarray
            uint64, shape (hands,): as dealt, or with the kitty, which counts after the heuristic discard.

        Returns
        -------
        ndarray
            float64, shape (hands,).
        """
        surplus = int(cards[0]).bit_count() - self.model.rules.dealt_hand_size if len(cards) else 0
        columns = []
        for strain in self.strains:
            kept = cards & ~_heuristic(cards, strain, surplus) if surplus else cards
            distribution = self.model.trick_distributions(kept, [strain])[:, 0]
            columns.append(distribution @ np.arange(distribution.shape[1]))
        means = np.stack(columns, axis=1)
        chances = np.exp((means - means.max(axis=1, keepdims=True)) / self.temperature)
        found: NDArray[np.float64] = chances[:, self.strains.index(self.strain)] / chances.sum(axis=1)
        return found

    def expected_discards(self, cards: NDArray[np.uint64], number: int) -> NDArray[np.uint64]:
        """The heuristic discard of so many cards from each hand with the kitty: uint64, shape (hands,)."""
        return _heuristic(cards, self.strain, number)


def _heuristic(cards: NDArray[np.uint64], strain: Strain, number: int) -> NDArray[np.uint64]:
    trump, ranking = (np.full(len(cards), code) for code in strain_code(strain))
    return heuristic_discards(cards, trump, ranking, number)
