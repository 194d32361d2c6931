"""What threads may share, used by many of them at once: the answers of one thread, or a refusal."""

import random
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import TypeVar

import numpy as np
import pytest
from tests.support.programs import HUNG, run_program
from tests.support.random_matches import random_act
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.equity import HandOutcomes, MatchEquity
from whistsolve.inference import Knowledge, Layouts

THREADS = 16
RULES = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0)
DEAL = "N:AK... Q2... J3... T4..."

_T = TypeVar("_T")


@contextmanager
def hasty():
    """Threads take turns as often as the interpreter can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def at_once(ask, threads=THREADS):
    """What a function returns in several threads that begin together."""
    together = Barrier(threads)

    def begin(thread):
        together.wait(HUNG)
        return ask(thread)

    with hasty(), ThreadPoolExecutor(threads) as pool:
        return list(pool.map(begin, range(threads)))


def batches():
    """Deals drawn, and solved in batches and one by one."""

    def ask(thread):
        rows = random_deals(24, 3, RULES)[thread : thread + 9, :4]
        found = ws.solve_many(rows, ["S+", "NT-"], rules=RULES, threads=1 + thread % 3, memory_mb=3)
        deal = ws.Deal([ws.Hand.from_mask(mask) for mask in rows[0].tolist()])
        return rows.tolist(), found.tolist(), ws.solve_cards(deal, "S+", 0, rules=RULES)

    return ask


def copies_of_one_hand():
    """A hand is read and copied by all threads; the copies have nothing in common."""
    hand = ws.HandState.random(2, ws.Rules.preset("bid_whist_seed"))

    def play(seed):
        state, draw = hand.copy(), random.Random(seed)
        while not state.is_over:
            state.push(random_act(state, draw))
        return state.acts, repr(state.result), hand.acts

    return play


def layouts():
    drawn = Layouts(Knowledge.of_hand(ws.Deal.random(4, RULES).hands[0], seat=0, rules=RULES))
    return lambda thread: drawn.draw(50, seed=thread % 3).tolist()


def equity_of_long_matches():
    """Each thread draws more hands of the matches where those that were drawn do not end them."""
    outcomes = HandOutcomes(np.array([[2, 1, 1], [1, 2, 1], [1, 1, 2]]), np.full(3, 1 / 3))
    equity = MatchEquity(ws.Rules.preset("cutthroat_3", target=100), outcomes, matches=500)
    return lambda thread: [equity.win((score, 0, -score), 1) for score in (90, 10 * thread - 80, 40, -60)]


SHARED = (batches, copies_of_one_hand, layouts, equity_of_long_matches)


@pytest.mark.parametrize("shared", SHARED, ids=[each.__name__ for each in SHARED])
def test_all_at_once_get_the_answers_of_one(shared):
    want = [shared()(thread) for thread in range(THREADS)]
    assert at_once(shared()) == want


#: Of several numbers of hands and ways of joker, so that a solver changes them at every step.
KINDS = (
    ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38, bid_base=0, joker_no_trump="high_no_suit"),
    ws.Rules.preset("cutthroat_3", hand_size=5, kitty_size=39),
    ws.Rules.preset("cutthroat_6", hand_size=3, kitty_size=36),
    ws.Rules.preset("whist", lowest_rank=10, hand_size=5),
)


def tricks_of(solver, number):
    rules = KINDS[number % len(KINDS)]
    strain = ("S+", "NT+", "H-", "NT-", "C~")[number % 5]
    return solver.solve(ws.Deal.random(number, rules), strain, number % rules.players, rules=rules).tricks


def test_own_and_shared_solvers():
    """Answers are those of a single thread; who finds a shared solver busy is told so, and asks again."""
    count, threads = 300, 8
    alone, shared = ws.Solver(memory_mb=1), ws.Solver(memory_mb=1)
    want = [tricks_of(alone, number) for number in range(count)]
    assert len(set(want)) >= 4

    def refused(thread):
        own, times = ws.Solver(memory_mb=1), 0
        for number in range(count):
            turned = (number + thread * 51) % count
            assert tricks_of(own, turned) == want[turned]
            try:
                assert tricks_of(shared, turned) == want[turned]
            except ws.WhistError as error:
                assert "at work in another thread: use one solver a thread" in str(error)
                times += 1
        return times

    found = sum(at_once(refused, threads))
    assert 0 < found < count * threads, "no thread ever found a shared solver busy, or free"
    assert [tricks_of(shared, number) for number in range(count)] == want


def test_loading_every_room_leaves_the_lock_off():
    """An extension module that does not say that it needs no lock would turn Python's on, with a warning."""
    program = """
    import whistsolve as ws
    for name in ws.__all__: getattr(ws, name)
    import whistsolve._core, whistsolve._kernels, whistsolve.dealing
    print(getattr(sys, "_is_gil_enabled", lambda: True)())
    """
    assert run_program(program) == [str(not sysconfig.get_config_var("Py_GIL_DISABLED"))]


def test_one_cancellation_ends_the_calls_of_all():
    """None of them hears of it twice, and none not at all, though several threads cancel."""
    cancellation, deals = ws.Cancellation(), [ws.Deal.random(seed) for seed in range(4)] * 10_000
    begun = Barrier(8, action=cancellation.cancel)

    def ask(thread):
        if thread >= 6:
            begun.wait(HUNG)
            cancellation.cancel()
            return
        first = iter([begun.wait])
        with pytest.raises(ws.Stopped):
            ws.solve_many(
                deals, threads=1, cancel=cancellation, progress=lambda *_: next(first, lambda _: None)(HUNG)
            )

    at_once(ask, 8)


#: Public names and what they need, for the first time in a process, each thread in an order of its own.
FIRST = """
import random, threading
import whistsolve as ws

seed, *names = sys.argv[1:]
sys.setswitchinterval(1e-6)
together, found, errors = threading.Barrier(16), [None] * 16, []
DEAL = "N:AK... Q2... J3... T4..."


def touch(thread):
    order = random.Random(f"{seed} {thread}").sample(names, len(names))
    together.wait()
    try:
        each = {name: id(getattr(ws, name)) for name in order}
        from whistsolve.equity.payoffs import ScoreTable
        from whistsolve.game import Auction
        rules = ws.Rules.preset("bid_whist_seed")
        found[thread] = sorted(each.items()), [
            ws.solve(DEAL, "S+", "N").tricks,
            repr(ws.table(DEAL)),
            ws.table(DEAL)._repr_html_(),
            ws.Deal.random(1)._repr_html_(),
            repr(rules),
            repr(Auction.start(rules, 0).legal_calls),
        ]
    except BaseException as error:
        errors.append(repr(error))


threads = [threading.Thread(target=touch, args=(thread,)) for thread in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(errors, all(each == found[0] for each in found))
"""


@pytest.mark.parametrize("seed", by_default(1, range(16)))
def test_sixteen_threads_use_all_for_the_first_time(seed):
    """No deadlock; one object each and one answer of lazy packages, caches, weights and forms."""
    assert run_program(FIRST, seed, *ws.__all__) == ["[] True"]
