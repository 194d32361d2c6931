"""Transitions for acts before the play: naming the strain, discarding, exchanging jokers."""

from __future__ import annotations

from collections.abc import Sequence

from whistsolve.errors import ActError
from whistsolve.game.auction.calls import strains_of
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import Exchanged, HandSnapshot, changed, put
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand, Strain
from whistsolve.values.cards import CARDS, JOKER_MASK


def legal_strains(setup: Setup, snapshot: HandSnapshot) -> tuple[Strain, ...]:
    """The strains that the declarer may name; once the strain is known, only that one."""
    if snapshot.strain is not None:
        return (snapshot.strain,)
    if snapshot.auction is None or snapshot.auction.high is None:
        return ()
    return strains_of(snapshot.auction.high[1], setup.rules)


def is_certainly_trump(setup: Setup, snapshot: HandSnapshot) -> bool:
    """Whether every strain that is still possible has a trump suit."""
    return not any(strain.is_no_trump for strain in legal_strains(setup, snapshot))


def declare(setup: Setup, snapshot: HandSnapshot, strain: Strain) -> HandSnapshot:
    """The snapshot once the declarer has named the strain."""
    allowed = legal_strains(setup, snapshot)
    if strain not in allowed:
        assert snapshot.auction is not None and snapshot.auction.high is not None
        expected = ", ".join(map(str, allowed))
        raise ActError(
            f"strain {strain} is not what was bid: after {snapshot.auction.high[1]} under"
            f" downtown_ace={setup.rules.downtown_ace!r} expected one of {expected}"
        )
    return changed(snapshot, strain=strain)


def discard_terms(setup: Setup, snapshot: HandSnapshot) -> tuple[int, int, int, int]:
    """The requirements of a discard: the hand, its cards, how many it discards, and which it must discard."""
    assert snapshot.giving is not None
    hand = snapshot.giving
    held = snapshot.hands[hand]
    number = held.bit_count() - setup.size
    return hand, held, number, forced_discards(setup.rules, legal_strains(setup, snapshot), held, number)


def forced_discards(rules: Rules, strains: Sequence[Strain], held: int, number: int) -> int:
    """The cards of `held` that a discard of `number` cards must contain: jokers that are to be exchanged.

    `strains` are all that are still possible; sets of cards are masks.
    """
    buries = rules.joker_no_trump == "exchanged" and rules.exchange_bidder_must_bury
    if not buries or not all(strain.is_no_trump for strain in strains):
        return 0
    must = held & JOKER_MASK
    return must & -must if must.bit_count() > number else must


def discard(setup: Setup, snapshot: HandSnapshot, cards: Hand) -> HandSnapshot:
    """The snapshot after the discard of a hand that has surplus cards."""
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
    return changed(
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
    """The snapshot after a joker was exchanged for a discard."""
    assert snapshot.giving is not None
    allowed = legal_picks(snapshot)
    if card not in allowed:
        expected = ", ".join(map(str, allowed))
        raise ActError(f"{card} is not among the discards that a joker can be exchanged for: {expected}")
    hand = snapshot.giving
    jokers = snapshot.hands[hand] & JOKER_MASK
    joker = CARDS[jokers.bit_length() - 1]  # the big one first
    held = snapshot.hands[hand] ^ (1 << joker.index) | 1 << card.index
    return changed(
        snapshot,
        hands=put(snapshot.hands, hand, held),
        exchanges=(*snapshot.exchanges, Exchanged(hand, joker, card)),
        giving=None,
    )
