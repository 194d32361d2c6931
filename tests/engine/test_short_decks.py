"""What is known of a deal from a short deck: its cards, and how many layouts there are."""

import pytest

from whistsolve.errors import LayoutError
from whistsolve.game import HandState
from whistsolve.inference import Knowledge, Layouts
from whistsolve.rules import Rules

#: Sixteen cards: three each, and a kitty of four.
TOY = {"lowest_rank": 11, "hand_size": 3, "jokers": 0, "bid_base": 0, "min_bid": 1}
RULES = Rules.preset("bid_whist_seed", **TOY)


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
