"""`CardTricks`, and the order of preference: which of several equally good cards a good player plays first.

`solve_cards`, the double-dummy player and the analysis of a played hand list cards in this order.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from whistsolve.errors import NotationError, WhistError
from whistsolve.values import Card, Strain
from whistsolve.values.cards import CARDS, LITTLE_JOKER

_RANKS: Final = 13
#: The height of the best card of a suit.
_BEST: Final = _RANKS - 1
#: Number of values for the length of a suit and for its index: the lower digits of a sort key.
_LENGTHS, _SUITS = 16, 4


class CardTricks(Mapping[Card, int]):
    """Tricks of the declarer's side after each legal card, the best card for the side to play first.

    A mapping of cards to tricks that also takes text: ``tricks["SA"]``, ``"SA" in tricks``. If a limit of the
    call was reached, a number may be unknown: reading it raises a WhistError, while `low`, `high` and
    `bounds` are always known. KeyError if the card is not legal.

    Parameters
    ----------
    bounds : dict of Card to (int, int)
        The lower and upper bound for each card, best first.
    """

    __slots__ = ("_bounds",)

    def __init__(self, bounds: dict[Card, tuple[int, int]]) -> None:
        self._bounds = bounds

    def bounds(self, card: Card | str) -> tuple[int, int]:
        """The lower and upper bound of the tricks after a card; equal if the number is known."""
        return self._bounds[Card.of(card)]

    @property
    def low(self) -> dict[Card, int]:
        """The lower bounds of the tricks."""
        return {card: low for card, (low, _) in self._bounds.items()}

    @property
    def high(self) -> dict[Card, int]:
        """The upper bounds of the tricks."""
        return {card: high for card, (_, high) in self._bounds.items()}

    @property
    def exact(self) -> bool:
        """Whether all numbers are known."""
        return all(low == high for low, high in self._bounds.values())

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards with the tricks, or the bounds, of the first card: the best for the side to play."""
        first = next(iter(self._bounds.values()), None)
        return tuple(card for card, bounds in self._bounds.items() if bounds == first)

    def __getitem__(self, card: Card | str) -> int:
        low, high = self.bounds(card)
        if low < high:
            raise WhistError(
                f"tricks after {card} are between {low} and {high}, for the limit was reached first: take"
                " .low and .high, or solve with a larger node_limit or time_limit, or with none"
            )
        return low

    def __contains__(self, card: object) -> bool:
        with suppress(NotationError):
            return Card.of(card) in self._bounds
        return False

    def __iter__(self) -> Iterator[Card]:
        return iter(self._bounds)

    def __len__(self) -> int:
        return len(self._bounds)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardTricks):
            return self._bounds == other._bounds
        return self.exact and super().__eq__(other)

    def __repr__(self) -> str:
        spans = (
            f"{card} {low}" if low == high else f"{card} {low}-{high}"
            for card, (low, high) in self._bounds.items()
        )
        return f"<CardTricks: {', '.join(spans)}>"


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

    ``answers`` has the index and the bounds of each legal card. With ``most`` the declarer's side is to play:
    cards are sorted by the lower bound, then the upper, highest first. Otherwise by the upper bound, then the
    lower, lowest first.
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
    heights = []
    for card in CARDS:
        if card.suit is None or card.rank is None:
            kind, height = 4, card.index - LITTLE_JOKER
        else:  # a plain card, a trump, an ace or the ace of trumps
            height = strain.height(card.rank)
            kind = 2 * (height == _BEST) + (card.suit.letter == strain.trump)
        above = (kind * _RANKS + height) * _LENGTHS + _LENGTHS - 1
        heights.append(above * _SUITS + card.index // _RANKS % _SUITS)
    return tuple(heights)
