"""Results of the analysis of a played hand: its cards, its discard, its contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules
from whistsolve.tabular import Column, Tabular, flags, integers, texts
from whistsolve.values import Card, Contract
from whistsolve.values.seats import seat_name, seat_value
from whistsolve.values.shown import Plotted, Shown

__all__ = ["CardValue", "CardValues", "ContractValue", "ContractVerdict", "DiscardVerdict", "PlayAnalysis"]


@dataclass(frozen=True, slots=True)
class CardValue(Shown):
    """One card of the play, with the double-dummy value of the hand before and after it.

    Attributes
    ----------
    number, trick : int
        Which card of the play it was, and of which trick; both from 1.
    seat : int
    card : Card
    by_declarer : bool
        Whether a hand of the declarer's side played it; otherwise one of the defence.
    before, after : int
        Tricks of the declarer's side in the whole hand, won and still to win, with best play on both sides
        from before the card on, and from after it on.
    better : tuple of Card
        The cards that would have kept the value, in the order of `solve_cards`, so that the first is the one
        that a good player would have played; none where this one kept it.
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
        """Tricks that the card cost the side that played it; never below 0."""
        return self.before - self.after if self.by_declarer else self.after - self.before

    def as_dict(self, seats: int = 4) -> dict[str, object]:
        """The card by name, for JSON: the attributes, `by_declarer` as ``by``, and ``lost``.

        Parameters
        ----------
        seats : int
            How many hands there are: of four the seat is a letter, otherwise a number.

        Raises
        ------
        SeatError
            Where four hands have no such seat.
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
    """Cards of the play in order: a tuple that notebooks display as a table."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DiscardVerdict(Shown):
    """The discard of a hand against the best one.

    Attributes
    ----------
    seat : int
        Who took the kitty.
    cards : tuple of Card
        What was given up: spades, hearts, diamonds, clubs, high to low, then jokers.
    tricks : int
        Tricks of the declarer's side after it, with best play on both sides.
    best : int
        The same after the best discard, over all that there are.
    best_cards : tuple of Card
        One discard that reaches `best`; the one made where that does.
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
    """A contract with its double-dummy tricks and points.

    Attributes
    ----------
    contract : Contract
    tricks : int
        Tricks of the declarer's side, with the best discard and best play on both sides.
    points : int
        Points that the hand scores for the declarer's side less those for its opponents.
    """

    contract: Contract
    tricks: int
    points: int

    def as_dict(self, seats: int = 4) -> dict[str, object]:
        """The attributes by name, for JSON; `seats` and errors as for `CardValue.as_dict`."""
        return {"contract": self.contract.to_text(seats), "tricks": self.tricks, "points": self.points}


@dataclass(frozen=True, slots=True)
class ContractVerdict(Shown):
    """The contract of a hand against the best ones that the same declarer could have played.

    Attributes
    ----------
    played : ContractValue
        The contract as it was.
    best : tuple of ContractValue
        The strains that score most, in the order of tables; of levels that score the same, the highest.
        `played` alone, where nothing scores more.
    """

    played: ContractValue
    best: tuple[ContractValue, ...]

    @property
    def lost(self) -> int:
        """Points that the contract cost the declarer's side; never below 0."""
        return self.best[0].points - self.played.points

    def as_dict(self, seats: int = 4) -> dict[str, object]:
        """The attributes by name and ``lost``, for JSON; `seats` and errors as for `CardValue.as_dict`."""
        return {
            "played": self.played.as_dict(seats),
            "best": [value.as_dict(seats) for value in self.best],
            "lost": self.lost,
        }


