"""Counts of aces, jokers, trumps and stoppers in many hands at once, for bidding conventions."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from whistsolve.rules import Rules
from whistsolve.values.cards import CARDS, DECK_SIZE, JOKER_MASK, Card, Suit
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
        self._best_first: dict[tuple[Suit, str], list[Card]] = {}

    @property
    def jokers(self) -> NDArray[np.int64]:
        """Jokers, shape (hands,)."""
        return self._count(card for card in CARDS if JOKER_MASK >> card.index & 1)

    @property
    def aces(self) -> NDArray[np.int64]:
        """Aces, shape (hands,)."""
        return self._count(card for card in CARDS if card.rank == _ACE)

    @property
    def leaning(self) -> NDArray[np.int64]:
        """High cards less low ones (`honours_compared`), shape (hands,)."""
        high, low = honours_compared(self.rules)
        return self._count(card for card in CARDS if card.rank in high) - self._count(
            card for card in CARDS if card.rank in low
        )

    def length(self, strain: Strain) -> NDArray[np.int64]:
        """Trumps with jokers, shape (hands,); none in no-trump."""
        if strain.is_no_trump:
            return np.zeros(len(self._held), dtype=np.int64)
        return self._count(self._suit(Suit.of(strain.trump), strain)) + self.jokers

    def top_trumps(self, strain: Strain) -> NDArray[np.int64]:
        """Jokers and the three best cards of the trump suit, shape (hands,); none in no-trump."""
        if strain.is_no_trump:
            return np.zeros(len(self._held), dtype=np.int64)
        return self._count(self._suit(Suit.of(strain.trump), strain)[:3]) + self.jokers

    def stopped_suits(self, strain: Strain) -> NDArray[np.int64]:
        """Suits with the best card of the deck, the second best guarded once, or the third best twice."""
        found = np.zeros(len(self._held), dtype=np.int64)
        for suit in Suit:
            cards = self._suit(suit, strain)
            length = self._count(cards)
            stopped = np.zeros(len(self._held), dtype=np.bool_)
            for guards, card in enumerate(cards[:3]):
                stopped |= self._held[:, card.index] & (length > guards)
            found += stopped
        return found

    def _suit(self, suit: Suit, strain: Strain) -> list[Card]:
        """The cards of a suit in the deck, best first."""
        if (suit, strain.ranking) not in self._best_first:
            cards = [card for card in self.rules.deck.of_suit(suit) if card.rank is not None]
            cards.sort(key=lambda card: -strain.height(card.rank or 0))
            self._best_first[suit, strain.ranking] = cards
        return self._best_first[suit, strain.ranking]

    def _count(self, cards: Iterable[Card]) -> NDArray[np.int64]:
        """How many of the given cards each hand has."""
        found: NDArray[np.int64] = self._held[:, [card.index for card in cards]].sum(axis=1, dtype=np.int64)
        return found
