"""Reports of advice as tables that fit into any width."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from whistsolve.show.advice import best_index, caption, cell_text, columns_in_use
from whistsolve.show.conclusions import conclusion
from whistsolve.show.glyphs import Glyphs, glyphs_for
from whistsolve.show.results import parts_text
from whistsolve.values import Hand, Strain

if TYPE_CHECKING:
    from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow
    from whistsolve.bidding.reports.table import Cell, Unit

    Report: TypeAlias = AdviceReport[AdviceRow]

__all__ = ["AdviceTable"]

_GAP: Final = 2
#: What candidates are compared by: the first of these columns that a report has.
_COMPARED_BY: Final = ("win", "points", "tricks")


class AdviceTable:
    """A report of advice: a row for each candidate, the best in green.

    Nothing is cut: where the columns do not fit into the console's width, those that matter most come first,
    and the others follow below, the candidates repeated. The last line says what to do.

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
        if _total(columns) > options.max_width:
            columns = [columns[0], *sorted(columns[1:], key=_importance(columns))]
        yield from _grids(columns, options.max_width, best + 1)
        found, about = caption(self._report)
        yield Text(f"best  {found}")
        yield Text(about, style="dim")
        yield parts_text(conclusion(self._report), glyphs)


def _importance(columns: Sequence[Sequence[Text]]) -> Callable[[Sequence[Text]], int]:
    """Where a column stands on a narrow screen: what candidates are compared by comes early."""
    headings = {column[0].plain for column in columns}
    compared = next((each for each in _COMPARED_BY if each in headings), "")
    order = ["strain", compared, "discard", "make", *_COMPARED_BY, "layouts"]
    return lambda column: order.index(column[0].plain) if column[0].plain in order else len(order)


def _total(columns: Sequence[Sequence[Text]]) -> int:
    """The width of columns side by side."""
    return sum(max(cell.cell_len for cell in column) for column in columns) + _GAP * (len(columns) - 1)


def _grids(columns: Sequence[Sequence[Text]], width: int, best: int) -> Iterator[Table | Text]:
    """Columns of equal length beside the first one, in grids that fit into the width, an empty line between.

    Nothing is cut: a column that is wider than the console is folded.

    Parameters
    ----------
    columns : sequence of sequence of Text
        The heading of each, then its cells.
    width : int
        Of the console.
    best : int
        The index of the row to show in green; that of the headings is 0.
    """
    for number, block in enumerate(_blocks(columns, width)):
        if number:
            yield Text()
        grid = Table.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
        for index in range(len(block)):
            grid.add_column(style="" if index else "bold", overflow="fold")
        for index, cells in enumerate(zip(*block, strict=True)):
            grid.add_row(*cells, style="green" if index == best else "")
        yield grid


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
