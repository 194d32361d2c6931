"""Acts of a hand as values with text: calls, strains, discards, cards, corrections and calls of reneges."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from whistsolve.errors import ActError
from whistsolve.game.auction.calls import Bid, Pass, read_call
from whistsolve.values.cards import Card, Suit
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_text, shown
from whistsolve.values.strains import Strain

__all__ = [
    "Act",
    "CallRenege",
    "Correct",
    "Declare",
    "Discard",
    "Exchange",
    "HandChoice",
    "Play",
    "Settle",
    "read_act",
]


@dataclass(frozen=True, slots=True)
class HandChoice:
    """Double dummy whist: keep the hand dealt, or swap it for the dummy. Text: ``keep``, ``swap``."""

    keep: bool

    def __str__(self) -> str:
        return "keep" if self.keep else "swap"


@dataclass(frozen=True, slots=True)
class Declare:
    """Name trump suit and ranking. Text: that of the strain."""

    strain: Strain

    def __str__(self) -> str:
        return str(self.strain)


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the surplus cards of a hand. Text: the cards, with blanks between."""

    cards: Hand

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange a joker for a discarded card. Text: the card."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; a led joker names a suit where the rules require it. Text: ``SA``, ``BJ:H``."""

    card: Card
    named: Suit | None = None

    def __str__(self) -> str:
        return f"{self.card}:{self.named.letter}" if self.named is not None else str(self.card)


@dataclass(frozen=True, slots=True)
class Correct:
    """Take a renege back and play this card instead. Text: ``correct SA``.

    Attributes
    ----------
    card : Card
    hand : int or None
        The hand that reneged; ``None`` where only one renege may be corrected. Text: ``correct SA of 2``.
    """

    card: Card
    hand: int | None = None

    def __str__(self) -> str:
        return f"correct {self.card}" + ("" if self.hand is None else f" of {self.hand}")


@dataclass(frozen=True, slots=True)
class CallRenege:
    """Claim that an opponent reneged in a trick. Text: ``renege 3 by 1``, ``renege 3 by 1 of 2``.

    Attributes
    ----------
    player : int
        The player who calls it.
    trick : int
        The number of the trick, from 1.
    accused : int or None
        The hand accused; must be given where there are more than two sides.
    """

    player: int
    trick: int
    accused: int | None = None

    def __str__(self) -> str:
        of = "" if self.accused is None else f" of {self.accused}"
        return f"renege {self.trick} by {self.player}{of}"


@dataclass(frozen=True, slots=True)
class Settle:
    """End the stage after the last card in which reneges may be called. Text: ``settle``."""

    def __str__(self) -> str:
        return "settle"


Act: TypeAlias = HandChoice | Bid | Pass | Declare | Discard | Exchange | Play | Correct | CallRenege | Settle

_RENEGE: Final = re.compile(r"renege (\d{1,2}) by (\d)(?: of (\d))?", re.ASCII)
_CORRECT: Final = re.compile(r"correct (\S+)(?: of (\d))?", re.ASCII)


def read_act(act: object, stage: str) -> Act:
    """An act from itself or its text; the stage of the hand decides how text is read.

    Raises
    ------
    ActError
        Where the text is no act of the stage.
    WhistError
        Where a card or strain in it cannot be read.
    """
    if isinstance(act, Act):
        return act
    if isinstance(act, Strain):
        return Declare(act)
    if isinstance(act, Card):
        return Exchange(act) if stage == "exchange" else Play(act)
    if isinstance(act, Hand):
        return Discard(act)
    text = " ".join(read_text(act, "act", ActError, beyond_ascii="↑↓⇣♣♦♥♠").split())
    lower = text.lower()
    if stage in ("play", "settlement"):
        return _read_play(text, lower)
    if stage == "hand_option":
        if lower not in ("keep", "swap"):
            raise ActError(f"act {shown(act)} is wrong: expected 'keep' or 'swap'")
        return HandChoice(lower == "keep")
    if stage == "auction":
        return read_call(text)
    if stage == "declaration":
        return Declare(Strain.from_text(text))
    if stage == "discard":
        return Discard(Hand(text) if "." in text else Hand(text.replace(",", " ").split()))
    if stage == "exchange":
        return Exchange(Card.from_text(text))
    raise ActError(f"act {shown(act)} is wrong: the hand is over")


def _read_play(text: str, lower: str) -> Act:
    if lower == "settle":
        return Settle()
    renege = _RENEGE.fullmatch(lower)
    if renege is not None:
        trick, player, accused = renege.groups()
        return CallRenege(int(player), int(trick), None if accused is None else int(accused))
    correct = _CORRECT.fullmatch(lower)
    if correct is not None:
        card, hand = correct.groups()
        return Correct(Card.from_text(card), None if hand is None else int(hand))
    if ":" in text:
        joker, _, suit = text.partition(":")
        return Play(Card.from_text(joker), Suit.of(suit))
    return Play(Card.from_text(text))
