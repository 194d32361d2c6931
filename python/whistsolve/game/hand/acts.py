"""Acts of a hand as values with text: calls, strains, discards, cards, reneges, claims, cards dealt again."""

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
    "Answer",
    "CallRenege",
    "Claim",
    "Correct",
    "DealAgain",
    "Declare",
    "Discard",
    "Exchange",
    "HandChoice",
    "Misdeal",
    "Play",
    "Redeal",
    "Resign",
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
class Misdeal:
    """Claim, by any player, that the cards were dealt wrongly. Text: ``misdeal``."""

    def __str__(self) -> str:
        return "misdeal"


@dataclass(frozen=True, slots=True)
class Redeal:
    """Have the cards dealt again, under ``redeal_claim``. Text: ``redeal``, ``redeal by 2``.

    Attributes
    ----------
    player : int or None
        The player who claims it; ``None`` is the player to act.
    """

    player: int | None = None

    def __str__(self) -> str:
        return "redeal" if self.player is None else f"redeal by {self.player}"


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
    """Claim that an opponent reneged in a trick.

    Text: ``renege 3 by 1``, ``renege 3 by 1 of 2``, ``renege 3 by 1 for minus_points:3``.

    Attributes
    ----------
    player : int
        The player who calls it.
    trick : int
        The number of the trick, from 1.
    accused : int or None
        The hand accused; must be given where everybody plays for himself.
    penalty : str or None
        Which penalty is chosen, where ``renege_penalty`` leaves a choice; its first where it is ``None``.
    """

    player: int
    trick: int
    accused: int | None = None
    penalty: str | None = None

    def __str__(self) -> str:
        of = "" if self.accused is None else f" of {self.accused}"
        chosen = "" if self.penalty is None else f" for {self.penalty}"
        return f"renege {self.trick} by {self.player}{of}{chosen}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim tricks that are still to be completed, or concede them all.

    Text: ``claim 5``, ``claim`` for all that are left, ``concede`` for none; ``claim 5 by 2`` names the
    player.

    Attributes
    ----------
    tricks : int or None
        How many the claimant's side takes, a trick in progress counted; its opponents take the others.
        ``None`` for all that are left, 0 to concede them.
    player : int or None
        The claimant; ``None`` for the player whose turn it is.
    """

    tricks: int | None = None
    player: int | None = None

    def __str__(self) -> str:
        what = "claim" if self.tricks is None else f"claim {self.tricks}" if self.tricks else "concede"
        return what if self.player is None else f"{what} by {self.player}"


@dataclass(frozen=True, slots=True)
class Answer:
    """An opponent's answer to a claim. Text: ``accept``, ``contest``."""

    accept: bool

    def __str__(self) -> str:
        return "accept" if self.accept else "contest"


@dataclass(frozen=True, slots=True)
class Resign:
    """The declarer gives up: the contract is set. Text: ``resign``."""

    def __str__(self) -> str:
        return "resign"


@dataclass(frozen=True, slots=True)
class Settle:
    """End the stage after the last card in which reneges may be called. Text: ``settle``."""

    def __str__(self) -> str:
        return "settle"


#: Acts that have the cards dealt again.
DealAgain: TypeAlias = Misdeal | Redeal
Act: TypeAlias = (
    HandChoice
    | Bid
    | Pass
    | Declare
    | Discard
    | Exchange
    | Play
    | Correct
    | CallRenege
    | Claim
    | Answer
    | Resign
    | Settle
    | DealAgain
)

_RENEGE: Final = re.compile(r"renege (\d{1,2}) by (\d)(?: of (\d))?(?: for (\S+))?", re.ASCII)
_REDEAL: Final = re.compile(r"redeal(?: by (\d))?", re.ASCII)
_CLAIM: Final = re.compile(r"claim(?: (\d{1,2}|all|the rest))?(?: by (\d))?", re.ASCII)
_CONCEDE: Final = re.compile(r"concede(?: all| the rest)?(?: by (\d))?", re.ASCII)
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
    if lower == "misdeal":
        return Misdeal()
    redeal = _REDEAL.fullmatch(lower)
    if redeal is not None:
        return Redeal(None if redeal[1] is None else int(redeal[1]))
    giving_up = _read_claim(lower)
    if giving_up is not None:
        return giving_up
    if stage == "claim":
        raise ActError(
            f"act {shown(act)} is wrong: a claim is to be answered, expected 'accept' or 'contest'"
        )
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


def _read_claim(lower: str) -> Act | None:
    """A claim, an answer to one, or a resignation: these words mean nothing else at any stage."""
    if lower in ("accept", "contest"):
        return Answer(lower == "accept")
    if lower == "resign":
        return Resign()
    claim, concession = _CLAIM.fullmatch(lower), _CONCEDE.fullmatch(lower)
    if claim is not None:
        number, player = claim.groups()
        tricks = int(number) if number is not None and number.isdigit() else None
        return Claim(tricks, None if player is None else int(player))
    if concession is not None:
        return Claim(0, None if concession[1] is None else int(concession[1]))
    if lower.split(" ")[0] in ("claim", "concede"):
        raise ActError(
            f"act {shown(lower)} is wrong: expected such as 'claim 5', 'claim' for all tricks that are left,"
            " 'concede', or 'claim 5 by 2' with the player's number"
        )
    return None


def _read_play(text: str, lower: str) -> Act:
    if lower == "settle":
        return Settle()
    renege = _RENEGE.fullmatch(lower)
    if renege is not None:
        trick, player, accused, penalty = renege.groups()
        return CallRenege(int(player), int(trick), None if accused is None else int(accused), penalty)
    correct = _CORRECT.fullmatch(lower)
    if correct is not None:
        card, hand = correct.groups()
        return Correct(Card.from_text(card), None if hand is None else int(hand))
    if ":" in text:
        joker, _, suit = text.partition(":")
        return Play(Card.from_text(joker), Suit.of(suit))
    return Play(Card.from_text(text))
