"""The figures of docs/reliability.md: runs the commands that the page names, and writes what came of them.

``nox -s proofs`` takes ten minutes on two cores and ``nox -s proofs -- --long`` some hours; ``nox -s rules``,
ten minutes on one, makes the table of rules. A command that fails ends the run, and the page stays as it was.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from benchmarks.pages import processor, put_between

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "reliability.md"
CSRC: Final = ROOT / "csrc"
#: How often each rule has to decide for each way of taking sides.
GOAL: Final = 100_000


@dataclass(frozen=True, slots=True)
class Proof:
    """A command, and how it says what it tried; where it takes a `{number}`, more of it proves more."""

    what: str
    command: str
    said: str
    much: str
    short: int = 0
    long: int = 0

    def row(self, line: str, number: int) -> str:
        """The row of the table, after running the command."""
        began = time.monotonic()
        numbers = re.search(self.said, output(line))
        if numbers is None:
            raise SystemExit(f"{line}: it says nothing like {self.said}")
        rate = float(f"{number * 3600 / (time.monotonic() - began):.1g}")
        much = self.much.format(f"{int(numbers[1]):,}")
        return f"| {self.what} | {much} | {f'{rate:,.0f}' if number else ''} | `{line}` |"


_CASES: Final = (r": (\d+) cases, 0 failures", "{}")
_PASSED: Final = (r"(\d+) passed", "{} tests")
PROOFS: Final = (
    Proof(
        "answers to random problems, against a minimax that shares no code with the engine",
        "test_random_problems {number} {seed}",
        r"\d+ problems of seed \d+, (\d+) answers: 0 wrong",
        "{}",
        500_000,
        20_000_000,
    ),
    Proof(
        "positions that a pattern of the table answers for",
        "test_patterns {number} {seed}",
        *_CASES,
        10_000,
        1_000_000,
    ),
    Proof(
        "endings with a table of 1 MB, or of one block",
        "test_endings {number} {seed}",
        *_CASES,
        200_000,
        10_000_000,
    ),
    Proof(
        "values and cards by every instruction set",
        "test_solver {number} {seed}",
        *_CASES,
        50_000,
        2_000_000,
    ),
    # How many there are depends on how threads take turns.
    Proof(
        "solves, discards, batches and alpha-mu in which one allocation fails",
        "test_allocation",
        r": (\d+) cases, 0 failures",
        "every one",
    ),
    Proof("solvers, batches, discards and alpha-mu in threads", "test_threads", *_CASES),
    Proof(
        "broken inputs of all readers",
        "python -m tests.fuzz all --inputs {number} --seed {seed}",
        r"\d+ targets: (\d+) inputs, 0 failures",
        "{}",
        100_000,
        10_000_000,
    ),
    Proof(
        "all options of the rules, drawn at random, against the reference in Python",
        "python -m pytest -m '' tests/engine/test_random_rules.py",
        *_PASSED,
    ),
    Proof(
        "deals and played hands that DDS has solved, and random ones beside it",
        "python -m pytest -m thorough tests/engine/test_dds.py tests/engine/test_truth_data.py",
        *_PASSED,
    ),
    Proof(
        "hands, matches, batches and solvers by long sequences of acts, others each time",
        "HYPOTHESIS_PROFILE=thorough python -m pytest tests/machines",
        *_PASSED,
    ),
    Proof(
        "loops that must not grow by more than 2 MiB, caps of memory",
        "python -m pytest tests/memory",
        *_PASSED,
    ),
    Proof("writes that fail, signals, two writers", "python -m pytest -m '' tests/faults", *_PASSED),
    *(
        Proof(
            f"nodes of the bench, {instructions}",
            f"WHISTSOLVE_INSTRUCTIONS={instructions} python -m whistsolve bench --json",
            r'"nodes": (\d+)',
            "{}",
        )
        for instructions in ("avx2", "portable")
    ),
)


def output(line: str, folder: Path = ROOT) -> str:
    """What a line of the shell prints, which has to succeed."""
    print(line, flush=True)
    done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{line}: exit status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def build(sources: Path, folder: Path, target: str, kind: str) -> Path:
    """The folder of the engine's own tests, of which one or `all` are built."""
    portable = "" if target == "all" else "-DWHISTSOLVE_X86_64=OFF"
    output(f"cmake -G Ninja -S '{sources}' -B '{folder}' -DCMAKE_BUILD_TYPE={kind} {portable}")
    output(f"cmake --build '{folder}' --target {target}")
    return folder / "tests"


def figures(long: bool, seed: int) -> Iterator[str]:
    """The lines of the table of commands."""
    tests = build(CSRC, ROOT / "build" / "proofs", "all", "Release")
    os.environ["PATH"] = os.pathsep.join([str(tests), str(Path(sys.executable).parent), os.environ["PATH"]])
    yield "| what | how much | an hour more | by |"
    yield "|---|---:|---:|---|"
    for proof in PROOFS:
        number = proof.long if long else proof.short
        yield proof.row(proof.command.format(number=number, seed=seed), number)


def rules(seed: int) -> Iterator[str]:
    """The lines of the table of rules."""
    tests = build(CSRC, ROOT / "build" / "rules", "test_rules", "Release")
    fired, ways = Counter[str](), Counter[str]()
    for line in output(f"'{tests}/test_rules' {GOAL} {seed}").splitlines():
        rule, *rest = line.split("\t")
        if rest:
            fired[rule] += int(rest[-1])
            ways[rule] += 1
    found = [*mutants(seed)]
    tried = Counter(rule for rule, _ in found)
    seen = Counter(rule for rule, sees in found if sees)
    if unknown := tried.keys() - fired.keys():
        raise SystemExit(f"mutants of rules that there are not: {', '.join(sorted(unknown))}")
    yield "| rule | ways of taking sides | decided, always rightly | mutants | seen |"
    yield "|---|---:|---:|---:|---:|"
    for rule in fired:
        yield f"| {rule} | {ways[rule]} | {fired[rule]:,} | {tried[rule]} | {seen[rule]} |"
    if seen != tried:
        raise SystemExit(f"mutants that were not seen: {tried - seen}")


def mutants(seed: int) -> Iterator[tuple[str, bool]]:
    """The rule of every mutant, and whether the positions that aim at the rule show that it is broken."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(CSRC, folder / "csrc")
        for patch in sorted((CSRC / "tests" / "mutants").iterdir()):
            rule = patch.read_text("utf-8").split(":", maxsplit=1)[0]
            output(f"git apply '{patch}'", folder)
            tests = build(folder / "csrc", folder / "build", "test_rules", "Debug")
            words = [str(tests / "test_rules"), str(GOAL), str(seed), rule]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            seen = done.returncode != 0
            print(f"{patch.stem}: {'seen' if seen else 'NOT seen'}", flush=True)
            yield rule, seen
            output(f"git apply -R '{patch}'", folder)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proofs", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("figures", "rules"))
    parser.add_argument("--long", action="store_true", help="of figures, hours of them")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    commit = output("git describe --always --dirty").strip()
    began = time.monotonic()
    lines = [*(rules(asked.seed) if asked.what == "rules" else figures(asked.long, asked.seed))]
    minutes = (time.monotonic() - began) / 60
    command = f"nox -s {'rules' if asked.what == 'rules' else 'proofs'}{' -- --long' * asked.long}"
    head = f"By `{command}` on {date.today()}, of {commit}, in {minutes:.0f} minutes on {processor()}.\n"
    PAGE.write_text(put_between(PAGE.read_text("utf-8"), "\n".join([head, *lines]), asked.what), "utf-8")


if __name__ == "__main__":
    main()
