"""`certain_tricks`: no layout of the other cards takes fewer by double dummy; solid hands take them all."""

import random

import pytest

from whistsolve.dealing import random_deals
from whistsolve.evaluation.certain_tricks import certain_tricks
from whistsolve.rules import Rules
from whistsolve.solving import solve_rows
from whistsolve.values import Card, Hand, Strain

RULES = Rules.preset("bid_whist")
STRAINS = [Strain("S", "uptown"), Strain("S", "downtown"), Strain("NT", "uptown"), Strain("NT", "downtown")]


def strong_hand(seed: int, strain: Strain) -> Hand:
    """Twelve cards, mostly the best of their suits."""
    draw = random.Random(seed)
    cards = list(RULES.deck)

    def height(card: Card) -> float:
        if card.suit is None or card.rank is None:
            return -99 if strain.is_no_trump else 99
        return strain.height(card.rank) + 9 * (card.suit.letter == strain.trump) + draw.gauss(0, 1.5)

    return Hand(sorted(cards, key=height, reverse=True)[:12])


@pytest.mark.parametrize("strain", STRAINS, ids=str)
@pytest.mark.parametrize("leads", [True, False])
def test_no_layout_takes_fewer(strain: Strain, leads: bool) -> None:
    found = []
    for seed in range(12):
        hand = strong_hand(seed, strain)
        least = certain_tricks(hand, strain, RULES, leads=leads)
        rows = random_deals(40, seed, RULES, known={0: hand})[:, :4]
        tricks = solve_rows(rows, strain, 0 if leads else 1, 0, rules=RULES)
        assert tricks.min() >= least, (str(hand), least)
        found.append(least)
    assert max(found) > 2 or (strain.is_no_trump and not leads and max(found) == 0)


def test_a_solid_hand_takes_all() -> None:
    hand = Hand.from_text("AKQJT98.A.A.A.BL")
    assert certain_tricks(hand, STRAINS[0], RULES, leads=True) == len(hand) == 12
    assert certain_tricks(hand, STRAINS[0], RULES, leads=False) == 9  # an ace may be ruffed
    assert certain_tricks(hand, STRAINS[2], RULES, leads=True) == 0  # jokers must be thrown first
