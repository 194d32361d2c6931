"""Cards, suits, strains, contracts, hands and deals."""

from __future__ import annotations

from typing import Final

from whistsolve.show.diagram import Diagram
from whistsolve.show.document import Block, Line, Part, bold, dim
from whistsolve.show.phrases import count_of
from whistsolve.values import Card, Contract, Deal, Hand, Strain, Suit, seat_name

_RANKED: Final = {"uptown": "A K Q … 2", "downtown": "A 2 3 … K", "downtown_aces_bad": "2 3 4 … A"}


def card(value: Card) -> list[Block]:
    return [Line(bold(value))]


def suit(value: Suit) -> list[Block]:
    return [Line([value, f" {value.name.lower()}"])]


def strain(value: Strain) -> list[Block]:
    ranked = f" ({value.ranking.replace('_', ' ')}, {_RANKED[value.ranking]}, best first)"
    return [Line([value, ranked])]


def contract(value: Contract) -> list[Block]:
    return [Line(contract_parts(value))]


def hand(value: Hand) -> list[Block]:
    return [Line(value), dim(count_of(len(value), "card") if value else "no cards")]


def deal(value: Deal) -> list[Block]:
    return [Diagram.of_deal(value)]


def contract_parts(value: Contract, seats: int = 4) -> list[Part]:
    """``4♠↓ by N``; without the level if it is 0, as without an auction."""
    declarer = seat_name(value.declarer, seats if value.declarer < seats else 6)
    return [str(value.level or ""), value.strain, f" by {declarer}"]
