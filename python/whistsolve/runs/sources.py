"""Sources of a batch: files and folders, standard input, deals of a seed, rows of a Python iterable."""

from __future__ import annotations

import hashlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeAlias

from whistsolve._internal.reading import read_integer, read_several, shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.rules import Rules
from whistsolve.runs.readers import (
    SUFFIXES,
    import_parquet,
    kind_of_lines,
    lines_of,
    opened,
    reading_parquet,
    rows_of_lines,
    rows_of_parquet,
)
from whistsolve.runs.rows import Chunk, DealtChunk, Item, ReadChunk, Row
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand

#: How many items are taken next.
Size: TypeAlias = Callable[[], int]


@dataclass(frozen=True, slots=True)
class RandomDeals:
    """Deals of a seed, made where they are answered: deal `n` is that of ``random_deals(..., first=n)``.

    Parameters
    ----------
    seed : int
        Any integer, of any size or sign.
    count : int
        How many, 0 or more.
    rules : Rules, optional
        Whose deals; those of the batch where they are left out.

    Raises
    ------
    WhistError
        If seed or count is not such a number.
    """

    seed: int
    count: int
    rules: Rules | None = None

    def __post_init__(self) -> None:
        read_integer(self.count, "count", WhistError, 0, 2**61)
        read_integer(self.seed, "seed", WhistError)
        if self.rules is not None and not isinstance(self.rules, Rules):
            raise WhistError(f"rules {shown(self.rules)} are wrong: expected Rules")


#: What `run_batch` takes as its source.
BatchSource: TypeAlias = (
    str | os.PathLike[str] | RandomDeals | Iterable[os.PathLike[str] | Deal | Hand | str | Mapping[str, Any]]
)


@dataclass(frozen=True, slots=True)
class _Seeded:
    deals: RandomDeals
    rules: Rules

    @property
    def total(self) -> int:
        """How many items there are."""
        return self.deals.count

    def identity(self) -> dict[str, object]:
        """What tells this input from another, as plain values."""
        rules = asdict(self.rules)
        return {"kind": "random", "seed": self.deals.seed, "count": self.deals.count, "rules": rules}

    def chunks(self, first: int, size: Size, mark: str) -> Iterator[Chunk]:
        """The items from a number on; `mark` is that of the last chunk before them."""
        while first < self.deals.count:
            count = min(size(), self.deals.count - first)
            yield DealtChunk(first, count, self.deals.seed, self.rules)
            first += count


class _Files:
    """Files that can be read again, each with the name that messages and side files have for it."""

    def __init__(self, files: Sequence[tuple[str, Path]]) -> None:
        self._files = files
        self._digest = hashlib.sha256()
        self.total = 0
        self._looked_at: dict[Path, tuple[int, ...]] = {}
        for name, path in files:
            kind, count = self._look(path)
            # A name may hold bytes that are no text.
            self._digest.update(f"{name}\0{kind}\0".encode("utf-8", "surrogatepass"))
            self.total += count

    def identity(self) -> dict[str, object]:
        names = [name for name, _ in self._files]
        # A folder may hold a million files: the digest has their names too.
        return {
            "kind": "files",
            "files": names if len(names) <= 20 else f"{len(names)} files",
            "sha256": self._digest.hexdigest(),
        }

    def chunks(self, first: int, size: Size, mark: str) -> Iterator[Chunk]:
        read: dict[Path, None] = {}
        for chunk in _chunks(islice(self._items(read), first, None), size):
            self._check(read)
            yield chunk
        self._check(read)

    def _check(self, read: dict[Path, None]) -> None:
        """That files are what the digest was made of, before anything that was read of them is answered."""
        for path in read:
            with opened(path) as file:
                if _state(file) != self._looked_at[path]:
                    raise WhistError(
                        f"file {shown(str(path))} was changed while it was read: expected it as it was when"
                        " the run began"
                    )
        while len(read) > 1:  # the last one is still being read
            del read[next(iter(read))]

    def _look(self, path: Path) -> tuple[str, int]:
        """The kind of a file and how many rows it has, and its contents into the digest."""
        kind = _kind(path)
        count = 0
        with opened(path) as file:
            self._looked_at[path] = _state(file)
            if kind == "parquet":
                while block := file.read(1 << 20):
                    self._digest.update(block)
                return kind, _parquet_length(path)
            for line in lines_of(file):
                self._digest.update(line)
                count += _counts_as_row(line, kind)
        return kind, count

    def _items(self, read: dict[Path, None]) -> Iterator[Item]:
        number = 0
        for name, path in self._files:
            read[path] = None
            for row in self._rows(path):
                yield Item(number, name, row)
                number += 1

    def _rows(self, path: Path) -> Iterator[Row]:
        kind = _kind(path)
        if kind == "parquet":
            yield from rows_of_parquet(path)
            return
        with opened(path) as file:
            yield from rows_of_lines(lines_of(file), kind)


