"""Parts of a recorded hand: tags, calls, cards taken and discarded, and the tricks that its plays make.

If no rules are given, play goes clockwise. A joker is one of the two best trumps of a suit contract. In
no-trump it belongs to no suit, may be played at any time and never wins, and the first card that has a suit
sets the suit to follow. The leader wins a trick of jokers alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from whistsolve._internal.reading import is_instance, read_list, read_several, shown
from whistsolve._internal.shown import Brief
from whistsolve.errors import ActError, DealError, NotationError
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import turn_step
from whistsolve.values import Card, CardLike, Deal, Hand, HandLike, Strain, StrainLike, Suit
from whistsolve.values.seats import MAX_SEATS, SeatLike, seat_index, seat_name

#: Tags whose contents are fields of a PlayedHand, in the order in which they are written.
FIELD_TAGS = (
    "Rules", "Dealer", "Deal", "Undealt", "Declarer", "Contract", "Auction", "CardsAdded", "CardsRemoved",
    "Play",
)  # fmt: skip
_RULES: Final = Rules.preset(
    "bid_whist", joker_no_trump="free_discard", joker_any_time=True, joker_lead_no_trump="first_suited_card"
)
#: Maximum number of calls, tags, lines of a tag or cards played, so that reading an endless iterable stops.
_MOST_LISTED = 10_000
#: Cards by seat: a mapping from seats, or one entry for each seat in order.
CardsOfSeats = Mapping[SeatLike, HandLike] | Sequence[Hand | Iterable[CardLike]]


@dataclass(frozen=True, slots=True)
class Tag(Brief):
    """A tag of a file that is not a field of `PlayedHand`, such as names, date or options."""

    #: Letters, digits and underscores.
    name: str
    #: The exact text between the quotation marks.
    text: str
    #: Lines of text below the tag, for tags that have them.
    lines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not is_instance(self.name, str) or not re.fullmatch(r"\w+", self.name, re.ASCII):
            raise NotationError(f"tag {shown(self.name)} is no name: expected letters, digits, underscores")
        if self.name in FIELD_TAGS:
            raise NotationError(f"tag {self.name} has a field of its own: expected another name")
        if not is_instance(self.text, str) or "\n" in self.text or "\r" in self.text:
            raise NotationError(f"tag {self.name} has {shown(self.text)}: expected text on one line")
        object.__setattr__(self, "lines", tuple(listed(self.lines, f"lines of tag {self.name}")))
        for line in self.lines:
            if not is_instance(line, str) or not re.fullmatch(r"[^\s\[%]([^\r\n]*\S)?", line):
                raise NotationError(
                    f"tag {self.name} has the line {shown(line)}: expected text that begins"
                    " with neither [ nor %"
                )

    @property
    def value(self) -> str:
        r"""The text with ``\"`` and ``\\`` read as ``"`` and ``\``."""
        return re.sub(r"\\([\"\\])", r"\1", self.text)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the auction as it was written."""

    seat: int
    #: As written: ``Pass``, ``3↓``, ``3NT↑``.
    text: str

    def __post_init__(self) -> None:
        if not is_instance(self.text, str) or not re.fullmatch(r"[^\W_]\S*", self.text):
            raise NotationError(f"call {shown(self.text)} is wrong: expected a word such as 'Pass' or '3NT↑'")


def cards_by_seat(cards: CardsOfSeats | None, seats: int, what: str) -> tuple[Hand, ...]:
    """One `Hand` of cards for each seat, empty for seats that are not named."""
    read: dict[int, Hand] = {}
    if isinstance(cards, Mapping):
        for seat, some in cards.items():
            index = seat_index(seat, seats, f"seat of the cards {what}")
            if index in read:
                raise DealError(f"cards {what} of {seat_name(index, seats)} stand twice: expected once")
            read[index] = Hand.of(some)
    elif isinstance(cards, Sequence) and not isinstance(cards, (str, Hand)) and len(cards) == seats:
        read = {seat: Hand.of(some) for seat, some in enumerate(cards)}
    elif cards is not None:
        raise DealError(
            f"cards {what} {shown(cards)} are wrong: expected cards for each of {seats} seats,"
            " or a mapping such as {'S': ['SA', 'HK']}"
        )
    return tuple(read.get(seat, Hand()) for seat in range(seats))


