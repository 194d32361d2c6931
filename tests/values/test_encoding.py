"""Deals as arrays and back, and what is no array of deals."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.alarm import alarm_ends_it, needs_timer
from tests.support.refusals import assert_refused

from whistsolve import Deal, DealError, Hand, NotationError, Strain, _kernels
from whistsolve.dealing import random_deals
from whistsolve.encoding import (
    array_to_deals,
    check_deal_array,
    deal_to_masks,
    deals_to_array,
    strain_code,
    suit_lengths,
)
from whistsolve.values import Suit, cards, deals, seats

any_deal = st.from_type(Deal)


def test_the_engine_numbers_cards_as_the_package_does():
    assert cards.DECK_SIZE == _kernels.DECK_SIZE
    assert (cards.LITTLE_JOKER, cards.BIG_JOKER) == (_kernels.LITTLE_JOKER, _kernels.BIG_JOKER)
    assert len(cards.RANK_LETTERS) == _kernels.RANKS
    assert (seats.MIN_SEATS, seats.MAX_SEATS) == (_kernels.MIN_SEATS, _kernels.MAX_SEATS)
    assert deals.MAX_HAND_SIZE == _kernels.MAX_HAND


@given(any_deal)
def test_every_deal_goes_to_an_array_and_back(deal):
    array = deals_to_array([deal])
    assert (array.dtype, array.shape, array.flags.c_contiguous) == (np.uint64, (1, deal.seats), True)
    assert tuple(array[0].tolist()) == deal_to_masks(deal)
    assert deal_to_masks(deal) == tuple(hand.mask for hand in deal.hands)
    assert array_to_deals(array) == [Deal(deal.hands)]
    with_kitty = np.array([[*array[0].tolist(), deal.kitty.mask if deal.kitty else 0]], dtype=np.uint64)
    assert array_to_deals(with_kitty, kitty=True) == [deal]


def test_several_deals():
    array = deals_to_array([Deal([["SA"], ["C2"], ["LJ"], ["BJ"]])])
    assert array.tolist() == [[1 << 51, 1, 1 << 52, 1 << 53]]
    some = array_to_deals(random_deals(20, 1), kitty=True)
    assert array_to_deals(deals_to_array(iter(some))) == [Deal(deal.hands) for deal in some]
    assert deals_to_array([]).shape == (0, 4)
    assert array_to_deals(deals_to_array([])) == []


def test_strains_as_numbers():
    for number, ranking in enumerate(("uptown", "downtown", "downtown_aces_bad")):
        for code, trump in enumerate(("C", "D", "H", "S", "NT")):
            strain = Strain(trump, ranking)
            assert strain_code(strain) == strain_code(str(strain)) == (code, number)
    assert strain_code("S+")[0] == Suit.SPADES
    with pytest.raises(NotationError):
        strain_code("S")


@given(any_deal, st.data())
def test_the_check_agrees_with_deal_on_broken_rows(deal, data):
    """A bit or two flipped: the array is refused exactly where a Deal is, with the same words."""
    masks = [hand.mask for hand in deal.hands] + [deal.kitty.mask if deal.kitty else 0]
    for _ in range(data.draw(st.integers(0, 3))):
        masks[data.draw(st.integers(0, deal.seats))] ^= 1 << data.draw(st.integers(0, 63))
    array = np.array([[*(hand.mask for hand in deal.hands), 0], masks], dtype=np.uint64)
    try:
        made = Deal([Hand.from_mask(mask) for mask in masks[:-1]], Hand.from_mask(masks[-1]))
    except ValueError as error:
        with pytest.raises(DealError) as caught:
            check_deal_array(array, kitty=True)
        assert str(caught.value) == f"deal 1 of the array is wrong: {error}"
    else:
        assert (check_deal_array(array, kitty=True) == array).all()
        assert array_to_deals(array, kitty=True)[1] == made


def _rows(*rows):
    return np.array([[Hand(text).mask for text in row] for row in rows], dtype=np.uint64)


def test_what_is_no_array_of_deals():
    rows = [
        (_rows(["A", "K", "Q", "A"]), "deal 0.*SA is in the hand of N"),
        (_rows(["A", "K", "Q", "J"], ["A", "K", "Q", "JT"]), "deal 1.*the hand of W has 2 cards"),
        (_rows(["A", "K", "..."]), "deal 0.*the hand of seat 2 has 0 cards"),
        (_rows(["...", "...", "..."]), "deal 0.*the hand of seat 0 has 0 cards"),
        (_rows(["AKQJT98765432.AKQJ", ".T98765432.AKQJT987"]), "deal 0.*17 cards"),
        (np.array([[1, 2, 4, 1 << 54]], dtype=np.uint64), "deal 0.*hand mask"),
    ]
    arrays = [
        (None, "expected a NumPy array"),
        ([[1, 2]], "expected a NumPy array"),
        (np.zeros((1, 4)), "float64 with 2 axes"),
        (np.zeros((1, 4), dtype=np.int64), "int64 with 2 axes"),
        (np.zeros(4, dtype=np.uint64), "with 1 axes"),
        (np.zeros((1, 1), dtype=np.uint64), "1 columns: expected 2 to 6"),
        (np.zeros((1, 7), dtype=np.uint64), "7 columns: expected 2 to 6"),
        (np.zeros((1, 4), dtype=object), "object"),
        (np.zeros((1, 4), dtype=">u8"), ">u8"),
    ]
    assert_refused(check_deal_array, DealError, rows + arrays)
    assert_refused(array_to_deals, DealError, rows)
    with pytest.raises(DealError, match="2 columns: expected 3 to 7"):
        check_deal_array(_rows(["A", "K"]), kitty=True)


def test_what_are_no_deals():
    cases = [
        (each, "expected several deals") for each in (None, 5, "N:A... K... Q... J...", Deal(["A", "K"]))
    ]
    two, three = Deal(["A", "K"]), Deal(["A", "K", "Q"])
    cases += [
        ([two, 5], r"deal 1: deal 5 is wrong: expected a Deal"),
        ([two, three], "deal 1 has 3 hands and those before have 2"),
    ]
    assert_refused(deals_to_array, DealError, cases)
    with pytest.raises(DealError, match="expected a Deal"):
        deal_to_masks("0:A... K...")


@needs_timer
def test_reading_an_iterator_without_end_can_be_interrupted():
    # Of C code alone: no bytecode of its own runs, between which Python would handle signals.
    with alarm_ends_it(0.05):
        deals_to_array(itertools.repeat("N:A... K... Q... J..."))


def test_many_rows_are_read_part_by_part(monkeypatch):
    deals = random_deals(5, 1)
    whole = array_to_deals(deals, kitty=True)
    monkeypatch.setattr("whistsolve.encoding._READ_AT_ONCE", 2)
    assert array_to_deals(deals, kitty=True) == whole and array_to_deals(deals[:0], kitty=True) == []


@given(any_deal)
def test_suit_lengths_are_counted(deal):
    counted = suit_lengths(deals_to_array([deal]))
    assert (counted.dtype, counted.shape) == (np.uint8, (1, deal.seats, 5))
    for row, hand in zip(counted[0].tolist(), deal.hands, strict=True):
        assert row == [*(len(hand.of_suit(suit)) for suit in Suit), len(hand.jokers)]
