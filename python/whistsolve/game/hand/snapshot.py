"""Everything that changes while it is played."""

from __future__ import annotations

from dataclasses import dataclass, field

from whistsolve.game.auction.auction import Auction
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.values.cards import Card
from whistsolve.values.strains import Strain

__all__ = ["CalledRenege", "Exchanged", "HandSnapshot", "Renege", "TrickPlayed"]


@dataclass(frozen=True, slots=True)
class TrickPlayed:
    """A whole trick.

    Attributes
    ----------
    plays : tuple of CardPlayed
        In the order played, the leader's first.
    winner : int
        The hand that won it.
    """

    plays: tuple[CardPlayed, ...]
    winner: int

    @property
    def leader(self) -> int:
        """The hand that led."""
        return self.plays[0].hand

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order played."""
        return tuple(played.card for played in self.plays)


@dataclass(frozen=True, slots=True)
class Renege:
    """A card that was played against the rules, and stood.

    Attributes
    ----------
    trick : int
        The number of the trick, from 1.
    hand : int
    card : Card
    lawful : int
        The cards that might have been played, as in ``Hand.mask``.
    """

    trick: int
    hand: int
    card: Card
    lawful: int


@dataclass(frozen=True, slots=True)
class CalledRenege:
    """A renege that somebody called.

    Attributes
    ----------
    player : int
        Who called.
    trick : int
        The trick named.
    accused : int or None
        The hand that reneged, or where nobody did, the hand accused, if one was named.
    right : bool
    """

    player: int
    trick: int
    accused: int | None
    right: bool


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A joker given up for a discard.

    Attributes
    ----------
    hand : int
        Who held the joker.
    joker : Card or None
    card : Card or None
        What the hand got for it. Both are ``None`` for who may not know them.
    """

    hand: int
    joker: Card | None
    card: Card | None


@dataclass(frozen=True, slots=True)
class HandSnapshot:
    """Everything that changes: one is made by every act. Sets of cards are numbers, as in ``Hand.mask``."""

    #: hand_option, auction, declaration, discard, exchange, play, settlement, over.
    stage: str
    #: Steps still to come.
    plan: tuple[str, ...]
    #: What each hand holds.
    hands: tuple[int, ...]
    #: Bits of the players who know each hand.
    seen: tuple[int, ...]
    #: For each player, whether he plays the hand that he was dealt; ``None`` before he said so.
    kept: tuple[bool | None, ...]
    seating: Seating
    auction: Auction | None = None
    declarer: int | None = None
    strain: Strain | None = None
    #: On the table, nobody's yet.
    kitty: int = 0
    #: Turned up for all.
    sported: int = 0
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    #: Bits of the players who know what each hand gave up.
    removed_seen: tuple[int, ...] = ()
    #: The hand that gives up cards, or a joker.
    giving: int | None = None
    exchanges: tuple[Exchanged, ...] = ()
    #: Laid aside or thrown away, out of play.
    aside: int = 0
    leader: int = 0
    to_play: int = 0
    trick: tuple[CardPlayed, ...] = ()
    tricks: tuple[TrickPlayed, ...] = ()
    reneges: tuple[Renege, ...] = ()
    called: tuple[CalledRenege, ...] = ()
    #: The rules of following suit, from the first lead on.
    following: TrickRules | None = field(default=None, compare=False)
    #: Cards taken back after a renege, which lie open.
    lying_open: int = 0
