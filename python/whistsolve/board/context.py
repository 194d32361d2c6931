"""`AnswerContext`: what the answer to a question has at hand besides the arguments."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

from whistsolve.arguments import Resources
from whistsolve.cancelling import end_if_cancelled
from whistsolve.solving import Solver
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.discards.question import DiscardQuestion

__all__ = ["AnswerContext", "SolverShelf"]

#: Cap of each solver's transposition table, in MiB.
_MEMORY_MB: Final = 64
#: Solvers that are kept while nobody searches with them, and as many questions of discards.
_MOST_IDLE: Final = 2


class SolverShelf:
    """Solvers that are lent and put back: the next position of a hand finds what the last one has proved."""

    def __init__(self) -> None:
        self._idle: Final[list[Solver]] = []
        self._idle_questions: Final[list[DiscardQuestion]] = []
        self._lock: Final = threading.Lock()

    @contextmanager
    def lent(self) -> Iterator[Solver]:
        """A solver for the length of a block: the one that was put back last, or a new one."""
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
    def lent_discards(self, position: KittyPosition) -> Iterator[DiscardQuestion]:
        """The discards of a hand for the length of a block, with what was proved of them before.

        Raises
        ------
        DealError
            As `DiscardQuestion`.
        """
        with self._lock:
            questions = self._idle_questions
            found = next((each for each in questions if each.position == position), None)
            if found is not None:
                questions.remove(found)
        question = found or DiscardQuestion(position, Resources.read(memory_mb=_MEMORY_MB))
        try:
            yield question
        finally:
            with self._lock:
                questions.append(question)
                del questions[:-_MOST_IDLE]


class AnswerContext:
    """What an answer has at hand: a way to send parts, solvers to borrow, and how much it may take.

    Parameters
    ----------
    send : callable
        Sends a part.
    shelf : SolverShelf

    Attributes
    ----------
    memory_mb : int
        Cap on transposition tables that an answer makes itself, in MiB.
    """

    def __init__(self, send: Callable[[Mapping[str, Any]], None], shelf: SolverShelf) -> None:
        self._send = send
        self._shelf = shelf
        self.memory_mb: int = _MEMORY_MB

    def send(self, **part: object) -> None:
        """Sends something of the answer, as soon as it is known.

        Raises
        ------
        KeyboardInterrupt
            As `check`.
        """
        self.check()
        self._send(part)

    def check(self) -> None:
        """Ends the answer where nobody asks any more; the engine does so by itself.

        Raises
        ------
        KeyboardInterrupt
        """
        end_if_cancelled()

    def progress(self, done: int, of: int | None) -> None:
        """Takes the progress of a call of the library, and sends it as a part."""
        self.send(done=done, of=of)

    def solver(self) -> AbstractContextManager[Solver]:
        """A solver for the length of a ``with`` block."""
        return self._shelf.lent()

    def discards(self, position: KittyPosition) -> AbstractContextManager[DiscardQuestion]:
        """The discards of a hand for the length of a ``with`` block: the next mark is valued at sight.

        Raises
        ------
        DealError
            As `DiscardQuestion`.
        """
        return self._shelf.lent_discards(position)
