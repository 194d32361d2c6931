"""Seats: letters with four hands, otherwise numbers, always clockwise from 0."""

from __future__ import annotations

from typing import SupportsIndex, TypeAlias

from whistsolve._internal.reading import read_integer, shown
from whistsolve._internal.words import SEAT_WORDS, read_seat
from whistsolve.errors import NotationError

MIN_SEATS = 2
MAX_SEATS = 6
#: A seat as a number or as text.
SeatLike: TypeAlias = int | str
#: Letters of the seats 0 to 3 of four.
SEAT_LETTERS = "NESW"


def seat_index(seat: object, seats: int, field: str = "seat") -> int:
    """The number of a seat, counted clockwise from North or the first hand, which is 0.

    A seat is ``N`` or ``North``, ``E``, ``S``, ``W`` (with four hands only; in upper or lower case), or an
    integer from 0, also as text; ``seats`` is 2 to 6. Messages call the argument ``field``. Raises
    `NotationError` if there is no such seat; ``True`` and ``False`` are not seats.
    """
    if isinstance(seat, str):
        number = read_seat(seat, seats)
        if number is not None:
            return number
    elif isinstance(seat, SupportsIndex):
        try:
            return read_integer(seat, field, NotationError, 0, seats - 1)
        except NotationError:
            pass  # the error below has a better message
    expected = "N, E, S or W, or " if seats == 4 else ""
    raise NotationError(
        f"{field} {shown(seat)} is no seat: expected {expected}a number from 0 to {seats - 1}"
    )


def seat_name(index: int, seats: int) -> str:
    """The name of a seat: ``N``, ``E``, ``S``, ``W`` with four hands, otherwise its number.

    Raises `NotationError` if there is no such seat.
    """
    hands = read_integer(seats, "seats", NotationError, MIN_SEATS, MAX_SEATS)
    number = read_integer(index, "seat", NotationError, 0, hands - 1)
    return SEAT_LETTERS[number] if seats == 4 else str(number)


def seat_value(seat: int, seats: int) -> str | int:
    """The value of a seat in JSON: ``N``, ``E``, ``S`` or ``W`` with four hands, otherwise its number."""
    return seat_name(seat, seats) if seats == 4 else seat


def seats_named_as(seat: object, seats: int, number: str = "seat {}") -> tuple[str, ...]:
    """The names of all seats, for messages, in the style of ``seat``: ``S``, ``South`` or ``seat 2``."""
    said = seat.strip() if isinstance(seat, str) else ""
    if seats != len(SEAT_LETTERS) or said.isdigit() or (not said and isinstance(seat, SupportsIndex)):
        return tuple(number.format(index) for index in range(seats))
    return SEAT_WORDS if len(said) > 1 else tuple(SEAT_LETTERS)
