"""What a search returns: the value of a position, of each card in order of preference, the best discard."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeVar

from whistsolve._internal.shown import Shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.tabular import Column, Tabular, integers, numbers, texts
from whistsolve.values import Card, CardLike, Hand, Strain
from whistsolve.values.cards import CARDS, LITTLE_JOKER

_Number = TypeVar("_Number", int, float)


def _exactly(low: _Number, high: _Number, bounded: str) -> _Number:
    """The number if both bounds are equal; ``bounded`` with the bounds begins the error if they differ."""
    if low == high:
        return low
    raise WhistError(
        f"{bounded.format(low, high)}, for the limit was reached first: take .low and .high, or solve with a"
        " larger node_limit or time_limit, or with none"
    )


@dataclass(frozen=True, slots=True)
class Solution(Shown, Tabular):
    """The double-dummy value of a position for the declarer's side, or bounds if a limit was reached.

    As a table (see `Tabular`) it has one row, with the numbers as columns and ``tricks``, which is null if
    only bounds are known.
    """

    #: Bounds of the tricks that the declarer's side still wins with best play on both sides, including the
    #: trick in progress. They differ only if a limit of the call was reached. Under
    #: ``kitty_book="first_trick_winner"`` the first trick of the deal counts two, here and in `won`.
    low: int
    high: int
    #: Tricks that the declarer's side has won already.
    won: int
    #: Books that the rules give the declarer's side for the kitty; 0 if there is no kitty.
    kitty_books: int
    #: Nodes of the search: the number of cards played in it.
    nodes: int
    #: The mask of `relevant`.
    _relevant: int = field(default=0, repr=False)

    @property
    def exact(self) -> bool:
        """Whether the number of tricks is known."""
        return self.low == self.high

    @property
    def relevant(self) -> Hand:
        """The cards that matter: in each suit those in play, down to the lowest that the proof needs.

        The value, or the bounds, are the same wherever the others lie, if each hand has as many cards of each
        suit. Jokers of no suit, and cards played, stay where they are.
        """
        return Hand.from_mask(self._relevant)

    @property
    def tricks(self) -> int:
        """Tricks that the declarer's side still wins.

        Raises `WhistError` if only bounds are known, because a limit was reached.
        """
        return _exactly(self.low, self.high, "tricks of the declarer's side are between {} and {}")

    @property
    def books(self) -> int:
        """Books of the declarer's side at the end: won, still to win, the kitty's. Raises as `tricks`."""
        low, high = (self.won + self.kitty_books + number for number in (self.low, self.high))
        return _exactly(low, high, "books of the declarer's side are between {} and {}")

    def as_dict(self) -> dict[str, object]:
        """The solution as a dict for JSON; tricks and books are ``None`` if only bounds are known."""
        return {
            "tricks": self.tricks if self.exact else None,
            "low": self.low,
            "high": self.high,
            "exact": self.exact,
            "won": self.won,
            "books": self.books if self.exact else None,
            "nodes": self.nodes,
            "relevant": [str(card) for card in self.relevant],
        }

    def _columns(self) -> Mapping[str, Column]:
        names = ("low", "high", "won", "kitty_books", "nodes")
        values: dict[str, int | None] = {"tricks": self.low if self.exact else None}
        values |= {name: getattr(self, name) for name in names}
        return {name: integers([value]) for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class BestDiscard(Shown, Tabular):
    """The best discard of a hand, or bounds of its tricks if the search ended early.

    As a table (see `Tabular`) it has one row: ``discard`` and ``hand`` (text of hands), ``tricks`` (float64,
    null if only bounds are known), ``low``, ``high`` (float64), and the other numbers (int64).
    """

    #: Bounds of the tricks of the declarer's side after the best discard, with best play on both sides. They
    #: differ only if the search ended early. The kitty's book is not included; under
    #: ``kitty_book="first_trick_winner"`` the first trick counts two. If other hands' jokers are exchanged
    #: for discards drawn blindly, they are floats that bound the expected number.
    low: float
    high: float
    #: A discard that wins at least `low` tricks, sorted: spades, hearts, diamonds, clubs, then jokers.
    cards: tuple[Card, ...]
    #: The cards that the hand keeps.
    hand: Hand
    #: Books that the rules give the declarer's side for the kitty.
    kitty_books: int
    #: Nodes of the search: the number of cards played in it.
    nodes: int
    #: Searches of a single discard; the same one may be searched more than once.
    discards: int
    #: Searches of a relaxed game, in which the hand keeps all its cards and chooses the discard during play;
    #: and how many of these ruled out all discards at once.
    relaxed: int
    refuted: int

    @property
    def exact(self) -> bool:
        """Whether the number of tricks is known."""
        return self.low == self.high

    @property
    def tricks(self) -> float:
        """Tricks of the declarer's side after the best discard.

        Raises `WhistError` if the search ended early and only bounds are known.
        """
        return _exactly(self.low, self.high, "the best discard takes between {} and {} tricks")

    @property
    def books(self) -> float:
        """`tricks` plus the kitty's books, if the rules give the side these; raises as `tricks`."""
        return self.tricks + self.kitty_books

    def as_dict(self) -> dict[str, object]:
        """The result as a dict for JSON: ``discard`` is a list of cards.

        Tricks and books are ``None`` if only bounds are known.
        """
        return {
            "discard": [str(card) for card in self.cards],
            "hand": str(self.hand),
            "tricks": self.tricks if self.exact else None,
            "low": self.low,
            "high": self.high,
            "exact": self.exact,
            "books": self.books if self.exact else None,
            "nodes": self.nodes,
        }

    def _columns(self) -> Mapping[str, Column]:
        names = ("kitty_books", "nodes", "discards", "relaxed", "refuted")
        return {
            "discard": texts([Hand(self.cards)]),
            "hand": texts([self.hand]),
            "tricks": numbers([self.low if self.exact else None]),
            "low": numbers([self.low]),
            "high": numbers([self.high]),
            **{name: integers([getattr(self, name)]) for name in names},
        }


