"""Runs one target for a while: with Atheris where it is installed, otherwise with inputs of our own.

    python -m tests.fuzz deal --seconds 60
    python -m tests.fuzz deal --input crash-0123

A find ends the run with the error; Atheris writes the input to the folder of ``--finds``.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import itertools
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def main() -> None:
    """The command."""
    arguments = _parser().parse_args()
    with _instrumented(arguments):
        targets = importlib.import_module("tests.fuzz.targets")
    if arguments.list:
        print(*targets.TARGETS, sep="\n")
        return
    if arguments.name not in targets.TARGETS:
        sys.exit(f"there is no target {arguments.name}: expected {', '.join(targets.TARGETS)}")
    if arguments.input:
        for path in arguments.input:
            targets.TARGETS[arguments.name](path.read_bytes())
        return
    run = _run_atheris if _atheris(arguments) else _run_mutations
    run(targets, arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("name", nargs="?")
    parser.add_argument("--list", action="store_true", help="print the names of the targets")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0, help="0 for another one each time")
    parser.add_argument("--finds", type=Path, default=Path("fuzz-finds"), help="folder for inputs that fail")
    parser.add_argument("--input", type=Path, nargs="+", help="run these files alone")
    parser.add_argument("--without-atheris", action="store_true")
    return parser


def _atheris(arguments: argparse.Namespace) -> Any | None:
    if arguments.without_atheris or arguments.input or arguments.list:
        return None
    try:
        return importlib.import_module("atheris")
    except ImportError:
        return None


def _instrumented(arguments: argparse.Namespace) -> contextlib.AbstractContextManager[Any]:
    """What is imported within tells Atheris which branches it takes."""
    atheris = _atheris(arguments)
    if atheris is None:
        return contextlib.nullcontext()
    instrumented: contextlib.AbstractContextManager[Any] = atheris.instrument_imports(include=["whistsolve"])
    return instrumented


def _run_atheris(targets: Any, arguments: argparse.Namespace) -> None:
    atheris = _atheris(arguments)
    assert atheris is not None
    arguments.finds.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as corpus:
        for number, sample in enumerate(targets.samples_of(arguments.name)):
            (Path(corpus) / str(number)).write_bytes(sample)
        options = (
            *(f"-max_total_time={arguments.seconds}", f"-seed={arguments.seed}", "-print_final_stats=1"),
            *("-max_len=2000", "-timeout=10", f"-artifact_prefix={arguments.finds}/{arguments.name}-"),
        )
        atheris.Setup([sys.argv[0], *options, corpus], targets.TARGETS[arguments.name])
        atheris.Fuzz()


def _run_mutations(targets: Any, arguments: argparse.Namespace) -> None:
    mutations = importlib.import_module("tests.fuzz.mutations")
    target, samples = targets.TARGETS[arguments.name], targets.samples_of(arguments.name)
    seeds: Iterator[int] = itertools.count(arguments.seed or time.time_ns())
    end, runs = time.monotonic() + arguments.seconds, 0
    while time.monotonic() < end:
        for data in mutations.mutations(samples, 200, next(seeds)):
            try:
                target(data)
            except BaseException:
                arguments.finds.mkdir(parents=True, exist_ok=True)
                (arguments.finds / f"{arguments.name}-{runs}").write_bytes(data)
                print(f"input {runs} fails: {data!r}", file=sys.stderr)
                raise
            runs += 1
    print(f"{arguments.name}: {runs} inputs, 0 failures")


if __name__ == "__main__":
    main()
