"""`BoardHand`: a hand on the board, read from the text fields of a request or of a link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import fields as dataclass_fields
from typing import Final
from urllib.parse import urlencode

from whistsolve._internal.reading import read_integer, shown
from whistsolve.errors import ActError, DealError, NotationError, WhistError
from whistsolve.game.auction.auction import auction_of_calls
from whistsolve.game.auction.calls import read_call, read_calls
from whistsolve.game.hand.seating import Seating
from whistsolve.game.record import PlayedHand, Tag
from whistsolve.game.record.named_rules import rules_of_hand
from whistsolve.game.record.parts import after_exchange
from whistsolve.notation.hand_texts import read_tag
from whistsolve.rules import Rules
from whistsolve.rules.reading import rules_from_text, rules_to_text
from whistsolve.rules.sides import read_scores, turn_step
from whistsolve.solving.position import KittyPosition, Position
from whistsolve.values import Card, Contract, Deal, Hand, Strain, seat_index, seat_name
from whistsolve.values.contracts import MAX_LEVEL

#: Maximum number of characters of a field: more than a title or the cards of all hands need.
_LONGEST: Final = 2_000
#: An upper limit above any number in a field.
_MOST_NUMBER: Final = 10**6


@dataclass(frozen=True, slots=True)
class BoardHand:
    """A hand on the board: the cards as dealt; calls, contract, discard and play as far as they are known.

    Attributes
    ----------
    rules : Rules
    deal : Deal
        The cards as dealt, with the kitty.
    dealer, declarer : int or None
    turned : Card or None
        The card turned up for trumps, in games without an auction.
    calls : tuple of str
        The calls in order, the first by the player after the dealer.
    strain : Strain or None
    level : int or None
    leader, holder : int or None
        The seats that lead to the first trick and take the kitty; ``None`` if they follow from the rules,
        see `leads` and `takes`.
    discard : Hand or None
    played : tuple of str
        Cards in the order of play; that of a joker that is led may include the suit it names.
    scores : tuple of int
        Scores before the hand, in the form that `evaluate_bids` takes.
    title : str
    tags : tuple of Tag
        Other tags of the file that the hand is from, such as date and players, without lines below them.
    """

    rules: Rules
    deal: Deal
    dealer: int | None = None
    turned: Card | None = None
    calls: tuple[str, ...] = ()
    strain: Strain | None = None
    level: int | None = None
    declarer: int | None = None
    leader: int | None = None
    holder: int | None = None
    discard: Hand | None = None
    played: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    title: str = ""
    tags: tuple[Tag, ...] = ()

    @classmethod
    def read(cls, fields: Mapping[str, object]) -> BoardHand:
        """A hand from its fields; a `WhistError` if a field cannot be read, or does not fit the others."""
        texts = {name: _text(name, value) for name, value in fields.items() if value is not None}
        given = {name: text for name, text in texts.items() if text}
        if "deal" not in given:
            raise DealError("the hand has no deal: expected such as 'N:AK... QJ... T9... 87...'")
        rules = rules_from_text(given.get("rules", ""))
        deal = read_deal(given["deal"])

        def seat(name: str) -> int | None:
            return seat_index(given[name], deal.seats, name) if name in given else None

        hand = cls(
            rules,
            deal,
            dealer=seat("dealer"),
            turned=Card.from_text(given["turned"]) if "turned" in given else None,
            calls=_calls(given.get("calls", "")),
            strain=Strain.of(given["strain"]) if "strain" in given else None,
            level=_level(given["level"]) if "level" in given else None,
            declarer=seat("declarer"),
            leader=seat("leader"),
            holder=seat("holder"),
            discard=Hand.from_text(given["discard"]) if "discard" in given else None,
            played=tuple(given.get("played", "").replace(",", " ").split()),
            scores=read_scores(_scores(given["scores"]), rules) if "scores" in given else (),
            title=given.get("title", ""),
            tags=_tags(given["tags"]) if "tags" in given else (),
        )
        if (hand.strain is None) != (hand.declarer is None):
            missing = "strain" if hand.strain is None else "declarer"
            raise NotationError(f"the hand has no {missing}: expected strain and declarer, or neither")
        after_discard(hand)  # raises if the discard does not fit
        return hand

    def fields(self) -> dict[str, str]:
        """The fields in the order of `FIELDS`, without empty ones."""
        seats = self.deal.seats

        def name(seat: int | None) -> str:
            return "" if seat is None else seat_name(seat, seats)

        values = {
            "rules": rules_to_text(self.rules),
            "deal": str(self.deal),
            "dealer": name(self.dealer),
            "turned": "" if self.turned is None else str(self.turned),
            "calls": " ".join(self.calls),
            "strain": "" if self.strain is None else str(self.strain),
            "level": "" if self.level is None else str(self.level),
            "declarer": name(self.declarer),
            "leader": name(self.leader),
            "holder": name(self.holder),
            "discard": "" if self.discard is None else " ".join(map(str, self.discard)),
            "played": " ".join(self.played),
            "scores": " ".join(map(str, self.scores)),
            "title": self.title,
            "tags": "\n".join(map(_tag_text, self.tags)),
        }
        return {field: values[field] for field in FIELDS if values[field]}

    def fragment(self) -> str:
        """The fields as the fragment of a link, without the ``#``."""
        return urlencode(self.fields())

    def named(self, seat: int) -> str:
        """The name of a seat."""
        return seat_name(seat, self.deal.seats)

    @property
    def is_in_play(self) -> bool:
        """Whether a strain and a declarer are known."""
        return self.strain is not None and self.declarer is not None

    @property
    def takes(self) -> int | None:
        """The seat that takes the kitty; ``None`` if there is no kitty, or no strain and declarer yet."""
        if self.deal.kitty is None or self.declarer is None or self.strain is None:
            return None
        return self.kitty_position().holder

    @property
    def leads(self) -> int:
        """The seat that leads to the first trick: `leader`, or by the rules, which require a declarer."""
        if self.leader is not None:
            return self.leader
        _, declarer = self.required_contract()
        by_dealer = self.rules.first_leader not in ("bidder", "left_of_bidder")
        first = self.dealer if by_dealer and self.dealer is not None else declarer
        step = turn_step(self.rules) if self.rules.first_leader.startswith("left") else 0
        return (first + step) % self.deal.seats

    @property
    def deal_in_play(self) -> Deal:
        """The hands after the discard; the kitty of this deal has the cards that are out of play."""
        return after_discard(self)

    def required_contract(self) -> tuple[Strain, int]:
        """Strain and declarer; a `NotationError` if they are not known."""
        if self.strain is None or self.declarer is None:
            raise NotationError("the hand has no strain and declarer: expected both")
        return self.strain, self.declarer

    def position(self, at: int | None = None, counted: int | None = None) -> Position:
        """The position after the first `at` cards played, or all; errors are those of `Position.read`.

        Its tricks are those of the side of the seat `counted`, by default of the declarer.
        """
        strain, declarer = self.required_contract()
        shown_cards = self.played if at is None else self.played[: read_at(at, len(self.played))]
        return Position.read(
            self.deal_in_play,
            strain,
            self.named(self.leads),
            self.named(declarer if counted is None else counted),
            shown_cards,
            self.rules,
        )

    def kitty_position(self) -> KittyPosition:
        """The hand before the discard; a `DealError` if there is no kitty, or its holder is wrong."""
        strain, declarer = self.required_contract()
        names = [self.named(seat) for seat in range(self.deal.seats)]
        holder = None if self.holder is None else names[self.holder]
        return KittyPosition.read(self.deal, strain, names[declarer], holder, names[self.leads], self.rules)

    def record(self) -> PlayedHand:
        """The hand for notations and for the analysis of play.

        Raises a `NotationError` if the play is known and the contract is not, or a led joker names a suit.
        """
        contract = None
        if self.strain is not None and self.declarer is not None:
            lowest = self.rules.min_bid if self.rules.trump_rule == "declared" else 0
            contract = Contract(self.level or lowest, self.strain, self.declarer)
        taker = self.takes if self.discard is not None else None
        found = PlayedHand(
            self.deal,
            dealer=self.dealer,
            calls=list(zip(self._callers(), self.calls, strict=True)),
            contract=contract,
            added=None if taker is None else {taker: self.deal.kitty or Hand()},
            removed=None if taker is None else {taker: self.discard or Hand()},
            leader=self.leads if contract is not None else None,
            plays=[text.partition(":")[0] for text in self.played],
            tags=[*([("Event", self.title)] if self.title else ()), *self.tags],
            rules=self.rules,
        )
        return replace(found, tags=_fitting(found, self.rules))

    def _callers(self) -> list[int]:
        """The seat of each call: by the rules, or simply in turn if the calls do not follow the rules."""
        rules, seats = self.rules, self.deal.seats
        if self.calls and self.dealer is not None:
            with suppress(WhistError):  # calls may follow the rules of another site
                chairs = self.seating.chairs
                auction = auction_of_calls(self.calls, rules, chairs[self.dealer])
                return [chairs.index(player) for player, _ in auction.calls]
        first, step = self.dealer, turn_step(rules)
        start = 0 if first is None else first + step
        return [(start + step * turn) % seats for turn in range(len(self.calls))]

    @property
    def seating(self) -> Seating:
        """The seats by the hand numbers of `HandState`; a `DealError` if the hands do not fit the rules."""
        rules, declarer = self.rules, self.declarer or 0
        if self.deal.seats != rules.dealt_hands:
            raise DealError(
                f"the deal has {self.deal.seats} hands: expected {rules.dealt_hands} in {rules.game}"
            )
        if rules.game == "dummy" and declarer >= rules.players:
            raise DealError(
                f"the declarer sits at {self.named(declarer)}, and in dummy whist the seats are those of"
                f" the players' hands from the first on: expected {self.named(0)} to {self.named(2)}"
            )
        return Seating.of(rules, declarer)


