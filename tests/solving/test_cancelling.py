"""`cancel`: calls that another thread, a callback or an event ends, and what they keep."""

from __future__ import annotations

import itertools
import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import whistsolve as ws
from whistsolve import _core, aio
from whistsolve.cancelling import heeding
from whistsolve.solving.bench.hard_deals import HARD_DEALS

SMALL = "N:AK Q2 J3 T4"
HARD = HARD_DEALS[1].deal
MANY = [ws.Deal.random(seed=seed) for seed in range(30)]
KITTY = ws.Deal.random(seed=1)
Calls = dict[str, Callable[..., object]]

#: A call of each function, with the engine busy far longer than a test.
LONG: Calls = {
    "solve": lambda **more: [ws.solve(HARD, strain, "N", **more) for strain in itertools.repeat("NT+")],
    "solve_cards": lambda **more: [ws.solve_cards(HARD, "NT+", 0, **more) for _ in itertools.repeat(0)],
    "card_bounds": lambda **more: [ws.card_bounds(HARD, "NT+", 0, **more) for _ in itertools.repeat(0)],
    "table": lambda **more: [ws.table(HARD, **more) for _ in itertools.repeat(0)],
    "Solver.solve": lambda **more: [ws.Solver().solve(HARD, "NT+", 0, **more) for _ in itertools.repeat(0)],
    "kitty table": lambda **more: ws.table(KITTY, kitty="optimal", threads=2, **more),
    "solve_many": lambda **more: ws.solve_many(endless(), **more),
    "optimal_discards": lambda **more: [
        ws.optimal_discards(KITTY, "NT+", 0, **more) for _ in itertools.repeat(0)
    ],
}


def endless() -> Iterator[ws.Deal]:
    return itertools.cycle(MANY)


def after(seconds: float, end: Callable[[], None]) -> threading.Timer:
    timer = threading.Timer(seconds, end)
    timer.start()
    return timer


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in LONG.items()])
def test_another_thread_ends_a_call(call: Callable[..., object]) -> None:
    cancellation = ws.Cancellation()
    timer = after(0.05, cancellation.cancel)
    with pytest.raises(ws.CallCancelled, match=r"^cancelled") as caught:
        call(cancel=cancellation)
    timer.join()
    assert not isinstance(caught.value, KeyboardInterrupt) and isinstance(caught.value, ws.WhistError)


def test_an_event_ends_a_call_as_a_cancellation_does() -> None:
    event = threading.Event()
    timer = after(0.05, event.set)
    with pytest.raises(ws.CallCancelled) as caught:
        ws.solve_many(endless(), cancel=event)
    timer.join()
    assert isinstance(caught.value.partial, ws.PartialBatch)
    with pytest.raises(ws.CallCancelled, match="before it began"):
        ws.solve(SMALL, "S+", "N", cancel=event)
    event.clear()
    assert ws.solve(SMALL, "S+", "N", cancel=event).tricks == 2
    assert not [thread for thread in threading.enumerate() if thread.name == "whistsolve-cancel"]


def test_what_a_batch_had_finished_is_kept_and_resumed() -> None:
    cancellation = ws.Cancellation()

    def enough(done: int, total: int | None) -> None:
        if done:
            cancellation.cancel()

    with pytest.raises(ws.CallCancelled, match=r"^cancelled: ") as caught:
        ws.solve_many(MANY * 100, ["NT+"], progress=enough, cancel=cancellation)
    partial = caught.value.partial
    assert isinstance(partial, ws.PartialBatch)
    assert 0 < partial.done.sum() < partial.done.size
    assert isinstance(caught.value.__cause__, ws.BatchInterrupted)
    head = ws.PartialBatch(partial.tricks[:30], partial.done[:30], partial.strains)
    assert (ws.solve_many(MANY, ["NT+"], resume=head) == ws.solve_many(MANY, ["NT+"])).all()


def test_a_table_with_kitties_keeps_its_cells() -> None:
    cancellation = ws.Cancellation()
    deal = "N:AK.. QJ.. T9.. 87.. | 65.."
    with pytest.raises(ws.CallCancelled, match=r"^cancelled: 1 of 40 cells") as caught:
        ws.table(
            deal,
            kitty="optimal",
            threads=1,
            progress=lambda done, total: cancellation.cancel(),
            cancel=cancellation,
        )
    assert isinstance(caught.value.partial, ws.KittyTable)
    assert caught.value.partial.discard("N", "S+").exact


