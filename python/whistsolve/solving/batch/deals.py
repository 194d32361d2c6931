"""`solve_many`: many deals in chunks, on several threads; an early end raises with the `PartialBatch`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Progress
from whistsolve._internal.reading import shown
from whistsolve._internal.shown import Shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import DealError, WhistError
from whistsolve.rules import Rules, RulesLike, setting_text
from whistsolve.solving.batch.cells import BatchMonitor, CellBounds, solve_cells
from whistsolve.solving.batch.inputs import CHUNK, DealTable, read_deals
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values import DealLike, Strain, StrainLike
from whistsolve.values.strains import read_strains


@dataclass(frozen=True, slots=True, eq=False)
class PartialBatch(Shown):
    """The finished cells of a `solve_many` call that ended early; pass it as ``resume=`` to continue.

    ``tricks`` are those of the leader's side, uint8, shape (deals, seats, strains), of the deals read so far;
    0 if the cell is not done. ``done``, bool, shape (deals, strains), is whether the tricks of the cell are
    known for all leaders. ``strains``, empty if not known, and ``rules`` are checked when the batch is
    resumed, as are ``deal_hashes``, uint64, shape (deals,): a hash of the hands of each deal
    (`deal_hashes_of`). The arrays are stored as read-only copies. Raises `WhistError` if one has the wrong
    dtype or shape.
    """

    tricks: NDArray[np.uint8]
    done: NDArray[np.bool_]
    strains: tuple[Strain, ...] = ()
    rules: Rules | None = None
    deal_hashes: NDArray[np.uint64] | None = None

    def __post_init__(self) -> None:
        kinds = (("tricks", np.uint8, 3), ("done", np.bool_, 2), ("deal_hashes", np.uint64, 1))
        for name, dtype, axes in kinds:
            array: object = getattr(self, name)
            if array is None and name == "deal_hashes":
                continue
            if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != axes:
                expected = f"expected an array of {np.dtype(dtype)} with {axes} axes"
                raise WhistError(f"{name} {shown(array)} of a partial batch are wrong: {expected}")
            kept = array.copy()
            kept.flags.writeable = False
            object.__setattr__(self, name, kept)
        deals, _, columns = self.tricks.shape
        if self.done.shape != (deals, columns):
            expected = f"expected {(deals, columns)}, as the tricks have it"
            raise WhistError(f"done of shape {self.done.shape} is wrong: {expected}")
        if self.deal_hashes is not None and len(self.deal_hashes) != deals:
            sizes = f"there are {len(self.deal_hashes)} deal_hashes and the tricks have {deals} deals"
            raise WhistError(f"{sizes}: expected as many")
        if self.strains and len(self.strains) != columns:
            sizes = f"there are {len(self.strains)} strains and the tricks have {columns}"
            raise WhistError(f"{sizes}: expected as many")

    @property
    def deals(self) -> int:
        """The number of deals read."""
        return len(self.tricks)

    @property
    def whole_deals(self) -> int:
        """The number of deals before the first one that is not done in all strains."""
        unfinished = np.nonzero(~self.done.all(axis=1))[0]
        return int(unfinished[0]) if len(unfinished) else self.deals

    @property
    def cells_done(self) -> int:
        """The number of cells (each one deal in one strain) that are done."""
        return int(self.done.sum())

    def __str__(self) -> str:
        return f"{self.cells_done} of the {self.done.size} cells of {self.deals} deals are done"

    def __repr__(self) -> str:
        return f"<PartialBatch: {self}>"


class BatchResults:
    """The chunks of a `solve_many` call so far; only the last may have cells that are not done."""

    def __init__(self, strains: tuple[Strain, ...], rules: Rules, resume: PartialBatch | None) -> None:
        if resume is None:
            none_done = np.zeros((0, len(strains)), dtype=np.bool_)
            resume = PartialBatch(np.zeros((0, 4, len(strains)), dtype=np.uint8), none_done)
        if not isinstance(resume, PartialBatch):
            raise WhistError(
                f"resume {shown(resume)} is wrong: expected the .partial of a batch that ended early"
            )
        if resume.strains and resume.strains != strains:
            here, there = " ".join(map(str, strains)), " ".join(map(str, resume.strains))
            raise WhistError(f"resume has the strains {there} and not {here}: expected the same")
        if resume.tricks.shape[2] != len(strains):
            sizes = f"resume has {resume.tricks.shape[2]} strains and there are {len(strains)}"
            raise WhistError(f"{sizes}: expected as many")
        before = resume.rules or rules
        for name in (each.name for each in fields(rules)):
            there, here = getattr(before, name), getattr(rules, name)
            if there != here:
                options = f"{name}={setting_text(there)} and not {setting_text(here)}"
                raise WhistError(f"resume has the rules with {options}: expected the same")
        self._strains, self._rules, self._resume = strains, rules, resume
        self._parts: list[NDArray[np.uint8]] = []
        self._hashes: list[NDArray[np.uint64]] = []
        self._last: CellBounds | None = None
        self.deals = 0

    def check_length(self, deals: int) -> None:
        if deals < self._resume.deals:
            sizes = f"there are {deals} deals and resume has {self._resume.deals}"
            raise DealError(f"{sizes}: expected the deals that it was made of, and perhaps more")

    def begin(self, chunk: NDArray[np.uint64]) -> CellBounds:
        """The cells of the next deals, done if the call that ended early has their tricks."""
        (count, seats), first, resume = chunk.shape, self.deals, self._resume
        cells, hashes = CellBounds.unknown(count, seats, len(self._strains)), deal_hashes_of(chunk)
        tricks = resume.tricks[first : first + count]
        if len(tricks) and tricks.shape[1] != seats:
            sizes = f"resume has {tricks.shape[1]} seats and the deals have {seats} hands"
            raise WhistError(f"{sizes}: expected as many")
        if len(tricks):
            if resume.deal_hashes is not None:
                known = resume.deal_hashes[first : first + count]
                for other in np.nonzero(known != hashes[: len(known)])[0][:1].tolist():
                    message = f"deal {first + other} is another than the one that resume has tricks of"
                    raise DealError(f"{message}: expected the deals that it was made of, in their order")
            cells.low[: len(tricks)] = cells.high[: len(tricks)] = tricks
            cells.done[: len(tricks)] = resume.done[first : first + count]
        self._last = cells  # first, so that after an interrupt `partial` does not count the chunk as done
        self._hashes.append(hashes)
        self._parts.append(cells.low)
        self.deals += count
        return cells

    def tricks(self) -> NDArray[np.uint8]:
        if len(self._parts) == 1:
            return self._parts[0]
        return np.concatenate(self._parts or [np.zeros((0, 4, len(self._strains)), dtype=np.uint8)])

    def partial(self) -> tuple[PartialBatch, str]:
        """The finished cells, and a text of how many there are."""
        tricks = self.tricks()
        done = np.ones((len(tricks), len(self._strains)), dtype=np.bool_)
        if self._last is not None and self._parts and self._parts[-1] is self._last.low:
            count = len(self._last.done)
            done[-count:] = self._last.done != 0
            tricks[-count:] *= self._last.done[:, np.newaxis, :]
        hashes = np.concatenate([np.zeros(0, dtype=np.uint64), *self._hashes])[: len(tricks)]
        found = PartialBatch(tricks, done, self._strains, self._rules, hashes)
        return found, str(found)


def deal_hashes_of(deals: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of the hands of each deal, stable across machines and versions: uint64, shape (deals,)."""
    found = np.full(len(deals), deals.shape[1], dtype=np.uint64)
    for column in deals.T:
        # Mixes in each hand with the finalizer of SplitMix64, in arithmetic modulo 2**64.
        found = (found ^ column) + np.uint64(0x9E3779B97F4A7C15)
        found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        found ^= found >> np.uint64(31)
    return found


