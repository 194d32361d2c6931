"""`BestDiscard`, the result of a search for the best discard, and the interrupt that carries one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whistsolve.errors import Interrupted, WhistError
from whistsolve.tabular import Column, Tabular, integers, numbers, texts
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.shown import Shown

__all__ = ["BestDiscard", "BestDiscardInterrupted"]


@dataclass(frozen=True, slots=True)
class BestDiscard(Shown, Tabular):
    """The best discard of a hand, or its bounds where the search ended early.

    Attributes
    ----------
    low, high : int or float
        Tricks of the declarer's side after the best discard, with best play on both sides: certainly from
        `low` to `high`, which differ only where the search ended early. The kitty's book is not among them;
        under ``kitty_book="first_trick_winner"`` the first trick counts two. A float, the expected number,
        where jokers of others are exchanged for discards drawn blindly.
    cards : tuple of Card
        A discard that takes `low` tricks: spades, hearts, diamonds, clubs, high to low, then jokers.
    hand : Hand
        What is left of the hand.
    kitty_books : int
        Books that the rules give the declarer's side for the kitty.
    nodes : int
        Nodes of the search: cards played in it.
    discards : int
        Searches of a single discard; one may be searched more than once. All other discards are equivalent
        to one of these, or were ruled out together by the relaxation.
    relaxed, refuted : int
        Searches of the relaxation, in which the hand keeps all its cards and chooses the discard during play,
        so that it takes at least as many tricks as after any discard; and how many of them ruled out all
        discards at once.

    As a table (see `Tabular`) it has one row: ``discard`` and ``hand`` (text of hands), ``tricks`` (float64,
    null where only bounds are known), ``low``, ``high`` (float64), and the other numbers (int64).
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
            Where the search ended early and only bounds are known.
        """
        if self.exact:
            return self.low
        raise WhistError(
            f"the best discard takes between {self.low} and {self.high} tricks, for the limit was reached"
            " first: take .low and .high, or ask with a larger limit, or with none"
        )

    @property
    def books(self) -> float:
        """The same with the kitty's book, where the rules give it to the declarer's side."""
        return self.tricks + self.kitty_books

    def as_dict(self) -> dict[str, object]:
        """The discard by name, for JSON.

        ``discard`` (list of cards), ``hand``, ``tricks``, ``low``, ``high``, ``exact``, ``books`` and
        ``nodes``. Tricks and books are ``None`` where only bounds are known.
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


class BestDiscardInterrupted(Interrupted[BestDiscard]):
    """An interrupt that ended `best_discard`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : BestDiscard
        The best discard so far, with bounds that are certain.
    """
