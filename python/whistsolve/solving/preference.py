"""The order of preference: of equally good cards, the one that a good player plays.

`solve_cards`, `card_bounds`, the double-dummy player and the analysis of a played hand list cards in it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final

from whistsolve.values.cards import CARDS, DECK_SIZE, LITTLE_JOKER, Card
from whistsolve.values.strains import Strain

__all__ = ["best_first", "by_preference"]

_RANKS: Final = 13
#: The height of the best card of a suit.
_BEST: Final = _RANKS - 1
#: Room for the length of a suit and its number, below the height in a key.
_LENGTHS, _SUITS = 16, 4


def by_preference(cards: Iterable[Card], strain: Strain) -> list[Card]:
    """Legal cards in the order in which a good player would rather part with them: the cheapest first.

    It decides between cards that are equally good double dummy:

    1. plain cards, then trumps, then aces, then jokers;
    2. among these the lowest first, in the ranking of the strain: downtown the king, with aces bad the ace;
       the little joker before the big one;
    3. of the same rank in several suits, that of the longest suit; then clubs, diamonds, hearts, spades.

    Aces are the best cards of their suits: with aces bad the deuces; that of trumps is the last of them. In
    no-trump jokers are last whatever they are worth. Where they must be given up, no other card is legal.

    Parameters
    ----------
    cards : iterable of Card
        All legal cards of a hand, equally good or not: they tell how long its suits are.
    strain : Strain

    Examples
    --------
    >>> from whistsolve.values import Hand
    >>> print(*by_preference(Hand("A4.K92.7.A.B"), Strain("S", "uptown")))
    H2 D7 H9 HK S4 CA SA BJ
    >>> print(*by_preference(Hand("A4.K92.7.A.B"), Strain("NT", "downtown")))
    HK H9 D7 S4 H2 SA CA BJ
    """
    return list(best_first([(card.index, 0, 0) for card in cards], strain, most=True))


def best_first(
    answers: Sequence[tuple[int, int, int]], strain: Strain, *, most: bool
) -> dict[Card, tuple[int, int]]:
    """Bounds of all legal cards, best card first for the side that plays, equally good ones by preference.

    Parameters
    ----------
    answers : sequence of (int, int, int)
        Each legal card by its index, with at least and at most so many tricks of the declarer's side if it is
        played.
    strain : Strain
    most : bool
        Whether the declarer's side is to play: by the tricks that are certain, then by those that are
        possible, the most first. Otherwise by those that are possible, then the certain, the fewest first.
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
    """For every card by its index a number that is higher the later it is played; no two are the same.

    Each card of its suit takes `_SUITS` from it, so that length comes below height and above the suit.
    """
    return tuple(
        ((kind * _RANKS + height) * _LENGTHS + _LENGTHS - 1) * _SUITS + index // _RANKS % _SUITS
        for index in range(DECK_SIZE)
        for kind, height in [_kind_and_height(CARDS[index], strain)]
    )


def _kind_and_height(card: Card, strain: Strain) -> tuple[int, int]:
    """0 to 4 for a plain card, a trump, an ace, the ace of trumps, a joker; and how high it is there."""
    if card.suit is None or card.rank is None:
        return 4, card.index - LITTLE_JOKER
    height = strain.height(card.rank)
    return 2 * (height == _BEST) + (card.suit.letter == strain.trump), height
