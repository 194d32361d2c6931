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

    Raises `WhistError` if the shapes do not match, or probabilities are negative or do not sum to one.

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
    """

    points: NDArray[np.int64]
    probabilities: NDArray[np.float64]
    declarers: NDArray[np.int64] | None = None
    made: NDArray[np.bool_] | None = None
    two_games: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        points = read_column(self.points, "points", "iu", (None, None))
        number, sides = points.shape
        probabilities = read_column(self.probabilities, "chances", "iuf", (number,)).astype(np.float64)
        if not number or (probabilities < 0).any() or not abs(probabilities.sum() - 1) <= 1e-9:
            raise WhistError("chances of outcomes are wrong: expected none below 0, and 1 in all")
        columns: dict[str, NDArray[Any]] = {"points": points.astype(np.int64), "probabilities": probabilities}
        given = self.declarers, self.made, self.two_games
        if any(each is not None for each in given):
            declarers, columns["made"], columns["two_games"] = read_contracts(*given, number)
            if (declarers < -1).any() or (declarers >= sides).any():
                raise WhistError(f"declarers of outcomes are wrong: expected sides below {sides}, or -1")
            columns["declarers"] = declarers.astype(np.int64)
        for name, column in columns.items():
            object.__setattr__(self, name, column)

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
        columns = [read_column(points, "points", "iu", (None, None))]
        if declarers is not None and made is not None and two_games is not None:
            contracts = read_contracts(declarers, made, two_games, len(columns[0]))
            columns.append(np.stack(contracts, axis=1).astype(np.int64))
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


def read_contracts(
    declarers: object, made: object, two_games: object, number: int
) -> tuple[NDArray[Any], NDArray[np.bool_], NDArray[np.bool_]]:
    """The columns of contracts: declarers, whether each made it, and whether a game that it wins is two."""
    return (
        read_column(declarers, "declarers", "iu", (number,)),
        read_column(made, "made", "b", (number,)),
        read_column(two_games, "two_games", "b", (number,)),
    )


def read_column(values: object, what: str, kinds: str, shape: tuple[int | None, ...]) -> NDArray[Any]:
    """The values as an array of one of the given kinds (letters of ``dtype.kind``) and the given shape."""
    # Other sequences may be endless, so that NumPy would never return.
    if _is_plain(values):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            found = np.asarray(values)
            lengths = zip(shape, found.shape, strict=True)  # ValueError for another number of axes
            if found.dtype.kind in kinds and all(wanted in (None, length) for wanted, length in lengths):
                return found
    kind = {"b": "True and False", "iu": "whole numbers"}.get(kinds, "numbers")
    expected = ", ".join("any" if length is None else str(length) for length in shape)
    raise WhistError(f"{what} {shown(values)} are wrong: expected an array of {kind}, shape ({expected})")


def _is_plain(values: object, axes: int = 2) -> bool:
    """Whether sequences, nested as deep as there are axes, are all lists, tuples or arrays."""
    if isinstance(values, (list, tuple)):
        return axes > 0 and all(_is_plain(each, axes - 1) or not hasattr(each, "__len__") for each in values)
    return hasattr(values, "__array__")
