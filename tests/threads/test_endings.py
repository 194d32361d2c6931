"""Programs that end while threads still solve: no crash, no hang, nothing printed."""

import pytest
from tests.support.programs import run_program
from tests.support.thorough import by_default

#: Daemon threads at work in every kind of call when the main thread ends.
DAEMONS = """
import itertools
import threading
import whistsolve as ws
from whistsolve.dealing import random_deals

RULES = ws.Rules.preset("bid_whist_seed")
DEALS = random_deals(2000, 1, RULES)[:, :4]
DEAL = ws.Deal.random(3, RULES)
begun = threading.Barrier(4)


class Once:
    def __init__(self):
        self.said = False

    def __call__(self, done, total):
        if not self.said:
            self.said = True
            begun.wait()


CALLS = {
    "one": lambda: ws.solve(DEAL, "NT+", "N", rules=RULES),
    "cards": lambda: ws.solve_cards(DEAL, "S+", "N", rules=RULES),
    "discards": lambda: ws.best_discard(DEAL, "S+", "N", rules=RULES),
    "draws": lambda: random_deals(100_000, 1, RULES),
    "cancellable": lambda: ws.solve_many(DEALS, threads=1, cancel=ws.Cancellation()),
}


def work(name):
    if name == "many":
        ws.solve_many(DEALS, threads=2, progress=Once())
    begun.wait()
    for _ in itertools.repeat(None):
        CALLS[name]()


for name in sys.argv[1].split():
    threading.Thread(target=work, args=(name,), daemon=True).start()
begun.wait()
print("ending")
"""
WORK = [
    "many one cards",
    "discards draws cancellable",
    "many many many",
    "one one one",
    "draws draws draws",
    "cancellable many one",
]


@pytest.mark.parametrize(
    ("work", "times"), by_default(2, [*((work, 1) for work in WORK[:2]), *((work, 6) for work in WORK)])
)
def test_daemon_threads_end_with_the_program(work, times):
    for _ in range(times):
        assert run_program(DAEMONS, work) == ["ending"]


#: A call model of a game without weights, for which deals are solved, is made in a thread of its own.
#: Threads and pools finish what they began, and a function called at exit can solve.
OTHERS = """
import atexit
import threading
from concurrent.futures import ThreadPoolExecutor
import whistsolve as ws
from whistsolve.advice import default_equity

RULES = ws.Rules.preset("whist", lowest_rank=10, hand_size=5)
DEALS = [ws.Deal.random(seed, RULES) for seed in range(40)]
WANT = ws.solve_many(DEALS, ["S+"], rules=RULES, threads=1)


def work(name):
    found = ws.solve_many(DEALS, ["S+"], rules=RULES, threads=2)
    sys.stdout.write(f"{name} {(found == WANT).all()}\\n")  # one call: prints of threads can mix


daemon = threading.Thread(target=work, args=("daemon",), daemon=True)
atexit.register(lambda: (daemon.start(), daemon.join()) if sys.version_info < (3, 12) else work("daemon"))
atexit.register(work, "exit")
threading.Thread(target=work, args=("thread",)).start()
pool = ThreadPoolExecutor(1)
pool.submit(work, "pool")
cancellation = ws.Cancellation()
threading.Timer(0.02, cancellation.cancel).start()
try:
    default_equity(ws.Rules.preset("bid_whist", players=6), cancel=cancellation)
except ws.Stopped:
    work("stopped")
"""


def test_other_threads_are_waited_for():
    names = ("daemon", "exit", "pool", "stopped", "thread")
    assert sorted(run_program(OTHERS)) == [f"{name} True" for name in names]
