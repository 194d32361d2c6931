"""From one moment of a hand to the next, up to the first lead: choices, auction, kitty, discards, jokers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from whistsolve.errors import ActError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, strains_of
from whistsolve.game.hand.acts import Act, Declare, Discard, Exchange, HandChoice, Play
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import Exchanged, HandSnapshot
from whistsolve.game.hand.trick_rules import TrickRules
from whistsolve.values.cards import CARDS, JOKER_MASK, Card
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["actor", "advance", "begin", "discard_terms", "legal_strains", "picks", "prepare"]


#: Steps after the auction, by ``declare_timing``: with a kitty, and with dummies.
_DECLARING: Final = {
    "before_kitty": (("declare", "sport", "take", "discard"), ("declare", "look", "discard", "expose")),
    "before_dummy": (("declare", "sport", "take", "discard"), ("declare", "look", "discard", "expose")),
    "after_kitty": (("sport", "take", "declare", "discard"), ("look", "declare", "discard", "expose")),
    "after_discard": (("sport", "take", "discard", "declare"), ("look", "discard", "declare", "expose")),
    "after_dummy": (("sport", "take", "declare", "discard"), ("look", "discard", "expose", "declare")),
}


def begin(setup: Setup) -> HandSnapshot:
    """The moment before the first act."""
    rules, deal = setup.rules, setup.deal
    hands = tuple(hand.mask | more for hand, more in zip(deal.hands, setup.extra, strict=True))
    classic_dummy = rules.game == "dummy" and rules.trump_rule == "last_dealt_card"
    seating = Seating.of(rules, setup.partner if classic_dummy else 0)
    everybody = (1 << rules.players) - 1
    seen = [1 << player for player in range(rules.players)] + [0] * len(setup.dummies)
    if _open_from_start(setup):
        seen[rules.players :] = [everybody] * len(setup.dummies)
    nothing = (0,) * len(hands)
    plan: tuple[str, ...] = ("auction",)
    if rules.trump_rule == "last_dealt_card":
        plan = ("turn", "expose", "play")
    if rules.game == "double_dummy" and rules.hand_option != "off":
        plan = ("hand_option", *plan)
    moment = HandSnapshot(
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
    return advance(setup, moment)


def _open_from_start(setup: Setup) -> bool:
    """Whether dummies lie open before anything is said. Dead ones never do."""
    rules = setup.rules
    return rules.dummy_exposed_when == "from_start" and rules.double_dummy_mode == "four_hands"


def prepare(setup: Setup, moment: HandSnapshot, act: Act) -> HandSnapshot:
    """The moment after an act before the first lead.

    Raises
    ------
    ActError
        Where the act is not of this stage, or a rule forbids it.
    """
    if moment.stage == "hand_option" and isinstance(act, HandChoice):
        return _choose(setup, moment, act)
    if moment.stage == "auction" and isinstance(act, (Bid, Pass)):
        assert moment.auction is not None
        return advance(setup, replace(moment, auction=moment.auction.after(act)))
    if moment.stage == "declaration" and isinstance(act, Declare):
        return advance(setup, _declare(setup, moment, act.strain))
    if moment.stage == "discard" and isinstance(act, Discard):
        return advance(setup, _discard(setup, moment, act.cards))
    if moment.stage == "exchange" and isinstance(act, (Exchange, Play)):
        return advance(setup, _exchange(moment, act.card))
    wanted = {
        "hand_option": "'keep' or 'swap'",
        "auction": "a call",
        "declaration": "a strain",
        "discard": "a discard",
        "exchange": "a card to exchange for",
    }[moment.stage]
    raise ActError(f"act {act} is not of this stage of the hand, {moment.stage}: expected {wanted}")


def advance(setup: Setup, moment: HandSnapshot) -> HandSnapshot:
    """Goes on until somebody has to act, or the first card can be led."""
    while moment.plan:
        step = moment.plan[0]
        waiting = _STEPS[step](setup, moment)
        if waiting is not None and waiting.plan == moment.plan:
            return waiting
        moment = waiting if waiting is not None else replace(moment, plan=moment.plan[1:])
    return moment


# Each step gives the moment in which it waits for an act, with the plan as it is; a moment that has gone on,
# with another plan; or nothing, where there is nothing (more) to do.


def _hand_option(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    return replace(moment, stage="hand_option") if None in moment.kept else None


def _auction(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    rules = setup.rules
    auction = moment.auction or Auction.start(rules, setup.dealer)
    if not auction.is_over:
        return replace(moment, stage="auction", auction=auction)
    if auction.high is None:
        return replace(moment, stage="over", plan=(), auction=auction)
    declarer = auction.high[0]
    after: tuple[str, ...] = _DECLARING[rules.declare_timing][rules.has_dummies]
    if not rules.has_dummies and not moment.kitty:
        after = ("declare",)
    return replace(
        moment,
        auction=auction,
        declarer=declarer,
        seating=Seating.of(rules, declarer),
        plan=(*after, "exchange", "play"),
    )


def _turn(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    assert setup.turned is not None and setup.turned.suit is not None
    strain = Strain(setup.turned.suit.letter, "uptown")
    return replace(moment, strain=strain, plan=moment.plan[1:])


def _declaring(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    strains = legal_strains(setup, moment)
    if moment.strain is not None:
        return None
    if len(strains) == 1:
        return replace(moment, strain=strains[0], plan=moment.plan[1:])
    return replace(moment, stage="declaration")


def _sport(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    rule = setup.rules.sport_kitty
    if rule == "never" or (rule == "trump_only" and not _trump_contract(setup, moment)):
        return None
    return replace(moment, sported=moment.kitty, plan=moment.plan[1:])


def _trump_contract(setup: Setup, moment: HandSnapshot) -> bool:
    """Whether it is known by now that there is a trump suit."""
    return not any(strain.is_no_trump for strain in legal_strains(setup, moment))


def _take(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    assert moment.declarer is not None
    return replace(
        moment,
        hands=_put(moment.hands, moment.declarer, moment.hands[moment.declarer] | moment.kitty),
        added=_put(moment.added, moment.declarer, moment.kitty),
        kitty=0,
        plan=moment.plan[1:],
    )


def _look(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    """Who throws cards out of a dummy sees it first."""
    seen = list(moment.seen)
    for hand in setup.dummies:
        if hand in moment.seating.order and moment.hands[hand].bit_count() > setup.size:
            seen[hand] |= 1 << moment.seating.controllers[hand]
    return replace(moment, seen=tuple(seen), plan=moment.plan[1:])


def _discarding(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    assert moment.declarer is not None
    for turn in range(len(moment.seating.order)):
        hand = moment.seating.following(moment.declarer, turn)
        if moment.hands[hand].bit_count() > setup.size:
            return replace(moment, stage="discard", giving=hand)
    return replace(moment, giving=None, plan=moment.plan[1:])


def _expose(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    everybody = (1 << setup.rules.players) - 1
    in_play = moment.seating.order
    seen = tuple(
        everybody if hand in setup.dummies and hand in in_play else known
        for hand, known in enumerate(moment.seen)
    )
    return replace(moment, seen=seen, plan=moment.plan[1:])


def _exchanging(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    assert moment.strain is not None and moment.declarer is not None
    if moment.strain.is_no_trump and setup.rules.joker_no_trump == "exchanged":
        order = moment.seating.order
        for turn in range(1, len(order) + 1):  # from the declarer's left round to himself
            hand = moment.seating.following(moment.declarer, turn)
            if moment.hands[hand] & JOKER_MASK:
                return replace(moment, stage="exchange", giving=hand)
    return replace(moment, giving=None, plan=moment.plan[1:])


def _playing(setup: Setup, moment: HandSnapshot) -> HandSnapshot | None:
    rules = setup.rules
    assert moment.strain is not None
    leader = moment.seating.first_leader(rules, moment.declarer, setup.dealer)
    hands, aside = moment.hands, moment.aside
    if rules.joker_no_trump == "removed" and moment.strain.is_no_trump:
        # A joker laid aside makes its hand a card shorter. Where all are shorter, all lay one away at once;
        # otherwise it stands for "no card" in the last trick.
        while all(hands[hand] & JOKER_MASK for hand in moment.seating.order):
            for hand in moment.seating.order:
                joker = hands[hand] & JOKER_MASK & -(hands[hand] & JOKER_MASK)
                hands = _put(hands, hand, hands[hand] ^ joker)
                aside |= joker
    following = TrickRules(rules, moment.strain)
    return replace(
        moment, stage="play", hands=hands, aside=aside, leader=leader, to_play=leader, following=following
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


def actor(setup: Setup, moment: HandSnapshot) -> int | None:
    """The player whose turn it is, see `HandState.to_act`."""
    seating = moment.seating
    if moment.stage == "hand_option":
        return chooser(setup, moment)
    if moment.stage == "auction":
        return None if moment.auction is None else moment.auction.to_act
    if moment.stage == "declaration":
        return moment.declarer
    if moment.stage == "play":
        return seating.controllers[moment.to_play]
    if moment.giving is None:
        return None
    if moment.stage == "exchange":
        pick = setup.rules.exchange_pick
        if pick == "random":
            return None
        return moment.declarer if pick == "bidder_chooses" else seating.controllers[moment.giving]
    return seating.controllers[moment.giving]


# ---------------------------------------------------------------------------------------------------- acts


def chooser(setup: Setup, moment: HandSnapshot) -> int:
    """Whose turn it is to keep or swap: first who is not the dealer."""
    dealer = setup.dealer % 2  # without an auction a dummy may have dealt
    return 1 - dealer if moment.kept[1 - dealer] is None else dealer


def _choose(setup: Setup, moment: HandSnapshot, act: HandChoice) -> HandSnapshot:
    moment = replace(moment, kept=_put(moment.kept, chooser(setup, moment), act.keep))
    if None in moment.kept:
        return moment
    for each, keep in enumerate(moment.kept):
        dummy = setup.rules.players + each
        if keep:
            continue
        hands, seen = list(moment.hands), list(moment.seen)
        hands[each], hands[dummy] = hands[dummy], hands[each]
        # His old hand is known to him, wherever it lies now.
        seen[each], seen[dummy] = seen[dummy] | 1 << each, seen[each]
        if _open_from_start(setup):
            seen[dummy] = (1 << setup.rules.players) - 1
        moment = replace(moment, hands=tuple(hands), seen=tuple(seen))
    return advance(setup, moment)


def legal_strains(setup: Setup, moment: HandSnapshot) -> tuple[Strain, ...]:
    """What the declarer may name, or the strain once it is known."""
    if moment.strain is not None:
        return (moment.strain,)
    if moment.auction is None or moment.auction.high is None:
        return ()
    return strains_of(moment.auction.high[1], setup.rules)


def _declare(setup: Setup, moment: HandSnapshot, strain: Strain) -> HandSnapshot:
    allowed = legal_strains(setup, moment)
    if strain not in allowed:
        assert moment.auction is not None and moment.auction.high is not None
        expected = ", ".join(map(str, allowed))
        raise ActError(
            f"strain {strain} is not what was bid: after {moment.auction.high[1]} under"
            f" downtown_ace={setup.rules.downtown_ace!r} expected one of {expected}"
        )
    return replace(moment, strain=strain)


def discard_terms(setup: Setup, moment: HandSnapshot) -> tuple[int, int, int, int]:
    """Who gives up cards, out of which, how many, and which of them in any case."""
    assert moment.giving is not None
    hand = moment.giving
    held = moment.hands[hand]
    number = held.bit_count() - setup.size
    rules = setup.rules
    must = 0
    buries = rules.joker_no_trump == "exchanged" and rules.exchange_bidder_must_bury
    if buries and moment.strain is not None and moment.strain.is_no_trump:
        must = held & JOKER_MASK
        if must.bit_count() > number:
            must &= -must
    return hand, held, number, must


def _discard(setup: Setup, moment: HandSnapshot, cards: Hand) -> HandSnapshot:
    hand, held, number, must = discard_terms(setup, moment)
    missing = cards.mask & ~held
    if missing:
        names = " ".join(map(str, Hand.from_mask(missing)))
        raise ActError(f"{names} cannot be discarded: hand {hand} does not hold it; expected its own cards")
    if len(cards) != number:
        raise ActError(f"{len(cards)} cards are discarded: expected {number}, which hand {hand} has too many")
    if must & ~cards.mask:
        names = " ".join(map(str, Hand.from_mask(must)))
        raise ActError(
            f"{names} is kept: under exchange_bidder_must_bury jokers of the hand that discards go into the"
            " discards in no-trump"
        )
    return replace(
        moment,
        hands=_put(moment.hands, hand, held & ~cards.mask),
        removed=_put(moment.removed, hand, cards.mask),
        # Who knew the hand has seen what went out of it.
        removed_seen=_put(moment.removed_seen, hand, moment.seen[hand]),
        giving=None,
    )


def picks(moment: HandSnapshot) -> tuple[Card, ...]:
    """The discards that a joker may be given up for: suited cards that are still there."""
    pile = 0
    for cards in moment.removed:
        pile |= cards
    for done in moment.exchanges:
        assert done.card is not None
        pile &= ~(1 << done.card.index)
    return tuple(Hand.from_mask(pile & ~JOKER_MASK))


def _exchange(moment: HandSnapshot, card: Card) -> HandSnapshot:
    assert moment.giving is not None
    allowed = picks(moment)
    if card not in allowed:
        expected = ", ".join(map(str, allowed))
        raise ActError(f"{card} is not among the discards that a joker can be exchanged for: {expected}")
    hand = moment.giving
    jokers = moment.hands[hand] & JOKER_MASK
    joker = CARDS[jokers.bit_length() - 1]  # the big one first
    held = moment.hands[hand] ^ (1 << joker.index) | 1 << card.index
    return replace(
        moment,
        hands=_put(moment.hands, hand, held),
        exchanges=(*moment.exchanges, Exchanged(hand, joker, card)),
        giving=None,
    )


def _put(values: Sequence, place: int, value: object) -> tuple:  # type: ignore[type-arg]
    """A tuple with one value changed."""
    return (*values[:place], value, *values[place + 1 :])
