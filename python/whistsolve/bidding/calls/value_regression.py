"""Straight lines through what was seen, by case: what calls turned out to be worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Case", "ValueRegression"]

#: What was done, the number of the bid that it was done with or after, and who may still call.
Case: TypeAlias = tuple[str, int, int]
#: A first guess counts as much as so many cases seen.
_PRIOR_STRENGTH: Final = 40.0
#: How much of the way goes from what was thought before to what was seen since.
_STEP: Final = 0.6


class ValueRegression:
    """For each case a constant and a slope; first guesses until something is seen.

    Parameters
    ----------
    guesses : mapping
        By the first two parts of a case: constant and slope. Bids are worth themselves, ``(0, 1)``, and what
        is not there is worth -0.5 whatever is known.
    """

    def __init__(self, guesses: Mapping[tuple[str, int], tuple[float, float]]) -> None:
        self._guesses = dict(guesses)
        self._lines: dict[Case, NDArray[np.float64]] = {}
        self._seen: dict[Case, list[tuple[NDArray[np.float64], NDArray[np.float64]]]] = {}

    def value(self, case: Case, known: NDArray[np.float64]) -> NDArray[np.float64]:
        """What is expected."""
        constant, slope = self._line(case)
        found: NDArray[np.float64] = constant + slope * known
        return found

    def see(self, case: Case, known: NDArray[np.float64], came: NDArray[np.float64]) -> None:
        """What came of some: kept until `settle`."""
        self._seen.setdefault(case, []).append((known, came))

    def settle(self) -> None:
        """Puts every case seen right: least squares, drawn to the first guess as by so many cases more."""
        for case, several in self._seen.items():
            known = np.concatenate([each for each, _ in several])
            came = np.concatenate([each for _, each in several])
            guess = np.array(self._guess(case))
            columns = np.column_stack([np.ones(len(known)), known])
            matrix = columns.T @ columns + _PRIOR_STRENGTH * np.eye(2)
            found = np.linalg.solve(matrix, columns.T @ came + _PRIOR_STRENGTH * guess)
            before = self._line(case)
            after: NDArray[np.float64] = before + _STEP * (found - before)
            self._lines[case] = after
        self._seen.clear()

    def _line(self, case: Case) -> NDArray[np.float64]:
        return self._lines.get(case, np.array(self._guess(case)))

    def _guess(self, case: Case) -> tuple[float, float]:
        return (0.0, 1.0) if case[0] == "bid" else self._guesses.get(case[:2], (-0.5, 0.0))
