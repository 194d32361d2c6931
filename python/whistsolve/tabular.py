"""Results as tables of named columns, for libraries that read Arrow (through nanoarrow) or plain Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from whistsolve._internal.reading import read_integer
from whistsolve.errors import WhistError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Column", "Kind", "Tabular", "Value", "flags", "integers", "numbers", "small", "texts"]

#: The type of a column's values, by its Arrow name.
Kind: TypeAlias = Literal["string", "bool", "uint8", "int64", "float64"]
#: The value of a column in one row; ``None`` is Arrow's null.
Value: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """The values of one column."""

    #: ``string``, ``bool``, ``uint8``, ``int64`` or ``float64``; it does not depend on the values, so that
    #: the tables of two results can be stacked.
    kind: Kind
    #: One value for each row; with `categories`, the index of its category (an integer).
    values: Sequence[Value] | NDArray[Any]
    #: The distinct texts, for columns that repeat few texts over many rows.
    categories: Sequence[str] | None = None

    def to_list(self) -> list[Value]:
        """The values as plain Python objects."""
        values: Any = self.values if isinstance(self.values, Sequence) else self.values.tolist()
        return list(values) if self.categories is None else [self.categories[each] for each in values]


def texts(values: Sequence[object | None]) -> Column:
    """A column of texts: `str` of each value; ``None`` stays ``None``."""
    return Column("string", [None if each is None else str(each) for each in values])


_Maker: TypeAlias = "Callable[[Sequence[Any] | NDArray[Any]], Column]"
#: Makes a column of booleans.
flags: _Maker = partial(Column, "bool")
#: Makes a column of integers from 0 to 255, such as tricks.
small: _Maker = partial(Column, "uint8")
#: Makes a column of integers.
integers: _Maker = partial(Column, "int64")


def numbers(values: Sequence[float | None]) -> Column:
    """A column of floats; values that are not finite, such as an unknown error, become ``None``."""
    finite = (None if each is None or each - each != 0 else float(each) for each in values)
    return Column("float64", list(finite))


class Tabular(ABC):
    """A result that pyarrow, pandas, polars, DuckDB and other libraries that read Arrow can read as a table.

    ``pyarrow.table(x)``, ``polars.DataFrame(x)``, ``pandas.DataFrame.from_arrow(x)`` and ``duckdb.sql("select
    * from x")`` read it directly, through the Arrow PyCapsule interface. The documentation of each class
    lists its columns.
    """

    __slots__ = ()

    @abstractmethod
    def _columns(self) -> Mapping[str, Column]:
        """The columns by name, in order; all have the same length."""

    def _batches(self) -> Iterator[Mapping[str, Column]]:
        """The table in batches of rows: a single one, unless a subclass splits large tables."""
        yield self._columns()

    def first_rows(self, number: int) -> list[dict[str, Value]]:
        """The first rows as in `to_dicts`; WhistError if the number is not an integer, 0 or more."""
        number = read_integer(number, "number", WhistError, 0)
        return _rows(next(self._batches()), number)

    def to_dicts(self) -> list[dict[str, Value]]:
        """The rows, each a dict from column name to str, int, float, bool or ``None``; for JSON and CSV."""
        return [row for batch in self._batches() for row in _rows(batch)]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as an Arrow stream of structs, a field for each column; a requested schema is ignored."""
        stream: Any = load_nanoarrow("nanoarrow.c_array_stream").CArrayStream
        arrays = [_struct(batch) for batch in self._batches()]
        found: object = stream.from_c_arrays(arrays, arrays[0].schema).__arrow_c_stream__()
        return found


def _rows(batch: Mapping[str, Column], number: int | None = None) -> list[dict[str, Value]]:
    lists = (column.to_list()[:number] for column in batch.values())
    return [dict(zip(batch, row, strict=True)) for row in zip(*lists, strict=True)]


def load_nanoarrow(module: str = "nanoarrow") -> Any:
    """The package nanoarrow, or a module of it, imported on first use; it has no type hints."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError("Arrow takes nanoarrow: pip install 'whistsolve[arrow]'") from error


def _struct(columns: Mapping[str, Column]) -> Any:
    nanoarrow = load_nanoarrow()
    types = {name: getattr(nanoarrow, _TYPES[each.kind])() for name, each in columns.items()}
    children = [_array(column, types[name]) for name, column in columns.items()]
    length = children[0].length if children else 0
    return nanoarrow.c_array_from_buffers(nanoarrow.struct(types), length, [None], children=children)


#: The names of the kinds in nanoarrow.
_TYPES = {each: each for each in ("string", "uint8", "int64", "float64")} | {"bool": "bool_"}


def _array(column: Column, kind: Any) -> Any:
    nanoarrow = load_nanoarrow()
    if column.categories is not None:
        return _repeated(column.categories, column.values)
    if isinstance(column.values, Sequence):
        return nanoarrow.c_array(list(column.values), kind)
    import numpy as np

    values = np.ascontiguousarray(column.values, dtype=column.kind)
    return nanoarrow.c_array_from_buffers(kind, len(values), [None, values])


def _repeated(categories: Sequence[str], indices: Any) -> Any:
    """An array of texts from the categories and each row's index into them, without a loop over the rows."""
    import numpy as np

    nanoarrow = load_nanoarrow()
    encoded = [text.encode() for text in categories]
    pool = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    lengths = np.array([len(each) for each in encoded], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    codes = np.asarray(indices, dtype=np.int64)
    ends = np.concatenate([[0], np.cumsum(lengths[codes])])
    # For each byte of the rows, its index in the pool.
    source = np.arange(ends[-1]) + np.repeat(starts[codes] - ends[:-1], lengths[codes])
    buffers = [None, ends.astype(np.int32), pool[source]]
    return nanoarrow.c_array_from_buffers(nanoarrow.string(), len(codes), buffers)
