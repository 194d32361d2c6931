"""Work in processes and executors: results in order or as they come, processes that die, ends."""

import threading
import time

import pytest
from tests.support.tasks import ORPHANED, Counting, dies_at_five, double

import whistsolve as ws
from whistsolve.cancelling import subject_to
from whistsolve.runs.pool import SPARE_TASKS, WorkerProcesses, in_processes, results


def in_order(work, tasks, processes):
    with WorkerProcesses(processes) as executor:
        yield from results(work, tasks, executor, in_order=True)


def test_results_in_order_never_too_many_ahead_and_errors_of_the_work():
    taken, found = 0, []

    def tasks():
        nonlocal taken
        for number in (*range(7), *range(8, 13), 7):
            taken += 1
            assert taken - len(found) <= 2 + SPARE_TASKS
            yield number

    with pytest.raises(ValueError, match="seven"):
        for result in in_order(double, tasks(), 2):
            found.append(result)
    assert found == [2 * number for number in range(13) if number != 7]


def test_what_a_function_carries_is_kept_from_call_to_call():
    assert list(in_order(Counting(), range(3), 1)) == [1, 2, 3]


def test_results_as_they_come():
    assert sorted(in_processes(double, range(5), 2)) == [0, 2, 4, 6, 8]
    assert list(in_processes(double, [], 2)) == []


def test_a_task_over_which_two_processes_die_is_named():
    began = time.monotonic()
    with pytest.raises(ws.Stopped, match=r"5 cannot be done: two processes died.*exit status 3") as caught:
        list(in_order(dies_at_five, range(4, 7), 1))
    assert caught.value.reason == "failed" and time.monotonic() - began < ORPHANED


def test_neither_a_cancellation_nor_a_close_waits():
    began = time.monotonic()
    cancellation = ws.Cancellation()
    threading.Timer(0.05, cancellation.cancel).start()
    with subject_to(cancellation), pytest.raises(KeyboardInterrupt):
        list(in_order(time.sleep, [3600, 3600], 1))
    found = in_processes(time.sleep, [0, 3600], 2)
    assert next(found) is None
    found.close()
    assert time.monotonic() - began < 300
