"""Breaks the program in each way that a patch here or in csrc/tests/mutants has, and says which are noticed.

python -m tests.mutants [NAME ...] [--jobs 2] [--reach FILE]

Each file of tests first runs alone and measured, so that a mutant of Python gets the files that run its
lines, the quickest first, until one fails. A mutant of the engine gets the engine's own tests: one that aims
at a rule those of the rule. What they let pass, and each mutant of the bindings, is built and gets all files.
A mutant that lives and that tests/README.md does not name is an error; so is one named there that is noticed.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.proofs import GOAL
from coverage import CoverageData
from coverage.exceptions import DataError

ROOT: Final = Path(__file__).resolve().parents[2]
PATCHES: Final = {
    path.stem: path for top in (ROOT, ROOT / "csrc") for path in sorted(top.glob("tests/mutants/*.patch"))
}
#: Seconds after which tests that still run hang because of the mutant.
HANGS: Final = 900
#: The status of pytest where a file is skipped as a whole.
SKIPPED: Final = 5
_NATIVE: Final = ("_core", "_kernels")


@dataclass(frozen=True, slots=True)
class Tree:
    """A clone of the repository, with the native modules beside the package."""

    path: Path

    def run(self, *words: str | Path, seconds: float = HANGS, **environment: str) -> str | None:
        """What is printed by a command that fails or hangs, otherwise None."""
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as printed:
            process = subprocess.Popen(
                [str(word) for word in words],
                cwd=self.path,
                env={**os.environ, "PYTHONPATH": str(self.path / "python"), **environment},
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                status = process.wait(seconds)
            except subprocess.TimeoutExpired:
                status = -1
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            printed.seek(0)
            return None if status in (0, SKIPPED) else printed.read()

    def must(self, *words: str | Path) -> None:
        """Run a command that has to succeed."""
        if (printed := self.run(*words)) is not None:
            raise SystemExit(f"{' '.join(map(str, words))}\n{printed[-3000:]}")

    def pytest(self, *files: str) -> str | None:
        """What the first of the files that fails prints, or None."""
        words = ("-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *files)
        return self.run(sys.executable, *words)

    def build(self) -> None:
        """The native modules anew."""
        self.must("cmake", "--build", "build/mutants")
        self.must("cmake", "--install", "build/mutants", "--prefix", "python")

    def engine_notices(self, rule: str) -> bool:
        """Whether the engine's own tests fail: those of one rule, or all."""
        self.must("cmake", "--build", "build/engine", "--target", "test_rules" if rule else "all")
        if rule:
            return self.run("build/engine/tests/test_rules", str(GOAL), "1", rule) is not None
        return self.run("ctest", "--test-dir", "build/engine", "--stop-on-failure") is not None


def clone(path: Path, *, builds: bool) -> Tree:
    """A tree of the last commit."""
    tree = Tree(path)
    subprocess.run(["git", "clone", "--quiet", ROOT, path], check=True)
    if builds:
        options = ("-G", "Ninja", "-DWHISTSOLVE_X86_64=OFF")
        pybind11 = subprocess.run(
            [sys.executable, "-m", "pybind11", "--cmakedir"], capture_output=True, text=True, check=True
        )
        python = (f"-Dpybind11_DIR={pybind11.stdout.strip()}", f"-DPython_EXECUTABLE={sys.executable}")
        tree.must("cmake", "-S", ".", "-B", "build/mutants", "-DCMAKE_BUILD_TYPE=Release", *options, *python)
        checks = ("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DWHISTSOLVE_CHECKS=ON")
        tree.must("cmake", "-S", "csrc", "-B", "build/engine", *checks, *options)
        tree.build()
    else:
        for name in _NATIVE:
            found = importlib.util.find_spec(f"whistsolve.{name}")
            if found is None or found.origin is None:
                raise SystemExit("whistsolve is not installed")
            shutil.copy(found.origin, path / "python" / "whistsolve")
    return tree


class Reach:
    """Which files of tests run which lines of the package, and how long each takes."""

    def __init__(self, file: Path) -> None:
        self._data = read(file)

    def of(self, file: str, lines: set[int]) -> list[str]:
        """The tests that run one of the lines of a file, or where none does, the file; the quickest first."""
        found = self._data.contexts_by_lineno(file)
        near = {context for line in lines for context in found.get(line, ())}
        return self.quickest(near or {context for contexts in found.values() for context in contexts})

    def quickest(self, contexts: set[str]) -> list[str]:
        """The files of contexts, which are seconds and a file."""
        return [context.split(" ")[1] for context in sorted(contexts)]

    def all(self) -> list[str]:
        """Every file of tests."""
        return self.quickest(self._data.measured_contexts())


