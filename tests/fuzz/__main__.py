"""Runs one target for a while with broken samples.

    python -m tests.fuzz deal --seconds 60
    python -m tests.fuzz deal --input fuzz-finds/deal-123
    python -m tests.fuzz all --inputs 1000000 --seed 7

A number of inputs takes the same ones for the same seed. ``all`` shares them, or the seconds, among the
targets. A find ends the run with the error; the input is written to the folder of ``--finds``.
"""

import argparse
import itertools
import math
import sys
import time
from pathlib import Path

from tests.fuzz.mutations import mutations
from tests.fuzz.targets import TARGETS, samples_of, shares

#: Inputs between two looks at the clock; each block has a seed of its own.
_BLOCK = 200


def main():
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=[*TARGETS, "all"])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--inputs", type=int, help="how many, in place of a time")
    parser.add_argument("--seed", type=int, default=0, help="0 for another one each time")
    parser.add_argument("--finds", type=Path, default=Path("fuzz-finds"), help="folder for inputs that fail")
    parser.add_argument("--input", type=Path, nargs="+", help="run these files alone")
    arguments = parser.parse_args()
    if arguments.input:
        for path in arguments.input:
            TARGETS[arguments.name](path.read_bytes())
        return
    parts, total = shares() if arguments.name == "all" else {arguments.name: 1.0}, 0
    arguments.seconds = max(1, arguments.seconds // len(parts))
    for name, share in parts.items():
        inputs = None if arguments.inputs is None else math.ceil(arguments.inputs * share)
        total += _run(name, inputs, arguments)
    print(f"{len(parts)} targets: {total} inputs, 0 failures")


def _run(name, inputs, arguments):
    """Runs a number of inputs, or those that the time allows; returns how many."""
    samples, first = samples_of(name), arguments.seed or time.time_ns()
    begin, runs = time.monotonic(), 0
    for seed in itertools.count(first):
        if time.monotonic() > begin + arguments.seconds if inputs is None else runs >= inputs:
            break
        number = _BLOCK if inputs is None else min(_BLOCK, inputs - runs)
        for data in mutations(samples, number, seed):
            try:
                TARGETS[name](data)
            except BaseException:
                arguments.finds.mkdir(parents=True, exist_ok=True)
                (arguments.finds / f"{name}-{runs}").write_bytes(data)
                print(f"input {runs} of seed {first} fails: {data!r}", file=sys.stderr)
                raise
            runs += 1
    print(f"{name}: {runs} inputs of seed {first} in {time.monotonic() - begin:.0f} s", flush=True)
    return runs


if __name__ == "__main__":
    main()
