"""Contracts: level, strain and declarer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from whistsolve.errors import ContractError, SeatError
from whistsolve.values.reading import read_integer, shown
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, seat_index, seat_name
from whistsolve.values.shown import Shown
from whistsolve.values.strains import Strain
from whistsolve.values.words import NUMBER_PATTERN, read_number, read_symbols

__all__ = ["MAX_LEVEL", "Contract"]

#: Sixteen tricks and the kitty's book, in cutthroat with three players.
MAX_LEVEL = 17

#: Level, strain and perhaps declarer in upper case; no names of files, and no deals.
_PATTERN = re.compile(rf"({NUMBER_PATTERN})\s*([^\s\d.:/\\][^\d.:/\\]*?)(?:\s+BY\s+(\S+))?", re.ASCII)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Contract(Shown):
    """Level, strain and declarer of a hand.

    Parameters
    ----------
    level : int
        The number bid: books above six, in cutthroat books in all. 0 to 17; rules narrow it further.
    strain : Strain or str
    declarer : int or str
        0-based and clockwise, or N, E, S, W with four hands. Kept as a number.

    Raises
    ------
    ContractError
        Where the level is no whole number from 0 to 17.
    StrainError, SeatError
        Where the strain or the declarer is wrong.

    Examples
    --------
    >>> contract = Contract.from_text("4S- by E")
    >>> contract.level, contract.strain, contract.declarer
    (4, Strain.from_text('S-'), 1)
    >>> print(Contract.from_text("3NT↑", declarer="S"))
    3NT+ by S
    """

    level: int
    strain: Strain
    declarer: int

    def __init__(self, level: int, strain: Strain | str, declarer: int | str) -> None:
        object.__setattr__(self, "level", read_integer(level, "level", ContractError, 0, MAX_LEVEL))
        object.__setattr__(self, "strain", Strain.of(strain))
        object.__setattr__(self, "declarer", _declarer_index(declarer))

    @classmethod
    def from_text(cls, text: object, declarer: int | str | None = None) -> Contract:
        """The contract with a text such as ``4S- by N``, ``5NT~ by 4``, or ``3NT↑`` with the declarer apart.

        Strain and declarer are read as `Strain` and seats are: ``four spades low by North`` is ``4S- by N``.

        Raises
        ------
        ContractError
            Where the text is no contract, or names no declarer and none is given, or another one.
        StrainError, SeatError
            Where its strain or declarer cannot be read.
        """
        plain = read_symbols(text, "contract", ContractError)
        match = _PATTERN.fullmatch(plain)
        if match is None:
            raise ContractError(f"contract {shown(text)} is wrong: expected such as '4S- by N'")
        level, strain, named = match.groups()
        if named is None and declarer is None:
            raise ContractError(f"contract {shown(text)} names no declarer: expected such as '4S- by N'")
        seats = [_declarer_index(seat) for seat in (named, declarer) if seat is not None]
        if len(set(seats)) > 1:
            raise ContractError(f"contract {shown(text)} and declarer {shown(declarer)} name different seats")
        return cls(read_number(level) or 0, Strain.from_text(strain), seats[0])

    def to_text(self, seats: int = 4) -> str:
        """The text of the contract, its declarer called as is usual with that many hands.

        Raises
        ------
        SeatError
            Where so many hands have no such seat.
        """
        hands = read_integer(seats, "seats", SeatError, MIN_SEATS, MAX_SEATS)
        return f"{self.level}{self.strain} by {seat_name(self.declarer, hands)}"

    def __str__(self) -> str:
        return self.to_text(4 if self.declarer < 4 else MAX_SEATS)

    def __repr__(self) -> str:
        return f"Contract.from_text({str(self)!r})"


def _declarer_index(declarer: object) -> int:
    """The declarer's number. How many hands there are is not known here, so letters count as with four."""
    by_letter = isinstance(declarer, str) and declarer.strip().isalpha()
    try:
        return seat_index(declarer, 4 if by_letter else MAX_SEATS)
    except SeatError:
        expected = f"N, E, S or W, or a number from 0 to {MAX_SEATS - 1}"
        raise SeatError(f"declarer {shown(declarer)} is no seat: expected {expected}") from None
