"""A play folded over the trick rules: whose turn it is, whether a card may be played, who won each trick.

A notation states no rules, so those here are fixed: a joker is one of the two best trumps of a suit contract;
in no-trump it belongs to no suit, may be played at any time and never wins, and the first card that has a
suit sets the suit to follow. A trick of jokers alone is the leader's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from whistsolve.errors import DealError, PlayError
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand, Strain, seat_index, seat_name
from whistsolve.values.cards import Suit
from whistsolve.values.reading import read_list, read_several
from whistsolve.values.seats import MAX_SEATS

__all__ = ["Replay", "Trick", "replay", "trick_winner"]

_RULES: Final = Rules.preset(
    "bid_whist",
    joker_no_trump="free_discard",
    joker_any_time=True,
    joker_lead_no_trump="first_suited_card",
)


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick, or the beginning of one.

    Attributes
    ----------
    leader : int
        The seat that led.
    cards : tuple of Card
        In the order played, clockwise from the leader.
    winner : int or None
        The seat that won it; ``None`` while cards are missing.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int | None


def trick_winner(cards: Sequence[Card], strain: Strain) -> int:
    """Which card of a trick wins it, counted from the leader's, which is 0.

    Raises
    ------
    PlayError
        Where there is no card.
    """
    cards = [Card.of(card) for card in read_list(cards, "cards", PlayError, MAX_SEATS)]
    strain = Strain.of(strain)
    if not cards:
        raise PlayError("a trick without cards has no winner: expected at least the card led")
    return TrickRules(_RULES, strain).winner([CardPlayed(index, card) for index, card in enumerate(cards)])


class Replay:
    """Hands being played out; every card is checked when it is played.

    Parameters
    ----------
    hands : sequence of Hand or str
        Before the first lead, clockwise from seat 0.
    strain : Strain or str
    leader : int or str
        Who leads to the first trick.

    Attributes
    ----------
    to_play : int
        The seat whose turn it is.

    Raises
    ------
    SeatError, StrainError
        Where the leader or the strain is wrong.
    """

    def __init__(self, hands: Sequence[Hand | str], strain: Strain | str, leader: int | str) -> None:
        self._hands = [Hand.of(hand) for hand in read_list(hands, "hands", DealError, MAX_SEATS)]
        self._trick_rules = TrickRules(_RULES, Strain.of(strain))
        self._whole: list[Trick] = []
        self._trick: list[CardPlayed] = []
        self.to_play: int = seat_index(leader, len(self._hands), "leader")

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far, the one in progress last."""
        return (*self._whole, self._as_trick(None)) if self._trick else tuple(self._whole)

    def play(self, card: Card) -> None:
        """Play one card from the hand whose turn it is.

        Raises
        ------
        PlayError
            Where that hand does not hold the card, or has to follow suit and does not.
        """
        seat = self.to_play
        self._check(seat, card)
        self._hands[seat] -= Hand([card])
        self._trick.append(CardPlayed(seat, card))
        self.to_play = (seat + 1) % len(self._hands)
        if len(self._trick) == len(self._hands):
            self.to_play = self._trick_rules.winner(self._trick)
            self._whole.append(self._as_trick(self.to_play))
            self._trick.clear()

    def _as_trick(self, winner: int | None) -> Trick:
        return Trick(self._trick[0].hand, tuple(played.card for played in self._trick), winner)

    def _check(self, seat: int, card: Card) -> None:
        hand = self._hands[seat]
        if card not in hand:
            raise PlayError(f"{self._name(seat)} plays {card}, {self._whereabouts(card)}")
        lawful = Hand.from_mask(self._trick_rules.lawful(hand.mask, self._trick))
        if card in lawful:
            return
        led = self._trick_rules.suit_to_follow(self._trick)
        assert led is not None  # under these rules a card is unlawful only where suit must be followed
        expected = "one of them" if lawful.jokers else "a card of the suit led"
        raise PlayError(
            f"{self._name(seat)} plays {card} to a trick in {Suit(led).name.lower()} and holds"
            f" {' '.join(map(str, lawful))}: expected {expected}"
        )

    def _whereabouts(self, card: Card) -> str:
        """Why a hand cannot play a card that it does not hold."""
        for trick in self.tricks:
            if card in trick.cards:
                seat = (trick.leader + trick.cards.index(card)) % len(self._hands)
                return f"which {self._name(seat)} has played already: expected every card once"
        holder = next((seat for seat, hand in enumerate(self._hands) if card in hand), None)
        if holder is None:
            return "which is in no hand: expected a card that was dealt and not discarded"
        return f"which {self._name(holder)} holds: expected a card of its own"

    def _name(self, seat: int) -> str:
        name = seat_name(seat, len(self._hands))
        return name if len(self._hands) == 4 else f"seat {name}"


def replay(
    hands: Sequence[Hand | str],
    strain: Strain | str,
    leader: int | str,
    plays: Iterable[Card | str],
) -> tuple[Trick, ...]:
    """The tricks that cards make, played in this order from the leader's first lead on.

    Raises
    ------
    PlayError
        Where a card is played by a hand that does not hold it or has to follow suit: names which card of
        the play it is, the seat and the card.
    SeatError, StrainError, DealError
        Where the leader, the strain or the hands are wrong.
    """
    game = Replay(hands, strain, leader)
    for number, card in enumerate(read_several(plays, "plays", PlayError), 1):
        try:
            game.play(Card.of(card))
        except PlayError as error:
            raise PlayError(f"card {number} of the play: {error}") from None
    return game.tricks
