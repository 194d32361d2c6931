"""Results of solving: the value of a position, and the trick table of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import shown
from whistsolve._internal.shown import Plotted, Shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.tabular import Column, Tabular, integers, small, texts
from whistsolve.values.hands import Hand
from whistsolve.values.seats import seat_index, seat_name
from whistsolve.values.strains import Strain


@dataclass(frozen=True, slots=True)
class Solution(Shown, Tabular):
    """The double-dummy value of a position for the declarer's side, or bounds if a limit was reached.

    Attributes
    ----------
    low, high : int
        Bounds of the tricks that the declarer's side still wins with best play on both sides, including the
        trick in progress. They differ only if a limit of the call was reached. Under
        ``kitty_book="first_trick_winner"`` the first trick of the deal counts two.
    won : int
        Tricks that the declarer's side has won already; the first trick counts as above.
    kitty_books : int
        Books that the rules give the declarer's side for the kitty; 0 if there is no kitty.
    nodes : int
        Nodes of the search: the number of cards played in it.
    relevant : Hand
        The cards that matter: in each suit those in play, the trick in progress included, from the top down
        to the lowest that the proof needs. The value, or the bounds, are the same wherever the others lie, if
        each hand has as many cards of each suit. Jokers of no suit, and cards played, stay where they are.

    As a table (see `Tabular`) it has one row, with the numbers as columns and ``tricks``, which is null if
    only bounds are known.
    """

    low: int
    high: int
    won: int
    kitty_books: int
    nodes: int
    #: The mask of `relevant`.
    _relevant: int = field(default=0, repr=False)

    @property
    def exact(self) -> bool:
        """Whether the number of tricks is known."""
        return self.low == self.high

    @property
    def relevant(self) -> Hand:
        """The cards that matter, see above."""
        return Hand.from_mask(self._relevant)

    @property
    def tricks(self) -> int:
        """Tricks that the declarer's side still wins.

        Raises
        ------
        WhistError
            If only bounds are known, because a limit was reached.
        """
        return self._exactly(self.low, self.high, "tricks of the declarer's side are")

    @property
    def books(self) -> int:
        """Books of the declarer's side at the end: won, still to win, the kitty's. Raises as `tricks`."""
        before = self.won + self.kitty_books
        return self._exactly(before + self.low, before + self.high, "books of the declarer's side are")

    def as_dict(self) -> dict[str, object]:
        """The solution as a dict for JSON; tricks and books are ``None`` if only bounds are known."""
        return {
            "tricks": self.tricks if self.exact else None,
            "low": self.low,
            "high": self.high,
            "exact": self.exact,
            "won": self.won,
            "books": self.books if self.exact else None,
            "nodes": self.nodes,
            "relevant": [str(card) for card in self.relevant],
        }

    def _columns(self) -> Mapping[str, Column]:
        return {
            "tricks": integers([self.low if self.exact else None]),
            "low": integers([self.low]),
            "high": integers([self.high]),
            "won": integers([self.won]),
            "kitty_books": integers([self.kitty_books]),
            "nodes": integers([self.nodes]),
        }

    def _exactly(self, low: int, high: int, what: str) -> int:
        if low == high:
            return low
        raise WhistError(
            f"{what} between {low} and {high}, for the limit was reached first: take .low and .high, or solve"
            " with a larger node_limit or time_limit, or with none"
        )


class TrickTable(Plotted, Tabular):
    """Tricks of the leader's side, for every leader and strain.

    ``table[leader, strain]`` is the number of tricks that the leader's side wins if that hand leads to the
    first trick; it raises a WhistError if only bounds are known, because a time limit was reached.

    As a table (see `Tabular`) it has a row for each cell, leader by leader, and the columns ``leader``,
    ``strain`` (text as printed), ``tricks`` of the leader's side (uint8, null if only bounds are known),
    ``low`` and ``high`` (uint8).

    Parameters
    ----------
    low : ndarray
        uint8, shape (seats, strains): lower bounds of the tricks.
    strains : tuple of Strain
        The columns.
    high : ndarray, optional
        uint8, shape (seats, strains): upper bounds of the tricks; by default equal to `low`.

    Raises
    ------
    WhistError
        If an array has the wrong dtype or shape, or a lower bound is above the upper one.
    """

    __slots__ = ("_high", "_low", "_strains")

    def __init__(
        self, low: NDArray[np.uint8], strains: tuple[Strain, ...], high: NDArray[np.uint8] | None = None
    ) -> None:
        if not isinstance(strains, tuple) or not all(isinstance(strain, Strain) for strain in strains):
            raise WhistError(f"strains {shown(strains)} are wrong: expected a tuple of Strain")
        for bounds in (low,) if high is None else (low, high):
            if not isinstance(bounds, np.ndarray):
                raise WhistError(f"tricks {shown(bounds)} are wrong: expected an array of uint8")
            if bounds.dtype != np.uint8 or bounds.shape != (*low.shape[:1], len(strains)):
                expected = f"expected uint8, (seats, {len(strains)})"
                raise WhistError(f"tricks of shape {bounds.shape} are wrong: {expected}")
        self._low = _read_only(low)
        self._high = self._low if high is None else _read_only(high)
        self._strains = tuple(strains)
        if (self._low > self._high).any():
            raise WhistError("the lower bounds are wrong: expected none above the upper one")

    @property
    def seats(self) -> int:
        """The number of hands."""
        return int(self._low.shape[0])

    @property
    def strains(self) -> tuple[Strain, ...]:
        """The columns."""
        return self._strains

    @property
    def leaders(self) -> tuple[str, ...]:
        """The rows: ``N E S W`` with four hands, otherwise numbers."""
        return tuple(seat_name(seat, self.seats) for seat in range(self.seats))

    @property
    def low(self) -> NDArray[np.uint8]:
        """Lower bounds of the tricks: uint8, shape (seats, strains), read-only."""
        return self._low

    @property
    def high(self) -> NDArray[np.uint8]:
        """Upper bounds of the tricks: uint8, shape (seats, strains), read-only."""
        return self._high

    @property
    def exact(self) -> bool:
        """Whether the tricks of every cell are known."""
        return bool((self._low == self._high).all())

    def bounds(self, leader: int | str, strain: Strain | str) -> tuple[int, int]:
        """The lower and upper bound of the leader's side's tricks; equal if the number is known.

        Raises
        ------
        NotationError
            If the table has no such leader or strain.
        """
        cell = seat_index(leader, self.seats, "leader"), self._column(strain)
        return int(self._low[cell]), int(self._high[cell])

    def _column(self, strain: Strain | str) -> int:
        column = Strain.of(strain)
        if column not in self._strains:
            have = ", ".join(map(str, self._strains))
            raise NotationError(f"strain {column} is not in the table: expected one of {have}")
        return self._strains.index(column)

    def __getitem__(self, cell: tuple[int | str, Strain | str]) -> int:
        """Tricks of the leader's side."""
        if not isinstance(cell, tuple) or len(cell) != 2:
            raise WhistError(
                f"cell {shown(cell)} is wrong: expected a leader and a strain, as in table['N', 'S+']"
            )
        low, high = self.bounds(*cell)
        if low < high:
            leader = seat_name(seat_index(cell[0], self.seats, "leader"), self.seats)
            raise WhistError(
                f"tricks of {leader}'s side in {Strain.of(cell[1])} are between {low} and {high}, for the"
                " limit was reached first: take .bounds(leader, strain), or ask with a larger time_limit or"
                " with none"
            )
        return low

    def __iter__(self) -> Iterator[tuple[tuple[str, Strain], int]]:
        """Each cell as ((leader, strain), tricks), row by row; errors as for ``table[leader, strain]``."""
        for leader in self.leaders:
            for strain in self._strains:
                yield (leader, strain), self[leader, strain]

    def to_numpy(self) -> NDArray[np.uint8]:
        """A copy of the tricks: uint8, shape (seats, strains).

        Raises
        ------
        WhistError
            If a cell has only bounds.
        """
        open_cells = int((self._low != self._high).sum())
        if open_cells:
            cells = f"of {open_cells} of the {self._low.size} cells only bounds are known"
            raise WhistError(f"{cells}: take .low and .high, or ask with a larger time_limit or none")
        return self._low.copy()

    def _columns(self) -> Mapping[str, Column]:
        return self._cells("leader")

    def _cells(self, row: str) -> dict[str, Column]:
        """The table's columns, one entry per cell; ``row`` names the first, ``leader`` or ``declarer``."""
        low, high = self._low.ravel(), self._high.ravel()
        known = zip(low.tolist(), high.tolist(), strict=True)
        tricks = low if self.exact else [least if least == most else None for least, most in known]
        return {
            row: texts([leader for leader in self.leaders for _ in self._strains]),
            "strain": texts([strain for _ in self.leaders for strain in self._strains]),
            "tricks": small(tricks),
            "low": small(low),
            "high": small(high),
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TrickTable):
            return NotImplemented
        same = np.array_equal(self._low, other._low) and np.array_equal(self._high, other._high)
        return self._strains == other._strains and same

    def __hash__(self) -> int:
        return hash((self._strains, self._low.tobytes(), self._high.tobytes()))

    def __str__(self) -> str:
        rows = [
            [str(low) if low == high else f"{low}-{high}" for low, high in zip(*row, strict=True)]
            for row in zip(self._low.tolist(), self._high.tolist(), strict=True)
        ]
        width = max((len(text) for row in (*rows, map(str, self._strains)) for text in row), default=0)
        head = "  ".join(f"{strain!s:>{width}}" for strain in self._strains)
        lines = (
            f"{leader}  " + "  ".join(f"{text:>{width}}" for text in row)
            for leader, row in zip(self.leaders, rows, strict=True)
        )
        return "\n".join((f"   {head}", *lines))

    def plot(self, ax: Any = None) -> Any:
        """Draw the tricks as bars: a group for each strain, a bar for each row, pale between its bounds.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            The axes to draw on; by default a new figure. Nothing is shown on the screen.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ImportError
            If no axes are given and matplotlib is missing: ``pip install whistsolve[plot]``.
        """
        return self._plotted(ax)

    def __repr__(self) -> str:
        return f"<TrickTable of {self.seats} leaders and {len(self._strains)} strains>"


def _read_only(array: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A read-only copy."""
    copy = array.copy()
    copy.flags.writeable = False
    return copy
