"""Parts of a recorded hand as callers give them: tags, calls, and the cards taken and discarded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from whistsolve._internal.reading import read_list, shown
from whistsolve.errors import DealError, NotationError
from whistsolve.values import Card, Deal, Hand, seat_index, seat_name

#: Tags whose contents are fields of a PlayedHand, in the order in which they are written.
FIELD_TAGS = (
    "Rules",
    "Dealer",
    "Deal",
    "Undealt",
    "Declarer",
    "Contract",
    "Auction",
    "CardsAdded",
    "CardsRemoved",
    "Play",
)

#: Maximum number of calls, tags, lines of a tag or cards played, so that reading an endless iterable stops.
_MOST_LISTED = 10_000
#: Cards by seat: a mapping from seats, or one entry for each seat in order.
CardsOfSeats = Mapping[int | str, Hand | str | Iterable[Card | str]] | Sequence[Hand | Iterable[Card | str]]


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of a file that is not a field of `PlayedHand`, such as names, date or options."""

    #: Letters, digits and underscores.
    name: str
    #: The exact text between the quotation marks.
    text: str
    #: Lines of text below the tag, for tags that have them.
    lines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not re.fullmatch(r"\w+", self.name, re.ASCII):
            raise NotationError(f"tag {shown(self.name)} is no name: expected letters, digits, underscores")
        if self.name in FIELD_TAGS:
            raise NotationError(f"tag {self.name} has a field of its own: expected another name")
        if not isinstance(self.text, str) or "\n" in self.text or "\r" in self.text:
            raise NotationError(f"tag {self.name} has {shown(self.text)}: expected text on one line")
        object.__setattr__(self, "lines", tuple(listed(self.lines, f"lines of tag {self.name}")))
        for line in self.lines:
            if not isinstance(line, str) or not re.fullmatch(r"[^\s\[%]([^\r\n]*\S)?", line):
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
        is_word = isinstance(self.text, str) and re.fullmatch(r"[^\W_]\S*", self.text) is not None
        if not is_word:
            raise NotationError(f"call {shown(self.text)} is wrong: expected a word such as 'Pass' or '3NT↑'")


def cards_by_seat(cards: CardsOfSeats | None, seats: int, what: str) -> tuple[Hand, ...]:
    """One `Hand` of cards for each seat, empty for seats that are not named."""
    none = Hand()
    if cards is None:
        return (none,) * seats
    if isinstance(cards, Mapping):
        read: dict[int, Hand] = {}
        for seat, some in cards.items():
            index = seat_index(seat, seats, f"seat of the cards {what}")
            if index in read:
                raise DealError(f"cards {what} of {seat_name(index, seats)} stand twice: expected once")
            read[index] = Hand.of(some)
        return tuple(read.get(seat, none) for seat in range(seats))
    if isinstance(cards, (str, Hand)) or not isinstance(cards, Sequence) or len(cards) != seats:
        raise DealError(
            f"cards {what} {shown(cards)} are wrong: expected cards for each of {seats} seats,"
            " or a mapping such as {'S': ['SA', 'HK']}"
        )
    return tuple(Hand.of(some) for some in cards)


def check_exchange(deal: Deal, added: Sequence[Hand], removed: Sequence[Hand]) -> None:
    """Check that cards taken are in the kitty, discards in the hand, and their numbers equal.

    All discards may be missing, as when the kitty was just taken.
    """
    left = deal.kitty if deal.kitty is not None else Hand()
    for seat, cards in enumerate(added):
        if cards - left:
            raise DealError(
                f"{_called(seat, deal)} takes {_listing(cards - left)}: expected cards of the kitty"
                + (f", {_listing(left)}" if left else ", which is empty")
            )
        left -= cards
    some_removed = any(removed)
    for seat, cards in enumerate(removed):
        missing = cards - (deal.hands[seat] | added[seat])
        if missing:
            raise DealError(
                f"{_called(seat, deal)} discards {_listing(missing)}: expected cards that it was dealt"
                " or took from the kitty"
            )
        if some_removed and len(cards) != len(added[seat]):
            raise DealError(
                f"{_called(seat, deal)} takes {len(added[seat])} cards and discards {len(cards)}:"
                " expected equal numbers"
            )


def after_exchange(deal: Deal, added: Sequence[Hand], removed: Sequence[Hand]) -> Deal:
    """The deal after cards were taken and discarded; its kitty is the cards out of play."""
    check_exchange(deal, added, removed)
    kitty = deal.kitty if deal.kitty is not None else Hand()
    hands = []
    for seat, (taken, given) in enumerate(zip(added, removed, strict=True)):
        if len(taken) != len(given):
            raise DealError(f"{_called(seat, deal)} has taken the kitty and not discarded: expected discards")
        hands.append((deal.hands[seat] | taken) - given)
        kitty = (kitty - taken) | given
    return Deal(hands, kitty)


def _called(seat: int, deal: Deal) -> str:
    return seat_name(seat, 4) if deal.seats == 4 else f"seat {seat}"


def _listing(cards: Hand) -> str:
    return " ".join(map(str, cards))


def listed(values: object, field_name: str) -> list[object]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise NotationError(f"{field_name} {shown(values)} are wrong: expected a list")
    return read_list(values, field_name, NotationError, _MOST_LISTED)


def read_call_of_seat(call: object, seats: int) -> Call:
    if isinstance(call, Call):
        return Call(seat_index(call.seat, seats, "caller"), call.text)
    if isinstance(call, tuple) and len(call) == 2:
        return Call(seat_index(call[0], seats, "caller"), call[1])
    raise NotationError(f"call {shown(call)} is wrong: expected a Call or a pair such as ('E', 'Pass')")


def read_tags(tags: object) -> tuple[Tag, ...]:
    read = tuple(_read_tag(tag) for tag in listed(tags, "tags"))
    if [tag.name for tag in read].count("Event") > 1:
        raise NotationError("tag Event stands twice: expected once, since a hand begins with it")
    return read


def _read_tag(tag: object) -> Tag:
    if isinstance(tag, Tag):
        return tag
    if isinstance(tag, tuple) and len(tag) == 2:
        return Tag(*tag)
    raise NotationError(f"tag {shown(tag)} is wrong: expected a Tag or a pair such as ('Event', 'Club')")
