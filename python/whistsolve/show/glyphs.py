"""Suits, strains and cards as symbols, or as plain letters if a stream cannot print symbols."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from rich.text import Text

from whistsolve.values import Card, Hand, Strain, Suit

#: Red suits are shown in red; the others in the colour of the text.
_STYLES = {Suit.HEARTS: "red", Suit.DIAMONDS: "red"}


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One way to write suits and rankings: symbols and arrows, or letters and ``+ - ~``."""

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
        """The ranks of one suit, in uptown order, best first; a dash for a void."""
        return "".join(str(card)[1] for card in hand.of_suit(suit)) or ("—" if self.symbols else "-")

    def cards(self, cards: Iterable[Card]) -> Text:
        """Cards on one line in their order, the suit once for consecutive cards of it: ``♦2 ♠3A BJ``."""
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
