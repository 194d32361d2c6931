"""`BatchMonitor`: the deadline and progress of a batch, and the partial result if it ends early."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from whistsolve import _core
from whistsolve._internal.arguments import Deadline, Limits, Progress, Resources, read_progress
from whistsolve.errors import Interrupted, Stopped


class BatchMonitor:
    """A context manager for the search of a batch; exceptions leave it with the partial result.

    Reaching the time limit raises `Stopped`; a `KeyboardInterrupt` becomes an `Interrupted`. Any other
    exception passes unchanged, with an added attribute ``partial`` if its class allows one.

    The arguments are those of `solve_many`. Call `of` to describe the batch before entering the context.
    """

    # Not a @contextmanager generator: contextlib sets attributes of exceptions, and some classes forbid that.

    def __init__(
        self, threads: int | None, memory_mb: int, progress: Progress | None, time_limit: float | None
    ) -> None:
        read_progress(progress)
        resources = Resources.read(threads, memory_mb)
        self.batch = _core.Batch(resources.threads, resources.memory_bytes)
        self.seconds = Limits.read(time_limit=time_limit).seconds
        self._progress = progress
        self._over: Stopped[None] | None = None

    def of(
        self, partial: Callable[[], tuple[object, str]], total: int | None, cells_each: int = 1
    ) -> BatchMonitor:
        """This monitor, for ``total`` deals or rows of ``cells_each`` cells each; the engine counts cells.

        ``partial`` returns the partial result and a text of how much is done. The time limit starts here.
        """
        self._partial, self._total, self._cells_each = partial, total, cells_each
        self._deadline = Deadline(self.seconds)
        return self

    def check(self) -> None:
        """Raise Stopped if the time limit is reached."""
        if self._deadline.is_over:
            self._over = Stopped("the time limit was reached", None, "time")
            raise self._over

    def callback(self, before: int, cells: int) -> Callable[[int], object] | None:
        """A progress callback for a chunk of ``cells`` cells, after ``before`` deals or rows are done."""
        progress = self._progress
        if progress is None and self.seconds is None:
            return None

        def report(done: int) -> None:
            if done < cells:  # a finished chunk is not stopped
                self.check()
            if progress is not None:
                progress(before + done // self._cells_each, self._total)

        return report

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if error is not None and error is self._over:
            partial, done = self._partial()
            message = f"the time limit of {self.seconds:g} seconds was reached: {done}"
            raise Stopped(message, partial, "time") from None
        if isinstance(error, KeyboardInterrupt):
            partial, done = self._partial()
            raise Interrupted(str(error) or f"interrupted: {done}", partial) from None
        with suppress(Exception):  # a class with slots may not allow this attribute
            if error is not None and not hasattr(error, "partial"):
                error.partial = self._partial()[0]  # type: ignore[attr-defined]
