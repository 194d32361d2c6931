"""What all forms are made of: blocks, tables, lines of a label and a value. Text is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

__all__ = ["AMBER", "GREEN", "RED", "block", "bold", "caption", "facts", "grid", "shorter", "span", "text"]

# Colours that can be read on white and on black alike; other text has the colour of the page.
RED: Final = "#e0413f"
GREEN: Final = "#2a8c3c"
AMBER: Final = "#b5730a"

_BLOCK: Final = "font-family:system-ui,sans-serif;line-height:1.45;max-width:100%;overflow-x:auto"
_TABLE: Final = "border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.2em 0;border:0"
#: Notebooks align cells and stripe rows by style sheets of their own; what stands on an element wins.
_PLAIN: Final = "background:none"
_CELL: Final = "padding:.1em .6em;vertical-align:top;border:0;"
#: Longer texts of files are cut.
_LONGEST: Final = 120


def text(value: object) -> str:
    """Plain text as HTML."""
    return escape(str(value))


def shorter(value: str) -> str:
    """Plain text as HTML, cut where it is very long."""
    return text(value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…")


def span(inside: str, style: str, title: str = "") -> str:
    """HTML with a style, and plain text that appears where a mouse rests on it."""
    said = f' title="{escape(title)}"' if title else ""
    return f'<span style="{style}"{said}>{inside}</span>'


def bold(inside: str) -> str:
    """HTML in bold."""
    return span(inside, "font-weight:bold")


def block(*parts: str) -> str:
    """A whole form: parts below each other, scrolled sideways where a page is narrow."""
    return f'<div style="{_BLOCK}">{"".join(parts)}</div>'


def caption(inside: str) -> str:
    """A line in small print."""
    return f'<div style="font-size:.85em;opacity:.8;padding:.1em .6em">{inside}</div>' if inside else ""


def facts(lines: Iterable[tuple[str, str]]) -> str:
    """Lines of a label, which is plain text, and HTML behind it."""
    rows = "".join(
        f'<tr style="{_PLAIN}"><th style="{_CELL}text-align:left;white-space:nowrap">{text(label)}</th>'
        f'<td style="{_CELL}text-align:left">{value}</td></tr>'
        for label, value in lines
    )
    return f'<table style="{_TABLE}"><tbody>{rows}</tbody></table>' if rows else ""


def grid(
    rows: Sequence[Sequence[str]],
    *,
    head: Sequence[str] = (),
    aligned: str = "",
    styles: Sequence[str] = (),
) -> str:
    """A table of cells that are HTML already.

    Parameters
    ----------
    rows : sequence of sequence of str
    head : sequence of str
        Headings, HTML as well.
    aligned : str
        ``l``, ``r`` or ``c`` for each column; left where there are fewer.
    styles : sequence of str
        Of each row.
    """

    def cells(name: str, row: Sequence[str]) -> str:
        sides = {"r": "right", "c": "center"}
        return "".join(
            f'<{name} style="{_CELL}text-align:{sides.get(aligned[i : i + 1], "left")}">{cell}</{name}>'
            for i, cell in enumerate(row)
        )

    body = "".join(
        f'<tr style="{styles[i] if i < len(styles) and styles[i] else _PLAIN}">{cells("td", row)}</tr>'
        for i, row in enumerate(rows)
    )
    heads = f'<thead><tr style="{_PLAIN}">{cells("th", head)}</tr></thead>' if head else ""
    return f'<table style="{_TABLE}">{heads}<tbody>{body}</tbody></table>' if rows or head else ""