def measure(tree: Tree, into: Path, jobs: int) -> None:
    """Run every file of tests alone, with the lines that it runs."""
    rc = tree.path / "reach.ini"
    rc.write_text("[run]\nsource = python\nparallel = true\npatch = subprocess\n", "utf-8")
    folder = into.with_name(f"{into.name}-parts")
    folder.mkdir(parents=True)

    def of(file: Path) -> None:
        name = file.relative_to(tree.path).as_posix()
        part = name.replace("/", "-")
        words = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", name)
        covered = ("-m", "coverage", "run", f"--rcfile={rc}", f"--data-file={folder / part}", *words)
        began = time.monotonic()
        if tree.run(sys.executable, *covered) is not None and tree.run(sys.executable, *words) is not None:
            print(f"left out, for it fails without a mutant: {name}", flush=True)
            return
        seconds = time.monotonic() - began
        # One of each process.
        for each in folder.glob(f"{part}.*"):
            try:
                measured = read(each)
            except DataError:  # of a process that was killed as it wrote
                continue
            named = CoverageData(str(each.with_name(f"named-{each.name}")))
            named.set_context(f"{seconds:07.2f} {name}")
            for path in measured.measured_files():
                inside = Path(path).relative_to(tree.path).as_posix()
                named.add_lines({inside: measured.lines(path) or ()})
            named.write()
        print(f"{seconds:6.1f} s {name}", flush=True)

    files = [file for file in sorted(tree.path.glob("tests/**/test_*.py")) if "browser" not in file.parts]
    with ThreadPoolExecutor(jobs) as pool:
        [*pool.map(of, files)]
    whole = CoverageData(str(into))
    for each in folder.glob("named-*"):
        whole.update(read(each))
    whole.write()


def read(file: Path) -> CoverageData:
    """What a file has."""
    data = CoverageData(str(file))
    data.read()
    return data


def hunks(patch: str) -> tuple[str, set[int]]:
    """The file that a patch changes, and the lines that go or, where none goes, those around."""
    file = re.search(r"^--- a/(.+)$", patch, re.MULTILINE)
    if file is None:
        raise SystemExit(f"no file in {patch}")
    gone, around, number = set[int](), set[int](), 0
    for line in patch[file.end() :].splitlines():
        if begin := re.match(r"@@ -(\d+)", line):
            number = int(begin[1])
        elif line[:1] in ("-", " ") and not line.startswith("---"):
            (gone if line[0] == "-" else around).add(number)
            number += 1
    return file[1], gone or around


def notices(tree: Tree, name: str, reach: Reach) -> str:
    """The test that notices a mutant, or nothing."""
    patch = PATCHES[name].read_text("utf-8")
    file, lines = hunks(patch)
    tree.must("git", "apply", PATCHES[name])
    try:
        rule = patch.split(":", maxsplit=1)[0] if PATCHES[name].is_relative_to(ROOT / "csrc") else ""
        if file.startswith("csrc/") and tree.engine_notices(rule):
            return "the engine's own tests"
        if file.startswith("python/"):
            files = reach.of(file, lines)
        else:
            tree.build()
            files = reach.all()
        printed = tree.pytest(*files)
    finally:
        tree.must("git", "checkout", "--quiet", ".")
    if printed is None:
        return ""
    failed = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", printed, re.MULTILINE)
    return failed[0] if failed else printed.strip().splitlines()[-1]


def found(names: Sequence[str], reach: Reach, folder: Path, jobs: int) -> Iterator[tuple[str, str]]:
    """Every mutant and what notices it, those of Python first."""
    builds = {name: not hunks(PATCHES[name].read_text("utf-8"))[0].startswith("python/") for name in names}
    for built in (False, True):
        mine = [name for name in names if builds[name] is built]
        if mine:
            with ThreadPoolExecutor(jobs) as pool:
                places = [folder / f"{'built' if built else 'plain'}{number}" for number in range(jobs)]
                trees = queue.SimpleQueue[Tree]()
                for tree in pool.map(partial(clone, builds=built), places):
                    trees.put(tree)
                yield from pool.map(partial(in_one, trees, reach), mine)


def in_one(trees: queue.SimpleQueue[Tree], reach: Reach, name: str) -> tuple[str, str]:
    """A mutant and what notices it, in a tree that is free."""
    tree = trees.get()
    try:
        return name, notices(tree, name, reach)
    finally:
        trees.put(tree)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="all of them where none is given")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at once")
    parser.add_argument("--reach", type=Path, help="the file of an earlier run with what tests run")
    asked = parser.parse_args()
    if unknown := set(asked.names) - PATCHES.keys():
        raise SystemExit(f"no such mutants: {', '.join(sorted(unknown))}")
    page = (ROOT / "tests" / "README.md").read_text("utf-8")
    excused = set(re.findall(r"^- `([\w-]+)`: ", page, re.MULTILINE))
    names = asked.names or [*PATCHES]
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        folder = Path(place)
        reach = asked.reach or folder / "reach"
        if not reach.exists():
            measure(clone(folder / "measured", builds=False), reach, asked.jobs)
        alive = set[str]()
        for name, by in found(names, Reach(reach), folder, asked.jobs):
            print(f"{name}: {by or 'NOT noticed'}", flush=True)
            if not by:
                alive.add(name)
    print(f"{len(names) - len(alive)} of {len(names)} noticed")
    if wrong := alive ^ (excused & set(names)):
        raise SystemExit(f"not as tests/README.md says: {', '.join(sorted(wrong))}")


if __name__ == "__main__":
    main()
