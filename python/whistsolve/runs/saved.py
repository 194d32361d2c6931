"""What a batch keeps on disk: a state as JSON, and files of lines that can be cut back to one."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, TypeVar

from whistsolve._internal.files import write_all
from whistsolve._internal.reading import read_instance, read_integer, shortened, shown
from whistsolve.errors import WhistError

_T = TypeVar("_T")

#: The sum of a file is kept every so many lines, at first; if there are too many, every second is dropped.
_MARK_LINES: Final = 64
_MOST_MARKS: Final = 64


def json_object(text: str | bytes) -> dict[str, Any] | None:
    """The object that a text in JSON is; ``None`` if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def check_same_run(name: str, before: Any, now: Any) -> None:
    """Check that a file was begun with the values that the run has now, both as JSON types."""
    difference = _first_difference(before, now, "")
    if difference:
        raise WhistError(f"{name} was begun with {difference}: expected the same to go on with it")


def _first_difference(before: Any, now: Any, name: str) -> str:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in [*now, *(key for key in before if key not in now)]:
            found = _first_difference(before.get(key), now.get(key), f"{name}.{key}" if name else key)
            if found:
                return found
        return ""
    return "" if before == now else f"{shortened(name)} {shown(before)} and not {shown(now)}"


class State:
    """An object in a manifest; a `WhistError` names the field that is wrong."""

    def __init__(self, name: str, values: object) -> None:
        self._name = name
        self._values: dict[str, object] = read_instance(values, dict, name, WhistError)

    def count(self, field: str, number: int | None = None) -> int:
        """A field that is a whole number, 0 or more, or a given one."""
        lowest, highest = (0, 2**63 - 1) if number is None else (number, number)
        return read_integer(self._values.get(field), self._named(field), WhistError, lowest, highest)

    def get(self, field: str, kind: type[_T]) -> _T:
        """A field of another type."""
        return read_instance(self._values.get(field), kind, self._named(field), WhistError)

    def part(self, field: str) -> State:
        """A field that is an object."""
        return State(self._named(field), self._values.get(field))

    def parts(self, field: str) -> list[State]:
        """A field that is a list of objects."""
        return [State(self._named(field), values) for values in self.get(field, list)]

    def _named(self, field: str) -> str:
        return f"{self._name}.{field}"


class GrowingFile:
    """A file that grows line by line; no line is buffered in this process.

    A `lazy` file is created with its first line, not before.
    """

    def __init__(self, path: Path, *, lazy: bool = False) -> None:
        self.path: Path = path
        self._lazy = lazy
        self._file: int | None = None
        self._reset()

    def _reset(self) -> None:
        #: Number of lines.
        self.lines: int = 0
        self._bytes = self._sum = 0
        #: Bytes and sum of the file at every so many lines.
        self._marks: list[dict[str, int]] = []
        self._between = _MARK_LINES

    def begin(self) -> None:
        """Empty the file, or remove a lazy one."""
        self.close()
        self._reset()
        self._cut()

    def restore(self, state: State) -> bool:
        """Cut the file back to a state that `sync` returned; false if it has become shorter since."""
        size = state.count("bytes")
        if size > self._size():
            return False
        self._keep_start(size, state.count("crc32"))
        return True

    def recover(self, state: State) -> int:
        """Cut a file that has become shorter back to its last mark; returns the number after its last item.

        What is behind the mark has no sum that would tell whether it was changed too.
        """
        marks = [(mark.count("bytes"), mark.count("crc32")) for mark in state.parts("marks")]
        have = self._size()
        last = self._keep_start(*max([(0, 0), *(mark for mark in marks if mark[0] <= have)]))
        return self._number(last) + 1 if last else 0

    def keep_before(self, number: int) -> None:
        """Keep the lines of the items before a number."""
        self._read(lambda line: self._number(line) < number)
        self._cut()

    def add(self, lines: Sequence[str]) -> None:
        """Append lines, given without line ends. After an `OSError` the file may have some of them."""
        if not lines:
            return
        data = [f"{line}\n".encode("ascii") for line in lines]
        write_all(self._opened(), b"".join(data), self.path)
        for line in data:
            self._count(line)

    def sync(self) -> dict[str, Any]:
        """Flush all lines to disk; returns the state for `restore`."""
        if self._file is not None:
            os.fsync(self._file)
        return {**self._sums(), "marks": self._marks}

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _opened(self) -> int:
        if self._file is None:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            self._file = os.open(self.path, flags, 0o666)
            os.ftruncate(self._file, self._bytes)
            os.lseek(self._file, self._bytes, os.SEEK_SET)
        return self._file

    def _cut(self) -> None:
        """Remove from the closed file what is behind the lines counted."""
        if self._lazy and not self._bytes:
            self.path.unlink(missing_ok=True)
        else:
            self._opened()

    def _size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def _keep_start(self, size: int, total: int) -> bytes:
        """Keep the start of the file that has the given sum; returns its last line."""
        last = self._read(lambda line: self._bytes + len(line) <= size)
        if (self._bytes, self._sum) != (size, total):
            raise self._changed()
        self._cut()
        return last

    def _read(self, fits: Callable[[bytes], bool]) -> bytes:
        """Count the first lines, while they fit; returns the last of them."""
        self.close()
        self._reset()
        line = b""
        if self.path.exists():
            with open(self.path, "rb") as file:
                for line in takewhile(fits, file):
                    self._count(line)
        return line

    def _count(self, line: bytes) -> None:
        self.lines += 1
        self._bytes += len(line)
        self._sum = zlib.crc32(line, self._sum)
        if self.lines % self._between == 0:
            self._marks.append(self._sums())
            if len(self._marks) == _MOST_MARKS:
                del self._marks[::2]
                self._between *= 2

    def _sums(self) -> dict[str, int]:
        return {"bytes": self._bytes, "crc32": self._sum}

    def _number(self, line: bytes) -> int:
        """The number of the item of a line."""
        try:
            return int(json.loads(line)["number"])
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
            raise self._changed() from None

    def _changed(self) -> WhistError:
        return WhistError(
            f"{shown(self.path)} was changed since it was written: expected its lines as they were;"
            " to overwrite it begins anew"
        )
