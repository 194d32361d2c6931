"""Deals in tables of named columns, such as data frames: column by column, without a loop over the deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve.encoding import check_deal_array, hand_texts_to_array, texts_to_array
from whistsolve.errors import DealError
from whistsolve.values.reading import shown
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, seat_name

__all__ = ["DEAL", "EXPECTED", "DealTable", "has_stream", "is_table", "seat_columns", "table_to_array"]


class _Columns(Protocol):
    """A data frame: columns by name."""

    def __getitem__(self, name: Any, /) -> Any:
        """The column of a name."""


#: A mapping of columns by name, or a data frame.
DealTable: TypeAlias = Mapping[str, Any] | _Columns

#: The column of texts of whole deals.
DEAL: Final = "deal"
#: What tables of deals have.
EXPECTED: Final = "a column 'deal', or one for each seat: N E S W, or 0 1 2 ..."
#: What column types of several libraries call the list of their values.
_LISTS: Final = ("to_pylist", "to_list", "tolist")


def is_table(deals: object) -> bool:
    """Whether something is a table of deals: it has columns by name, and among them those of deals."""
    if isinstance(deals, (str, list, tuple, np.ndarray)):
        return False
    names = _names(deals)
    return bool(names) and not _better_as_stream(deals, names)


def has_stream(deals: object) -> bool:
    """Whether something is to be read as Arrow. The series of data frames are iterables of text."""
    if not any(hasattr(deals, name) for name in ("__arrow_c_stream__", "__arrow_c_array__")):
        return False
    return bool(_names(deals)) or not hasattr(deals, "to_list")


def _better_as_stream(table: Any, names: list[str]) -> bool:
    """Whether columns cannot be had as lists, or those of deals have other names."""
    if not hasattr(table, "__arrow_c_stream__"):
        return False
    known = [DEAL] if DEAL in names else seat_columns(names)
    return known is None or not any(hasattr(table[known[0]], name) for name in _LISTS)


def table_to_array(table: Any) -> NDArray[np.uint64]:
    """The hands of the deals of a table.

    Parameters
    ----------
    table : mapping or data frame
        With a column ``deal``, or one for each seat; see `solve_many`.

    Returns
    -------
    ndarray
        uint64, shape (deals, seats), each row checked to be a deal.

    Raises
    ------
    DealError
        Where the columns are not those of deals, or a deal cannot be read: names its row.
    """
    names = _names(table)
    if DEAL in names:
        return texts_to_array(_values(table[DEAL]))
    seats = seat_columns(names)
    if seats is None:
        raise DealError(f"the table has the columns {shown(names)}: expected {EXPECTED}")
    columns = [table[name] for name in seats]
    sizes = {len(column) for column in columns}
    if len(sizes) > 1:
        raise DealError(
            f"the columns {' '.join(seats)} are of different lengths: expected as many hands in each"
        )
    masks = [_masks(column) for column in columns]
    numbers = [each for each in masks if each is not None]
    if len(numbers) == len(masks):
        return check_deal_array(np.stack(numbers, axis=1))
    return check_deal_array(hand_texts_to_array([_values(column) for column in columns], seats))


def _names(table: Any) -> list[str]:
    """The names of the columns of a table; none where it is no table.

    A mapping is one where it has columns of deals: its keys may be deals themselves.
    """
    if isinstance(table, Mapping):
        names = [name for name in table if isinstance(name, str)]
        return names if DEAL in names or seat_columns(names) else []
    # Of Arrow tables `columns` are the columns, of data frames their names.
    named = getattr(table, "column_names", None)
    if named is None:
        named = getattr(table, "columns", None)
    if named is None or not hasattr(table, "__getitem__"):
        return []
    return [str(name) for name in named]


def seat_columns(names: Sequence[str]) -> list[str] | None:
    """The columns of hands, one for each seat, ``None`` where there are none."""
    compass = [seat_name(seat, 4) for seat in range(4)]
    if all(name in names for name in compass):
        return compass
    numbered = [str(seat) for seat in range(MAX_SEATS) if str(seat) in names]
    several = numbered == [str(seat) for seat in range(len(numbered))]
    return numbered if several and len(numbered) >= MIN_SEATS else None


def _masks(column: Any) -> NDArray[np.uint64] | None:
    """A column of card masks, ``None`` where it is not of whole numbers."""
    if not hasattr(column, "__array__") or not len(column):
        return None
    array = np.asarray(column)
    if array.ndim != 1 or array.dtype.kind not in "iu" or (array.dtype.kind == "i" and (array < 0).any()):
        return None
    return array.astype(np.uint64)


def _values(column: Any) -> list[Any]:
    """The values of a column as a list, made by its library at once."""
    for name in _LISTS:
        if hasattr(column, name):
            return list(getattr(column, name)())
    return list(column)
