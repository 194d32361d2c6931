"""A report as one HTML page that stands alone: no script, nothing from outside, light and dark."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from importlib.resources import files
from typing import Any, Final

from whistsolve.board.report import DiscardFound, HandReport
from whistsolve.errors import WhistError
from whistsolve.rules.reading import rules_to_text
from whistsolve.show import DiscardLines
from whistsolve.show.html import deal_svg, html_of
from whistsolve.show.html.cards import cards, strain
from whistsolve.show.html.markup import AMBER, GREEN, RED, facts, text
from whistsolve.show.html.terminal import from_terminal

__all__ = ["report_page"]

#: The colours of forms serve light and dark notebooks alike; a page knows which it is, and has more contrast.
_COLOURS: Final = {RED: ("#b3261e", "#ff8a80"), GREEN: ("#1b6e2b", "#7ddc8b"), AMBER: ("#8a5200", "#f5b95f")}


def _coloured(which: int) -> str:
    """The rules of style for light (0) or dark (1)."""
    return "".join(
        f'[style*="color:{colour}"]{{color:{both[which]}!important}}[fill="{colour}"]{{fill:{both[which]}}}'
        for colour, both in _COLOURS.items()
    )


_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{margin:0 auto;max-width:60rem;padding:1rem;font-family:system-ui,sans-serif;line-height:1.45;"
    "background:Canvas;color:CanvasText}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.6rem 0 .4rem}"
    # What is wider than the page is scrolled in one place, by keyboard too.
    "section{overflow-x:auto}section div{overflow-x:visible!important}"
    f"{_coloured(0)}@media (prefers-color-scheme:dark){{{_coloured(1)}}}"
    "@media print{body{max-width:none}section{break-inside:avoid}}"
)
#: Inside HTML the name space is known; no address is left in the page.
_NAME_SPACE: Final = ' xmlns="http://www.w3.org/2000/svg"'


def report_page(report: HandReport, language: str) -> str:
    """The page.

    Parameters
    ----------
    report : HandReport
    language : str
        Of its headings: ``en``, ``es``, ``it`` or ``sv``.
    """
    said = _texts(language)
    title = report.hand.title or said["report.title"]
    sections = [
        (said["report.cards"], deal_svg(report.hand.deal)),
        (said["report.hand"], facts(_facts(report, said))),
        (said["report.table"], _shown(report.table, html_of)),
        (said["report.table_kitty"], _shown(report.kitty_table, html_of)),
        (said["report.discard"], _shown(report.discard, lambda found: _discard(report, found))),
        (said["report.trace"], _shown(report.trace, html_of)),
    ]
    body = "".join(
        f'<section tabindex="0" aria-label="{escape(head)}"><h2>{text(head)}</h2>{inside}</section>'
        for head, inside in sections
        if inside
    )
    page = (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{text(title)}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>{text(title)}</h1>{body}</main></body></html>\n"
    )
    return page.replace(_NAME_SPACE, "")


def _texts(language: str) -> dict[str, str]:
    """The texts of a language, English where it has none."""
    folder = files("whistsolve.board") / "texts"
    found: dict[str, str] = {}
    for name in ("en", language):
        found |= json.loads((folder / f"{name}.json").read_text("utf-8"))
    return found


def _shown(part: Any, known: Callable[[Any], str]) -> str:
    """A part, or why it cannot be had, in English; nothing where the hand has none."""
    if part is None:
        return ""
    inside = f"<p>{text(part)}</p>" if isinstance(part, WhistError) else known(part)
    return f'<div lang="en">{inside}</div>'


def _facts(report: HandReport, said: dict[str, str]) -> list[tuple[str, str]]:
    """Rules, calls and contract of the hand, as far as they are known."""
    hand = report.hand
    lines = [(said["report.rules"], text(rules_to_text(hand.rules)))]
    if hand.calls:
        lines.append((said["report.calls"], text(" ".join(hand.calls))))
    if hand.strain is not None and hand.declarer is not None:
        level = "" if hand.level is None else str(hand.level)
        lines += [
            (said["report.contract"], f"{level}{strain(hand.strain)}"),
            (said["report.declarer"], text(hand.named(hand.declarer))),
            (said["report.leader"], text(hand.named(hand.leads))),
        ]
    if hand.discard is not None:
        lines.append((said["report.given_up"], cards(hand.discard)))
    return lines


def _discard(report: HandReport, found: DiscardFound) -> str:
    """The best discard beside the one of the hand."""
    hand = report.hand
    assert hand.strain is not None
    compared = {}
    if found.made is not None:
        compared["at_the_table"] = (tuple(hand.discard or ()), found.made)
    lines = DiscardLines(found.best, hand.strain, found.holder, found.optimal, found.discards, compared)
    return from_terminal(lines)
