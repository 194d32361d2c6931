"""Seats: letters with four hands, otherwise numbers, always clockwise from 0."""

from __future__ import annotations

from typing import SupportsIndex

from whistsolve.errors import SeatError
from whistsolve.values.reading import read_integer, shown
from whistsolve.values.words import SEAT_WORDS, read_seat

__all__ = [
    *("MAX_SEATS", "MIN_SEATS", "SEAT_LETTERS", "seat_index", "seat_name", "seat_value"),
    "seats_named_as",
]

MIN_SEATS = 2
MAX_SEATS = 6
#: Letters of the seats 0 to 3 of four.
SEAT_LETTERS = "NESW"


def seat_index(seat: object, seats: int, field: str = "seat") -> int:
    """The number of a seat, clockwise, North or the first hand being 0.

    Parameters
    ----------
    seat : str or int
        ``N`` or ``North``, ``E``, ``S``, ``W`` (with four hands only; in any case), or a whole number from 0,
        also as text.
    seats : int
        The number of hands, 2 to 6.
    field : str
        The name of the argument, for the message.

    Raises
    ------
    SeatError
        Where there is no such seat. ``True`` and ``False`` are no seats.
    """
    if isinstance(seat, str):
        number = read_seat(seat, seats)
        if number is not None:
            return number
    elif isinstance(seat, SupportsIndex):
        try:
            return read_integer(seat, field, SeatError, 0, seats - 1)
        except SeatError:
            pass  # the message below says more
    expected = "N, E, S or W, or " if seats == 4 else ""
    raise SeatError(f"{field} {shown(seat)} is no seat: expected {expected}a number from 0 to {seats - 1}")


def seat_name(index: int, seats: int) -> str:
    """The name of a seat: ``N``, ``E``, ``S``, ``W`` with four hands, otherwise its number.

    Raises
    ------
    SeatError
        Where there is no such seat.
    """
    number = read_integer(index, "seat", SeatError, 0, seats - 1)
    return SEAT_LETTERS[number] if seats == 4 else str(number)


def seat_value(seat: int, seats: int) -> str | int:
    """A seat in JSON: ``N E S W`` with four hands, otherwise its number."""
    return seat_name(seat, seats) if seats == 4 else seat


def seats_named_as(seat: object, seats: int, number: str = "seat {}") -> tuple[str, ...]:
    """All seats, for messages, in the way in which a caller named one: ``S``, ``South`` or ``seat 2``.

    Parameters
    ----------
    seat : str or int
        As the caller gave it. What is neither text nor a whole number stands for letters, where there are.
    seats : int
        The number of hands.
    number : str
        How seats are called that were named by a number.
    """
    said = seat.strip() if isinstance(seat, str) else ""
    if seats != len(SEAT_LETTERS) or said.isdigit() or (not said and isinstance(seat, SupportsIndex)):
        return tuple(number.format(index) for index in range(seats))
    return SEAT_WORDS if len(said) > 1 else tuple(SEAT_LETTERS)
