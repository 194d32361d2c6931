"""Short decks: solved, and known in part."""

from itertools import combinations

import pytest
from tests.oracle.minimax import value
from tests.oracle.positions import Problem

import whistsolve as ws
from whistsolve.errors import LayoutError
from whistsolve.game import HandState
from whistsolve.inference import Knowledge, Layouts
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand

#: Sixteen cards: three each, and a kitty of four.
TOY = {"lowest_rank": 11, "hand_size": 3, "jokers": 0, "bid_base": 0, "min_bid": 1}
RULES = Rules.preset("bid_whist_seed", **TOY)


def test_discards_are_those_of_plain_minimax() -> None:
    deal = Deal.random(1, RULES)
    tried = []
    for kept in combinations(deal.hands[0] | deal.kitty, RULES.hand_size):
        problem = Problem(tuple(map(str, (Hand(kept), *deal.hands[1:]))), "D-", 0)
        tried.append(value(problem.start(), problem.side))
    assert ws.best_discard(deal, "D-", "N", rules=RULES).tricks == max(tried)
    assert ws.table(deal, rules=RULES, strains=["D-"], kitty="optimal")[0, "D-"] == max(tried)


def test_what_one_player_knows_is_of_the_cards_there_are() -> None:
    hand = HandState.random(1, RULES, dealer="W")
    knowledge = Knowledge.of_view(hand.view(0))
    assert knowledge == Knowledge.of_hand(hand.hands[0], rules=RULES, seat="N")
    assert (str(knowledge.deck), knowledge.sizes) == ("AKQJ.AKQJ.AKQJ.AKQJ", (3, 3, 3, 3, 4))
    assert Layouts(knowledge).count == 1201200  # 13! / (3! 3! 3! 4!)
    with pytest.raises(LayoutError, match="S2, known to be in the hand of N, is not among the cards in play"):
        Knowledge.of_hand("AK2", rules=RULES, seat="N")
    rules = Rules.preset("bid_whist_no_kitty", lowest_rank=13, hand_size=2, bid_base=0)
    layouts = Layouts(Knowledge.of_hand("AK", rules=rules, seat="N"))
    every = list(layouts.all())
    assert len(every) == len(set(every)) == layouts.count == 90  # 6! / (2! 2! 2!)