def check_exchange(deal: Deal, added: Sequence[Hand], removed: Sequence[Hand]) -> None:
    """Check that cards taken are in the kitty, discards in the hand, and their numbers equal.

    All discards may be missing, as when the kitty was just taken.
    """
    left = deal.kitty if deal.kitty is not None else Hand()
    for seat, (taken, given) in enumerate(zip(added, removed, strict=True)):
        who = _seat(seat, deal.seats)
        if taken - left:
            there = f", {_listing(left)}" if left else ", which is empty"
            raise DealError(f"{who} takes {_listing(taken - left)}: expected cards of the kitty{there}")
        left -= taken
        missing = given - (deal.hands[seat] | taken)
        if missing:
            raise DealError(
                f"{who} discards {_listing(missing)}: expected cards that it was dealt or took from the kitty"
            )
        if any(removed) and len(given) != len(taken):
            raise DealError(
                f"{who} takes {len(taken)} cards and discards {len(given)}: expected equal numbers"
            )


def after_exchange(deal: Deal, added: Sequence[Hand], removed: Sequence[Hand]) -> Deal:
    """The deal after cards were taken and discarded; its kitty is the cards out of play."""
    check_exchange(deal, added, removed)
    kitty = deal.kitty if deal.kitty is not None else Hand()
    hands = []
    for seat, (taken, given) in enumerate(zip(added, removed, strict=True)):
        if len(taken) != len(given):
            who = _seat(seat, deal.seats)
            raise DealError(f"{who} has taken the kitty and not discarded: expected discards")
        hands.append((deal.hands[seat] | taken) - given)
        kitty = (kitty - taken) | given
    return Deal(hands, kitty)


def _seat(seat: int, seats: int) -> str:
    """A seat in messages."""
    return seat_name(seat, seats) if seats == 4 else f"seat {seat_name(seat, seats)}"


def _listing(cards: Hand) -> str:
    return " ".join(map(str, cards))


def listed(values: object, field_name: str) -> list[object]:
    """The values of an iterable that is not a string."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise NotationError(f"{field_name} {shown(values)} are wrong: expected a list")
    return read_list(values, field_name, NotationError, _MOST_LISTED)


def read_call_of_seat(call: object, seats: int) -> Call:
    if isinstance(call, Call):
        call = (call.seat, call.text)
    if not isinstance(call, tuple) or len(call) != 2:
        raise NotationError(f"call {shown(call)} is wrong: expected a Call or a pair such as ('E', 'Pass')")
    return Call(seat_index(call[0], seats, "caller"), call[1])


def read_tags(tags: object) -> tuple[Tag, ...]:
    read = []
    for tag in listed(tags, "tags"):
        if not isinstance(tag, Tag) and not (isinstance(tag, tuple) and len(tag) == 2):
            raise NotationError(
                f"tag {shown(tag)} is wrong: expected a Tag or a pair such as ('Event', 'Club')"
            )
        read.append(tag if isinstance(tag, Tag) else Tag(*tag))
    if [tag.name for tag in read].count("Event") > 1:
        raise NotationError("tag Event stands twice: expected once, since a hand begins with it")
    return tuple(read)


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick, or the beginning of one."""

    #: The seat that led.
    leader: int
    #: In the order played, from the leader on.
    cards: tuple[Card, ...]
    #: The seat that won it; ``None`` while cards are missing.
    winner: int | None


