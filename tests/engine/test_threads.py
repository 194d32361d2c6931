"""Threads that solve at once, and objects that refuse two of them; a stream of deals in constant memory."""

import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from tests.support.programs import run_program

import whistsolve as ws

THREADS = 8
KINDS = [
    ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38, bid_base=0, joker_no_trump="high_no_suit"),
    ws.Rules.preset("cutthroat_3", hand_size=5, kitty_size=39),
    ws.Rules.preset("cutthroat_6", hand_size=3, kitty_size=36),
    ws.Rules.preset("whist", lowest_rank=10, hand_size=5),
]


def tricks_of(solver: ws.Solver, number: int) -> int:
    """Rules, sorts of play and numbers of hands change at every step."""
    rules = KINDS[number % len(KINDS)]
    strain = ("S+", "NT+", "H-", "NT-", "C~")[number % 5]
    return solver.solve(ws.Deal.random(number, rules), strain, number % rules.players, rules=rules).tricks


def test_eight_threads_with_own_and_shared_solvers() -> None:
    """Answers are those of a single thread; who finds a shared solver busy is told so, and asks again."""
    count = 300
    alone, shared = ws.Solver(memory_mb=1), ws.Solver(memory_mb=1)
    want = [tricks_of(alone, number) for number in range(count)]
    assert len(set(want)) >= 4
    together = Barrier(THREADS)

    def run(thread: int) -> int:
        own = ws.Solver(memory_mb=1)
        refused = 0
        together.wait()
        for number in range(count):
            turned = (number + thread * 51) % count
            assert tricks_of(own, turned) == want[turned]
            try:
                assert tricks_of(shared, turned) == want[turned]
            except ws.WhistError as error:
                assert "at work in another thread: use one solver a thread" in str(error)
                refused += 1
        return refused

    # Threads take turns far more often than they would, so that they meet at the shared solver.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            refused = list(pool.map(run, range(THREADS)))
    finally:
        sys.setswitchinterval(interval)
    assert 0 < sum(refused) < count * THREADS, "no thread ever found a shared solver busy, or free"
    assert [tricks_of(shared, number) for number in range(count)] == want


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
