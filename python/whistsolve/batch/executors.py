"""Where chunks are answered: here, in processes, by an executor of the standard library, or on Dask.

Each is an iterator of answers in the order of the chunks. It takes chunks as they are wanted, and never more
than so many before their answers are taken.
"""

from __future__ import annotations

import importlib
import logging
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FuturesTimeoutError
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from whistsolve.arguments import Progress
from whistsolve.batch.answers import Answered
from whistsolve.batch.items import Chunk
from whistsolve.batch.work import ChunkWork
from whistsolve.cancelling import Cancellation, end_if_cancelled, ended_by
from whistsolve.errors import WhistError
from whistsolve.players.processes import WorkerDied, in_order, no_interrupts
from whistsolve.values.reading import shown

__all__ = ["Answers", "Place", "cluster", "in_processes_place", "place_of"]

#: Chunks that may be on their way beside one for each worker, so that none waits for the next.
_SPARE_CHUNKS = 2
#: How often Dask tries a chunk again whose worker died.
_RETRIES = 3

#: Seconds between two looks at whether the call that waits for an answer was cancelled.
_LOOK_EVERY = 0.05

Answers = Generator[Answered, None, None]


class Place(Protocol):
    """Somewhere chunks are answered."""

    def __call__(self, work: ChunkWork, chunks: Iterator[Chunk], progress: Progress | None, /) -> Answers: ...


def place_of(executor: object) -> Place:
    """The place that an executor is; here, in this process, for ``None``.

    Raises
    ------
    WhistError
        Where it is no executor.
    """
    if executor is None:
        return _here
    if isinstance(executor, Executor):
        return lambda work, chunks, progress: _on_executor(executor, work, chunks)
    if _is_client(executor):
        return lambda work, chunks, progress: _on_client(executor, work, chunks)
    raise WhistError(
        f"executor {shown(executor)} is wrong: expected one of concurrent.futures, or a Client of Dask"
    )


def in_processes_place(processes: int) -> Place:
    """Processes of this machine, which are replaced where they die."""

    def answers(work: ChunkWork, chunks: Iterator[Chunk], progress: Progress | None) -> Answers:
        try:
            yield from in_order(work, chunks, processes, processes + _SPARE_CHUNKS)
        except WorkerDied as error:
            assert hasattr(error.task, "first")
            raise WhistError(
                f"rows from number {error.task.first} on cannot be answered: two processes died over them,"
                f" the second with exit status {error.status}"
            ) from None

    return answers


def _here(work: ChunkWork, chunks: Iterator[Chunk], progress: Progress | None) -> Answers:
    for chunk in chunks:
        end_if_cancelled()
        yield work(chunk, progress)


def _on_executor(executor: Executor, work: ChunkWork, chunks: Iterator[Chunk]) -> Answers:
    ending = Cancellation()
    # Processes cannot be reached: they finish the chunks that they have begun, for nobody.
    answer = ended_by(ending, work) if isinstance(executor, ThreadPoolExecutor) else work
    # Executors do not say how many workers they have, but those of the standard library know.
    workers = getattr(executor, "_max_workers", None)
    ahead = (workers if isinstance(workers, int) else 8) + _SPARE_CHUNKS
    try:
        yield from _window(lambda chunk: _InExecutor(executor.submit(answer, chunk)), chunks, lambda: ahead)
    except BrokenExecutor as error:
        raise WhistError(f"the executor broke down: {error}") from None
    finally:
        ending.cancel()


def _on_client(client: Any, work: ChunkWork, chunks: Iterator[Chunk]) -> Answers:
    import distributed

    def submit(chunk: Chunk) -> Any:
        # No key is shared between runs.
        return _OnCluster(client, client.submit(work, chunk, pure=False, retries=_RETRIES))

    def ahead() -> int:
        return int(sum(client.nthreads().values())) + _SPARE_CHUNKS

    try:
        yield from _window(submit, chunks, ahead)
    except distributed.KilledWorker as error:
        raise WhistError(f"the workers that were given some rows died, one after another: {error}") from None
    except (distributed.CancelledError, OSError, TimeoutError) as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise
        raise WhistError(f"the Dask cluster was lost: {' '.join(str(error).split())}") from None


class _InExecutor:
    """The answer to a chunk, whose wait a cancellation ends."""

    def __init__(self, future: Future[Answered]) -> None:
        self._future = future

    def result(self) -> Answered:
        while not self._future.done():
            # Asked for, not waited for otherwise: there are executors that work only then.
            with suppress(TimeoutError, FuturesTimeoutError):
                return self._future.result(_LOOK_EVERY)
            end_if_cancelled()
        return self._future.result()

    def cancel(self) -> None:
        self._future.cancel()


class _OnCluster:
    """The answer to a chunk, waited for outside Dask, whose own wait prints where an interrupt meets it."""

    def __init__(self, client: Any, future: Any) -> None:
        self._client, self._future = client, future
        self._done = threading.Event()
        future.add_done_callback(lambda _: self._done.set())

    def result(self) -> Any:
        while not self._done.wait(_LOOK_EVERY) and self._client.status != "closed":
            end_if_cancelled()
        return self._future.result()

    def cancel(self) -> None:
        self._future.cancel()


def _window(
    submit: Callable[[Chunk], Any], chunks: Iterator[Chunk], ahead: Callable[[], int]
) -> Generator[Answered, None, None]:
    """The results of futures in order, of which there are never more than so many."""
    waiting: deque[Any] = deque()
    try:
        while True:
            for _ in range(max(1, ahead()) - len(waiting)):
                chunk = next(chunks, None)
                if chunk is None:
                    break
                waiting.append(submit(chunk))
            if not waiting:
                return
            answered: Answered = waiting[0].result()
            waiting.popleft()
            yield answered
            end_if_cancelled()
    finally:
        for future in waiting:
            future.cancel()


def _is_client(executor: object) -> bool:
    """Whether it is a Client of Dask, which is not loaded for the question."""
    kinds = {f"{kind.__module__}.{kind.__name__}" for kind in type(executor).__mro__}
    return "distributed.client.Client" in kinds


@contextmanager
def cluster(scheduler: str, processes: int | None) -> Iterator[Any]:
    """A Client of a Dask scheduler: of the one at an address, or with ``auto`` of one that is started here.

    Raises
    ------
    WhistError
        Where Dask is not installed, or nobody answers at the address.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise WhistError("a scheduler needs Dask: expected pip install 'whistsolve[dask]'") from None
    if scheduler == "auto":
        # Workers would each print an interrupt that is for this process to handle. The tracker of resources
        # lets interrupts in again when it starts, so it starts before.
        if sys.platform != "win32":
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()
        with no_interrupts():
            local = distributed.LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                processes=True,
                dashboard_address=":0",
                silence_logs=logging.ERROR,
            )
        with local, distributed.Client(local) as client:
            yield client
        return
    try:
        client = distributed.Client(scheduler)
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise WhistError(f"no Dask scheduler answers at {shown(scheduler)}: {error}") from None
    with client:
        yield client
