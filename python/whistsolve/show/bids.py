"""Reports of advice on a terminal: a row for each call, strain or discard, as wide as the screen allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from whistsolve.show.advice import best_index, caption, cell_text, columns_in_use
from whistsolve.show.glyphs import Glyphs, glyphs_for
from whistsolve.values import Hand, Strain

if TYPE_CHECKING:
    from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow
    from whistsolve.bidding.reports.table import Cell, Unit

    Report: TypeAlias = AdviceReport[AdviceRow]

__all__ = ["AdviceTable"]

_GAP: Final = 2


class AdviceTable:
    """A report of advice: a row for each candidate, the best in green.

    Columns that do not fit into the console's width follow below the others, the candidates repeated.

    Parameters
    ----------
    report : AdviceReport
    """

    def __init__(self, report: Report) -> None:
        self._report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        glyphs, best = glyphs_for(options), best_index(self._report)
        columns = [
            [Text(column.heading), *(_cell(cell, column.unit, glyphs) for cell in column.cells)]
            for column in columns_in_use(self._report)
        ]
        for block in _blocks(columns, options.max_width):
            grid = Table.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
            for index in range(len(block)):
                grid.add_column(style="" if index else "bold", overflow="fold")
            for index, cells in enumerate(zip(*block, strict=True)):
                grid.add_row(*cells, style="green" if index == best + 1 else "")
            yield grid
        found, about = caption(self._report)
        yield Text(f"best  {found}")
        yield Text(about, style="dim")


def _blocks(columns: Sequence[Sequence[Text]], width: int) -> Iterator[list[Sequence[Text]]]:
    """As many columns at a time as fit beside the first one."""
    first, *others = columns
    widths = [max(cell.cell_len for cell in column) for column in columns]
    block, used = [first], widths[0]
    for column, needed in zip(others, widths[1:], strict=True):
        if len(block) > 1 and used + _GAP + needed > width:
            yield block
            block, used = [first], widths[0]
        block.append(column)
        used += _GAP + needed
    yield block


def _cell(cell: Cell, unit: Unit | None, glyphs: Glyphs) -> Text:
    if isinstance(cell, Strain):
        return glyphs.strain(cell)
    return glyphs.cards(cell) if isinstance(cell, Hand) else Text(cell_text(cell, unit))
