"""Transitions between snapshots up to the first lead: hand option, auction, kitty, declaration, discards.

A snapshot holds a plan: the steps still to come. `advance` performs steps until one has to wait for an act;
`apply_before_play` applies the act and advances again.
"""

from __future__ import annotations

from typing import Final

from whistsolve.errors import ActError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.hand.acts import Act, Declare, Discard, Exchange, HandChoice, Play
from whistsolve.game.hand.declaring import declare, discard, exchange, is_certainly_trump, legal_strains
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import HandSnapshot, changed, put
from whistsolve.game.hand.trick_rules import TrickRules
from whistsolve.values.cards import JOKER_MASK
from whistsolve.values.strains import Strain

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
    classic_dummy = rules.game == "dummy" and not rules.has_auction
    seating = Seating.of(rules, setup.partner if classic_dummy else 0)
    everybody = (1 << rules.players) - 1
    seen = [1 << player for player in range(rules.players)] + [0] * len(setup.dummies)
    if _open_from_start(setup):
        seen[rules.players :] = [everybody] * len(setup.dummies)
    nothing = (0,) * len(hands)
    plan: tuple[str, ...] = ("auction",)
    if not rules.has_auction:
        plan = ("turn", "expose", "play")
    if rules.game == "double_dummy" and rules.hand_option != "off":
        plan = ("hand_option", *plan)
    snapshot = HandSnapshot(
        "auction",
        plan,
        hands,
        tuple(seen),
        (None,) * rules.players,
        seating,
        kitty=0 if setup.deal.kitty is None or rules.has_dummies else setup.deal.kitty.mask,
        added=nothing,
        removed=nothing,
        removed_seen=nothing,
    )
    return advance(setup, snapshot)


def _open_from_start(setup: Setup) -> bool:
    """Whether dummies lie open before the auction; not if they are hands out of play."""
    rules = setup.rules
    return rules.dummy_exposed_when == "from_start" and rules.double_dummy_mode == "four_hands"


def apply_before_play(setup: Setup, snapshot: HandSnapshot, act: Act) -> HandSnapshot:
    """The snapshot after an act of a stage before the first lead."""
    if snapshot.stage == "hand_option" and isinstance(act, HandChoice):
        return _choose(setup, snapshot, act)
    if snapshot.stage == "auction" and isinstance(act, (Bid, Pass)):
        assert snapshot.auction is not None
        return advance(setup, changed(snapshot, auction=snapshot.auction.after(act)))
    if snapshot.stage == "declaration" and isinstance(act, Declare):
        return advance(setup, declare(setup, snapshot, act.strain))
    if snapshot.stage == "discard" and isinstance(act, Discard):
        return advance(setup, discard(setup, snapshot, act.cards))
    if snapshot.stage == "exchange" and isinstance(act, (Exchange, Play)):
        return advance(setup, exchange(snapshot, act.card))
    wanted = {
        "hand_option": "'keep' or 'swap'",
        "auction": "a call",
        "declaration": "a strain",
        "discard": "a discard",
        "exchange": "a card to exchange for",
    }[snapshot.stage]
    raise ActError(f"act {act} is not of this stage of the hand, {snapshot.stage}: expected {wanted}")