#: The names of the fields, in the order of a link.
FIELDS: Final = tuple(each.name for each in dataclass_fields(BoardHand))


def read_deal(text: str) -> Deal:
    """The deal of a text; a `DealError` that says so if it is one hand, or a single word."""
    try:
        return Deal.from_text(text)
    except DealError as error:
        raise no_deal(text) or error from None


def no_deal(text: str) -> DealError | None:
    """The error for a text that is one hand, or a single word, and no deal."""
    with suppress(NotationError):
        Hand.from_text(text)
        what = "this is one hand: expected a deal. Enter cards (Load) deals the rest; Bids advises calls"
        return DealError(what)
    if ":" not in text and len(text.split()) == 1:
        return DealError(f"{shown(text)} is no deal: expected 'N:AK... QJ... T9... 87...'")
    return None


def after_discard(hand: BoardHand) -> Deal:
    """The deal of a hand after its discard, if there is one; a `DealError` if the discard does not fit."""
    if hand.discard is None:
        return hand.deal
    taker = hand.takes
    if taker is None:
        missing = "kitty" if hand.deal.kitty is None else "declarer"
        raise DealError(f"there is a discard and no {missing}: expected both, or neither")
    added, removed = [Hand()] * hand.deal.seats, [Hand()] * hand.deal.seats
    added[taker], removed[taker] = hand.deal.kitty or Hand(), hand.discard
    return after_exchange(hand.deal, added, removed)


