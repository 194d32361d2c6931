"""`PlayedOut`: the play of a hand on the board up to a point, trick by trick by its rules."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.rules.sides import turn_step
from whistsolve.solving.position import Position
from whistsolve.values import Card, Hand


@dataclass(frozen=True, slots=True)
class TrickOnBoard:
    """A complete trick: its cards in the order played, each with its seat, and the seat that won."""

    cards: tuple[CardPlayed, ...]
    winner: int

    @property
    def leader(self) -> int:
        """The seat that led."""
        return self.cards[0].hand


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A point of the play: cards left by seat, complete tricks, the current trick, and whose turn it is.

    After the last card `to_play` is ``None``.
    """

    position: Position
    hands: tuple[Hand, ...]
    tricks: tuple[TrickOnBoard, ...]
    trick: tuple[CardPlayed, ...]
    to_play: int | None
    legal: tuple[Card, ...]

    @classmethod
    def of(cls, position: Position) -> PlayedOut:
        """The play up to a position; an `ActError` if a card is not legal."""
        legal = position.legal_cards()  # raises unless all cards played were legal
        rules, seats = position.rules, position.deal.seats
        trick_rules, step = TrickRules(rules, position.strain), turn_step(rules)
        hands = [hand.mask for hand in position.deal.hands]
        tricks: list[TrickOnBoard] = []
        trick: list[CardPlayed] = []
        to_play = position.leader
        for card, named in position.played:
            hands[to_play] &= ~(1 << card.index)
            trick.append(CardPlayed(to_play, card, named))
            to_play = (to_play + step) % seats
            if len(trick) == seats:
                to_play = trick_rules.winner(trick)
                tricks.append(TrickOnBoard(tuple(trick), to_play))
                trick.clear()
        return cls(
            position,
            tuple(map(Hand.from_mask, hands)),
            tuple(tricks),
            tuple(trick),
            to_play if legal else None,
            legal,
        )

    @property
    def left(self) -> int:
        """Tricks still to be completed, including the one in progress."""
        seats = self.position.deal.seats
        return (self.position.cards_in_play + seats - 1) // seats - len(self.tricks)

    @property
    def won(self) -> tuple[int, ...]:
        """Tricks won by each seat; the first trick counts with its weight."""
        counts = [0] * self.position.deal.seats
        for number, trick in enumerate(self.tricks):
            counts[trick.winner] += 1 if number else self.position.rules.first_trick_weight
        return tuple(counts)

    def names_suit(self, card: Card) -> bool:
        """Whether a card would name a suit if played next: a joker that is led, if the rules say so."""
        trick_rules = TrickRules(self.position.rules, self.position.strain)
        return card.is_joker and not self.trick and trick_rules.names_suit
