"""Around the search of a batch: its deadline, its progress, and the partial result of an early end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from whistsolve.arguments import Progress
from whistsolve.errors import EndedEarly
from whistsolve.solving.deadline import Deadline

__all__ = ["BatchMonitor", "CarryPartial"]

_Partial = TypeVar("_Partial")


class _TimeOver(Exception):
    """The time limit of a batch is over."""


class BatchMonitor:
    """The deadline of a batch, and the function of the caller that is told the progress.

    Parameters
    ----------
    seconds : float or None
        The time limit, which begins now.
    progress : callable or None
        As for `solve_many`.
    total : int or None
        Deals or rows in all, ``None`` where that is not known.
    cells_each : int
        Cells of a deal, by which the engine counts.
    """

    def __init__(
        self, seconds: float | None, progress: Progress | None, total: int | None, cells_each: int
    ) -> None:
        self._deadline = Deadline(seconds)
        self._has_limit = seconds is not None
        self._progress = progress
        self._total = total
        self._cells_each = cells_each

    def check(self) -> None:
        """Ends the batch where the time is over, for `CarryPartial` to say so."""
        if self._deadline.is_over:
            raise _TimeOver

    def callback(self, before: int, cells: int) -> Callable[[int], object] | None:
        """What the engine calls with the cells done of a chunk of so many, after so many deals or rows."""
        progress = self._progress
        if progress is None and not self._has_limit:
            return None

        def told(done: int) -> None:
            if done < cells:  # a chunk that is done need not be ended
                self.check()
            if progress is not None:
                progress(before + done // self._cells_each, self._total)

        return told


class CarryPartial(Generic[_Partial]):
    """A context from which every exception carries the partial result in its attribute ``partial``.

    The end of the time limit and a `KeyboardInterrupt` become exceptions of other classes. Any other one
    comes through as it is, with the attribute where its class lets it have one.

    Parameters
    ----------
    partial : callable
        Makes the partial result.
    seconds : float or None
        The time limit, for the message.
    stopped, interrupted : type
        What to raise where a `BatchMonitor` found the time to be over, and for a `KeyboardInterrupt`.
    """

    # Not a generator: contextlib writes to the exception, which its class may not allow.

    def __init__(
        self,
        partial: Callable[[], _Partial],
        seconds: float | None,
        stopped: type[EndedEarly[_Partial]],
        interrupted: type[EndedEarly[_Partial]],
    ) -> None:
        self._partial = partial
        self._seconds = seconds
        self._stopped = stopped
        self._interrupted = interrupted

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, _TimeOver):
            so_far = self._partial()
            message = f"the time limit of {self._seconds:g} seconds was reached: {so_far}"
            raise self._stopped(message, so_far) from None
        if isinstance(error, KeyboardInterrupt):
            so_far = self._partial()
            raise self._interrupted(str(error) or f"interrupted: {so_far}", so_far) from None
        with suppress(Exception):  # a class with slots may have no such attribute
            if error is not None and not hasattr(error, "partial"):
                error.partial = self._partial()  # type: ignore[attr-defined]
