"""How fast whistsolve is, as markdown: random deals of every kind, DDS beside us, threads, hard deals.

``python benchmarks/speed/report.py --into docs/performance.md`` refreshes the figures of that page.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.pages import processor, put_between
from benchmarks.speed.sections import (
    WrongAnswer,
    bridge_section,
    hard_section,
    joker_section,
    kept_section,
    kinds_section,
    kitty_section,
    threads_section,
)

from whistsolve import _core


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print or write; give the exit status.

    It is 1 where an answer was wrong, which ends the report, and 2 where the page to write to has no place
    for figures.

    Parameters
    ----------
    arguments : sequence of str or None
        Of the command line; those of the process where they are left out.
    """
    options = _read(arguments)
    if options.into is not None:
        try:
            put_between(options.into.read_text("utf-8"), "")  # before the work: has it the marks?
        except (OSError, ValueError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
    parts: list[str] = []
    try:
        for part in _parts(options.deals, options.hard):
            parts.append(part)
            if options.into is None and options.out is None:
                print(part, flush=True)  # each as it is done
    except WrongAnswer as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    text = "\n".join(parts)
    if options.out is not None:
        options.out.write_text(text, "utf-8")
    if options.into is not None:
        options.into.write_text(put_between(options.into.read_text("utf-8"), text), "utf-8")
    return 0


def _parts(deals: int, hard: bool) -> Iterator[str]:
    machine = f"{processor()} ({_core.architecture()})"
    yield f"Measured on {machine}, whistsolve built with {compiler()}; {deals} deals of a kind.\n"
    yield bridge_section(deals)
    yield joker_section(deals)
    yield kinds_section(deals)
    yield kitty_section(deals)
    yield kept_section(deals)
    yield threads_section(deals)
    if hard:
        yield hard_section()


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Figures for docs/performance.md.")
    parser.add_argument("--deals", type=whole_number, default=100, help="deals of each kind [default: 100]")
    parser.add_argument("--hard", action="store_true", help="the hard deals too; one takes too long so far")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the report to FILE")
    parser.add_argument("--into", type=Path, metavar="FILE", help="put it between the marks in FILE")
    return parser.parse_args(arguments)


def whole_number(text: str) -> int:
    """A number from 1 up, of the command line."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def compiler() -> str:
    """The compiler of the engine, which leaves its name in what it makes."""
    made = Path(_core.__file__).read_bytes()
    found = re.search(rb"(GCC): \([^)]*\) (\d[\w.]*)|(clang) version (\d[\w.]*)", made)
    if found is None:
        return "a compiler that left no name"
    return b" ".join(part for part in found.groups() if part).decode()


if __name__ == "__main__":
    sys.exit(main())