class Replay:
    """A play in progress, from the first lead; hands are clockwise from seat 0, and every card is checked.

    Under rules with ``renege_mode="detect_and_call"`` a hand may play any card that it holds.
    """

    def __init__(
        self, hands: Sequence[Hand], strain: Strain, leader: int, rules: Rules | None = None
    ) -> None:
        self._hands = list(hands)
        used = _RULES if rules is None else rules
        self._trick_rules = TrickRules(used, strain)
        self._enforced = used.renege_mode == "enforce"
        #: The step from a seat to the next in turn.
        self.step: int = turn_step(used)
        #: The reneges so far, by their place among the cards played, from 0.
        self.reneges: list[int] = []
        self._whole: list[Trick] = []
        self._trick: list[CardPlayed] = []
        #: The seat whose turn it is.
        self.to_play: int = leader

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far, the one in progress last."""
        return (*self._whole, self._as_trick(None)) if self._trick else tuple(self._whole)

    def play(self, card: Card) -> None:
        """Play one card from the hand whose turn it is."""
        seat, rules, number = self.to_play, self._trick_rules, len(self._whole) + 1
        hand, who = self._hands[seat], _seat(seat, len(self._hands))
        if card not in hand:
            raise ActError(f"{who} plays {card}, {self._whereabouts(card)}")
        if rules.names_suit and card.is_joker and not self._trick:
            raise NotationError(
                f"{card} is led to trick {number}, and the hand does not say which suit it names:"
                " expected another joker_lead_no_trump"
            )
        if not rules.lawful(hand.mask, self._trick) >> card.index & 1:
            if self._enforced:
                led = rules.suit_to_follow(self._trick)
                trick = f"trick {number}" + ("" if led is None else f" in {Suit(led).name.lower()}")
                raise ActError(f"{who} plays {card} to {trick}: {rules.why_not(hand.mask, self._trick)}")
            self.reneges.append(len(self._whole) * len(self._hands) + len(self._trick))
        self._hands[seat] -= Hand.from_mask(1 << card.index)
        self._trick.append(CardPlayed(seat, card))
        self.to_play = (seat + self.step) % len(self._hands)
        if len(self._trick) == len(self._hands):
            self.to_play = rules.winner(self._trick)
            self._whole.append(self._as_trick(self.to_play))
            self._trick.clear()

    def _as_trick(self, winner: int | None) -> Trick:
        return Trick(self._trick[0].hand, tuple(played.card for played in self._trick), winner)

    def _whereabouts(self, card: Card) -> str:
        """Where a card is that a hand cannot play because it does not hold it, for error messages."""
        seats = len(self._hands)
        for trick in self.tricks:
            if card in trick.cards:
                seat = (trick.leader + self.step * trick.cards.index(card)) % seats
                return f"which {_seat(seat, seats)} has played already: expected every card once"
        for seat, hand in enumerate(self._hands):
            if card in hand:
                return f"which {_seat(seat, seats)} holds: expected a card of its own"
        return "which is in no hand: expected a card that was dealt and not discarded"


def replay(
    hands: Sequence[HandLike],
    strain: StrainLike,
    leader: SeatLike,
    plays: Iterable[CardLike],
    rules: RulesLike | None = None,
) -> tuple[Trick, ...]:
    """The tricks that result if the cards are played in this order, starting with the leader."""
    held = [Hand.of(hand) for hand in read_list(hands, "hands", DealError, MAX_SEATS)]
    cards = [Card.of(card) for card in read_several(plays, "plays", ActError)]
    first = seat_index(leader, len(held), "leader")
    return replayed(held, Strain.of(strain), first, cards, None if rules is None else Rules.of(rules)).tricks


def replayed(
    hands: Sequence[Hand], strain: Strain, leader: int, plays: Iterable[Card], rules: Rules | None = None
) -> Replay:
    """The play after the given cards."""
    game = Replay(hands, strain, leader, rules)
    for number, card in enumerate(plays, 1):
        try:
            game.play(card)
        except ActError as error:
            raise ActError(f"card {number} of the play: {error}") from None
    return game


def trick_winner(cards: Sequence[Card], strain: Strain) -> int:
    """The index of the card that wins a trick; the leader's card is 0."""
    cards = [Card.of(card) for card in read_list(cards, "cards", ActError, MAX_SEATS)]
    strain = Strain.of(strain)
    if not cards:
        raise ActError("a trick without cards has no winner: expected at least the card led")
    return TrickRules(_RULES, strain).winner([CardPlayed(index, card) for index, card in enumerate(cards)])
