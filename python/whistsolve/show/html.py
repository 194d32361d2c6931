"""Blocks as HTML for notebooks and for pages of one file: no scripts or outside resources, light and dark."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from whistsolve.show.diagram import RED
from whistsolve.show.document import (
    Bar,
    Block,
    Content,
    Facts,
    Line,
    Shaded,
    Style,
    Styled,
    Table,
    View,
    blocks_of,
    describe,
    runs_of,
)
from whistsolve.values import Card, Hand, Strain, Suit

# Colours that are readable on white and on black; other text has the colour of the page.
GREEN: Final = "#2a8c3c"
AMBER: Final = "#b5730a"
#: The colour of bars and heat-maps, with the opacity to fill in.
_BLUE: Final = "rgba(70,130,200,{:.2f})"
#: The highest opacity of a heat-map.
_STRONGEST: Final = 0.6

_BLOCK: Final = "font-family:system-ui,sans-serif;line-height:1.45;max-width:100%;overflow-x:auto"
_TABLE: Final = "border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.2em 0;border:0"
#: Style sheets of notebooks align cells and stripe rows; a style attribute on the element overrides them.
_PLAIN: Final = "background:none"
_BEST: Final = "background:rgba(80,170,90,.22);font-weight:bold"
_CELL: Final = "padding:.1em .6em;vertical-align:top;border:0;"
_BAR: Final = "display:inline-block;width:6em;height:.8em;margin-right:.5em;border:1px solid;"
_WHOLE: Final = "white-space:nowrap"
_STYLES: Final[dict[Style, str]] = {
    "bold": "font-weight:bold",
    "dim": "opacity:.8;font-size:.85em",
    "title": "font-weight:bold;text-decoration:underline",
    "best": f"color:{GREEN}",
    "loss": f"color:{AMBER};font-weight:bold",
}


def html_of(value: object) -> str:
    return to_html(describe(value))


def to_html(*views: View) -> str:
    """Blocks below each other, scrolled sideways if the page is narrow."""
    return f'<div style="{_BLOCK}">{"".join(map(_block, blocks_of(*views)))}</div>'


def _block(block: Block) -> str:
    if isinstance(block, Line):
        style = "" if block.style is None else _STYLES[block.style]
        inside = _inline(block.content)
        left = f"{0.6 + block.indent / 2:g}em"
        return f'<div style="padding:.1em .6em .1em {left};{style}">{inside}</div>' if inside else ""
    if isinstance(block, Facts):
        rows = "".join(
            f'<tr style="{_PLAIN}">{_heading(escape(label), "row", "text-align:left;" + _WHOLE)}'
            f'<td style="{_CELL}text-align:left">{_inline(content)}</td></tr>'
            for label, content in block.lines
        )
        return f'<table style="{_TABLE}"><tbody>{rows}</tbody></table>' if rows else ""
    return _table(block) if isinstance(block, Table) else block.svg()


def _table(block: Table) -> str:
    def cells(row: Sequence[Content], first: str = "") -> str:
        inside = [_inline(cell).strip() for cell in row]
        others = (
            f'<td style="{_CELL}text-align:{block.side(at)}">{inside[at]}</td>' for at in range(1, len(row))
        )
        style = f"text-align:{block.side(0)};font-weight:inherit"
        return _heading(first + inside[0], "row", style) + "".join(others)

    if not block.rows:
        return ""
    star = '<span title="best">&#9733;</span> '  # so that the best row is not marked by colour alone
    body = "".join(
        f'<tr style="{_BEST}">{cells(row, star)}</tr>'
        if index in block.best
        else f'<tr style="{_PLAIN}">{cells(row)}</tr>'
        for index, row in enumerate(block.rows)
    )
    heads = "".join(
        _heading(_inline(content), "col", f"text-align:{block.side(at)}")
        for at, content in enumerate(block.heads)
    )
    named = f'<caption style="text-align:left;padding:.1em .6em">{escape(block.caption)}</caption>'
    return (
        f'<table style="{_TABLE}">{named if block.caption else ""}'
        + (f'<thead><tr style="{_PLAIN}">{heads}</tr></thead>' if heads else "")
        + f"<tbody>{body}</tbody></table>"
    )


def _heading(inside: str, scope: str, style: str) -> str:
    """The cell that names a row or a column; an empty cell is not marked as a heading."""
    tag, of = ("th", f' scope="{scope}"') if inside else ("td", "")
    return f'<{tag}{of} style="{_CELL}{style}">{inside}</{tag}>'


# Inside a line.


def _span(inside: str, style: str, title: str = "") -> str:
    titled = f' title="{escape(title)}"' if title else ""
    return f'<span style="{style}"{titled}>{inside}</span>'


def _inline(content: Content) -> str:
    if isinstance(content, str):
        return escape(content).replace("\n", "<br>")
    if isinstance(content, Suit):
        return _suited(content, "")
    if isinstance(content, Strain):
        trump = "NT" if content.is_no_trump else _suited(Suit.of(content.trump), "")
        return _span(trump + content.symbol[-1], _WHOLE, content.ranking.replace("_", " "))
    if isinstance(content, Styled):
        return _span(_inline(content.content), _STYLES[content.style])
    if isinstance(content, Shaded):
        ground = f"display:block;padding:.1em .4em;background:{_BLUE.format(_STRONGEST * content.share)}"
        return _span(escape(content.text), ground, content.title)
    if isinstance(content, Bar):
        return _bar(content)
    if isinstance(content, (Card, Hand)):
        runs = runs_of([content] if isinstance(content, Card) else content)
        return " ".join(text if suit is None else _suited(suit, text) for suit, text in runs) or "—"
    return "".join(map(_inline, content))


def _suited(suit: Suit, ranks: str) -> str:
    """``♠AK``. The variation selector keeps systems from drawing a suit as an emoji."""
    colour = RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else "currentColor"
    return _span(f"{suit.symbol}\ufe0e{ranks}", f"color:{colour};{_WHOLE}")


def _bar(bar: Bar) -> str:
    if not (math.isfinite(bar.value) and bar.least < bar.most):
        return ""
    low, here, high = (
        100 * min(1.0, max(0.0, (each - bar.least) / (bar.most - bar.least)))
        for each in (bar.low, bar.value, bar.high)
    )
    if (bar.least, bar.most) == (0.0, 1.0):
        edges = [f"{edge:.1f}%" for edge in (0.0, low, here, high)]
        stops = [f"{_BLUE.format((0.7, 0.5, 0.2)[i])} {edges[i]} {edges[i + 1]}" for i in range(3)]
        ground = f"background:linear-gradient(to right,{','.join(stops)},transparent {edges[3]})"
        return _span("", _BAR + ground)
    line = f"left:{low:.1f}%;width:{max(high - low, 1):.1f}%;top:30%;height:40%;background:"
    mark = f"left:calc({here:.1f}% - 1px);width:3px;top:0;height:100%;background:"
    inside = "".join(
        _span("", f"position:absolute;{style}")
        for style in (line + _BLUE.format(0.45), mark + _BLUE.format(1))
    )
    return _span(inside, f"{_BAR}position:relative;overflow:hidden")


#: Colours for light and dark. The colours of `whistsolve.show` must suit both at once, with less contrast.
_COLOURS: Final = {RED: ("#b3261e", "#ff8a80"), GREEN: ("#1b6e2b", "#7ddc8b"), AMBER: ("#8a5200", "#f5b95f")}


def _coloured(which: int) -> str:
    return "".join(
        f'[style*="color:{colour}"]{{color:{both[which]}!important}}[fill="{colour}"]{{fill:{both[which]}}}'
        for colour, both in _COLOURS.items()
    )


_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{margin:0 auto;max-width:60rem;padding:1rem;font-family:system-ui,sans-serif;line-height:1.45;"
    "background:Canvas;color:CanvasText}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.6rem 0 .4rem}nav a{margin-left:.6em}"
    # A section wider than the page scrolls as a whole, which works by keyboard too.
    "section{overflow-x:auto}section div{overflow-x:visible!important}"
    f"{_coloured(0)}@media screen and (prefers-color-scheme:dark){{{_coloured(1)}}}"
    "@media print{:root{color-scheme:light}body{max-width:none;padding:0}nav{display:none}"
    "section{break-inside:avoid;overflow:visible}section+section[id]{break-before:page}"
    "h2{break-after:avoid}svg,tr{break-inside:avoid}}"
)
#: Removed from SVG: HTML implies the name space, and no address is to be left in the page.
_NAME_SPACE: Final = ' xmlns="http://www.w3.org/2000/svg"'


def page_of(title: str, sections: Iterable[tuple[str, ...]]) -> str:
    """The page of sections, each a heading, HTML and perhaps the number of its hand, for a link on top."""
    body, links = "", ""
    for heading, inside, *number in sections:
        head = escape(heading)
        links += "".join(f'<a href="#hand-{each}">{each}</a>' for each in number)
        named = "".join(f' id="hand-{each}"' for each in number)
        section = f'<section{named} tabindex="0" aria-label="{head}"><h2>{head}</h2>{inside}</section>'
        body += section if inside else ""
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><main><h1>{escape(title)}</h1>"
        f"{f'<nav>Hands: {links}</nav>' if links else ''}{body}</main></body></html>\n"
    )
    return page.replace(_NAME_SPACE, "")
