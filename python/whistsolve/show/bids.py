"""What every call or every strain is worth, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from whistsolve.show.glyphs import Glyphs, glyphs_for
from whistsolve.values import Hand, Strain

if TYPE_CHECKING:
    from whistsolve.bidding import BidReport
    from whistsolve.bidding.reports.strain_report import StrainReport

__all__ = ["BidTable", "StrainTable"]

_GAP = 2


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
        rows: list[list[str | Text]] = [
            [str(row.call), _strain(row.strain, glyphs), *row.as_text()] for row in report.rows
        ]
        yield _grid(["call", "names", "make", "points", "win"], rows, report.rows.index(report.best))
        yield from _below(report.caption)


class StrainTable:
    """A row for each strain: tricks, chance to make, points, chance to win the match, what to bury.

    Parameters
    ----------
    report : StrainReport
    """

    def __init__(self, report: StrainReport) -> None:
        self._report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report, glyphs = self._report, glyphs_for(options)
        rows: list[list[str | Text]] = [
            [
                _strain(row.strain, glyphs),
                f"{row.mean_tricks:6.2f}",
                *row.as_text(),
                glyphs.cards(Hand(row.discard or ())),
            ]
            for row in report.rows
        ]
        heads = ["strain", "tricks", "make", "points", "win", "discard"]
        yield _grid(heads, rows, report.rows.index(report.best))
        yield from _below(report.caption)


def _strain(strain: Strain | None, glyphs: Glyphs) -> Text:
    return Text() if strain is None else glyphs.strain(strain)


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str | Text]], best: int) -> Table:
    """The columns that have something in them. All begin at the left: numbers are padded already."""
    used = [place for place in range(len(heads)) if any(cells[place] for cells in rows)]
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    for place in used:
        grid.add_column(style="" if place else "bold", no_wrap=True)
    grid.add_row(*(heads[place] for place in used))
    for number, cells in enumerate(rows):
        grid.add_row(*(cells[place] for place in used), style="green" if number == best else "")
    return grid


def _below(caption: tuple[str, str]) -> list[Text]:
    best, about = caption
    return [Text(f"best  {best}"), Text(about, style="dim")]
