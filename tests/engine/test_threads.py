"""Threads that solve at once, and objects that refuse two of them; a stream of deals in constant memory."""

import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import NamedTuple

import numpy as np
import pytest
from tests.support.programs import run_program

import whistsolve as ws
from whistsolve import _core
from whistsolve._internal.arguments import read_strains
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.solving.batch.cells import CellBounds, solve_cells
from whistsolve.solving.engine_rules import EngineRules

THREADS = 8
BUSY = "at work in another thread"
KINDS = [
    ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0),
    ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38, bid_base=0, joker_no_trump="high_no_suit"),
    ws.Rules.preset("cutthroat_3", hand_size=5, kitty_size=39),
    ws.Rules.preset("cutthroat_6", hand_size=3, kitty_size=36),
    ws.Rules.preset("whist", lowest_rank=10, hand_size=5),
]


class Opening(NamedTuple):
    deal: ws.Deal
    strain: str
    leader: int
    rules: ws.Rules


def questions(each: int) -> list[Opening]:
    """Short deals of every kind in turn: rules, sorts of play and numbers of hands change at every step."""
    by_kind = [
        array_to_deals(random_deals(each, seed, rules)[:, : rules.players])
        for seed, rules in enumerate(KINDS)
    ]
    strains = ("S+", "NT+", "H-", "NT-", "C~")
    return [
        Opening(deal, strains[number % len(strains)], number % rules.players, rules)
        for number in range(each)
        for rules, deals in zip(KINDS, by_kind, strict=True)
        for deal in deals[number : number + 1]
    ]


def tricks_of(solver: ws.Solver, opening: Opening) -> int:
    return solver.solve(opening.deal, opening.strain, opening.leader, rules=opening.rules).tricks


def test_eight_threads_with_own_and_shared_solvers() -> None:
    """Answers are those of a single thread; who finds a shared solver busy is told so, and asks again."""
    work = questions(80)
    alone = ws.Solver(memory_mb=1)
    want = [tricks_of(alone, opening) for opening in work]
    assert len(set(want)) >= 4
    shared = [ws.Solver(memory_mb=1) for _ in range(2)]
    together = Barrier(THREADS)

    def run(thread: int) -> tuple[int, int]:
        own = ws.Solver(memory_mb=1)
        wrong = refused = 0
        together.wait()
        for number in range(len(work)):
            index = (thread * 51 + number) % len(work)
            solver = own if number % 2 else shared[number // 2 % 2]
            while True:
                try:
                    tricks = tricks_of(solver, work[index])
                except ws.WhistError as error:
                    if solver is own or BUSY not in str(error):
                        raise
                    refused += 1
                else:
                    break
            wrong += tricks != want[index]
        return wrong, refused

    # Threads take turns far more often than they would, so that they meet at the shared solvers.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            found = list(pool.map(run, range(THREADS)))
    finally:
        sys.setswitchinterval(interval)
    assert [wrong for wrong, _ in found] == [0] * THREADS
    assert sum(refused for _, refused in found) > 0, "no thread ever found a shared solver busy"
    for solver in shared:
        assert [tricks_of(solver, opening) for opening in work] == want


def test_a_batch_at_work_refuses_a_second_call() -> None:
    """In the same thread and in another."""
    rules = KINDS[0]
    rows, strains = random_deals(40, 4, rules)[:, :4], read_strains(["S+", "NT-"])
    batch, engine_rules = _core.Batch(2, 2 << 20), EngineRules(rules, 4)
    refused: list[str] = []

    def again() -> None:
        with pytest.raises(ws.WhistError, match=BUSY) as error:
            solve_cells(batch, engine_rules, rows, strains, CellBounds.unknown(40, 4, 2))
        refused.append(str(error.value))

    def progress(done: int) -> None:
        again()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(again).result()

    cells = CellBounds.unknown(40, 4, 2)
    solve_cells(batch, engine_rules, rows, strains, cells, progress=progress)
    assert refused, "there was no call in the middle"
    assert cells.done.all()
    np.testing.assert_array_equal(cells.low, ws.solve_many(rows, strains, rules=rules, threads=1))
    nodes = batch.nodes
    solve_cells(batch, engine_rules, rows, strains, CellBounds.unknown(40, 4, 2))
    assert 0 < nodes < batch.nodes


def test_loading_every_room_leaves_the_lock_off() -> None:
    """An extension module that does not say that it needs no lock would turn Python's on, with a warning."""
    program = """
    import whistsolve as ws
    for name in ws.__all__: getattr(ws, name)
    import whistsolve._core, whistsolve._kernels, whistsolve.dealing
    print(getattr(sys, "_is_gil_enabled", lambda: True)())
    """
    assert run_program(program) == [str(not sysconfig.get_config_var("Py_GIL_DISABLED"))]


#: Deals made one by one as they are asked for; what the process grows by once it has settled, in bytes.
STREAM = """
import gc, os
import whistsolve as ws
from whistsolve.dealing import random_deals

rules = ws.Rules.preset("bid_whist_seed", hand_size=3, kitty_size=42, bid_base=0)
kept, settled = [], 0


def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def deals(count):
    global settled
    for number, row in enumerate(random_deals(count, 5, rules)[:, :4]):
        if number == 10_000:
            settled = resident()
        deal = ws.Deal([ws.Hand.from_mask(mask) for mask in row.tolist()])
        if sys.argv[2] == "kept":
            kept.append(deal)
        yield deal


found = ws.solve_many(deals(int(sys.argv[1])), ["S+"], threads=2, memory_mb=2)
print(resident() - settled - found.nbytes)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="nothing tells the memory in use")
def test_memory_is_flat_however_many_deals_come() -> None:
    """Some thirty bytes a deal are allowed; deals that the caller keeps are seen, as a leak would be."""
    slack = 1 << 20
    (grown,) = run_program(STREAM, 40_000, "let go")
    assert int(grown) <= slack
    (grown,) = run_program(STREAM, 20_000, "kept")
    assert int(grown) > 2 * slack
