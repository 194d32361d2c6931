"""Suits, strains and cards as people read them, with plain letters where a stream cannot print symbols."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from rich.console import ConsoleOptions
from rich.text import Text

from whistsolve.values import Card, Hand, Strain, Suit

__all__ = ["ASCII", "UNICODE", "Glyphs", "glyphs_for"]

#: Red suits are shown in red; the others in whatever colour text has.
_STYLES = {Suit.HEARTS: "red", Suit.DIAMONDS: "red"}


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One way to write suits and rankings.

    Attributes
    ----------
    symbols : bool
        Suit symbols and arrows; otherwise letters and ``+ - ~``.
    """

    symbols: bool

    def suit(self, suit: Suit) -> Text:
        """``♠`` or ``S``."""
        return Text(suit.symbol if self.symbols else suit.letter, style=_STYLES.get(suit, ""))

    def strain(self, strain: Strain) -> Text:
        """``♠↑`` or ``S+``, ``NT↓`` or ``NT-``."""
        mark = strain.symbol[-1] if self.symbols else str(strain)[-1]
        trump = Text("NT") if strain.is_no_trump else self.suit(Suit.of(strain.trump))
        return Text.assemble(trump, mark)

    def card(self, card: Card) -> Text:
        """``♠A`` or ``SA``; ``BJ`` and ``LJ``."""
        if card.suit is None:
            return Text(str(card))
        return Text.assemble(self.suit(card.suit), (str(card)[1], _STYLES.get(card.suit, "")))

    def ranks(self, hand: Hand, suit: Suit) -> str:
        """The ranks of one suit, best first uptown; a dash where there is none."""
        return "".join(str(card)[1] for card in hand.of_suit(suit)) or ("—" if self.symbols else "-")

    def cards(self, hand: Hand) -> Text:
        """All cards on one line, suit by suit: ``♠AK ♦2 BJ``."""
        parts = [
            Text.assemble(self.suit(suit), (self.ranks(hand, suit), _STYLES.get(suit, "")))
            for suit in reversed(Suit)
            if hand.of_suit(suit)
        ]
        parts += [self.card(joker) for joker in hand.jokers]
        return Text(" ").join(parts)

    def cards_in_order(self, cards: Iterable[Card]) -> Text:
        """Cards on one line in the order given, the suit once for neighbours of one suit: ``♦2 ♠3A BJ``."""
        parts: list[Text] = []
        for suit, run in groupby(cards, key=lambda card: card.suit):
            if suit is None:
                parts += [self.card(joker) for joker in run]
            else:
                ranks = "".join(str(card)[1] for card in run)
                parts.append(Text.assemble(self.suit(suit), (ranks, _STYLES.get(suit, ""))))
        return Text(" ").join(parts)


UNICODE = Glyphs(symbols=True)
ASCII = Glyphs(symbols=False)


def glyphs_for(options: ConsoleOptions) -> Glyphs:
    """The glyphs that a console's stream can print."""
    return ASCII if options.ascii_only else UNICODE