@cancellable
def solve_many(
    deals: Iterable[DealLike] | NDArray[np.uint64] | DealTable,
    strains: Iterable[StrainLike] | None = None,
    *,
    rules: RulesLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    time_limit: float | None = None,
    resume: PartialBatch | None = None,
    cancel: Cancellation | None = None,
) -> NDArray[np.uint8]:
    """Tricks of the leader's side for every deal, leader and strain.

    Parameters
    ----------
    deals : iterable of Deal or str, ndarray, mapping or data frame
        Deals of any size, all with the same number of hands; a generator is read lazily. An array is uint64,
        shape (deals, seats), as from `whistsolve.encoding.deals_to_array`; one column more than the rules
        deal hands, as from `random_deals`, is the kitty, which is not in play. A mapping or a frame (pandas,
        polars, pyarrow) has either a column ``deal`` with the texts of deals, or one column of hands for each
        seat, ``N E S W`` or ``0 1 2 ...``, with texts or card masks. An object with ``__arrow_c_stream__``,
        such as a DuckDB relation, is read batch by batch; its only column of text is taken as the deals.
    strains : iterable of Strain or str, optional
        By default S+ H+ D+ C+ NT+ S- H- D- C- NT-.
    threads : int, optional
        Number of threads; by default the number of processors. The results do not depend on it.
    progress : callable, optional
        Called up to 300 times a second from the calling thread with the number of deals done and the total
        (``None`` if unknown). If it raises, the call ends with that exception.
    memory_mb : int
        Cap on the transposition tables of all threads together, 1 to 65536 MiB, at least one for a thread.
    time_limit : float, optional
        Seconds, above 0, for the whole call, exceeded by at most a tenth of a second and the time that the
        iterable takes to produce deals.
    resume : PartialBatch, optional
        The finished part of an earlier call with the same strains and rules, and the same deals or the first
        of them: only the other cells are solved.
    rules, cancel : see `solve`

    Returns
    -------
    ndarray
        uint8, shape (deals, seats, strains): tricks of the leader's side; (0, 4, strains) if there are
        no deals. Apart from this array, memory does not grow with the number of deals.

    Raises
    ------
    DealError
        If a deal cannot be read, differs from the first in the number of hands, or differs from the deal in
        `resume` (the message names its index); or if there are fewer deals than in `resume`.
    NotationError, RulesError, WhistError
        If another argument cannot be read, or if `resume` differs in strains, rules or seats; the message
        names the first rule that differs.
    Interrupted, Stopped
        ``.partial`` is a `PartialBatch` of the finished cells, ``None`` if solving had not begun.

    Notes
    -----
    Threads run in the engine, without the GIL. Any other exception that ends the call, such as one of
    `progress` or of the generator of deals, has the attribute ``partial`` too if its class allows it.

    Examples
    --------
    >>> from whistsolve.errors import Stopped
    >>> deals = ["N:AK... QJ... T9... 87...", "N:AQ... K2... JT... 98..."]
    >>> try:
    ...     tricks = solve_many(deals, ["NT+"], time_limit=1e-9)
    ... except Stopped as stopped:
    ...     tricks = solve_many(deals, ["NT+"], resume=stopped.partial)
    >>> tricks[:, 0, 0]
    array([2, 1], dtype=uint8)
    """
    checked_rules = Rules.or_default(rules)
    columns = read_strains(strains, checked_rules.only_ranking)
    monitor = BatchMonitor(threads, memory_mb, progress, time_limit)
    results = BatchResults(columns, checked_rules, resume)
    arrays, total = read_deals(deals, checked_rules)
    if total is not None:
        results.check_length(total)
    engine_rules: EngineRules | None = None
    with monitor.of(results.partial, total, len(columns)):
        for chunk in (each[start : start + CHUNK] for each in arrays for start in range(0, len(each), CHUNK)):
            first, seats = results.deals, chunk.shape[1]
            engine_rules = engine_rules or EngineRules(checked_rules, seats)
            if seats != engine_rules.seats:
                sizes = f"deal {first} has {seats} hands and deal 0 has {engine_rules.seats}"
                raise DealError(f"{sizes}: expected as many")
            cells = results.begin(chunk)
            if not cells.done.all():
                monitor.check()
                report = monitor.callback(first, cells.done.size)
                solve_cells(monitor.batch, engine_rules, chunk, columns, cells, progress=report, first=first)
        results.check_length(results.deals)
        if progress is not None:
            progress(results.deals, results.deals)
    return results.tricks()