def advance(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot:
    """Perform steps of the plan until one waits for an act, or the first card can be led."""
    while snapshot.plan:
        step = snapshot.plan[0]
        waiting = _STEPS[step](setup, snapshot)
        if waiting is not None and waiting.plan == snapshot.plan:
            return waiting
        snapshot = waiting if waiting is not None else changed(snapshot, plan=snapshot.plan[1:])
    return snapshot


# A step returns one of three values: a snapshot with the same plan if it waits for an act; a later snapshot
# with another plan; or None if the step has nothing (more) to do.


def _hand_option(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    return changed(snapshot, stage="hand_option") if None in snapshot.kept else None


def _auction(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    rules = setup.rules
    auction = snapshot.auction or Auction.start(rules, setup.dealer, setup.names)
    if not auction.is_over:
        return changed(snapshot, stage="auction", auction=auction)
    if auction.high is None:
        return changed(snapshot, stage="over", plan=(), auction=auction)
    declarer = auction.high[0]
    after: tuple[str, ...] = _DECLARING[rules.declare_timing][rules.has_dummies]
    if not rules.has_dummies and not snapshot.kitty:
        after = ("declare",)
    return changed(
        snapshot,
        auction=auction,
        declarer=declarer,
        seating=Seating.of(rules, declarer),
        plan=(*after, "exchange", "play"),
    )


def _turn(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    assert setup.trump is not None
    strain = Strain(setup.trump, "uptown")
    return changed(snapshot, strain=strain, plan=snapshot.plan[1:])


def _declaring(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    strains = legal_strains(setup, snapshot)
    if snapshot.strain is not None:
        return None
    if len(strains) == 1:
        return changed(snapshot, strain=strains[0], plan=snapshot.plan[1:])
    return changed(snapshot, stage="declaration")


def _sport(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    rule = setup.rules.sport_kitty
    if rule == "never" or (rule == "trump_only" and not is_certainly_trump(setup, snapshot)):
        return None
    return changed(snapshot, sported=snapshot.kitty, plan=snapshot.plan[1:])


def _take(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    assert snapshot.declarer is not None
    return changed(
        snapshot,
        hands=put(snapshot.hands, snapshot.declarer, snapshot.hands[snapshot.declarer] | snapshot.kitty),
        added=put(snapshot.added, snapshot.declarer, snapshot.kitty),
        kitty=0,
        plan=snapshot.plan[1:],
    )


def _look(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    """A player who discards from a dummy sees it first."""
    seen = list(snapshot.seen)
    for hand in setup.dummies:
        if hand in snapshot.seating.order and snapshot.hands[hand].bit_count() > setup.size:
            seen[hand] |= 1 << snapshot.seating.controllers[hand]
    return changed(snapshot, seen=tuple(seen), plan=snapshot.plan[1:])


def _discarding(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    assert snapshot.declarer is not None
    for turn in range(len(snapshot.seating.order)):
        hand = snapshot.seating.hand_after(snapshot.declarer, turn)
        if snapshot.hands[hand].bit_count() > setup.size:
            return changed(snapshot, stage="discard", giving=hand)
    return changed(snapshot, giving=None, plan=snapshot.plan[1:])


def _expose(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    everybody = (1 << setup.rules.players) - 1
    in_play = snapshot.seating.order
    seen = tuple(
        everybody if hand in setup.dummies and hand in in_play else known
        for hand, known in enumerate(snapshot.seen)
    )
    return changed(snapshot, seen=seen, plan=snapshot.plan[1:])


def _exchanging(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    assert snapshot.strain is not None and snapshot.declarer is not None
    if snapshot.strain.is_no_trump and setup.rules.joker_no_trump == "exchanged":
        order = snapshot.seating.order
        for turn in range(1, len(order) + 1):  # from the declarer's left, the declarer last
            hand = snapshot.seating.hand_after(snapshot.declarer, turn)
            if snapshot.hands[hand] & JOKER_MASK:
                return changed(snapshot, stage="exchange", giving=hand)
    return changed(snapshot, giving=None, plan=snapshot.plan[1:])


def _playing(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot | None:
    rules = setup.rules
    assert snapshot.strain is not None
    leader = snapshot.seating.first_leader(rules, snapshot.declarer, setup.dealer)
    hands, aside = snapshot.hands, snapshot.aside
    if rules.joker_no_trump == "removed" and snapshot.strain.is_no_trump:
        # A joker laid aside leaves its hand a card shorter. While every hand has one, each lays one aside, so
        # that hands stay equal; a joker that is left over is played as "no card" in the last trick.
        while all(hands[hand] & JOKER_MASK for hand in snapshot.seating.order):
            for hand in snapshot.seating.order:
                joker = hands[hand] & JOKER_MASK & -(hands[hand] & JOKER_MASK)
                hands = put(hands, hand, hands[hand] ^ joker)
                aside |= joker
    trick_rules = TrickRules(rules, snapshot.strain)
    return changed(
        snapshot,
        stage="play",
        hands=hands,
        aside=aside,
        leader=leader,
        to_play=leader,
        trick_rules=trick_rules,
    )


_STEPS: Final = {
    "hand_option": _hand_option,
    "auction": _auction,
    "turn": _turn,
    "declare": _declaring,
    "sport": _sport,
    "take": _take,
    "look": _look,
    "discard": _discarding,
    "expose": _expose,
    "exchange": _exchanging,
    "play": _playing,
}


# ---------------------------------------------------------------------------------------------------- acts


def chooser(setup: Setup, snapshot: HandSnapshot) -> int:
    """The player who keeps or swaps now: first the player who is not the dealer."""
    dealer = setup.dealer % 2  # without an auction a dummy may have dealt
    return 1 - dealer if snapshot.kept[1 - dealer] is None else dealer


def _choose(setup: Setup, snapshot: HandSnapshot, act: HandChoice) -> HandSnapshot:
    snapshot = changed(snapshot, kept=put(snapshot.kept, chooser(setup, snapshot), act.keep))
    if None in snapshot.kept:
        return snapshot
    for each, keep in enumerate(snapshot.kept):
        dummy = setup.rules.players + each
        if keep:
            continue
        hands, seen = list(snapshot.hands), list(snapshot.seen)
        hands[each], hands[dummy] = hands[dummy], hands[each]
        # The player still knows the hand originally dealt, which is now the dummy.
        seen[each], seen[dummy] = seen[dummy] | 1 << each, seen[each]
        if _open_from_start(setup):
            seen[dummy] = (1 << setup.rules.players) - 1
        snapshot = changed(snapshot, hands=tuple(hands), seen=tuple(seen))
    return advance(setup, snapshot)