@dataclass(frozen=True, slots=True, repr=False)
class PlayAnalysis(Plotted, Tabular):
    """A played hand with its double-dummy value from the deal to the last card played.

    All tricks are those of the declarer's side, and under ``kitty_book="first_trick_winner"`` the first one
    counts two; otherwise the kitty's book is not among them.

    Attributes
    ----------
    hand : PlayedHand
    rules : Rules
        Those that it was analysed under.
    side : tuple of int
        The seats of the declarer's side; all others are the defence.
    start : int
        Tricks with best play on both sides from the first lead on, after the discard that was made.
    taken : int
        Tricks won at the table, so far where the hand is not finished.
    finished : bool
        Whether the last card was played.
    cards : CardValues
        Each card played, in order: a tuple of `CardValue`.
    discard : DiscardVerdict or None
        Where cards were given up for the kitty.
    contract : ContractVerdict or None
        With ``contract=True``.
    nodes : int
        Nodes of all searches: cards played in them.

    As a table (see `Tabular`) it has a row for each card played: ``number``, ``trick`` (int64, from 1),
    ``seat`` and ``card`` (text), ``by_declarer`` (bool), ``before``, ``after``, ``lost`` (int64), as those of
    `CardValue`, and ``better``, the text of those cards with blanks between them, null where the card kept
    the value.
    """

    hand: PlayedHand
    rules: Rules
    side: tuple[int, ...]
    start: int
    taken: int
    finished: bool
    cards: CardValues
    discard: DiscardVerdict | None
    contract: ContractVerdict | None
    nodes: int

    @property
    def best(self) -> int:
        """Tricks with the best discard and best play on both sides: `start` where nothing was given up."""
        return self.start if self.discard is None else self.discard.best

    @property
    def end(self) -> int:
        """Tricks with best play on both sides from after the last card on; `taken` once it is finished.

        It is `best`, less what the discard and the declarer's side gave away, plus what the defence gave.
        """
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
        """The cards that cost their side something, in order."""
        return CardValues(card for card in self.cards if card.lost)

    @property
    def first_loss(self) -> CardValue | None:
        """The first card that cost its side something, ``None`` where none did."""
        return next(iter(self.losses), None)

    @property
    def given_by_seat(self) -> tuple[int, ...]:
        """Tricks that each seat gave away by cards that it played, in seat order; the discard not among them.

        Their sum is `given_by_declarer` and `given_by_defence`.
        """
        lost = [0] * self.hand.seats
        for card in self.cards:
            lost[card.seat] += card.lost
        return tuple(lost)

    @property
    def given_by_declarer(self) -> int:
        """Tricks that cards of the declarer's side gave away; the discard is not among them."""
        return sum(card.lost for card in self.cards if card.by_declarer)

    @property
    def given_by_defence(self) -> int:
        """Tricks that cards of the defence gave away."""
        return sum(card.lost for card in self.cards if not card.by_declarer)

    def as_dict(self) -> dict[str, object]:
        """All of the analysis by name, for JSON, as ``whistsolve trace --json`` prints it.

        Of four hands seats are letters, otherwise numbers. ``first_loss`` is the number of the card,
        ``points`` is `contract`, the comparison of contracts, and ``contract`` the one that was played.
        """
        hand, first, seats = self.hand, self.first_loss, self.hand.seats
        contract, leader = hand.contract, hand.leader
        return {
            "deal": str(hand.deal_in_play),
            "contract": None if contract is None else contract.to_text(seats),
            "leader": None if leader is None else seat_value(leader, seats),
            "side": [seat_value(seat, seats) for seat in self.side],
            "best": self.best,
            "start": self.start,
            "end": self.end,
            "taken": self.taken,
            "finished": self.finished,
            "given_by_declarer": self.given_by_declarer,
            "given_by_defence": self.given_by_defence,
            "given_by_seat": list(self.given_by_seat),
            "first_loss": None if first is None else first.number,
            "discard": None if self.discard is None else self.discard.as_dict(seats),
            "points": None if self.contract is None else self.contract.as_dict(seats),
            "cards": [card.as_dict(seats) for card in self.cards],
            "nodes": self.nodes,
        }

    def plot(self, ax: Any = None) -> Any:
        """Tricks of the declarer's side, with best play from there on, after every card that was played.

        Cards that changed them are marked and named; a dashed line is what the contract needs.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure where left out. Nothing is put on the screen.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ImportError
            Where no axes are given and matplotlib is missing: ``pip install whistsolve[plot]``.
        """
        return self._plotted(ax)

    def __repr__(self) -> str:
        contract = "" if self.hand.contract is None else f" {self.hand.contract.to_text(self.hand.seats)}:"
        discard = "" if self.discard is None else f" {self.discard.lost} given away by the discard,"
        return (
            f"<PlayAnalysis:{contract} {len(self.cards)} cards, {self.best} tricks with best play,{discard}"
            f" {self.given_by_declarer} by the declarer's cards, {self.given_by_defence} by the defence's,"
            f" {self.end} in the end>"
        )
