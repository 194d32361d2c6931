"""Reads deals and hands of bridge in JSON: hands by seat, a deal as text, or cards one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from whistsolve._internal.files import Line
from whistsolve._internal.reading import shown
from whistsolve.errors import DealError, NotationError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.bridge import bridge_hand
from whistsolve.notation.ptn import parse_ptn
from whistsolve.values import Deal, seat_index

#: Maximum characters of a document that is not an object a line.
_LONGEST: Final = 1 << 24
_SEATS: Final = ("north", "east", "south", "west")
#: Fields with the hands of a deal, or its text.
_DEALS: Final = ("deal", "hands", "pbn", "text")
_KITTIES: Final = ("kitty", "widow", "undealt")
#: Other fields of a row of a batch, which is read as it is.
_ROWS: Final = ("hand", "ptn", "dealt")
_CALLS: Final = {"double": "X", "redouble": "XX", "pass": "Pass"}
_AGREED: Final = re.compile(r"(\d\s*[A-Z♠♥♦♣]+?)\s*([NESW])(X{0,2})(?:=|[+-]\d+)?")


def is_json(text: str) -> bool:
    """Whether a text is JSON rather than tags."""
    return re.match(r'\ufeff?\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[\[{"\]]|$))', text) is not None


def objects_of_json(lines: Iterable[Line]) -> Iterator[tuple[int, Any]]:
    """The hands of a text, an object a line or all of it one document, each with its line, not yet read.

    What cannot be read is a `NotationError` in place of an object.
    """
    rows = ((number, raw.removeprefix("\ufeff").strip(), fault) for number, raw, fault in lines)
    rows = (row for row in rows if row[1] or row[2])
    first = next(rows, None)
    if first is None:
        return
    if first[1].startswith("{") and first[1].endswith("}") and not first[2]:
        for number, text, fault in chain([first], rows):
            found = NotationError(fault) if fault else _loaded(text)
            yield from ((number, each) for each in _hands_in(found))
        return
    texts, size = [], 0
    for _, text, fault in chain([first], rows):
        texts.append(fault or text)
        size += len(texts[-1])
        if size > _LONGEST:
            yield first[0], NotationError(f"too long: expected at most {_LONGEST >> 20} MiB of JSON")
            return
    yield from ((first[0], each) for each in _hands_in(_loaded("\n".join(texts))))


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        return NotationError(f"no JSON: {error}")


def is_row(value: Any) -> bool:
    """Whether a value is an object with a deal or a hand as text and no contract: a row of a batch."""
    fields = _by_name(value)
    has_text = any(isinstance(fields.get(name), str) for name in (*_DEALS, *_ROWS))
    return has_text and not any(fields.get(name) for name in ("contract", "auction", "play"))


def _is_hand(value: Any) -> bool:
    fields = _by_name(value)
    inner = [fields[name] for name in _DEALS if name in fields]
    by_seat = bool(_by_seat(fields)) or any(_is_list(each) or _by_seat(_by_name(each)) for each in inner)
    return by_seat or is_row(value) or any(isinstance(each, str) for each in inner)


def _hands_in(value: Any) -> Iterator[Any]:
    """The objects that are hands within a value; if there are none, the value."""
    found, left = False, [value]
    while left:
        each = left.pop()
        if _is_hand(each) or _is_list(each):
            found = True
            yield {"hands": each} if isinstance(each, list) else each
        elif isinstance(each, (dict, list)):
            left += reversed(list(each.values() if isinstance(each, dict) else each))
    if not found:
        is_named = isinstance(value, (dict, NotationError))
        yield value if is_named else NotationError(f"{shown(value)} is no JSON object: expected one a line")


def _is_list(value: Any) -> bool:
    """Whether a value is the hands of a deal, one after the other."""
    is_four = isinstance(value, list) and len(value) == 4
    return is_four and all(isinstance(each, str) and "." in each for each in value)


def _by_name(value: Any) -> dict[str, Any]:
    return (
        {str(name).strip().lower(): each for name, each in value.items()} if isinstance(value, dict) else {}
    )


def _by_seat(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The hands that fields have by the names of seats or their letters, if there are two or more."""
    for names in (_SEATS, tuple("nesw")):
        if sum(isinstance(fields.get(name), (str, list, dict)) for name in names) > 1:
            return {name[0].upper(): fields[name] for name in names if name in fields}
    return {}


def hand_of_object(value: Any) -> Deal | PlayedHand:
    """The deal or played hand of bridge that an object of `objects_of_json` describes.

    Raises `WhistError` if there is no deal or it cannot be read.
    """
    if isinstance(value, NotationError):
        raise value
    try:
        return _hand_of(_by_name(value))
    except RecursionError:
        raise NotationError("the JSON is too deep: expected hands by seat, or a deal as text") from None


