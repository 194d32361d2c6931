"""Awaits calls of this package in `asyncio`: they run in threads, and cancelling the await ends them."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Generic, ParamSpec, TypeVar

from whistsolve._internal.arguments import Resources
from whistsolve._internal.reading import read_instance, shown
from whistsolve.cancelling import Cancellation, subject_to
from whistsolve.errors import Interrupted, Stopped, WhistError

__all__ = ["ThreadPool", "partial_of", "to_thread"]

_P = ParamSpec("_P")
_R = TypeVar("_R")


async def to_thread(function: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """The result of a function called in a thread, as by `asyncio.to_thread`; cancelling ends the search.

    As with `asyncio.to_thread`, the event loop's default executor supplies the thread and limits the number
    of threads; `ThreadPool` has a limit of its own.

    The function is any of this package that calls the engine, such as `solve` or `Solver.solve`, or one of
    the caller that calls several of them; its arguments follow. Its ``progress`` callback is called in the
    thread: `loop.call_soon_threadsafe` leads back to the event loop. The function's errors are raised.

    Raises
    ------
    asyncio.CancelledError
        If the await is cancelled, by its task or by a timeout. It is raised once the search has ended: the
        engine notices within some 50 ms, and later engine calls by the function end at once. `partial_of`
        returns what was finished. A call that still waits for a thread is never made.

    Examples
    --------
    >>> import asyncio
    >>> import whistsolve as ws
    >>> asyncio.run(to_thread(ws.solve, "N:AK... Q2... J3... T4...", "S+", "N")).tricks
    2
    """
    return await _Call(function, lambda: function(*args, **kwargs)).awaited(None)


def partial_of(error: BaseException) -> Any:
    """What a cancelled call had finished, from the error that its await raised.

    The error is the `asyncio.CancelledError` of the await itself, not of a `gather`, or the `TimeoutError`
    made from it. The result is the ``partial`` of the `Interrupted` or `Stopped` that ended the call, such as
    a `PartialBatch`; the call's result if it was complete when it was cancelled; otherwise ``None``.
    """
    seen: BaseException | None = read_instance(error, BaseException, "error", WhistError)
    while seen is not None:
        if isinstance(seen, (Interrupted, Stopped)):
            return seen.partial
        seen = seen.__cause__ or seen.__context__
    return None


class ThreadPool:
    """Limits how many calls run at once; further calls wait in the order in which they were made.

    When ``async with`` ends, all calls have ended; if an exception leaves the block, running calls are
    cancelled. By default there is a thread for each processor; WhistError if there are not 1 to 256. Pass
    ``threads=1`` to calls that start threads of their own, such as `table`, to keep to the limit.

    Examples
    --------
    >>> import asyncio
    >>> import whistsolve as ws
    >>> async def tricks(strains):
    ...     async with ThreadPool(2) as pool:
    ...         calls = [pool.run(ws.solve, "N:AK... Q2... J3... T4...", strain, "N") for strain in strains]
    ...         return [solution.tricks for solution in await asyncio.gather(*calls)]
    >>> asyncio.run(tricks(["S+", "S-", "NT+"]))
    [2, 1, 2]
    """

    def __init__(self, threads: int | None = None) -> None:
        self._executor: Final = ThreadPoolExecutor(Resources.read(threads).threads, "whistsolve")
        self._running: Final[set[_Call[Any]]] = set()

    async def run(self, function: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        """The result of a function called in a thread of the pool; errors as for `to_thread`."""
        call = _Call(function, lambda: function(*args, **kwargs))
        self._running.add(call)
        try:
            return await call.awaited(self._executor)
        finally:
            self._running.discard(call)

    async def __aenter__(self) -> ThreadPool:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            for call in self._running:
                call.cancellation.cancel()
        # shutdown() blocks until the threads have ended, so it must not run in the event loop.
        await asyncio.to_thread(self._executor.shutdown)


class _Call(Generic[_R]):
    def __init__(self, function: object, call: Callable[[], _R]) -> None:
        if not callable(function):
            raise WhistError(f"function {shown(function)} is wrong: expected what can be called")
        self.cancellation: Final = Cancellation()
        #: As with `asyncio.to_thread`, the call sees the context variables of the task.
        self._context: Final = contextvars.copy_context()
        self._call = call
        #: Acquired once, by whichever comes first: the thread that makes the call, or its cancellation.
        self._begun: Final = threading.Lock()
        #: The outcome of the call. A KeyboardInterrupt in the executor's future would end the event loop.
        self._result: Final = Future[_R]()

    async def awaited(self, executor: Executor | None) -> _R:
        """The result of the call, made in a thread of an executor; see `to_thread`."""
        ended = asyncio.get_running_loop().run_in_executor(executor, self._make)
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError as cancelled:
            self.cancellation.cancel()
            await self._end(ended)
            raise cancelled from self._cause()
        if self.cancellation.cancelled:  # cancelled by the pool, not by the await
            raise asyncio.CancelledError from self._cause()
        return self._result.result()

    def _make(self) -> None:
        if not self._begun.acquire(blocking=False) or self.cancellation.cancelled:
            return
        try:
            with subject_to(self.cancellation):
                self._result.set_result(self._context.run(self._call))
        except BaseException as error:  # raised where the call is awaited
            self._result.set_exception(error)

    async def _end(self, ended: asyncio.Future[None]) -> None:
        """Waits until the call has ended; a call that still waits for a thread is dropped."""
        if self._begun.acquire(blocking=False):
            ended.cancel()
            return
        while not ended.done():
            with suppress(asyncio.CancelledError):  # cancelled again: the call is being ended already
                await asyncio.wait([ended])

    def _cause(self) -> BaseException | None:
        """The error of a cancelled call, or its result as an `Interrupted`; ``None`` if it was never made."""
        if not self._result.done():
            return None
        message = "cancelled as it was done: the result is in .partial"
        return self._result.exception() or Interrupted(message, self._result.result())
