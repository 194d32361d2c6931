"""What a search returns: the value of a position, and the best discard of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from whistsolve._internal.shown import Shown
from whistsolve.errors import WhistError
from whistsolve.tabular import Column, Tabular, integers, numbers, texts
from whistsolve.values import Card, Hand

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

    Attributes
    ----------
    low, high : int
        Bounds of the tricks that the declarer's side still wins with best play on both sides, including the
        trick in progress. They differ only if a limit of the call was reached. Under
        ``kitty_book="first_trick_winner"`` the first trick of the deal counts two.
    won : int
        Tricks that the declarer's side has won already; the first trick counts as above.
    kitty_books : int
        Books that the rules give the declarer's side for the kitty; 0 if there is no kitty.
    nodes : int
        Nodes of the search: the number of cards played in it.
    relevant : Hand
        The cards that matter: in each suit those in play, from the top down to the lowest that the proof
        needs. The value, or the bounds, are the same wherever the others lie, if each hand has as many cards
        of each suit. Jokers of no suit, and cards played, stay where they are.

    As a table (see `Tabular`) it has one row, with the numbers as columns and ``tricks``, which is null if
    only bounds are known.
    """

    low: int
    high: int
    won: int
    kitty_books: int
    nodes: int
    #: The mask of `relevant`.
    _relevant: int = field(default=0, repr=False)

    @property
    def exact(self) -> bool:
        """Whether the number of tricks is known."""
        return self.low == self.high

    @property
    def relevant(self) -> Hand:
        """The cards that matter, as above."""
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

    Attributes
    ----------
    low, high : int or float
        Bounds of the tricks of the declarer's side after the best discard, with best play on both sides. They
        differ only if the search ended early. The kitty's book is not included; under
        ``kitty_book="first_trick_winner"`` the first trick counts two. If other hands' jokers are exchanged
        for discards drawn blindly, they are floats that bound the expected number.
    cards : tuple of Card
        A discard that wins at least `low` tricks, sorted: spades, hearts, diamonds, clubs, then jokers.
    hand : Hand
        The cards that the hand keeps.
    kitty_books : int
        Books that the rules give the declarer's side for the kitty.
    nodes : int
        Nodes of the search: the number of cards played in it.
    discards : int
        Searches of a single discard; the same one may be searched more than once.
    relaxed, refuted : int
        Searches of a relaxed game, in which the hand keeps all its cards and chooses the discard during play;
        and how many of these ruled out all discards at once.

    As a table (see `Tabular`) it has one row: ``discard`` and ``hand`` (text of hands), ``tricks`` (float64,
    null if only bounds are known), ``low``, ``high`` (float64), and the other numbers (int64).
    """

    low: float
    high: float
    cards: tuple[Card, ...]
    hand: Hand
    kitty_books: int
    nodes: int
    discards: int
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
