"""A hand as a file to keep or pass on: text, PTN, a picture, a page or numbers of its analysis."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from whistsolve.board.arguments import Arguments
from whistsolve.board.context import AnswerContext
from whistsolve.board.hands import BoardHand
from whistsolve.board.playing_out import PlayedOut
from whistsolve.board.report import HandReport
from whistsolve.board.report_page import report_page
from whistsolve.board.rule_texts import LANGUAGES
from whistsolve.errors import NotationError
from whistsolve.notation import format_ptn
from whistsolve.rules.sides import turn_step
from whistsolve.show import DealDiagram, to_text
from whistsolve.show.html.diagram import Diagram
from whistsolve.values import Hand

__all__ = ["answer_write"]

#: Of the title, for the name of the file.
_LONGEST_NAME: Final = 40


def answer_write(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """A file: its name, media type and content."""
    hand = arguments.hand()
    kind = arguments.choice("as", tuple(_WRITERS))
    ending, media_type, write = _WRITERS[kind]
    words = re.findall(r"[a-z0-9]+", hand.title.lower())
    stem = "-".join(words)[:_LONGEST_NAME].strip("-") or "hand"
    return {"name": f"{stem}{ending}", "type": media_type, "content": write(hand, arguments, context)}


def _text(hand: BoardHand, arguments: Arguments, context: AnswerContext) -> str:
    return f"{hand.deal}\n"


def _diagram(hand: BoardHand, arguments: Arguments, context: AnswerContext) -> str:
    return to_text(DealDiagram(hand.deal))


def _ptn(hand: BoardHand, arguments: Arguments, context: AnswerContext) -> str:
    if hand.calls and turn_step(hand.rules) < 0:
        raise NotationError("calls that go counterclockwise cannot be written in PTN: expected clockwise")
    named = [card for card in hand.played if ":" in card]
    if named:
        raise NotationError(f"{named[0]}, a joker that names a suit, cannot be written in PTN: expected none")
    return format_ptn(hand.record())


def _svg(hand: BoardHand, arguments: Arguments, context: AnswerContext) -> str:
    """The hands as dealt, or at a point of the play: behind who played them stand cards on the table."""
    if "at" not in arguments or not hand.is_in_play:
        return hand.deal.svg()
    at = arguments.integer("at", 0, len(hand.played))
    point = PlayedOut.of(hand.position(at))
    names = [hand.named(seat) for seat in range(hand.deal.seats)]
    for played in point.trick:
        names[played.hand] += f": {played}"
    out = hand.deal_in_play.kitty or Hand()
    middle = "kitty" if hand.discard is None else "discards"
    sizes = tuple(map(len, point.hands))
    return Diagram(tuple(names), point.hands, sizes, out, middle).svg()


def _html(hand: BoardHand, arguments: Arguments, context: AnswerContext) -> str:
    language = arguments.choice("language", LANGUAGES, "en")
    return report_page(HandReport.of(hand, context.memory_mb, context.progress), language)


def _json(hand: BoardHand, arguments: Arguments, context: AnswerContext) -> str:
    report = HandReport.of(hand, context.memory_mb, context.progress)
    return json.dumps(report.as_dict(), ensure_ascii=False, indent=1) + "\n"


#: For each kind of file how its name ends, its media type, and what writes it.
_WRITERS: Final[Mapping[str, tuple[str, str, Callable[[BoardHand, Arguments, AnswerContext], str]]]] = {
    "text": (".txt", "text/plain", _text),
    "diagram": ("-diagram.txt", "text/plain", _diagram),
    "ptn": (".ptn", "text/plain", _ptn),
    "svg": (".svg", "image/svg+xml", _svg),
    "html": (".html", "text/html", _html),
    "json": (".json", "application/json", _json),
}
