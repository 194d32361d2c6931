"""What batches share: their deadline, progress and partial results; cells, each a deal in a strain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve import _core
from whistsolve._internal.arguments import Deadline, Limits, Progress, Resources, read_progress
from whistsolve.encoding import array_to_deals, strain_code
from whistsolve.errors import DealError, Interrupted, Stopped
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values import Strain
from whistsolve.values.cards import JOKER_MASK


class BatchMonitor:
    """A context for the search of a batch, described by `of`; exceptions leave it with the partial result."""

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
        """This monitor for ``total`` rows; ``partial`` gives a result and a text; time starts here."""
        self._partial, self._total, self._cells_each = partial, total, cells_each
        self._deadline = Deadline(self.seconds)
        return self

    def check(self) -> None:
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
        if error is None:
            return
        partial, done = self._partial()
        if error is self._over:
            message = f"the time limit of {self.seconds:g} seconds was reached: {done}"
            raise Stopped(message, partial, "time") from None
        if isinstance(error, KeyboardInterrupt):
            raise Interrupted(str(error) or f"interrupted: {done}", partial) from None
        with suppress(Exception):  # a class with slots may not allow this attribute
            if not hasattr(error, "partial"):
                error.partial = partial  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True, eq=False)
class CellBounds:
    """Bounds of the tricks of the leader's side in the cells of deals; updated in place."""

    #: Shape (deals, seats, strains), by the leader's seat.
    low: NDArray[np.uint8]
    high: NDArray[np.uint8]
    #: Shape (deals, strains): 1 if the bounds of all leaders are exact.
    done: NDArray[np.uint8]

    @classmethod
    def unknown(cls, deals: int, seats: int, strains: int) -> CellBounds:
        """Zeros for the given sizes, no cell done; `high` is not a bound until the cells are solved."""
        low = np.zeros((deals, seats, strains), dtype=np.uint8)
        return cls(low, low.copy(), np.zeros((deals, strains), dtype=np.uint8))


def solve_cells(
    batch: _core.Batch,
    engine_rules: EngineRules,
    deals: NDArray[np.uint64],
    strains: tuple[Strain, ...],
    cells: CellBounds,
    *,
    progress: Callable[[int], object] | None = None,
    time_limit: float | None = None,
    first: int = 0,
) -> None:
    """Solve the cells that are not done, and write their bounds even if the call fails.

    ``progress`` is called with the number of cells done. After ``time_limit`` seconds cells get only the
    bounds that need no search. A `DealError` names its deal, counted from ``first``.
    """
    check_jokers(engine_rules, deals, strains, first)
    turns = engine_rules.turns
    low = np.ascontiguousarray(cells.low[:, turns])
    high = np.ascontiguousarray(cells.high[:, turns])
    done = cells.done.copy()
    try:
        batch.run(
            np.ascontiguousarray(deals[:, turns]),
            [strain_code(strain) for strain in strains],
            [engine_rules.side(seat) for seat in turns],
            rules=engine_rules.core_rules,
            low=low,
            high=high,
            done=done,
            progress=progress,
            time_limit=time_limit,
        )
    finally:
        cells.low[:] = low[:, turns]
        cells.high[:] = high[:, turns]
        cells.done[:] = done  # last: an interrupt leaves no cell done without its bounds


def check_jokers(
    engine_rules: EngineRules,
    deals: NDArray[np.uint64],
    strains: Sequence[Strain],
    first: int = 0,
    columns: NDArray[np.uint8] | None = None,
) -> None:
    """Raise DealError for an unexchanged joker in no-trump: any, or that of a deal in ``columns``."""
    no_trump = [strain.is_no_trump for strain in strains]
    if engine_rules.rules.joker_no_trump != "exchanged" or not any(no_trump):
        return
    wrong = (deals & np.uint64(JOKER_MASK)).any(axis=1)
    if columns is not None:
        wrong &= np.array(no_trump)[columns]
    for row in np.nonzero(wrong)[0][:1].tolist():
        strain = strains[no_trump.index(True) if columns is None else columns[row]]
        try:
            engine_rules.check_jokers(array_to_deals(deals[row : row + 1])[0], strain)
        except DealError as error:
            raise DealError(f"deal {first + row}: {error}") from None
