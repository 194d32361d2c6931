"""`BoardHand`: a hand as the page has it, text fields that a link carries too, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from whistsolve.arguments import read_scores
from whistsolve.errors import ContractError, DealError, PlayError, RulesError, WhistError
from whistsolve.game.auction.calls import read_call, read_calls
from whistsolve.game.hand.seating import Seating
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.heard_calls import auction_of_calls
from whistsolve.game.record.played_hand import after_exchange
from whistsolve.rules import Rules
from whistsolve.rules.reading import rules_from_text, rules_to_text
from whistsolve.rules.sides import turn_step
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.position import Position
from whistsolve.values import Card, Contract, Deal, Hand, Strain, seat_index, seat_name
from whistsolve.values.reading import read_integer, shown

__all__ = ["FIELDS", "BoardHand", "fields_of_record", "read_at"]

#: The names of the fields, in the order in which a link has them.
FIELDS: Final = (
    *("rules", "deal", "dealer", "turned", "calls", "strain", "level", "declarer", "leader", "holder"),
    *("discard", "played", "scores", "title"),
)
#: More than a title, or the cards of all hands, ever takes.
_LONGEST: Final = 2_000
_MOST_LEVEL: Final = 13
#: More than any field that is a number.
_MOST_NUMBER: Final = 10**6


@dataclass(frozen=True, slots=True)
class BoardHand:
    """A hand on the board: cards as dealt, and as far as they are known calls, contract, discard and play.

    Attributes
    ----------
    rules : Rules
    deal : Deal
        As dealt, with its kitty.
    dealer, declarer : int or None
    turned : Card or None
        In games without an auction the card that was turned up for trumps.
    calls : tuple of str
        From the dealer's left on.
    strain : Strain or None
    level : int or None
    leader, holder : int or None
        Who leads to the first trick, and who takes the kitty, where the hand says so; `leads` and `takes` are
        those of the rules where it does not.
    discard : Hand or None
    played : tuple of str
        Cards in order; a led joker perhaps with the suit that it names.
    scores : tuple of int
        Before the hand, as `evaluate_bids` takes them.
    title : str
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

    @classmethod
    def read(cls, fields: Mapping[str, object]) -> BoardHand:
        """A hand from its fields.

        Raises
        ------
        WhistError
            Where one is unknown, or cannot be read; or the declarer's strain is missing, or the reverse.
        """
        texts = {name: _text(name, value) for name, value in fields.items() if value is not None}
        given = {name: text for name, text in texts.items() if text}
        if "deal" not in given:
            raise DealError("the hand has no deal: expected such as 'N:AK... QJ... T9... 87...'")
        rules = rules_from_text(given.get("rules", ""))
        deal = Deal.from_text(given["deal"])

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
        )
        if (hand.strain is None) != (hand.declarer is None):
            missing = "strain" if hand.strain is None else "declarer"
            raise ContractError(f"the hand has no {missing}: expected strain and declarer, or neither")
        after_discard(hand)  # raises where it does not fit
        return hand

    def fields(self) -> dict[str, str]:
        """The fields, in order, without those that are empty."""
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
        }
        return {field: values[field] for field in FIELDS if values[field]}

    def fragment(self) -> str:
        """The fields as a link carries them, after its ``#``."""
        return urlencode(self.fields())

    # ------------------------------------------------------------------------------------- what follows

    def named(self, seat: int) -> str:
        """What a seat is called."""
        return seat_name(seat, self.deal.seats)

    @property
    def is_in_play(self) -> bool:
        """Whether a strain and a declarer are known."""
        return self.strain is not None and self.declarer is not None

    @property
    def takes(self) -> int | None:
        """The seat that takes the kitty; ``None`` where there is none, or no declarer yet."""
        if self.deal.kitty is None or self.declarer is None or self.strain is None:
            return None
        return self.kitty_position().holder

    @property
    def leads(self) -> int:
        """The seat that leads to the first trick: as said, or as the rules have it.

        Raises
        ------
        ContractError
            Where there is no declarer.
        """
        if self.leader is not None:
            return self.leader
        _, declarer = self.required_contract()
        by_dealer = self.rules.first_leader not in ("bidder", "left_of_bidder")
        first = self.dealer if by_dealer and self.dealer is not None else declarer
        step = turn_step(self.rules) if self.rules.first_leader.startswith("left") else 0
        return (first + step) % self.deal.seats

    @property
    def deal_in_play(self) -> Deal:
        """The hands after the kitty was taken and cards were given up; its kitty is the cards out of play."""
        return after_discard(self)

    def required_contract(self) -> tuple[Strain, int]:
        """Strain and declarer.

        Raises
        ------
        ContractError
            Where they are not known yet.
        """
        if self.strain is None or self.declarer is None:
            raise ContractError("the hand has no strain and declarer: expected both")
        return self.strain, self.declarer

    def position(self, at: int | None = None, counted: int | None = None) -> Position:
        """The position after some of the cards played.

        Parameters
        ----------
        at : int, optional
            How many; all where left out.
        counted : int, optional
            A seat whose side's tricks are counted, in place of the declarer's.

        Raises
        ------
        PlayError
            Where there are not so many.
        WhistError
            As `Position.read`.
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
        """The hand with the kitty taken and nothing given up.

        Raises
        ------
        DealError
            Where there is no kitty, or who takes it is not of the declarer's side.
        """
        strain, declarer = self.required_contract()
        names = [self.named(seat) for seat in range(self.deal.seats)]
        holder = None if self.holder is None else names[self.holder]
        return KittyPosition.read(self.deal, strain, names[declarer], holder, names[self.leads], self.rules)

    def record(self) -> PlayedHand:
        """The hand as notations write it and as the analysis of play takes it.

        Raises
        ------
        ContractError
            Where the play is known and the contract is not.
        RulesError
            Where calls or cards go counterclockwise, as records do not.
        """
        contract = None
        if turn_step(self.rules) < 0 and (self.calls or self.played):
            raise RulesError("the hand goes counterclockwise: expected clockwise, as hands are recorded")
        if self.strain is not None and self.declarer is not None:
            contract = Contract(self.level or self.lowest_level, self.strain, self.declarer)
        taker = self.takes if self.discard is not None else None
        return PlayedHand(
            self.deal,
            dealer=self.dealer,
            calls=list(zip(self._callers(), self.calls, strict=True)),
            contract=contract,
            added=None if taker is None else {taker: self.deal.kitty or Hand()},
            removed=None if taker is None else {taker: self.discard or Hand()},
            leader=self.leads if contract is not None else None,
            plays=[text.partition(":")[0] for text in self.played],
            tags=[("Event", self.title)] if self.title else (),
        )

    def _callers(self) -> list[int]:
        """Who made each call: by the rules those whose turn it was, otherwise one seat after the other."""
        rules, seats = self.rules, self.deal.seats
        if self.calls and self.dealer is not None:
            with suppress(WhistError):  # calls of other rules, as sites have them
                chairs = self.seating.chairs
                auction = auction_of_calls(self.calls, rules, chairs[self.dealer])
                return [chairs.index(player) for player, _ in auction.calls]
        first, step = self.dealer, turn_step(rules)
        start = 0 if first is None else first + step
        return [(start + step * turn) % seats for turn in range(len(self.calls))]

    @property
    def seating(self) -> Seating:
        """The hands around the table as `HandState` numbers them: players, then dummies.

        Raises
        ------
        DealError
            Where there are not as many hands as the rules deal, or a dummy is the declarer.
        """
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

    @property
    def lowest_level(self) -> int:
        """The lowest bid of the rules, for a contract whose level is not known."""
        return self.rules.min_bid


def after_discard(hand: BoardHand) -> Deal:
    """The deal of a hand once the kitty was taken and cards were given up, or as dealt.

    Raises
    ------
    DealError
        Where the discard is none of this hand.
    """
    if hand.discard is None:
        return hand.deal
    taker = hand.takes
    if taker is None:
        missing = "kitty" if hand.deal.kitty is None else "declarer"
        raise DealError(f"there are cards given up and no {missing}: expected both, or neither")
    added, removed = [Hand()] * hand.deal.seats, [Hand()] * hand.deal.seats
    added[taker], removed[taker] = hand.deal.kitty or Hand(), hand.discard
    return after_exchange(hand.deal, added, removed)


def fields_of_record(hand: PlayedHand, rules: Rules) -> dict[str, str]:
    """The fields of a hand that was read from a notation.

    Raises
    ------
    WhistError
        Where the board cannot show it, such as a kitty that several hands share.
    """
    contract = hand.contract
    takers = [seat for seat, cards in enumerate(hand.added) if cards]
    if len(takers) > 1:
        raise DealError(f"{len(takers)} hands took cards of the kitty: expected one")
    given = hand.removed[takers[0]] if takers and hand.removed[takers[0]] else None
    event = hand.tag("Event")
    board = BoardHand(
        rules,
        hand.deal,
        dealer=hand.dealer,
        calls=tuple(call.text for call in hand.calls),
        strain=None if contract is None else contract.strain,
        level=None if contract is None else contract.level,
        declarer=None if contract is None else contract.declarer,
        leader=hand.leader,
        discard=given,
        played=tuple(map(str, hand.plays)),
        title="" if event is None else event.value[:_LONGEST],
    )
    if board.leader is not None and replace(board, leader=None).leads == board.leader:
        board = replace(board, leader=None)
    if takers and takers[0] != board.takes:
        board = replace(board, holder=takers[0])
    return board.fields()


def read_at(at: int, length: int) -> int:
    """How many of the cards played are on show.

    Raises
    ------
    PlayError
        Where they are more than were played.
    """
    return read_integer(at, "at", PlayError, 0, length)


def _text(name: str, value: object) -> str:
    """A field as text; a number is one too."""
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
    return read_integer(number, "level", ContractError, 1, _MOST_LEVEL)


def _calls(text: str) -> tuple[str, ...]:
    calls = read_calls(text)
    for call in calls:
        read_call(call)  # raises where it is none
    return calls


def _scores(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(score) for score in text.split())
    except ValueError:
        raise WhistError(f"scores {shown(text)} are wrong: expected whole numbers such as '3 -2'") from None
