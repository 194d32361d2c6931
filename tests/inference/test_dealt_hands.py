"""`DealtHands`: what was dealt, from the cards as they lie in the middle of the play."""

import numpy as np
from tests.support.hands_played import to_play

from whistsolve.game import HandState
from whistsolve.inference.dealt_hands import DealtHands
from whistsolve.rules import Rules
from whistsolve.values import Hand

SEED = Rules.preset("bid_whist_seed", sport_kitty="never")


def in_play(rules, cards):
    """A hand in which player 0 declares, and so many cards were played."""
    state = to_play(HandState.random(4, rules, dealer=3), "S+", 0)
    for _ in range(cards):
        state.push(state.legal_cards[0])
    return state


def traced(state, viewer, player, draws=20):
    """Cards that a player had with the kitty, and hands drawn as dealt, of the layout as it is."""
    columns = [hand.mask for hand in state.hands]
    given_up = sum(cards.mask for cards in state.discards)
    layout = np.array([[*columns, *([given_up] if given_up else [])]], dtype=np.uint64)
    dealt = DealtHands.of_view(state.view(viewer))
    held = dealt.cards_of(player, layout)
    return held, dealt.before_kitty(player, held, np.random.Generator(np.random.PCG64(1)), draws)


def test_hands_are_traced_back_to_the_deal():
    no_kitty, alone = Rules.preset("bid_whist_no_kitty"), Rules.preset("cutthroat_4", sport_kitty="never")
    for rules, cards in ((SEED, 0), (SEED, 30), (no_kitty, 5), (alone, 5), (alone, 30)):
        state = in_play(rules, cards)
        for player, hand in enumerate(state.deal.hands[:3]):
            held, found = traced(state, 3, player)
            if player or state.deal.kitty is None:
                assert found.tolist() == [[hand.mask]]
            else:
                assert held.tolist() == [hand.mask | state.deal.kitty.mask]
                assert len(set(found[0].tolist())) == 20  # ways to choose the kitty
                for mask in found[0].tolist():
                    assert mask & held[0] == mask and len(Hand.from_mask(mask)) == len(hand)


def test_a_kitty_that_was_turned_up_is_known():
    state = in_play(SEED.with_options(sport_kitty="always"), 9)
    assert state.view(2).kitty == state.deal.kitty
    assert traced(state, 2, 0)[1].tolist() == [[state.deal.hands[0].mask]]


def test_every_kitty_is_as_likely():
    """Of 18 cards each lies in the kitty in a third of 3000 draws, within 0.04."""
    held, found = traced(in_play(SEED, 0), 2, 0, 3000)
    kitties = [Hand.from_mask(int(held[0]) & ~mask) for mask in found[0].tolist()]
    shares = [np.mean([card in kitty for kitty in kitties]) for card in Hand.from_mask(int(held[0]))]
    assert len(shares) == 18 and max(abs(share - 1 / 3) for share in shares) < 0.04


def test_short_hands_and_dummies_tell_nothing_of_calls():
    short = HandState("N:A4... K3... Q2... J5...", Rules.preset("bid_whist_no_kitty"), dealer="W")
    dummy = HandState.random(1, Rules.preset("dummy_seed"), dealer=0)
    for state in (short, dummy):
        assert DealtHands.of_view(to_play(state, "S+", 0).view(1)) is None
