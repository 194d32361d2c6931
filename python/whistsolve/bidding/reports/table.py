"""A report as a table of data: columns of estimates, strains and cards. `whistsolve.show` draws it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from whistsolve.bidding.reports.intervals import Interval
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["Cell", "Column", "Estimate", "Unit"]

#: What the numbers of a column are: expected tricks, points of the hand, the chance to make the bid, the
#: chance to win the match, sampled layouts.
Unit: TypeAlias = Literal["tricks", "points", "make", "win", "layouts"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """One number with its interval.

    Attributes
    ----------
    value : float
    interval : (float, float) or None
        95 %; ``None`` where none is stated beside the number.
    exact : bool
        Whether it comes from every possible layout: the interval then has no width.
    """

    value: float
    interval: Interval | None = None
    exact: bool = False


#: ``None`` where a row has nothing to say in a column.
Cell: TypeAlias = Estimate | Strain | Hand | str | None


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a report.

    Attributes
    ----------
    heading : str
    cells : tuple of Estimate, Strain, Hand, str or None
        Row by row.
    unit : str or None
        Of its numbers: ``tricks``, ``points``, ``make``, ``win`` or ``layouts``.
    """

    heading: str
    cells: tuple[Cell, ...]
    unit: Unit | None = None

    @classmethod
    def of_estimates(
        cls, unit: Unit, numbers: Iterable[tuple[float | None, Interval | None, bool]]
    ) -> Column:
        """A column of numbers, each with its interval and whether it is exact, headed by their unit."""
        cells = (
            None if value is None else Estimate(value, interval, exact) for value, interval, exact in numbers
        )
        return cls(unit, tuple(cells), unit)
