"""Cards and suits: numbering, text, and what is no card."""

import doctest
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistsolve import Card, CardError, Suit, WhistError
from whistsolve.values import cards, reading


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


@pytest.mark.parametrize(
    ("text", "card"),
    [("sa", "SA"), ("H10", "HT"), ("h10", "HT"), (" D2 ", "D2"), ("bj", "BJ"), ("\tcK\n", "CK")],
)
def test_text_may_be_written_otherwise(text, card):
    assert str(Card.from_text(text)) == card


@pytest.mark.parametrize(("text", "right"), [("AS", "SA"), ("10h", "HT"), ("2c", "C2")])
def test_rank_first_is_told_apart(text, right):
    with pytest.raises(CardError, match=f"suit first: {right}$"):
        Card.from_text(text)


@pytest.mark.parametrize(
    "text", ["", " ", "S", "S1", "S0", "S 1 0", "SAA", "JB", "J", "S\0", "SÄ", "A♠Q", "S²", "-"]
)
def test_what_is_no_card(text):
    with pytest.raises(CardError, match="expected"):
        Card.from_text(text)


@pytest.mark.parametrize("value", [None, 3, 3.0, True, b"SA", ["SA"], float("nan"), object()])
def test_wrong_types_are_card_errors(value):
    with pytest.raises(CardError, match="expected"):
        Card.from_text(value)
    with pytest.raises(CardError, match="expected"):
        Card.of(value)


@pytest.mark.parametrize("index", [-1, 54, 2**64, True, 1.0, None, "3", float("nan")])
def test_indices_that_no_card_has(index):
    for make in (Card, Card.from_index):
        with pytest.raises(CardError, match="from 0 to 53"):
            make(index)


def test_a_card_cannot_be_changed():
    with pytest.raises(AttributeError):
        Card(3).index = 4


@pytest.mark.parametrize("value", ["s", "S", 3, Suit.SPADES])
def test_suits_by_letter_and_number(value):
    assert Suit.of(value) is Suit.SPADES
    assert Suit.of(value).symbol == "♠"


@pytest.mark.parametrize("value", ["", "X", "SS", "♠♠", "♤", "spad", 4, -1, True, None, 1.0])
def test_what_is_no_suit(value):
    with pytest.raises(CardError, match="expected"):
        Suit.of(value)


@given(st.text(max_size=4) | st.text("AKQJT9876543210SHDCBLJakqjtshdcblj ", max_size=4))
def test_any_text_is_a_card_or_a_card_error(text):
    try:
        card = Card.from_text(text)
    except CardError as error:
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
    with pytest.raises(CardError, match="a value of type int"):
        Card(10**6000)
    with pytest.raises(WhistError, match=r"expected a whole number$"):
        reading.read_integer(_Unprintable(), "number", WhistError)


def test_exceptions_of_foreign_numbers_pass_through():
    class Number:
        def __index__(self):
            raise RuntimeError("own")

    with pytest.raises(RuntimeError, match="own"):
        reading.read_integer(Number(), "number", WhistError)
    with pytest.raises(WhistError, match="whole number"):
        reading.read_integer(np.ones(3, dtype=int), "number", WhistError)


def test_examples_in_the_docstrings():
    result = doctest.testmod(cards)
    assert result.attempted > 0 and result.failed == 0
