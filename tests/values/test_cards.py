"""Cards and suits: numbering, text, and what is no card."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistsolve import Card, NotationError, WhistError
from whistsolve._internal import reading
from whistsolve.values import Suit


def test_numbering_is_that_of_the_engine():
    assert [str(Card.from_index(i)) for i in (0, 12, 13, 26, 39, 51, 52, 53)] == [
        "C2", "CA", "D2", "H2", "S2", "SA", "LJ", "BJ",
    ]  # fmt: skip
    for suit in Suit:
        for rank in range(2, 15):
            card = Card.from_index(13 * suit + rank - 2)
            assert (card.suit, card.rank, card.is_joker) == (suit, rank, False)
            assert str(card) == suit.letter + "23456789TJQKA"[rank - 2]


def test_jokers_have_no_suit_and_no_rank():
    for text, index in (("LJ", 52), ("BJ", 53)):
        joker = Card.from_text(text)
        assert (joker.index, joker.suit, joker.rank, joker.is_joker) == (index, None, None, True)


@given(st.from_type(Card))
def test_every_card_parses_what_it_prints(card):
    assert Card.from_text(str(card)) == card
    assert eval(repr(card)) == card
    assert Card.of(card) == Card.of(str(card)) == card == pickle.loads(pickle.dumps(card))
    assert hash(Card(card.index)) == hash(card)


@given(st.lists(st.from_type(Card)))
def test_cards_are_ordered_by_index(some):
    assert [card.index for card in sorted(some)] == sorted(card.index for card in some)


@pytest.mark.parametrize("text", ["", "S", "S1", "S 1 0", "SAA", "JB", "S\0", "SÄ", "A♠Q"])
def test_what_is_no_card(text):
    with pytest.raises(NotationError, match="expected"):
        Card.from_text(text)


@pytest.mark.parametrize("index", [-1, 54, True])
def test_indices_that_no_card_has(index):
    for make in (Card, Card.from_index):
        with pytest.raises(NotationError, match="from 0 to 53"):
            make(index)


@pytest.mark.parametrize("value", ["s", "S", 3, Suit.SPADES])
def test_suits_by_letter_and_number(value):
    assert Suit.of(value) is Suit.SPADES
    assert Suit.of(value).symbol == "♠"


@pytest.mark.parametrize("value", ["", "SS", "spad", 4, True])
def test_what_is_no_suit(value):
    with pytest.raises(NotationError, match="expected"):
        Suit.of(value)


@given(st.text(max_size=4) | st.text("AKQJT9876543210SHDCBLJakqjtshdcblj ", max_size=4))
def test_any_text_is_a_card_or_a_card_error(text):
    try:
        card = Card.from_text(text)
    except NotationError as error:
        assert len(str(error)) >= 10
    else:
        assert Card.from_text(str(card)) == card


class _Unprintable:
    def __repr__(self):
        raise RuntimeError("no")


def test_values_are_quoted_shortly_whatever_they_are():
    assert len(reading.shown("x" * 10**6)) < 100
    assert len(reading.shown(list(range(10**5)))) < 100
    assert reading.shown(10**6000) == "a value of type int"
    assert "_Unprintable" in reading.shown(_Unprintable())
    with pytest.raises(NotationError, match="a value of type int"):
        Card(10**6000)
    with pytest.raises(WhistError, match=r"expected a whole number$"):
        reading.read_integer(_Unprintable(), "number", WhistError)
