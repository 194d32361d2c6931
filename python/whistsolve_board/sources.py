"""Hands for the board from text in any supported format: deals, diagrams, PTN, PBN, links."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qsl

from whistsolve._internal.files import numbered_lines
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.named_rules import rules_of_hand
from whistsolve.notation import is_lin
from whistsolve.notation import read_hands as hands_of_text
from whistsolve.notation.deal_texts import deal_texts
from whistsolve.notation.reading import kind_of
from whistsolve.rules import Rules, usual_rules
from whistsolve.rules.reading import rules_to_text
from whistsolve.values import Deal
from whistsolve_board.hands import FIELDS, BoardHand, fields_of_record, no_deal

#: Maximum number of hands in one text; larger files are for the command line.
_MOST_HANDS: Final = 500
#: What every hand has once, by the kind of the text.
_BEGINNINGS: Final = {"ptn": "[Deal ", "pbn": "[Deal ", "lin": "md|"}


def read_hands(
    text: str, rules: Rules | None, skip: Callable[[WhistError], object] | None = None
) -> tuple[str, list[dict[str, str]]]:
    """The kind of a text (``text``, ``ptn``, ``pbn``, ``lin``, ``json`` or ``link``), and its hands' fields.

    Parameters
    ----------
    text : str
        Deals, hands in PTN, PBN, LIN or JSON, or the link of a board.
    rules : Rules or None
        The rules of all hands; ``None`` for those that each hand names, or `usual_rules`.
    skip : callable, optional
        Called with the error of each hand that cannot be read, of several; without it the first is raised.

    Raises
    ------
    WhistError
        If there is no hand, there are more than 500, or the only one cannot be read.
    """
    stripped = text.strip("\ufeff \t\r\n")
    if _is_link(stripped):
        fragments = stripped.rpartition("#")[2].split("&&")
        _check_number(len(fragments))
        return "link", [_of_link(fragment) for fragment in fragments]
    kind = kind_of(stripped)
    # Counted before a hand is read, which takes milliseconds.
    if kind in _BEGINNINGS:
        _check_number(stripped.count(_BEGINNINGS[kind]))
    elif kind == "text":
        _check_number(sum(1 for _ in deal_texts(numbered_lines(text))))
    hands: list[dict[str, str]] = []
    faults: list[WhistError] = []
    for found in hands_of_text(text):
        try:
            if isinstance(found.read, WhistError):
                raise found.read
            hands.append(_of_hand(found.read, rules))
        except WhistError as error:
            faults.append((no_deal(stripped) if kind == "text" and not found.place else None) or error)
        _check_number(len(hands) + len(faults))
    if faults and (skip is None or not hands):
        raise faults[0]
    for fault in faults:
        if skip is not None:
            skip(fault)
    return kind, hands


def _is_link(text: str) -> bool:
    """Whether a text is a link or its fragment; other lines that begin with ``#`` are comments."""
    if "\n" in text or is_lin(text):
        return False
    return text.startswith(("http://", "https://")) or (text.startswith("#") and "deal=" in text)


def _check_number(hands: int) -> None:
    if hands > _MOST_HANDS:
        raise NotationError(f"there are {hands} hands: expected at most {_MOST_HANDS}")


def _of_deal(deal: Deal, rules: Rules | None, **fields: str) -> dict[str, str]:
    used = rules or usual_rules(deal)
    return BoardHand.read({"rules": rules_to_text(used), "deal": str(deal), **fields}).fields()


def _of_hand(hand: Deal | PlayedHand, rules: Rules | None) -> dict[str, str]:
    end_if_cancelled()
    if isinstance(hand, Deal):
        return _of_deal(hand, rules)
    fields = fields_of_record(hand, rules or rules_of_hand(hand))
    return BoardHand.read(fields).fields()  # checks the calls: a record may have any text as a call


def _of_link(fragment: str) -> dict[str, str]:
    """The fields of a link that belong to one hand, without others such as the point shown."""
    try:
        values = parse_qsl(fragment, strict_parsing=True, max_num_fields=2 * len(FIELDS)) if fragment else []
    except ValueError:
        raise NotationError("the link has no hand after its '#': expected one of a board") from None
    return BoardHand.read({name: value for name, value in values if name in FIELDS}).fields()
