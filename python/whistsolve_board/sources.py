"""Hands for the board from text in any supported format: deals, diagrams, PTN, PBN, links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl

from whistsolve.errors import NotationError
from whistsolve.game.record import PlayedHand
from whistsolve.notation import is_ptn, read_ptn
from whistsolve.rules import Rules, usual_rules
from whistsolve.rules.reading import rules_to_text
from whistsolve.runs.readers import rows_of_lines
from whistsolve.values import Deal
from whistsolve.values.written import is_diagram
from whistsolve_board.hands import FIELDS, BoardHand, fields_of_record

#: Maximum number of hands in one text; larger files are for the command line.
_MOST_HANDS: Final = 500


def read_hands(text: str, rules: Rules | None) -> tuple[str, list[dict[str, str]]]:
    """The kind of a text (``text``, ``diagram``, ``ptn``, ``pbn`` or ``link``), and the fields of its hands.

    Parameters
    ----------
    text : str
        Deals, one per line; a diagram; PTN; PBN; or the link of a board.
    rules : Rules or None
        The rules of all hands; ``None`` for those of `usual_rules` for each deal.

    Raises
    ------
    WhistError
        If there is no hand, there are more than 500, or one cannot be read.
    """
    stripped = text.strip("\ufeff \t\r\n")
    if _is_link(stripped):
        return "link", [_of_link(stripped)]
    if _is_pbn(stripped):
        return "pbn", _some([_of_board(values, rules) for values in _boards(stripped)])
    if is_ptn(stripped):
        return "ptn", _some([_of_record(hand, rules) for hand in read_ptn(stripped)])
    if is_diagram(stripped.upper()):
        return "diagram", [_of_deal(Deal.from_text(stripped), rules)]
    lines = [line for line in map(str.strip, stripped.splitlines()) if line and not line.startswith("#")]
    return "text", _some([_of_deal(Deal.from_text(line), rules) for line in lines[: _MOST_HANDS + 1]])


def _is_link(text: str) -> bool:
    """Whether a text is a link or its fragment; other lines that begin with ``#`` are comments."""
    if "\n" in text:
        return False
    return text.startswith(("http://", "https://")) or (text.startswith("#") and "deal=" in text)


def _some(hands: list[dict[str, str]]) -> list[dict[str, str]]:
    if not hands:
        raise NotationError("there is no deal: expected one a line, a diagram, PTN, PBN or a link")
    if len(hands) > _MOST_HANDS:
        raise NotationError(f"there are {len(hands)} hands: expected at most {_MOST_HANDS}")
    return hands


def _of_deal(deal: Deal, rules: Rules | None, **fields: str) -> dict[str, str]:
    used = rules or usual_rules(deal)
    return BoardHand.read({"rules": rules_to_text(used), "deal": str(deal), **fields}).fields()


def _of_record(hand: PlayedHand, rules: Rules | None) -> dict[str, str]:
    fields = fields_of_record(hand, rules or usual_rules(hand.deal))
    return BoardHand.read(fields).fields()  # checks the calls: a PTN record may have any text as a call


def _of_link(link: str) -> dict[str, str]:
    """The fields of a link that belong to the hand, without others such as the point shown."""
    fragment = link.rpartition("#")[2]
    try:
        values = parse_qsl(fragment, strict_parsing=True, max_num_fields=2 * len(FIELDS)) if fragment else []
    except ValueError:
        raise NotationError("the link has no hand after its '#': expected one of a board") from None
    return BoardHand.read({name: value for name, value in values if name in FIELDS}).fields()


def _is_pbn(text: str) -> bool:
    """Whether a text is PBN, judged by its first line or by its tags."""
    first = text.partition("\n")[0].upper()
    return first.startswith("% PBN") or (
        "[Deal " in text and "[Board " in text and "[Undealt" not in text and not first.startswith("% PTN")
    )


def _boards(text: str) -> list[Mapping[str, object]]:
    found: list[Mapping[str, object]] = []
    # Replacing is necessary: a page may send a lone surrogate, which cannot be encoded.
    for row in rows_of_lines(text.encode(errors="replace").splitlines(), "pbn"):
        if row.fault:
            raise NotationError(f"line {row.line}: {row.fault}")
        found.append({**row.fields, **row.as_played})
    return found


def _of_board(values: Mapping[str, object], rules: Rules | None) -> dict[str, str]:
    """The fields of a bridge board: 52 cards, thirteen each; the player on declarer's left leads."""
    deal = Deal.from_text(values["deal"])
    used = rules or (Rules.preset("bid_whist_no_kitty") if deal.seats == 4 else usual_rules(deal))
    contract = {name: str(values[name]) for name in ("strain", "declarer", "leader") if name in values}
    return _of_deal(deal, used, **contract)
