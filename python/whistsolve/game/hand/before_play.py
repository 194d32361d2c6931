"""Transitions between snapshots up to the first lead: hand option, auction, kitty, declaration, discards.

A snapshot holds a plan: the steps still to come. `advance` performs steps until one has to wait for an act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from whistsolve.errors import ActError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import strains_of
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import Exchanged, HandSnapshot, changed, put
from whistsolve.game.hand.trick_rules import TrickRules
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand, Strain
from whistsolve.values.cards import CARDS, JOKER_MASK

#: Steps after the auction by ``declare_timing``: in games with a kitty, in games with dummies.
_DECLARING: Final = {
    "before_kitty": (("declare", "sport", "take", "discard"), ("declare", "look", "discard", "expose")),
    "before_dummy": (("declare", "sport", "take", "discard"), ("declare", "look", "discard", "expose")),
    "after_kitty": (("sport", "take", "declare", "discard"), ("look", "declare", "discard", "expose")),
    "after_discard": (("sport", "take", "discard", "declare"), ("look", "discard", "declare", "expose")),
    "after_dummy": (("sport", "take", "declare", "discard"), ("look", "discard", "expose", "declare")),
}


def initial_snapshot(setup: Setup) -> HandSnapshot:
    """The snapshot that waits for the first act."""
    rules, deal = setup.rules, setup.deal
    hands = tuple(hand.mask | more for hand, more in zip(deal.hands, setup.extra, strict=True))
    seen = [1 << player for player in range(rules.players)] + [0] * len(setup.dummies)
    if _open_from_start(rules):
        seen[rules.players :] = [setup.everybody] * len(setup.dummies)
    plan = ("auction",) if rules.has_auction else ("turn", "expose", "play")
    option = rules.game == "double_dummy" and rules.hand_option != "off"
    snapshot = HandSnapshot(
        "auction",
        ("hand_option", *plan) if option else plan,
        hands,
        tuple(seen),
        (None,) * rules.players,
        Seating.of(rules, setup.partner if rules.game == "dummy" and not rules.has_auction else 0),
        kitty=0 if deal.kitty is None or rules.has_dummies else deal.kitty.mask,
        added=(0,) * len(hands),
        removed=(0,) * len(hands),
        removed_seen=(0,) * len(hands),
    )
    return advance(setup, snapshot)


def _open_from_start(rules: Rules) -> bool:
    """Whether dummies lie open before the auction; not if they are hands out of play."""
    return rules.dummy_exposed_when == "from_start" and rules.double_dummy_mode == "four_hands"


def advance(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot:
    """Perform steps of the plan until one waits for an act, or the first card can be led."""
    while snapshot.plan:
        changes = _step(setup, snapshot, snapshot.plan[0])
        if "stage" in changes:
            return changed(snapshot, **changes)
        snapshot = changed(snapshot, **{"plan": snapshot.plan[1:], **changes})
    return snapshot


def _step(setup: Setup, snapshot: HandSnapshot, step: str) -> dict[str, Any]:
    """The changes that a step of the plan makes; one that has to wait for an act sets the stage."""
    rules, seating, hands = setup.rules, snapshot.seating, snapshot.hands
    declarer = cast(int, snapshot.declarer)  # known once the auction is over
    if step == "hand_option":
        return {"stage": step} if None in snapshot.kept else {}
    if step == "auction":
        return _bidding(setup, snapshot)
    if step == "turn":
        return {"strain": Strain(cast(str, setup.trump), "uptown")}
    if step == "declare":
        strains = legal_strains(setup, snapshot)
        return {"strain": strains[0]} if len(strains) == 1 else {"stage": "declaration"}
    if step == "sport":
        no_trump = any(strain.is_no_trump for strain in legal_strains(setup, snapshot))
        hidden = rules.sport_kitty == "never" or (rules.sport_kitty == "trump_only" and no_trump)
        return {} if hidden else {"sported": snapshot.kitty}
    if step == "take":
        taken = put(hands, declarer, hands[declarer] | snapshot.kitty)
        return {"hands": taken, "added": put(snapshot.added, declarer, snapshot.kitty), "kitty": 0}
    if step in ("look", "expose"):  # a player who discards from a dummy sees it first, all see it in play
        seen = list(snapshot.seen)
        for hand in set(seating.order) & set(setup.dummies):
            if step == "expose":
                seen[hand] = setup.everybody
            elif hands[hand].bit_count() > setup.size:
                seen[hand] |= 1 << seating.controllers[hand]
        return {"seen": tuple(seen)}
    if step == "discard":
        turns = (seating.hand_after(declarer, turn) for turn in range(len(seating.order)))
        giving = next((hand for hand in turns if hands[hand].bit_count() > setup.size), None)
        return {"giving": None} if giving is None else {"stage": step, "giving": giving}
    no_trump = snapshot.strain is not None and snapshot.strain.is_no_trump
    if step == "exchange":
        if no_trump and rules.joker_no_trump == "exchanged":
            for turn in range(1, len(seating.order) + 1):  # from the declarer's left, the declarer last
                hand = seating.hand_after(declarer, turn)
                if hands[hand] & JOKER_MASK:
                    return {"stage": step, "giving": hand}
        return {"giving": None}
    aside = snapshot.aside
    if rules.joker_no_trump == "removed" and no_trump:
        # A joker laid aside leaves its hand a card shorter. While every hand has one, each lays one aside, so
        # that hands stay equal; a joker that is left over is played as "no card" in the last trick.
        while all(hands[hand] & JOKER_MASK for hand in seating.order):
            for hand in seating.order:
                joker = hands[hand] & JOKER_MASK & -(hands[hand] & JOKER_MASK)
                hands = put(hands, hand, hands[hand] ^ joker)
                aside |= joker
    leader = seating.first_leader(rules, snapshot.declarer, setup.dealer)
    trick_rules = TrickRules(rules, cast(Strain, snapshot.strain))
    changes = {"leader": leader, "to_play": leader, "trick_rules": trick_rules}
    return {"stage": "play", "hands": hands, "aside": aside, **changes}


def _bidding(setup: Setup, snapshot: HandSnapshot) -> dict[str, Any]:
    """The changes by the auction: its start, or once it is over declarer, seating and the steps after it."""
    rules = setup.rules
    auction = snapshot.auction or Auction.start(rules, setup.dealer, setup.names)
    if not auction.is_over:
        return {"stage": "auction", "auction": auction}
    if auction.high is None:
        return {"stage": "over", "plan": ()}
    declarer = auction.high[0]
    after: tuple[str, ...] = _DECLARING[rules.declare_timing][rules.has_dummies]
    if not rules.has_dummies and not snapshot.kitty:
        after = ("declare",)
    plan = (*after, "exchange", "play")
    return {"declarer": declarer, "seating": Seating.of(rules, declarer), "plan": plan}


def chooser(dealer: int, kept: Sequence[bool | None]) -> int:
    """The player who keeps or swaps now: first the player who is not the dealer."""
    opener = 1 - dealer % 2  # without an auction a dummy may have dealt
    return opener if kept[opener] is None else 1 - opener


def choose(setup: Setup, snapshot: HandSnapshot, keep: bool) -> HandSnapshot:
    """The snapshot after a player kept or swapped; hands are swapped once both have chosen."""
    kept = put(snapshot.kept, chooser(setup.dealer, snapshot.kept), keep)
    hands, seen = list(snapshot.hands), list(snapshot.seen)
    for player in range(setup.rules.players):
        if None not in kept and not kept[player]:
            dummy = setup.rules.players + player
            hands[player], hands[dummy] = hands[dummy], hands[player]
            # The player still knows the hand originally dealt, which is now the dummy.
            seen[player], seen[dummy] = seen[dummy] | 1 << player, seen[player]
            if _open_from_start(setup.rules):
                seen[dummy] = setup.everybody
    return changed(snapshot, kept=kept, hands=tuple(hands), seen=tuple(seen))


def legal_strains(setup: Setup, snapshot: HandSnapshot) -> tuple[Strain, ...]:
    """The strains that the declarer may name; once the strain is known, only that one."""
    if snapshot.strain is not None:
        return (snapshot.strain,)
    if snapshot.auction is None or snapshot.auction.high is None:
        return ()
    return strains_of(snapshot.auction.high[1], setup.rules)


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


def discard_terms(setup: Setup, snapshot: HandSnapshot) -> tuple[int, int]:
    """How many cards are to be discarded now, and which the discard must contain; 0 at other stages."""
    if snapshot.stage != "discard" or snapshot.giving is None:
        return 0, 0
    held = snapshot.hands[snapshot.giving]
    number = held.bit_count() - setup.size
    return number, forced_discards(setup.rules, legal_strains(setup, snapshot), held, number)


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
    hand = cast(int, snapshot.giving)
    held, (number, must) = snapshot.hands[hand], discard_terms(setup, snapshot)
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
    """The discards that a joker may be exchanged for now: suited cards that have not been picked yet."""
    if snapshot.stage != "exchange":
        return ()
    pile = 0
    for cards in snapshot.removed:
        pile |= cards
    for done in snapshot.exchanges:
        pile &= ~(1 << cast(Card, done.card).index)
    return tuple(Hand.from_mask(pile & ~JOKER_MASK))


def exchange(snapshot: HandSnapshot, card: Card) -> HandSnapshot:
    """The snapshot after a joker was exchanged for a discard."""
    hand, allowed = cast(int, snapshot.giving), legal_picks(snapshot)
    if card not in allowed:
        expected = ", ".join(map(str, allowed))
        raise ActError(f"{card} is not among the discards that a joker can be exchanged for: {expected}")
    jokers = snapshot.hands[hand] & JOKER_MASK
    joker = CARDS[jokers.bit_length() - 1]  # the big one first
    held = snapshot.hands[hand] ^ (1 << joker.index) | 1 << card.index
    return changed(
        snapshot,
        hands=put(snapshot.hands, hand, held),
        exchanges=(*snapshot.exchanges, Exchanged(hand, joker, card)),
        giving=None,
    )
