"""What declarers were dealt, by the cards as they lie, and what their strain and discard are evidence of."""

from math import prod

import numpy as np
import pytest
from tests.inference.test_play_model import in_play as play_on
from tests.inference.test_play_model import moved_by
from tests.support.hands_played import to_play

from whistsolve.game import HandState
from whistsolve.inference import Knowledge, LayoutPosterior
from whistsolve.inference.dealt_hands import DealtHands
from whistsolve.inference.declarer_choices import DeclarerChoices
from whistsolve.rules import Rules
from whistsolve.values import Hand

SEED = Rules.preset("bid_whist_seed", sport_kitty="never")
AFTER = SEED.with_options(declare_timing="after_kitty")
TRUST = 0.8


class LowestCards:
    """Declarers who give up cards of low index, and like to name a strain with many spades."""

    knows_discards = True

    def __init__(self, trust: float = TRUST) -> None:
        self.trust = trust

    def strain_likelihood(self, cards):
        return np.array([spades(mask) ** 2 + 0.01 for mask in cards.tolist()])

    def discard_odds(self, cards, number):
        order = np.array([[card.index for card in in_order(mask)] for mask in cards.tolist()])
        return order, np.array([[odds(place, self.trust) for place in range(len(row))] for row in order])


def odds(place, trust=TRUST):
    return 1.5 ** (-place * trust)


def spades(mask):
    return (mask >> 39 & 0x1FFF).bit_count()


def in_order(mask):
    return sorted(Hand.from_mask(mask), key=lambda card: card.index)


def likelihood(had, given_up):
    """That of a discard: the sum over all discards is a coefficient of the product of 1 + odds * x."""
    every = [odds(place) for place in range(had.bit_count())]
    total = np.polynomial.polynomial.polyfromroots([-1 / each for each in every])[given_up.bit_count()]
    mine = [each for each, card in zip(every, in_order(had), strict=True) if given_up >> card.index & 1]
    return prod(mine) / float(total * prod(every))


def in_play(cards, seed=1, rules=SEED):
    """Player 0 declares spades."""
    return play_on(rules, "S+", seed, cards, declarer=0, dealer=3)


def choices_of(view, known=None, trust=TRUST):
    dealt = DealtHands.of_view(view)
    return DeclarerChoices.of_view(view, known or Knowledge.of_view(view), dealt, LowestCards(trust))


def posterior_of(view, known, **changes):
    return LayoutPosterior(known, dealt=DealtHands.of_view(view), choices=choices_of(view, known, **changes))


