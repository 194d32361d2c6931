"""Which cards may be played to a trick and which card wins it: the only implementation in Python.

With a trump suit a joker is a trump: the big one highest, then the little one, then the suit. In no-trump it
belongs to no suit, and ``joker_no_trump``, ``joker_any_time`` and ``joker_lead_no_trump`` say what it may do
and when it wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whistsolve.rules import Rules
from whistsolve.values import Card, Hand, Strain, Suit
from whistsolve.values.cards import JOKER_MASK, LITTLE_JOKER, SUIT_LETTERS, SUIT_MASKS


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card played to a trick."""

    #: The hand that played it.
    hand: int
    card: Card
    #: The suit named with a led joker, under ``joker_lead_no_trump="leader_names_suit"``.
    named: Suit | None = None

    def __str__(self) -> str:
        return f"{self.card}:{self.named.letter}" if self.named is not None else str(self.card)


class TrickRules:
    """The rules of following suit and winning tricks, for one strain.

    Sets of cards are bit masks, as in ``Hand.mask``.
    """

    __slots__ = ("_any_time", "_duty", "_kind", "_lead", "_suits", "_trump", "heights", "names_suit")

    def __init__(self, rules: Rules, strain: Strain) -> None:
        self._trump = None if strain.is_no_trump else SUIT_LETTERS.index(strain.trump)
        self._kind = rules.joker_no_trump if strain.is_no_trump else "trumps"
        self._lead = rules.joker_lead_no_trump
        self._duty = self._kind == "must_discard_first_void"
        self._any_time = strain.is_no_trump and rules.joker_any_time
        #: Whether the leader of a joker names a suit; not if jokers are laid aside and count as no card.
        self.names_suit: bool = (
            strain.is_no_trump and self._lead == "leader_names_suit" and self._kind != "removed"
        )
        self._suits = list(SUIT_MASKS)
        if self._trump is not None:
            self._suits[self._trump] |= JOKER_MASK
        #: The height of each card in its suit, by index.
        self.heights = [strain.height(index % 13 + 2) for index in range(LITTLE_JOKER)] + [13, 14]

    def suit_of(self, card: Card) -> int | None:
        """The suit that a card belongs to; ``None`` for a joker in no-trump."""
        return card.index // 13 if card.index < LITTLE_JOKER else self._trump

    def suit_to_follow(self, trick: Sequence[CardPlayed]) -> int | None:
        """The suit that the next hand must follow; ``None`` while no suit is fixed."""
        if trick and self.suit_of(trick[0].card) is None and self._kind != "removed":
            if self._lead == "free_play":
                return None
            if self._lead == "leader_names_suit":
                return None if trick[0].named is None else int(trick[0].named)
        return self._first_suit(trick)

    def lawful(self, hand: int, trick: Sequence[CardPlayed]) -> int:
        """The cards of a hand that may be played to a trick, as a mask."""
        if self._kind == "removed" and hand & ~JOKER_MASK:
            hand &= ~JOKER_MASK  # a joker laid aside counts as "no card" and is played last
        suit = self.suit_to_follow(trick)
        if suit is not None:
            same_suit = hand & self._suits[suit]
            if same_suit:
                return same_suit | hand & JOKER_MASK if self._any_time else same_suit
            if self._duty and hand & JOKER_MASK:
                return hand & JOKER_MASK
        if not trick and self._trump is None and self._lead == "forbidden_unless_only_jokers":
            return hand & ~JOKER_MASK or hand
        return hand

    def winner(self, trick: Sequence[CardPlayed]) -> int:
        """The hand whose card wins a trick, or is winning one in progress; the trick must not be empty."""
        first = self._trump
        if first is None and self._kind == "high_no_suit":
            jokers = [played for played in trick if played.card.is_joker]
            if jokers:
                return max(jokers, key=lambda played: played.card.index).hand
        elif first is None and trick[0].named is not None:
            first = int(trick[0].named)
        for suit in (first, self._first_suit(trick)):
            cards = 0 if suit is None else self._suits[suit]
            following = [played for played in trick if cards >> played.card.index & 1]
            if following:
                return max(following, key=lambda played: self.heights[played.card.index]).hand
        return trick[0].hand  # jokers alone: the leader wins

    def _first_suit(self, trick: Sequence[CardPlayed]) -> int | None:
        for played in trick:
            suit = self.suit_of(played.card)
            if suit is not None:
                return suit
        return None

    def why_not(self, hand: int, trick: Sequence[CardPlayed]) -> str:
        """The reason why cards of a hand that are not `lawful` may not be played, for error messages."""
        allowed = " ".join(map(str, Hand.from_mask(self.lawful(hand, trick))))
        suit = self.suit_to_follow(trick)
        if suit is not None and hand & self._suits[suit]:
            instead = " or play a joker" if self._any_time and hand & JOKER_MASK else ""
            return f"it must follow suit{instead}; expected one of {allowed}"
        if suit is not None:
            return f"under joker_no_trump={self._kind!r} a hand that cannot follow plays a joker: {allowed}"
        if self._kind == "removed":
            return f"under joker_no_trump='removed' the joker was laid aside; expected one of {allowed}"
        return f"under joker_lead_no_trump={self._lead!r} a joker is led last; expected one of {allowed}"