def fields_of_record(hand: PlayedHand, rules: Rules) -> dict[str, str]:
    """The fields of a hand read from a notation; a `DealError` if several hands share the kitty."""
    contract = hand.contract
    takers = [seat for seat, cards in enumerate(hand.added) if cards]
    if len(takers) > 1:
        raise DealError(f"{len(takers)} hands took cards of the kitty: expected one")
    given = hand.removed[takers[0]] if takers and hand.removed[takers[0]] else None
    event, calls, tags = hand.tag("Event"), tuple(call.text for call in hand.calls), _fitting(hand, rules)
    try:
        _calls(" ".join(calls))
    except WhistError:  # of another game
        calls, tags = (), (*tags, Tag("Calls", " ".join(calls)))
    board = BoardHand(
        rules,
        hand.deal,
        dealer=hand.dealer,
        calls=calls,
        strain=None if contract is None else contract.strain,
        level=None if contract is None else contract.level or None,
        declarer=None if contract is None else contract.declarer,
        leader=hand.leader,
        discard=given,
        played=tuple(map(str, hand.plays)),
        title="" if event is None else event.value[:_LONGEST],
        tags=_kept(tags),
    )
    if board.leader is not None and replace(board, leader=None).leads == board.leader:
        board = replace(board, leader=None)
    if takers and takers[0] != board.takes:
        board = replace(board, holder=takers[0])
    return board.fields()


def _fitting(hand: PlayedHand, rules: Rules) -> tuple[Tag, ...]:
    """The tags of a record, without options of a site that name other rules."""
    with suppress(WhistError):
        if rules_of_hand(replace(hand, rules=None)) == rules:
            return hand.tags
    return tuple(tag for tag in hand.tags if tag.name != "GameOptionsJson")


def _kept(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """The tags of a record that are no field of a `BoardHand`, as many as a field holds."""
    kept: list[Tag] = []
    left = _LONGEST
    for tag in tags:
        length = len(_tag_text(tag)) + 1
        if tag.name != "Event" and not tag.lines and length <= left:
            kept.append(tag)
            left -= length
    return tuple(kept)


def _tags(text: str) -> tuple[Tag, ...]:
    sections = [read_tag(number, line) for number, line in enumerate(text.split("\n"), 1)]
    return tuple(Tag(section.name, section.text) for section in sections)


def _tag_text(tag: Tag) -> str:
    return f'[{tag.name} "{tag.text}"]'


def read_at(at: int, length: int) -> int:
    """The number of cards played up to the point shown; an `ActError` if it is more than `length`."""
    return read_integer(at, "at", ActError, 0, length)


def _text(name: str, value: object) -> str:
    """A field as text; integers are accepted too."""
    if name not in FIELDS:
        raise WhistError(f"field {shown(name)} of the hand is unknown: expected {', '.join(FIELDS)}")
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MOST_NUMBER:
        return str(value)
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise WhistError(
            f"{name} {shown(value)} of the hand is wrong: expected text of at most {_LONGEST} characters"
        )
    return value.strip()


def _level(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else text
    return read_integer(number, "level", NotationError, 1, MAX_LEVEL)


def _calls(text: str) -> tuple[str, ...]:
    calls = read_calls(text)
    for call in calls:
        read_call(call)  # raises if it is not a call
    return calls


def _scores(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(score) for score in text.split())
    except ValueError:
        raise WhistError(f"scores {shown(text)} are wrong: expected whole numbers such as '3 -2'") from None
