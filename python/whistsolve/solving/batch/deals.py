"""`solve_many`: many deals in chunks, on several threads; an early end raises with the partial result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Progress
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import DealError
from whistsolve.rules import Rules
from whistsolve.solving.batch.cells import BatchMonitor, solve_cells
from whistsolve.solving.batch.inputs import CHUNK, DealTable, read_deals
from whistsolve.solving.batch.partial import BatchResults, PartialBatch
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values import Deal, Strain
from whistsolve.values.strains import read_strains


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
    columns = read_strains(strains)
    checked_rules = Rules.or_default(rules)
    monitor = BatchMonitor(threads, memory_mb, progress, time_limit)
    results = BatchResults(columns, checked_rules, resume)
    arrays, total = read_deals(deals, checked_rules)
    if total is not None:
        results.check_length(total)
    engine_rules: EngineRules | None = None
    with monitor.of(results.partial, total, len(columns)):
        for chunk in _chunks(arrays):
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


def _chunks(arrays: Iterable[NDArray[np.uint64]]) -> Iterator[NDArray[np.uint64]]:
    for array in arrays:
        for start in range(0, len(array), CHUNK):
            yield array[start : start + CHUNK]
