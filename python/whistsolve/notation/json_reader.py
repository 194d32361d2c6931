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
_BOARDS: Final = ("board", "board_num", "board_number")
_KITTIES: Final = ("kitty", "widow", "undealt")
#: Other fields of a row of a batch, which is read as it is.
_ROWS: Final = ("hand", "ptn", "dealt")
_PENALTIES: Final = {"x": "X", "doubled": "X", "xx": "XX", "redoubled": "XX"}
_AGREED: Final = re.compile(r"(\d\s*[A-Z♠♥♦♣]+?)\s*([NESW])(X{0,2})(?:=|[+-]\d+)?")


def is_json(text: str) -> bool:
    """Whether a text is JSON rather than tags."""
    return re.match(r'\ufeff?\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[\[{"\]]|$))', text) is not None


def objects_of_json(lines: Iterable[Line]) -> Iterator[tuple[int, Any]]:
    """The hands of a text, an object a line or all of it one document, each with its line, not yet read.

    What cannot be read is a `NotationError` in place of an object.
    """
    stripped = ((number, raw.removeprefix("\ufeff").strip(), fault) for number, raw, fault in lines)
    rows = (row for row in stripped if row[1] or row[2])
    first = next(rows, None)
    if first is None:
        return
    whole = chain([first], rows)
    found: Iterable[tuple[int, Any]]
    if first[1].startswith("{") and first[1].endswith("}"):
        found = ((number, NotationError(fault) if fault else _loaded(text)) for number, text, fault in whole)
    else:
        found = [(first[0], _document(whole))]
    for number, value in found:
        yield from ((number, each) for each in _hands_in(value))


def _document(rows: Iterable[Line]) -> Any:
    texts, size = list[str](), 0
    for _, text, fault in rows:
        texts.append(text)
        size += len(text)
        if fault or size > _LONGEST:
            return NotationError(fault or f"too long: expected at most {_LONGEST >> 20} MiB of JSON")
    return _loaded("\n".join(texts))


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
    dealt = [fields.get(name) for name in _DEALS]
    has_deal = any(isinstance(each, str) or _is_list(each) or _by_seat(each) for each in dealt)
    return has_deal or is_row(value) or bool(_by_seat(value))


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
    items = value.items() if isinstance(value, dict) else ()
    return {str(name).strip().lower(): each for name, each in items}


def _by_seat(value: Any) -> dict[str, Any]:
    """The hands that an object has by the names of seats or their letters, if there are two or more."""
    fields = _by_name(value)
    for names in (_SEATS, tuple("nesw")):
        if sum(isinstance(fields.get(name), (str, list, dict)) for name in names) > 1:
            return {name[0].upper(): fields[name] for name in names if fields.get(name)}
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
    auction = auction or fields.get("bids")
    calls = [call for each in _listed(auction) if not (call := _call(each)).startswith("PAD")]
    declarer = fields.get("declarer")
    if isinstance(contract, dict):
        parts = _by_name(contract)
        declarer = parts.get("declarer", declarer)
        contract = f"{_bid(parts)}{_PENALTIES.get(str(parts.get('penalty')).lower(), '')}"
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
        plays=[_cards(card) for card in _listed(fields.get("play", fields.get("played")))],
        tags={"Board": str(next((fields[name] for name in _BOARDS if name in fields), ""))},
    )


def _listed(value: Any) -> list[Any]:
    """The items of a list, or the words of a text."""
    return value if isinstance(value, list) else re.findall(r"[^\s,;.-]+", str(value or ""))


def _seat(value: Any) -> str:
    return str(value).strip()[:1].upper()


def _bid(fields: Mapping[str, Any]) -> str:
    trump = str(next((fields[name] for name in ("denom", "strain", "suit", "trump") if name in fields), ""))
    return f"{fields.get('level', '')}{'NT' if trump[:1] in ('N', 'n') else trump[:1].upper()}"


def _call(value: Any) -> str:
    fields = _by_name(value)
    given = next((fields[name] for name in ("bid", "call", "penalty") if name in fields), None)
    return str(value) if not fields else _bid(fields) if given is None else _call(given)


def _deal(fields: Mapping[str, Any]) -> Deal:
    dealt = next((fields[name] for name in _DEALS if fields.get(name)), None)
    if isinstance(dealt, str):
        alone = ":" not in dealt and len(dealt.split()) == 4 and dealt.count(".") == 12
        return Deal.from_text(f"N:{dealt}" if alone else dealt)
    if isinstance(dealt, list) and len(dealt) == 4:
        dealt = dict(zip("NESW", dealt, strict=True))
    hands = _by_seat(dealt) or _by_seat(fields)
    if not hands:
        raise DealError("there is no deal: expected a field deal, or hands by seat, north and so on")
    if missing := [seat for seat in "NESW" if seat not in hands]:
        raise DealError(f"the hand of {missing[0]} is not given: expected four")
    kitties = [
        (name, hand) for name, hand in {**fields, **_by_name(dealt)}.items() if name in _KITTIES and hand
    ]
    named = [*hands.items(), *kitties[:1]]
    return Deal.from_text("\n".join(f"{name}: {_cards(hand)}" for name, hand in named))


def _cards(value: Any) -> str:
    """The text of a card or hand that is text, a list of cards or of suits, or has fields by name."""
    if isinstance(value, list):
        cards = ["".join(map(str, each)) if isinstance(each, list) else _cards(each) for each in value]
        named = all(len(card) == 2 and set(card.upper()) & set("SHDC") for card in cards)
        return ("." if len(cards) == 4 and not named else " ").join(cards)
    fields = _by_name(value)
    if not fields:
        return str(value)
    if inner := fields.get("hand", fields.get("cards", fields.get("card"))):
        return _cards(inner)
    if "rank" in fields:
        return f"{str(fields.get('suit', ''))[:1].upper()}{fields['rank']}"
    by_suit = {name[:1]: "".join(map(str, _listed(suit))) for name, suit in fields.items()}
    return ".".join(by_suit.get(suit, "") for suit in "shdc")
