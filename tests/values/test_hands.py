"""Hands and deals: sets of cards, their parts and points, hands by seat, and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.refusals import assert_refused

from whistsolve import Card, Deal, DealError, Hand, NotationError
from whistsolve.values import Suit, hands

any_hand = st.from_type(Hand)


@given(any_hand)
def test_a_hand_is_its_cards_in_printed_order(hand):
    cards = list(hand)
    assert Hand(cards) == Hand(iter(cards)) == Hand(map(str, cards)) == hand
    assert len(hand) == len(cards) and bool(hand) == bool(cards)
    assert hand.mask == sum(1 << card.index for card in cards)
    order = [(-1, card.index) if card.is_joker else (card.suit, card.rank) for card in cards]
    assert order == sorted(order, reverse=True)
    assert all((Card(i) in hand) == (Card(i) in cards) for i in range(54))


def test_text_and_how_it_is_printed():
    texts = {
        "AKQ.JT9.876.5432": "AKQ.JT9.876.5432",
        "AK.Q..T98765432.BL": "AK.Q..T98765432.BL",
        "23456789TJQKA...": "AKQJT98765432...",
        "-.-.-.-.LB": "....BL",
        "a10.-.tj.2.l": "AT..JT.2.L",
        "98.8": "98.8..",
        "-": "...",
        "....": "...",
        " .A..  ": ".A..",
        "A....-": "A...",
    }
    assert {text: str(Hand(text)) for text in texts} == texts


def test_what_makes_no_hand():
    assert_refused(
        Hand, NotationError, [(["SA", Card.from_text("SA")], "holds SA twice"), ([None], "no card")]
    )
    assert_refused(Hand.from_mask, NotationError, [(mask, "hand mask") for mask in (-1, 1 << 54, True)])
    no_suits = [(suit, r"suit .* is wrong: expected S, H, D") for suit in (0, "X", "NT", slice(2))]
    assert_refused(Hand("AK").__getitem__, NotationError, no_suits)


@given(
    any_hand,
    st.randoms(use_true_random=False),
    st.text("AKQJT1098765432.-BLakqx♠ ", max_size=2),
    st.integers(0, 40),
)
def test_printed_text_has_a_way_of_its_own_that_reads_the_same(hand, random, more, at):
    """Ranks in any order; and any other text is left to the way that knows all forms and words the errors."""
    fields = [random.sample(field, len(field)) for field in str(hand).split(".")]
    text = ".".join("".join(field) for field in fields)
    assert hands._mask_as_printed(text) == hands._mask_of_text(text) == hand.mask
    changed = text[:at] + more + text[at:]
    mask = hands._mask_as_printed(changed)
    try:
        assert mask in (None, hands._mask_of_text(changed))
    except NotationError:
        assert mask is None


@given(any_hand)
def test_suits_by_name_are_those_of_the_suit(hand):
    parts = [hand.spades, hand.hearts, hand.diamonds, hand.clubs, hand.jokers]
    names = ("Spades", "♥", "d", Suit.CLUBS, "jokers")
    assert [hand[name] for name in names] == parts and sum(part.mask for part in parts) == hand.mask
    for part, suit in zip(parts, (*reversed(Suit), None), strict=True):
        assert all(card.suit is suit for card in part)
    assert hand.lengths == tuple(map(len, parts[:4])) and sum(map(len, parts)) == len(hand)
    assert sorted(hand.lengths) == list(hand.shape)[::-1]


@given(any_hand)
def test_high_card_points_count_the_four_best_of_each_suit(hand):
    def points(ranks):
        return sum((4 - ranks.index(str(card)[1])) for card in hand - "....BL" if str(card)[1] in ranks)

    assert hand.hcp == points("AKQJ") == hand.hcp_in("S+") == hand.hcp_in("NT+")
    assert hand.hcp_in("H-") == points("A234") and hand.hcp_in("NT~") == points("2345")


@given(st.from_type(Deal))
def test_a_deal_is_its_hands_and_kitty(deal):
    same = Deal(map(str, deal.hands), deal.kitty)
    assert Deal(deal.hands, deal.kitty) == same == deal and hash(same) == hash(deal)
    assert (deal.seats, deal.hand_size) == (len(deal.hands), len(deal.hands[0]))
    dealt = [card for hand in (*deal.hands, deal.kitty or Hand()) for card in hand]
    assert deal.cards == Hand(dealt) and len(deal.cards) == len(dealt)


@given(st.from_type(Deal))
def test_hands_by_seat(deal):
    assert [deal[seat] for seat in range(deal.seats)] == list(deal.hands)
    assert deal["0"] == deal.hands[0]
    if deal.seats == 4:
        named = [deal[name] for name in ("N", "east", "South", "w")]
        assert named == [deal.north, deal.east, deal.south, deal.west] == list(deal.hands)
    else:
        for name in ("north", "east", "south", "west"):
            with pytest.raises(NotationError, match=f"^a deal of {deal.seats} hands has no seat [NESW]: "):
                getattr(deal, name)
    for wrong in ("N" if deal.seats != 4 else "X", deal.seats, -1, None, slice(1)):
        with pytest.raises(NotationError, match="is no seat: expected"):
            deal[wrong]


def test_a_kitty_without_cards_is_none():
    assert Deal(["A", "K"], "...").kitty is None
    assert Deal(["A", "K"], []) == Deal(["A", "K"]) == Deal.from_text("0:A... K... | ...")


def test_hands_in_any_form():
    expected = Deal(["AK...", ".AK.."], "....B")
    assert Deal((Hand("AK..."), ["HA", "HK"]), {"BJ"}) == expected
    assert Deal(iter([["SA", Card.from_text("SK")], ".AK"]), Hand("....B")) == expected


def test_hands_may_name_their_suits():
    assert Deal.from_text("0:♠A♥K ♠2♥3 SQHJ") == Deal(["A.K..", "2.3..", "Q.J.."])
    assert Deal(["♠A ♥K", "♠2 ♥3"], "♠10").kitty == Hand("T...")


def test_hands_that_make_no_deal():
    cases = [
        ((Hand("AKQJ"),), "expected two to six hands"),
        (([],), "no hands"),
        ((iter(lambda: "A...", None),), "more than 6 hands"),
        ((["A", "K"], 5), r"the kitty: .*expected"),
        (([["SK"], ["AX"]],), r"the hand of seat 1: .*is no card"),
        (("0:A... K... | Q", "J"), "given beside that of the text"),
    ]
    assert_refused(lambda given: Deal(*given), DealError, cases)
    with pytest.raises(NotationError, match="first"):
        Deal(["A", "K"]).to_text("N")