_RANKS: Final = 13
#: The height of the best card of a suit.
_BEST: Final = _RANKS - 1
#: Number of values for the length of a suit and for its index: the lower digits of a sort key.
_LENGTHS, _SUITS = 16, 4


class CardTricks(Mapping[Card, int]):
    """Tricks of the declarer's side after each legal card, the best card for the side to play first.

    A mapping of cards to tricks that also takes text: ``tricks["SA"]``, ``"SA" in tricks``. If a limit of the
    call was reached, a number may be unknown: reading it raises a WhistError, while `low`, `high` and
    `bounds` are always known. KeyError if the card is not legal. It is made from the lower and upper bound of
    each card, best first.
    """

    __slots__ = ("_bounds",)

    def __init__(self, bounds: dict[Card, tuple[int, int]]) -> None:
        self._bounds = bounds

    def bounds(self, card: CardLike) -> tuple[int, int]:
        """The lower and upper bound of the tricks after a card; equal if the number is known."""
        found = self._bounds.get(Card.of(card))
        if found is None:
            legal = ", ".join(map(str, self._bounds)) or "none, for every card has been played"
            raise KeyError(f"{card} is not legal: expected {legal}")
        return found

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
    def tricks(self) -> int:
        """The tricks after the best card. Raises `WhistError` if they are unknown or no card is left."""
        for card in self._bounds:
            return self[card]
        raise WhistError("every card has been played: expected a position with a card to play")

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards with the tricks, or the bounds, of the first card: the best for the side to play."""
        first = next(iter(self._bounds.values()), None)
        return tuple(card for card, bounds in self._bounds.items() if bounds == first)

    def __getitem__(self, card: CardLike) -> int:
        return _exactly(*self.bounds(card), f"tricks after {card} are between {{}} and {{}}")

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
    """Legal cards in the order in which `solve_cards` has those that are equally good: the cheapest first.

    The ace of trumps is the last of the aces, the little joker comes before the big one. In no-trump jokers
    are last whatever they are worth; if they must be thrown, no other card is legal anyway. ``cards`` must be
    all legal cards of a hand, equally good or not: the lengths of suits are counted from them.

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
    """A sort key by card index, no two equal; `best_first` subtracts `_SUITS` for each card of the suit."""
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
