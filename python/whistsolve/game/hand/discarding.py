"""Discards, and jokers exchanged for them before a no-trump hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whistsolve.errors import ActError
from whistsolve.game.hand.declaration import legal_strains
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import Exchanged, HandSnapshot, put
from whistsolve.rules import Rules
from whistsolve.values.cards import CARDS, JOKER_MASK, Card
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["discard", "discard_terms", "exchange", "forced_discards", "legal_picks"]


def discard_terms(setup: Setup, snapshot: HandSnapshot) -> tuple[int, int, int, int]:
    """Terms of a discard: the hand, its cards, how many it discards, and which cards must be among them."""
    assert snapshot.giving is not None
    hand = snapshot.giving
    held = snapshot.hands[hand]
    number = held.bit_count() - setup.size
    return hand, held, number, forced_discards(setup.rules, legal_strains(setup, snapshot), held, number)


def forced_discards(rules: Rules, strains: Sequence[Strain], held: int, number: int) -> int:
    """The cards that a discard must contain, a mask: jokers that will be exchanged.

    Parameters
    ----------
    rules : Rules
    strains : sequence of Strain
        All that are still possible.
    held : int
        The hand that discards, a mask.
    number : int
        How many cards it discards.
    """
    buries = rules.joker_no_trump == "exchanged" and rules.exchange_bidder_must_bury
    if not buries or not all(strain.is_no_trump for strain in strains):
        return 0
    must = held & JOKER_MASK
    return must & -must if must.bit_count() > number else must


def discard(setup: Setup, snapshot: HandSnapshot, cards: Hand) -> HandSnapshot:
    """The snapshot after the discard of the hand that has cards too many.

    Raises
    ------
    ActError
        Where it does not hold them, they are not as many as it has too many, or a forced joker is kept.
    """
    hand, held, number, must = discard_terms(setup, snapshot)
    missing = cards.mask & ~held
    if missing:
        names = " ".join(map(str, Hand.from_mask(missing)))
        who = setup.name(hand)
        raise ActError(f"{names} cannot be discarded: {who} does not hold it; expected its own cards")
    if len(cards) != number:
        example = " ".join(map(str, [*Hand.from_mask(must), *Hand.from_mask(held & ~must)][:number]))
        expected = f"expected {number}, which {setup.name(hand)} has too many, such as {example}"
        raise ActError(f"{len(cards)} cards are discarded: {expected}")
    if must & ~cards.mask:
        names = " ".join(map(str, Hand.from_mask(must)))
        raise ActError(
            f"{names} is kept: under exchange_bidder_must_bury jokers of the hand that discards go into the"
            " discards in no-trump"
        )
    return replace(
        snapshot,
        hands=put(snapshot.hands, hand, held & ~cards.mask),
        removed=put(snapshot.removed, hand, cards.mask),
        # Players who knew the hand have seen what was discarded from it.
        removed_seen=put(snapshot.removed_seen, hand, snapshot.seen[hand]),
        giving=None,
    )


def legal_picks(snapshot: HandSnapshot) -> tuple[Card, ...]:
    """The discards that a joker may be exchanged for: suited cards that have not been picked yet."""
    pile = 0
    for cards in snapshot.removed:
        pile |= cards
    for done in snapshot.exchanges:
        assert done.card is not None
        pile &= ~(1 << done.card.index)
    return tuple(Hand.from_mask(pile & ~JOKER_MASK))


def exchange(snapshot: HandSnapshot, card: Card) -> HandSnapshot:
    """The snapshot after a joker was exchanged for a discard.

    Raises
    ------
    ActError
        Where the card is not among the discards that may be picked.
    """
    assert snapshot.giving is not None
    allowed = legal_picks(snapshot)
    if card not in allowed:
        expected = ", ".join(map(str, allowed))
        raise ActError(f"{card} is not among the discards that a joker can be exchanged for: {expected}")
    hand = snapshot.giving
    jokers = snapshot.hands[hand] & JOKER_MASK
    joker = CARDS[jokers.bit_length() - 1]  # the big one first
    held = snapshot.hands[hand] ^ (1 << joker.index) | 1 << card.index
    return replace(
        snapshot,
        hands=put(snapshot.hands, hand, held),
        exchanges=(*snapshot.exchanges, Exchanged(hand, joker, card)),
        giving=None,
    )
