"""`solve_rows`: many positions at once, each with its own hands, strain, leader and declarer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

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
from whistsolve.encoding import check_deal_array, strain_code
from whistsolve.errors import SeatError, StrainError, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.batch.cells import check_jokers
from whistsolve.solving.batch.monitor import BatchMonitor, CarryPartial
from whistsolve.solving.batch.partial import PartialRows, RowsInterrupted, RowsStopped
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.reading import read_integer, shown
from whistsolve.values.seats import seat_index
from whistsolve.values.strains import Strain

__all__ = ["solve_rows"]

#: Whole numbers, one for each row.
Numbers: TypeAlias = NDArray[np.integer]


@cancellable
def solve_rows(
    hands: NDArray[np.uint64],
    strains: Numbers | Strain | str | int,
    leaders: Numbers | int | str,
    declarers: Numbers | int | str,
    *,
    columns: Iterable[Strain | str] | None = None,
    rules: Rules | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> NDArray[np.uint8]:
    """Tricks of the declarer's side for every row of hands, in one strain and with one leader each.

    Parameters
    ----------
    hands : ndarray
        uint64, shape (rows, seats): hands of any size, as `whistsolve.encoding.deals_to_array` makes them.
    strains : ndarray, or Strain, str or int
        Whole numbers, shape (rows,): indices in `columns`. Or one strain or index for all rows.
    leaders : ndarray, or int or str
        Whole numbers, shape (rows,): the seat that leads to the first trick. Or one seat for all rows.
    declarers : ndarray, or int or str
        The seat whose side's tricks are counted, likewise.
    columns : iterable of Strain or str, optional
        What the numbers in `strains` stand for; S+ H+ D+ C+ NT+ S- H- D- C- NT- where they are left out.
    rules : Rules, optional
        As for `solve`.
    threads : int, optional
        How many to use; as many as there are processors where it is left out. The answers do not depend on
        it.
    memory_mb : int
        Cap on the transposition tables of all threads together, 1 to 65536 MiB; there are no more threads
        than MiB.
    progress : callable, optional
        Called about twenty times a second from the calling thread with the number of rows done and in all.
        An exception of it ends the call and is raised with the finished rows in its attribute ``partial``,
        where its class allows one.
    time_limit : float, optional
        Seconds, above 0. The call ends within a tenth of a second of them.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    ndarray
        uint8, shape (rows,): tricks of the side of each row's declarer.

    Raises
    ------
    DealError
        Where a row holds no deal, or a joker that should have been exchanged: names the row.
    StrainError, SeatError
        Where a number stands for no strain or seat: names the row.
    RulesError, WhistError
        Where another argument cannot be read, or the arrays are not of one length.
    RowsStopped
        Where the time was over; ``.partial`` is what was finished.
    RowsInterrupted
        A `KeyboardInterrupt`, within a tenth of a second of an interrupt; ``.partial`` is what was finished.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is what was finished.

    Notes
    -----
    Rows of the same hands and strain are quicker where they follow one another, whatever their leaders.
    There is no Python loop over the rows.

    Examples
    --------
    >>> from whistsolve.encoding import deals_to_array
    >>> from whistsolve.values.deals import Deal
    >>> texts = ["N:AK... QJ... T9... 87...", "N:2... 3... 4... 5..."]
    >>> hands = deals_to_array(map(Deal.from_text, texts))
    >>> solve_rows(hands, "NT+", leaders="E", declarers=np.array([0, 3]))
    array([2, 1], dtype=uint8)
    """
    read = check_deal_array(hands)
    rows, seats = read.shape
    engine_rules = EngineRules(read_rules(rules), seats)
    if isinstance(strains, (Strain, str)):
        if columns is not None:
            raise StrainError(f"strains {shown(strains)} is one for all rows: expected no columns beside it")
        listed: tuple[Strain, ...] = (Strain.of(strains),)
        strains = 0
    else:
        listed = read_strains(columns)
    if isinstance(strains, np.ndarray):
        indices = _read_numbers(strains, "strains", rows, len(listed), StrainError)
    else:
        index = read_integer(strains, "strains", StrainError, 0, len(listed) - 1)
        indices = np.full(rows, index, dtype=np.uint8)
    turns = np.array([engine_rules.turn(seat) for seat in range(seats)], dtype=np.uint8)
    sides = np.array([engine_rules.side(seat) for seat in range(seats)], dtype=np.uint8)
    codes = np.array([strain_code(strain) for strain in listed], dtype=np.uint8)
    leading = turns[_read_seats(leaders, "leaders", rows, seats)]
    declaring = sides[_read_seats(declarers, "declarers", rows, seats)]
    _check_jokers(engine_rules, read, listed, indices)
    read_progress(progress)
    resources = Resources.read(threads, memory_mb)
    batch = _core.Batch(resources.threads, resources.memory_bytes)
    seconds = Limits.read(time_limit=time_limit).seconds
    monitor = BatchMonitor(seconds, progress, rows, 1)
    tricks, high, done = (np.zeros(rows, dtype=np.uint8) for _ in range(3))

    def partial() -> PartialRows:
        return PartialRows(tricks * done, done != 0)

    with CarryPartial(partial, seconds, RowsStopped, RowsInterrupted):
        batch.run_rows(
            # The engine counts seats in order of play; the mapping is its own inverse.
            np.ascontiguousarray(read[:, turns]),
            codes[indices, 0],
            codes[indices, 1],
            leading,
            declaring,
            rules=engine_rules.core_rules,
            low=tricks,
            high=high,
            done=done,
            progress=monitor.callback(0, rows),
        )
    return tricks


def _read_seats(given: object, name: str, rows: int, seats: int) -> NDArray[np.uint8]:
    """A seat for each row."""
    if isinstance(given, np.ndarray):
        return _read_numbers(given, name, rows, seats, SeatError)
    return np.full(rows, seat_index(given, seats, name), dtype=np.uint8)


def _read_numbers(
    given: NDArray[np.generic], name: str, rows: int, below: int, error: type[WhistError]
) -> NDArray[np.uint8]:
    """Whole numbers from 0, one for each row."""
    if not np.issubdtype(given.dtype, np.integer) or given.shape != (rows,):
        shape = f"{name} of dtype {given.dtype} and shape {given.shape} are wrong"
        raise WhistError(f"{shape}: expected whole numbers of shape {(rows,)}, one for each row of hands")
    bad = np.nonzero((given < 0) | (given >= below))[0]  # type: ignore[operator]
    if bad.size:
        row = int(bad[0])
        raise error(f"row {row} of {name} is {given[row]}: expected a number from 0 to {below - 1}")
    return given.astype(np.uint8)


def _check_jokers(
    engine_rules: EngineRules,
    hands: NDArray[np.uint64],
    listed: tuple[Strain, ...],
    indices: NDArray[np.uint8],
) -> None:
    """No joker may be left in a no-trump hand where they are exchanged before play."""
    for index, strain in enumerate(listed):
        if strain.is_no_trump and engine_rules.rules.joker_no_trump == "exchanged":
            masks = np.where((indices == index)[:, np.newaxis], hands, np.uint64(0))
            rows = np.nonzero((masks >> np.uint64(52)).any(axis=1))[0][:1]
            for row in rows.tolist():
                check_jokers(engine_rules, hands[row : row + 1], (strain,), row)
