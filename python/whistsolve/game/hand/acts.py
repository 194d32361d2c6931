"""Acts of a hand as values with text: calls, strains, discards, cards, corrections and calls of reneges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from whistsolve.arguments import read_player, read_rules
from whistsolve.errors import ActError, CardError, HandError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, read_call
from whistsolve.rules import Rules
from whistsolve.values.cards import Card, Suit
from whistsolve.values.hands import Hand, names_suits
from whistsolve.values.reading import shown
from whistsolve.values.strains import Strain
from whistsolve.values.words import StrainWords, read_strain_words, read_symbols

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
        The hand accused; must be given where everybody plays for himself.
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

_RENEGE: Final = re.compile(r"renege (\d{1,2}) by (\w+)(?: of (\w+))?", re.ASCII)
_CORRECT: Final = re.compile(r"correct (\S.*?)(?: of (\w+))?")


def read_act(
    act: object,
    stage: str,
    rules: Rules | None = None,
    *,
    auction: Auction | None = None,
    strains: Sequence[Strain] = (),
) -> Act:
    """An act from itself or its text; the stage of the hand decides how text is read.

    Parameters
    ----------
    act : Act, Card, Strain, Hand or str
    stage : str
    rules : Rules, optional
        Default rules where they are left out. They say how players are called.
    auction : Auction, optional
        At the stage of that name, for messages on what may be called.
    strains : sequence of Strain
        Those that may be named; of these text may name a part that tells one from the others: ``spades``
        after ``4-``, ``low`` after ``4NT``.

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
    upper = " ".join(read_symbols(act, "act", ActError).split())
    text = " ".join(str(act).split())
    if stage in ("play", "settlement"):
        return _read_play(text, read_rules(rules))
    if stage == "hand_option":
        if upper not in ("KEEP", "SWAP"):
            raise ActError(f"act {shown(act)} is wrong: expected 'keep' or 'swap'")
        return HandChoice(upper == "KEEP")
    if stage == "auction":
        return read_call(text) if auction is None else auction.read(text)
    if stage == "declaration":
        return Declare(_read_strain(text, upper, strains))
    if stage == "discard":
        return Discard(_read_discards(text, upper))
    if stage == "exchange":
        return Exchange(Card.from_text(text))
    raise ActError(f"act {shown(act)} is wrong: the hand is over")


def _read_strain(text: str, upper: str, strains: Sequence[Strain]) -> Strain:
    """A strain, or words that only one of those allowed agrees with."""
    words = read_strain_words(upper)
    if words is None or not strains:
        return Strain.from_text(text)
    fitting = [strain for strain in strains if _agrees(words, strain)]
    if len(fitting) == 1:
        return fitting[0]
    if words.trump is not None and words.direction is not None and (words.aces or not fitting):
        return Strain.from_text(text)
    expected = ", ".join(map(str, fitting or strains))
    what = "may be several" if fitting else "is not what was bid"
    raise ActError(f"strain {shown(text)} {what}: expected one of {expected}")


def _agrees(words: StrainWords, strain: Strain) -> bool:
    if words.trump not in (None, strain.trump):
        return False
    if words.direction is None:
        return True
    if (words.direction == "uptown") != (strain.ranking == "uptown"):
        return False
    return words.aces is None or (words.aces == "bad") == (strain.ranking == "downtown_aces_bad")


def _read_discards(text: str, upper: str) -> Hand:
    """Cards with blanks or commas between, or a hand that names its suits."""
    if "." in text:
        return Hand(text)
    try:
        return Hand(text.replace(",", " ").split())
    except CardError:
        if not names_suits(upper):
            raise
        try:
            return Hand(text)
        except HandError:
            pass  # the message on the single card says more
        raise


def _read_play(text: str, rules: Rules) -> Act:
    lower = text.lower()
    if lower == "settle":
        return Settle()
    renege = _RENEGE.fullmatch(lower)
    if renege is not None:
        trick, player, accused = renege.groups()
        of = None if accused is None else _read_hand_number(accused, rules)
        return CallRenege(read_player(player, rules), int(trick), of)
    correct = _CORRECT.fullmatch(lower)
    if correct is not None:
        card, hand = correct.groups()
        return Correct(Card.from_text(card), None if hand is None else _read_hand_number(hand, rules))
    if ":" in text:
        joker, _, suit = text.partition(":")
        return Play(Card.from_text(joker), Suit.of(suit.strip()))
    return Play(Card.from_text(text))


def _read_hand_number(text: str, rules: Rules) -> int:
    """The number of a hand; dummies have numbers only."""
    if text.isascii() and text.isdigit() and len(text) == 1:
        return int(text)
    return read_player(text, rules)