class _Stream:
    """Rows that can be read once: a running digest of them tells whether another run has the same."""

    def __init__(self, name: str, rows: Callable[[Any], Iterator[Row]], total: int | None = None) -> None:
        self._name, self._rows, self.total = name, rows, total

    def identity(self) -> dict[str, object]:
        return {"kind": self._name}

    def chunks(self, first: int, size: Size, mark: str) -> Iterator[Chunk]:
        digest = hashlib.sha256()
        items = self._items(digest)
        passed = sum(1 for _ in islice(items, first))
        if passed < first or (first and mark and digest.hexdigest() != mark):
            raise WhistError(
                f"the first {first} rows of {self._name} are not those that were answered before:"
                " expected the same, to go on after them"
            )
        for chunk in _chunks(items, size):
            yield ReadChunk(chunk.listed, digest.hexdigest())

    def _items(self, digest: Any) -> Iterator[Item]:
        for number, row in enumerate(self._rows(digest)):
            yield Item(number, self._name, row)


#: Where items come from.
Source: TypeAlias = _Seeded | _Files | _Stream


def read_batch_source(given: object, rules: Rules, left_out: Callable[[Path], bool]) -> Source:
    """The source that `run_batch` was passed.

    Deals of a seed without rules are those of `rules`. In folders, which may have the output too, files are
    passed over for which `left_out` is true.
    """
    if isinstance(given, RandomDeals):
        return _Seeded(given, given.rules or rules)
    if isinstance(given, str) and given == "-":
        return _Stream("standard input", _standard_input_rows)
    if isinstance(given, str) and given.startswith("random:"):
        return _Seeded(_seed_and_count(given), rules)
    if isinstance(given, (str, os.PathLike)):
        given = [Path(given)]
    if not isinstance(given, Iterable) or isinstance(given, (bytes, Mapping, Deal, Hand)):
        raise WhistError(
            f"source {shown(given)} is wrong: expected a file, a folder, RandomDeals, or several deals"
        )
    if isinstance(given, (list, tuple)) and given and all(isinstance(each, os.PathLike) for each in given):
        return _Files(_listed([Path(each) for each in given], left_out))
    total = len(given) if isinstance(given, (list, tuple)) else None
    return _Stream("rows", partial(_rows_of_python, given), total)


def _seed_and_count(given: str) -> RandomDeals:
    _, *parts = given.split(":")
    try:
        seed, count = map(int, parts)
    except ValueError:
        raise WhistError(
            f"source {shown(given)} is wrong: expected random:SEED:COUNT, such as random:1:1000"
        ) from None
    return RandomDeals(seed, count)


def _listed(paths: Sequence[Path], left_out: Callable[[Path], bool]) -> list[tuple[str, Path]]:
    """The files of paths, of which some are folders, each with its name: in folders, the path from there."""
    found: list[tuple[str, Path]] = []
    for path in paths:
        if "\0" in str(path) or not path.is_dir():
            found.append((path.name, path))
            continue
        inside = [each for each in path.rglob("*") if each.suffix.lower() in SUFFIXES and each.is_file()]
        names = sorted((each.relative_to(path).as_posix(), each) for each in inside if not left_out(each))
        names = [(name, each) for name, each in names if not any(part[0] == "." for part in name.split("/"))]
        if not names:
            raise NotationError(
                f"there is no file of deals in {shown(str(path))}:"
                f" expected names ending in {' '.join(SUFFIXES)}"
            )
        found += names
    return found


def _kind(path: Path) -> str:
    kind = SUFFIXES.get(path.suffix.lower())
    if kind is not None:
        return kind
    with opened(path) as file:
        start = file.read(4)
        if start == b"PAR1":
            return "parquet"
        file.seek(0)
        return kind_of_lines(next((line for line in lines_of(file) if line.strip()), b""))


def _state(file: IO[bytes]) -> tuple[int, ...]:
    """What changes with the contents of a file."""
    found = os.fstat(file.fileno())
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _parquet_length(path: Path) -> int:
    with reading_parquet(path.name):
        return int(import_parquet().read_metadata(path).num_rows)


def _counts_as_row(line: bytes, kind: str) -> bool:
    start = line.lstrip()
    if kind in ("ptn", "pbn"):
        return start.startswith(b"[Deal ")
    return bool(start) and not (kind == "text" and start.startswith(b"#"))


def _chunks(items: Iterator[Item], size: Size) -> Iterator[ReadChunk]:
    while some := tuple(islice(items, size())):
        yield ReadChunk(some)


def _standard_input_rows(digest: Any) -> Iterator[Row]:
    closed = sys.stdin is None or sys.stdin.closed
    lines = lines_of(io.BytesIO() if closed else sys.stdin.buffer)
    before: list[bytes] = []
    for line in lines:
        before.append(line)
        if line.strip():
            break

    def read() -> Iterator[bytes]:
        for some in (before, lines):
            for line in some:
                digest.update(line)
                yield line

    yield from rows_of_lines(read(), kind_of_lines(before[-1] if before else b""))


def _rows_of_python(rows: Iterable[Any], digest: Any) -> Iterator[Row]:
    for line, given in enumerate(read_several(rows, "source", WhistError), 1):
        row = _row_of_python(line, given)
        digest.update(repr((sorted(row.fields.items(), key=str), row.fault)).encode())
        yield row


def _row_of_python(line: int, given: object) -> Row:
    if isinstance(given, Deal):
        return Row(line, {"deal": given})
    if isinstance(given, Hand):
        return Row(line, {"hand": given})
    if isinstance(given, str):
        return Row(line, {"text": given})
    if isinstance(given, Mapping):
        return Row(line, {str(name): value for name, value in given.items()})
    return Row(line, fault=f"{shown(given)} is no row: expected a deal, its text, or fields by name")
