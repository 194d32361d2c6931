"""Memory that cannot be had, from Python: MemoryError, and the same objects answer once less is asked for.

``csrc/tests/test_allocation.cpp`` fails each allocation of the engine in turn.
"""

import sys
from textwrap import dedent

import pytest
from tests.support.programs import run_program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory differ by system")

#: Limits the memory of the process to what it has and `more` bytes.
BEGINNING = """
import resource
import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals

RULES = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0)
ROWS = random_deals(20, 3, RULES)[:, :4]
DEAL, KITTY = ws.Deal.from_text(str(array_to_deals(ROWS)[0])), ws.Deal.random(3)
NO_LIMIT = resource.getrlimit(resource.RLIMIT_AS)

def many(memory_mb, threads):
    return ws.solve_many(ROWS, ["S+", "NT-"], rules=RULES, threads=threads, memory_mb=memory_mb).tolist()

def limit(more):
    with open("/proc/self/statm") as file:
        held = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + more, NO_LIMIT[1]))
"""
#: What is left holds tables of a megabyte, but no stack of a thread; no thread before has left one.
WITHOUT_THREADS = """
ws.Solver(memory_mb=1), ws.solve_many  # loaded
limit(6 << 20)
without = many(1, 2)
resource.setrlimit(resource.RLIMIT_AS, NO_LIMIT)
print(without == many(1, 2))
"""
TABLES_TOO_LARGE = """
want, solver = many(1, 2), ws.Solver(memory_mb=1)
tricks = solver.solve(DEAL, "S+", 1, rules=RULES).tricks
limit(1 << 30)
for ask in (
    lambda: ws.Solver(memory_mb=65536),
    lambda: many(65536, 2),
    lambda: ws.best_discard(KITTY, "S+", 1, memory_mb=65536, node_limit=1),
    lambda: ws.evaluate_bids("AKQJ.T9.32.9876", seat="S", dealer="E", samples=2, memory_mb=65536),
):
    try:
        print("given", ask())
    except MemoryError:
        continue
print(
    solver.solve(DEAL, "H-", 2, rules=RULES).exact,
    solver.solve(DEAL, "S+", 1, rules=RULES).tricks == tricks,
    many(1, 2) == want,
    ws.best_discard(KITTY, "S+", 1, memory_mb=1, node_limit=1).high > 0,
)
"""


def test_tables_that_do_not_fit_are_a_memory_error_and_threads_that_do_not_are_none():
    assert run_program(BEGINNING + dedent(WITHOUT_THREADS)) == ["True"]
    assert run_program(BEGINNING + dedent(TABLES_TOO_LARGE)) == ["True True True True"]
