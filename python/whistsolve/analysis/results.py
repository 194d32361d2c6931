"""Results of the analysis of a played hand: values of its cards, verdicts on its discard and contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from whistsolve._internal.shown import Plotted, Shown
from whistsolve.game import Seating
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules
from whistsolve.tabular import Column, Tabular, flags, integers, texts
from whistsolve.values import Card, Contract, seat_name
from whistsolve.values.seats import seat_value

#: The attributes that `PlayAnalysis.as_dict` copies unchanged.
_NUMBERS = ("best", "start", "end", "taken", "finished", "given_by_declarer", "given_by_defence")


@dataclass(frozen=True, slots=True)
class CardValue(Shown):
    """One card of the play, with the double-dummy value of the hand before and after it.

    Attributes
    ----------
    number, trick : int
        The number of the card in the play, and of its trick; both from 1.
    seat : int
    card : Card
    by_declarer : bool
        Whether a hand of the declarer's side played the card; otherwise one of the defence did.
    before, after : int
        Tricks of the declarer's side in the whole hand, those already won included, with best play on both
        sides from before the card on, and from after it on.
    better : tuple of Card
        The cards that would have kept the value, in the order of `solve_cards`; empty if this card kept it.
    """

    number: int
    trick: int
    seat: int
    card: Card
    by_declarer: bool
    before: int
    after: int
    better: tuple[Card, ...]

    @property
    def lost(self) -> int:
        """Tricks that the card cost the side that played it; below 0 only if a renege gained some."""
        return self.before - self.after if self.by_declarer else self.after - self.before

    def as_dict(self, seats: int = 4) -> dict[str, object]:
        """The attributes by name, for JSON, with `by_declarer` as ``by``, and ``lost``.

        With four ``seats`` the seat is a letter, otherwise a number; NotationError if there is no such seat.
        """
        return {
            "number": self.number,
            "trick": self.trick,
            "seat": seat_value(self.seat, seats),
            "card": str(self.card),
            "by": "declarer" if self.by_declarer else "defence",
            "before": self.before,
            "after": self.after,
            "lost": self.lost,
            "better": [str(card) for card in self.better],
        }


class CardValues(tuple[CardValue, ...], Shown):
    """A tuple of cards in the order of play, displayed as a table in notebooks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<CardValues: {len(self)} cards, {sum(each.lost for each in self)} tricks lost>"


@dataclass(frozen=True, slots=True)
class DiscardVerdict(Shown):
    """The discard that was made, compared with the best one.

    Attributes
    ----------
    seat : int
        The seat that took the kitty.
    cards : tuple of Card
        The cards discarded: spades, hearts, diamonds, clubs, high to low, then jokers.
    tricks, best : int
        Tricks of the declarer's side with best play on both sides, after this discard and after the best.
    best_cards : tuple of Card
        A discard that achieves `best`: the one made if it does.
    """

    seat: int
    cards: tuple[Card, ...]
    tricks: int
    best: int
    best_cards: tuple[Card, ...]

    @property
    def lost(self) -> int:
        """Tricks that the discard cost the declarer's side; never below 0."""
        return self.best - self.tricks

    def as_dict(self, seats: int = 4) -> dict[str, object]:
        """The attributes by name and ``lost``, for JSON; `seats` and errors as for `CardValue.as_dict`."""
        return {
            "seat": seat_value(self.seat, seats),
            "cards": [str(card) for card in self.cards],
            "tricks": self.tricks,
            "best": self.best,
            "best_cards": [str(card) for card in self.best_cards],
            "lost": self.lost,
        }


@dataclass(frozen=True, slots=True)
class ContractValue(Shown):
    """A contract with its double-dummy tricks and points."""

    contract: Contract
    #: Tricks of the declarer's side, with the best discard and best play on both sides.
    tricks: int
    #: The points that this side then scores minus those of its opponents.
    points: int

    def as_dict(self, seats: int = 4) -> dict[str, object]:
        """The attributes by name, for JSON; `seats` and errors as for `CardValue.as_dict`."""
        return {"contract": self.contract.to_text(seats), "tricks": self.tricks, "points": self.points}


@dataclass(frozen=True, slots=True)
class ContractVerdict(Shown):
    """The contract of a played hand compared with the best ones that the same declarer could have played."""

    played: ContractValue
    #: The contracts that score most, at most one per strain, in the order of tables; of levels that score the
    #: same, the highest. Only `played` if no contract scores more.
    best: tuple[ContractValue, ...]
    #: Points that another level in the same strain would have brought; never below 0.
    lost_by_bid: int

    @property
    def lost(self) -> int:
        """Points that the contract cost the declarer's side: by its bid and its strain; never below 0."""
        return self.best[0].points - self.played.points

    @property
    def lost_by_strain(self) -> int:
        """Points that the best strain would have brought over the best level in the strain played."""
        return self.lost - self.lost_by_bid

    def as_dict(self, seats: int = 4) -> dict[str, object]:
        """The attributes by name and ``lost``, for JSON; `seats` and errors as for `CardValue.as_dict`."""
        return {
            "played": self.played.as_dict(seats),
            "best": [value.as_dict(seats) for value in self.best],
            "lost": self.lost,
            "lost_by_bid": self.lost_by_bid,
            "lost_by_strain": self.lost_by_strain,
        }


