"""A hand as it was dealt, bid, and played at a table, in part or to the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whistsolve._internal.reading import read_list, shown
from whistsolve._internal.shown import Shown, rendering
from whistsolve.errors import ActError, DealError, NotationError
from whistsolve.game.record.replay import Replay, Trick, replayed
from whistsolve.rules import Rules
from whistsolve.rules.sides import turn_step
from whistsolve.values import Card, Contract, Deal, Hand, seat_index, seat_name
from whistsolve.values.written import card_texts

if TYPE_CHECKING:
    from whistsolve.game.hand_state import HandState

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
        object.__setattr__(self, "lines", tuple(_listed(self.lines, f"lines of tag {self.name}")))
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


@dataclass(frozen=True, slots=True, init=False)
class PlayedHand(Shown):
    """Deal, auction, kitty and play of one hand.

    Parameters
    ----------
    deal : Deal or str
        The cards as dealt, with the kitty.
    dealer : int, str or None
    calls : iterable of Call or (int or str, str)
        The calls in order, each with its seat.
    contract : Contract, str or None
        The contract with its declarer. In games without an auction a contract of level 0 has the strain, and
        as declarer a seat of the side whose tricks count.
    added, removed : mapping from seats to cards, sequence of cards by seat, or None
        Cards that each seat took from the kitty, and its discards; stored as one `Hand` for each seat.
    leader : int, str or None
        The leader of the first trick; required if cards were played.
    plays : str or iterable of Card or str
        The cards in the order in which they were played; the last trick may be in progress.
    tags : iterable of Tag or (str, str)
        Other tags, in order.
    rules : Rules or None
        The rules by which the hand was played; ``None`` if they are not known. They say in which direction
        play goes, what jokers do in no-trump, and whether a card may be a renege.
    source : str or None
        The exact text that the hand was read from; ignored in comparisons.

    Raises
    ------
    NotationError
        If dealer, leader, declarer or a caller is not a seat of the deal; if a tag or call cannot be
        written; or if a led joker names a suit by the rules, since plays do not say which.
    DealError
        If cards are taken that are not in the kitty, discarded by a seat that does not hold them, or not
        as many discarded as taken.
    ActError
        If a card is played by a seat that does not hold it or must follow another suit, or cards are played
        without contract or leader.
    RulesError
        If ``rules`` is not a Rules.
    WhistError
        If deal, contract or a card cannot be read.

    Examples
    --------
    >>> hand = PlayedHand("N:A... K... Q... J...", contract="1S+ by N", leader="N", plays="SA SK SQ")
    >>> hand.tricks[0].winner is None
    True
    """

    deal: Deal
    dealer: int | None
    calls: tuple[Call, ...]
    contract: Contract | None
    added: tuple[Hand, ...]
    removed: tuple[Hand, ...]
    leader: int | None
    plays: tuple[Card, ...]
    tags: tuple[Tag, ...]
    rules: Rules | None
    source: str | None = field(compare=False, repr=False)

    def __init__(
        self,
        deal: Deal | str,
        *,
        dealer: int | str | None = None,
        calls: Iterable[Call | tuple[int | str, str]] = (),
        contract: Contract | str | None = None,
        added: CardsOfSeats | None = None,
        removed: CardsOfSeats | None = None,
        leader: int | str | None = None,
        plays: str | Iterable[Card | str] = (),
        tags: Iterable[Tag | tuple[str, str]] = (),
        rules: Rules | None = None,
        source: str | None = None,
    ) -> None:
        def keep(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        dealt = deal if isinstance(deal, Deal) else Deal.from_text(deal)
        seats = dealt.seats
        keep("deal", dealt)
        keep("dealer", None if dealer is None else seat_index(dealer, seats, "dealer"))
        keep("calls", tuple(_read_call(call, seats) for call in _listed(calls, "calls")))
        keep("contract", _read_contract(contract, seats))
        keep("added", cards_by_seat(added, seats, "added"))
        keep("removed", cards_by_seat(removed, seats, "removed"))
        keep("leader", None if leader is None else seat_index(leader, seats, "leader"))
        cards = card_texts(plays) if isinstance(plays, str) else _listed(plays, "plays")
        keep("plays", tuple(Card.of(card) for card in cards))
        keep("tags", _read_tags(tags))
        keep("rules", None if rules is None else Rules.of(rules))
        keep("source", source)
        check_exchange(dealt, self.added, self.removed)
        if self.plays:
            self._play()

    @property
    def seats(self) -> int:
        """The number of hands."""
        return self.deal.seats

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, ``None`` without a contract."""
        return None if self.contract is None else self.contract.declarer

    @property
    def deal_in_play(self) -> Deal:
        """The deal after the kitty was taken and cards were discarded; its kitty is the cards out of play.

        Raises `DealError` if a seat has taken the kitty and not yet discarded.
        """
        return after_exchange(self.deal, self.added, self.removed)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks played, the one in progress last."""
        return self._play().tricks if self.plays else ()

    @property
    def reneges(self) -> tuple[int, ...]:
        """The cards among `plays`, by index, that were played against the rules of the hand."""
        return tuple(self._play().reneges) if self.plays else ()

    @property
    def step(self) -> int:
        """The step from a seat to the next in turn: 1, or -1 where play goes counterclockwise."""
        return 1 if self.rules is None else turn_step(self.rules)

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Complete tricks won so far by each seat, each counted once and without the kitty's book."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(seat) for seat in range(self.seats))

    def state(self, rules: Rules | None = None) -> HandState:
        """The hand as a `HandState`, act by act as far as it was played.

        ``state.copy(acts=n)`` is the hand before its act n, and ``view`` of it what a player knew then.
        Without calls in the record the declarer makes the bid of the contract and the others pass.

        Parameters
        ----------
        rules : Rules, optional
            By default those of the record, or `Rules.preset("bid_whist")`.

        Raises
        ------
        WhistError
            If the hand cannot have been played so under the rules. Jokers that were exchanged or laid aside
            before the first lead are not recorded.
        """
        # Imported here because that module imports this one.
        from whistsolve.game.record.record import state_of

        return state_of(self, rules)

    def tag(self, name: str) -> Tag | None:
        """The first tag with the given name, ``None`` if there is none."""
        return next((tag for tag in self.tags if tag.name == name), None)

    def _play(self) -> Replay:
        if self.contract is None or self.leader is None:
            missing = "contract" if self.contract is None else "leader"
            raise ActError(f"cards were played and there is no {missing}: expected both")
        return replayed(self.deal_in_play.hands, self.contract.strain, self.leader, self.plays, self.rules)

    def __str__(self) -> str:
        """The hand in PTN."""
        return rendering().ptn_of(self)  # type: ignore[no-any-return]


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


def _listed(values: object, field_name: str) -> list[object]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise NotationError(f"{field_name} {shown(values)} are wrong: expected a list")
    return read_list(values, field_name, NotationError, _MOST_LISTED)


def _read_call(call: object, seats: int) -> Call:
    if isinstance(call, Call):
        return Call(seat_index(call.seat, seats, "caller"), call.text)
    if isinstance(call, tuple) and len(call) == 2:
        return Call(seat_index(call[0], seats, "caller"), call[1])
    raise NotationError(f"call {shown(call)} is wrong: expected a Call or a pair such as ('E', 'Pass')")


def _read_contract(contract: object, seats: int) -> Contract | None:
    if contract is None:
        return None
    read = contract if isinstance(contract, Contract) else Contract.from_text(contract)
    if read.declarer >= seats:
        raise NotationError(f"contract {read} is played by no seat of {seats}: expected 0 to {seats - 1}")
    return read


def _read_tags(tags: object) -> tuple[Tag, ...]:
    read = tuple(_read_tag(tag) for tag in _listed(tags, "tags"))
    if [tag.name for tag in read].count("Event") > 1:
        raise NotationError("tag Event stands twice: expected once, since a hand begins with it")
    return read


def _read_tag(tag: object) -> Tag:
    if isinstance(tag, Tag):
        return tag
    if isinstance(tag, tuple) and len(tag) == 2:
        return Tag(*tag)
    raise NotationError(f"tag {shown(tag)} is wrong: expected a Tag or a pair such as ('Event', 'Club')")
