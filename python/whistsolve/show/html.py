"""Reports of advice as tables of HTML, for notebooks and pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final, TypeAlias

from whistsolve.bidding.reports.table import Cell, Column, Estimate
from whistsolve.show.advice import best_index, caption, cell_text, columns_in_use

if TYPE_CHECKING:
    from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow

    Report: TypeAlias = AdviceReport[AdviceRow]

__all__ = ["html_table", "report_html"]

#: Colours in which text can be read on white and on black.
_BAR: Final = "rgba(70,130,200,{})"
_BEST: Final = "background:rgba(80,170,90,.22);font-weight:bold;"
_CELL: Final = "padding:.15em .7em;text-align:left;white-space:nowrap;"


def report_html(report: Report) -> str:
    """A report as a table of HTML: the best row marked, a bar for each chance to make."""
    columns = columns_in_use(report)
    rows = zip(*([_cell(cell, column) for cell in column.cells] for column in columns), strict=True)
    best, about = caption(report)
    return html_table(
        report.title,
        [column.heading for column in columns],
        list(rows),
        (f"best: {best}", about),
        best=best_index(report),
    )


def html_table(
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
    return (
        '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">\n'
        f'<caption style="caption-side:bottom;text-align:left;padding:.4em .7em">{about}</caption>\n'
        f'<thead><tr><th colspan="{len(headings)}" style="{_CELL}">{escape(title)}</th></tr>\n'
        f"<tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"
    )


def _row(cells: Sequence[str], *, marked: bool) -> str:
    first, *others = cells
    if marked:  # not by colour alone
        first = f'<span title="best">&#9733;</span> {first}'
    inside = "".join(f'<td style="{_CELL}">{cell}</td>' for cell in (first, *others))
    return f'<tr style="{_BEST}">{inside}</tr>' if marked else f"<tr>{inside}</tr>"


def _cell(cell: Cell, column: Column) -> str:
    text = escape(cell_text(cell, column.unit).strip())
    return _bar(cell) + text if column.unit == "make" and isinstance(cell, Estimate) else text


def _bar(estimate: Estimate) -> str:
    """A bar as long as the chance, paler from the lower to the upper bound of its interval."""
    low, high = estimate.interval or (estimate.value, estimate.value)
    edges = [f"{100 * share:.1f}%" for share in (0.0, low, estimate.value, high)]
    stops = [
        f"{_BAR.format(strength)} {edges[i]} {edges[i + 1]}" for i, strength in enumerate((0.7, 0.5, 0.2))
    ]
    return (
        '<span style="display:inline-block;width:6em;height:.8em;margin-right:.5em;border:1px solid;'
        f'background:linear-gradient(to right,{",".join(stops)},transparent {edges[3]})"></span>'
    )
