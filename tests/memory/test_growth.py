"""Measured in processes of their own: ``memory_mb`` holds for all threads, and loops leave nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.memory.__main__ import CLEAR
from tests.memory.capped_calls import CALLS
from tests.support.sources import ROOT
from tests.support.thorough import by_default

from whistsolve._internal.arguments import Resources

needs_proc = pytest.mark.skipif(not CLEAR.exists(), reason="the system has no /proc/self/clear_refs")

#: MiB beside the tables, 3.9 as measured: stacks and pools of threads, lists of discards, rows of layouts.
MOST_BESIDE = 6.0
#: The least that tables may take, where that is more than the cap.
LEAST = {"alpha_mu": 64 * 192 / 1024}
#: Of the process between the middle and the last third: what the allocator keeps from one time to another.
MOST_MIB = 2.0
#: Objects alive, for each turn between them; a turn that kept one of its own would have 1.
MOST_BLOCKS, MOST_TRACKED = 0.75, 0.25

SHORT = ("solve", "solvers made and dropped", "best_discard", "errors")
LONGER = ("a solver", "table", "solve_many", "run_batch", "asyncio", "cancelled", "abandoned", "hands")
LONGER += ("conditions", "alpha_mu", "evaluate_cards")
#: Turns that are all different, of what a program may do for days.
EVER_NEW = {
    "solve": 30_000,
    "best_discard": 3_000,
    "evaluate_bids": 300,
    "solve whole deals": 500,
    "best_discard of whole deals": 500,
    "solve_many": 3_000,
    "errors": 3_000,
    "hands": 1_000,
    "evaluate_cards": 300,
}


def measured(*arguments):
    """What ``python -m tests.memory`` prints."""
    command = [sys.executable, "-m", "tests.memory", *arguments]
    paths = [str(Path(each).resolve()) for each in sys.path if each]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@needs_proc
@pytest.mark.parametrize(("names", "turns"), by_default(1, [(SHORT, 1500), (LONGER, 1500)]))
def test_repeated_turns_leave_nothing(names, turns):
    """The same four turns again and again; a turn that keeps 16 KiB and an object is seen.

    There are so many turns that the 400 blocks that the interpreter takes by and by stay below the bound.
    """
    *found, kept = measured("loop", *names, "keeps something", "--turns", str(turns), "--cycle", "4")
    for each in found:
        assert each["mib"] <= MOST_MIB, each
        assert each["blocks"] <= MOST_BLOCKS * turns / 3, each
        assert each["tracked"] <= MOST_TRACKED * turns / 3, each
    assert kept["mib"] > 1 and min(kept["blocks"], kept["tracked"]) > 0.9 * turns / 3, kept


@needs_proc
@pytest.mark.thorough
@pytest.mark.parametrize("name", EVER_NEW)
def test_ever_new_turns_take_no_more_memory(name):
    (found,) = measured("loop", name, "--turns", str(EVER_NEW[name]))
    assert found["mib"] <= MOST_MIB, found


@needs_proc
@pytest.mark.parametrize("name", by_default(lambda name: name == "table, kitty", sorted(CALLS)))
def test_the_process_grows_by_little_beyond_the_cap(name):
    """Eight threads with 4 MiB once took 8 MiB for their tables."""
    (found,) = measured("call", name, "--threads", "8", "--mb", "4")
    assert found["mib"] <= max(4, LEAST.get(name, 0)) + MOST_BESIDE, found


def test_there_is_a_mib_for_each_thread():
    for threads, memory, used, each in ((8, 1, 1, 1), (8, 4, 4, 1), (2, 5, 2, 2), (1, 64, 1, 64)):
        resources = Resources.read(threads, memory)
        assert (resources.threads, resources.memory_mb) == (used, memory)
        assert resources.of_one_thread() == Resources(1, each)
