"""The order of preference: which of several equally good cards a good player plays first.

`solve_cards`, the double-dummy player and the analysis of a played hand list cards in this order.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final

from whistsolve.values.cards import CARDS, DECK_SIZE, LITTLE_JOKER, Card
from whistsolve.values.strains import Strain

_RANKS: Final = 13
#: The height of the best card of a suit.
_BEST: Final = _RANKS - 1
#: Number of values for the length of a suit and for its index: the lower digits of a sort key.
_LENGTHS, _SUITS = 16, 4


def by_preference(cards: Iterable[Card], strain: Strain) -> list[Card]:
    """Legal cards in the order in which a good player would play them: the cheapest first.

    The order decides between cards that are equally good double dummy:

    1. plain cards, then trumps, then aces, then jokers;
    2. within each of these groups the lowest rank first, in the ranking of the strain: downtown the king,
       with aces bad the ace; the little joker before the big one;
    3. among cards of the same rank, the one from the longest suit; then clubs, diamonds, hearts, spades.

    "Aces" means the best cards of the suits (with aces bad the deuces), the ace of trumps last. In no-trump
    jokers are last whatever they are worth; if they must be thrown, no other card is legal anyway. ``cards``
    must be all legal cards of a hand, equally good or not: the lengths of suits are counted from them.

    >>> from whistsolve.values import Hand
    >>> print(*by_preference(Hand("A4.K92.7.A.B"), Strain("S", "uptown")))
    H2 D7 H9 HK S4 CA SA BJ
    """
    return list(best_first([(card.index, 0, 0) for card in cards], strain, most=True))


def best_first(
    answers: Sequence[tuple[int, int, int]], strain: Strain, *, most: bool
) -> dict[Card, tuple[int, int]]:
    """Bounds of all legal cards, best first for the side to play; equally good cards in the preference order.

    ``answers`` has, for each legal card, its index and the lower and upper bound of the tricks of the
    declarer's side if the card is played; the result maps cards to these bounds. With ``most`` the declarer's
    side is to play: cards are sorted by the lower bound, then the upper, highest first. Otherwise by the
    upper bound, then the lower, lowest first.
    """
    heights, lengths = _heights(strain), [0] * (_SUITS + 1)
    for card, _, _ in answers:
        lengths[card // _RANKS] += _SUITS
    if most:
        down = [(-low, -high, heights[card] - lengths[card // _RANKS], card) for card, low, high in answers]
        down.sort()
        return {CARDS[card]: (-low, -high) for low, high, _, card in down}
    up = [(high, low, heights[card] - lengths[card // _RANKS], card) for card, low, high in answers]
    up.sort()
    return {CARDS[card]: (low, high) for high, low, _, card in up}


@functools.cache
def _heights(strain: Strain) -> tuple[int, ...]:
    """A sort key for every card, by card index: higher keys are played later, and no two are equal.

    `best_first` subtracts `_SUITS` for each card of the suit: length counts after height, before the suit.
    """
    return tuple(
        ((kind * _RANKS + height) * _LENGTHS + _LENGTHS - 1) * _SUITS + index // _RANKS % _SUITS
        for index in range(DECK_SIZE)
        for kind, height in [_kind_and_height(CARDS[index], strain)]
    )


def _kind_and_height(card: Card, strain: Strain) -> tuple[int, int]:
    """The group (0 plain card, 1 trump, 2 ace, 3 ace of trumps, 4 joker) and the height within it."""
    if card.suit is None or card.rank is None:
        return 4, card.index - LITTLE_JOKER
    height = strain.height(card.rank)
    return 2 * (height == _BEST) + (card.suit.letter == strain.trump), height
