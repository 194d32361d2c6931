"""A hand as a file to download: text, a diagram, PTN, a picture, or its analysis as HTML or JSON."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from whistsolve.errors import NotationError
from whistsolve.notation import format_ptn
from whistsolve.rules.sides import turn_step
from whistsolve.show import Diagram, to_text
from whistsolve.values import Hand
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.handlers import FILES
from whistsolve_board.hands import BoardHand
from whistsolve_board.playing_out import PlayedOut
from whistsolve_board.report import HandReport
from whistsolve_board.report_page import report_page, with_tens

#: Maximum number of characters of the title in the name of a file.
_LONGEST_NAME: Final = 40


def answer_write(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """A file: its name, media type and content."""
    hand = arguments.hand()
    kind = arguments.choice("as", tuple(FILES))
    ending, media_type = FILES[kind]
    stem = "-".join(re.findall(r"[a-z0-9]+", hand.title.lower()))[:_LONGEST_NAME].strip("-") or "hand"
    content = _content(kind, hand, arguments, context)
    return {"name": f"{stem}{ending}", "type": media_type, "content": content}


def _content(kind: str, hand: BoardHand, arguments: Arguments, context: RequestContext) -> str:
    match kind:
        case "text":
            return f"{hand.deal}\n"
        case "diagram":
            return to_text(Diagram.of_deal(hand.deal))
        case "ptn":
            return _ptn(hand)
        case "svg" if "at" in arguments and hand.is_in_play:
            return with_tens(_svg(hand, arguments.integer("at", 0, len(hand.played))))
        case "svg":
            return with_tens(hand.deal.svg())
    report = HandReport.of(hand, context.memory_mb, context.progress)
    if kind == "html":
        return report_page(report)
    return json.dumps(report.as_dict(), ensure_ascii=False, indent=1) + "\n"


def _ptn(hand: BoardHand) -> str:
    if hand.calls and turn_step(hand.rules) < 0:
        raise NotationError("calls that go counterclockwise cannot be written in PTN: expected clockwise")
    named = [card for card in hand.played if ":" in card]
    if named:
        raise NotationError(f"{named[0]}, a joker that names a suit, cannot be written in PTN: expected none")
    return format_ptn(hand.record())


def _svg(hand: BoardHand, at: int) -> str:
    """The hands at a point of the play; a card on the table is shown beside the name of its seat."""
    point = PlayedOut.of(hand.position(at))
    names = [hand.named(seat) for seat in range(hand.deal.seats)]
    for played in point.trick:
        names[played.hand] += f": {played}"
    out = hand.deal_in_play.kitty or Hand()
    middle = "kitty" if hand.discard is None else "discards"
    sizes = tuple(map(len, point.hands))
    return Diagram(tuple(names), point.hands, sizes, out, middle).svg()
