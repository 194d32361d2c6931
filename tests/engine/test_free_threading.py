"""Python without its global lock: loading leaves it off, and no object is used by two threads at once."""

import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

import whistsolve as ws
from whistsolve import _core
from whistsolve._internal.arguments import read_strains
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.solving.batch.cells import CellBounds, solve_cells
from whistsolve.solving.engine_rules import EngineRules

THREADS = 8
RULES = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0)
STRAINS = ("S+", "NT-")
#: Whether this interpreter can run without the lock. Others have nothing to ask it.
FREE = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def test_loading_every_room_leaves_the_lock_off() -> None:
    """An extension module that does not say that it needs no lock would turn it on, with a warning."""
    program = (
        "import sys, whistsolve as ws\n"
        "for name in ws.__all__: getattr(ws, name)\n"
        "import whistsolve._core, whistsolve._kernels, whistsolve.dealing\n"
        "print(getattr(sys, '_is_gil_enabled', lambda: True)())"
    )
    command = [sys.executable, "-W", "error", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(not FREE)


def test_eight_threads_at_once_give_the_answers_of_one() -> None:
    """Deals drawn, packed, read and solved in every way at once; each thread begins at another deal."""
    rows = random_deals(64, 3, RULES)[:, :4]
    deals = array_to_deals(rows)
    want = ws.solve_many(rows, STRAINS, rules=RULES, threads=1, memory_mb=1)
    assert len(np.unique(want)) >= 4
    together = Barrier(THREADS)

    def work(thread: int) -> list[str]:
        solver = ws.Solver(memory_mb=1)
        wrong: list[str] = []
        together.wait()
        for step in range(len(deals)):
            number = (step + thread * 8) % len(deals)
            leader, column = (number + thread) % 4, step % 2
            deal = ws.Deal.from_text(str(deals[number]))
            found = solver.solve(deal, STRAINS[column], leader, rules=RULES).tricks
            if deal != deals[number] or found != want[number, leader, column]:
                wrong.append(f"deal {number}, {STRAINS[column]}, leader {leader}: {found}")
        if not np.array_equal(random_deals(64, 3, RULES)[:, :4], rows):
            wrong.append("other deals")
        if not np.array_equal(ws.solve_many(deals, STRAINS, rules=RULES, threads=2, memory_mb=2), want):
            wrong.append("another batch")
        return wrong

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(work, range(THREADS))) == [[]] * THREADS


@pytest.mark.parametrize("where", ["in the same thread", "in another thread"])
def test_a_batch_at_work_refuses_a_second_call(where: str) -> None:
    rows = random_deals(40, 4, RULES)[:, :4]
    strains = read_strains(STRAINS)
    batch = _core.Batch(2, 2 << 20)
    refused: list[str] = []

    def again() -> None:
        with pytest.raises(ws.WhistError, match="at work in another thread") as error:
            solve_cells(batch, EngineRules(RULES, 4), rows, strains, CellBounds.unknown(40, 4, 2))
        refused.append(str(error.value))

    def progress(done: int) -> None:
        if where == "in the same thread":
            again()
        else:
            with ThreadPoolExecutor(1) as pool:
                pool.submit(again).result()

    cells = CellBounds.unknown(40, 4, 2)
    solve_cells(batch, EngineRules(RULES, 4), rows, strains, cells, progress=progress)
    assert refused, "there was no call in the middle"
    assert cells.done.all()
    np.testing.assert_array_equal(cells.low, ws.solve_many(rows, STRAINS, rules=RULES, threads=1))
    nodes = batch.nodes
    solve_cells(batch, EngineRules(RULES, 4), rows, strains, CellBounds.unknown(40, 4, 2))
    assert nodes > 0 and batch.nodes > nodes
