"""`DealtHands`: what was dealt, from the cards as they lie in the middle of the play."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.hands_played import to_play

from whistsolve.game import HandState
from whistsolve.inference.dealt_hands import DealtHands
from whistsolve.rules import Rules
from whistsolve.values import Hand


def with_kitty_hidden(preset: str) -> Rules:
    """Rules under which a kitty is not shown."""
    rules = Rules.preset(preset)
    return rules.with_options(sport_kitty="never") if rules.kitty_size else rules


def in_play(rules: Rules, seed: int, cards: int) -> HandState:
    """A hand in which player 0 declares, and so many cards were played."""
    state = to_play(HandState.random(seed, rules, dealer=3), "S+", 0)
    for _ in range(cards):
        state.push(state.legal_cards[0])
    return state


def true_layout(state: HandState) -> NDArray[np.uint64]:
    """The cards as they lie."""
    columns = [hand.mask for hand in state.hands]
    given_up = sum(cards.mask for cards in state.discards)
    return np.array([[*columns, *([given_up] if given_up else [])]], dtype=np.uint64)


@pytest.mark.parametrize("preset", ["bid_whist_seed", "bid_whist_no_kitty", "cutthroat_4"])
@pytest.mark.parametrize("cards", [0, 5, 30])
def test_hands_are_traced_back_to_the_deal(preset: str, cards: int) -> None:
    state = in_play(with_kitty_hidden(preset), 4, cards)
    generator = np.random.Generator(np.random.PCG64(1))
    dealt = DealtHands.of_view(state.view(3))
    assert dealt is not None
    for player in range(3):
        held = dealt.cards_of(player, true_layout(state))
        found = dealt.before_kitty(player, held, generator, 20)
        deal = state.deal
        if player or deal.kitty is None:
            assert found.tolist() == [[deal.hands[player].mask]]
        else:
            assert held.tolist() == [deal.hands[0].mask | deal.kitty.mask]
            assert len(set(found[0].tolist())) == 20  # ways to choose the kitty
            for mask in found[0].tolist():
                assert mask & held[0] == mask and len(Hand.from_mask(mask)) == len(deal.hands[0])


def test_a_kitty_that_was_turned_up_is_known() -> None:
    rules = Rules.preset("bid_whist_seed", sport_kitty="always")
    state = in_play(rules, 4, 9)
    dealt = DealtHands.of_view(state.view(2))
    assert dealt is not None and state.view(2).kitty == state.deal.kitty
    generator = np.random.Generator(np.random.PCG64(1))
    found = dealt.before_kitty(0, dealt.cards_of(0, true_layout(state)), generator, 20)
    assert found.tolist() == [[state.deal.hands[0].mask]]


def test_every_kitty_is_as_likely() -> None:
    """Of 18 cards each lies in the kitty in a third of the draws."""
    state = in_play(with_kitty_hidden("bid_whist_seed"), 4, 0)
    dealt = DealtHands.of_view(state.view(2))
    assert dealt is not None
    held = dealt.cards_of(0, true_layout(state))
    found = dealt.before_kitty(0, held, np.random.Generator(np.random.PCG64(5)), 3000)
    kitties = [Hand.from_mask(int(held[0]) & ~mask) for mask in found[0].tolist()]
    shares = [np.mean([card in kitty for kitty in kitties]) for card in Hand.from_mask(int(held[0]))]
    assert len(shares) == 18 and max(abs(share - 1 / 3) for share in shares) < 0.04


def test_short_hands_and_dummies_tell_nothing_of_calls() -> None:
    short = HandState("N:A4... K3... Q2... J5...", Rules.preset("bid_whist_no_kitty"), dealer="W")
    assert DealtHands.of_view(to_play(short, "S+", 0).view(1)) is None
    dummy = to_play(HandState.random(1, Rules.preset("dummy_seed"), dealer=0), "S+", 0)
    assert DealtHands.of_view(dummy.view(1)) is None
