"""Deals: what makes one, their hands by seat, and what is none."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.refusals import assert_refused

from whistsolve import Card, Deal, DealError, Hand, NotationError

REAL = "N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J"


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


def test_a_deal_is_no_sequence():
    """Where deals are expected, one deal is not taken for its hands; in an array it is one object."""
    deal = Deal.from_text(REAL)
    with pytest.raises(TypeError, match="not iterable"):
        list(deal)
    assert np.array([deal, deal], dtype=object).shape == (2,)
    assert not isinstance(deal, Iterable)


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
