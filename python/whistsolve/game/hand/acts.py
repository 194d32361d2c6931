"""Acts of a hand as values with text: calls, strains, discards, cards, reneges, claims, cards dealt again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.values import Card, Hand, Strain, Suit


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

    It is claimed by the player given, or by the player to act.
    """

    player: int | None = None

    def __str__(self) -> str:
        return "redeal" if self.player is None else f"redeal by {self.player}"


@dataclass(frozen=True, slots=True)
class Declare:
    """Name trump suit and ranking. Text: the strain."""

    strain: Strain

    def __str__(self) -> str:
        return str(self.strain)


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the surplus cards of a hand. Text: the cards, separated by blanks."""

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
    """Take a renege back and play this card instead. Text: ``correct SA``, ``correct SA of 2``.

    The hand that reneged may be left out if only one renege may be corrected.
    """

    card: Card
    hand: int | None = None

    def __str__(self) -> str:
        return f"correct {self.card}" + ("" if self.hand is None else f" of {self.hand}")


@dataclass(frozen=True, slots=True)
class CallRenege:
    """Claim that an opponent reneged in a trick.

    Text: ``renege 3 by 1``, ``renege 3 by 1 of 2``, ``renege 3 by 1 for minus_points:3``. `player` makes
    the call; tricks count from 1. The accused hand must be given if there are more than two sides. The
    penalty is one of the alternatives in ``renege_penalty``; ``None`` is the first of them.
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
class CallHonours:
    """Call the honours of a player's side after the last card. Text: ``honours by 2``.

    Under ``honours_called`` they score only if they are called.
    """

    player: int

    def __str__(self) -> str:
        return f"honours by {self.player}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim some or all of the tricks that are still to be completed, or concede them all.

    Text: ``claim 5``, ``claim`` for all that are left, ``concede`` for none; ``claim 5 by 2`` names the
    player. The claimant's side gets `tricks` of those left, including one in progress, and its opponents
    the rest; ``None`` claims all that are left, 0 concedes them. The claimant is a player; ``None`` is the
    player whose turn it is.
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
    """End the stage after the last card in which reneges or honours may be called. Text: ``settle``."""

    def __str__(self) -> str:
        return "settle"


#: Acts that annul the hand so that the cards are dealt again.
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
    | CallHonours
    | Claim
    | Answer
    | Resign
    | Settle
    | DealAgain
)
