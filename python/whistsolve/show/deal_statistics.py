"""Statistics of deals as tables: averages, frequencies, cross tables, and how many deals there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from whistsolve.conditions import DealAverage, DealCount, DealFrequency

__all__ = ["Averages", "Frequencies", "HowMany", "number_text", "one_in", "percent"]

#: Blanks between columns.
_GAP = 2


class Averages:
    """A row for the mean of each expression.

    Parameters
    ----------
    averages : sequence of DealAverage
    """

    def __init__(self, averages: Sequence[DealAverage]) -> None:
        self._averages = averages

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        grid = _grid(5)
        grid.columns[0].no_wrap = False
        grid.add_row("average", "mean", "±", "lowest", "highest", style="bold")
        for each in self._averages:
            numbers = (each.mean, each.standard_error, each.lowest, each.highest)
            grid.add_row(each.expression, *map(number_text, numbers))
        yield grid


class Frequencies:
    """How often an expression has each value, or two together, in percent.

    Columns of a cross table that do not fit into the console's width follow below the others.

    Parameters
    ----------
    frequency : DealFrequency
    """

    def __init__(self, frequency: DealFrequency) -> None:
        self._frequency = frequency

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if len(self._frequency.expressions) == 2:
            yield from self._cross_table(options.max_width)
            return
        found = self._frequency
        yield Text(found.expressions[0], style="bold")
        grid = _grid(4)
        grid.add_row("value", "deals", "%", "±", style="bold")
        rows = zip(found.values[0], found.counts, found.shares, found.standard_errors, strict=True)
        for value, count, share, error in rows:
            grid.add_row(number_text(value), str(count), percent(share), percent(error))
        yield grid

    def _cross_table(self, width: int) -> RenderResult:
        found = self._frequency
        (down, across), (rows, columns) = found.expressions, found.values
        yield Text.assemble((f"{down}", "bold"), " down, ", (f"{across}", "bold"), " across, %")
        cells = [[percent(share) for share in row] for row in found.shares]
        heads, names = [number_text(value) for value in columns], [number_text(value) for value in rows]
        widest = max(len(text) for texts in (heads, *cells) for text in texts)
        per_block = max(1, (width - max(map(len, names))) // (_GAP + widest))
        for start in range(0, len(heads), per_block):
            block = slice(start, start + per_block)
            grid = _grid(1 + len(heads[block]))
            grid.add_row("", *heads[block], style="bold")
            for name, row in zip(names, cells, strict=True):
                grid.add_row(Text(name, style="bold"), *row[block])
            yield grid
        largest = float(found.standard_errors.max())
        yield Text(f"standard errors are {percent(largest)} or less", style="dim")


class HowMany:
    """How many deals satisfy conditions.

    Parameters
    ----------
    found : DealCount
    """

    def __init__(self, found: DealCount) -> None:
        self._found = found

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        found = self._found
        if found.count is not None:
            yield Text(f"{found.count} of {found.total} deals, exactly")
            yield Text(f"probability {found.probability:.6g}{one_in(found.probability)}")
        else:
            yield Text(f"an estimate from {found.samples} deals")
            yield Text(
                f"probability {found.probability:.4g} ± {found.standard_error:.2g}{one_in(found.probability)}"
            )


def _grid(columns: int) -> Table:
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    for index in range(columns):
        grid.add_column(justify="right" if index else "left", no_wrap=True)
    return grid


def number_text(value: float) -> str:
    """A whole number without a point, another one to four digits."""
    return "-" if value != value else str(int(value)) if value == int(value) else f"{value:.4g}"


def percent(share: float) -> str:
    """A share in percent, with two digits."""
    return f"{100 * share:.2f}"


def one_in(probability: float) -> str:
    """A probability as one deal in so many; nothing where it is 0."""
    return f", one deal in {1 / probability:.3g}" if probability else ""
