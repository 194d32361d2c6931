"""Deals in whatever holds them, as arrays: sequences, data frames and mappings, Arrow streams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from struct import unpack_from
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import shown
from whistsolve.encoding import check_deal_array, deals_to_array, hand_texts_to_array, has_kitty
from whistsolve.errors import DealError
from whistsolve.rules import Rules
from whistsolve.tabular import load_nanoarrow
from whistsolve.values import Deal, DealLike, seat_name
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS


class _Columns(Protocol):
    def __getitem__(self, name: Any, /) -> Any:
        """The column with the given name."""


#: A mapping of columns by name, or a data frame.
DealTable: TypeAlias = Mapping[str, Any] | _Columns

#: Deals packed and passed to the engine at a time: enough to keep all threads busy in little memory.
CHUNK: Final = 512
#: Name of the column with the texts of whole deals.
DEAL: Final = "deal"
#: The columns that a table of deals must have, for messages.
_EXPECTED: Final = "a column 'deal', or one for each seat: N E S W, or 0 1 2 ..."
#: Methods that return a column's values as a list, in several libraries.
_LISTS: Final = ("to_pylist", "to_list", "tolist")


def read_deals(deals: Any, rules: Rules) -> tuple[Iterator[NDArray[np.uint64]], int | None]:
    """The deals for `solve_many` in checked arrays, uint64, shape (deals, seats); their number if known."""
    if _is_table(deals):
        array = _table_to_array(deals)
    elif has_stream(deals):
        return arrow_deals(deals), None
    elif isinstance(deals, np.ndarray):
        array = check_deal_array(deals[:, :-1] if has_kitty(deals, rules) else deals)
    elif isinstance(deals, (str, Deal)) or not isinstance(deals, Iterable):
        raise DealError(f"deals {shown(deals)} are wrong: expected several deals, such as [deal]")
    else:
        return _packed(iter(deals)), len(deals) if isinstance(deals, (list, tuple)) else None
    return iter([array]), len(array)


def _packed(source: Iterator[DealLike]) -> Iterator[NDArray[np.uint64]]:
    number = 0
    while part := list(islice(source, CHUNK)):
        yield deals_to_array(part, number)
        number += len(part)


def _is_table(deals: Any) -> bool:
    """Whether columns are read by name; Arrow data only if they are of deals and can give lists."""
    if isinstance(deals, (str, list, tuple, np.ndarray)):
        return False
    names = _names(deals)
    if not names or not hasattr(deals, "__arrow_c_stream__"):
        return bool(names)
    known = _deal_columns(names)
    return bool(known) and any(hasattr(deals[known[0]], name) for name in _LISTS)


def has_stream(deals: object) -> bool:
    """Whether the object is read as Arrow; a data frame's series is read as an iterable of text instead."""
    if not any(hasattr(deals, name) for name in ("__arrow_c_stream__", "__arrow_c_array__")):
        return False
    return bool(_names(deals)) or not hasattr(deals, "to_list")


def _table_to_array(table: Any) -> NDArray[np.uint64]:
    names = _names(table)
    seats = _deal_columns(names)
    if seats == [DEAL]:
        return deals_to_array(_values(table[DEAL]))
    if not seats:
        raise DealError(f"the table has the columns {shown(names)}: expected {_EXPECTED}")
    columns = [table[name] for name in seats]
    if len({len(column) for column in columns}) > 1:
        raise DealError(
            f"the columns {' '.join(seats)} are of different lengths: expected as many hands in each"
        )
    masks = [found for column in columns if (found := _masks(column)) is not None]
    if len(masks) == len(columns):
        return check_deal_array(np.stack(masks, axis=1))
    return check_deal_array(hand_texts_to_array([_values(column) for column in columns], seats))


def _names(table: Any) -> list[str]:
    """The names of a table's columns; of a mapping only if some are of deals, since keys may be deals."""
    if isinstance(table, Mapping):
        names = [name for name in table if isinstance(name, str)]
        return names if _deal_columns(names) else []
    # First `column_names`: in Arrow tables `columns` has the columns themselves, in data frames their names.
    named = getattr(table, "column_names", None)
    if named is None:
        named = getattr(table, "columns", None)
    if named is None or not hasattr(table, "__getitem__"):
        return []
    return [str(name) for name in named]


def _deal_columns(names: Sequence[str]) -> list[str]:
    """The name of the column of deals, or those of the columns of hands by seat; empty if there are none."""
    if DEAL in names:
        return [DEAL]
    compass = [seat_name(seat, 4) for seat in range(4)]
    if all(name in names for name in compass):
        return compass
    numbered = [str(seat) for seat in range(MAX_SEATS) if str(seat) in names]
    several = numbered == [str(seat) for seat in range(len(numbered))]
    return numbered if several and len(numbered) >= MIN_SEATS else []


