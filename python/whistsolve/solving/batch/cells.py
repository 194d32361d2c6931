"""Cells of a batch, each a deal in a strain with every leader, and how the engine's threads solve them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve import _core
from whistsolve.encoding import strain_code
from whistsolve.errors import DealError
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.cards import JOKER_MASK
from whistsolve.values.strains import Strain

__all__ = ["CellBounds", "check_jokers", "solve_cells"]


@dataclass(frozen=True, slots=True, eq=False)
class CellBounds:
    """Bounds of the tricks in the cells of some deals. The arrays are written to.

    Attributes
    ----------
    low, high : ndarray
        uint8, shape (deals, seats, strains): bounds of the tricks of the leader's side, by leader as seated.
    done : ndarray
        uint8, shape (deals, strains): 1 where the bounds of all leaders are exact.
    """

    low: NDArray[np.uint8]
    high: NDArray[np.uint8]
    done: NDArray[np.uint8]

    @classmethod
    def unknown(cls, deals: int, seats: int, strains: int) -> CellBounds:
        """For so many deals, with no cell done."""
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
    """Solve the cells that are not done, and write their bounds, however the call ends.

    Parameters
    ----------
    batch, engine_rules
        The engine's solvers; rules and seats.
    deals : ndarray
        uint64, shape (deals, seats).
    strains : tuple of Strain
        The columns.
    cells : CellBounds
        Of these deals and strains.
    progress : callable, optional
        Called about twenty times a second, and at the end, with the number of cells done. What it raises
        ends the call.
    time_limit : float, optional
        Seconds, after which cells get only the bounds that need no search.
    first : int
        The number of the first deal, for messages.

    Raises
    ------
    DealError
        Where a hand holds a joker that should have been exchanged: names the deal.
    """
    check_jokers(engine_rules, deals, strains, first)
    # The engine counts seats in order of play; the mapping is its own inverse.
    turns = [engine_rules.turn(turn) for turn in range(engine_rules.seats)]
    low = np.ascontiguousarray(cells.low[:, turns])
    high = np.ascontiguousarray(cells.high[:, turns])
    done = cells.done.copy()
    try:
        batch.run(
            np.ascontiguousarray(deals[:, turns]),
            [strain_code(strain) for strain in strains],
            [engine_rules.side(turn) for turn in turns],
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
        cells.done[:] = done  # last: an interrupt may come in between


def check_jokers(
    engine_rules: EngineRules, deals: NDArray[np.uint64], strains: tuple[Strain, ...], first: int = 0
) -> None:
    """Where jokers are exchanged before play, none may be left in a hand that plays without a trump suit.

    Raises
    ------
    DealError
        Names the first such deal, counted from `first`, and the seat.
    """
    no_trump = next((strain for strain in strains if strain.is_no_trump), None)
    if no_trump is None or engine_rules.rules.joker_no_trump != "exchanged":
        return
    from whistsolve.encoding import array_to_deals  # only on the way to an error

    jokers = np.uint64(JOKER_MASK)
    for row in np.nonzero((deals & jokers).any(axis=1))[0][:1]:
        try:
            engine_rules.check_jokers(array_to_deals(deals[row : row + 1])[0], no_trump)
        except DealError as error:
            raise DealError(f"deal {first + int(row)}: {error}") from None
