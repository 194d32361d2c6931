"""A run of numbered parts, each saved to a file once it is done, so that a killed run can be resumed."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, Generic, Protocol, TypeVar

from whistsolve._internal.files import only_run, read_path, write_all
from whistsolve._internal.reading import shown
from whistsolve.errors import Interrupted, Stopped, WhistError
from whistsolve.runs.pool import in_processes
from whistsolve.runs.saved import check_same_run, json_object

#: Maximum number of parts.
MOST_PARTS: Final = 10**9


class _Numbered(Protocol):
    @property
    def number(self) -> int: ...

    def as_dict(self) -> dict[str, object]: ...


_Part = TypeVar("_Part", bound=_Numbered)
_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Run(Generic[_Part, _Result]):
    """A run of numbered parts, some of which may have been done before.

    The file has JSON lines: the header, with the unit as ``whistsolve``, then the ``as_dict`` of each part in
    the order in which they were done. An incomplete last line, as a killed process leaves it, is overwritten.
    """

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
        """The result, after computing the parts that are neither in `kept` nor in the file `save`.

        `Interrupted` and `Stopped` carry the result so far.
        """
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
