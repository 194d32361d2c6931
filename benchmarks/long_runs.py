"""What long runs of benchmarks share: options of their commands, a file to resume from, progress."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from whistsolve.errors import Interrupted
from whistsolve.runs.saved import Run

#: Seconds between two lines of progress.
_EVERY: Final = 10.0


@dataclass(frozen=True, slots=True)
class Part:
    """One deal of a run, or whatever else its number stands for."""

    number: int

    def as_dict(self) -> dict[str, object]:
        """All fields by name, for JSON."""
        return asdict(self)


_Part = TypeVar("_Part", bound=Part)


def read_as(kind: Any, value: Any) -> Any:
    """A value of a type, such as a dataclass, from what `dataclasses.asdict` and JSON made of it."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{field.name: read_as(hints[field.name], value[field.name]) for field in fields(kind)})  # type: ignore[operator]
    kinds = [each for each in get_args(kind) if each is not type(None)]
    if get_origin(kind) is tuple:
        return tuple(read_as(kinds[0], each) for each in value)
    return read_as(kinds[0], value) if value is not None and any(map(is_dataclass, kinds)) else value


def finished(
    unit: str,
    kind: type[_Part],
    work: Callable[[int], _Part],
    wanted: int,
    setup: dict[str, Any],
    *,
    workers: int | Executor = 1,
    save: Path | None = None,
) -> tuple[list[_Part], int]:
    """The parts of a run in order, and the exit status: 130 after an interrupt, with what was done before.

    Parameters
    ----------
    unit : str
        What a part is, in the plural.
    kind : type
        Of the parts.
    work : callable
        Does the part of a number, from 0 on; it can be pickled.
    wanted : int
        How many parts.
    setup : dict
        What parts depend on: a file of others is refused with a `WhistError`.
    workers : int or Executor
        How many processes of this machine, or where else the work is done.
    save : Path, optional
        A file of JSON lines, to which parts are added; those that it has are not done again.
    """
    last = time.monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _EVERY or (done == total and save is not None):
            last = time.monotonic()
            print(f"{done} of {total} {unit}", file=sys.stderr, flush=True)

    run = Run(unit, unit[:-1], 1, partial(read_as, kind), work, wanted, workers, {"setup": setup}, list)
    try:
        return run.finish(save=save, progress=progress), 0
    except Interrupted as error:
        print("interrupted; with --resume the same command goes on", file=sys.stderr)
        return error.partial, 130


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """The options ``--processes`` and ``--resume``."""
    parser.add_argument("--processes", type=positive, default=1, help="that share the work [1]")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="add results to FILE; skip what it has")


def positive(text: str) -> int:
    """A whole number of 1 or more, as an argument of a command."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number
