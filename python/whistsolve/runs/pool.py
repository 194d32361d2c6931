"""Running tasks in worker processes of this machine or in any executor, with results as they complete."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from itertools import islice
from multiprocessing import get_context, parent_process, util
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from whistsolve.cancelling import Cancellation, end_if_cancelled, ended_by
from whistsolve.errors import Stopped

_Task = TypeVar("_Task")
_Done = TypeVar("_Done")

#: Maximum number of processes that a call may start.
MOST_PROCESSES: Final = 1024
#: Tasks submitted beyond one for each worker, so that no worker waits for its next.
SPARE_TASKS: Final = 2
#: Assumed number of workers if an executor does not tell it.
_WORKERS: Final = 8
#: Seconds between checks whether the call that waits for results was cancelled, or its process has died.
_LOOK_EVERY: Final = 0.05
#: Seconds for a process to end what it has started, and for one to be gone once it is killed.
_END_SECONDS: Final = 0.8
#: Processes are spawned on all platforms: a fork of this one would lack its threads.
_CONTEXT: Final = get_context("spawn")


def in_processes(
    work: Callable[[_Task], _Done],
    tasks: Iterable[_Task],
    workers: int | Executor,
    name: Callable[[_Task], str] = str,
) -> Generator[_Done, None, None]:
    """`results` with an executor or a number of processes; 1 runs the tasks in this process, in order."""
    if isinstance(workers, Executor):
        yield from results(work, tasks, workers, name)
    elif workers == 1:
        yield from map(work, tasks)
    else:
        with WorkerProcesses(workers) as executor:
            yield from results(work, tasks, executor, name)


def results(
    work: Callable[[_Task], _Done],
    tasks: Iterable[_Task],
    executor: Executor,
    name: Callable[[_Task], str] = str,
    *,
    in_order: bool = False,
) -> Generator[_Done, None, None]:
    """The results of a function for each task, `in_order` or as they complete; few tasks are pending.

    Closing the iterator abandons them. If the executor breaks down, a `Stopped` names the task.
    """
    ending = Cancellation()
    # Other processes cannot be cancelled: they finish the tasks that they have begun.
    call = ended_by(ending, work) if isinstance(executor, ThreadPoolExecutor) else work
    waiting: dict[Future[_Done], _Task] = {}
    tasks = iter(tasks)
    task: _Task
    try:
        while True:
            for task in islice(tasks, max(0, _workers(executor) + SPARE_TASKS - len(waiting))):
                waiting[executor.submit(call, task)] = task
            if not waiting:
                return
            first = next(iter(waiting))
            done: set[Future[_Done]] = set()
            while not done:
                done, _ = wait([first] if in_order else waiting, _LOOK_EVERY, FIRST_COMPLETED)
                end_if_cancelled()
            for future in done:
                task = waiting.pop(future)
                yield future.result()
    except _breakdowns() as error:
        reason = " ".join(str(error).split()) or "the executor was shut down"
        raise Stopped(f"{name(task)} cannot be done: {reason}", None, "failed") from None
    finally:
        ending.cancel()
        for future in waiting:
            future.cancel()


def _workers(executor: Any) -> int:
    """The number of workers of an executor of the standard library or of Dask; a guess for others."""
    client = getattr(executor, "_client", None)
    if client is not None:
        return sum(client.nthreads().values())
    workers = getattr(executor, "_max_workers", None)
    return workers if isinstance(workers, int) else _WORKERS


def _breakdowns() -> tuple[type[BaseException], ...]:
    dask = sys.modules.get("distributed")
    known = (BrokenExecutor, CancelledError)
    if dask is None:
        return known
    return (*known, dask.KilledWorker, dask.CancelledError, dask.comm.CommClosedError)


class WorkerProcesses(Executor):
    """Worker processes on this machine; a call whose process dies is tried once more in another."""

    def __init__(self, processes: int) -> None:
        self._max_workers = processes
        self._threads = ThreadPoolExecutor(processes)
        self._lock = threading.Lock()
        self._ended = False
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []

    def submit(self, fn: Callable[..., _Done], /, *args: Any, **kwargs: Any) -> Future[_Done]:
        return self._threads.submit(self._call, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes, with what they have started."""
        until = time.monotonic() + _END_SECONDS
        with self._lock:
            self._ended = True
            for worker in self._workers:
                worker.process.terminate()
            for worker in self._workers:
                worker.process.join(max(0.0, until - time.monotonic()))
                worker.process.kill()
        self._threads.shutdown(wait, cancel_futures=True)
        for worker in tuple(self._workers):
            self._end(worker)

    def _call(self, function: Callable[..., _Done], args: Any, kwargs: Any) -> _Done:
        status = None
        result: _Done
        for _ in range(2):
            try:
                worker = self._idle.pop()
            except IndexError:
                worker = self._begin()
            try:
                result, error = worker.call(function, args, kwargs)
            except (EOFError, OSError):
                status = self._end(worker)
                continue
            except BaseException:
                self._end(worker)
                raise
            self._idle.append(worker)
            if error is not None:
                raise error
            return result
        raise BrokenExecutor(f"two processes died over it, the second with exit status {status}")

    def _begin(self) -> _Worker:
        with self._lock:
            if self._ended:
                raise BrokenExecutor("its processes were ended")
            worker = _Worker()
            self._workers.add(worker)
            return worker

    def _end(self, worker: _Worker) -> int | None:
        with self._lock:
            self._workers.discard(worker)
            worker.process.kill()
            worker.process.join(_END_SECONDS)
            worker.pipe.close()
            return worker.process.exitcode


class _Worker:
    def __init__(self) -> None:
        self.pipe, theirs = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
        with no_interrupts():  # an interrupt before it ignores them would print a traceback
            self.process.start()
        theirs.close()  # so that reading from ours fails if the process dies
        self._function: Any = None

    def call(self, function: Any, args: Any, kwargs: Any) -> Any:
        """The result, and the exception or ``None``; `EOFError` or `OSError` if the process has died."""
        # Not sent again, so that its objects keep their caches.
        self.pipe.send((None if function is self._function else function, args, kwargs))
        self._function = function
        while not self.pipe.poll(_LOOK_EVERY):
            if not self.process.is_alive():  # what it has forked may keep its end of the pipe open
                raise EOFError
        return self.pipe.recv()


@contextlib.contextmanager
def no_interrupts() -> Iterator[None]:
    """Block interrupts in this thread and in processes that it starts, if the platform supports that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process when its parent ends, even during a long task: nobody awaits its result."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        _end()


def _end(*_: object) -> None:
    """End this process, and before it what has a finalizer, as bots have."""
    util._run_finalizers(0)  # type: ignore[attr-defined]
    os._exit(1)


def _serve(pipe: Connection) -> None:
    """The loop of a worker process: one call after another, until the pipe is closed."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    function: Callable[..., object] | None = None
    with contextlib.suppress(EOFError, OSError):
        while True:
            given, args, kwargs = pipe.recv()
            function = given or function
            assert function is not None
            answer: tuple[object, Exception | None]
            try:
                answer = function(*args, **kwargs), None
            except Exception as error:
                answer = None, error
            pipe.send(answer)