def test_one_cancellation_ends_calls_of_several_threads() -> None:
    cancellation, begun = ws.Cancellation(), threading.Barrier(3)

    def call() -> object:
        def progress(done: int, total: int | None) -> None:
            if not told:
                told.append(done)
                begun.wait()

        told: list[int] = []
        return ws.solve_many(endless(), ["NT+"], threads=1, progress=progress, cancel=cancellation)

    with ThreadPoolExecutor(2) as pool:
        calls = [pool.submit(call) for _ in range(2)]
        begun.wait()
        cancellation.cancel()
        for each in calls:
            error = each.exception()
            assert isinstance(error, ws.CallCancelled) and isinstance(error.partial, ws.PartialBatch)


def test_a_call_that_is_cancelled_before_it_begins_does_nothing() -> None:
    cancellation = ws.Cancellation()
    assert repr(cancellation) == "<Cancellation: not cancelled>"
    cancellation.cancel()
    assert cancellation.cancelled and repr(cancellation) == "<Cancellation: cancelled>"
    solver = ws.Solver()
    for _ in range(2):  # it cannot be taken back
        with pytest.raises(ws.CallCancelled, match="cancelled before it began") as caught:
            solver.solve(SMALL, "S+", "N", cancel=cancellation)
        assert caught.value.partial is None
    assert solver.nodes == 0
    assert solver.solve(SMALL, "S+", "N", cancel=ws.Cancellation()).tricks == 2


def test_a_cancelled_call_leaves_its_solver_and_others_alone() -> None:
    solver, cancellation = ws.Solver(), ws.Cancellation()
    timer = after(0.05, cancellation.cancel)
    with pytest.raises(ws.CallCancelled):
        while True:
            solver.clear()
            solver.solve(HARD, "NT+", "N", cancel=cancellation)
    timer.join()
    assert solver.solve(SMALL, "S+", "N").tricks == 2
    assert not _core.Cancellation.current().cancelled


def test_an_interrupt_stays_an_interrupt() -> None:
    def progress(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(ws.BatchInterrupted):
        ws.solve_many(MANY, progress=progress, cancel=ws.Cancellation())
    with pytest.raises(ws.BatchInterrupted):
        ws.solve_many(MANY, progress=progress, cancel=threading.Event())


def test_calls_within_calls_heed_both() -> None:
    for inner_ends in (False, True):
        outer, inner = ws.Cancellation(), ws.Cancellation()
        ends: list[BaseException] = []

        def progress(
            done: int, total: int | None, inner: Any = inner, outer: Any = outer, ends: Any = ends
        ) -> None:
            timer = after(0.02, inner.cancel if inner_ends else outer.cancel)  # noqa: B023
            try:
                ws.solve_many(endless(), ["NT+"], cancel=inner)
            except (ws.CallCancelled, KeyboardInterrupt) as error:
                ends.append(error)
                outer.cancel()
            timer.join()

        with pytest.raises(ws.CallCancelled):
            ws.solve_many(endless(), ["S+"], progress=progress, cancel=outer)
        assert type(ends[0]) is (ws.CallCancelled if inner_ends else ws.BatchInterrupted)
        assert inner.cancelled == inner_ends
        assert ws.solve(SMALL, "S+", "N").tricks == 2


def test_contexts_are_left_as_they_were_entered() -> None:
    outer, inner = ws.Cancellation(), ws.Cancellation()
    with heeding(outer):
        with heeding(inner):
            inner.cancel()
            assert _core.Cancellation.current().cancelled
        assert not _core.Cancellation.current().cancelled
        outer.cancel()
        with heeding(ws.Cancellation()):  # it is in a context that was cancelled
            assert _core.Cancellation.current().cancelled
    assert not _core.Cancellation.current().cancelled


def test_it_can_be_passed_to_a_call_that_is_awaited() -> None:
    import asyncio

    cancellation = ws.Cancellation()

    def progress(done: int, total: int | None) -> None:
        cancellation.cancel()

    async def main() -> None:
        with pytest.raises(ws.CallCancelled) as caught:
            await aio.to_thread(ws.solve_many, endless(), ["NT+"], progress=progress, cancel=cancellation)
        assert isinstance(caught.value.partial, ws.PartialBatch)

    asyncio.run(main())


@pytest.mark.parametrize("wrong", [True, 0.1, "now", threading.Event, object()])
def test_other_things_are_refused(wrong: Any) -> None:
    with pytest.raises(ws.WhistError, match=r"^cancel .* is wrong: expected a Cancellation, an event"):
        ws.solve(SMALL, "S+", "N", cancel=wrong)


def test_the_error_is_pickled_with_what_was_finished() -> None:
    error = pickle.loads(pickle.dumps(ws.CallCancelled("cancelled: 1 of 2", [3])))
    assert (type(error), str(error), error.partial) == (ws.CallCancelled, "cancelled: 1 of 2", [3])
