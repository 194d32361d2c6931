"""`certain_tricks`: no layout of the other cards takes fewer by double dummy; solid hands take them all."""

import random

import pytest

from whistsolve.dealing import random_deals
from whistsolve.evaluation.certain_tricks import certain_tricks
from whistsolve.rules import Rules
from whistsolve.solving import solve_rows
from whistsolve.values import Hand, Strain

RULES = Rules.preset("bid_whist")
STRAINS = [Strain.from_text(text) for text in ("S+", "S-", "NT+", "NT-")]


def strong_hand(seed, strain):
    """Twelve cards, mostly the best of their suits."""
    draw = random.Random(seed)

    def height(card):
        if card.is_joker:
            return -99 if strain.is_no_trump else 99
        return strain.height(card.rank) + 9 * (card.suit.letter == strain.trump) + draw.gauss(0, 1.5)

    return Hand(sorted(RULES.deck, key=height, reverse=True)[:12])


@pytest.mark.parametrize("strain", STRAINS, ids=str)
def test_no_layout_takes_fewer(strain):
    for leads in (True, False):
        most = 0
        for seed in range(8):
            hand = strong_hand(seed, strain)
            least = certain_tricks(hand, strain, RULES, leads=leads)
            rows = random_deals(15, seed, RULES, known={0: hand})[:, :4]
            assert solve_rows(rows, strain, 0 if leads else 1, 0, rules=RULES).min() >= least, str(hand)
            most = max(most, least)
        assert most > 2 or (strain.is_no_trump and not leads and most == 0)


def test_a_solid_hand_takes_all():
    hand = Hand.from_text("AKQJT98.A.A.A.BL")
    assert certain_tricks(hand, STRAINS[0], RULES, leads=True) == len(hand) == 12
    assert certain_tricks(hand, STRAINS[0], RULES, leads=False) == 9  # an ace may be ruffed
    assert certain_tricks(hand, STRAINS[2], RULES, leads=True) == 0  # jokers must be thrown first
