"""Results as tables of named columns: `Tabular` hands them to libraries that read Arrow, or to plain Python.

The stream is made by nanoarrow, which is imported when a table is first asked for. No data frame library is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

# The whole room first, as threads that load several at once need one order.
import whistsolve.values  # noqa: F401
from whistsolve.errors import WhistError
from whistsolve.values.reading import read_integer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Column", "Kind", "Tabular", "Value", "flags", "integers", "numbers", "small", "texts"]

#: Of the values of a column, by the names that Arrow has for them.
Kind: TypeAlias = Literal["string", "bool", "uint8", "int64", "float64"]
#: Of one row in a column; ``None`` is Arrow's null.
Value: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """The values of one column.

    Attributes
    ----------
    kind : str
        ``string``, ``bool``, ``uint8``, ``int64`` or ``float64``, the same whatever the values, so that the
        tables of two results can be stacked.
    values : sequence or ndarray
        Row by row, or where there are `categories` their indices (whole numbers).
    categories : sequence of str or None
        The texts that occur, for columns of few texts and many rows.
    """

    kind: Kind
    values: Sequence[Value] | NDArray[Any]
    categories: Sequence[str] | None = None

    def to_list(self) -> list[Value]:
        """The values as plain Python objects."""
        values: Any = self.values if isinstance(self.values, Sequence) else self.values.tolist()
        return list(values) if self.categories is None else [self.categories[each] for each in values]


def texts(values: Sequence[object | None]) -> Column:
    """A column of texts, each as `str` has it; ``None`` stays."""
    return Column("string", [None if each is None else str(each) for each in values])


def flags(values: Sequence[bool | None]) -> Column:
    """A column of yes and no."""
    return Column("bool", values)


def small(values: Sequence[int | None] | NDArray[np.uint8]) -> Column:
    """A column of numbers from 0 to 255, such as tricks."""
    return Column("uint8", values)


def integers(values: Sequence[int | None] | NDArray[np.int64]) -> Column:
    """A column of whole numbers."""
    return Column("int64", values)


def numbers(values: Sequence[float | None]) -> Column:
    """A column of numbers; those that are not finite, such as an error that is not known, become ``None``."""
    finite = (None if each is None or each - each != 0 else float(each) for each in values)
    return Column("float64", list(finite))


class Tabular(ABC):
    """What can be read as a table: by pyarrow, pandas, polars, DuckDB and all else that reads Arrow.

    ``pyarrow.table(x)``, ``polars.DataFrame(x)``, ``pandas.DataFrame.from_arrow(x)`` and ``duckdb.sql("select
    * from x")`` take it as it is, through the Arrow PyCapsule interface. The documentation of each class has
    its columns.
    """

    __slots__ = ()

    @abstractmethod
    def _columns(self) -> Mapping[str, Column]:
        """The columns by name, in order, all of one length."""

    def _batches(self) -> Iterator[Mapping[str, Column]]:
        """The table in pieces: one, where it is not large."""
        yield self._columns()

    def first_rows(self, number: int) -> list[dict[str, Value]]:
        """The first rows, as `to_dicts` has them; what is large is not read to its end.

        Raises
        ------
        WhistError
            Where the number is no whole number, 0 or more.
        """
        number = read_integer(number, "number", WhistError, 0)
        batch = next(self._batches())
        lists = (column.to_list()[:number] for column in batch.values())
        return [dict(zip(batch, row, strict=True)) for row in zip(*lists, strict=True)]

    def to_dicts(self) -> list[dict[str, Value]]:
        """The rows, each a dict by column of text, numbers, True, False and ``None``; for JSON and csv."""
        found = []
        for batch in self._batches():
            lists = [column.to_list() for column in batch.values()]
            found += [dict(zip(batch, row, strict=True)) for row in zip(*lists, strict=True)]
        return found

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as an Arrow stream, for libraries that read it.

        Parameters
        ----------
        requested_schema : object
            Not looked at: the types are those of the class. The interface leaves casting to the reader then.

        Returns
        -------
        capsule
            ``arrow_array_stream``, a struct with a field for each column.

        Raises
        ------
        ImportError
            Where nanoarrow is missing.
        """
        stream: Any = import_module("nanoarrow.c_array_stream").CArrayStream
        arrays = [_struct(batch) for batch in self._batches()]
        found: object = stream.from_c_arrays(arrays, arrays[0].schema).__arrow_c_stream__()
        return found


def _nanoarrow() -> Any:
    """The package, which has no types; imported when it is needed."""
    return import_module("nanoarrow")


def _struct(columns: Mapping[str, Column]) -> Any:
    """An Arrow array of a struct with a field for each column."""
    nanoarrow = _nanoarrow()
    schema = nanoarrow.struct(
        {name: getattr(nanoarrow, _TYPES[each.kind])() for name, each in columns.items()}
    )
    children = [_array(column) for column in columns.values()]
    length = children[0].length if children else 0
    return nanoarrow.c_array_from_buffers(schema, length, [None], children=children)


#: What nanoarrow calls the kinds.
_TYPES = {each: each for each in ("string", "uint8", "int64", "float64")} | {"bool": "bool_"}


def _array(column: Column) -> Any:
    """An Arrow array."""
    nanoarrow = _nanoarrow()
    if column.categories is not None:
        return _repeated(column.categories, column.values)
    schema = getattr(nanoarrow, _TYPES[column.kind])()
    if isinstance(column.values, Sequence):
        return nanoarrow.c_array(list(column.values), schema)
    import numpy as np

    values = np.ascontiguousarray(column.values, dtype=column.kind)
    return nanoarrow.c_array_from_buffers(schema, len(values), [None, values])


def _repeated(categories: Sequence[str], indices: Any) -> Any:
    """An array of texts from few that occur and the index of each row, without a loop over the rows."""
    import numpy as np

    nanoarrow = _nanoarrow()

    encoded = [text.encode() for text in categories]
    pool = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    lengths = np.array([len(each) for each in encoded], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    codes = np.asarray(indices, dtype=np.int64)
    ends = np.concatenate([[0], np.cumsum(lengths[codes])])
    # Where each byte of the rows comes from in the pool.
    source = np.arange(ends[-1]) + np.repeat(starts[codes] - ends[:-1], lengths[codes])
    buffers = [None, ends.astype(np.int32), pool[source]]
    return nanoarrow.c_array_from_buffers(nanoarrow.string(), len(codes), buffers)
