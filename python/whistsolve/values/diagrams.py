"""Diagrams of deals, as they are printed for people: hands round the table, or one below the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from whistsolve.errors import DealError
from whistsolve.values.reading import shown
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, SEAT_LETTERS

__all__ = ["Diagram", "is_diagram", "read_diagram"]

#: What the cards out of the hands are called.
_KITTY: Final = r"(?:KITTY|DISCARDS)"
_KITTY_LINE: Final = re.compile(rf"\s*{_KITTY}\s*:?\s+(?P<cards>\S.*)")
#: Hands round the table: West and East stand beside each other.
_WEST_EAST: Final = re.compile(r"\s*W\s+E\s*")
#: Hands one below the other: the seat, then the suits.
_SEAT_LINE: Final = re.compile(rf"\s*(?P<seat>[{SEAT_LETTERS}0-9])\s+(?P<cards>\S.*)")


@dataclass(frozen=True, slots=True)
class Diagram:
    """The texts of a diagram's hands in seat order, and that of its kitty, ``None`` where it has none."""

    hands: tuple[str, ...]
    kitty: str | None


def is_diagram(text: str) -> bool:
    """Whether upper-case text is a diagram, right or wrong: of several lines, no hands after a colon."""
    if "\n" not in text and "\r" not in text:
        return False  # as most deals are written
    lines = _lines(text)
    if len(lines) < 2 or _KITTY_LINE.fullmatch(lines[0]):
        return False
    return any(map(_WEST_EAST.fullmatch, lines)) or _SEAT_LINE.fullmatch(lines[0]) is not None


def read_diagram(text: str) -> Diagram:
    """The hands and the kitty of a diagram in upper case.

    Raises
    ------
    DealError
        Where a seat is missing or stands twice, or a line belongs to no hand.
    """
    lines = _lines(text)
    kitty = None
    found = _KITTY_LINE.fullmatch(lines[-1])
    if found is not None:
        kitty, lines = found["cards"], lines[:-1]
    middle = next((at for at, line in enumerate(lines) if _WEST_EAST.fullmatch(line)), None)
    return Diagram(_in_list(lines) if middle is None else _in_compass(lines, middle), kitty)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _in_compass(lines: Sequence[str], middle: int) -> tuple[str, ...]:
    """Four hands round the table; those of West and East are told apart by the column of East's name."""
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
