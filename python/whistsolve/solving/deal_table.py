"""`table`: tricks of one deal for every leader and strain, or after the best discard for the kitty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import numpy as np

from whistsolve import _core
from whistsolve._internal.arguments import (
    DEFAULT_MEMORY_MB,
    Deadline,
    Limits,
    Progress,
    Resources,
    read_progress,
)
from whistsolve._internal.reading import shown
from whistsolve.cancelling import Cancellation, cancellable, in_threads
from whistsolve.encoding import deals_to_array
from whistsolve.errors import DealError, Interrupted, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.batch.cells import CellBounds, solve_cells
from whistsolve.solving.discards.discards import Discards
from whistsolve.solving.discards.results import BestDiscard
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.solving.results import TrickTable
from whistsolve.tabular import Column, texts
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.seats import seat_index
from whistsolve.values.strains import Strain, read_strains


class KittyTable(TrickTable):
    """Tricks of the declarer's side after the best discard, for every strain and declarer, who also leads.

    ``table[declarer, strain]`` is the number of tricks, with the same errors as in `TrickTable`.

    As a table (see `Tabular`) it has the columns ``declarer``, ``strain``, ``tricks``, ``low`` and ``high``
    as in `TrickTable`, and ``discard`` (text of a hand): a discard that wins at least ``low`` tricks.
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
        NotationError
            If the table has no such declarer or strain.
        """
        return self._discards[seat_index(declarer, self.seats, "declarer")][self._column(strain)]

    def _columns(self) -> Mapping[str, Column]:
        discards = [Hand(each.cards) for row in self._discards for each in row]
        return self._cells("declarer") | {"discard": texts(discards)}


@cancellable
def table(
    deal: Deal | str,
    *,
    strains: Iterable[Strain | str] | None = None,
    rules: Rules | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    time_limit: float | None = None,
    kitty: Literal["optimal"] | None = None,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> TrickTable:
    """Tricks of the leader's side for every leader and strain.

    Parameters
    ----------
    deal : Deal or str
        Two to six hands of one size; a kitty is not in play.
    strains, rules, threads, memory_mb, cancel : see `solve_many`
    time_limit : float, optional
        Seconds, above 0, for the whole table; strains are solved one after another. Cells that are not done
        in time get bounds.
    kitty : "optimal", optional
        If given, every leader is the declarer, who first takes the kitty and makes the best discard.
    progress : callable, optional
        With ``kitty``: called with the number of cells done and the total. Not called otherwise.

    Returns
    -------
    TrickTable
        ``t[leader, strain]``; ``t.to_numpy()`` is uint8, shape (seats, strains). If the limit was reached
        (``t.exact`` is False), use ``t.bounds(leader, strain)``, ``t.low`` and ``t.high``. With ``kitty`` it
        is a `KittyTable`, in which ``t.discard(declarer, strain)`` is the best discard.

    Raises
    ------
    Interrupted, Stopped
        ``.partial`` is the table so far with ``kitty``, otherwise ``None``.
    DealError, NotationError, RulesError, WhistError
        If an argument cannot be read, if the deal has no kitty to take, or if a cell would be an expected
        (fractional) number because jokers are exchanged for discards drawn blindly.
    """
    columns = read_strains(strains)
    read = Deal.of(deal)
    engine_rules = EngineRules(Rules.or_default(rules), read.seats)
    seconds = Limits.read(time_limit=time_limit).seconds
    read_progress(progress)
    if kitty is not None:
        if not isinstance(kitty, str) or kitty != "optimal":
            raise WhistError(f"kitty {shown(kitty)} is wrong: expected 'optimal', or None to leave it alone")
        resources = Resources.read(threads, memory_mb)
        return solve_kitty_table(
            read, columns, rules, resources=resources, seconds=seconds, progress=progress
        )
    for strain in columns:
        engine_rules.check_jokers(read, strain)
    resources = Resources.read(threads, memory_mb)
    batch = _core.Batch(resources.threads, resources.memory_bytes)
    cells = CellBounds.unknown(1, read.seats, len(columns))
    solve_cells(batch, engine_rules, deals_to_array([read]), columns, cells, time_limit=seconds)
    return TrickTable(cells.low[0], columns, cells.high[0])


def solve_kitty_table(
    deal: Deal,
    strains: tuple[Strain, ...],
    rules: Rules | None,
    *,
    resources: Resources,
    seconds: float | None,
    progress: Progress | None = None,
) -> KittyTable:
    """The table, each cell by a search for the best discard; cells not done in time have bounds."""
    deadline = Deadline(seconds)
    share = resources.of_one_thread().memory_mb
    # All cells are checked before any search, so that errors are raised at once.
    rows = [
        [Discards(deal, strain, declarer, rules=rules, memory_mb=share) for strain in strains]
        for declarer in range(deal.seats)
    ]
    cells = [question for row in rows for question in row]
    for question in cells:
        if question.expected:
            raise DealError(
                f"tricks in {question.position.strain} are an expected number, since jokers are exchanged for"
                " discards drawn blindly: expected another exchange_pick, or best_discard"
            )
    done: dict[Discards, BestDiscard] = {}

    def solve(question: Discards) -> None:
        try:
            done[question] = question.best(time_limit=deadline.seconds_left())
        except Interrupted as interrupt:
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
        raise Interrupted(message, table()) from interrupt
    return table()
