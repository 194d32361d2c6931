"""The resources of handlers: threads, solvers that are reused, and the context of one request."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

from whistsolve.aio import ThreadPool
from whistsolve.cancelling import end_if_cancelled
from whistsolve.solving import Solver
from whistsolve.solving.discards import Discards
from whistsolve.solving.position import KittyPosition

#: Cap of each solver's transposition table, in MiB.
_MEMORY_MB: Final = 64
#: Maximum number of idle solvers kept, and of idle searches for discards.
_MOST_IDLE: Final = 2
#: Threads reserved for short requests, so that they never wait behind long ones.
_PROMPT_THREADS: Final = 2


class SolverPool:
    """A pool of solvers, so that the next position of a hand reuses the results of the search before."""

    def __init__(self) -> None:
        self._idle: Final[list[Solver]] = []
        self._idle_discards: Final[list[Discards]] = []
        self._lock: Final = threading.Lock()

    @contextmanager
    def solver(self) -> Iterator[Solver]:
        """A context that lends a solver: the one that was returned last, or a new one."""
        with self._lock:
            solver = self._idle.pop() if self._idle else None
        if solver is None:
            solver = Solver(memory_mb=_MEMORY_MB)
        try:
            yield solver
        finally:
            with self._lock:
                if len(self._idle) < _MOST_IDLE:
                    self._idle.append(solver)

    @contextmanager
    def discards(self, position: KittyPosition) -> Iterator[Discards]:
        """A context that lends a hand's search for discards, with earlier results if there are any."""
        with self._lock:
            idle = self._idle_discards
            found = next((each for each in idle if each.position == position), None)
            if found is not None:
                idle.remove(found)
        search = found or Discards.at(position, _MEMORY_MB)
        try:
            yield search
        finally:
            with self._lock:
                idle.append(search)
                del idle[:-_MOST_IDLE]


class RequestContext:
    """What a handler gets in addition to the arguments of its request.

    Attributes
    ----------
    memory_mb : int
        Cap on transposition tables that the handler creates itself, in MiB.
    public : str
        The address of a page for everybody, to which links lead; empty if there is none.
    """

    memory_mb: Final = _MEMORY_MB

    def __init__(
        self, send: Callable[[Mapping[str, Any]], None], solvers: SolverPool, public: str = ""
    ) -> None:
        self._send = send
        self._solvers = solvers
        self.public: Final = public

    def send(self, **part: object) -> None:
        """Sends a part of the answer; raises a `KeyboardInterrupt` if the request was cancelled."""
        self.check()
        self._send(part)

    def check(self) -> None:
        """Raises a `KeyboardInterrupt` if the request was cancelled; calls of the engine do so themselves."""
        end_if_cancelled()

    def progress(self, done: int, of: int | None) -> None:
        """A ``progress`` callback that sends the progress as a part of the answer."""
        self.send(done=done, of=of)

    def solver(self) -> AbstractContextManager[Solver]:
        """Like `SolverPool.solver`."""
        return self._solvers.solver()

    def discards(self, position: KittyPosition) -> AbstractContextManager[Discards]:
        """Like `SolverPool.discards`."""
        return self._solvers.discards(position)


class Workers:
    """The threads in which handlers run, the solvers that they share, and the address for links."""

    def __init__(self, public: str) -> None:
        self.public: Final = public
        self._prompt: Final = ThreadPool(_PROMPT_THREADS)
        self._long: Final = ThreadPool(max(os.cpu_count() or 1, 2))
        self.solvers: Final = SolverPool()

    def threads(self, is_prompt: bool) -> ThreadPool:
        """The pool of threads for short requests, or the one for long requests."""
        return self._prompt if is_prompt else self._long

    async def __aenter__(self) -> Workers:
        await self._prompt.__aenter__()
        await self._long.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._long.__aexit__(*error)
        await self._prompt.__aexit__(*error)
