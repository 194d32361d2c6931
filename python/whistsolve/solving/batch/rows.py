"""`solve_rows`: many positions at once, each with its own hands, strain, leader and declarer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Progress
from whistsolve._internal.reading import read_integer, shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.encoding import check_deal_array, strain_code
from whistsolve.errors import NotationError, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.batch.cells import BatchMonitor, check_jokers
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values import Strain, seat_index
from whistsolve.values.strains import read_strains

#: Integers, one for each row.
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
    cancel: Cancellation | None = None,
) -> NDArray[np.uint8]:
    """Tricks of the declarer's side for every row of hands, each with its own strain, leader and declarer.

    Parameters
    ----------
    hands : ndarray
        uint64, shape (rows, seats): hands of any size, as `whistsolve.encoding.deals_to_array` makes them.
    strains : ndarray, or Strain, str or int
        Integers, shape (rows,): indices into `columns`. Or one strain or index for all rows.
    leaders : ndarray, or int or str
        Integers, shape (rows,): the seat that leads to the first trick. Or one seat for all rows.
    declarers : ndarray, or int or str
        Integers, shape (rows,): the seat whose side's tricks are counted. Or one seat for all rows.
    columns : iterable of Strain or str, optional
        The strains that `strains` indexes; by default S+ H+ D+ C+ NT+ S- H- D- C- NT-.
    rules, threads, memory_mb, progress, time_limit, cancel
        As for `solve_many`; progress counts rows.

    Returns
    -------
    ndarray
        uint8, shape (rows,): tricks of the declarer's side in each row.

    Raises
    ------
    DealError, NotationError
        If a row is not a deal or has a joker that should have been exchanged, or if a number is not a strain
        or seat; the message names the row.
    RulesError, WhistError
        If another argument cannot be read, or the arrays differ in length.
    Interrupted, Stopped
        ``.partial`` is the result so far: a `numpy.ma.MaskedArray` in which rows that are not done are
        masked; ``None`` if solving had not begun.

    Notes
    -----
    Rows with the same hands and strain are solved faster if they are adjacent, whatever their leaders.
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
    engine_rules = EngineRules(Rules.or_default(rules), seats)
    if isinstance(strains, (Strain, str)):
        if columns is not None:
            raise NotationError(
                f"strains {shown(strains)} is one for all rows: expected no columns beside it"
            )
        listed: tuple[Strain, ...] = (Strain.of(strains),)
        strains = 0
    else:
        listed = read_strains(columns)
    if isinstance(strains, np.ndarray):
        indices = _read_numbers(strains, "strains", rows, len(listed))
    else:
        index = read_integer(strains, "strains", NotationError, 0, len(listed) - 1)
        indices = np.full(rows, index, dtype=np.uint8)
    leading = _read_seats(leaders, "leaders", rows, seats)
    declaring = _read_seats(declarers, "declarers", rows, seats)
    check_jokers(engine_rules, read, listed, columns=indices)
    monitor = BatchMonitor(threads, memory_mb, progress, time_limit)
    turns = engine_rules.turns
    codes = np.array([strain_code(strain) for strain in listed], dtype=np.uint8)
    sides = np.array([engine_rules.side(seat) for seat in range(seats)], dtype=np.uint8)
    tricks, high, done = (np.zeros(rows, dtype=np.uint8) for _ in range(3))
    with monitor.of(lambda: partial_rows(tricks, done), rows):
        monitor.batch.run_rows(
            np.ascontiguousarray(read[:, turns]),
            codes[indices, 0],
            codes[indices, 1],
            np.array(turns, dtype=np.uint8)[leading],
            sides[declaring],
            rules=engine_rules.core_rules,
            low=tricks,
            high=high,
            done=done,
            progress=monitor.callback(0, rows),
        )
    return tricks


def partial_rows(tricks: NDArray[np.uint8], done: NDArray[np.uint8]) -> tuple[np.ma.MaskedArray, str]:
    """The tricks with rows that are not done masked, and a text of how many rows are done."""
    finished = done != 0
    open_rows = np.broadcast_to(~finished.reshape(-1, *[1] * (tricks.ndim - 1)), tricks.shape)
    found = np.ma.MaskedArray(tricks.copy(), mask=open_rows)
    return found, f"{int(finished.sum())} of {len(done)} rows are done"


def _read_seats(given: object, name: str, rows: int, seats: int) -> NDArray[np.uint8]:
    """The seat of each row; one given seat is repeated for all rows."""
    if isinstance(given, np.ndarray):
        return _read_numbers(given, name, rows, seats)
    return np.full(rows, seat_index(given, seats, name), dtype=np.uint8)


def _read_numbers(given: NDArray[np.generic], name: str, rows: int, below: int) -> NDArray[np.uint8]:
    """The given integers, checked: one for each row, from 0 to ``below - 1``."""
    if not np.issubdtype(given.dtype, np.integer) or given.shape != (rows,):
        shape = f"{name} of dtype {given.dtype} and shape {given.shape} are wrong"
        raise WhistError(f"{shape}: expected whole numbers of shape {(rows,)}, one for each row of hands")
    bad = np.nonzero((given < 0) | (given >= below))[0]  # type: ignore[operator]
    if bad.size:
        row = int(bad[0])
        raise NotationError(f"row {row} of {name} is {given[row]}: expected a number from 0 to {below - 1}")
    return given.astype(np.uint8)
