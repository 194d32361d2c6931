"""What solving gives back: the value of a position, and a table of leaders and strains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.errors import StrainError, WhistError
from whistsolve.values.reading import shown
from whistsolve.values.seats import seat_index, seat_name
from whistsolve.values.strains import Strain

__all__ = ["Solution", "TrickTable"]


@dataclass(frozen=True, slots=True)
class Solution:
    """The double-dummy value of a position for the declarer's side, or its bounds where a limit was reached.

    Attributes
    ----------
    low, high : int
        Tricks that the declarer's side still wins with best play on both sides, the trick in progress
        included: certainly from `low` to `high`, which differ only where a limit of the call was reached.
        Under ``kitty_book="first_trick_winner"`` the first trick of the deal counts two.
    won : int
        Tricks that it won among the cards played before, counted the same way.
    kitty_books : int
        Books that the rules give the declarer's side for the kitty; 0 where there is none.
    nodes : int
        Cards played in the search.
    """

    low: int
    high: int
    won: int
    kitty_books: int
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether the number of tricks is known."""
        return self.low == self.high

    @property
    def tricks(self) -> int:
        """Tricks that the declarer's side still wins.

        Raises
        ------
        WhistError
            Where a limit was reached and only bounds are known.
        """
        return self._exactly(self.low, self.high, "tricks of the declarer's side are")

    @property
    def books(self) -> int:
        """All books of the declarer's side at the end: won, still to win, and the kitty's.

        Raises
        ------
        WhistError
            Where a limit was reached and only bounds are known.
        """
        before = self.won + self.kitty_books
        return self._exactly(before + self.low, before + self.high, "books of the declarer's side are")

    def _exactly(self, low: int, high: int, what: str) -> int:
        if low == high:
            return low
        raise WhistError(
            f"{what} between {low} and {high}, for the limit was reached first: take .low and .high, or solve"
            " with a larger node_limit or time_limit, or with none"
        )


class TrickTable:
    """Tricks of the leader's side, for every leader and strain.

    ``table[leader, strain]`` is the number of tricks that the leader's side takes when that hand leads to the
    first trick.
    """

    __slots__ = ("_strains", "_tricks")

    def __init__(self, tricks: NDArray[np.uint8], strains: tuple[Strain, ...]) -> None:
        if tricks.dtype != np.uint8 or tricks.ndim != 2 or tricks.shape[1] != len(strains):
            raise WhistError(
                f"tricks of shape {tricks.shape} are wrong: expected uint8, (seats, {len(strains)})"
            )
        self._tricks = tricks.copy()
        self._tricks.flags.writeable = False
        self._strains = tuple(strains)

    @property
    def seats(self) -> int:
        """How many hands there are."""
        return int(self._tricks.shape[0])

    @property
    def strains(self) -> tuple[Strain, ...]:
        """The columns."""
        return self._strains

    @property
    def leaders(self) -> tuple[str, ...]:
        """The rows: ``N E S W`` with four hands, otherwise numbers."""
        return tuple(seat_name(seat, self.seats) for seat in range(self.seats))

    def __getitem__(self, cell: tuple[int | str, Strain | str]) -> int:
        """Tricks of the leader's side.

        Raises
        ------
        SeatError, StrainError, WhistError
            Where the cell is no pair of a leader and a strain of the table.
        """
        if not isinstance(cell, tuple) or len(cell) != 2:
            raise WhistError(
                f"cell {shown(cell)} is wrong: expected a leader and a strain, as in table['N', 'S+']"
            )
        leader, strain = cell
        column = Strain.of(strain)
        if column not in self._strains:
            have = ", ".join(map(str, self._strains))
            raise StrainError(f"strain {column} is not in the table: expected one of {have}")
        return int(self._tricks[seat_index(leader, self.seats, "leader"), self._strains.index(column)])

    def __iter__(self) -> Iterator[tuple[tuple[str, Strain], int]]:
        """Each cell as ((leader, strain), tricks), row by row."""
        for row, leader in enumerate(self.leaders):
            for column, strain in enumerate(self._strains):
                yield (leader, strain), int(self._tricks[row, column])

    def to_numpy(self) -> NDArray[np.uint8]:
        """The numbers: uint8, shape (seats, strains), a copy."""
        return self._tricks.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TrickTable):
            return NotImplemented
        return self._strains == other._strains and bool(np.array_equal(self._tricks, other._tricks))

    def __hash__(self) -> int:
        return hash((self._strains, self._tricks.tobytes()))

    def __str__(self) -> str:
        width = max(len(str(strain)) for strain in self._strains) if self._strains else 0
        head = "  ".join(f"{strain!s:>{width}}" for strain in self._strains)
        rows = (
            f"{leader}  " + "  ".join(f"{tricks:>{width}}" for tricks in row)
            for leader, row in zip(self.leaders, self._tricks.tolist(), strict=True)
        )
        return "\n".join((f"   {head}", *rows))

    def __repr__(self) -> str:
        return f"<TrickTable of {self.seats} leaders and {len(self._strains)} strains>"
