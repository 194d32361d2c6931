"""What a player deduces from a view without search: unseen cards, voids, cards that beat others."""

from __future__ import annotations

from collections.abc import Sequence

from whistsolve.game import HandView
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.values.cards import CARDS, JOKER_MASK, SUIT_MASKS, Card, Suit
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain


class TableKnowledge:
    """What a careful player knows of the cards and hands when they are to play a card."""

    def __init__(self, view: HandView) -> None:
        assert view.strain is not None and view.hand_to_play is not None
        self.view: HandView = view
        self.strain: Strain = view.strain
        self.hand: int = view.hand_to_play
        held = view.hands[self.hand]
        assert held is not None  # players see every hand that they play
        self.held: Hand = held
        self.trick: tuple[CardPlayed, ...] = view.trick
        self.rules: TrickRules = TrickRules(view.rules, view.strain)
        self.trump: str | None = None if view.strain.is_no_trump else view.strain.trump
        seating = view.seating
        self.ours: frozenset[int] = frozenset(seating.side_hands(self.hand))
        #: Hands that play to this trick after this one, in order.
        self.later: tuple[int, ...] = tuple(
            seating.hand_after(self.hand, turn) for turn in range(1, len(seating.order) - len(view.trick))
        )
        self.rivals: tuple[int, ...] = tuple(hand for hand in seating.order if hand not in self.ours)
        #: Mask of the cards that the player has not seen: in hidden hands, or out of play.
        self.hidden: int = view.unseen.mask
        #: For each hand, the suits of which it has shown to be void.
        self.voids: tuple[frozenset[Suit], ...] = view.voids

    def is_trump(self, card: Card) -> bool:
        """Whether a card is a trump; with a trump suit, jokers are."""
        return self.trump is not None and (
            card.is_joker or (card.suit is not None and card.suit.letter == self.trump)
        )

    def height(self, card: Card) -> int:
        """The height of a card in its suit, 0 to 12; 13 for a joker."""
        return 13 if card.rank is None else self.strain.height(card.rank)

    def named(self, card: Card) -> Suit | None:
        """The suit to name with a led joker: the longest of the hand; ``None`` if none is named."""
        if self.trick or not card.is_joker or not self.rules.names_suit:
            return None
        return max(Suit, key=lambda suit: (self.held.mask & SUIT_MASKS[suit]).bit_count())

    def played(self, card: Card) -> tuple[CardPlayed, ...]:
        """The trick after a card of this hand."""
        return (*self.trick, CardPlayed(self.hand, card, self.named(card)))

    def wins_now(self, card: Card) -> bool:
        """Whether a card would win the trick as it stands."""
        return self.rules.winner(self.played(card)) == self.hand

    def may_play(self, hand: int, card: int, trick: Sequence[CardPlayed]) -> bool:
        """Whether a hand may, as far as is known, play a card to a trick.

        A hidden hand is assumed to follow suit unless it has shown that it cannot.
        """
        cards = self.view.hands[hand]
        if cards is not None:
            return self.rules.lawful(cards.mask, trick) >> card & 1 == 1
        if not self.hidden >> card & 1:
            return False
        suit, own = self.rules.suit_to_follow(trick), self.rules.suit_of(CARDS[card])
        if own in self.voids[hand]:
            return False
        if suit is None or own == suit or suit in self.voids[hand]:
            return True
        return own is None and self.view.rules.joker_any_time

    def threats(self, trick: Sequence[CardPlayed]) -> int:
        """How many cards that opponents still to play may hold would win the trick for them.

        0 if the winning card is certain to hold, provided that hands follow suit.
        """
        rivals = [hand for hand in self.later if hand not in self.ours]
        if not rivals or not trick:
            return 0
        mask = JOKER_MASK
        for suit in Suit:  # only the suit led and trumps can win
            if suit.letter == self.trump or suit == self.rules.suit_to_follow(trick):
                mask |= SUIT_MASKS[suit]
        if self.rules.suit_to_follow(trick) is None:
            mask = -1
        open_cards = sum(
            cards.mask for hand in rivals for cards in (self.view.hands[hand],) if cards is not None
        )
        count = 0
        for card in Hand.from_mask((self.hidden | open_cards) & mask):
            for hand in rivals:
                beats = self.rules.winner((*trick, CardPlayed(hand, card))) == hand
                if beats and self.may_play(hand, card.index, trick):
                    count += 1
                    break
        return count

    def rivals_may_hold_trumps(self) -> bool:
        """Whether an opponent may still hold a trump."""
        if self.trump is None:
            return False
        suit = next(suit for suit in Suit if suit.letter == self.trump)
        trumps = SUIT_MASKS[suit] | JOKER_MASK
        for hand in self.rivals:
            cards = self.view.hands[hand]
            if cards is not None and cards.mask & trumps:
                return True
            if cards is None and self.hidden & trumps and int(suit) not in self.voids[hand]:
                return True
        return False
