"""`HandSnapshot`: the immutable state of a hand between two acts, and the events that it records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from whistsolve.game.auction.auction import Auction
from whistsolve.game.hand.acts import DealAgain
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.values.cards import Card
from whistsolve.values.strains import Strain

__all__ = [
    "CalledRenege",
    "ClaimMade",
    "Exchanged",
    "HandSnapshot",
    "Renege",
    "Stage",
    "TrickPlayed",
    "put",
    "tricks_by_hand",
]

#: What a hand waits for: see `HandState.stage`.
Stage = Literal[
    "hand_option", "auction", "declaration", "discard", "exchange", "play", "claim", "settlement", "over"
]

_T = TypeVar("_T")


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
    """A card that was played against the rules and has not been corrected.

    Attributes
    ----------
    trick : int
        The number of the trick, from 1.
    hand : int
    card : Card
    lawful : int
        The cards that might have been played, a mask as in ``Hand.mask``.
    """

    trick: int
    hand: int
    card: Card
    lawful: int


@dataclass(frozen=True, slots=True)
class CalledRenege:
    """A call of a renege, right or wrong.

    Attributes
    ----------
    player : int
        Who called.
    trick : int
        The trick named.
    accused : int or None
        The hand that reneged; where none did, the hand accused, ``None`` if none was named.
    right : bool
        Whether the accused side did renege in this trick.
    penalty : str or None
        Which of the penalties that ``renege_penalty`` leaves the choice of the caller named, if any.
    """

    player: int
    trick: int
    accused: int | None
    right: bool
    penalty: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A claim, with the answers to it so far.

    Attributes
    ----------
    player : int
        The claimant.
    tricks : int
        How many tricks the claimant's side takes if it is accepted; 0 in a concession.
    left : int
        How many tricks were still to be completed, one in progress counted.
    asked : tuple of int
        The opponents, who all have to accept it, in the order in which they answer.
    answers : tuple of bool
        Whether each of those who have answered accepts it. The first who does not ends it.
    """

    player: int
    tricks: int
    left: int
    asked: tuple[int, ...]
    answers: tuple[bool, ...] = ()

    @property
    def accepted(self) -> bool | None:
        """Whether every opponent accepted it; ``None`` while one has yet to answer."""
        if False in self.answers:
            return False
        return True if len(self.answers) == len(self.asked) else None

    @property
    def to_answer(self) -> int | None:
        """The opponent who answers next; ``None`` once it is accepted or contested."""
        return self.asked[len(self.answers)] if self.accepted is None else None


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A joker exchanged for a discarded card.

    Attributes
    ----------
    hand : int
        The hand that held the joker.
    joker : Card or None
    card : Card or None
        What the hand got for it. In a `HandView`, ``None`` where the player may not know it.
    """

    hand: int
    joker: Card | None
    card: Card | None


@dataclass(frozen=True, slots=True)
class HandSnapshot:
    """Everything that acts change; every act makes a new snapshot.

    Sets of cards are masks, as in ``Hand.mask``.
    """

    #: hand_option, auction, declaration, discard, exchange, play, claim, settlement, over.
    stage: Stage
    #: Steps still to come before the play, in order; see `before_play`.
    plan: tuple[str, ...]
    #: Cards of each hand.
    hands: tuple[int, ...]
    #: For each hand, a bit for each player who may see it.
    seen: tuple[int, ...]
    #: Double dummy whist: for each player, whether he plays the hand he was dealt; ``None`` until he chooses.
    kept: tuple[bool | None, ...]
    seating: Seating
    auction: Auction | None = None
    declarer: int | None = None
    strain: Strain | None = None
    #: Cards of the kitty while it lies on the table.
    kitty: int = 0
    #: Cards of the kitty turned up for all, also after they were taken.
    sported: int = 0
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    #: For each hand, a bit for each player who saw its discards.
    removed_seen: tuple[int, ...] = ()
    #: The hand that discards or exchanges a joker now.
    giving: int | None = None
    exchanges: tuple[Exchanged, ...] = ()
    #: Jokers laid aside before the first lead, out of play.
    aside: int = 0
    leader: int = 0
    to_play: int = 0
    trick: tuple[CardPlayed, ...] = ()
    tricks: tuple[TrickPlayed, ...] = ()
    reneges: tuple[Renege, ...] = ()
    called: tuple[CalledRenege, ...] = ()
    #: The claim that ended the hand before it was played, with its player.
    dealt_again: DealAgain | None = None
    #: Set when the play begins.
    trick_rules: TrickRules | None = field(default=None, compare=False)
    #: Cards taken back by a correction, which lie face up until they are played.
    lying_open: int = 0
    #: A bit for each player who has claimed tricks, and so laid his hand open.
    laid_open: int = 0
    #: All claims made, the one to be answered last.
    claims: tuple[ClaimMade, ...] = ()
    #: Tricks by hand that were not played: claimed and agreed, or left when the declarer resigned.
    claimed: tuple[int, ...] = ()
    #: The stage at which the declarer resigned.
    resigned_at: Stage | None = None

    @property
    def plays(self) -> tuple[CardPlayed, ...]:
        """All cards played so far, in order."""
        return (*(played for trick in self.tricks for played in trick.plays), *self.trick)

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks won by each hand, those not played among them that it has by a claim or a resignation."""
        return tricks_by_hand(self.tricks, self.claimed, len(self.hands))


def tricks_by_hand(tricks: Sequence[TrickPlayed], claimed: Sequence[int], hands: int) -> tuple[int, ...]:
    """How many tricks each hand won, and those claimed for it."""
    winners = [trick.winner for trick in tricks]
    unplayed = claimed or (0,) * hands
    return tuple(winners.count(hand) + unplayed[hand] for hand in range(hands))


def put(values: Sequence[_T], index: int, value: _T) -> tuple[_T, ...]:
    """A tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])
