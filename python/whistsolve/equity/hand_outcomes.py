"""The distribution of the outcomes of a hand, and the hands of simulated matches that are drawn from it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import shown
from whistsolve.errors import WhistError

#: Hands of each match whose outcomes are cached; those of longer matches are drawn again, which is quick.
_KEPT: Final = 512


@dataclass(frozen=True, slots=True, eq=False)
class HandOutcomes:
    """The distribution of the points that a hand scores for each side, sides numbered from the dealer's.

    Contracts are given for all outcomes or for none. They are needed if the end of a game depends on who
    declared; see `MatchEquity`.

    Parameters
    ----------
    points : ndarray
        Integers, shape (outcomes, sides): column 0 is the dealer's side, the others follow in order of play.
    probabilities : ndarray
        float64, shape (outcomes,), summing to one.
    declarers, made, two_games : ndarray, optional
        Shape (outcomes,). Integers: the declarer's side, counted from the dealer's, -1 for a hand that was
        thrown in. Bool: whether the contract was made. Bool: whether a game that it wins counts
        ``boston_game_value``.

    Raises
    ------
    WhistError
        If the shapes do not match, or probabilities are negative or do not sum to one.
    """

    points: NDArray[np.int64]
    probabilities: NDArray[np.float64]
    declarers: NDArray[np.int64] | None = None
    made: NDArray[np.bool_] | None = None
    two_games: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        points = _array(self.points, "points")
        probabilities = _array(self.probabilities, "chances", np.float64)
        if points.ndim != 2 or points.dtype.kind not in "iu" or probabilities.shape != points.shape[:1]:
            raise WhistError("outcomes are wrong: expected whole points, shape (n, sides), and n chances")
        if not len(probabilities) or (probabilities < 0).any() or abs(probabilities.sum() - 1) > 1e-9:
            raise WhistError("chances of outcomes are wrong: expected none below 0, and 1 in all")
        object.__setattr__(self, "points", points.astype(np.int64))
        object.__setattr__(self, "probabilities", probabilities)
        kinds = {"declarers": "iu", "made": "b", "two_games": "b"}
        given = {name: getattr(self, name) for name in kinds}
        if all(each is None for each in given.values()):
            return
        read = {name: _array(each, name) for name, each in given.items()}
        if any(a.shape != points.shape[:1] or a.dtype.kind not in kinds[name] for name, a in read.items()):
            raise WhistError(
                "contracts of outcomes are wrong: expected declarers, made and two_games, n of each"
            )
        declarers, sides = read["declarers"].astype(np.int64), points.shape[1]
        if (read["declarers"] < -1).any() or (read["declarers"] >= sides).any():
            raise WhistError(f"declarers of outcomes are wrong: expected sides below {sides}, or -1")
        for name, each in {**read, "declarers": declarers}.items():
            object.__setattr__(self, name, each)

    @property
    def has_contracts(self) -> bool:
        """Whether contracts are given: who declared, and whether the contract was made."""
        return self.declarers is not None

    @classmethod
    def of_hands(
        cls,
        points: NDArray[np.int64],
        declarers: NDArray[np.int64] | None = None,
        made: NDArray[np.bool_] | None = None,
        two_games: NDArray[np.bool_] | None = None,
    ) -> HandOutcomes:
        """The empirical distribution of the given hands, with their contracts if these are given.

        Arrays are as for ``HandOutcomes(...)``, shape (hands, sides) and (hands,); WhistError if one has the
        wrong type or shape.
        """
        columns = [_array(points, "points")]
        check_column(columns[0], "points", "iu", (None, None))
        if declarers is not None and made is not None and two_games is not None:
            check_column(declarers, "declarers", "iu", (len(columns[0]),))
            check_column(made, "made", "b", (len(columns[0]),))
            check_column(two_games, "two_games", "b", (len(columns[0]),))
            columns.append(np.stack([declarers, made, two_games], axis=1).astype(np.int64))
        rows, counts = np.unique(np.concatenate(columns, axis=1), axis=0, return_counts=True)
        chances = counts / counts.sum()
        if len(columns) == 1:
            return cls(rows, chances)
        return cls(rows[:, :-3], chances, rows[:, -3], rows[:, -2] == 1, rows[:, -1] == 1)


def check_column(values: object, what: str, kinds: str, shape: tuple[int | None, ...]) -> None:
    """Check that values are an array of one of the given kinds (letters of ``dtype.kind``) and shape."""
    if (
        isinstance(values, np.ndarray)
        and values.dtype.kind in kinds
        and values.ndim == len(shape)
        and all(wanted in (None, length) for wanted, length in zip(shape, values.shape, strict=True))
    ):
        return
    kind = "True and False" if kinds == "b" else "whole numbers"
    lengths = ", ".join("any" if length is None else str(length) for length in shape)
    raise WhistError(f"{what} {shown(values)} are wrong: expected an array of {kind}, shape ({lengths})")


def _array(values: object, what: str, dtype: type[np.float64] | None = None) -> NDArray[Any]:
    """The values as an array; WhistError if NumPy cannot convert them."""
    # Other sequences may be endless, so that NumPy would never return.
    if _is_plain(values):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            return np.asarray(values, dtype=dtype)
    raise WhistError(f"{what} {shown(values)} of outcomes are wrong: expected an array")


def _is_plain(values: object, axes: int = 2) -> bool:
    """Whether sequences, nested as deep as there are axes, are all lists, tuples or arrays."""
    if isinstance(values, (list, tuple)):
        return axes > 0 and all(_is_plain(each, axes - 1) or not hasattr(each, "__len__") for each in values)
    return hasattr(values, "__array__")


class DrawnHands:
    """Random outcomes of the hands of many matches: common random numbers for all scores."""

    def __init__(self, outcomes: HandOutcomes, matches: int, seed: int) -> None:
        self._cumulative = outcomes.probabilities.cumsum()
        self._matches = matches
        self._seed = seed
        self._drawn: dict[int, NDArray[np.intp]] = {}

    def outcomes(self, number: int) -> NDArray[np.intp]:
        """The outcome of the hand with this number in each match: shape (matches,)."""
        found = self._drawn.get(number)
        if found is None:
            generator = np.random.Generator(np.random.PCG64([self._seed % 2**64, number]))
            quantiles = generator.random(self._matches) * self._cumulative[-1]
            indices = np.searchsorted(self._cumulative, quantiles, side="right")
            found = np.minimum(indices, len(self._cumulative) - 1)
            if number < _KEPT:
                self._drawn[number] = found
        return found
