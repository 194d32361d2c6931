"""`HandOutcomes`, the distribution of the outcomes of a hand."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import shown
from whistsolve.equity.transitions import Contracts
from whistsolve.errors import RulesError, WhistError
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count


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

    def contracts(self, rows: NDArray[np.intp], dealer: int) -> Contracts:
        """The contracts of the given outcomes; `dealer` is the side that deals."""
        if self.declarers is None or self.made is None or self.two_games is None:
            never = np.zeros(len(rows), dtype=np.bool_)
            return Contracts(np.full(len(rows), -1, dtype=np.int64), never, never, ~never)
        counted = self.declarers[rows] >= 0
        declarers = np.where(counted, (self.declarers[rows] + dealer) % self.points.shape[1], -1)
        return Contracts(declarers, self.made[rows], self.two_games[rows], counted)

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
            check_contracts(declarers, made, two_games, len(columns[0]))
            columns.append(np.stack([declarers, made, two_games], axis=1).astype(np.int64))
        rows, counts = np.unique(np.concatenate(columns, axis=1), axis=0, return_counts=True)
        chances = counts / counts.sum()
        if len(columns) == 1:
            return cls(rows, chances)
        return cls(rows[:, :-3], chances, rows[:, -3], rows[:, -2] == 1, rows[:, -1] == 1)


def check_outcomes(outcomes: HandOutcomes, rules: Rules) -> None:
    """Raises an error of `MatchEquity` unless the outcomes can end matches under the rules."""
    sides = side_count(rules)
    if outcomes.points.shape[1] != sides:
        raise WhistError(f"outcomes are of {outcomes.points.shape[1]} sides: expected {sides}")
    if not outcomes.points.any():
        raise WhistError("outcomes never change a score: expected some that end a match")
    if outcomes.declarers is not None or not rules.has_auction:
        return
    asking = {
        f"lies_limit {rules.lies_limit}": rules.lies_limit is not None,
        "win_on_own_bid": rules.win_on_own_bid,
        "tie_break 'bidder_first'": rules.tie_break == "bidder_first",
        "negative_tie_break 'bidder_first'": rules.negative_target is not None
        and rules.negative_tie_break == "bidder_first",
        "boston_game_value 2 of best_of": rules.match == "best_of" and rules.boston_game_value == 2,
    }
    for option, asks in asking.items():
        if asks:
            raise RulesError(
                f"{option} asks who declared: expected outcomes with declarers, made and two_games"
            )


def check_contracts(declarers: object, made: object, two_games: object, number: int) -> None:
    """Check the columns of contracts: so many declarers, and whether each made it and counts two games."""
    check_column(declarers, "declarers", "iu", (number,))
    check_column(made, "made", "b", (number,))
    check_column(two_games, "two_games", "b", (number,))


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
