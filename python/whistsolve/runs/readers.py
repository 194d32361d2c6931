"""Readers of rows from files: deals as text, JSON lines, PTN, PBN, LIN, Parquet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final

from whistsolve._internal.files import decoded
from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record import PlayedHand
from whistsolve.notation import read_pbn, read_ptn
from whistsolve.notation.bridge import boards_of_lin
from whistsolve.notation.reading import kind_of
from whistsolve.runs.rows import Row

#: Kinds of files by the suffix of their names.
SUFFIXES: Final[Mapping[str, str]] = {
    ".txt": "text",
    ".deals": "text",
    ".jsonl": "json",
    ".ndjson": "json",
    ".ptn": "ptn",
    ".pbn": "pbn",
    ".lin": "lin",
    ".parquet": "parquet",
}
#: Maximum bytes of a line, so that a binary file without line ends is not read into memory whole.
_LONGEST_LINE: Final = 1 << 24
#: Maximum characters of a hand of PTN or PBN, with all that stands before the next.
_LONGEST_HAND: Final = 1 << 20
#: Number of rows of Parquet or of a data frame in memory at a time.
ROWS_AT_ONCE: Final = 1024
#: Maximum bytes of the cells of a Parquet row, and of a column in a row group: of a few compressed bytes
#: there may be billions in memory. A column that is not small may have so many for each compressed byte.
_LONGEST_ROW: Final = 1 << 16
_LARGEST_COLUMN: Final = 1 << 28
_SMALL_COLUMN, _MOST_UNFOLDED = 1 << 24, 256
#: Bytes that a cell or an item of a list counts if it is no text.
_CELL: Final = 8

_LINE_NAMED = re.compile(r"line (\d+): ")


def kind_of_lines(first: bytes) -> str:
    """The kind of a file by its first line that is not blank: JSON, PBN, PTN, LIN, or else text."""
    start = first.removeprefix(b"\xef\xbb\xbf").lstrip()
    return "json" if start.startswith(b"{") else kind_of(start.decode(errors="replace"))


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file with line ends; of a line that is too long only the start, refused later."""
    for line in iter(partial(file.readline, _LONGEST_LINE + 1), b""):
        yield line
        part = line
        while len(part) > _LONGEST_LINE and not part.endswith(b"\n"):
            part = file.readline(_LONGEST_LINE + 1)


def rows_of_lines(lines: Iterable[bytes], kind: str) -> Iterator[Row]:
    """The rows of a ``text``, ``json``, ``ptn``, ``pbn`` or ``lin`` file, read lazily from its lines."""
    return _READERS[kind](_decoded(lines))


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


#: Number, stripped text, and the fault if the line cannot be read.
_Line = tuple[int, str, str]


def _decoded(lines: Iterable[bytes]) -> Iterator[_Line]:
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE:
            yield number, "", f"too long: expected at most {_LONGEST_LINE >> 20} MiB"
            continue
        try:
            yield number, decoded(line, "it").strip(), ""
        except NotationError as error:
            yield number, "", str(error)


def _text_rows(lines: Iterator[_Line]) -> Iterator[Row]:
    """One deal or hand per line; blank lines and those that begin with # are skipped."""
    for number, text, fault in lines:
        if fault or (text and not text.startswith("#")):
            yield Row(number, {"text": text} if text else {}, fault=fault)


def _json_rows(lines: Iterator[_Line]) -> Iterator[Row]:
    for number, text, fault in lines:
        values = None
        try:
            values = json.loads(text) if text else None
        except (ValueError, RecursionError) as error:
            fault = f"no JSON: {error}"
        if isinstance(values, dict):
            yield Row(number, values)
        elif text or fault:
            yield Row(number, fault=fault or f"{shown(values)} is no JSON object: expected one a line")


def _lin_rows(lines: Iterator[_Line]) -> Iterator[Row]:
    """The boards; the file is read as a whole, since the names of players stand for all that follow."""
    boards = boards_of_lin("\n".join(text or fault for _, text, fault in lines))
    return _hand_rows(enumerate(boards, 1), lambda read: [read()])


def _hand_rows(blocks: Iterable[tuple[int, Any]], read: Callable[[Any], list[PlayedHand]]) -> Iterator[Row]:
    for start, block in blocks:
        try:
            if isinstance(block, NotationError):
                raise block
            # `deal_in_play` raises `DealError` if the kitty was taken and nothing discarded.
            rows = [
                Row(start, {"deal": str(hand.deal_in_play), "dealt": str(hand.deal)}, _as_played(hand))
                for hand in read(block)
            ]
        except WhistError as error:
            # The message counts lines from the start of the block, not of the file.
            named = _LINE_NAMED.match(str(error))
            line = start if named is None else start - 1 + int(named[1])
            yield Row(line, fault=str(error)[0 if named is None else named.end() :])
            continue
        yield from rows


def _as_played(hand: PlayedHand) -> dict[str, object]:
    found: dict[str, object] = {"ptn": hand, "auction": [(call.seat, call.text) for call in hand.calls]}
    if hand.dealer is not None:
        found["dealer"] = hand.dealer
    if hand.contract is not None:
        found |= {"strain": str(hand.contract.strain), "declarer": hand.contract.declarer}
        found["leader"] = hand.contract.declarer if hand.leader is None else hand.leader
    return found


def _blocks(
    lines: Iterator[_Line], begins: re.Pattern[str], *, ends_at_blank: bool = False
) -> Iterator[tuple[int, str | NotationError]]:
    """Each block of lines with the number of its first; lines before any tag belong to the next block.

    Of a block that is too long, or has a line that cannot be read, there is the error alone.
    """
    block: list[str] = []
    start, has_tags, size, error = 1, False, 0, ""
    for number, text, fault in lines:
        line = text or fault  # a fault stands in for an unreadable line and is not a tag
        if has_tags and (begins.match(line) or (ends_at_blank and not line)):
            yield start, NotationError(error) if error else "\n".join(block)
            block, has_tags, size, error = [], False, 0, ""
        if not block:
            if not line:
                continue
            start = number
        has_tags = has_tags or line.startswith("[")
        size += len(line) + 1
        error = error or (f"line {number - start + 1}: {fault}" if fault else "")
        if size <= _LONGEST_HAND or not block:
            block.append(line)
        else:
            error = f"too long: expected at most {_LONGEST_HAND >> 20} MiB for a hand"
    if block:
        yield start, NotationError(error) if error else "\n".join(block)


_READERS: Final[Mapping[str, Callable[[Iterator[_Line]], Iterator[Row]]]] = {
    "text": _text_rows,
    "json": _json_rows,
    "ptn": lambda lines: _hand_rows(_blocks(lines, re.compile(r"% PTN|\[EVENT ", re.IGNORECASE)), read_ptn),
    "pbn": lambda lines: _hand_rows(_blocks(lines, re.compile(r"\[Event "), ends_at_blank=True), read_pbn),
    "lin": _lin_rows,
}


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A context with a file open to read; errors are `NotationError`."""
    try:
        with open(path, "rb") as file:
            if not file.seekable():
                raise NotationError(
                    f"file {shown(path)} can be read only once: expected - for the standard input, or a"
                    " file on a disk"
                )
            yield file
    except (OSError, ValueError) as error:
        if isinstance(error, WhistError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NotationError(f"file {shown(path)} cannot be read: {reason}") from None


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
