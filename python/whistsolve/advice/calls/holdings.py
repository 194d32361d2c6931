"""Counts of aces, jokers, trumps and stoppers in many hands at once, for bidding conventions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whistsolve.rules import Rules
from whistsolve.values.cards import CARDS, DECK_SIZE, Card, Suit
from whistsolve.values.strains import Strain

_ACE = 14
#: Ranks compared on either side for high and low cards.
_COMPARED = 4


def honours_compared(rules: Rules) -> tuple[frozenset[int], frozenset[int]]:
    """The ranks that count as high and as low: four of each below the ace, fewer in short decks.

    Aces count as high cards too if they are bad downtown.
    """
    ranks = sorted({card.rank for card in rules.deck if card.rank is not None and card.rank < _ACE})
    number = min(_COMPARED, len(ranks) // 2)
    high = ranks[len(ranks) - number :]
    return frozenset([*high, _ACE] if rules.downtown_ace == "bad" else high), frozenset(ranks[:number])


class HeldCards:
    """Counts of cards in many hands, uint64 of shape (hands,), under the given rules."""

    def __init__(self, hands: NDArray[np.uint64], rules: Rules) -> None:
        self.rules = rules
        bits = np.arange(DECK_SIZE, dtype=np.uint64)
        self._held: NDArray[np.bool_] = (hands[:, np.newaxis] >> bits & np.uint64(1)).astype(np.bool_)
        high, low = honours_compared(rules)
        self._anywhere = {
            "jokers": self._count([card for card in CARDS if card.is_joker]),
            "aces": self._count([card for card in CARDS if card.rank == _ACE]),
            "leaning": self._count([card for card in CARDS if card.rank in high])
            - self._count([card for card in CARDS if card.rank in low]),
        }
        self._by_strain: dict[Strain, dict[str, NDArray[np.int64]]] = {}

    def counts(self, strain: Strain) -> dict[str, NDArray[np.int64]]:
        """How many each hand has of each field of a `Meaning`, shape (hands,); `leaning` is high less low."""
        if strain in self._by_strain:
            return self._by_strain[strain]
        length = top_trumps = stopped = np.zeros(len(self._held), dtype=np.int64)
        for suit in Suit:
            cards = [card for card in self.rules.deck.of_suit(suit) if card.rank is not None]
            cards.sort(key=lambda card: -strain.height(card.rank or 0))
            held = self._count(cards)
            if suit.letter == strain.trump:
                length = held + self._anywhere["jokers"]
                top_trumps = self._count(cards[:3]) + self._anywhere["jokers"]
            # The best card of the deck, the second best guarded once, or the third best twice.
            guarded = [self._held[:, card.index] & (held > guards) for guards, card in enumerate(cards[:3])]
            stopped = stopped + np.any(guarded, axis=0)
        in_strain = {"length": length, "top_trumps": top_trumps, "stopped_suits": stopped}
        found = self._by_strain[strain] = self._anywhere | in_strain
        return found

    def _count(self, cards: list[Card]) -> NDArray[np.int64]:
        """How many of the given cards each hand has."""
        found: NDArray[np.int64] = self._held[:, [card.index for card in cards]].sum(axis=1, dtype=np.int64)
        return found
