"""Hands: sets of cards, their text, and what is no hand."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistsolve import Card, Hand, NotationError
from whistsolve.values import Suit, hands
from whistsolve.values.cards import CARDS

any_hand = st.from_type(Hand)


@given(any_hand)
def test_every_hand_parses_what_it_prints(hand):
    assert Hand.from_text(str(hand)) == hand == Hand(str(hand)) == Hand.of(hand)
    assert eval(repr(hand)) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert hash(Hand.from_mask(hand.mask)) == hash(hand)


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


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("AKQ.JT9.876.5432", "AKQ.JT9.876.5432"),
        ("AK.Q..T98765432.BL", "AK.Q..T98765432.BL"),
        ("23456789TJQKA...", "AKQJT98765432..."),
        ("-.-.-.-.LB", "....BL"),
        ("a10.-.tj.2.l", "AT..JT.2.L"),
        ("98.8", "98.8.."),
        (".J.75", ".J.75."),
        ("A", "A..."),
        ("-", "..."),
        ("....", "..."),
        ("...", "..."),
        (" .A..  ", ".A.."),
        ("A....-", "A..."),
    ],
)
def test_text_and_how_it_is_printed(text, printed):
    assert str(Hand(text)) == printed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("AA...", "names SA twice"),
        ("A..10T.", "names DT twice"),
        ("....BB", "names BJ twice"),
        ("AX...", "'X' among the spades"),
        ("..-A.", "'-' among the diamonds"),
        ("...B", "'B' among the clubs"),
        ("....A", "'A' among the jokers.*expected B or L"),
        (".....", "has 6 parts"),
        ("A\0...", r"\\x00"),
        ("A...\ud800", "character"),
    ],
)
def test_what_is_no_hand(text, words):
    with pytest.raises(NotationError, match=words):
        Hand.from_text(text)
    with pytest.raises(NotationError, match=words):
        Hand(text)


def test_cards_of_a_hand_are_checked():
    with pytest.raises(NotationError, match="holds SA twice"):
        Hand(["SA", Card.from_text("SA")])
    with pytest.raises(NotationError, match="no card"):
        Hand([None])


@pytest.mark.parametrize("mask", [-1, 1 << 54, True])
def test_masks_that_no_hand_has(mask):
    with pytest.raises(NotationError, match="hand mask"):
        Hand.from_mask(mask)


def test_long_text_is_quoted_shortly():
    with pytest.raises(NotationError) as caught:
        Hand("AK" * 10**5)
    assert len(str(caught.value)) < 200


@given(st.text(max_size=20) | st.text("AKQJT98765432.-10BL ak", max_size=20))
def test_any_text_is_a_hand_or_a_hand_error(text):
    try:
        hand = Hand.from_text(text)
    except NotationError as error:
        assert len(str(error)) >= 10
    else:
        assert Hand.from_text(str(hand)) == hand


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


@pytest.mark.parametrize("suit", [0, "X", "NT", slice(2)])
def test_what_is_no_suit_of_a_hand(suit):
    with pytest.raises(NotationError, match=r"suit .* is wrong: expected S, H, D"):
        Hand("AK")[suit]


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
