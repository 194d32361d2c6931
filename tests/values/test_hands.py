"""Hands: sets of cards, how they are printed, their parts and points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.refusals import assert_refused

from whistsolve import Card, Hand, NotationError
from whistsolve.values import Suit, hands
from whistsolve.values.cards import CARDS

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


@given(any_hand, any_hand)
def test_sets_as_python_has_them(one, two):
    a, b = set(one), set(two)
    assert set(one | two) == a | b
    assert set(one & two) == a & b
    assert set(one - two) == a - b
    assert (one == two) == (a == b)
    assert one | str(two) == one | two


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


def test_high_card_points_of_a_whole_deck():
    deck = Hand(CARDS)
    assert deck.hcp == deck.hcp_in("S-") == deck.hcp_in("C~") == 40
    assert deck.jokers.hcp == Hand().hcp == 0
    with pytest.raises(NotationError):
        deck.hcp_in("X")
