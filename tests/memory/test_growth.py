"""Loops in a process of their own: none of them takes more from turn to turn."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.memory.process import needs_proc
from tests.support.sources import ROOT
from tests.support.thorough import by_default

pytestmark = needs_proc

#: Of the process between the middle and the last third: what the allocator keeps from one time to another.
MOST_MIB = 2.0
#: Objects alive, for each turn between them; a turn that kept one of its own would have 1.
MOST_BLOCKS, MOST_TRACKED = 0.75, 0.25

SHORT = ("solve", "solvers made and dropped", "best_discard", "errors")
LONGER = ("a solver", "table", "solve_many", "run_batch", "asyncio", "cancelled", "abandoned", "hands")
LONGER += ("conditions", "alpha_mu", "evaluate_cards")
#: Turns that are all different, of what a program may do for days.
EVER_NEW = {
    "solve": 100_000,
    "best_discard": 10_000,
    "evaluate_bids": 1_000,
    "solve whole deals": 2_000,
    "best_discard of whole deals": 2_000,
    "solve_many": 10_000,
    "errors": 10_000,
    "hands": 3_000,
    "conditions": 3_000,
    "evaluate_cards": 1_000,
}


def measured(*arguments: str) -> list[dict[str, float]]:
    """What ``python -m tests.memory`` prints."""
    command = [sys.executable, "-m", "tests.memory", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=_environment(), check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def _environment() -> dict[str, str]:
    paths = [str(Path(each).resolve()) for each in sys.path if each]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


@pytest.mark.parametrize(
    "names", by_default(1, [pytest.param(SHORT, id="short"), pytest.param(LONGER, id="longer")])
)
def test_repeated_turns_leave_nothing(names: Sequence[str]) -> None:
    """The same four turns again and again: what is alive afterwards is the same."""
    turns = 2000  # so many that the 400 blocks that the interpreter takes by and by stay below the bound
    for found in measured("loop", *names, "--turns", str(turns), "--cycle", "4"):
        assert found["mib"] <= MOST_MIB, found
        assert found["blocks"] <= MOST_BLOCKS * turns / 3, found
        assert found["tracked"] <= MOST_TRACKED * turns / 3, found


@pytest.mark.thorough
@pytest.mark.parametrize("name", EVER_NEW)
def test_ever_new_turns_take_no_more_memory(name: str) -> None:
    (found,) = measured("loop", name, "--turns", str(EVER_NEW[name]))
    assert found["mib"] <= MOST_MIB, found


def test_a_loop_that_keeps_something_is_seen() -> None:
    """The measure itself: a turn that keeps 16 KiB and an object."""
    found = measured("loop", "keeps something", "--turns", "300")[0]
    assert found["mib"] > 1.0 and found["blocks"] > 0.9 * 100 and found["tracked"] > 0.9 * 100
