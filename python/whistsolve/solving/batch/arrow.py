"""Deals in Arrow streams of any library, read batch by batch: a query's result need not fit in memory."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from struct import unpack_from
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve.encoding import check_deal_array, hand_texts_to_array, texts_to_array
from whistsolve.errors import DealError
from whistsolve.solving.batch.tables import DEAL, EXPECTED, seat_columns
from whistsolve.values.reading import shown

__all__ = ["ArrowDeals"]

#: What Arrow's types of text and of whole numbers are called, and that of few texts, each with a number.
_TEXTS: Final = {"STRING", "LARGE_STRING", "STRING_VIEW", "DICTIONARY"}
_INTEGERS: Final = {"INT64", "UINT64"}
#: Arrow's format of text views, and how many bytes of text fit into one.
_VIEW: Final = "vu"
_IN_VIEW: Final = 12

#: An array of nanoarrow, which has no types.
_Array: TypeAlias = Any


class ArrowDeals:
    """The deals of something with ``__arrow_c_stream__``, read as it goes; it can be read once.

    Columns are found by name, as in a data frame: ``deal``, or one for each seat. Where there are none of
    these, the only column of text is that of the deals; so is a stream of text.

    Parameters
    ----------
    source : object
        Its stream has a struct with a field for each column, or text.

    Raises
    ------
    DealError
        Where it has no columns of deals, or they are of another type than text and card masks.
    """

    def __init__(self, source: Any) -> None:
        # Late, as wherever it is used: who solves deals of his own has no need of it.
        nanoarrow: Any = import_module("nanoarrow")
        self._stream = nanoarrow.c_array_stream(source)
        schema = nanoarrow.Schema(self._stream.get_schema())
        self._is_column = schema.type.name != "STRUCT"
        fields = [schema] if self._is_column else schema.fields
        types = {field.name or DEAL: field.type.name for field in fields}
        self._names = _deal_columns(types)
        self._positions = [list(types).index(name) for name in self._names]
        several = len(self._names) > 1
        for name in self._names:
            if types[name] not in _TEXTS | (_INTEGERS if several else set()):
                expected = "text or 64-bit card masks" if several else "text"
                kind = types[name].lower()
                raise DealError(f"column {name!r} has the Arrow type {kind}: expected {expected}")
        self._masks = all(types[name] in _INTEGERS for name in self._names)

    def __iter__(self) -> Iterator[NDArray[np.uint64]]:
        """The hands of each record batch: uint64, shape (deals, seats), checked to be deals.

        Raises
        ------
        DealError
            Where a deal cannot be read: names it by its number.
        """
        number = 0
        for batch in self._stream:
            if batch.length:
                yield self._hands([self._column(batch, each) for each in self._positions], number)
            number += batch.length

    def _column(self, batch: _Array, position: int) -> _Array:
        """A column of a record batch, which may be a slice of a larger one."""
        if self._is_column:
            return batch
        column = batch.child(position)
        if column.length == batch.length:
            return column
        return column[batch.offset : batch.offset + batch.length]

    def _hands(self, columns: list[_Array], number: int) -> NDArray[np.uint64]:
        if len(columns) == 1:
            return texts_to_array(_texts(columns[0]), number)
        if self._masks:
            named = zip(columns, self._names, strict=True)
            masks = [_masks(column, name, number) for column, name in named]
            return check_deal_array(np.stack(masks, axis=1), first=number)
        texts = [_texts(column) for column in columns]
        return check_deal_array(hand_texts_to_array(texts, self._names, number), first=number)


def _deal_columns(types: dict[str, str]) -> list[str]:
    """The column of deals, or those of hands."""
    if DEAL in types:
        return [DEAL]
    seats = seat_columns(list(types))
    if seats is not None:
        return seats
    texts = [name for name, kind in types.items() if kind in _TEXTS]
    if len(texts) != 1:
        raise DealError(
            f"the table has the columns {shown(list(types))}: expected {EXPECTED}, or one of text"
        )
    return texts


def _masks(column: _Array, name: str, number: int) -> NDArray[np.uint64]:
    """Card masks."""
    try:
        values = import_module("nanoarrow").Array(column).to_pysequence()
    except ValueError:
        raise DealError(f"column {name!r} has nulls after row {number}: expected a hand in each") from None
    return np.asarray(values).astype(np.uint64)


def _texts(column: _Array) -> list[Any]:
    """Text, ``None`` for nulls."""
    if column.schema.format != _VIEW:
        found: list[Any] = import_module("nanoarrow").Array(column).to_pylist()
        return found
    # nanoarrow 0.9 reads past the end of text of this layout, that of polars: a length, and either the text
    # itself or four bytes of it, the number of a buffer and where the text begins there.
    view = column.view()
    buffers = [bytes(view.buffer(each)) for each in range(view.n_buffers)]
    rows = range(column.offset, column.offset + column.length)
    valid = buffers[0]
    found = []
    for row in rows:
        length, _, buffer, start = unpack_from("<i4sii", buffers[1], 16 * row)
        if valid and not valid[row // 8] >> row % 8 & 1:
            found.append(None)
        elif length <= _IN_VIEW:
            found.append(buffers[1][16 * row + 4 : 16 * row + 4 + length].decode())
        else:
            found.append(buffers[2 + buffer][start : start + length].decode())
    return found
