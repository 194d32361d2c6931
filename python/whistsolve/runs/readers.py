"""Readers of rows from files: deals as text, JSON lines, PTN, PBN, LIN, Parquet."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Final

from whistsolve._internal.files import beginning_of, numbered_lines, opened
from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record import PlayedHand
from whistsolve.notation.deal_texts import deal_texts
from whistsolve.notation.json_reader import hand_of_object, is_row, objects_of_json
from whistsolve.notation.reading import HANDS, LINE_NAMED, FoundHand, found_at, found_in, kind_of
from whistsolve.runs.rows import Row
from whistsolve.values import Deal

#: Endings of files that are looked for in folders.
SUFFIXES: Final = (*HANDS, ".parquet")
#: Number of rows of Parquet or of a data frame in memory at a time.
ROWS_AT_ONCE: Final = 1024
#: Maximum bytes of the cells of a Parquet row, and of a column in a row group: of a few compressed bytes
#: there may be billions in memory. A column that is not small may have so many for each compressed byte.
_LONGEST_ROW: Final = 1 << 16
_LARGEST_COLUMN: Final = 1 << 28
_SMALL_COLUMN, _MOST_UNFOLDED = 1 << 24, 256
#: Bytes that a cell or an item of a list counts if it is no text.
_CELL: Final = 8
#: What every hand in LIN, RBN, PTN or PBN has once.
_BEGINNING: Final = re.compile(rb"md\||^H [NESW]:|^\s*\[Deal ")


def rows_of_parquet(path: Path, fields: Collection[str]) -> Iterator[Row]:
    """The rows of a Parquet file with some of its fields, read in batches; no other column is read."""
    parquet = import_arrow("pyarrow.parquet")
    with opened(path) as stream, reading_parquet(path.name):  # Arrow takes no path that is not UTF-8
        metadata = parquet.read_metadata(stream)
        names = [name for name in metadata.schema.to_arrow_schema().names if name in fields]
        texts = _check_columns(metadata, names, path.name)
        # As dictionaries, text that is repeated is in memory once until its length is known.
        with closing(parquet.ParquetFile(stream, metadata=metadata, read_dictionary=texts)) as file:
            batches = file.iter_batches(batch_size=ROWS_AT_ONCE, columns=names)
            for line, values in enumerate(chain.from_iterable(map(_values_of_rows, batches)), 1):
                yield Row(line, fault=values) if isinstance(values, str) else Row(line, values)


def parquet_length(path: Path) -> int:
    """The number of rows of a Parquet file."""
    with opened(path) as stream, reading_parquet(path.name):
        return int(import_arrow("pyarrow.parquet").read_metadata(stream).num_rows)


def _check_columns(metadata: Any, names: Sequence[str], file: str) -> list[str]:
    """Check types and sizes of columns, by the metadata of their file; returns the paths of those of text."""
    schema = metadata.schema.to_arrow_schema()
    texts = []
    for name in names:
        column = f"column {shown(name)} of {shown(file)}"
        kind = schema.types[schema.names.index(name)]
        if names.count(name) > 1 or not _is_plain(kind):
            what = "there more than once" if names.count(name) > 1 else f"of type {shown(str(kind))}"
            raise NotationError(f"{column} is {what}: expected one of text, numbers or lists of them")
        for index in range(len(metadata.schema)):
            leaf = metadata.schema.column(index)
            if not f"{leaf.path}.".startswith(f"{name}."):
                continue
            if leaf.physical_type == "BYTE_ARRAY":
                texts.append(leaf.path)
            for group in range(metadata.num_row_groups):
                chunk = metadata.row_group(group).column(index)
                most = max(_SMALL_COLUMN, _MOST_UNFOLDED * chunk.total_compressed_size)
                most = min(most, _LARGEST_COLUMN)
                if max(chunk.total_uncompressed_size, _CELL * chunk.num_values) > most:
                    raise NotationError(
                        f"{column} is too large in row group {group + 1}: expected at most"
                        f" {most >> 20} MiB before compression"
                    )
    return texts


def _is_plain(kind: Any) -> bool:
    """Whether cells of an Arrow type are text, numbers or lists of them, which Python has a form for."""
    if hasattr(kind, "value_type"):
        return _is_plain(kind.value_type)
    plain = "string large_string string_view integer floating boolean null"
    return any(getattr(import_arrow().types, f"is_{each}")(kind) for each in plain.split())


def _values_of_rows(batch: Any) -> Iterator[dict[str, Any] | str]:
    """The values of each row, or its fault, which is found by halving the batch."""
    fault = f"too long: expected at most {_LONGEST_ROW >> 10} KiB"
    if sum(map(_longest, batch.columns)) <= _LONGEST_ROW:
        try:
            yield from batch.to_pylist()
            return
        except UnicodeDecodeError as error:
            fault = f"no UTF-8 text: expected other than byte {error.object[error.start]:#04x}"
    if len(batch) == 1:
        yield fault
        return
    half = len(batch) // 2
    yield from _values_of_rows(batch.slice(0, half))
    yield from _values_of_rows(batch.slice(half))


def _longest(cells: Any) -> int:
    """At most how many bytes a cell of an Arrow array has."""
    compute = import_arrow("pyarrow.compute")
    if hasattr(cells, "dictionary"):
        return int(compute.max(compute.binary_length(cells.dictionary).take(cells.indices)).as_py() or 0)
    if hasattr(cells.type, "value_type"):
        return int(compute.max(compute.list_value_length(cells)).as_py() or 0) * _longest(cells.flatten())
    return _CELL


def rows_of_lines(lines: Iterable[bytes], kind: str | None = None, name: str = "the rows") -> Iterator[Row]:
    """The rows of a file that is not Parquet, read lazily from its lines; ``name`` is that of the file.

    Lines of text and rows of JSON are read by the question that is asked of them.
    """
    first, _, numbered = beginning_of(numbered_lines(lines))
    kind = kind_of(first, name) if kind is None else kind
    if kind == "text":
        for line, _, text in deal_texts(numbered, name):
            yield Row(line, {"text": text}) if isinstance(text, str) else Row(line, fault=str(text))
    elif kind == "json":
        for line, values in objects_of_json(numbered):
            yield Row(line, values) if is_row(values) else _row_of_object(line, values)
    else:
        yield from map(_row_of_hand, found_in(numbered, name, kind))


def length_of_lines(lines: Iterable[bytes], kind: str) -> int:
    """The number of rows that `rows_of_lines` finds, or nearly so, without reading them."""
    if kind == "text":
        return sum(1 for _ in deal_texts(numbered_lines(lines)))
    if kind == "json":
        return sum(1 for _ in objects_of_json(numbered_lines(lines)))
    return sum(len(_BEGINNING.findall(line)) for line in lines)


def _row_of_object(line: int, values: Any) -> Row:
    row = _row_of_hand(found_at(line, "", partial(hand_of_object, values)))
    return row if row.fault else row._replace(fields={**values, **row.fields})


def _row_of_hand(found: FoundHand) -> Row:
    """The row of a hand; its place is in the row, so that its fault has none."""
    hand, line = found.read, found.line
    try:
        if isinstance(hand, Deal):
            return Row(line, {"deal": str(hand)})
        if isinstance(hand, WhistError):
            raise hand
        # `deal_in_play` raises `DealError` if the kitty was taken and nothing discarded.
        return Row(line, {"deal": str(hand.deal_in_play), "dealt": str(hand.deal)}, _as_played(hand))
    except WhistError as error:
        return Row(line, fault=LINE_NAMED.sub("", str(error), count=1))


def _as_played(hand: PlayedHand) -> dict[str, object]:
    found: dict[str, object] = {"ptn": hand, "auction": [(call.seat, call.text) for call in hand.calls]}
    if hand.dealer is not None:
        found["dealer"] = hand.dealer
    if hand.contract is not None:
        found |= {"strain": str(hand.contract.strain), "declarer": hand.contract.declarer}
        found["leader"] = hand.contract.declarer if hand.leader is None else hand.leader
    return found


# pyarrow is an optional dependency: it is imported only when Parquet is read or written.


def import_arrow(module: str = "pyarrow") -> Any:
    """The package pyarrow, or a module of it."""
    try:
        return import_module(module)
    except ImportError:
        raise WhistError("pyarrow is missing: expected pip install 'whistsolve[parquet]'") from None


@contextmanager
def reading_parquet(name: str) -> Iterator[None]:
    """A context for reading a Parquet file; errors are `NotationError`."""
    arrow = import_arrow()
    try:
        yield
    except WhistError:
        raise  # a ValueError too
    except (arrow.ArrowException, OSError, ValueError, OverflowError) as error:
        # pyarrow also raises OSError for a broken file, with a message that may have several lines.
        raise NotationError(
            f"{shown(name)} cannot be read as Parquet: {shown(' '.join(str(error).split()))}"
        ) from None
