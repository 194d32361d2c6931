"""Runs one target for a while: with Atheris where it is installed, otherwise with inputs of our own.

    python -m tests.fuzz deal --seconds 60
    python -m tests.fuzz deal --input crash-0123
    python -m tests.fuzz all --inputs 1000000 --seed 7

A number of inputs takes our own ones, the same for the same seed. ``all`` shares them, or the seconds,
among the targets. A find ends the run with the error; Atheris writes the input to the folder of ``--finds``.
"""

import argparse
import contextlib
import importlib
import itertools
import math
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

#: Inputs between two looks at the clock; each block has a seed of its own.
_BLOCK = 200


def main() -> None:
    """The command."""
    arguments = _parser().parse_args()
    with _instrumented(arguments):
        targets = importlib.import_module("tests.fuzz.targets")
    if arguments.list:
        print(*targets.TARGETS, sep="\n")
        return
    if arguments.name not in (*targets.TARGETS, "all"):
        sys.exit(f"there is no target {arguments.name}: expected {', '.join(targets.TARGETS)}, or all")
    if arguments.input:
        for path in arguments.input:
            targets.TARGETS[arguments.name](path.read_bytes())
        return
    if _atheris(arguments):
        _run_atheris(targets, arguments)
    elif arguments.name == "all":
        _run_all(targets, arguments)
    else:
        _run_mutations(targets, arguments.name, arguments.inputs, arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("name", nargs="?")
    parser.add_argument("--list", action="store_true", help="print the names of the targets")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--inputs", type=int, help="how many, in place of a time")
    parser.add_argument("--seed", type=int, default=0, help="0 for another one each time")
    parser.add_argument("--finds", type=Path, default=Path("fuzz-finds"), help="folder for inputs that fail")
    parser.add_argument("--input", type=Path, nargs="+", help="run these files alone")
    parser.add_argument("--without-atheris", action="store_true")
    return parser


def _atheris(arguments: argparse.Namespace) -> Any | None:
    """Atheris, unless the options need what it does not do."""
    if arguments.without_atheris or arguments.input or arguments.list:
        return None
    if arguments.inputs is not None or arguments.name == "all":
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


def _run_all(targets: Any, arguments: argparse.Namespace) -> None:
    """Every target in turn, and what there was in all."""
    shares, total = targets.shares(), 0
    arguments.seconds = max(1, arguments.seconds // len(shares))
    for name, share in shares.items():
        inputs = None if arguments.inputs is None else math.ceil(arguments.inputs * share)
        total += _run_mutations(targets, name, inputs, arguments)
    print(f"{len(shares)} targets: {total} inputs, 0 failures")


def _run_mutations(targets: Any, name: str, inputs: int | None, arguments: argparse.Namespace) -> int:
    """Runs a number of inputs, or those that the time allows; returns how many."""
    mutations = importlib.import_module("tests.fuzz.mutations")
    target, samples = targets.TARGETS[name], targets.samples_of(name)
    first = arguments.seed or time.time_ns()
    begin, runs = time.monotonic(), 0
    for seed in itertools.count(first):
        if time.monotonic() > begin + arguments.seconds if inputs is None else runs >= inputs:
            break
        for data in mutations.mutations(
            samples, _BLOCK if inputs is None else min(_BLOCK, inputs - runs), seed
        ):
            try:
                target(data)
            except BaseException:
                arguments.finds.mkdir(parents=True, exist_ok=True)
                (arguments.finds / f"{name}-{runs}").write_bytes(data)
                print(f"input {runs} of seed {first} fails: {data!r}", file=sys.stderr)
                raise
            runs += 1
    seconds = time.monotonic() - begin
    print(f"{name}: {runs} inputs of seed {first} in {seconds:.0f} s, 0 failures", flush=True)
    return runs


if __name__ == "__main__":
    main()
