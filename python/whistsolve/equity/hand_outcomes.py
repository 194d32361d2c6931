"""`HandOutcomes`: the distribution of what a hand brings each side."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistsolve.errors import WhistError
from whistsolve.values.reading import shown

__all__ = ["HandOutcomes", "check_column"]


@dataclass(frozen=True, slots=True, eq=False)
class HandOutcomes:
    """The distribution of the points that a hand scores for each side, counted from the dealer's.

    Contracts are given for all outcomes or for none. Rules under which the end of a game asks who declared
    need them; see `MatchEquity`.

    Parameters
    ----------
    points : ndarray
        Integers, shape (outcomes, sides): column 0 is the dealer's side, the others follow in order of play.
    probabilities : ndarray
        float64, shape (outcomes,), summing to one.
    declarers : ndarray, optional
        Integers, shape (outcomes,): the declarer's side, counted from the dealer's; -1 for a hand that was
        thrown in.
    made : ndarray, optional
        bool, shape (outcomes,): whether the contract was made.
    two_games : ndarray, optional
        bool, shape (outcomes,): whether the contract made a game that it wins count ``boston_game_value``.

    Raises
    ------
    WhistError
        Where the shapes do not fit, or probabilities are negative or do not sum to one.
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
        given = [self.declarers, self.made, self.two_games]
        if all(each is None for each in given):
            return
        kinds = ("iu", "b", "b")
        names = ("declarers", "made", "two_games")
        read = [_array(each, name) for each, name in zip(given, names, strict=True)]
        for each, kind in zip(read, kinds, strict=True):
            if each.shape != points.shape[:1] or each.dtype.kind not in kind:
                raise WhistError(
                    "contracts of outcomes are wrong: expected declarers, made and two_games, n of each"
                )
        if (read[0] < -1).any() or (read[0] >= points.shape[1]).any():
            raise WhistError(
                f"declarers of outcomes are wrong: expected sides below {points.shape[1]}, or -1"
            )
        object.__setattr__(self, "declarers", read[0].astype(np.int64))
        object.__setattr__(self, "made", read[1])
        object.__setattr__(self, "two_games", read[2])

    @property
    def has_contracts(self) -> bool:
        """Whether it is known who declared, and what came of it."""
        return self.declarers is not None

    @classmethod
    def of_hands(
        cls,
        points: NDArray[np.int64],
        declarers: NDArray[np.int64] | None = None,
        made: NDArray[np.bool_] | None = None,
        two_games: NDArray[np.bool_] | None = None,
    ) -> HandOutcomes:
        """The empirical distribution of some hands, with their contracts where these are given.

        Parameters
        ----------
        points : ndarray
            Integers, shape (hands, sides): column 0 is the dealer's side.
        declarers, made, two_games : ndarray, optional
            Shape (hands,), as for ``HandOutcomes(...)``.

        Raises
        ------
        WhistError
            Where an array is of another type or shape.
        """
        columns = [_array(points, "points")]
        check_column(columns[0], "points", "iu", (None, None))
        if declarers is not None and made is not None and two_games is not None:
            each = (("declarers", declarers, "iu"), ("made", made, "b"), ("two_games", two_games, "b"))
            for name, column, kinds in each:
                check_column(column, name, kinds, (len(columns[0]),))
            columns.append(np.stack([declarers, made, two_games], axis=1).astype(np.int64))
        rows, counts = np.unique(np.concatenate(columns, axis=1), axis=0, return_counts=True)
        chances = counts / counts.sum()
        if len(columns) == 1:
            return cls(rows, chances)
        return cls(rows[:, :-3], chances, rows[:, -3], rows[:, -2] == 1, rows[:, -1] == 1)


def check_column(values: object, what: str, kinds: str, shape: tuple[int | None, ...]) -> None:
    """Refuses what is no array of one of some kinds, as ``dtype.kind`` has them, and of a shape.

    Raises
    ------
    WhistError
        Where it is none; lengths that are ``None`` may be any.
    """
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
    """What is given as an array; what NumPy makes none of is refused."""
    # Other sequences may have no end that NumPy would come to.
    if _is_plain(values):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            return np.asarray(values, dtype=dtype)
    raise WhistError(f"{what} {shown(values)} of outcomes are wrong: expected an array")


def _is_plain(values: object, axes: int = 2) -> bool:
    """Whether the sequences of so many axes are lists, tuples or arrays, and what they hold is no other."""
    if isinstance(values, (list, tuple)):
        return axes > 0 and all(_is_plain(each, axes - 1) or not hasattr(each, "__len__") for each in values)
    return hasattr(values, "__array__")
