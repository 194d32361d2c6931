"""Clocks that jump by years, go backwards or stand still: the same answers, and an end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.batches import source_with_wrong_lines
from tests.support.folders import contents
from tests.support.long_commands import HUNG

import whistsolve as ws
from whistsolve.solving.bench.timing import seconds_since

#: Before anything of the package is loaded: every clock of Python that it could ask.
_PROGRAM = """
import itertools, sys, time
kind = sys.argv.pop(1)
years = 3e8
jumps = itertools.cycle([0.0, years, -years, 2 * years])
known = {name: getattr(time, name) for name in ("time", "monotonic", "perf_counter")}
if kind == "jumps":
    time.time = lambda: known["time"]() + next(jumps)
elif kind == "back":
    falling = itertools.count(0, -1)
    time.time = time.perf_counter = lambda: 1e9 + next(falling)
else:
    time.time = time.monotonic = time.perf_counter = lambda: 1000.0
from whistsolve.cli import main
sys.exit(main())
"""
KINDS = ("jumps", "back", "stands")


def run(kind: str, *arguments: object) -> tuple[int, str, str]:
    command = [sys.executable, "-c", _PROGRAM, kind, *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=HUNG)
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_is_the_same(kind: str, tmp_path: Path) -> None:
    source = source_with_wrong_lines(tmp_path / "deals.txt", 30)
    for name in ("once", "out"):
        (tmp_path / name).mkdir()
    ws.run_batch(source, tmp_path / "once" / "out", strains=["S+"])
    status, out, err = run(kind, "batch", source, "--strains", "S+", "-o", tmp_path / "out" / "out")
    assert (status, out) == (0, "") and err.count("\n") == 1, "rows that are broken, and no more"
    assert contents(tmp_path / "out") == contents(tmp_path / "once")


@pytest.mark.parametrize("kind", KINDS)
def test_a_time_limit_ends_a_search(kind: str) -> None:
    """The engine has a clock of its own: bounds after the time, whatever those of Python show."""
    deal = ws.Deal.random(1, ws.Rules.preset("whist"))
    arguments = ("--strain", "NT-", "--leader", "N", "--time-limit", "0.001", "--json")
    status, out, err = run(kind, "solve", deal, *arguments)
    answer = json.loads(out)
    assert (status, err) == (0, "") and not answer["exact"]
    assert 0 <= answer["low"] < answer["high"] <= 13


@pytest.mark.thorough
@pytest.mark.parametrize("verb", ["bench --deals 1", "selftest"])
@pytest.mark.parametrize("kind", ["back", "stands"])
def test_no_time_is_negative(kind: str, verb: str) -> None:
    status, out, err = run(kind, *verb.split(), "--json")
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert min(answer["seconds"], *answer.get("cell_ms", {"none": 0.0}).values()) == 0.0


def test_a_clock_that_goes_back_counts_nothing() -> None:
    shown = iter([5.0, 3.0, 7.5])
    assert [seconds_since(4.0, lambda: next(shown)) for _ in range(3)] == [1.0, 1e-9, 3.5]
