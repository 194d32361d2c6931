"""Replay of the cards of a hand: whose turn it is, whether a card may be played, who won each trick.

Where no rules are given, these are used: play goes clockwise; a joker is one of the two best trumps of a suit
contract; in no-trump it belongs to no suit, may be played at any time and never wins, and the first card that
has a suit sets the suit to follow. The leader wins a trick of jokers alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from whistsolve._internal.reading import read_list, read_several
from whistsolve.errors import ActError, DealError, NotationError
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.rules import Rules
from whistsolve.rules.sides import turn_step
from whistsolve.values import Card, Hand, Strain, Suit, seat_index, seat_name
from whistsolve.values.seats import MAX_SEATS

_RULES: Final = Rules.preset(
    "bid_whist", joker_no_trump="free_discard", joker_any_time=True, joker_lead_no_trump="first_suited_card"
)


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick, or the beginning of one."""

    #: The seat that led.
    leader: int
    #: In the order played, from the leader on.
    cards: tuple[Card, ...]
    #: The seat that won it; ``None`` while cards are missing.
    winner: int | None


def trick_winner(cards: Sequence[Card], strain: Strain) -> int:
    """The index of the card that wins a trick; the leader's card is 0."""
    cards = [Card.of(card) for card in read_list(cards, "cards", ActError, MAX_SEATS)]
    strain = Strain.of(strain)
    if not cards:
        raise ActError("a trick without cards has no winner: expected at least the card led")
    return TrickRules(_RULES, strain).winner([CardPlayed(index, card) for index, card in enumerate(cards)])


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
        seat = self.to_play
        if not self._is_lawful(seat, card):
            self.reneges.append(len(self._whole) * len(self._hands) + len(self._trick))
        self._hands[seat] -= Hand.from_mask(1 << card.index)
        self._trick.append(CardPlayed(seat, card))
        self.to_play = (seat + self.step) % len(self._hands)
        if len(self._trick) == len(self._hands):
            self.to_play = self._trick_rules.winner(self._trick)
            self._whole.append(self._as_trick(self.to_play))
            self._trick.clear()

    def _as_trick(self, winner: int | None) -> Trick:
        return Trick(self._trick[0].hand, tuple(played.card for played in self._trick), winner)

    def _is_lawful(self, seat: int, card: Card) -> bool:
        """Whether a hand may play a card by the rules of tricks; an error if it cannot play it at all."""
        hand = self._hands[seat]
        if card not in hand:
            raise ActError(f"{self._name(seat)} plays {card}, {self._whereabouts(card)}")
        if self._trick_rules.names_suit and card.is_joker and not self._trick:
            raise NotationError(
                f"{card} is led to trick {len(self._whole) + 1}, and the hand does not say which suit it"
                " names: expected another joker_lead_no_trump"
            )
        lawful = Hand.from_mask(self._trick_rules.lawful(hand.mask, self._trick))
        if card in lawful or not self._enforced:
            return card in lawful
        led = self._trick_rules.suit_to_follow(self._trick)
        trick = f"trick {len(self._whole) + 1}" + ("" if led is None else f" in {Suit(led).name.lower()}")
        why = self._trick_rules.why_not(hand.mask, self._trick)
        raise ActError(f"{self._name(seat)} plays {card} to {trick}: {why}")

    def _whereabouts(self, card: Card) -> str:
        """Where a card is that a hand cannot play because it does not hold it, for error messages."""
        for trick in self.tricks:
            if card in trick.cards:
                seat = (trick.leader + self.step * trick.cards.index(card)) % len(self._hands)
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
    rules: Rules | None = None,
) -> tuple[Trick, ...]:
    """The tricks that result if the cards are played in this order, starting with the leader."""
    held = [Hand.of(hand) for hand in read_list(hands, "hands", DealError, MAX_SEATS)]
    cards = [Card.of(card) for card in read_several(plays, "plays", ActError)]
    first = seat_index(leader, len(held), "leader")
    return replayed(held, Strain.of(strain), first, cards, rules).tricks


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
