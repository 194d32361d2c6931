"""A page of HTML in one file: no scripts, no outside resources, for light and dark screens and for paper."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from whistsolve.show.diagram import RED
from whistsolve.show.html import AMBER, GREEN

#: Colours for light and dark. The colours of `whistsolve.show` must suit both at once, with less contrast.
_COLOURS: Final = {RED: ("#b3261e", "#ff8a80"), GREEN: ("#1b6e2b", "#7ddc8b"), AMBER: ("#8a5200", "#f5b95f")}


def _coloured(which: int) -> str:
    """The CSS rules for light (0) or dark (1)."""
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
    """The whole page of sections, each a heading and HTML; those without HTML are left out.

    A section with the number of a hand after them has a link at the top, and a page of its own on paper.
    """
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
