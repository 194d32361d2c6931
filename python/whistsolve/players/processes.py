"""Work shared among processes: results as they are done, and a second try for work whose process died."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Final, Generic, TypeVar, cast

from whistsolve.cancelling import end_if_cancelled

__all__ = ["MOST_PROCESSES", "WorkerDied", "in_order", "in_processes", "no_interrupts"]

_Task = TypeVar("_Task")
_Done = TypeVar("_Done")

#: The most that a call may start.
MOST_PROCESSES: Final = 1024
#: Fresh processes, whatever the platform does by default: a copy of this one would lack its threads.
_CONTEXT: Final = get_context("spawn")


#: Seconds between two looks at whether the call that waits for processes was cancelled.
_LOOK_EVERY: Final = 0.05


class WorkerDied(Exception):
    """Two processes died over the same task, one after the other.

    Attributes
    ----------
    task : object
        What they were doing.
    status : int or None
        The exit status of the second one; below 0 the number of the signal that ended it.
    """

    def __init__(self, task: object, status: int | None) -> None:
        super().__init__(f"two processes died over {task!r}, the second with exit status {status}")
        self.task: object = task
        self.status: int | None = status


def in_processes(
    work: Callable[[_Task], _Done], tasks: Iterable[_Task], processes: int
) -> Generator[_Done, None, None]:
    """What a function gives for each task, as they are done; with one process in their order, in this one.

    The function is sent to each process once, so that what it carries keeps its caches from task to task. A
    process that dies is replaced, and its task tried once more. Closing the iterator ends the processes at
    once; they ignore interrupts, which are for this process to handle.

    Parameters
    ----------
    work : callable
        That can be pickled, as tasks and results have to be.
    tasks : iterable
    processes : int

    Raises
    ------
    WorkerDied
        Where the second process died too. An exception of the function is raised as it is.
    """
    if processes == 1:
        yield from map(work, tasks)
        return
    waiting = iter(tasks)
    busy: dict[Connection, _Worker[_Task, _Done]] = {}
    try:
        for task in islice(waiting, processes):
            _start(busy, work, task)
        while busy:
            for ready in _ready(busy):
                worker = busy.pop(ready)
                answer = worker.answer()
                if answer is None:
                    worker.end()
                    if worker.is_second_try:
                        raise WorkerDied(worker.task, worker.process.exitcode)
                    _start(busy, work, worker.task, is_second_try=True)
                    continue
                busy[worker.pipe] = worker
                for task in islice(waiting, 1):
                    worker.give(task)
                    break
                else:
                    busy.pop(worker.pipe).end()
                done, error = answer
                if error is not None:
                    raise error
                yield cast(_Done, done)
    finally:
        for worker in busy.values():
            worker.end()


def in_order(
    work: Callable[[_Task], _Done], tasks: Iterable[_Task], processes: int, ahead: int
) -> Generator[_Done, None, None]:
    """As `in_processes`, also with one process, and the results in the order of the tasks.

    Parameters
    ----------
    work : callable
    tasks : iterable
        Taken one at a time, as they are needed.
    processes : int
    ahead : int
        How many tasks are given out at most before the result of the first of them is taken.
    """
    waiting = enumerate(tasks)
    idle: list[_Worker[_Task, _Done]] = []
    busy: dict[Connection, tuple[int, _Worker[_Task, _Done]]] = {}
    results: dict[int, _Done] = {}
    first = given = 0
    try:
        while True:
            while len(busy) < processes and given - first < ahead:
                for number, task in islice(waiting, 1):
                    worker = idle.pop() if idle else _Worker(work)
                    busy[worker.pipe] = number, worker
                    worker.give(task)
                    given = number + 1
                    break
                else:
                    break
            if first in results:
                yield results.pop(first)
                first += 1
                continue
            if not busy:
                return
            for ready in _ready(busy):
                number, worker = busy.pop(ready)
                answer = worker.answer()
                if answer is None:
                    worker.end()
                    if worker.is_second_try:
                        raise WorkerDied(worker.task, worker.process.exitcode)
                    another = _Worker(work)
                    busy[another.pipe] = number, another
                    another.give(worker.task, is_second_try=True)
                    continue
                idle.append(worker)
                done, error = answer
                if error is not None:
                    raise error
                results[number] = cast(_Done, done)
    finally:
        for worker in [*idle, *(worker for _, worker in busy.values())]:
            worker.end()


def _ready(busy: Iterable[Connection]) -> list[Connection]:
    """The pipes that have an answer, as soon as there is one; a cancellation ends the wait."""
    pipes = list(busy)
    while True:
        end_if_cancelled()
        ready = wait(pipes, _LOOK_EVERY)
        if ready:
            return cast("list[Connection]", ready)


def _start(
    busy: dict[Connection, _Worker[_Task, _Done]],
    work: Callable[[_Task], _Done],
    task: _Task,
    *,
    is_second_try: bool = False,
) -> None:
    worker = _Worker(work)
    busy[worker.pipe] = worker
    worker.give(task, is_second_try=is_second_try)


class _Worker(Generic[_Task, _Done]):
    """A process with one task at a time."""

    def __init__(self, work: Callable[[_Task], _Done]) -> None:
        self.pipe, theirs = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(target=_serve, args=(theirs, work), daemon=True)
        with no_interrupts():  # it would print an interrupt that comes before it can ignore them
            self.process.start()
        theirs.close()  # so that ours is at its end where the process dies

    def give(self, task: _Task, *, is_second_try: bool = False) -> None:
        self.task, self.is_second_try = task, is_second_try
        with contextlib.suppress(OSError):  # it has died, as its answer will say
            self.pipe.send(task)

    def answer(self) -> tuple[_Done | None, Exception | None] | None:
        """What it gives for its task, or the exception; nothing where it has died."""
        try:
            return cast("tuple[_Done | None, Exception | None]", self.pipe.recv())
        except (EOFError, OSError):
            return None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


@contextlib.contextmanager
def no_interrupts() -> Iterator[None]:
    """Put interrupts off, for this thread and for processes that it starts; where the platform can do so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """The process that gives tasks may be killed during a long one, of which nobody wants the result then."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _serve(pipe: Connection, work: Callable[[_Task], _Done]) -> None:
    """What a process does: one task after another, until nobody is left to give any."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            answer: tuple[_Done | None, Exception | None]
            try:
                answer = work(task), None
            except Exception as error:
                answer = None, error
            pipe.send(answer)
