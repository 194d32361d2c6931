"""What may be passed as ``cancel``: events that fail, of other libraries and from signals, and used again."""

from __future__ import annotations

import asyncio
import copy
import itertools
import multiprocessing
import pickle
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.support.alarm import alarm_ends_it, needs_timer

import whistsolve as ws
from whistsolve import aio, solving
from whistsolve.game import Act, HandView
from whistsolve.players import RandomPlayer

SMALL = "N:AK Q2 J3 T4"
MANY = [ws.Deal.random(seed=seed) for seed in range(10)]


def endless() -> Iterator[ws.Deal]:
    return itertools.cycle(MANY)


class Fails:
    """An event that fails when it is asked for the nth time."""

    def __init__(self, time: int) -> None:
        self.left = time

    def is_set(self) -> bool:
        self.left -= 1
        if not self.left:
            raise ConnectionError("the manager is gone")
        return False


def test_what_an_event_raises_comes_out_of_the_call() -> None:
    with pytest.raises(ConnectionError, match="the manager is gone"):
        ws.solve(SMALL, "S+", "N", cancel=Fails(1))
    with pytest.raises(ConnectionError, match="the manager is gone") as caught:
        ws.solve_many(endless(), ["NT+"], cancel=Fails(3))
    assert isinstance(aio.partial_of(caught.value), ws.PartialBatch)
    assert ws.solve(SMALL, "S+", "N").tricks == 2


def test_a_count_of_sequences_that_would_not_end() -> None:
    with pytest.raises(ConnectionError, match="the manager is gone"):
        solving.perft(MANY[0], "S+", "N", cancel=Fails(3))
    assert solving.perft(SMALL, "S+", "N") == 16


@needs_timer
def test_a_signal_ends_such_a_count() -> None:
    with alarm_ends_it(0.05):
        solving.perft(MANY[0], "S+", "N")


@pytest.mark.parametrize("make", [multiprocessing.Event, asyncio.Event])
def test_events_of_other_libraries(make: Callable[[], Any]) -> None:
    event = make()

    def progress(done: int, total: int | None) -> None:
        event.set()

    with pytest.raises(ws.CallCancelled):
        ws.solve_many(endless(), ["NT+"], progress=progress, cancel=event)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers of signals")
def test_a_signal_handler_cancels() -> None:
    cancellation = ws.Cancellation()
    before = signal.signal(signal.SIGALRM, lambda *_: cancellation.cancel())
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(ws.CallCancelled):
            ws.solve_many(endless(), ["NT+"], cancel=cancellation)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_bot_that_is_passed_the_same_loses_nothing_by_its_end() -> None:
    """Its exceptions are faults of its own, by which it would lose the hand."""

    class Solving(RandomPlayer):
        def act(self, view: HandView) -> Act:
            ws.solve_many(endless(), ["NT+"], progress=lambda *_: cancellation.cancel(), cancel=cancellation)
            raise AssertionError

    cancellation = ws.Cancellation()
    with pytest.raises(ws.CallCancelled) as caught:
        ws.play_deals(Solving(), RandomPlayer(), deals=3, seed=1, cancel=cancellation)
    assert isinstance(caught.value.partial, ws.DealsResult) and not caught.value.partial.failures


@pytest.mark.parametrize("copied", [pickle.dumps, copy.copy, copy.deepcopy])
def test_it_is_of_one_process(copied: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="expected an event of multiprocessing"):
        copied(ws.Cancellation())


def test_a_call_that_is_done_gives_its_result() -> None:
    cancellation = ws.Cancellation()

    def progress(done: int, total: int | None) -> None:
        if done == total:
            cancellation.cancel()

    try:
        table = ws.solve_many(MANY, ["NT+"], progress=progress, cancel=cancellation)
    except ws.CallCancelled as cancelled:  # it saw it first: then the partial is whole
        assert cancelled.partial.done.all()
        table = cancelled.partial.tricks
    assert (table == ws.solve_many(MANY, ["NT+"])).all()


def test_it_keeps_nothing_of_the_calls_it_was_passed_to() -> None:
    outer, inner = ws.Cancellation(), ws.Cancellation()

    def progress(done: int, total: int | None) -> None:
        for _ in range(100):
            ws.solve(SMALL, "S+", "N", cancel=inner)

    ws.solve_many([SMALL], ["S+"], progress=progress, cancel=outer)
    assert not outer._followers and not inner._followers
