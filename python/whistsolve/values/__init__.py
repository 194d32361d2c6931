"""Immutable values with a text form: cards, hands, seats, deals, strains, contracts."""

from whistsolve.values.cards import Card, CardLike, Suit
from whistsolve.values.contracts import Contract, ContractLike
from whistsolve.values.deals import Deal, DealLike
from whistsolve.values.hands import Hand, HandLike
from whistsolve.values.seats import SeatLike, seat_index, seat_name
from whistsolve.values.strains import STRAINS, Strain, StrainLike

__all__ = [
    "STRAINS", "Card", "CardLike", "Contract", "ContractLike", "Deal", "DealLike", "Hand", "HandLike",
    "SeatLike", "Strain", "StrainLike", "Suit", "seat_index", "seat_name",
]  # fmt: skip
