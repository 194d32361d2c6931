"""Deals and seats: text, what makes a deal, and what is none."""

import pickle
import random
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistsolve import Card, Deal, DealError, Hand, NotationError, WhistError
from whistsolve.values import seat_index, seat_name

REAL = "N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J"


@given(st.from_type(Deal))
def test_every_deal_parses_what_it_prints(deal):
    assert Deal.from_text(str(deal)) == deal == eval(repr(deal))
    assert Deal(deal.hands, deal.kitty) == deal == pickle.loads(pickle.dumps(deal))
    assert hash(Deal(map(str, deal.hands), deal.kitty)) == hash(deal)
    assert (deal.seats, deal.hand_size) == (len(deal.hands), len(deal.hands[0]))


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


@given(st.from_type(Deal), st.data())
def test_any_seat_may_come_first(deal, data):
    first = data.draw(st.integers(0, deal.seats - 1))
    text = deal.to_text(first)
    assert text.startswith(f"{'NESW'[first] if deal.seats == 4 else first}:{deal.hands[first]} ")
    assert Deal.from_text(text) == deal


def test_a_real_deal():
    deal = Deal.from_text(REAL)
    assert str(deal) == REAL
    assert deal.hands[3] == Hand("KT986.AK6.95.A4")
    assert deal.kitty == Hand(["SJ", "S5", "S2", "CJ"])
    assert deal == Deal.from_text(
        "  s :A7.T2.AQ2.KQT85  KT986.AK6.95.A4\tQ3.QJ743.T64.73 4.985.KJ873.962|J52...J "
    )
    assert deal == Deal.from_text(REAL.replace("N:", "0:").replace("T", "10"))


def test_a_kitty_without_cards_is_none():
    assert Deal(["A", "K"], "...").kitty is None
    assert Deal(["A", "K"], []) == Deal(["A", "K"]) == Deal.from_text("0:A... K... | ...")


def test_hands_in_any_form():
    expected = Deal(["AK...", ".AK.."], "....B")
    assert Deal((Hand("AK..."), ["HA", "HK"]), {"BJ"}) == expected
    assert Deal(iter([["SA", Card.from_text("SK")], ".AK"]), Hand("....B")) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no ':'"),
        (":A... K...", "first seat of the deal ''"),
        ("N:A... K...", "'N' is no seat: expected a number from 0 to 1"),
        ("4:A... K... Q... J...", "expected N, E, S or W, or a number from 0 to 3"),
        ("N:", "0 hands"),
        ("0:2... 3... 4... 5... 6... 7... 8...", "7 hands"),
        ("N:A... K... Q... J... |", "nothing after the '|'"),
        ("N:A... K... Q... J... | 2... | 3...", "more than one '.'"),
        ("N:A... K... Q... .", "the hand of W has 0 cards"),
        ("N:AK... Q... J... T...", "the hand of E has 1 card and the hand of N has 2"),
        ("N:A... K... A... Q...", "SA is in the hand of N and in the hand of S"),
        ("N:A... K... Q... J... | K...", "SK is in the hand of E and in the kitty"),
        ("N:A... K... QX... J...", "the hand of S: 'X' among the spades"),
        ("N:A... K... Q... J... | AX...", "the kitty: 'X' among the spades"),
        ("0:AKQJT98765432.AKQJ.. .T98765432.AKQJT987.", "the hand of seat 0 has 17 cards: expected 1 to 16"),
        ("N:A... K... Q...\0 J...", r"\\x00"),
        ("N:A... K... Q... Jé...", "character"),
    ],
)
def test_text_that_is_no_deal(text, words):
    with pytest.raises(DealError, match=words):
        Deal.from_text(text)


def test_hands_that_make_no_deal():
    with pytest.raises(DealError, match="expected two to six hands"):
        Deal(Hand("AKQJ"))
    with pytest.raises(DealError, match="no hands"):
        Deal([])
    with pytest.raises(DealError, match="more than 6 hands"):
        Deal(iter(lambda: "A...", None))
    with pytest.raises(DealError, match=r"the kitty: .*expected"):
        Deal(["A", "K"], 5)
    with pytest.raises(DealError, match=r"the hand of seat 1: .*is no card"):
        Deal([["SK"], ["AX"]])
    with pytest.raises(DealError, match="given beside that of the text"):
        Deal("0:A... K... | Q", "J")


def test_broken_text_is_a_deal_or_a_deal_error():
    rng = random.Random(241)
    alphabet = "AKQJT98765432.- |:NESWBL0\0é"
    accepted = 0
    for _ in range(5000):
        letters = list(REAL)
        for _ in range(rng.randrange(1, 6)):
            j = rng.randrange(len(letters))
            change = rng.choice(["replace", "drop", "add"])
            if change == "replace":
                letters[j] = rng.choice(alphabet)
            elif change == "drop":
                del letters[j]
            else:
                letters.insert(j, rng.choice(alphabet))
        text = "".join(letters)
        try:
            deal = Deal.from_text(text)
        except DealError as error:
            assert len(str(error)) >= 10
        else:
            assert Deal.from_text(str(deal)) == deal
            accepted += 1
    assert 0 < accepted < 500


@given(st.text(max_size=40) | st.text("0123NESW:AKQJT.-|BL ", max_size=40))
def test_any_text_is_a_deal_or_a_whist_error(text):
    try:
        deal = Deal.from_text(text)
    except WhistError as error:
        assert len(str(error)) >= 10
    else:
        assert Deal.from_text(str(deal)) == deal


@pytest.mark.parametrize(
    ("seat", "seats", "index"),
    [
        ("N", 4, 0),
        ("e", 4, 1),
        (" S ", 4, 2),
        ("W", 4, 3),
        (3, 4, 3),
        ("3", 4, 3),
        (5, 6, 5),
        ("2", 3, 2),
        (0, 2, 0),
    ],
)
def test_seats_and_their_numbers(seat, seats, index):
    assert seat_index(seat, seats) == index
    assert seat_index(seat_name(index, seats), seats) == index


@pytest.mark.parametrize("seat", ["X", "", -1, True, 1.0, "NE", "4", "+1", "²"])
def test_seats_that_four_hands_do_not_have(seat):
    with pytest.raises(
        NotationError, match=r"^leader .* is no seat: expected N, E, S or W, or a number from 0 to 3$"
    ):
        seat_index(seat, 4, "leader")


def test_names_of_seats():
    assert [seat_name(i, 4) for i in range(4)] == ["N", "E", "S", "W"]
    assert [seat_name(i, 3) for i in range(3)] == ["0", "1", "2"]
    with pytest.raises(NotationError, match="from 0 to 2"):
        seat_name(3, 3)
    with pytest.raises(NotationError, match="seats b'' is wrong: expected a whole number from 2 to 6"):
        seat_name(0, b"")  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="first"):
        Deal(["A", "K"]).to_text("N")


@given(st.from_type(Deal))
def test_the_cards_of_a_deal_are_those_of_its_hands_and_kitty(deal):
    dealt = [card for hand in (*deal.hands, deal.kitty or Hand()) for card in hand]
    assert deal.cards == Hand(dealt) and len(deal.cards) == len(dealt)
