"""`table`: tricks of one deal for every leader and strain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from whistsolve import _core
from whistsolve.arguments import (
    DEFAULT_MEMORY_MB,
    Limits,
    Progress,
    Resources,
    read_deal,
    read_progress,
    read_rules,
    read_strains,
)
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.encoding import deals_to_array
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.solving.batch.cells import CellBounds, solve_cells
from whistsolve.solving.discards.table import solve_kitty_table
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.solving.results import TrickTable
from whistsolve.values.deals import Deal
from whistsolve.values.reading import shown
from whistsolve.values.strains import Strain

__all__ = ["table"]


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
    cancel: Cancel | None = None,
) -> TrickTable:
    """Tricks of the leader's side for every leader and strain.

    Parameters
    ----------
    deal : Deal or str
        Two to six hands of one size; a kitty is not in play.
    strains : iterable of Strain or str, optional
        The columns; S+ H+ D+ C+ NT+ S- H- D- C- NT- where they are left out.
    rules : Rules, optional
        As for `solve`.
    threads : int, optional
        How many to use; as many as there are processors where it is left out.
    memory_mb : int
        Cap on the transposition tables of all threads together, 1 to 65536 MiB; there are no more threads
        than MiB.
    time_limit : float, optional
        Seconds, above 0, for the whole table; strains are solved one after another. Cells that are not done
        by then have bounds.
    kitty : "optimal", optional
        Every leader is a declarer who takes the kitty first and makes the best discard.
    progress : callable, optional
        With a kitty taken: called with the cells done and their number.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    TrickTable
        ``t[leader, strain]``; ``t.to_numpy()`` is uint8, shape (seats, strains). Where the time was over,
        ``t.bounds(leader, strain)``, ``t.low`` and ``t.high``; ``t.exact`` tells. With a kitty taken it is a
        `KittyTable`, where ``t.discard(declarer, strain)`` is the best discard.

    Raises
    ------
    TableInterrupted
        A `KeyboardInterrupt` with the table so far, where a kitty is taken.
    DealError, StrainError, RulesError, WhistError
        Where an argument cannot be read, or there is no kitty to be taken.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is the table so far where a kitty is taken.
    """
    columns = read_strains(strains)
    read = read_deal(deal)
    engine_rules = EngineRules(read_rules(rules), read.seats)
    seconds = Limits.read(time_limit=time_limit).seconds
    read_progress(progress)
    if kitty is not None:
        if not isinstance(kitty, str) or kitty != "optimal":
            raise WhistError(f"kitty {shown(kitty)} is wrong: expected 'optimal', or None to leave it alone")
        return solve_kitty_table(
            *(read, columns, rules),
            resources=Resources.read(threads, memory_mb),
            seconds=seconds,
            progress=progress,
        )
    for strain in columns:
        engine_rules.check_jokers(read, strain)
    resources = Resources.read(threads, memory_mb)
    batch = _core.Batch(resources.threads, resources.memory_bytes)
    cells = CellBounds.unknown(1, read.seats, len(columns))
    solve_cells(batch, engine_rules, deals_to_array([read]), columns, cells, time_limit=seconds)
    return TrickTable(cells.low[0], columns, cells.high[0])
