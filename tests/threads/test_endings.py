"""Programs that end while threads still solve: no crash, no hang, nothing printed."""

from typing import Final

import pytest
from tests.support.programs import run_program
from tests.support.thorough import by_default

#: Daemon threads at work in every kind of call when the main thread ends.
DAEMONS: Final = """
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


def many():
    ws.solve_many(DEALS, threads=2, progress=Once())


def in_progress():
    ws.solve_many(DEALS, threads=2, progress=lambda done, total: begun.wait() if not done else None)


def one():
    begun.wait()
    while True:
        ws.solve(DEAL, "NT+", "N", rules=RULES)


def cards():
    begun.wait()
    while True:
        ws.solve_cards(DEAL, "S+", "N", rules=RULES)


def discards():
    begun.wait()
    while True:
        ws.best_discard(DEAL, "S+", "N", rules=RULES)


def draws():
    begun.wait()
    while True:
        random_deals(100_000, 1, RULES)


def cancellable():
    begun.wait()
    while True:
        ws.solve_many(DEALS, threads=1, cancel=ws.Cancellation())


for name in sys.argv[1].split():
    threading.Thread(target=globals()[name], daemon=True).start()
begun.wait()
print("ending")
"""
WORK: Final = [
    "many one cards",
    "many many many",
    "discards draws cancellable",
    "one one one",
    "cards discards cancellable",
    "draws draws draws",
    "cancellable many one",
]


@pytest.mark.parametrize("work", by_default(3, WORK))
def test_daemon_threads_end_with_the_program(work: str) -> None:
    assert run_program(DAEMONS, work) == ["ending"]


@pytest.mark.thorough
@pytest.mark.parametrize("work", WORK)
def test_daemon_threads_end_with_the_program_again_and_again(work: str) -> None:
    for _ in range(25):
        assert run_program(DAEMONS, work) == ["ending"]


def test_a_program_ends_while_a_call_model_is_made() -> None:
    """That of a game without weights, for which deals are solved."""
    program = """
    import threading
    import whistsolve as ws
    from whistsolve.advice import default_equity

    cancellation = ws.Cancellation()
    threading.Timer(0.02, cancellation.cancel).start()
    try:
        default_equity(ws.Rules.preset("bid_whist", players=6), cancel=cancellation)
    except ws.Stopped:
        print("ending")
    """
    assert run_program(program) == ["ending"]


def test_other_threads_are_waited_for() -> None:
    """Threads and pools finish what they began, and a function called at exit can solve."""
    program = """
    import atexit
    import threading
    from concurrent.futures import ThreadPoolExecutor
    import whistsolve as ws

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
    """
    assert sorted(run_program(program)) == ["daemon True", "exit True", "pool True", "thread True"]
