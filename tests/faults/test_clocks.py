"""Clocks that jump by years, go backwards or stand still: the same answers, and an end."""

import json
import shlex
import subprocess
import sys

import pytest
from tests.support.batches import contents, source_with_wrong_lines
from tests.support.long_commands import HUNG
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.solving.bench.timing import seconds_since

#: Before anything of the package is loaded: every clock of Python that it could ask. Then some commands.
_PROGRAM = """
import itertools, shlex, sys, time
kind, *lines = sys.argv[1:]
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
sys.exit(sum(main(shlex.split(line)) for line in lines))
"""


def answers(kind, *lines):
    """The lines of JSON that commands print, and what they write to standard error."""
    command = [sys.executable, "-c", _PROGRAM, kind, *lines]
    result = subprocess.run(command, capture_output=True, text=True, timeout=HUNG)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()], result.stderr


@pytest.mark.parametrize("kind", by_default(1, ["jumps", "back", "stands"]))
def test_a_batch_is_the_same_and_a_time_limit_ends_a_search(kind, tmp_path):
    """The engine has a clock of its own: bounds after the time, whatever those of Python show."""
    source = source_with_wrong_lines(tmp_path / "deals.txt", 30)
    once, out = tmp_path / "once", tmp_path / "out"
    for folder in (once, out):
        folder.mkdir()
    ws.run_batch(source, once / "out", strains=["S+"])
    batch = shlex.join(["batch", str(source), "--strains", "S+", "-o", str(out / "out")])
    deal = ws.Deal.random(1, ws.Rules.preset("whist"))
    (answer,), err = answers(kind, batch, f"solve '{deal}' --strain NT- --leader N --time-limit 0.001 --json")
    assert err.count("\n") == 1, "rows that are broken, and no more"
    assert contents(out) == contents(once)
    assert not answer["exact"] and 0 <= answer["low"] < answer["high"] <= 13


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["back", "stands"])
def test_no_time_is_negative(kind):
    found, err = answers(kind, "bench --deals 1 --json", "selftest --json")
    assert err == ""
    for each in found:
        assert min(each["seconds"], *each.get("cell_ms", {"none": 0.0}).values()) == 0.0


def test_a_clock_that_goes_back_counts_nothing():
    shown = iter([5.0, 3.0, 7.5])
    assert [seconds_since(4.0, lambda: next(shown)) for _ in range(3)] == [1.0, 1e-9, 3.5]
