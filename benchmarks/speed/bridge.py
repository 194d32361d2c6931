"""Deals of other games told as bridge deals, which DDS can solve."""

from __future__ import annotations

from typing import Final

import whistsolve as ws

_SUITS: Final = "SHDC"
#: Ranks of a suit, best first, by the mark of the ranking.
_BEST_FIRST: Final = {"+": "AKQJT98765432", "-": "A23456789TJQK", "~": "23456789TJQKA"}


def told_as_bridge(deal: ws.Deal, strain: str) -> str | None:
    """A bridge deal with the same play in the strain's suit, or ``None`` where there is none.

    The order within each suit is kept, jokers on top of the trumps; ranks are dealt again from the ace down.
    A suit may have at most thirteen cards in play, and jokers have no place where there is no trump suit.
    """
    order = _BEST_FIRST[strain[-1]]
    hands = [[str(card) for card in hand] for hand in deal.hands]
    told: dict[str, str] = {}
    for suit in _SUITS:
        best_first = [suit + rank for rank in order]
        if suit == strain[0]:
            best_first = ["BJ", "LJ", *best_first]
        present = [card for card in best_first if any(card in hand for hand in hands)]
        if len(present) > 13:
            return None
        told.update(zip(present, (suit + rank for rank in _BEST_FIRST["+"]), strict=False))
    if any(card not in told for hand in hands for card in hand):
        return None
    return "N:" + " ".join(_bridge_hand({told[card] for card in hand}) for hand in hands)


def _bridge_hand(cards: set[str]) -> str:
    return ".".join("".join(rank for rank in _BEST_FIRST["+"] if suit + rank in cards) for suit in _SUITS)
