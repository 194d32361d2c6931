"""Processes made while threads solve: parent and child both go on, by fork, forkserver and spawn."""

import multiprocessing
from textwrap import dedent

import pytest
from tests.support.programs import needs_fork, run_program
from tests.support.thorough import by_default

#: What children compute, and what they have to find.
START = """
import multiprocessing, os, threading, warnings
import numpy as np
import whistsolve as ws
from whistsolve.dealing import random_deals

warnings.filterwarnings("ignore", r".*fork\\(\\)", DeprecationWarning)
RULES = ws.Rules.preset("bid_whist_seed", hand_size=6, kitty_size=30, bid_base=0)
ROWS = random_deals(150, 1, RULES)[:, :4]
DEALS = [ws.Deal.random(seed, RULES) for seed in range(3)]
WANT = ws.solve_many(ROWS, ["S+", "NT-"], rules=RULES, threads=1)
SHARED = ws.Solver(memory_mb=1)


def right():
    \"\"\"Whether this process solves, with threads, in all ways.\"\"\"
    solver = ws.Solver(memory_mb=1)
    one = [ws.solve(deal, "S+", "N", rules=RULES) for deal in DEALS]
    return (
        np.array_equal(ws.solve_many(ROWS[:40], ["S+", "NT-"], rules=RULES, threads=2), WANT[:40])
        and one == [solver.solve(deal, "S+", "N", rules=RULES) for deal in DEALS]
        and np.array_equal(random_deals(150, 1, RULES)[:, :4], ROWS)
    )


def forked(ask=right):
    \"\"\"What a forked child says.\"\"\"
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if ask() else 3)
        except BaseException as error:
            os.write(2, repr(error).encode())
        os._exit(4)
    return os.waitpid(child, 0)[1] == 0
"""


#: Only the parent has the threads; a solver that one of them used just then is refused in the child.
FORKS = """
begun, enough = threading.Barrier(3), threading.Event()
wrong, said = [], []


def batches():
    begun.wait()
    while not enough.is_set():
        if not np.array_equal(ws.solve_many(ROWS, ["S+", "NT-"], rules=RULES, threads=2), WANT):
            wrong.append("a batch")


def shared():
    begun.wait()
    while not enough.is_set():
        for deal in DEALS:
            SHARED.solve_cards(deal, "NT+", "N", rules=RULES)
            SHARED.clear()


def busy_or_right():
    try:
        found = SHARED.solve(DEALS[0], "S+", "N", rules=RULES)
    except ws.WhistError as error:
        return "at work in another thread" in str(error)
    return found.tricks == ws.solve(DEALS[0], "S+", "N", rules=RULES).tricks


threads = [threading.Thread(target=work) for work in (batches, shared)]
for thread in threads:
    thread.start()
begun.wait()
times = int(sys.argv[1])
print([forked() and forked(busy_or_right) for _ in range(times)] == [True] * times)
enough.set()
for thread in threads:
    thread.join()
print(wrong, right())


# From the `progress` of a batch: the engine's threads are at work, and the parent's answers are as ever.
def progress(done, total):
    if len(said) < 3:
        said.append(forked())


cancellation = ws.Cancellation()
found = ws.solve_many(ROWS, ["S+", "NT-"], rules=RULES, threads=2, progress=progress, cancel=cancellation)
print(set(said), np.array_equal(found, WANT))
"""


@needs_fork
@pytest.mark.parametrize("times", by_default(1, [4, 25]))
def test_forks_while_other_threads_solve(times):
    assert run_program(START + FORKS, times) == ["True", "[] True", "{True} True"]


@needs_fork
def test_forks_while_names_are_first_used_and_a_call_model_is_made():
    """The child found a lock, and modules, that a thread of its parent held for ever; it makes its own."""
    program = """
    import concurrent.futures.thread, os, threading, warnings  # the first has hooks for forks itself
    import whistsolve as ws

    warnings.filterwarnings("ignore", r".*fork\\(\\)", DeprecationWarning)
    threading.Thread(target=lambda: ws.evaluate_bids).start()
    child = os.fork()
    if child == 0:
        ws.run_batch, ws.evaluate_bids
        os._exit(0)
    print(os.waitpid(child, 0)[1])

    from whistsolve.advice import default_equity

    rules = ws.Rules.preset("cutthroat_6")
    thread = threading.Thread(target=default_equity, args=[rules])
    thread.start()
    child = os.fork()
    if child == 0:
        os._exit(default_equity(rules) is None)
    print(os.waitpid(child, 0)[1])
    thread.join()
    """
    assert run_program(program) == ["0", "0"]


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_of_every_kind(method):
    """A pool of a program that has solved, and solves while the processes do."""
    program = """
    if __name__ == "__main__":
        context = multiprocessing.get_context(sys.argv[1])
        asked = [(ws.Deal(deal.hands), strain, "N") for deal in DEALS for strain in ("S+", "NT-")]
        want = [ws.solve(*each) for each in asked]
        stop = threading.Event()


        def work():
            while not stop.is_set():
                ws.solve_many(ROWS, ["S+", "NT-"], rules=RULES, threads=2)


        thread = threading.Thread(target=work)
        thread.start()
        with context.Pool(2) as pool:
            found = pool.starmap(ws.solve, asked)
            pool.close()
            pool.join()
        stop.set()
        thread.join()
        print(found == want, right())
    """
    assert run_program(START + dedent(program), method) == ["True True"]
