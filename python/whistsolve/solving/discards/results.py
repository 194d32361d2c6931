"""`BestDiscard`: the result of a search for the best discard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whistsolve._internal.shown import Shown
from whistsolve.errors import WhistError
from whistsolve.tabular import Column, Tabular, integers, numbers, texts
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand


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
        Number of searches of a single discard (the same one may be searched more than once). All other
        discards are equivalent to one of these, or were ruled out together by the relaxation.
    relaxed, refuted : int
        `relaxed`: searches of a relaxed game, in which the hand keeps all its cards and chooses the discard
        during play, so that it wins at least as many tricks as after any discard. `refuted`: how many of
        these searches ruled out all discards at once.

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

        Raises
        ------
        WhistError
            If the search ended early and only bounds are known.
        """
        if self.exact:
            return self.low
        raise WhistError(
            f"the best discard takes between {self.low} and {self.high} tricks, for the limit was reached"
            " first: take .low and .high, or ask with a larger limit, or with none"
        )

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
        return {
            "discard": texts([Hand(self.cards)]),
            "hand": texts([self.hand]),
            "tricks": numbers([self.low if self.exact else None]),
            "low": numbers([self.low]),
            "high": numbers([self.high]),
            "kitty_books": integers([self.kitty_books]),
            "nodes": integers([self.nodes]),
            "discards": integers([self.discards]),
            "relaxed": integers([self.relaxed]),
            "refuted": integers([self.refuted]),
        }
