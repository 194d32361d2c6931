"""What a careful player knows of the table without search, and the card that they play by heuristics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from whistsolve.game import HandView, Play
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.solving.results import by_preference
from whistsolve.values.cards import CARDS, JOKER_MASK, SUIT_MASKS, Card, Suit
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

#: Number of trumps from which the declarer leads them without holding the best.
_LONG_TRUMPS: Final = 4
#: Minimum height that counts for the strength of a suit: uptown, the ten.
_HONOUR: Final = 8


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

        def beats(card: Card, hand: int) -> bool:
            wins = self.rules.winner((*trick, CardPlayed(hand, card))) == hand
            return wins and self.may_play(hand, card.index, trick)

        cards = Hand.from_mask((self.hidden | open_cards) & mask)
        return sum(any(beats(card, hand) for hand in rivals) for card in cards)

    def rivals_may_hold_trumps(self) -> bool:
        """Whether an opponent may still hold a trump."""
        if self.trump is None:
            return False
        suit = Suit.of(self.trump)
        trumps = SUIT_MASKS[suit] | JOKER_MASK
        own = [hand for hand in self.rivals if self.view.hands[hand] is None and suit not in self.voids[hand]]
        seen = [cards.mask & trumps for cards in (self.view.hands[hand] for hand in self.rivals) if cards]
        return any(seen) or (bool(own) and self.hidden & trumps != 0)


def heuristic_play(view: HandView) -> Play:
    """The card to play by heuristics, for the player of a view who is to play; see `HeuristicPlayer`."""
    if len(view.legal_cards) == 1 and not view.names_suit:
        return Play(view.legal_cards[0])
    table = TableKnowledge(view)
    order = by_preference(view.legal_cards, table.strain)
    card = _followed(table, order) if view.trick else _led(table, order)
    return Play(card, table.named(card))


def _followed(table: TableKnowledge, order: Sequence[Card]) -> Card:
    """A card to a trick in progress; `order` has the cheapest legal card first."""
    winners = [card for card in order if table.wins_now(card)]
    holder = table.rules.winner(table.trick)
    if holder in table.ours:
        return _beside_partner(table, order, winners)
    if not winners:
        return _thrown(table, order)
    card, threats = _safest(table, winners)
    if threats and len(table.trick) == 1 and any(hand in table.ours for hand in table.later):
        return _thrown(table, order)  # second hand low, unless it wins for certain
    return card


def _beside_partner(table: TableKnowledge, order: Sequence[Card], winners: Sequence[Card]) -> Card:
    """A card if partner is winning the trick: low, unless opponents may win it and a higher card helps."""
    risk = table.threats(table.trick)
    suit = table.rules.suit_to_follow(table.trick)
    higher = [card for card in winners if table.rules.suit_of(card) == suit]  # no ruff of partner's winner
    if risk and higher:
        card, threats = _safest(table, higher)
        if threats < risk:
            return card
    return _thrown(table, order)


def _safest(table: TableKnowledge, cards: Sequence[Card]) -> tuple[Card, int]:
    """The first of some cards that the fewest others can beat, and how many can."""
    threats = [table.threats(table.played(card)) for card in cards]
    return cards[threats.index(min(threats))], min(threats)


def _thrown(table: TableKnowledge, order: Sequence[Card]) -> Card:
    """The least useful card, if the trick is not to be won: the lowest of the weakest suit."""
    suit = table.rules.suit_to_follow(table.trick)
    if suit is not None and any(table.rules.suit_of(card) == suit for card in order):
        return order[0]
    if table.trump is None and table.view.rules.joker_no_trump != "high_no_suit":
        for card in order:
            if card.is_joker:
                return card  # it is worthless
    losing = [card for card in order if not table.wins_now(card)] or list(order)
    return min(losing, key=lambda card: (table.is_trump(card), _strength(table, card), table.height(card)))


def _strength(table: TableKnowledge, card: Card) -> int:
    """How strong the suit of a card is in the hand: the number and height of its high cards."""
    if card.suit is None:
        return 100
    return sum(max(table.height(each) - _HONOUR + 1, 0) for each in table.held if each.suit == card.suit)


def _led(table: TableKnowledge, order: Sequence[Card]) -> Card:
    """A card to lead; `order` has the cheapest legal card first."""
    threats = {card: table.threats(table.played(card)) for card in order}
    certain = [card for card in order if not threats[card]]
    declares = table.view.declarer in table.ours
    trumps = [card for card in order if table.is_trump(card)]
    if declares and trumps and table.rivals_may_hold_trumps():
        winning = [card for card in certain if card in trumps]
        if winning:
            return winning[0]
        if len(trumps) >= _LONG_TRUMPS:
            return trumps[0]
    plain = [card for card in certain if not table.is_trump(card)]
    if plain:
        # From the longest suit in no-trump, otherwise from the shortest.
        lengths = {card: sum(each.suit == card.suit for each in table.held) for card in plain}
        return (max if table.trump is None else min)(plain, key=lambda card: lengths[card])
    for card in order:  # towards partner's void or certain winner
        if not table.is_trump(card) and _helps_partner(table, card, declares):
            return card
    if certain and not table.rivals_may_hold_trumps():
        return certain[0]
    return _exit(table, order, threats)


def _helps_partner(table: TableKnowledge, card: Card, declares: bool) -> bool:
    """Whether partner can ruff a suit that is led, or wins it with a card of an open hand."""
    if card.suit is None:
        return False
    suit = int(card.suit)
    theirs = [Hand.from_mask(table.hidden), *(table.view.hands[hand] or Hand() for hand in table.rivals)]
    heights = [table.height(each) for cards in theirs for each in cards if each.suit == card.suit]
    highest = max(heights, default=-1)
    for hand in table.ours - {table.hand}:
        cards = table.view.hands[hand]
        if cards is None:
            safe = not any(suit in table.voids[rival] for rival in table.rivals)
            if suit in table.voids[hand] and table.trump is not None and not declares and safe:
                return True
        elif any(table.height(each) > highest for each in cards if each.suit == card.suit):
            return True
    return False


def _exit(table: TableKnowledge, order: Sequence[Card], threats: dict[Card, int]) -> Card:
    """A lead without a winner: from the longest plain suit the lowest of equal top honours, or the lowest."""
    plain = [card for card in order if card.suit is not None and not table.is_trump(card)]
    if not plain:
        return order[0]
    ruffed = {suit for rival in table.rivals for suit in table.voids[rival]}
    safe = [card for card in plain if card.suit is not None and int(card.suit) not in ruffed]
    if table.trump is None or not safe:
        safe = plain
    suits = {card.suit for card in safe if card.suit is not None}
    best: Suit = max(suits, key=lambda suit: (sum(card.suit == suit for card in safe), -int(suit)))
    of_suit = [card for card in safe if card.suit == best]
    top = max(of_suit, key=table.height)
    touching = [card for card in of_suit if threats[card] == threats[top] and table.height(card) >= _HONOUR]
    if len(touching) > 1:
        return touching[0]
    return min(of_suit, key=table.height)
