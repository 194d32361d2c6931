"""Calls of this package awaited in `asyncio`: in threads, and ended at once where the await is cancelled."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Generic, ParamSpec, TypeVar

from whistsolve.arguments import Resources
from whistsolve.cancelling import Cancellation, heeding
from whistsolve.errors import EndedEarly, Interrupted, WhistError
from whistsolve.values.reading import read_instance, shown

__all__ = ["ThreadPool", "partial_of", "to_thread"]

_P = ParamSpec("_P")
_R = TypeVar("_R")


async def to_thread(function: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """What a function gives, called in a thread: `asyncio.to_thread` whose cancellation ends the search.

    As there, the thread is one of the event loop's default executor, which bounds how many there are;
    `ThreadPool` has a bound of its own.

    Parameters
    ----------
    function : callable
        Any function or method of this package that asks the engine, such as `solve`, `table`, `solve_many`,
        `evaluate_bids` or `Solver.solve`, or a function of the caller's that calls some of them. What it is
        passed as ``progress`` is called in the thread: `loop.call_soon_threadsafe` leads back.
    *args, **kwargs
        Its arguments.

    Returns
    -------
    object
        As the function.

    Raises
    ------
    asyncio.CancelledError
        Where the await is cancelled, by its task or by a timeout, once the search has ended: the engine sees
        it within some 50 ms, and further calls of the engine by the function end at once. `partial_of` has
        what was finished. A call that waits for a thread is never made.
    Exception
        As the function.

    Examples
    --------
    >>> import asyncio
    >>> import whistsolve as ws
    >>> asyncio.run(to_thread(ws.solve, "N:AK Q2 J3 T4", "S+", "N")).tricks
    2
    """
    _require_callable(function)
    return await _Call(lambda: function(*args, **kwargs)).awaited(None)


def partial_of(error: BaseException) -> Any:
    """What a cancelled call had finished, from the error of its await.

    Parameters
    ----------
    error : BaseException
        `asyncio.CancelledError`, or the `TimeoutError` that a timeout made of it.

    Returns
    -------
    object
        The ``partial`` of the interrupt by which the call ends elsewhere, such as the `PartialBatch` of
        `BatchInterrupted`; the result of a call that was done just then; ``None`` where there is neither.
    """
    seen: BaseException | None = read_instance(error, BaseException, "error", WhistError)
    while seen is not None:
        if isinstance(seen, EndedEarly):
            return seen.partial
        seen = seen.__cause__ or seen.__context__
    return None


def _require_callable(function: object) -> None:
    if not callable(function):
        raise WhistError(f"function {shown(function)} is wrong: expected what can be called")


class ThreadPool:
    """A bound on how many calls run at once; others wait for their turn, in the order in which they came.

    At the end of ``async with`` all calls have ended; where an exception leaves it, those under way are
    cancelled.

    Parameters
    ----------
    threads : int, optional
        How many calls run at once; as many as there are processors where it is left out. Calls that use
        threads of their own, such as `table` and `solve_many`, take ``threads=1`` to keep to the bound.

    Raises
    ------
    WhistError
        Where it is no such number.

    Examples
    --------
    >>> import asyncio
    >>> import whistsolve as ws
    >>> async def tricks(strains):
    ...     async with ThreadPool(2) as pool:
    ...         calls = [pool.run(ws.solve, "N:AK Q2 J3 T4", strain, "N") for strain in strains]
    ...         return [solution.tricks for solution in await asyncio.gather(*calls)]
    >>> asyncio.run(tricks(["S+", "S-", "NT+"]))
    [2, 1, 2]
    """

    def __init__(self, threads: int | None = None) -> None:
        self._executor: Final = ThreadPoolExecutor(Resources.read(threads).threads, "whistsolve")
        self._running: Final[set[_Call[Any]]] = set()

    async def run(self, function: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        """What a function gives, called in a thread of the pool; errors as for `to_thread`."""
        _require_callable(function)
        call = _Call(lambda: function(*args, **kwargs))
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
        # It waits for the threads, and the event loop has not to.
        await asyncio.to_thread(self._executor.shutdown)


class _Call(Generic[_R]):
    """One call in a thread, and its cancellation."""

    def __init__(self, call: Callable[[], _R]) -> None:
        self.cancellation: Final = Cancellation()
        #: As `asyncio.to_thread` does: the call sees the context variables of the task.
        self._context: Final = contextvars.copy_context()
        self._call = call
        #: Taken by who comes first: the thread that makes the call, or who gives it up.
        self._begun: Final = threading.Lock()
        #: What came of it. An interrupt would end the event loop, were it that of the executor's future.
        self._result: Final = Future[_R]()

    async def awaited(self, executor: Executor | None) -> _R:
        """The result, from a thread of an executor; see `to_thread`."""
        ended = asyncio.get_running_loop().run_in_executor(executor, self._make)
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError as cancelled:
            self.cancellation.cancel()
            await self._end(ended)
            raise cancelled from self._cause()
        if self.cancellation.cancelled:  # by the pool
            raise asyncio.CancelledError from self._cause()
        return self._result.result()

    def _make(self) -> None:
        """Makes the call, in a thread."""
        if not self._begun.acquire(blocking=False) or self.cancellation.cancelled:
            return
        try:
            with heeding(self.cancellation):
                self._result.set_result(self._context.run(self._call))
        except BaseException as error:  # for who awaits it
            self._result.set_exception(error)

    async def _end(self, ended: asyncio.Future[None]) -> None:
        """Waits until the call has ended; one that waits for a thread is given up."""
        if self._begun.acquire(blocking=False):
            ended.cancel()
            return
        while not ended.done():
            with suppress(asyncio.CancelledError):  # what is cancelled once more is being ended already
                await asyncio.wait([ended])

    def _cause(self) -> BaseException | None:
        """What a cancelled call ended with."""
        if not self._result.done():
            return None
        message = "cancelled as it was done: the result is in .partial"
        return self._result.exception() or Interrupted(message, self._result.result())
