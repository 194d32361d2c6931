"""Contracts: level, strain and declarer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from whistsolve._internal.reading import read_integer, shown
from whistsolve._internal.shown import Shown
from whistsolve._internal.words import NUMBER_PATTERN, read_number, read_symbols
from whistsolve.errors import NotationError
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, seat_index, seat_name
from whistsolve.values.strains import Strain, StrainLike

#: The highest level of any rules: sixteen tricks and the kitty's book, in cutthroat with three players.
MAX_LEVEL = 17

#: More characters than any contract in words; the pattern takes time that grows with their square.
_LONGEST = 100
#: Level, strain and an optional declarer, in upper case; does not match names of files or deals.
_PATTERN = re.compile(rf"({NUMBER_PATTERN})\s*([^\s\d.:/\\][^\d.:/\\]*?)(?:\s+BY\s+(\S+))?", re.ASCII)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Contract(Shown):
    """The level, strain and declarer of a played hand, or one text as in :meth:`from_text`.

    Raises `NotationError` if the level is not an integer from 0 to 17, or the strain or the declarer cannot
    be read.

    Examples
    --------
    >>> contract = Contract.from_text("4S- by E")
    >>> contract.level, contract.strain, contract.declarer
    (4, Strain.from_text('S-'), 1)
    >>> print(Contract.from_text("3NT↑", declarer="S"))
    3NT+ by S
    """

    #: The number bid: books above six, or in cutthroat all books. Rules and size of a hand limit it further.
    level: int
    strain: Strain
    #: The seat as a number, 0-based and clockwise; given as that, or as N, E, S or W with four hands.
    declarer: int

    def __init__(
        self, level: int | str, strain: StrainLike | None = None, declarer: int | str | None = None
    ) -> None:
        if isinstance(level, str) and strain is None:
            level, strain, declarer = _read_contract(level, declarer)
        object.__setattr__(self, "level", read_integer(level, "level", NotationError, 0, MAX_LEVEL))
        object.__setattr__(self, "strain", Strain.of(strain))
        object.__setattr__(self, "declarer", _declarer_index(declarer))

    @classmethod
    def from_text(cls, text: object, declarer: int | str | None = None) -> Contract:
        """The contract written as ``4S- by N``, ``5NT~ by 4``, or ``3NT↑`` and ``declarer`` given separately.

        All forms of strains and seats are read: ``four spades low by North`` is ``4S- by N``. Raises
        `NotationError` if the text is not a contract, its strain or declarer cannot be read, neither text
        nor argument names a declarer, or they name different ones.
        """
        return cls(*_read_contract(text, declarer))

    def to_text(self, seats: int = 4) -> str:
        """The text of the contract, with the declarer's name in a deal with ``seats`` hands.

        Raises `NotationError` if a deal with that many hands has no such seat.
        """
        hands = read_integer(seats, "seats", NotationError, MIN_SEATS, MAX_SEATS)
        return f"{self.level}{self.strain} by {seat_name(self.declarer, hands)}"

    def __str__(self) -> str:
        return self.to_text(4 if self.declarer < 4 else MAX_SEATS)

    def __repr__(self) -> str:
        return f"Contract.from_text({str(self)!r})"


#: A contract or its text.
ContractLike: TypeAlias = Contract | str


def _read_contract(text: object, declarer: int | str | None) -> tuple[int, Strain, int]:
    """Level, strain and declarer of a contract in writing."""
    plain = read_symbols(text, "contract", NotationError)
    match = _PATTERN.fullmatch(plain) if len(plain) <= _LONGEST else None
    if match is None:
        raise NotationError(f"contract {shown(text)} is wrong: expected such as '4S- by N'")
    level, strain, named = match.groups()
    if named is None and declarer is None:
        raise NotationError(f"contract {shown(text)} names no declarer: expected such as '4S- by N'")
    seats = [_declarer_index(seat) for seat in (named, declarer) if seat is not None]
    if len(set(seats)) > 1:
        raise NotationError(f"contract {shown(text)} and declarer {shown(declarer)} name different seats")
    return read_number(level) or 0, Strain.from_text(strain), seats[0]


def _declarer_index(declarer: object) -> int:
    """The declarer's number. The number of hands is not known here, so letters mean seats of four hands."""
    by_letter = isinstance(declarer, str) and declarer.strip().isalpha()
    try:
        return seat_index(declarer, 4 if by_letter else MAX_SEATS)
    except NotationError:
        expected = f"N, E, S or W, or a number from 0 to {MAX_SEATS - 1}"
        raise NotationError(f"declarer {shown(declarer)} is no seat: expected {expected}") from None
