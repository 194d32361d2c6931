"""Parses printed diagrams of deals: hands round the table, or one below the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from whistsolve._internal.reading import shown
from whistsolve.errors import DealError
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, SEAT_LETTERS

#: Labels of the cards that are in no hand.
_KITTY: Final = r"(?:KITTY|DISCARDS)"
_KITTY_LINE: Final = re.compile(rf"\s*{_KITTY}\s*:?\s+(?P<cards>\S.*)")
#: In diagrams with hands round the table, the line with the names of West and East.
_WEST_EAST: Final = re.compile(r"\s*W\s+E\s*")
#: In diagrams with hands one below the other, a line with a hand: the seat, then the suits.
_SEAT_LINE: Final = re.compile(rf"\s*(?P<seat>[{SEAT_LETTERS}0-9])\s+(?P<cards>\S.*)")


def is_diagram(text: str) -> bool:
    """Whether upper-case text looks like a diagram, valid or not: several lines, with names of seats."""
    if "\n" not in text and "\r" not in text:
        return False  # the usual case: a deal in one line
    lines = _lines(text)
    if len(lines) < 2 or _KITTY_LINE.fullmatch(lines[0]):
        return False
    return any(map(_WEST_EAST.fullmatch, lines)) or _SEAT_LINE.fullmatch(lines[0]) is not None


def read_diagram(text: str) -> tuple[tuple[str, ...], str | None]:
    """The texts of the hands in an upper-case diagram, in seat order, and of its kitty if it has one."""
    lines = _lines(text)
    kitty = None
    found = _KITTY_LINE.fullmatch(lines[-1])
    if found is not None:
        kitty, lines = found["cards"], lines[:-1]
    middle = next((at for at, line in enumerate(lines) if _WEST_EAST.fullmatch(line)), None)
    return _in_list(lines) if middle is None else _in_compass(lines, middle), kitty


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _in_compass(lines: Sequence[str], middle: int) -> tuple[str, ...]:
    """Four hands round the table; the column of East's name separates the hands of West and East."""
    south = next((at for at in range(middle + 1, len(lines)) if lines[at].strip() == "S"), None)
    if lines[0].strip() != "N" or south is None:
        missing = "N" if south is not None else "S"
        raise DealError(f"the diagram has no line with {missing} alone: expected the names of all four hands")
    east = lines[middle].rindex("E")
    beside = lines[middle + 1 : south]
    parts = (
        lines[1:middle],
        [line[east:] for line in beside],
        lines[south + 1 :],
        [line[:east] for line in beside],
    )
    return tuple(" ".join(part) for part in parts)


def _in_list(lines: Sequence[str]) -> tuple[str, ...]:
    """Hands one below the other, each after its seat."""
    count = len(lines)
    if not MIN_SEATS <= count <= MAX_SEATS:
        raise DealError(f"the diagram has {count} hands: expected {MIN_SEATS} to {MAX_SEATS}")
    hands: dict[int, str] = {}
    for line in lines:
        found = _SEAT_LINE.fullmatch(line)
        if found is None:
            raise DealError(f"{shown(line)} in the diagram is wrong: expected a seat and its cards")
        letter = found["seat"]
        seat = SEAT_LETTERS.index(letter) if letter in SEAT_LETTERS else int(letter)
        if seat in hands or seat >= count or (letter in SEAT_LETTERS and count != len(SEAT_LETTERS)):
            raise DealError(f"seat {letter} in the diagram is wrong: expected each of {count} seats once")
        hands[seat] = found["cards"]
    return tuple(hands[seat] for seat in range(count))
