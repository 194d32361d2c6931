"""The table of a deal whose kitty is taken: every declarer in every strain, each with its best discard."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from whistsolve.arguments import Limits, Progress, Resources
from whistsolve.cancelling import in_threads
from whistsolve.errors import DealError, Interrupted, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.deadline import Deadline
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.discards.question import DiscardQuestion
from whistsolve.solving.discards.results import BestDiscard, BestDiscardInterrupted
from whistsolve.solving.results import TrickTable
from whistsolve.tabular import Column, texts
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import shown
from whistsolve.values.seats import seat_index
from whistsolve.values.strains import Strain

__all__ = ["KittyTable", "TableInterrupted", "solve_kitty_table"]


class KittyTable(TrickTable):
    """Tricks of the declarer's side after the best discard, for every declarer, who leads, and strain.

    ``table[declarer, strain]`` is a number of tricks as in `TrickTable`.

    As a table (see `Tabular`) its columns are ``declarer``, ``strain``, ``tricks``, ``low``, ``high``, as
    those of a `TrickTable`, and ``discard``, text of a hand: one that takes at least ``low`` tricks.
    """

    __slots__ = ("_discards",)

    def __init__(self, discards: list[list[BestDiscard]], strains: tuple[Strain, ...]) -> None:
        if not isinstance(discards, list) or not all(isinstance(row, list) for row in discards):
            raise WhistError(f"discards {shown(discards)} are wrong: expected a list for each declarer")
        wrong = [each for row in discards for each in row if not isinstance(each, BestDiscard)]
        if wrong or len({len(row) for row in discards}) > 1:
            raise WhistError(f"discards {shown(discards)} are wrong: expected a BestDiscard for each strain")
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

    def _columns(self) -> Mapping[str, Column]:
        discards = [Hand(each.cards) for row in self._discards for each in row]
        return self._cells("declarer") | {"discard": texts(discards)}


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
    progress: Progress | None = None,
) -> KittyTable:
    """All cells, each a search for the best discard; cells that the time limit leaves out have bounds.

    Raises
    ------
    TableInterrupted
        A `KeyboardInterrupt` that has what was finished.
    DealError
        As `best_discard`, and where a cell would be an expected number.
    """
    deadline = Deadline(seconds)
    share = resources.of_one_thread()
    # All are checked before anything is searched, so that an error comes at once.
    rows = [
        [
            DiscardQuestion(KittyPosition.read(deal, strain, declarer, rules=rules), share)
            for strain in strains
        ]
        for declarer in range(deal.seats)
    ]
    cells = [question for row in rows for question in row]
    for question in cells:
        if question.expected:
            raise DealError(
                f"tricks in {question.position.strain} are an expected number, since jokers are exchanged for"
                " discards drawn blindly: expected another exchange_pick, or best_discard"
            )
    done: dict[DiscardQuestion, BestDiscard] = {}

    def solve(question: DiscardQuestion) -> None:
        try:
            done[question] = question.best(Limits(seconds=deadline.seconds_left()))
        except BestDiscardInterrupted as interrupt:
            done[question] = interrupt.partial
            raise
        finally:
            question.close()

    def tell() -> None:
        if progress is not None:
            progress(len(done), len(cells))

    def table() -> KittyTable:
        known = [[done.get(question) or question.unknown() for question in row] for row in rows]
        return KittyTable(known, strains)

    try:
        if resources.threads == 1:
            for question in cells:
                solve(question)
                tell()
        else:
            with in_threads(solve, resources.threads) as begin:
                for solved in [begin(question) for question in cells]:
                    solved.result()
                    tell()
    except KeyboardInterrupt as interrupt:
        finished = sum(discard.exact for discard in done.values())
        message = f"interrupted: {finished} of {len(cells)} cells are known, the table so far is in .partial"
        raise TableInterrupted(message, table()) from interrupt
    return table()