def _hand_of(fields: Mapping[str, Any]) -> Deal | PlayedHand:
    if isinstance(ptn := fields.get("ptn"), str):
        return parse_ptn(ptn)
    deal = _deal(fields)
    dealer, contract, auction = (fields.get(name) for name in ("dealer", "contract", "auction"))
    calls = [call for each in _listed(auction) if (call := _call(each))]
    declarer = fields.get("declarer")
    if isinstance(contract, dict):
        parts = _by_name(contract)
        declarer = parts.get("declarer", declarer)
        contract = f"{parts.get('level', '')}{_denomination(parts)}{parts.get('penalty') or ''}"
        contract = re.sub("(?i)pass(ed)?(out)?|none|undoubled", "", contract)
    if isinstance(contract, str) and (found := _AGREED.fullmatch(contract.strip().upper())) and not declarer:
        contract, declarer = found[1] + found[3], found[2]
    if not (dealer or contract or calls) or deal.seats != 4:
        return deal
    return bridge_hand(
        deal,
        None if dealer is None else seat_index(_seat(dealer), 4, "dealer"),
        calls,
        contract=str(contract or ""),
        declarer=_seat(declarer or ""),
        plays=[_card(card) for card in _listed(fields.get("play", fields.get("played")))],
        tags={"Board": str(fields.get("board", fields.get("board_num", fields.get("board_number", ""))))},
    )


def _listed(value: Any) -> list[Any]:
    """The items of a list, or the words of a text."""
    return value if isinstance(value, list) else re.findall(r"[^\s,;.-]+", str(value or ""))


def _seat(value: Any) -> str:
    return str(value).strip()[:1].upper()


def _denomination(fields: Mapping[str, Any]) -> str:
    found = str(fields.get("denom", fields.get("strain", fields.get("suit", fields.get("trump", "")))))
    return "NT" if found[:1].lower() == "n" else found[:1].upper()


def _call(value: Any) -> str:
    fields = _by_name(value)
    if "bid" in fields or "call" in fields:
        return _call(fields.get("bid", fields.get("call")))
    if fields:
        word = str(fields.get("penalty", f"{fields.get('level', '')}{_denomination(fields)}"))
    else:
        word = str(value)
    word = _CALLS.get(word.lower(), word)
    return "" if word.startswith("PAD") else word


def _card(value: Any) -> str:
    fields = _by_name(value)
    return f"{str(fields.get('suit', ''))[:1].upper()}{fields.get('rank', '')}" if fields else str(value)


def _deal(fields: Mapping[str, Any]) -> Deal:
    dealt = next((fields[name] for name in _DEALS if fields.get(name)), None)
    if isinstance(dealt, str):
        return Deal.from_text(dealt)
    inner = _by_name(dealt)
    hands = _by_seat(inner) or _by_seat(fields)
    if isinstance(dealt, list) and not hands:
        hands = dict(zip("NESW", dealt, strict=False)) if len(dealt) == 4 else {}
    if not hands:
        raise DealError("there is no deal: expected a field deal, or hands by seat, north and so on")
    if missing := [seat for seat in "NESW" if not hands.get(seat)]:
        raise DealError(f"the hand of {missing[0]} is not given: expected four")
    kitty = next((each[name] for each in (inner, fields) for name in _KITTIES if each.get(name)), None)
    text = "\n".join(f"{seat}: {_hand(hand)}" for seat, hand in hands.items())
    return Deal.from_text(text if kitty is None else f"{text}\nKitty: {_hand(kitty)}")


def _hand(value: Any) -> str:
    """The text of a hand that is text, a list of cards or of suits, or suits by name."""
    if isinstance(value, list):
        cards = [_card(each) if not isinstance(each, list) else "".join(map(str, each)) for each in value]
        named = all(len(card) == 2 and set(card.upper()) & set("SHDC") for card in cards)
        is_suits = len(cards) == 4 and not named
        return ".".join(cards) if is_suits else " ".join(cards)
    fields = _by_name(value)
    if inner := fields.get("hand", fields.get("cards")):
        return _hand(inner)
    by_suit = {name[:1]: suit for name, suit in fields.items()}
    if not by_suit:
        return str(value)
    suits = (by_suit.get(suit, "") for suit in "shdc")
    ranks = ("".join(map(str, suit)) if isinstance(suit, list) else str(suit) for suit in suits)
    return ".".join(rank.replace(" ", "") for rank in ranks)
