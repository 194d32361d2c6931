"""What every call is worth, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from whistsolve.show.glyphs import glyphs_for

if TYPE_CHECKING:
    from whistsolve.bidding import BidReport, BidRow

__all__ = ["BidTable"]

_GAP = 2
_WORDS = {
    "honest": "discards chosen without seeing the other hands",
    "clairvoyant": "best discards for each layout, an upper bound",
    "thumb": "discards by a rule of thumb",
}


class BidTable:
    """A row for each call: what to name, chance to make, points, chance to win the match.

    Parameters
    ----------
    report : BidReport
    """

    def __init__(self, report: BidReport) -> None:
        self._report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report, glyphs = self._report, glyphs_for(options)
        mark = "±" if glyphs.symbols else "+-"
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column(no_wrap=True)
        for _ in range(3):
            grid.add_column(justify="right", no_wrap=True)
        heads = ["call", "names", "make", "points"]
        with_equity = any(row.equity is not None for row in report.rows)
        grid.add_row(*heads, *(["win"] if with_equity else []))
        for row in report.rows:
            style = "green" if row is report.best else ""
            strain = Text() if row.strain is None else glyphs.strain(row.strain)
            grid.add_row(str(row.call), strain, *self._numbers(row, mark), style=style)
        yield grid
        sure = "" if report.separated else ", not separated from the next"
        yield Text(f"best  {report.best.call}{sure}")
        about = (
            f"{report.samples} layouts; {_WORDS[report.discards]}; then both sides' best play, all hands open"
        )
        yield Text(about, style="dim")

    def _numbers(self, row: BidRow, mark: str) -> list[str]:
        make = "" if row.make is None else f"{row.make:.0%} {mark}{row.make_error:.0%}"
        points = f"{row.points:+.2f} {mark}{row.points_error:.2f}"
        win = [] if row.equity is None else [f"{row.equity:.1%} {mark}{row.equity_error:.1%}"]
        return [make, points, *win]
