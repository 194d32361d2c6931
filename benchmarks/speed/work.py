"""How much work fixed calls are: nodes, which are the same everywhere, and instructions, by callgrind.

``python benchmarks/speed/work.py`` compares nodes with those of work.json, and ends with the status 1 where
one differs; ``--save`` writes that file anew. Instructions belong to a compiler, a Python and a machine: two
builds on one machine are compared, ``--instructions FILE --save`` with the first and ``--instructions FILE``
with the second. No time is measured.

It needs nothing but the package's public names, so that it can be run with an older build.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import whistsolve as ws

#: Nodes of the calls.
SAVED: Final = Path(__file__).with_name("work.json")
#: A call may take so many more instructions than the build before: hash seeds and addresses move less.
TOLERANCE: Final = 0.02

_BRIDGE: Final = ws.Rules.preset("bid_whist_no_kitty")
_JOKERS: Final = ws.Rules.preset("bid_whist")
_CUTTHROAT: Final = ws.Rules.preset("cutthroat_3", hand_size=12, kitty_size=18)
_ENDING: Final = "N:A.K.Q. K.Q.A. Q.A..K J..K.A"


def _table(rules: ws.Rules, seed: int, strains: Sequence[str]) -> int:
    deal, solver = ws.Deal.random(seed, rules), ws.Solver()
    for strain in strains:
        for leader in range(deal.seats):
            solver.solve(deal, strain, leader, rules=rules)
    return solver.nodes


def _endings(kept: bool) -> int:
    deal, solver = ws.Deal.from_text(_ENDING), ws.Solver()
    return sum((solver.solve if kept else ws.solve)(deal, "S+", "N").nodes for _ in range(500))


def _texts() -> int:
    texts = [str(ws.Deal.random(seed)) for seed in range(20)]
    for _ in range(20):
        for text in texts:
            ws.Deal.from_text(text)
    return 0


#: A process that has loaded all and makes no call: the others' instructions are counted above its own.
NOTHING: Final = "nothing"
#: Calls by name; each gives the nodes of its searches.
CALLS: Final[Mapping[str, Callable[[], int]]] = {
    NOTHING: lambda: ws.Solver().nodes,
    "bridge table": lambda: _table(_BRIDGE, 3, ("S+", "H+", "NT+")),
    "joker strains": lambda: _table(_JOKERS, 3, ("H-", "NT-", "C~")),
    "one against two": lambda: _table(_CUTTHROAT, 2, ("S+", "NT+")),
    "500 endings": lambda: _endings(kept=False),
    "500 endings, solver kept": lambda: _endings(kept=True),
    "400 deals from text": _texts,
}


def nodes() -> dict[str, int]:
    """Nodes of every call."""
    return {name: call() for name, call in CALLS.items() if name != NOTHING}


def instructions() -> dict[str, int]:
    """Instructions of every call, a process each.

    Raises
    ------
    RuntimeError
        Where a process fails.
    """
    start = _instructions_of(NOTHING)
    return {name: _instructions_of(name) - start for name in CALLS if name != NOTHING}


def _instructions_of(name: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
        done = subprocess.run(
            [*valgrind, sys.executable, str(Path(__file__).resolve()), "--call", name],
            env={**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
        )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or found is None:
        raise RuntimeError(f"callgrind of {name!r} ended with {done.returncode}: {done.stderr[-500:]}")
    return int(found[1])


def other_nodes(saved: Mapping[str, int], found: Mapping[str, int]) -> list[str]:
    """Lines about calls that visit other nodes: the search has changed, and so must the file."""
    return [
        f"{name}: {found.get(name, 'no')} nodes, saved {saved.get(name, 'none')}"
        for name in {**saved, **found}
        if found.get(name) != saved.get(name)
    ]


def more_instructions(saved: Mapping[str, int], found: Mapping[str, int]) -> list[str]:
    """Lines about calls that take more instructions than before, beyond the tolerance."""
    return [
        f"{name}: {count} instructions, {count / saved[name]:.3f} of {saved[name]} before"
        for name, count in found.items()
        if name in saved and count > saved[name] * (1 + TOLERANCE)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare or save, and give the exit status: 1 where something differs, 2 where it cannot be measured."""
    parser = argparse.ArgumentParser(description="The work of fixed calls, beside what was saved.")
    parser.add_argument(
        "--instructions", type=Path, metavar="FILE", help="instructions, beside those of FILE"
    )
    parser.add_argument("--save", action="store_true", help="write the file")
    parser.add_argument("--call", choices=list(CALLS), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.call is not None:
        for name in {NOTHING: None, options.call: None}:  # every process loads the same
            CALLS[name]()
        return 0
    counts_instructions = options.instructions is not None
    if counts_instructions and shutil.which("valgrind") is None:
        print("error: valgrind is not installed: expected it to count instructions", file=sys.stderr)
        return 2
    file: Path = options.instructions if counts_instructions else SAVED
    found = instructions() if counts_instructions else nodes()
    if options.save:
        file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
        return 0
    saved: dict[str, int] = json.loads(file.read_text("utf-8"))
    for name, count in found.items():
        print(f"{name}: {count}, saved {saved.get(name)}")
    wrong = more_instructions(saved, found) if counts_instructions else other_nodes(saved, found)
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
