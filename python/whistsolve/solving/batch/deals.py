"""`solve_many`: many deals in chunks, on several threads; an early end carries the partial result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import islice
from typing import cast

import numpy as np
from numpy.typing import NDArray

from whistsolve import _core
from whistsolve.arguments import (
    DEFAULT_MEMORY_MB,
    Limits,
    Progress,
    Resources,
    read_progress,
    read_rules,
    read_strains,
)
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.encoding import check_deal_array, texts_to_array
from whistsolve.errors import DealError, WhistError
from whistsolve.rules import Rules
from whistsolve.rules.documents import setting_text
from whistsolve.solving.batch.arrow import ArrowDeals
from whistsolve.solving.batch.cells import CellBounds, solve_cells
from whistsolve.solving.batch.monitor import BatchMonitor, CarryPartial
from whistsolve.solving.batch.partial import (
    BatchInterrupted,
    BatchStopped,
    PartialBatch,
    deal_hashes_of,
)
from whistsolve.solving.batch.tables import DealTable, has_stream, is_table, table_to_array
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.deals import Deal
from whistsolve.values.reading import read_several, shown
from whistsolve.values.strains import Strain

__all__ = ["solve_many"]

#: Deals that are packed and passed to the engine at a time: enough to keep all threads busy, little memory.
CHUNK = 512


@cancellable
def solve_many(
    deals: Iterable[Deal | str] | NDArray[np.uint64] | DealTable,
    strains: Iterable[Strain | str] | None = None,
    *,
    rules: Rules | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    time_limit: float | None = None,
    resume: PartialBatch | None = None,
    cancel: Cancel | None = None,
) -> NDArray[np.uint8]:
    """Tricks of the leader's side for every deal, leader and strain.

    Parameters
    ----------
    deals : iterable of Deal or str, ndarray, mapping or data frame
        Deals of any size, all with the same number of hands; a generator is read as it goes. An array is
        uint64, shape (deals, seats), as `whistsolve.encoding.deals_to_array` makes it. A mapping or a frame
        (pandas, polars, pyarrow) has columns by name: ``deal``, the texts of deals, or one of hands for each
        seat, ``N E S W`` or ``0 1 2 ...``, their texts or card masks. Other columns do not matter. Text as
        deals and hands are printed is read without a loop in Python. So is anything that has
        ``__arrow_c_stream__``, such as a relation of DuckDB or a reader of record batches, a batch at a time;
        there the only column of text is that of the deals, whatever its name.
    strains : iterable of Strain or str, optional
        S+ H+ D+ C+ NT+ S- H- D- C- NT- where they are left out.
    rules : Rules, optional
        As for `solve`.
    threads : int, optional
        How many to use; as many as there are processors where it is left out. The answers do not depend on
        it.
    progress : callable, optional
        Called about twenty times a second from the calling thread with the number of deals done and in
        all, ``None`` where that is not known. An exception of it ends the call and is raised with the
        finished cells in its attribute ``partial``, where its class allows one.
    memory_mb : int
        Cap on the transposition tables of all threads together, 1 to 65536 MiB; there are no more threads
        than MiB.
    time_limit : float, optional
        Seconds, above 0, for the whole call. It ends within a tenth of a second of them, and the time that
        the iterable of deals takes for itself.
    resume : PartialBatch, optional
        What an earlier call for the same deals, strains and rules had finished: only the other cells are
        solved. Deals may follow that the earlier call had not read.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    ndarray
        uint8, shape (deals, seats, strains): tricks of the leader's side. (0, 4, strains) for no deals.
        Memory does not grow with the number of deals beyond this array.

    Raises
    ------
    DealError
        Where a deal cannot be read, or has another number of hands than the first: names its index. Or
        there are fewer deals than `resume` has, or one is another: names its index.
    StrainError, RulesError, WhistError
        Where another argument cannot be read, or `resume` has other strains, rules or seats: names the first
        rule that differs.
    BatchStopped
        Where the time was over; ``.partial`` is what was finished.
    BatchInterrupted
        A `KeyboardInterrupt`, within a tenth of a second of an interrupt; ``.partial`` is what was finished.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is what was finished, ``None`` where it had not begun.

    Notes
    -----
    Threads run in the engine, without the GIL. Any other exception that ends the call, such as that of a deal
    that cannot be read or of a generator, has the attribute ``partial`` too.

    Examples
    --------
    >>> deals = ["N:AK... QJ... T9... 87...", "N:AQ... K2... JT... 98..."]
    >>> try:
    ...     tricks = solve_many(deals, ["NT+"], time_limit=1e-9)
    ... except BatchStopped as stopped:
    ...     tricks = solve_many(deals, ["NT+"], resume=stopped.partial)
    >>> tricks[:, 0, 0]
    array([2, 1], dtype=uint8)
    """
    columns = read_strains(strains)
    checked_rules = read_rules(rules)
    read_progress(progress)
    resources = Resources.read(threads, memory_mb)
    batch = _core.Batch(resources.threads, resources.memory_bytes)
    seconds = Limits.read(time_limit=time_limit).seconds
    if is_table(deals):
        deals = table_to_array(deals)
    elif has_stream(deals):
        deals = cast("Iterable[Deal]", ArrowDeals(deals))  # `_chunks` knows it
    elif isinstance(deals, np.ndarray):
        deals = check_deal_array(deals)
    total = len(deals) if isinstance(deals, (list, tuple, np.ndarray)) else None
    resumed = _ResumedBatch(resume, columns, checked_rules)
    if total is not None:
        resumed.check_length(total)
    monitor = BatchMonitor(seconds, progress, total, len(columns))
    results = _BatchResults(columns, checked_rules)
    engine_rules: EngineRules | None = None
    with CarryPartial(results.partial, seconds, BatchStopped, BatchInterrupted):
        for chunk in _chunks(deals):  # type: ignore[arg-type]  # a table is an array by now
            if engine_rules is None:
                engine_rules = EngineRules(checked_rules, chunk.shape[1])
                resumed.check_seats(engine_rules.seats)
            elif chunk.shape[1] != engine_rules.seats:
                sizes = f"deal {results.deals} has {chunk.shape[1]} hands and deal 0 has {engine_rules.seats}"
                raise DealError(f"{sizes}: expected as many")
            first = results.deals
            hashes = deal_hashes_of(chunk)
            resumed.check_deals(first, hashes)
            cells = results.add(resumed.cells(first, len(chunk), engine_rules.seats), hashes)
            if not cells.done.all():
                monitor.check()
                callback = monitor.callback(first, cells.done.size)
                solve_cells(batch, engine_rules, chunk, columns, cells, progress=callback, first=first)
        resumed.check_length(results.deals)
        if progress is not None:
            progress(results.deals, results.deals)
    return results.tricks()


class _BatchResults:
    """Tricks chunk by chunk. Only the last chunk may have cells that are not done."""

    def __init__(self, strains: tuple[Strain, ...], rules: Rules) -> None:
        self._strains = strains
        self._rules = rules
        self._parts: list[NDArray[np.uint8]] = []
        self._hashes: list[NDArray[np.uint64]] = []
        self._last: CellBounds | None = None
        self.deals = 0

    def add(self, cells: CellBounds, hashes: NDArray[np.uint64]) -> CellBounds:
        """Begins a chunk of deals with these hashes, once the one before is done."""
        self._last = cells  # first: an interrupt may come in between
        self._hashes.append(hashes)
        self._parts.append(cells.low)
        self.deals += len(cells.low)
        return cells

    def tricks(self) -> NDArray[np.uint8]:
        """Shape (deals, seats, strains)."""
        if not self._parts:
            return np.zeros((0, 4, len(self._strains)), dtype=np.uint8)
        return self._parts[0] if len(self._parts) == 1 else np.concatenate(self._parts)

    def partial(self) -> PartialBatch:
        """What is finished now."""
        tricks = self.tricks()
        done = np.ones((len(tricks), len(self._strains)), dtype=np.bool_)
        if self._last is not None and self._parts and self._parts[-1] is self._last.low:
            count = len(self._last.done)
            done[-count:] = self._last.done != 0
            tricks[-count:] *= self._last.done[:, np.newaxis, :]
        hashes = np.concatenate([np.zeros(0, dtype=np.uint64), *self._hashes])[: len(tricks)]
        return PartialBatch(tricks, done, self._strains, self._rules, hashes)


class _ResumedBatch:
    """The partial result of an earlier call, from which this one goes on; ``None`` for none."""

    def __init__(self, resume: PartialBatch | None, strains: tuple[Strain, ...], rules: Rules) -> None:
        if resume is not None and not isinstance(resume, PartialBatch):
            raise WhistError(
                f"resume {shown(resume)} is wrong: expected the .partial of a batch that ended early"
            )
        if resume is not None:
            here, there = " ".join(map(str, strains)), " ".join(map(str, resume.strains))
            if resume.strains and resume.strains != strains:
                raise WhistError(f"resume has the strains {there} and not {here}: expected the same")
            if resume.tricks.shape[2] != len(strains):
                sizes = f"resume has {resume.tricks.shape[2]} strains and there are {len(strains)}"
                raise WhistError(f"{sizes}: expected as many")
            if resume.rules is not None and resume.rules != rules:
                raise WhistError(_differing_rules(resume.rules, rules))
        self._resume = resume
        self._strains = len(strains)

    def check_seats(self, seats: int) -> None:
        if self._resume is not None and self._resume.deals and self._resume.tricks.shape[1] != seats:
            have = self._resume.tricks.shape[1]
            raise WhistError(f"resume has {have} seats and the deals have {seats} hands: expected as many")

    def check_length(self, deals: int) -> None:
        if self._resume is not None and deals < self._resume.deals:
            sizes = f"there are {deals} deals and resume has {self._resume.deals}"
            raise DealError(f"{sizes}: expected the deals that it was made of, and perhaps more")

    def check_deals(self, first: int, hashes: NDArray[np.uint64]) -> None:
        """Whether the deals from the first on are those that the earlier call had read, as far as it had."""
        if self._resume is None or self._resume.deal_hashes is None:
            return
        known = self._resume.deal_hashes[first : first + len(hashes)]
        others = np.nonzero(known != hashes[: len(known)])[0]
        if others.size:
            other = f"deal {first + int(others[0])} is another than the one that resume has tricks of"
            raise DealError(f"{other}: expected the deals that it was made of, in their order")

    def cells(self, first: int, count: int, seats: int) -> CellBounds:
        """Those of so many deals from the first on, with what is known of them."""
        cells = CellBounds.unknown(count, seats, self._strains)
        if self._resume is not None and first < self._resume.deals:
            known = self._resume.tricks[first : first + count]
            cells.low[: len(known)] = cells.high[: len(known)] = known
            cells.done[: len(known)] = self._resume.done[first : first + count]
        return cells


def _differing_rules(before: Rules, now: Rules) -> str:
    """The first option that differs, in words."""
    for option in fields(now):
        there, here = getattr(before, option.name), getattr(now, option.name)
        if there != here:
            differs = f"{option.name}={setting_text(there)} and not {setting_text(here)}"
            return f"resume has the rules with {differs}: expected the same"
    raise AssertionError("rules that are not the same differ in an option")


def _chunks(deals: Iterable[Deal | str] | NDArray[np.uint64] | ArrowDeals) -> Iterator[NDArray[np.uint64]]:
    if isinstance(deals, ArrowDeals):
        for array in deals:
            yield from _chunks(array)
        return
    if isinstance(deals, np.ndarray):
        checked = check_deal_array(deals)
        for start in range(0, len(checked), CHUNK):
            yield checked[start : start + CHUNK]
        return
    if isinstance(deals, (str, Deal)):
        raise DealError(f"deals {shown(deals)} are wrong: expected several deals, such as [deal]")
    source = read_several(deals, "deals", DealError)
    number = 0
    while part := list(islice(source, CHUNK)):
        yield texts_to_array(part, number)
        number += len(part)
