"""How the cards lie as far as one player can tell: read from what he sees of a hand in progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from whistsolve.dealing import whole_deck
from whistsolve.errors import LayoutError
from whistsolve.game import HandView, Seating
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.values.cards import BIG_JOKER, CARDS, JOKER_MASK, LITTLE_JOKER, SUIT_MASKS
from whistsolve.values.hands import Hand

__all__ = ["JOKERS", "SUITS", "SUIT_AND_JOKER_MASKS", "CardLocations", "card_locations_of"]

#: Masks of clubs, diamonds, hearts, spades and, as a suit of their own, jokers.
SUIT_AND_JOKER_MASKS: Final = (*SUIT_MASKS, JOKER_MASK)
#: How many suits there are so, and the number of the jokers'.
SUITS: Final = len(SUIT_AND_JOKER_MASKS)
JOKERS: Final = 4

#: A card of every suit, two of which are enough to try what a rule forbids, and the jokers.
_SAMPLES: Final = (*(13 * suit for suit in range(4)), *(13 * suit + 1 for suit in range(4)))
#: Stages at which the kitty lies on the table no more.
_TAKEN: Final = ("discard", "exchange", "play", "settlement")
#: Stages at which what is done before the first lead is done.
_PLAYED: Final = ("play", "settlement", "over")


@dataclass(slots=True)
class CardLocations:
    """Where cards lie, and where they do not. Sets of cards are numbers, as in ``Hand.mask``.

    Attributes
    ----------
    deck : int
        The cards that are not out of play.
    sizes : list of int
        How many cards each column holds.
    rest : str or None
        What the last column is, if it is no hand: ``"kitty"`` or ``"discards"``.
    known, barred : list of int
        For each column, cards that lie there, and cards that do not.
    jokers : list of int
        For each column, how many jokers it holds at least.
    """

    deck: int
    sizes: list[int]
    rest: str | None
    known: list[int]
    barred: list[int]
    jokers: list[int]

    @classmethod
    def unknown(cls, deck: int, sizes: Sequence[int], rest: str | None) -> CardLocations:
        """Columns of which nothing is known but their sizes."""
        nothing = [0] * len(sizes)
        return cls(deck, list(sizes), rest, nothing, list(nothing), list(nothing))

    def only_in(self, cards: int, columns: set[int]) -> None:
        """Note that cards, those that are not known to lie somewhere, lie in one of some columns."""
        for known in self.known:
            cards &= ~known
        for column in range(len(self.sizes)):
            if column not in columns:
                self.barred[column] |= cards


def card_locations_of(view: HandView, deck: Hand | None) -> CardLocations:
    """What a view of a hand tells of the cards.

    Parameters
    ----------
    view : HandView
    deck : Hand or None
        The cards dealt; those of the rules for ``None``.

    Raises
    ------
    LayoutError
        Where the deck and the numbers of cards do not agree.
    """
    dealt = whole_deck(view.rules) if deck is None else deck
    played = 0
    for plays in (*(trick.plays for trick in view.tricks), view.trick):
        for each in plays:
            played |= 1 << each.card.index
    given_up = sum(view.discard_sizes)
    left = len(dealt) - played.bit_count() - sum(view.sizes) - given_up
    aside = _laid_aside(view, dealt, left)
    _check_deck(view, deck is None, 0 if aside else left)
    sizes, rest = list(view.sizes), None
    if given_up or (left and not aside):
        rest = "discards" if given_up else "kitty"
        sizes.append(given_up or left)
    locations = CardLocations.unknown(dealt.mask & ~played & ~aside, sizes, rest)
    _see_hands(view, locations)
    _see_discards(view, locations)
    _see_jokers_go(view, locations)
    if view.rules.renege_mode == "enforce":
        _see_voids(view, locations)
    for column, known in enumerate(locations.known):
        locations.known[column] = known & locations.deck
        locations.barred[column] &= locations.deck
    return locations


def _laid_aside(view: HandView, dealt: Hand, left: int) -> int:
    """The jokers that all hands in play laid aside at once, which shows in their numbers of cards.

    There are two jokers, so that this happens with two hands in play or not at all.
    """
    removed = view.rules.joker_no_trump == "removed" and view.strain is not None and view.strain.is_no_trump
    return dealt.jokers.mask if removed and left > 0 and view.stage in _PLAYED else 0


def _check_deck(view: HandView, usual: bool, left: int) -> None:
    """See that the cards seen and unseen make up the deck."""
    room = left >= 0 if not usual else left in (0, view.rules.kitty_size)
    if room and not (left and (view.stage in _TAKEN or view.rules.has_dummies)):
        return
    whose = "the rules" if usual else "the deck given"
    what = "more" if left > 0 else "fewer"
    raise LayoutError(
        f"{whose} have {abs(left)} cards {what} than there are in the hands, played and given up: expected"
        " deck, the cards that were dealt"
    )


def _see_hands(view: HandView, locations: CardLocations) -> None:
    """Hands that lie open, cards that do, the kitty that was turned up, and the card turned up for trumps."""
    hands = len(view.sizes)
    for hand, seen in enumerate(view.hands):
        if seen is not None:
            locations.known[hand] = seen.mask
    if view.turned is not None:
        locations.known[_dealer_hand(view)] |= 1 << view.turned.index
    if view.kitty is not None and locations.rest == "kitty":
        locations.known[hands] = view.kitty.mask
    # Which hand took a card back is not told; it was one in play.
    in_play = Seating.of(view.rules, view.declarer or 0).order
    locations.only_in(view.lying_open.mask, set(in_play))


def _dealer_hand(view: HandView) -> int:
    """Where the hand that was dealt to the dealer is now: his dummy's where he swapped them."""
    dealer = view.dealer
    if None in view.kept or view.rules.game != "double_dummy" or view.kept[dealer % 2]:
        return dealer
    return (dealer + 2) % 4


