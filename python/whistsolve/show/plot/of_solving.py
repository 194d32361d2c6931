"""Trick tables: a group of bars for each strain, a bar for each leader or declarer."""

from __future__ import annotations

from typing import Any, Final

from whistsolve.show.plot.figures import axes_or_new
from whistsolve.show.plot.registered import drawing
from whistsolve.solving import KittyTable, TrickTable

__all__: list[str] = []

#: Of the space of a strain.
_BARS_WIDE: Final = 0.8


@drawing.register(TrickTable)
def _table(table: TrickTable, ax: Any, what: str) -> Any:
    ax = axes_or_new(ax, 2 + 0.7 * len(table.strains), 3.2)
    width = _BARS_WIDE / table.seats
    for seat, name in enumerate(table.leaders):
        low, high = table.low[seat].tolist(), table.high[seat].tolist()
        places = [index + (seat - (table.seats - 1) / 2) * width for index in range(len(low))]
        ax.bar(places, low, width, label=name)
        if low != high:
            above = [most - least for least, most in zip(low, high, strict=True)]
            # Pale: what a limit has left open.
            ax.bar(places, above, width, bottom=low, color="gray", alpha=0.4)
    row = "declarer" if isinstance(table, KittyTable) else "leader"
    ax.set_xticks(range(len(table.strains)), labels=[strain.symbol for strain in table.strains])
    ax.set_ylabel(f"tricks of the {row}'s side")
    ax.grid(axis="y", alpha=0.3)
    ax.legend(title=row, ncols=table.seats, fontsize="small", loc="lower center", bbox_to_anchor=(0.5, 1))
    return ax
