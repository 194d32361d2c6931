"""Reports of advice as tables, the best row marked, with bars and intervals; and their rows."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, TypeAlias

from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow, DistributionRow
from whistsolve.bidding.reports.intervals import Interval
from whistsolve.bidding.reports.table import Cell, Column, Estimate
from whistsolve.show.advice import best_index, caption, cell_text, columns_in_use
from whistsolve.show.conclusions import conclusion
from whistsolve.show.glyphs import UNICODE
from whistsolve.show.html import markup
from whistsolve.show.html.bars import chance_bar, interval_bar
from whistsolve.show.html.forms import form
from whistsolve.show.html.markup import span
from whistsolve.show.results import parts_text

__all__: list[str] = []

_Report: TypeAlias = AdviceReport[AdviceRow]

#: Colours in which text can be read on white and on black.
_BEST: Final = "background:rgba(80,170,90,.22);font-weight:bold;"
_CELL: Final = "padding:.15em .5em;text-align:left;white-space:nowrap;border:0;"
_WRAPPED: Final = _CELL.replace("nowrap", "normal")


@form.register(AdviceReport)
def _report(report: _Report) -> str:
    """The best row marked, a bar for each chance to make, or for tricks where nothing is to be made."""
    columns = columns_in_use(report)
    bar = "make" if any(column.unit == "make" for column in columns) else "tricks"
    rows = zip(*([_cell(cell, column, bar) for cell in column.cells] for column in columns), strict=True)
    best, about = caption(report)
    return _table(
        report.title,
        [column.heading for column in columns],
        list(rows),
        (f"best: {best}", about, parts_text(conclusion(report), UNICODE).plain),
        best=best_index(report),
    )


def _table(
    title: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    caption_lines: Sequence[str],
    *,
    best: int | None = None,
) -> str:
    """A table of HTML that needs no style sheet, no script and no other file.

    Parameters
    ----------
    title : str
        Above the headings, as plain text.
    headings : sequence of str
        As plain text.
    rows : sequence of sequence of str
        Cells that are HTML already.
    caption_lines : sequence of str
        Below the table, as plain text.
    best : int or None
        The index of the row to mark.
    """
    heads = "".join(f'<th style="{_CELL}border-bottom:1px solid">{escape(head)}</th>' for head in headings)
    body = "\n".join(_row(cells, marked=index == best) for index, cells in enumerate(rows))
    about = "<br>".join(map(escape, caption_lines))
    # As a block a table is as wide as its page at most, and is scrolled where its columns need more.
    return (
        '<table style="display:block;max-width:100%;overflow-x:auto;border-collapse:collapse;border:0;'
        'font-family:system-ui,sans-serif;font-variant-numeric:tabular-nums">\n'
        f'<caption style="caption-side:bottom;text-align:left;padding:.4em .5em">{about}</caption>\n'
        f'<thead><tr><th colspan="{len(headings)}" style="{_WRAPPED}">{escape(title)}</th></tr>\n'
        f"<tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"
    )


def _row(cells: Sequence[str], *, marked: bool) -> str:
    first, *others = cells
    if marked:  # not by colour alone
        first = f'<span title="best">&#9733;</span> {first}'
    inside = f'<td style="{_CELL}">{first}</td>' + "".join(
        f'<td style="{_WRAPPED}">{cell}</td>' for cell in others
    )
    return f'<tr style="{_BEST}">{inside}</tr>' if marked else f"<tr>{inside}</tr>"


def _cell(cell: Cell, column: Column, bar: str) -> str:
    said = escape(cell_text(cell, column.unit).strip())
    # On a narrow page intervals stand below their numbers, and shares such as 46.1-53.9% stay whole.
    if column.unit in ("make", "win"):
        said = " ".join(span(piece, "white-space:nowrap") for piece in said.split(" "))
    return _bar(cell, column, bar) + said if isinstance(cell, Estimate) else said


def _bar(estimate: Estimate, column: Column, bar: str) -> str:
    if column.unit != bar:
        return ""
    if bar == "make":
        return chance_bar(estimate.value, estimate.interval or (estimate.value, estimate.value))
    known = [cell for cell in column.cells if isinstance(cell, Estimate)]
    edges = [edge for cell in known for edge in (cell.value, *(cell.interval or ()))]
    interval = estimate.interval or (estimate.value, estimate.value)
    return interval_bar(estimate.value, interval, (min(edges), max(edges)))


# One row of a report.


@form.register(AdviceRow)
def _advice_row(row: AdviceRow) -> str:
    lines = []
    if row.make is not None:
        interval = row.make_interval or (row.make, row.make)
        lines.append(("make", chance_bar(row.make, interval) + _between(row.make, interval, "{:.0%}")))
    if row.mean_tricks is not None:
        lines.append(("tricks", _between(row.mean_tricks, row.tricks_interval, "{:.2f}")))
    if row.points is not None:
        lines.append(("points", _between(row.points, row.points_interval, "{:+.2f}")))
    if row.equity is not None:
        lines.append(("win", _between(row.equity, row.equity_interval, "{:.1%}")))
    chances = ""
    if isinstance(row, DistributionRow) and row.tricks:
        chances = _distribution(row.tricks)
    return markup.block(
        f'<div style="padding:.1em .6em;font-weight:bold">{markup.text(row)}</div>',
        markup.facts(lines),
        chances,
        markup.caption("all possible layouts" if row.exact else "95 % intervals in brackets"),
    )


def _between(value: float, interval: Interval | None, form_of_number: str) -> str:
    number = form_of_number.format(value)
    if interval is None or interval[0] == interval[1]:
        return number
    low, high = (form_of_number.format(edge) for edge in interval)
    return f"{number} ({low} to {high})"


def _distribution(chances: Sequence[float]) -> str:
    """A bar for the chance of each number of tricks; numbers that are all but impossible are left out."""
    rows = []
    for tricks, chance in enumerate(chances):
        if chance >= 0.005:
            length = (
                f"display:inline-block;width:{10 * chance:.2f}em;height:.8em;background:rgba(70,130,200,.7)"
            )
            rows.append((str(tricks), markup.span("", length) + f" {chance:.0%}"))
    return markup.grid(rows, head=("tricks", "chance"), aligned="rl")
