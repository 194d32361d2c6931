"""`Cancellation`: what it is, contexts within contexts, and values that are made once for all who wait."""

import copy
import itertools
import pickle
import threading

import pytest

import whistsolve as ws
from whistsolve import _core
from whistsolve.cancelling import ended_after, made_once, subject_to
from whistsolve.players import DealsResult, RandomPlayer

SMALL = "N:AK... Q2... J3... T4..."
MANY = [ws.Deal.random(seed=seed) for seed in range(30)]


def solve_for_ever(**more):
    ws.solve_many(itertools.cycle(MANY), ["NT+"], **more)


def test_a_call_that_is_cancelled_before_it_begins_does_nothing():
    cancellation = ws.Cancellation()
    assert repr(cancellation) == "<Cancellation: not cancelled>"
    cancellation.cancel()
    assert cancellation.cancelled and repr(cancellation) == "<Cancellation: cancelled>"
    solver = ws.Solver()
    for _ in range(2):  # it cannot be taken back
        with pytest.raises(ws.Stopped, match="cancelled before it began") as caught:
            solver.solve(SMALL, "S+", "N", cancel=cancellation)
        assert caught.value.partial is None
    assert solver.nodes == 0
    assert solver.solve(SMALL, "S+", "N", cancel=ws.Cancellation()).tricks == 2


def test_it_is_of_one_process_and_nothing_else_is_one():
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot be pickled or copied"):
            copied(ws.Cancellation())
    wrongs = [True, threading.Event()]
    for wrong in wrongs:
        with pytest.raises(ws.WhistError, match=r"^cancel .* is wrong: expected a Cancellation or None$"):
            ws.solve(SMALL, "S+", "N", cancel=wrong)
    error = pickle.loads(pickle.dumps(ws.Stopped("cancelled: 1 of 2", [3], "cancelled")))
    assert (type(error), str(error), error.partial) == (ws.Stopped, "cancelled: 1 of 2", [3])
    assert error.reason == "cancelled"


def test_calls_within_calls_heed_both():
    for inner_ends in (False, True):
        outer, inner = ws.Cancellation(), ws.Cancellation()
        ends = []

        def progress(done, total, inner=inner, outer=outer, ends=ends):
            threading.Timer(0.02, (inner if inner_ends else outer).cancel).start()  # noqa: B023
            try:
                solve_for_ever(cancel=inner)
            except (ws.Stopped, KeyboardInterrupt) as error:
                ends.append(error)
                outer.cancel()

        with pytest.raises(ws.Stopped):
            solve_for_ever(progress=progress, cancel=outer)
        assert type(ends[0]) is (ws.Stopped if inner_ends else ws.Interrupted)
        assert inner.cancelled == inner_ends
        assert ws.solve(SMALL, "S+", "N").tricks == 2


def test_contexts_are_left_as_they_were_entered():
    outer, inner = ws.Cancellation(), ws.Cancellation()
    with subject_to(outer):
        with subject_to(inner):
            inner.cancel()
            assert _core.Cancellation.current().cancelled
        assert not _core.Cancellation.current().cancelled
        outer.cancel()
        with subject_to(ws.Cancellation()):  # it is in a context that was cancelled
            assert _core.Cancellation.current().cancelled
    assert not _core.Cancellation.current().cancelled
    with ended_after(0.05):
        solve_for_ever()
    found = None
    with ended_after(60), ended_after(1e-6):  # the earlier of two
        found = ws.solve_many(MANY, ["NT+"])
    assert found is None
    cancellation = ws.Cancellation()
    with pytest.raises(KeyboardInterrupt), subject_to(cancellation), ended_after(60):
        solve_for_ever(progress=lambda *_: cancellation.cancel())


def test_a_bot_that_is_passed_the_same_loses_nothing_by_its_end():
    """Its exceptions are faults of its own, by which it would lose the hand."""

    class Solving(RandomPlayer):
        def act(self, view):
            solve_for_ever(progress=lambda *_: cancellation.cancel(), cancel=cancellation)
            raise AssertionError

    cancellation = ws.Cancellation()
    with pytest.raises(ws.Stopped) as caught:
        ws.play_deals(Solving(), RandomPlayer(), deals=3, seed=1, cancel=cancellation)
    assert isinstance(caught.value.partial, DealsResult) and not caught.value.partial.failures


def test_what_all_callers_need_is_made_once_though_some_give_up(monkeypatch):
    """All who are not cancelled have one value, also where no thread can begin; an error comes each time."""
    begun, go_on, made = threading.Event(), threading.Event(), list[object]()

    @made_once
    def value(name):
        begun.set()
        assert go_on.wait(60)
        made.append(object())
        return made[-1]

    found = []
    waiting = [threading.Thread(target=lambda: found.append(value("a"))) for _ in range(4)]
    for thread in waiting:
        thread.start()
    assert begun.wait(60)
    cancellation = ws.Cancellation()
    threading.Timer(0.05, cancellation.cancel).start()
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt), subject_to(cancellation):
            value("a")
    go_on.set()
    for thread in waiting:
        thread.join()
    assert [*found, value("a")] == made * 5 and len(made) == 1

    @made_once
    def never(number):
        return 12 // number

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            never(0)

    def refused(thread):
        raise RuntimeError("can't start new thread at interpreter shutdown")

    monkeypatch.setattr(threading.Thread, "start", refused)
    assert never(3) == 4
