"""A report as one self-contained HTML page: no script, no external resources, light and dark."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

from whistsolve.analysis import PlayAnalysis
from whistsolve.errors import WhistError
from whistsolve.rules.reading import rules_to_text
from whistsolve.show import Facts
from whistsolve.show.document import Content, Table, describe
from whistsolve.show.html import html_of, page_of, to_html
from whistsolve.show.phrases import seat_names
from whistsolve.show.solving import compared_discards
from whistsolve.values import Hand
from whistsolve_board.hands import BoardHand
from whistsolve_board.report import DiscardFound, HandReport


def report_page(report: HandReport) -> str:
    """The report as an HTML page."""
    title = report.hand.title or "Analysis of a hand"
    sections = [
        ("The cards", report.hand.deal.svg()),
        ("The hand", to_html(_facts(report.hand))),
        ("Tricks by leader and strain", _shown(report.table, html_of)),
        ("Tricks by declarer and strain, with the best discard", _shown(report.kitty_table, html_of)),
        ("The best discard", _shown(report.discard, lambda found: _discard(report, found))),
        ("The play, card by card", _shown(report.trace, _play)),
    ]
    return with_tens(page_of(title, sections))


def with_tens(markup: str) -> str:
    """HTML or SVG with the tens of its cards as 10, as the board shows them."""
    in_pictures = re.sub(r'<text x="([\d ]+)" y="(\d+)">([2-9TJQKA]+)</text>', _drawn_ten, markup)
    return re.sub("\ufe0e[2-9TJQKA]+", lambda found: found[0].replace("T", "10"), in_pictures)


def _drawn_ten(found: re.Match[str]) -> str:
    """The ranks of a suit, each with a place of its own; those after a ten make room for its second digit."""
    return "".join(
        f'<text x="{int(x) + 8 * ("T" in found[3][:place])}" y="{found[2]}">{rank.replace("T", "10")}</text>'
        for place, (x, rank) in enumerate(zip(found[1].split(), found[3], strict=True))
    )


def _shown(part: Any, known: Callable[[Any], str]) -> str:
    """A part as HTML, or its error; empty if the hand does not have the part."""
    if part is None:
        return ""
    return f"<p>{escape(str(part))}</p>" if isinstance(part, WhistError) else known(part)


def _play(found: PlayAnalysis) -> str:
    """The play with a column for each seat."""
    seats = found.hand.seats
    blocks = []
    for block in describe(found):
        if isinstance(block, Table):
            rows = [
                [*row[:2], *(row[2 + (seat - card.seat) % seats] for seat in range(seats)), row[-1]]
                for row, card in zip(block.rows, found.cards[::seats], strict=True)
            ]
            block = replace(block, rows=rows, heads=["trick", "leader", *seat_names(seats), "tricks"])
        blocks.append(block)
    return to_html(blocks)


def _facts(hand: BoardHand) -> Facts:
    """Rules, calls and contract of a hand, as far as they are known."""
    lines: list[tuple[str, Content]] = [("rules", rules_to_text(hand.rules))]
    if hand.calls:
        lines.append(("calls", " ".join(hand.calls)))
    if hand.strain is not None and hand.declarer is not None:
        level = "" if hand.level is None else str(hand.level)
        lines += [
            ("contract", [level, hand.strain]),
            ("declarer", hand.named(hand.declarer)),
            ("first lead", hand.named(hand.leads)),
        ]
    if hand.discard is not None:
        lines.append(("discard", Hand(hand.discard)))
    return Facts(lines)


def _discard(report: HandReport, found: DiscardFound) -> str:
    """The best discard compared with the one made in the hand."""
    hand = report.hand
    assert hand.strain is not None
    compared = {}
    if found.made is not None:
        compared["at_the_table"] = (tuple(hand.discard or ()), found.made)
    blocks = compared_discards(found.best, hand.strain, found.holder, found.optimal, found.discards, compared)
    return to_html(blocks)
