"""Play gone through card by card: whose turn it is, whether a card may be played, who won the trick.

Only what the notation needs, without the rules: jokers are the two best trumps of a suit contract; without
a trump suit they belong to no suit and never win, and the first card that has a suit sets the suit to follow.
A trick of nothing but jokers is the leader's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whistsolve.errors import PlayError
from whistsolve.values import Card, Hand, Strain, seat_index, seat_name
from whistsolve.values.cards import SUIT_LETTERS

__all__ = ["Replay", "Trick", "replay", "trick_winner"]

_SUIT_NAMES = dict(zip(SUIT_LETTERS, ("clubs", "diamonds", "hearts", "spades"), strict=True))


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


def _suit_played(card: Card, strain: Strain) -> str | None:
    """The suit that a card counts as: jokers are trumps, without a trump suit they have none."""
    if card.suit is not None:
        return card.suit.letter
    return None if strain.is_no_trump else strain.trump


def trick_winner(cards: Sequence[Card], strain: Strain) -> int:
    """Which card of a trick wins it, counted from the leader's, which is 0.

    Raises
    ------
    PlayError
        Where there is no card.
    """
    if not cards:
        raise PlayError("a trick without cards has no winner: expected at least the card led")
    led = _suit_led(cards, strain)
    if led is None:
        return 0

    def height(position: int) -> tuple[int, int]:
        card = cards[position]
        suit = _suit_played(card, strain)
        if suit is None or suit not in (led, strain.trump):
            return 0, 0
        # Above every rank of the suit: 52 is the little joker, 53 the big one.
        rank = card.index if card.rank is None else strain.height(card.rank)
        return (2 if suit == strain.trump else 1), rank

    return max(range(len(cards)), key=height)


def _suit_led(cards: Sequence[Card], strain: Strain) -> str | None:
    """The suit to follow: that of the first card that has one, ``None`` where none has."""
    return next((suit for card in cards if (suit := _suit_played(card, strain)) is not None), None)


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
        self._hands = [Hand.of(hand) for hand in hands]
        self._strain = Strain.of(strain)
        self._leader = seat_index(leader, len(self._hands), "leader")
        self._tricks: list[Trick] = []
        self._trick: list[Card] = []
        self._played: dict[Card, int] = {}
        self.to_play = self._leader

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far, the one in progress last."""
        if not self._trick:
            return tuple(self._tricks)
        return (*self._tricks, Trick(self._leader, tuple(self._trick), None))

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
        self._played[card] = seat
        self._trick.append(card)
        self.to_play = (seat + 1) % len(self._hands)
        if len(self._trick) == len(self._hands):
            winner = (self._leader + trick_winner(self._trick, self._strain)) % len(self._hands)
            self._tricks.append(Trick(self._leader, tuple(self._trick), winner))
            self._trick.clear()
            self._leader = self.to_play = winner

    def _check(self, seat: int, card: Card) -> None:
        hand = self._hands[seat]
        if card not in hand:
            raise PlayError(f"{self._name(seat)} plays {card}, {self._whereabouts(card)}")
        led = _suit_led(self._trick, self._strain)
        if led is None or _suit_played(card, self._strain) == led:
            return
        able = [other for other in hand if _suit_played(other, self._strain) == led]
        if able:
            expected = " ".join(map(str, able))
            raise PlayError(
                f"{self._name(seat)} plays {card} to a trick in {_SUIT_NAMES[led]} and holds {expected}:"
                " expected a card of the suit led"
            )

    def _whereabouts(self, card: Card) -> str:
        """Why a hand cannot play a card that it does not hold."""
        if card in self._played:
            return f"which {self._name(self._played[card])} has played already: expected every card once"
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
    SeatError, StrainError
        Where the leader or the strain is wrong.
    """
    game = Replay(hands, strain, leader)
    for number, card in enumerate(plays, 1):
        try:
            game.play(Card.of(card))
        except PlayError as error:
            raise PlayError(f"card {number} of the play: {error}") from None
    return game.tricks
