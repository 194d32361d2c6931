"""``whistsolve batch``: every leader and strain of many deals, written as they are done."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO

import click
import numpy as np
from numpy.typing import NDArray

import whistsolve as ws
from whistsolve.arguments import DEFAULT_RULES, Resources, read_strains
from whistsolve.cli.options import Verb, memory_option, split_strains, strains_option, threads_option
from whistsolve.cli.output import Working, seat_value
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.errors import NotationError, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values import Deal, Strain
from whistsolve.values.reading import shown

__all__ = ["batch"]

#: Deals that are solved and written together: enough to keep threads busy, few enough to lose little.
_CHUNK = 64


@click.command(
    cls=Verb,
    examples=[
        "whistsolve batch deals.txt --strains S+,NT-",
    ],
)
@click.argument("deals", metavar="FILE")
@click.option("-o", "--output", "path", metavar="OUT", help="File to write.  [default: standard output]")
@click.option("--resume", is_flag=True, help="Go on after the last deal that OUT has.")
@strains_option
@rules_options
@threads_option
@memory_option
@click.option("--json", "as_json", is_flag=True, help="JSON, as without it: there is no other form.")
def batch(
    deals: str,
    path: str | None,
    resume: bool,
    strains: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    threads: int | None,
    memory_mb: int,
    as_json: bool,
) -> None:
    """Tricks of the leader's side for every leader and strain of many deals, with both sides' best play.

    FILE has a deal a line, as table reads it; - is the standard input. Blank lines and lines that begin with
    # are passed over. OUT gets a JSON object a line for each deal, in their order: its number from 0, the
    deal, leaders, strains, and the tricks, a row for each leader.

    What is finished when it is interrupted is in OUT; --resume continues there, given the same deals,
    strains and rules.
    """
    if resume and path is None:
        raise click.UsageError("--resume is given without -o: expected the file to go on with")
    columns = read_strains(None if strains is None else split_strains(strains))
    rules = read_rules(preset, settings)
    Resources.read(threads, memory_mb)

    going_on = resume and path is not None and os.path.exists(path)
    with ExitStack() as open_files:
        source = _Source(deals, columns, rules, open_files.enter_context(_opened(deals)))
        if path is None:
            out: BinaryIO = sys.stdout.buffer
        else:
            if deals != "-" and _same_file(deals, path):
                raise click.UsageError(f"{shown(path)} is the file of deals: expected another to write to")
            out = open_files.enter_context(_to_write(path, going_on))
        written = _skip_written(out, path or "", source, columns) if going_on else 0
        with Working("solving") as working:

            def progress(done: int, total: int | None) -> None:
                working(written + done)

            for some in _chunks(source):
                try:
                    tricks = ws.solve_many(
                        some, columns, rules=rules, threads=threads, memory_mb=memory_mb, progress=progress
                    )
                except ws.BatchInterrupted as interrupt:
                    partial = interrupt.partial
                    _write(out, written, some, columns, partial.tricks[: partial.whole_deals])
                    raise
                if path is None:
                    working.make_room()
                _write(out, written, some, columns, tricks)
                written += len(some)
        if source.fault is not None:
            raise source.fault
        if not source.found:
            raise NotationError(f"there is no deal in {shown(deals)}: expected one a line")


class _Source:
    """The deals of a file, read lazily. A wrong line ends them, and its error is kept in `fault`."""

    def __init__(self, name: str, strains: tuple[Strain, ...], rules: Rules | None, lines: BinaryIO) -> None:
        self._name = name
        self._strains = strains
        self._rules = rules or DEFAULT_RULES
        self._lines = enumerate(lines, 1)
        self.fault: WhistError | None = None
        self.found = False

    def __iter__(self) -> Iterator[Deal]:
        for number, line in self._lines:
            try:
                deal = self._deal(line, number)
            except WhistError as error:
                self.fault = type(error)(f"line {number}: {error}")
                return
            if deal is not None:
                self.found = True
                yield deal

    def _deal(self, line: bytes, number: int) -> Deal | None:
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError as error:
            raise NotationError(f"no UTF-8 text: expected other than byte {line[error.start]:#04x}") from None
        if not text or text.startswith("#"):
            return None
        deal = Deal.from_text(text)
        for strain in self._strains:
            EngineRules(self._rules, deal.seats).check_jokers(deal, strain)
        return deal


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        closed = sys.stdin is None or sys.stdin.closed
        yield io.BytesIO() if closed else sys.stdin.buffer
        return
    try:
        lines = open(name, "rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NotationError(f"file {shown(name)} cannot be read: {reason}") from None
    with lines:
        yield lines


def _to_write(path: str, going_on: bool) -> BinaryIO:
    try:
        return open(path, "r+b" if going_on else "wb")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NotationError(f"file {shown(path)} cannot be written: {reason}") from None


def _same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False  # the one to write does not exist yet


def _chunks(source: _Source) -> Iterator[list[Deal]]:
    """Chunks of consecutive deals with equally many hands."""
    some: list[Deal] = []
    for deal in source:
        if some and (len(some) == _CHUNK or deal.seats != some[0].seats):
            yield some
            some = []
        some.append(deal)
    if some:
        yield some


def _write(
    out: BinaryIO, first: int, deals: list[Deal], strains: tuple[Strain, ...], tricks: NDArray[np.uint8]
) -> None:
    """Writes a line for each deal whose tricks are given, and flushes."""
    lines = (
        json.dumps(_head(first + index, deal, strains) | {"tricks": rows})
        for index, (deal, rows) in enumerate(zip(deals, tricks.tolist(), strict=False))
    )
    out.write("".join(f"{line}\n" for line in lines).encode("ascii"))
    out.flush()


def _head(number: int, deal: Deal, strains: tuple[Strain, ...]) -> dict[str, object]:
    return {
        "number": number,
        "deal": str(deal),
        "leaders": [seat_value(seat, deal.seats) for seat in range(deal.seats)],
        "strains": [str(strain) for strain in strains],
    }


def _skip_written(out: BinaryIO, name: str, source: _Source, strains: tuple[Strain, ...]) -> int:
    """Moves the file to the end of its last whole line, and the source behind the deal of that line.

    Returns the number of deals that were written before.

    Raises
    ------
    NotationError
        Where a line of the file is not what would be written for the deal.
    """
    deals = iter(source)
    end = 0
    number = 0
    for line in out:
        if not line.endswith(b"\n"):
            break  # cut off when it was written
        deal = next(deals, None)
        if deal is None:
            if source.fault is not None:
                raise source.fault
            raise NotationError(f"{shown(name)} has more lines than there are deals: expected those of a run")
        _check_line(line, f"line {number + 1} of {shown(name)}", _head(number, deal, strains))
        number += 1
        end += len(line)
    out.seek(end)
    out.truncate()
    return number


def _check_line(line: bytes, name: str, head: dict[str, object]) -> None:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or "tricks" not in found:
        raise NotationError(f"{name} is none that was written here: expected a JSON object of a deal")
    for key, value in head.items():
        if found.get(key) != value:
            has = f"{name} has the {key} {shown(found.get(key))}"
            raise NotationError(f"{has}: expected {shown(value)}, to go on with the same deals and strains")
