"""The hands of simulated matches: the same ones for every score that is asked for."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.equity.hand_outcomes import HandOutcomes

__all__ = ["DrawnHands"]

#: Hands whose outcomes in all matches are kept: those of longer matches are drawn again, which is quick.
_KEPT: Final = 512


class DrawnHands:
    """Outcomes of the hands of many matches, by their chances: common random numbers for every score."""

    def __init__(self, outcomes: HandOutcomes, matches: int, seed: int) -> None:
        self._cumulative = outcomes.probabilities.cumsum()
        self._matches = matches
        self._seed = seed
        self._drawn: dict[int, NDArray[np.intp]] = {}

    def outcomes(self, number: int) -> NDArray[np.intp]:
        """The outcome of the hand of a number in each match: shape (matches,)."""
        found = self._drawn.get(number)
        if found is None:
            generator = np.random.Generator(np.random.PCG64([self._seed % 2**64, number]))
            quantiles = generator.random(self._matches) * self._cumulative[-1]
            indices = np.searchsorted(self._cumulative, quantiles, side="right")
            found = np.minimum(indices, len(self._cumulative) - 1)
            if number < _KEPT:
                self._drawn[number] = found
        return found
