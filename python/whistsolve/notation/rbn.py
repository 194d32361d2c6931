"""Reads RBN, a notation of bridge with a line for each letter and an empty line below a deal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from whistsolve._internal.files import Line
from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.bridge import bridge_hand, whole_deal
from whistsolve.values import Hand, seat_index


def is_rbn(text: str) -> bool:
    """Whether a text has hands as RBN writes them."""
    return re.search(r"^H [NESW]:\S*\.", text, re.MULTILINE) is not None


def boards_of_rbn(lines: Iterable[Line]) -> Iterator[tuple[int, Callable[[], PlayedHand]]]:
    """For each deal of a text its line and a function that reads it, with the errors of `bridge_hand`."""
    start, kept, fields = 0, dict[str, str](), dict[str, str]()
    for number, raw, fault in lines:
        label, _, text = (fault or raw).strip().partition(" ")
        if label.startswith("{") and text.endswith("}"):
            continue  # a remark
        start = number if label == "H" or not fields else start
        if label and (fault or len(label) > 1):
            fields["fault"] = (
                fault or f"{shown(raw.strip())} is wrong: expected a letter, a blank and its text"
            )
        elif label:
            (kept if label in "TDLESFKNB" else fields)[label] = text
        elif fields:
            yield start, partial(_board, {**kept, **fields})
            fields = {}
    if fields:
        yield start, partial(_board, {**kept, **fields})


def _board(fields: Mapping[str, str]) -> PlayedHand:
    if "fault" in fields or "H" not in fields:
        raise NotationError(fields.get("fault", "there is no line H: expected the hands"))
    first, *hands = re.split("[:;]", fields["H"].strip(":;"))
    seat = seat_index(first, 4, "first hand")
    deal = whole_deal({(seat + turn) % 4: Hand(hand) for turn, hand in enumerate(hands)}, fields["H"])
    opening, colon, rest = fields.get("A", "").partition(":")
    dealer = seat_index(opening[:1], 4, "dealer") if colon else None
    calls = re.findall(r"[1-7][NSHDC]|[PXRA]", re.sub(r"[*^]\d?", "", rest if colon else opening))
    if calls[-1:] == ["A"]:
        calls[-1:] = ["P"] * (3 if len(calls) > 1 else 4)
    contract, _, declarer = fields.get("C", "").partition(":")
    names = re.split("[+:]", fields.get("N", ""))
    tags = dict(zip(("North", "South", "West", "East"), names, strict=False))
    tags |= {"Event": fields.get("E", ""), "Board": fields.get("B", ""), "PlayRBN": fields.get("P", "")}
    calls = ["XX" if call == "R" else call for call in calls]
    tags["Result"] = fields.get("R", "").partition(":")[0]
    return bridge_hand(deal, dealer, calls, contract=contract, declarer=declarer[:1], tags=tags)