def seen_by(state, player, told=2):
    """A view of the end of a hand, and its knowledge with some of the discards told, so that few are left."""
    view = state.view(player)
    given_up = sorted(state.discards[0], key=lambda card: card.index)[:: 6 // told][:told]
    return view, Knowledge.of_view(view).with_cards("discards", given_up)


@pytest.mark.parametrize("rules", [SEED, AFTER], ids=["before the kitty", "after"])
def test_all_layouts_weigh_as_much_as_the_choices_make_them(rules):
    """Each pair of cards and discard by Bayes' rule; the strain with the kitty or, by some kitty, without."""
    state = in_play(40, rules=rules)
    view, known = seen_by(state, 1, told=3)
    found = posterior_of(view, known).enumerate()
    played = sum(1 << each.card.index for each in state.snapshot.plays if each.hand == 0)
    discards, strains = [], []
    for row in found.layouts.tolist():
        had = row[0] | row[-1] | played
        discards.append(likelihood(had, row[-1]))
        cards = spades(had)
        # Of a third of the cards in the kitty, the squares of what is left: the hypergeometric moments.
        left = cards * 12 / 18
        variance = 12 * cards / 18 * (1 - cards / 18) * 6 / 17
        strains.append(0.01 + (cards**2 if rules is AFTER else left**2 + variance))
    weights = np.array(discards) / np.sum(discards)
    weights *= TRUST * np.array(strains) / (weights @ np.array(strains)) + 1 - TRUST
    weights /= weights.sum()
    assert len(weights) > 500 and np.ptp(weights) > 0.5 / len(weights)
    off = np.abs(np.log(found.weights / weights))
    # Before the kitty is taken the mean over all kitties is that over 64 of them.
    assert off.max() < (1e-9 if rules is AFTER else 0.4) and off.mean() < 0.1
    assert np.abs(np.log(weights * len(weights))).mean() > 0.2  # equal weights would not have passed


def check_draws(posterior, cards, columns, least):
    layouts, weights, _ = posterior.weighted(10_000, seed=5)
    assert moved_by(posterior, (layouts, weights), cards, columns, within=0.03) > least


def test_discards_drawn_anew_follow_the_posterior():
    """The two stages of drawing give what weighting all layouts gives."""
    for player, cards, seed, trust in ((1, 40, 1, 0.8), (2, 41, 2, 1.0), (3, 39, 4, 1.0)):
        view, known = seen_by(in_play(cards, seed, AFTER), player, told=3)
        choices = choices_of(view, known)
        assert choices.draws_discards and choices.names
        posterior = posterior_of(view, known, trust=trust)
        check_draws(posterior, known.deck - view.hand, (0, known.columns - 1), 0.1)


def test_what_is_known_of_lengths_leaves_the_discards_as_they_are():
    """Then layouts are weighted: the same posterior, from more draws."""
    state = in_play(40, 1, AFTER)
    view, known = seen_by(state, 1, told=3)
    suit = next(card.suit for card in state.hands[0] if card.suit is not None)
    longer = known.with_lengths(0, suit, 1, 12)
    choices = choices_of(view, longer)
    assert choices.discards and not choices.draws_discards
    check_draws(posterior_of(view, longer), longer.deck - view.hand, (-1,), 0.05)


def test_what_is_no_evidence():
    no_kitty = Rules.preset("bid_whist_no_kitty")
    for rules, player, trust, expected in (
        (SEED, 0, TRUST, None),  # the declarer's own
        (SEED, 1, 0.0, None),
        (SEED, 1, TRUST, (True, True, False)),
        (no_kitty, 1, TRUST, (True, False, False)),
        (no_kitty.with_options(bid_form="named_strain"), 1, TRUST, None),
    ):
        found = choices_of(in_play(8, rules=rules).view(player), trust=trust)
        assert (found and (found.names, found.discards, found.with_kitty)) == expected, (rules, player)


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
        state = in_play(cards, 4, rules)
        for player, hand in enumerate(state.deal.hands[:3]):
            held, found = traced(state, 3, player)
            if player or state.deal.kitty is None:
                assert found.tolist() == [[hand.mask]]
                continue
            assert held.tolist() == [hand.mask | state.deal.kitty.mask]
            assert len(set(found[0].tolist())) == 20  # ways to choose the kitty
            for mask in found[0].tolist():
                assert mask & held[0] == mask and len(Hand.from_mask(mask)) == len(hand)
    state = in_play(9, 4, SEED.with_options(sport_kitty="always"))  # the kitty was turned up
    assert state.view(2).kitty == state.deal.kitty
    assert traced(state, 2, 0)[1].tolist() == [[state.deal.hands[0].mask]]


def test_every_kitty_is_as_likely():
    """Of 18 cards each lies in the kitty in a third of 3000 draws, within 0.04."""
    held, found = traced(in_play(0, 4), 2, 0, 3000)
    kitties = [Hand.from_mask(int(held[0]) & ~mask) for mask in found[0].tolist()]
    shares = [np.mean([card in kitty for kitty in kitties]) for card in Hand.from_mask(int(held[0]))]
    assert len(shares) == 18 and max(abs(share - 1 / 3) for share in shares) < 0.04


def test_short_hands_and_dummies_tell_nothing_of_calls():
    short = HandState("N:A4... K3... Q2... J5...", Rules.preset("bid_whist_no_kitty"), dealer="W")
    dummy = HandState.random(1, Rules.preset("dummy_seed"), dealer=0)
    for state in (short, dummy):
        assert DealtHands.of_view(to_play(state, "S+", 0).view(1)) is None