@dataclass(frozen=True, slots=True, repr=False)
class PlayAnalysis(Plotted, Tabular):
    """A played hand with its double-dummy value from the deal to the last card played.

    Tricks are those of the declarer's side. Under ``kitty_book="first_trick_winner"`` the first trick counts
    two; otherwise the kitty's book is not included.

    As a table (see `Tabular`) it has a row for each card played: ``number``, ``trick`` (int64, from 1),
    ``seat`` and ``card`` (text), ``by_declarer`` (bool), ``before``, ``after``, ``lost`` (int64), all as in
    `CardValue`, and ``better`` (text with blanks between cards, null if the card kept the value).
    """

    hand: PlayedHand
    rules: Rules
    #: The seats of the declarer's side; all others are the defence.
    side: tuple[int, ...]
    #: Tricks with best play on both sides from the first lead on, after the discard that was made.
    start: int
    #: Tricks actually won, so far if the hand is not finished.
    taken: int
    #: Whether the last card was played.
    finished: bool
    #: The cards played, in order.
    cards: CardValues
    #: The verdict on the discard; ``None`` if nobody took the kitty.
    discard: DiscardVerdict | None
    #: The verdict on the contract; ``None`` without ``contract=True``.
    contract: ContractVerdict | None
    #: The number of nodes (cards played) in all searches.
    nodes: int

    @property
    def best(self) -> int:
        """Tricks with the best discard and best play on both sides: `start` if nothing was discarded."""
        return self.start if self.discard is None else self.discard.best

    @property
    def end(self) -> int:
        """Tricks with best play on both sides after the last card played; `taken` if the hand is finished."""
        return self.cards[-1].after if self.cards else self.start

    def _columns(self) -> Mapping[str, Column]:
        cards, seats = self.cards, self.hand.deal.seats
        return {
            "number": integers([each.number for each in cards]),
            "trick": integers([each.trick for each in cards]),
            "seat": texts([seat_name(each.seat, seats) for each in cards]),
            "card": texts([each.card for each in cards]),
            "by_declarer": flags([each.by_declarer for each in cards]),
            "before": integers([each.before for each in cards]),
            "after": integers([each.after for each in cards]),
            "lost": integers([each.lost for each in cards]),
            "better": texts([" ".join(map(str, each.better)) or None for each in cards]),
        }

    @property
    def losses(self) -> CardValues:
        """The cards that cost their side a trick or more, in order."""
        return CardValues(card for card in self.cards if card.lost > 0)

    @property
    def first_loss(self) -> CardValue | None:
        """The first card that cost its side a trick or more, ``None`` if no card did."""
        return next(iter(self.losses), None)

    @property
    def given_by_seat(self) -> tuple[int, ...]:
        """Tricks that each seat gave away by cards that it played, in seat order, without the discard."""
        seats = range(self.hand.seats)
        return tuple(sum(card.lost for card in self.cards if card.seat == seat) for seat in seats)

    @property
    def owners(self) -> tuple[int, ...]:
        """For each seat, that of the player of its cards: its own, unless it is a dummy's."""
        contract, rules = self.hand.contract, self.rules
        if not rules.has_dummies or contract is None:
            return tuple(range(self.hand.seats))
        seating = Seating.of(rules, contract.declarer if rules.game == "dummy" else 0)
        return tuple(seating.in_play.index(seating.controllers[each]) for each in seating.in_play)

    @property
    def lost_by_discard(self) -> int:
        """Tricks that the discard lost; 0 if there was none."""
        return 0 if self.discard is None else self.discard.lost

    @property
    def given_by_declarer(self) -> int:
        """Tricks that cards of the declarer's side gave away, without those lost by the discard."""
        return sum(card.lost for card in self.cards if card.by_declarer)

    @property
    def given_by_defence(self) -> int:
        """Tricks that cards of the defence gave away."""
        return sum(card.lost for card in self.cards if not card.by_declarer)

    def as_dict(self) -> dict[str, object]:
        """The whole analysis by name, for JSON, as ``whistsolve trace --json`` prints it.

        Seats are letters if there are four hands, otherwise numbers. ``first_loss`` is the number of the
        card, ``points`` the attribute `contract` (the verdict), and ``contract`` the contract played.
        """
        hand, first, seats = self.hand, self.first_loss, self.hand.seats
        contract, leader = hand.contract, hand.leader
        return {
            "deal": str(hand.deal_in_play),
            "contract": None if contract is None else contract.to_text(seats),
            "leader": None if leader is None else seat_value(leader, seats),
            "side": [seat_value(seat, seats) for seat in self.side],
            **{name: getattr(self, name) for name in _NUMBERS},
            "given_by_seat": list(self.given_by_seat),
            "first_loss": None if first is None else first.number,
            "discard": None if self.discard is None else self.discard.as_dict(seats),
            "points": None if self.contract is None else self.contract.as_dict(seats),
            "cards": [card.as_dict(seats) for card in self.cards],
            "nodes": self.nodes,
        }

    def plot(self, ax: Any = None) -> Any:
        """Plot the tricks after every card; a dashed line is the number that the contract needs.

        Cards that changed the value are marked and named. Arguments and errors are those of
        `TrickTable.plot`.
        """
        return self._plotted(ax)

    def __repr__(self) -> str:
        contract = "" if self.hand.contract is None else f" {self.hand.contract.to_text(self.hand.seats)}:"
        discard = "" if self.discard is None else f" {self.lost_by_discard} given away by the discard,"
        return (
            f"<PlayAnalysis:{contract} {len(self.cards)} cards, {self.best} tricks with best play,{discard}"
            f" {self.given_by_declarer} by the declarer's cards, {self.given_by_defence} by the defence's,"
            f" {self.end} in the end>"
        )
