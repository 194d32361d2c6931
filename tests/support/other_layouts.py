"""The same hand with other cards where a player sees none, and the same acts."""

import random

from whistsolve.errors import WhistError
from whistsolve.game import Discard, Exchange, HandState
from whistsolve.inference import Knowledge, Layouts
from whistsolve.values import Deal, Hand


def with_other_layout(state, player, seed):
    """The hand with a random layout of all cards that a player cannot see, as far as they can tell.

    Drawn from `Layouts` of what they know; whatever others have discarded or may have found in the kitty is
    drawn with it. Rules under which jokers are exchanged or laid aside are not looked at, nor dummies with
    cards too many.
    """
    view, setup, held = state.view(player), state.setup, state.snapshot
    assert not (view.exchanges or held.aside or any(setup.extra)), "jokers have moved"
    [masks] = Layouts(Knowledge.of_view(view)).draw(1, seed).tolist()
    now = len(state.hands)
    rest = masks[now] if len(masks) > now else 0
    hands = masks[:now]
    for played in held.plays:
        hands[played.hand] |= 1 << played.card.index
    kitty, discarded = setup.deal.kitty, Hand()
    if kitty is not None:
        if held.kitty:  # it lies on the table
            kitty = Hand.from_mask(rest)
        else:
            if any(view.discard_sizes):
                discarded = Hand.from_mask(rest)
            hands[view.declarer] |= discarded.mask
            seen = view.kitty or view.taken
            whole = list(Hand.from_mask(hands[view.declarer]))
            kitty = seen or Hand(random.Random(seed).sample(whole, len(kitty)))
            hands[view.declarer] &= ~kitty.mask
    if None not in held.kept:
        for each, keeps in enumerate(held.kept):
            dummy = state.rules.players + each
            if not keeps:
                hands[each], hands[dummy] = hands[dummy], hands[each]
    again = _dealt(state, map(Hand.from_mask, hands), kitty)
    for act in state.acts:
        own = again.hand_to_play == player  # the player has seen their discards
        again.push(Discard(discarded) if isinstance(act, Discard) and not own else act)
    return again


def swapped(state, one, other):
    """The hand with two cards exchanged, whoever had them; `None` where an act would not have been legal.

    They are discarded, and got for a joker, as the others were.
    """
    swap = {one: other, other: one}

    def changed(cards):
        return Hand([swap.get(card, card) for card in cards])

    deal, extra = state.deal, extra_of(state)
    if extra is not None:
        extra = [changed(hand) for hand in extra]
    kitty = None if deal.kitty is None else changed(deal.kitty)
    again = _dealt(state, map(changed, deal.hands), kitty, extra)
    try:
        for act in state.acts:
            if isinstance(act, Discard):
                act = Discard(changed(act.cards))
            elif isinstance(act, Exchange):
                act = Exchange(swap.get(act.card, act.card))
            again.push(act)
    except WhistError:
        return None  # with these cards somebody would have had to follow suit
    return again


def extra_of(state):
    """The cards that each dummy of double dummy whist was dealt too many, as `HandState` is given them."""
    if state.rules.game != "double_dummy" or state.deal.kitty is None:
        return None
    return [Hand.from_mask(mask) for mask in state.setup.extra[2:]]


def replayed(state, acts):
    """A new hand that begins as another did, after some acts."""
    again = _dealt(state, state.deal.hands, state.deal.kitty, extra_of(state))
    for act in acts:
        again.push(act)
    return again


def _dealt(state, hands, kitty, extra=None):
    """A hand that begins as another did, with other cards."""
    setup = state.setup
    return HandState(
        Deal(list(hands), kitty),
        state.rules,
        dealer=state.dealer,
        turned=setup.turned or setup.trump,
        scores=setup.standing or setup.scores,
        partner=setup.partner,
        extra=extra,
        target=setup.target,
        first_hand=setup.first_hand,
    )