def _masks(column: Any) -> NDArray[np.uint64] | None:
    """A column of card masks as uint64; ``None`` if it is empty or does not hold integers from 0 on."""
    if not hasattr(column, "__array__") or not len(column):
        return None
    array = np.asarray(column)
    if array.ndim != 1 or array.dtype.kind not in "iu" or (array.dtype.kind == "i" and (array < 0).any()):
        return None
    return array.astype(np.uint64)


def _values(column: Any) -> list[Any]:
    """The values of a column as a list, converted by the library of the column if it can do that."""
    for name in _LISTS:
        if hasattr(column, name):
            return list(getattr(column, name)())
    return list(column)


#: Names of Arrow's types for text (in a dictionary each text has a number) and for integers.
_TEXTS: Final = {"STRING", "LARGE_STRING", "STRING_VIEW", "DICTIONARY"}
_INTEGERS: Final = {"INT64", "UINT64"}
#: Arrow's format code of string views, and the maximum number of bytes that a view stores inline.
_VIEW: Final = "vu"
_IN_VIEW: Final = 12

#: An array of nanoarrow, whose package has no type annotations.
_Array: TypeAlias = Any


def arrow_deals(source: Any) -> Iterator[NDArray[np.uint64]]:
    """The deals of an Arrow stream, an array for each batch: named as in a frame, or the only text."""
    # Imported only here: deals that are not in Arrow do not need nanoarrow.
    nanoarrow: Any = load_nanoarrow()
    stream = nanoarrow.c_array_stream(source)
    schema = nanoarrow.Schema(stream.get_schema())
    is_column = schema.type.name != "STRUCT"
    fields = [schema] if is_column else schema.fields
    types = {field.name or DEAL: field.type.name for field in fields}
    texts = [name for name, kind in types.items() if kind in _TEXTS]
    names = _deal_columns(list(types)) or texts
    if not _deal_columns(list(types)) and len(texts) != 1:
        raise DealError(
            f"the table has the columns {shown(list(types))}: expected {_EXPECTED}, or one of text"
        )
    several = len(names) > 1
    for name in names:
        if types[name] not in _TEXTS | (_INTEGERS if several else set()):
            expected = "text or 64-bit card masks" if several else "text"
            kind = types[name].lower()
            raise DealError(f"column {shown(name)} has the Arrow type {kind}: expected {expected}")
    masks = all(types[name] in _INTEGERS for name in names)
    number = 0
    for batch in stream:
        columns: list[_Array] = [batch] if is_column else []
        for name in () if is_column else names:
            column = batch.child(list(types).index(name))
            if column.length != batch.length:  # the batch is a slice of a larger one
                column = column[batch.offset : batch.offset + batch.length]
            columns.append(column)
        if batch.length and not several:
            yield deals_to_array(_arrow_texts(columns[0]), number)
        elif batch.length and masks:
            named = zip(columns, names, strict=True)
            hands = np.stack([_arrow_masks(column, name, number) for column, name in named], axis=1)
            yield check_deal_array(hands, first=number)
        elif batch.length:
            hands = hand_texts_to_array([_arrow_texts(column) for column in columns], names, number)
            yield check_deal_array(hands, first=number)
        number += batch.length


def _arrow_masks(column: _Array, name: str, number: int) -> NDArray[np.uint64]:
    try:
        values = load_nanoarrow().Array(column).to_pysequence()
    except ValueError:
        where = f"column {shown(name)} has nulls after row {number}"
        raise DealError(f"{where}: expected a hand in each") from None
    return np.asarray(values).astype(np.uint64)


def _arrow_texts(column: _Array) -> list[Any]:
    if column.schema.format != _VIEW:
        found: list[Any] = load_nanoarrow().Array(column).to_pylist()
        return found
    # nanoarrow 0.9 reads past the end of string views, which polars uses. A view is a length, then the text
    # itself or, if it is long, its first four bytes, the number of a buffer and an offset into that buffer.
    view = column.view()
    valid, views, *pool = (bytes(view.buffer(each)) for each in range(view.n_buffers))
    found = []
    for row in range(column.offset, column.offset + column.length):
        length, _, buffer, start = unpack_from("<i4sii", views, 16 * row)
        if valid and not valid[row // 8] >> row % 8 & 1:
            found.append(None)
        elif length <= _IN_VIEW:
            found.append(views[16 * row + 4 : 16 * row + 4 + length].decode())
        else:
            found.append(pool[buffer][start : start + length].decode())
    return found
