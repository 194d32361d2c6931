"""A long run that can be killed and go on: numbered parts, written to a file as they are done."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any, Final, Generic, Protocol, TypeVar

from whistsolve.errors import EndedEarly, WhistError
from whistsolve.files import only_run, read_path, write_all
from whistsolve.players.processes import WorkerDied, in_processes
from whistsolve.values.reading import shown

__all__ = ["MOST_PLAYED", "Run", "RunKind", "SavedFile"]

#: The most deals or matches of a run.
MOST_PLAYED: Final = 10**9


class _Numbered(Protocol):
    @property
    def number(self) -> int: ...

    def as_dict(self) -> dict[str, object]: ...


_Part = TypeVar("_Part", bound=_Numbered)
_Result = TypeVar("_Result")


@dataclass(frozen=True)
class RunKind(Generic[_Part, _Result]):
    """What a run consists of, in the words of its messages and files.

    Attributes
    ----------
    unit, part : str
        What is counted, as ``matches``, and what is done and written at once, as ``pair``.
    units : int
        How many there are in a part.
    read : callable
        Makes a part of what its ``as_dict`` gave; raises `KeyError`, `TypeError` or `ValueError`.
    interrupted, stopped : type
        What an interrupt raises, and a part whose process died twice.
    """

    unit: str
    part: str
    units: int
    read: Callable[[Mapping[str, Any]], _Part]
    interrupted: type[EndedEarly[_Result]]
    stopped: type[EndedEarly[_Result]]


@dataclass(frozen=True)
class Run(Generic[_Part, _Result]):
    """All parts of a run, some of them perhaps done before.

    Attributes
    ----------
    kind : RunKind
    work : callable
        Does the part of a number, from 0 on; see `in_processes`.
    wanted : int
        How many parts.
    processes : int
    header : mapping
        All that the parts depend on, as plain values: a file of another is refused.
    result : callable
        Makes the result of parts in ascending order of their numbers.
    """

    kind: RunKind[_Part, _Result]
    work: Callable[[int], _Part]
    wanted: int
    processes: int
    header: Mapping[str, object]
    result: Callable[[tuple[_Part, ...]], _Result]

    def finish(
        self,
        kept: Iterable[_Part],
        save: str | os.PathLike[str] | None,
        progress: Callable[[int, int], object] | None,
    ) -> _Result:
        """The result, after doing what was not done before.

        Parameters
        ----------
        kept : iterable of parts
            Those done before, beside those of the file.
        save : path or None
            The file.
        progress : callable or None
            Called after each part with the number of units done and wanted.

        Raises
        ------
        WhistError
            Where the file is of another run.
        EndedEarly
            Those of the kind.
        """
        done = {part.number: part for part in kept}
        with ExitStack() as stack:
            file = None
            if save is not None:
                file = stack.enter_context(SavedFile(save, self.kind, self.header))
                for number in done.keys() - file.kept.keys():
                    file.add(done[number])
                done.update(file.kept)
            todo = itertools.filterfalse(frozenset(done).__contains__, range(self.wanted))
            try:
                with closing(in_processes(self.work, todo, self.processes)) as parts:
                    for part in parts:
                        done[part.number] = part
                        if file is not None:
                            file.add(part)
                        if progress is not None:
                            progress(*self._counted(done))
            except KeyboardInterrupt:
                message = "interrupted after {} of {} {}".format(*self._counted(done), self.kind.unit)
                raise self.kind.interrupted(message, self._result(done)) from None
            except WorkerDied as error:
                message = (
                    f"{self.kind.part} {error.task} cannot be played: two processes died over it, the second"
                    f" with exit status {error.status}; "
                    + "{} of {} {} were finished".format(*self._counted(done), self.kind.unit)
                )
                raise self.kind.stopped(message, self._result(done)) from None
        return self._result(done)

    def _counted(self, done: Mapping[int, _Part]) -> tuple[int, int]:
        units = self.kind.units
        return units * sum(number < self.wanted for number in done), units * self.wanted

    def _result(self, done: Mapping[int, _Part]) -> _Result:
        return self.result(tuple(done[number] for number in sorted(done) if number < self.wanted))


class SavedFile(Generic[_Part]):
    """A file of JSON lines: a header, then a part on each line, whatever their order.

    A last line that was written in half, as by a process that was killed, is ignored and written over.

    Parameters
    ----------
    path : path
        Made where it does not exist.
    kind : RunKind
    header : mapping

    Attributes
    ----------
    kept : dict
        The parts that the file had, by their numbers.

    Raises
    ------
    WhistError
        Where it has another header, or a line that is no part: names the line. Where another run is writing
        to it.
    OSError
        Where it cannot be read or written.
    """

    def __init__(
        self, path: str | os.PathLike[str], kind: RunKind[_Part, Any], header: Mapping[str, object]
    ) -> None:
        self._path, self._kind = read_path(path, "save"), kind
        #: For messages.
        self._name = str(self._path) if str(self._path).isprintable() else shown(str(self._path))
        first = json.dumps({"whistsolve": kind.unit, **header})
        with ExitStack() as stack:
            stack.enter_context(only_run(self._path))
            mode = "r+b" if self._path.exists() else "x+b"
            self._file: IO[bytes] = stack.enter_context(self._path.open(mode, buffering=0))
            data = self._file.read()
            whole, _, half = data.rpartition(b"\n")
            lines = whole.decode("utf-8", "replace").split("\n") if whole else []
            self._check_header(lines[0] if lines else "", half, first)
            parts = map(self._part, range(2, len(lines) + 1), lines[1:])
            self.kept: dict[int, _Part] = {part.number: part for part in parts}
            self._file.truncate(len(data) - len(half))
            self._file.seek(0, os.SEEK_END)
            if not lines:
                self._write(first)
            self._open = stack.pop_all()

    def _check_header(self, line: str, half: bytes, expected: str) -> None:
        if not line and expected.encode().startswith(half):
            return  # a new file, or one whose header was not written to its end
        try:
            given = json.loads(line)
        except (ValueError, RecursionError):
            given = None
        if not isinstance(given, dict) or "whistsolve" not in given:
            raise WhistError(f"{self._name} is no file of {self._kind.unit}: expected one that was saved")
        if given["whistsolve"] != self._kind.unit:
            raise WhistError(
                f"{self._name} is a file of {given['whistsolve']}: expected one of {self._kind.unit}"
            )
        for name, value in json.loads(expected).items():
            if given.get(name) != value:
                raise WhistError(
                    f"{self._name} has {name} {shown(given.get(name))}: expected {shown(value)}, since"
                    " only the same run goes on in a file"
                )

    def _part(self, number: int, line: str) -> _Part:
        try:
            return self._kind.read(json.loads(line))
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
            raise WhistError(
                f"line {number} of {self._name} is wrong: expected a {self._kind.part} as it was saved"
            ) from None

    def _write(self, line: str) -> None:
        write_all(self._file.fileno(), line.encode() + b"\n", self._path)

    def add(self, part: _Part) -> None:
        """Write a part that is done."""
        self._write(json.dumps(part.as_dict()))

    def __enter__(self) -> SavedFile[_Part]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._open.close()
