"""What is made for terminals as HTML: the same lines and tables, with text that is folded by the page."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from whistsolve.show.html.markup import AMBER, GREEN, RED, grid, span, text
from whistsolve.show.streams import console_for

__all__ = ["from_terminal"]

_COLOURS = {"red": RED, "green": GREEN, "yellow": AMBER}
#: Nothing is folded before the page does it.
_WIDE = 10_000


class _Stream(io.StringIO):
    """A stream that can print symbols."""

    encoding = "utf-8"


def from_terminal(*views: RenderableType) -> str:
    """Views of this package for terminals, one below the other."""
    console = console_for(_Stream(), width=_WIDE)
    return "".join(_html(view, console, console.options) for view in views)


def _html(view: object, console: Console, options: ConsoleOptions) -> str:
    if isinstance(view, str):
        return f"<div>{text(view)}</div>"
    if isinstance(view, Text):
        return f'<div style="padding:.1em .6em;{_css(_style(view.style))}">{_spans(view)}</div>'
    if isinstance(view, Table):
        return _table(view, console, options)
    parts: Iterable[object] = ()
    if isinstance(view, Padding):
        parts = (view.renderable,)
    elif isinstance(view, Group):
        parts = view.renderables
    elif hasattr(view, "__rich_console__"):
        parts = view.__rich_console__(console, options)
    return "".join(_html(part, console, options) for part in parts)


def _table(table: Table, console: Console, options: ConsoleOptions) -> str:
    columns = []
    for column in table.columns:
        style = _css(_style(column.style)) + (";white-space:nowrap" if column.no_wrap else "")
        cells = (_cell(cell, console, options) for cell in column.cells)
        columns.append([span(cell, style) if style and cell else cell for cell in cells])
    aligned = "".join(column.justify[0] for column in table.columns)
    styles = [_css(_style(row.style or "")) for row in table.rows]
    rows = list(zip(*columns, strict=True))
    head = []
    if table.show_header:
        head = [_cell(column.header, console, options) for column in table.columns]
    return grid(rows, head=head, aligned=aligned, styles=styles)


def _cell(cell: object, console: Console, options: ConsoleOptions) -> str:
    if isinstance(cell, str):
        return text(cell)
    if isinstance(cell, Text):
        style = _css(_style(cell.style))
        return span(_spans(cell), style) if style else _spans(cell)
    return _html(cell, console, options)


def _spans(view: Text) -> str:
    """Text with the styles of its parts."""
    return "".join(_pieces(view)).replace("\n", "<br>")


def _pieces(view: Text) -> Iterator[str]:
    edges = sorted({0, len(view.plain), *(edge for each in view.spans for edge in (each.start, each.end))})
    for start, end in itertools.pairwise(edges):
        styles = [_style(each.style) for each in view.spans if each.start <= start and end <= each.end]
        css = _css(Style.combine(styles)) if styles else ""
        piece = text(view.plain[start:end])
        yield span(piece, css) if css else piece


def _style(style: str | Style) -> Style:
    return style if isinstance(style, Style) else Style.parse(style)


def _css(style: Style) -> str:
    found = []
    if style.bold:
        found.append("font-weight:bold")
    if style.dim:
        found.append("opacity:.8;font-size:.9em")
    if style.underline:
        found.append("text-decoration:underline")
    if style.color is not None and style.color.name in _COLOURS:
        found.append(f"color:{_COLOURS[style.color.name]}")
    return ";".join(found)
