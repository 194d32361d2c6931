"""`HandSnapshot`: the immutable state of a hand between two acts, and the events that it records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from whistsolve._internal.shown import Brief
from whistsolve.game.auction.auction import Auction
from whistsolve.game.hand.acts import DealAgain
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.values import Card, Strain

#: What a hand waits for: see `HandState.stage`.
Stage = Literal[
    "hand_option", "auction", "declaration", "discard", "exchange", "play", "claim", "settlement", "over"
]

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class TrickPlayed(Brief):
    """A complete trick."""

    #: The cards with their hands in the order played, the leader's first.
    plays: tuple[CardPlayed, ...]
    #: The hand that won it.
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
    """A card that was played against the rules and has not been corrected."""

    #: The number of the trick, from 1.
    trick: int
    hand: int
    card: Card
    #: The cards that could legally have been played, a mask as in ``Hand.mask``.
    lawful: int


@dataclass(frozen=True, slots=True)
class CalledRenege:
    """A call of a renege, right or wrong."""

    #: The player who called.
    player: int
    #: The number of the trick named, from 1.
    trick: int
    #: The hand that reneged; if the call was wrong, the hand accused, ``None`` if none was named.
    accused: int | None
    #: Whether the accused side did renege in this trick.
    right: bool
    #: The penalty that the caller chose among the alternatives in ``renege_penalty``, if any.
    penalty: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A claim, with the answers to it so far."""

    #: The claimant.
    player: int
    #: How many tricks the claimant's side gets if the claim is accepted; 0 in a concession.
    tricks: int
    #: How many tricks were still to be completed, including one in progress.
    left: int
    #: The opponents, who all have to accept the claim, in the order in which they answer.
    asked: tuple[int, ...]
    #: Whether each opponent who has answered accepts the claim. The first who does not ends it.
    answers: tuple[bool, ...] = ()

    @property
    def accepted(self) -> bool | None:
        """True if every opponent accepted, False once one has not, ``None`` while one has yet to answer."""
        if False in self.answers:
            return False
        return True if len(self.answers) == len(self.asked) else None

    @property
    def to_answer(self) -> int | None:
        """The opponent who answers next; ``None`` once the claim is accepted or contested."""
        return self.asked[len(self.answers)] if self.accepted is None else None


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A joker exchanged for a discarded card."""

    #: The hand that held the joker.
    hand: int
    joker: Card | None
    #: The card that the hand got for it. In a `HandView`, ``None`` if the player may not know it.
    card: Card | None


@dataclass(frozen=True, slots=True)
class HandSnapshot(Brief):
    """Everything that acts change; every act creates a new snapshot.

    Sets of cards are masks, as in ``Hand.mask``.
    """

    #: What the hand waits for; see `HandState.stage`.
    stage: Stage
    #: Steps still to come before the play, in order; see `before_play`.
    plan: tuple[str, ...]
    #: Cards of each hand.
    hands: tuple[int, ...]
    #: For each hand, a mask with a bit for each player who may see it.
    seen: tuple[int, ...]
    #: In double dummy whist, whether each player plays the hand dealt; ``None`` until they choose.
    kept: tuple[bool | None, ...]
    seating: Seating
    auction: Auction | None = None
    declarer: int | None = None
    strain: Strain | None = None
    #: Cards of the kitty while it lies on the table.
    kitty: int = 0
    #: Cards of the kitty turned up for all to see, even after they were taken.
    sported: int = 0
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    #: For each hand, a mask with a bit for each player who saw its discards.
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
    #: Players who have called honours.
    honours_called: frozenset[int] = frozenset()
    #: The claim of a misdeal or redeal that ended the hand, if any.
    dealt_again: DealAgain | None = None
    #: The rules for tricks in this strain, set when the play begins.
    trick_rules: TrickRules | None = field(default=None, compare=False)
    #: Cards taken back by a correction, which lie face up until they are played.
    lying_open: int = 0
    #: A mask with a bit for each player who has claimed tricks and so shown their hand.
    laid_open: int = 0
    #: All claims made, in order; a claim that is to be answered is the last one.
    claims: tuple[ClaimMade, ...] = ()
    #: By hand, tricks that were not played but credited by an accepted claim or a resignation.
    claimed: tuple[int, ...] = ()
    #: The stage at which the declarer resigned.
    resigned_at: Stage | None = None

    @property
    def plays(self) -> tuple[CardPlayed, ...]:
        """All cards played so far, in order."""
        return (*(played for trick in self.tricks for played in trick.plays), *self.trick)

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks won by each hand, including those that it got by a claim or a resignation."""
        return tricks_by_hand(self.tricks, self.claimed, len(self.hands))


#: The setter of each field by name.
_SETTERS: Final = {each.name: getattr(HandSnapshot, each.name).__set__ for each in fields(HandSnapshot)}
_VALUES: Final = attrgetter(*_SETTERS)

if TYPE_CHECKING:
    from dataclasses import replace

    changed = replace
else:

    def changed(snapshot: HandSnapshot, **values: Any) -> HandSnapshot:
        """A copy with other values of some fields: `dataclasses.replace` takes four times as long."""
        after = object.__new__(HandSnapshot)
        for set_in, value in zip(_SETTERS.values(), _VALUES(snapshot), strict=True):
            set_in(after, value)
        for name, value in values.items():
            _SETTERS[name](after, value)
        return after


def tricks_by_hand(tricks: Sequence[TrickPlayed], claimed: Sequence[int], hands: int) -> tuple[int, ...]:
    """How many tricks each hand won by play or got by `claimed`."""
    winners = [trick.winner for trick in tricks]
    unplayed = claimed or (0,) * hands
    return tuple(winners.count(hand) + unplayed[hand] for hand in range(hands))


def put(values: Sequence[_T], index: int, value: _T) -> tuple[_T, ...]:
    """The values as a tuple, with the one at `index` replaced."""
    return (*values[:index], value, *values[index + 1 :])
