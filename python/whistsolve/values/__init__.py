"""Immutable values with a text form: cards, hands, seats, deals, strains, contracts."""

from whistsolve.values.cards import Card, Suit
from whistsolve.values.contracts import Contract
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.seats import seat_index, seat_name
from whistsolve.values.strains import STRAINS, Strain

__all__ = ["STRAINS", "Card", "Contract", "Deal", "Hand", "Strain", "Suit", "seat_index", "seat_name"]
