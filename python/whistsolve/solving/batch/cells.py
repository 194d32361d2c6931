"""Cells of a batch, each one deal in one strain for all leaders, solved by the engine's threads."""

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


@dataclass(frozen=True, slots=True, eq=False)
class CellBounds:
    """Bounds of the tricks in the cells of the given deals. The uint8 arrays are updated in place.

    ``low`` and ``high`` bound the tricks of the leader's side, shape (deals, seats, strains), by the
    leader's seat. ``done``, shape (deals, strains), is 1 if the bounds of all leaders are exact.
    """

    low: NDArray[np.uint8]
    high: NDArray[np.uint8]
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

    ``deals`` are uint64, shape (deals, seats); ``cells`` must belong to these deals and strains. ``progress``
    is called with the number of cells done, up to 300 times a second and at the end; its exceptions end
    the call. After ``time_limit`` seconds cells get only the bounds that need no search. A `DealError` for a
    joker that should have been exchanged names its deal, counted from ``first``.
    """
    check_jokers(engine_rules, deals, strains, first)
    # The engine numbers hands in the order of play; the mapping is its own inverse.
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
        cells.done[:] = done  # last: an interrupt leaves no cell done without its bounds


def check_jokers(
    engine_rules: EngineRules, deals: NDArray[np.uint64], strains: tuple[Strain, ...], first: int = 0
) -> None:
    """Raise DealError if a joker that must be exchanged before play is left in a hand for no-trump."""
    no_trump = next((strain for strain in strains if strain.is_no_trump), None)
    if no_trump is None or engine_rules.rules.joker_no_trump != "exchanged":
        return
    from whistsolve.encoding import array_to_deals  # imported here: needed only for the message

    jokers = np.uint64(JOKER_MASK)
    for row in np.nonzero((deals & jokers).any(axis=1))[0][:1]:
        try:
            engine_rules.check_jokers(array_to_deals(deals[row : row + 1])[0], no_trump)
        except DealError as error:
            raise DealError(f"deal {first + int(row)}: {error}") from None
