"""Hard constraints on where the cards lie, read off one player's view of a hand in progress."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from whistsolve.errors import LayoutError
from whistsolve.game import HandView, Seating
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.rules import Rules
from whistsolve.values.cards import BIG_JOKER, CARDS, JOKER_MASK, LITTLE_JOKER, SUIT_MASKS
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

#: Masks of clubs, diamonds, hearts, spades and jokers; here jokers are a suit of their own.
SUIT_AND_JOKER_MASKS: Final = (*SUIT_MASKS, JOKER_MASK)
#: How many suits there are, jokers counted as one, and the index of the jokers' suit.
SUITS: Final = len(SUIT_AND_JOKER_MASKS)
JOKERS: Final = 4

#: Stages at which the kitty has been taken.
_TAKEN: Final = ("discard", "exchange", "play", "claim", "settlement")
#: Stages from the first lead on.
_PLAYED: Final = ("play", "claim", "settlement", "over")


class CardLocations:
    """Constraints on where the cards lie, column by column. Sets of cards are masks, as in ``Hand.mask``.

    A column is a hand or, last, `rest`: the kitty or the discards. Each has its size, cards that it
    certainly holds, cards that it cannot hold, and a minimum of jokers, none at first. `deck` is the cards
    still in play.
    """

    def __init__(self, deck: int, sizes: list[int], rest: str | None) -> None:
        self.deck, self.sizes, self.rest = deck, sizes, rest
        self.known, self.barred, self.jokers = ([0] * len(sizes) for _ in range(3))

    def only_in(self, cards: int, columns: set[int]) -> None:
        """Restrict cards to a set of columns; cards whose column is known are left as they are."""
        for known in self.known:
            cards &= ~known
        for column in range(len(self.sizes)):
            if column not in columns:
                self.barred[column] |= cards


def card_locations_of(view: HandView, deck: Hand | None) -> CardLocations:
    """The constraints that follow from a player's view; `deck` is what was dealt, if not the rules' deck."""
    dealt = view.rules.deck if deck is None else deck
    played = sum(cards_played(view))
    given_up = sum(view.discard_sizes)
    left = len(dealt) - played.bit_count() - sum(view.sizes) - given_up
    # With two hands in play, all may have laid their jokers aside: fewer cards are in play than were dealt.
    removed = view.rules.joker_no_trump == "removed" and view.strain is not None and view.strain.is_no_trump
    aside = dealt.jokers.mask if removed and left > 0 and _is_played(view) else 0
    _check_deck(view, deck is None, 0 if aside else left)
    sizes, rest = list(view.sizes), None
    if given_up or (left and not aside):
        rest = "discards" if given_up else "kitty"
        sizes.append(given_up or left)
    locations = CardLocations(dealt.mask & ~played & ~aside, sizes, rest)
    _see_hands(view, locations)
    _see_discards(view, locations)
    _see_joker_exchange(view, locations)
    if view.rules.renege_mode == "enforce" and view.strain is not None:
        for plays in (*(trick.plays for trick in view.tricks), view.trick):
            for hand, cards in voids_shown_in(tuple(plays), view.rules, view.strain):
                locations.barred[hand] |= cards
    for column, known in enumerate(locations.known):
        locations.known[column] = known & locations.deck
        locations.barred[column] &= locations.deck
    return locations


def cards_played(view: HandView) -> list[int]:
    """For each hand the mask of the cards that it has played."""
    played = [0] * len(view.sizes)
    for plays in (*(trick.plays for trick in view.tricks), view.trick):
        for each in plays:
            played[each.hand] |= 1 << each.card.index
    return played


def _is_played(view: HandView) -> bool:
    """Whether the hand is at the first lead or later; the declarer may have resigned before it."""
    return view.stage in _PLAYED and view.resigned_at in (None, "play")


def _check_deck(view: HandView, standard: bool, left: int) -> None:
    """Check that the cards seen and unseen make up the deck."""
    fits = left in (0, view.rules.kitty_size) if standard else left >= 0
    if not fits or (left and (view.stage in _TAKEN or view.rules.has_dummies)):
        whose, what = "the rules" if standard else "the deck given", "more" if left > 0 else "fewer"
        raise LayoutError(
            f"{whose} have {abs(left)} cards {what} than there are in the hands, played and given up:"
            " expected deck, the cards that were dealt"
        )


def _see_hands(view: HandView, locations: CardLocations) -> None:
    """Constraints from hands and cards that lie open, a kitty turned up, and a card turned up for trumps."""
    hands = len(view.sizes)
    for hand, seen in enumerate(view.hands):
        if seen is not None:
            locations.known[hand] = seen.mask
    if view.turned is not None:
        swapped = view.rules.game == "double_dummy" and view.kept[view.dealer % 2] is False
        dealt_to = (view.dealer + 2) % 4 if swapped and None not in view.kept else view.dealer
        locations.known[dealt_to] |= 1 << view.turned.index
    if view.kitty is not None and locations.rest == "kitty":
        locations.known[hands] = view.kitty.mask
    # The view does not tell which hand took an open card back; it was one of the hands in play.
    in_play = Seating.of(view.rules, view.declarer or 0).order
    locations.only_in(view.lying_open.mask, set(in_play))


def _see_discards(view: HandView, locations: CardLocations) -> None:
    """Constraints from discards, a kitty turned up before it was taken, and jokers exchanged for discards."""
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
                if sum(view.discard_sizes) == len(cards):  # all that was discarded, and jokers given for it
                    locations.barred[-1] |= ~(cards.mask | JOKER_MASK)
            else:
                locations.known[-1] |= cards.mask & ~got
    if view.legal_picks:  # the player is shown the discards, of which jokers cannot be got
        locations.known[-1] |= Hand(view.legal_picks).mask
        locations.barred[-1] |= ~(locations.known[-1] | JOKER_MASK)
    if view.kitty is not None and view.declarer is not None:
        locations.only_in(view.kitty.mask, {view.declarer, len(view.sizes), *unseen})


def _see_joker_exchange(view: HandView, locations: CardLocations) -> None:
    """Constraints in no-trump with jokers exchanged: who has exchanged them, and who is to do so now."""
    strain = view.strain
    if strain is None or not strain.is_no_trump or view.rules.joker_no_trump != "exchanged":
        return
    assert view.declarer is not None
    seating = Seating.of(view.rules, view.declarer)
    without: tuple[int, ...] = seating.order if _is_played(view) else ()
    if view.stage == "exchange" and view.hand_to_play is not None:
        locations.jokers[view.hand_to_play] = 1
        turns = [seating.hand_after(view.declarer, turn) for turn in range(1, len(seating.order) + 1)]
        without = tuple(turns[: turns.index(view.hand_to_play)])
    for hand in without:
        locations.barred[hand] |= SUIT_AND_JOKER_MASKS[JOKERS]


@lru_cache(maxsize=1024)  # for the views after later cards
def voids_shown_in(plays: tuple[CardPlayed, ...], rules: Rules, strain: Strain) -> list[tuple[int, int]]:
    """Hands of a trick, each with the mask of a suit that it does not hold unless it reneged.

    Whether a card may be played depends on which other suits the hand holds, and never on more than one of
    them, so that it is enough to test hands of the card played and one card of each suit.
    """
    found, trick_rules = [], TrickRules(rules, strain)
    for number, played in enumerate(plays):
        own = 1 << played.card.index
        for suit, mask in enumerate(SUIT_AND_JOKER_MASKS):
            others = (LITTLE_JOKER, BIG_JOKER) if suit == JOKERS else (13 * suit, 13 * suit + 1)
            other = next(index for index in others if CARDS[index] != played.card)
            if not trick_rules.lawful(own | 1 << other, plays[:number]) & own:
                found.append((played.hand, mask))
    return found