def _see_discards(view: HandView, locations: CardLocations) -> None:
    """Discards, the kitty that was turned up before it was taken, and jokers exchanged for discards."""
    unseen: set[int] = set()
    got = 0
    for done in view.exchanges:
        if done.joker is not None:
            locations.known[-1] |= 1 << done.joker.index
        if done.card is None:
            unseen.add(done.hand)
        else:
            got |= 1 << done.card.index
            locations.known[done.hand] |= 1 << done.card.index
    for cards in view.discards:
        if cards is not None and locations.rest == "discards":
            if unseen:
                locations.only_in(cards.mask & ~got, {len(view.sizes), *unseen})
            else:
                locations.known[-1] |= cards.mask & ~got
    if view.kitty is not None and view.declarer is not None:
        locations.only_in(view.kitty.mask, {view.declarer, len(view.sizes), *unseen})


def _see_jokers_go(view: HandView, locations: CardLocations) -> None:
    """In no-trump with jokers exchanged: who has given his up, and whose turn it is."""
    strain = view.strain
    if strain is None or not strain.is_no_trump or view.rules.joker_no_trump != "exchanged":
        return
    assert view.declarer is not None
    seating = Seating.of(view.rules, view.declarer)
    without: tuple[int, ...] = seating.order if view.stage in _PLAYED else ()
    if view.stage == "exchange" and view.hand_to_play is not None:
        locations.jokers[view.hand_to_play] = 1
        turns = [seating.hand_after(view.declarer, turn) for turn in range(1, len(seating.order) + 1)]
        without = tuple(turns[: turns.index(view.hand_to_play)])
    for hand in without:
        locations.barred[hand] |= SUIT_AND_JOKER_MASKS[JOKERS]


def _see_voids(view: HandView, locations: CardLocations) -> None:
    """What hands cannot hold, since with it the cards that they played would have been against the rules."""
    if view.strain is None:
        return
    trick_rules = TrickRules(view.rules, view.strain)
    for plays in (*(trick.plays for trick in view.tricks), view.trick):
        for number, played in enumerate(plays):
            for cards in _forbidden(trick_rules, plays[:number], played):
                locations.barred[played.hand] |= cards


def _forbidden(trick_rules: TrickRules, trick: Sequence[CardPlayed], played: CardPlayed) -> Iterator[int]:
    """Suits that the hand did not hold when it played a card.

    A card is against the rules because of some other card in the hand and of its suit alone, so that it is
    enough to try every suit with the card played.
    """
    own = 1 << played.card.index
    for suit, mask in enumerate(SUIT_AND_JOKER_MASKS):
        others = (LITTLE_JOKER, BIG_JOKER) if suit == JOKERS else (_SAMPLES[suit], _SAMPLES[suit + 4])
        other = next(index for index in others if CARDS[index] != played.card)
        if not trick_rules.lawful(own | 1 << other, trick) & own:
            yield mask
