"""The engine against 100,000 bridge deals and 83,691 played hands that DDS has solved.

They are in the source distribution of endplay (Apache License 2.0), which is fetched and not kept:

    python -m pip download --no-binary endplay --no-deps endplay
    python benchmarks/truth/nightly.py endplay-*.tar.gz --sample 2000 --seed 1

Exit status 0 where nothing differs, 1 where something does.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

# The checkout, so that the script runs by its path as well.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.truth.bridge_records import (
    Difference,
    compare_played,
    compare_solved,
    read_played,
    read_solved,
)

_Record = TypeVar("_Record")

#: How many records each file has: fewer are a file that was cut short.
EXPECTED: Final = {"sol100000.txt": 100_000, "masterDD.txt": 83_691}
#: Records compared between two lines of progress.
_BLOCK: Final = 500
_SHOWN: Final = 10


def lines_of(archive: Path, name: str) -> Iterator[str]:
    """The lines of a file of the distribution."""
    with tarfile.open(archive) as files:
        member = next((each for each in files if each.name.endswith(f"/hands/{name}")), None)
        data = None if member is None else files.extractfile(member)
        if data is None:
            raise SystemExit(f"{archive} has no hands/{name}: expected the source distribution of endplay")
        yield from io.TextIOWrapper(data, encoding="ascii")


def run(
    name: str,
    records: list[_Record],
    compare: Callable[[list[_Record], int | None], tuple[int, list[Difference]]],
    sample: int | None,
    seed: int,
    threads: int | None,
) -> int:
    """Compare a sample, or all; prints what was found and gives the number of differences."""
    if len(records) != EXPECTED[name]:
        raise SystemExit(f"{name} has {len(records)} records: expected {EXPECTED[name]}")
    if sample is not None and sample < len(records):
        records = random.Random(seed).sample(records, sample)
    compared, differences, start = 0, 0, time.monotonic()
    for first in range(0, len(records), _BLOCK):
        numbers, found = compare(records[first : first + _BLOCK], threads)
        compared += numbers
        for each in found[: max(0, _SHOWN - differences)]:
            print(f"{name}: {each.deal}: {each.what}: expected {each.expected}, found {each.found}")
        differences += len(found)
        done = min(first + _BLOCK, len(records))
        print(f"{name}: {done} of {len(records)}", file=sys.stderr, flush=True)
    seconds = time.monotonic() - start
    print(f"{name}: {len(records)} records, {compared} numbers, {differences} differ, {seconds:.0f} s")
    return differences


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("archive", type=Path, help="endplay-*.tar.gz")
    parser.add_argument("--sample", type=int, metavar="N", help="records of each file  [default: all]")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample  [default: 1]")
    parser.add_argument("--threads", type=int, metavar="N", help="[default: one for each processor]")
    given = parser.parse_args(arguments)
    solved = list(read_solved(lines_of(given.archive, "sol100000.txt")))
    differences = run("sol100000.txt", solved, compare_solved, given.sample, given.seed, given.threads)
    played = list(read_played(lines_of(given.archive, "masterDD.txt")))
    differences += run("masterDD.txt", played, compare_played, given.sample, given.seed, given.threads)
    return 1 if differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
