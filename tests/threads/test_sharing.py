"""What threads may share, used by many of them at once: the answers of one thread, or a refusal."""

import asyncio
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Thread
from typing import Any, Final, TypeVar

import numpy as np
import pytest
from tests.support.programs import HUNG, run_program
from tests.support.random_matches import random_act
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve import aio
from whistsolve.dealing import random_deals
from whistsolve.equity import HandOutcomes, MatchEquity
from whistsolve.game import Act
from whistsolve.inference import Knowledge, Layouts

THREADS: Final = 16
RULES: Final = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0)
STRAINS: Final = ("S+", "NT-")
ROWS: Final = random_deals(24, 3, RULES)[:, :4]

_T = TypeVar("_T")


@contextmanager
def hasty() -> Iterator[None]:
    """Threads take turns as often as the interpreter can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def at_once(ask: Callable[[int], _T], threads: int = THREADS) -> list[_T]:
    """What a function returns in several threads that begin together."""
    together = Barrier(threads)

    def begin(thread: int) -> _T:
        together.wait(HUNG)
        return ask(thread)

    with hasty(), ThreadPoolExecutor(threads) as pool:
        return list(pool.map(begin, range(threads)))


def test_free_functions_at_once() -> None:
    want = ws.solve_many(ROWS, STRAINS, rules=RULES, threads=1)
    deals = [ws.Deal([ws.Hand.from_mask(mask) for mask in row.tolist()]) for row in ROWS]
    cards = [ws.solve_cards(deal, "S+", 0, rules=RULES) for deal in deals]

    def ask(thread: int) -> bool:
        rows = slice(thread % 3, 12 + thread % 5)
        found = ws.solve_many(ROWS[rows], STRAINS, rules=RULES, threads=1 + thread % 3, memory_mb=3)
        number = thread % len(deals)
        return np.array_equal(found, want[rows]) and (
            ws.solve_cards(deals[number], "S+", 0, rules=RULES) == cards[number]
        )

    assert all(at_once(ask))


def test_copies_of_one_hand_are_played_to_the_end_by_all() -> None:
    """A hand is read and copied by all threads; the copies have nothing in common."""
    rules = ws.Rules.preset("bid_whist_seed")
    hand = ws.HandState.random(2, rules)
    before = repr(hand)

    def play(seed: int) -> tuple[tuple[Act, ...], str]:
        state, draw = hand.copy(), random.Random(seed)
        while not state.is_over:
            state.push(random_act(state, draw))
        return state.acts, repr(state.result)

    want = [play(seed) for seed in range(8)]
    assert at_once(play, 8) == want
    assert repr(hand) == before and not hand.acts


def test_layouts_are_drawn_by_all() -> None:
    deal = ws.Deal.random(4, RULES)
    layouts = Layouts(Knowledge.of_hand(deal.hands[0], seat=0, rules=RULES))
    want = layouts.draw(50, seed=9)

    def ask(thread: int) -> bool:
        return all(np.array_equal(layouts.draw(50, seed=9), want) for _ in range(3))

    assert all(at_once(ask))


def test_match_equity_of_long_matches_is_asked_by_all() -> None:
    """Each draws more hands of the matches where those that were drawn do not end them."""
    points = np.array([[2, 1, 1], [1, 2, 1], [1, 1, 2]])
    rules = ws.Rules.preset("cutthroat_3", target=100)

    def equity() -> MatchEquity:
        return MatchEquity(rules, HandOutcomes(points, np.full(3, 1 / 3)), matches=500)

    scores = [(score, 0, -score) for score in range(90, -90, -10)]
    want = [equity().win(each, 1) for each in scores]
    shared = equity()

    def ask(thread: int) -> bool:
        turned = scores[thread:] + scores[:thread]
        return [shared.win(each, 1) for each in turned] == want[thread:] + want[:thread]

    assert all(at_once(ask))


def test_one_cancellation_for_all_and_cancelled_by_all() -> None:
    """Each call ends with what it had finished; none of them hears of it twice, and none not at all."""
    cancellation = ws.Cancellation()
    deals = [ws.Deal.random(seed) for seed in range(4)] * 10_000
    begun = Barrier(8, action=cancellation.cancel)

    def ask(thread: int) -> str:
        if thread >= 6:
            begun.wait(HUNG)
            for _ in range(100):
                cancellation.cancel()
            return "cancelled"
        said: list[int] = []

        def progress(done: int, total: int | None) -> None:
            if not said:
                said.append(done)
                begun.wait(HUNG)

        with pytest.raises(ws.Stopped):
            ws.solve_many(deals, progress=progress, threads=1, cancel=cancellation)
        return "cancelled"

    assert at_once(ask, 8) == ["cancelled"] * 8


def test_event_loops_in_several_threads() -> None:
    want = [ws.solve("N:AK... Q2... J3... T4...", strain, "N").tricks for strain in ("S+", "S-", "NT+")]

    async def main() -> list[int]:
        async with aio.ThreadPool(2) as pool:
            calls = [
                pool.run(ws.solve, "N:AK... Q2... J3... T4...", strain, "N") for strain in ("S+", "S-", "NT+")
            ]
            return [solution.tricks for solution in await asyncio.gather(*calls)]

    assert at_once(lambda _: [asyncio.run(main()) for _ in range(3)], 6) == [[want] * 3] * 6


def test_a_solver_outlives_the_threads_that_used_it() -> None:
    solver = ws.Solver(memory_mb=1)
    found: list[int] = []
    for _ in range(20):
        thread = Thread(
            target=lambda: found.append(solver.solve("N:AK... Q2... J3... T4...", "S+", "N").tricks)
        )
        thread.start()
        thread.join()
    assert found == [2] * 20


def test_traced_and_profiled_threads() -> None:
    """Functions for `sys.settrace` and `sys.setprofile` see every call, and change no answer."""
    want = ws.solve_many(ROWS, STRAINS, rules=RULES, threads=1)
    seen: set[str] = set()

    def trace(frame: Any, event: str, argument: object) -> Any:
        seen.add(event)
        return trace

    def ask(thread: int) -> bool:
        (sys.settrace if thread % 2 else sys.setprofile)(trace)
        try:
            return np.array_equal(ws.solve_many(ROWS, STRAINS, rules=RULES, threads=2), want)
        finally:
            (sys.settrace if thread % 2 else sys.setprofile)(None)

    before = sys.gettrace(), sys.getprofile()
    assert all(at_once(ask, 4))
    assert {"call", "return", "line", "c_call"} <= seen
    assert before == (sys.gettrace(), sys.getprofile())


# ----------------------------------------------------------------------------------------- at first use

FIRST: Final = """
import threading
import whistsolve as ws

sys.setswitchinterval(1e-6)
names = sorted(ws.__all__)
together, found, errors = threading.Barrier(16), [None] * 16, []
DEAL = "N:AK... Q2... J3... T4..."


def touch(thread):
    together.wait()
    try:
        shift = thread * 7 % len(names)
        each = {name: id(getattr(ws, name)) for name in names[shift:] + names[:shift]}
        from whistsolve.equity.score_table import ScoreTable
        from whistsolve.game import Auction
        hand = ws.Hand.from_text("AKQJ.T9.32.9876")
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


@pytest.mark.parametrize("time", by_default(1, range(20)))
def test_sixteen_threads_use_all_for_the_first_time(time: int) -> None:
    """Lazy packages, caches, packaged weights and forms of a fresh process: one object each and one
    answer."""
    assert run_program(FIRST) == ["[] True"]
