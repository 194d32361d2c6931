"""The table of a deal whose kitty is taken: every declarer in every strain, each with its best discard."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import numpy as np

from whistsolve.arguments import Limits, Resources
from whistsolve.errors import DealError, Interrupted, SolveStopped
from whistsolve.rules import Rules
from whistsolve.solving.discards.question import BestDiscard, DiscardInterrupted, DiscardQuestion
from whistsolve.solving.results import TrickTable
from whistsolve.values.deals import Deal
from whistsolve.values.seats import seat_index
from whistsolve.values.strains import Strain

__all__ = ["KittyTable", "TableInterrupted", "solve_kitty_table"]


class KittyTable(TrickTable):
    """Tricks of the declarer's side after the best discard, for every declarer, who leads, and strain.

    ``table[declarer, strain]`` is a number of tricks as in `TrickTable`.
    """

    __slots__ = ("_discards",)

    def __init__(self, discards: list[list[BestDiscard]], strains: tuple[Strain, ...]) -> None:
        low = np.array([[each.low for each in row] for row in discards], dtype=np.uint8)
        high = np.array([[each.high for each in row] for row in discards], dtype=np.uint8)
        super().__init__(low, strains, high)
        self._discards = tuple(tuple(row) for row in discards)

    def discard(self, declarer: int | str, strain: Strain | str) -> BestDiscard:
        """The best discard of one cell.

        Raises
        ------
        SeatError, StrainError
            Where there is no such row or column.
        """
        return self._discards[seat_index(declarer, self.seats, "declarer")][self._column(strain)]


class TableInterrupted(Interrupted[KittyTable]):
    """An interrupt that ended ``table(kitty="optimal")``. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : KittyTable
        The cells that were finished; the others have bounds that are certain.
    """


def solve_kitty_table(
    deal: Deal,
    strains: tuple[Strain, ...],
    rules: Rules | None,
    *,
    resources: Resources,
    seconds: float | None,
) -> KittyTable:
    """All cells, each by a search of its own; cells that time has run out for have bounds.

    Raises
    ------
    TableInterrupted
        A `KeyboardInterrupt` that has what was finished.
    DealError
        As `best_discard`, and where a cell would be an expected number.
    """
    until = None if seconds is None else monotonic() + seconds
    share = max(resources.memory_mb // resources.threads, 1)
    # All are read before anything is searched, so that what is wrong is said at once.
    hands = [
        [
            DiscardQuestion(deal, strain, declarer, holder=None, leader=None, rules=rules, memory_mb=share)
            for strain in strains
        ]
        for declarer in range(deal.seats)
    ]

    for hand in (hand for row in hands for hand in row):
        if hand.expected:
            raise DealError(
                f"tricks in {hand.strain} are an expected number, since jokers are exchanged for discards"
                " drawn blindly: expected another exchange_pick, or best_discard"
            )

    cells = [hand for row in hands for hand in row]
    done: dict[DiscardQuestion, BestDiscard] = {}

    def work(hand: DiscardQuestion) -> None:
        try:
            done[hand] = hand.best(Limits(seconds=None if until is None else max(until - monotonic(), 1e-6)))
        except DiscardInterrupted as interrupt:
            done[hand] = interrupt.partial
            raise
        except SolveStopped:  # below, for an interrupt
            pass
        finally:
            hand.close()

    def table() -> KittyTable:
        return KittyTable([[done.get(hand) or hand.unknown() for hand in row] for row in hands], strains)

    try:
        if resources.threads == 1:
            for hand in cells:
                work(hand)
        else:
            _in_threads(work, cells, resources.threads)
    except KeyboardInterrupt as interrupt:
        finished = sum(discard.exact for discard in done.values())
        message = f"interrupted: {finished} of {len(cells)} cells are known, the table so far is in .partial"
        raise TableInterrupted(message, table()) from interrupt
    return table()


def _in_threads(work: Callable[[DiscardQuestion], None], cells: list[DiscardQuestion], threads: int) -> None:
    """Does all the work, or ends all of it where there is an error or an interrupt."""
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(work, hand) for hand in cells]
        try:
            for each in waiting:
                each.result()
        except BaseException:
            for each in waiting:
                each.cancel()
            for hand in cells:
                hand.stop()
            raise
