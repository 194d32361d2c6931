"""What runs keep on disk: files of lines that can be cut back to a state, and parts that were finished."""

from __future__ import annotations

import itertools
import json
import os
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, Generic, Protocol, TypeVar

from whistsolve._internal.files import only_run, read_path, write_all
from whistsolve._internal.reading import read_instance, read_integer, shortened, shown
from whistsolve.errors import Interrupted, Stopped, WhistError
from whistsolve.runs.pool import in_processes

_T = TypeVar("_T")

#: The sum of a file is kept every so many lines, at first; if there are too many, every second is dropped.
_MARK_LINES: Final = 64
_MOST_MARKS: Final = 64
#: Maximum number of parts.
MOST_PARTS: Final = 10**9


def json_object(text: str | bytes) -> dict[str, Any] | None:
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
        return read_instance(self._values.get(field), kind, self._named(field), WhistError)

    def part(self, field: str) -> State:
        return State(self._named(field), self._values.get(field))

    def parts(self, field: str) -> list[State]:
        return [State(self._named(field), values) for values in self.get(field, list)]

    def _named(self, field: str) -> str:
        return f"{self._name}.{field}"


class GrowingFile:
    """A file that grows line by line, unbuffered; a `lazy` one is created with its first line."""

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
        """Cut a file that has become shorter back to its last mark; returns the number after its items."""
        marks = [(mark.count("bytes"), mark.count("crc32")) for mark in state.parts("marks")]
        have = self._size()
        last = self._keep_start(*max([(0, 0), *(mark for mark in marks if mark[0] <= have)]))
        return self._number(last) + 1 if last else 0

    def keep_before(self, number: int) -> None:
        """Keep the lines of the items before a number."""
        self._read(lambda line: self._number(line) < number)
        self._cut()

    def add(self, lines: Sequence[bytes]) -> None:
        """Append lines, given with line ends. After an `OSError` the file may have some of them."""
        if not lines:
            return
        write_all(self._opened(), b"".join(lines), self.path)
        start = 0
        while start < len(lines):  # to the next mark
            end = start + self._between - self.lines % self._between
            self._count(lines[start:end])
            start = end

    def sync(self) -> dict[str, Any]:
        """Flush all lines to disk; returns the state for `restore`."""
        if self._file is not None:
            os.fsync(self._file)
        return {**self._sums(), "marks": self._marks}

    def close(self) -> None:
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
                for line in itertools.takewhile(fits, file):
                    self._count([line])
        return line

    def _count(self, lines: Sequence[bytes]) -> None:
        """Count lines, of which none but the last is at a mark."""
        data = b"".join(lines)
        self.lines += len(lines)
        self._bytes += len(data)
        self._sum = zlib.crc32(data, self._sum)
        if self.lines % self._between == 0:
            self._marks.append(self._sums())
            if len(self._marks) == _MOST_MARKS:
                del self._marks[::2]
                self._between *= 2

    def _sums(self) -> dict[str, int]:
        return {"bytes": self._bytes, "crc32": self._sum}

    def _number(self, line: bytes) -> int:
        try:
            return int(json.loads(line)["number"])
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
            raise self._changed() from None

    def _changed(self) -> WhistError:
        return WhistError(
            f"{shown(self.path)} was changed since it was written: expected its lines as they were;"
            " to overwrite it begins anew"
        )


class _Numbered(Protocol):
    @property
    def number(self) -> int: ...

    def as_dict(self) -> dict[str, object]: ...


_Part = TypeVar("_Part", bound=_Numbered)
_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Run(Generic[_Part, _Result]):
    """A run of numbered parts, of which a file may have some: a header and a part on each line of JSON."""

    #: The names, in messages, of what is counted, such as ``matches``, and of a part, such as ``pair``.
    unit: str
    part: str
    #: Number of units in each part.
    units: int
    #: Makes a part from its ``as_dict``; may raise `KeyError`, `TypeError` or `ValueError`.
    read: Callable[[Mapping[str, Any]], _Part]
    #: Computes the part with a number, from 0; see `in_processes`.
    work: Callable[[int], _Part]
    wanted: int
    workers: int | Executor
    #: Everything that the parts depend on, as JSON types: a file with another header is refused.
    header: Mapping[str, object]
    #: Makes the result from the parts, which are in ascending order of their numbers.
    result: Callable[[tuple[_Part, ...]], _Result]

    def finish(
        self,
        kept: Iterable[_Part] = (),
        save: str | os.PathLike[str] | None = None,
        progress: Callable[[int, int], object] | None = None,
        on_part: Callable[[_Part], object] | None = None,
    ) -> _Result:
        """The result, with the parts that neither `kept` nor the file `save` has; if ended early, so far."""
        done = {part.number: part for part in kept}
        with ExitStack() as stack:
            path, file = Path(), None
            if save is not None:
                path = read_path(save, "save")
                stack.enter_context(only_run(path))
                file = stack.enter_context(path.open("r+b" if path.exists() else "x+b", buffering=0))
                saved = self._saved(file, path)
                for number in done.keys() - saved.keys():
                    _add(file, path, done[number].as_dict())
                done.update(saved)
            todo = itertools.filterfalse(frozenset(done).__contains__, range(self.wanted))
            try:
                with closing(
                    in_processes(self.work, todo, self.workers, f"{self.part} {{}}".format)
                ) as parts:
                    for part in parts:
                        done[part.number] = part
                        if file is not None:
                            _add(file, path, part.as_dict())
                        if on_part is not None:
                            on_part(part)
                        if progress is not None:
                            progress(*self._counted(done))
            except KeyboardInterrupt:
                message = "interrupted after {} of {} {}".format(*self._counted(done), self.unit)
                raise Interrupted(message, self._result(done)) from None
            except Stopped as error:
                finished = "{} of {} {} were finished".format(*self._counted(done), self.unit)
                raise Stopped(f"{error}; {finished}", self._result(done), error.reason) from None
        return self._result(done)

    def _counted(self, done: Mapping[int, _Part]) -> tuple[int, int]:
        return self.units * sum(number < self.wanted for number in done), self.units * self.wanted

    def _result(self, done: Mapping[int, _Part]) -> _Result:
        return self.result(tuple(done[number] for number in sorted(done) if number < self.wanted))

    def _saved(self, file: IO[bytes], path: Path) -> dict[int, _Part]:
        """The parts in a file, which then has the header of this run and no incomplete line."""
        name, header = shown(path), {"whistsolve": self.unit, **self.header}
        *lines, half = file.read().split(b"\n")
        if lines or not json.dumps(header).encode().startswith(half):
            given = json_object(lines[0] if lines else b"")
            if given is None or "whistsolve" not in given:
                raise WhistError(f"{name} is no file of {self.unit}: expected one that was saved")
            if given["whistsolve"] != self.unit:
                kind = shown(given["whistsolve"])
                raise WhistError(f"{name} is a file of {kind}: expected one of {self.unit}")
            check_same_run(name, given, json.loads(json.dumps(header)))
        parts = []
        for number, line in enumerate(lines[1:], 2):
            try:
                parts.append(self.read(json.loads(line)))
            except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
                expected = f"expected a {self.part} as it was saved"
                raise WhistError(f"line {number} of {name} is wrong: {expected}") from None
        file.truncate(file.seek(-len(half), os.SEEK_END))
        if not lines:
            _add(file, path, header)
        return {part.number: part for part in parts}


def _add(file: IO[bytes], path: Path, values: Mapping[str, object]) -> None:
    write_all(file.fileno(), f"{json.dumps(values)}\n".encode(), path)
