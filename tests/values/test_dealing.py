"""Deals in arrays: random ones, the same for ever and drawn with equal chances; to deals and back."""

import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.alarm import alarm_ends_it, needs_timer
from tests.support.refusals import assert_refused

from whistsolve import Card, Deal, DealError, Hand, NotationError, Rules, Strain, WhistError, _kernels
from whistsolve.dealing import random_deals
from whistsolve.encoding import (
    array_to_deals,
    check_deal_array,
    deals_to_array,
    strain_code,
    suit_lengths,
)
from whistsolve.rules import short_deck
from whistsolve.values import Suit, cards, deals, seats
from whistsolve.values.strains import RANKINGS

FIVE, FOUR = Rules.preset("cutthroat_5"), Rules.preset("whist_seed")
ONE_JOKER = Rules.preset("bid_whist_seed", jokers=1)
SHORT = Rules.preset("bid_whist_seed", lowest_rank=11, hand_size=3, jokers=0, bid_base=0)
# The promise of the same deals for ever: these lines may not change.
SEEDS = [
    (0, None, "N:Q87.QJ73.JT5.QJ JT43..A632.652.B AK9.AT984.Q.K83 652.652.K87.AT.L | .K.94.974"),
    (-1, None, "N:.Q74.AQ74.KJ954 AJ98.A6.98.A87.B Q4.T953.KT6.T62 KT765.82.J52.Q3 | 32.KJ.3..L"),
    (10**50, None, "N:A9.43.AT9543.73 K863.A5.J6.AQ42 J742.J97..K985.L T5.KT82.K872.T6 | Q.Q6.Q.J.B"),
    (7, FIVE, "0:J97.765.JT3.7 A432.4.A4.96.L KQ65.J.72.A52 .932.Q985.KJ8 T8.KQ.K6.Q43.B | .AT8..T"),
    (7, FOUR, "N:9862.A654.J92.73 KQT54.T3.KT4.Q96 J.J2.A73.AKJ8542 A73.KQ987.Q865.T"),
    (7, ONE_JOKER, "N:T9732.64.JT2.73 AKJ5.J.A4.Q9654 Q6.3.Q9763.AKJ2 84.KT9752.85.T8 | .AQ8.K..B"),
    (5, SHORT, "N:Q..AQ. .AK.J. J..K.Q K.Q..K | A.J..AJ"),
]
seeds_drawn = st.integers() | st.integers(-(2**300), 2**300)


def test_deals_of_a_seed_never_change():
    for seed, rules, text in SEEDS:
        assert str(Deal.random(seed, rules)) == text
    far = array_to_deals(random_deals(1, 12, first=2**61), kitty=True)[0]
    assert (random_deals(33_000, 1)[32_990:] == random_deals(10, 1, first=32_990)).all()
    assert str(far) == "N:Q95.2.AQ8.KJ752 J73.QJT9.K654.3 A62.K74.T9.AQT8 KT84.8653.3.94.L | .A.J72.6.B"


@given(seeds_drawn, st.integers(0, 60), st.integers(0, 60))
def test_any_part_of_a_stream_can_be_drawn(seed, first, count):
    whole = random_deals(first + count, seed)
    assert (random_deals(count, seed, first=first) == whole[first:]).all()
    assert Deal.random(seed) == array_to_deals(random_deals(1, seed), kitty=True)[0]


def test_threads_draw_the_same_deals():
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda i: random_deals(500, 3, first=500 * i), range(8)))
    assert (np.concatenate(parts) == random_deals(4000, 3)).all()


def test_seeds_and_counts():
    assert random_deals(0, 1).shape == (0, 5)
    assert random_deals(0, 1, FOUR).shape == (0, 4)
    assert Deal.random(np.int32(-5)) == Deal.random(-5) != Deal.random(5) == Deal.random(np.uint64(5))
    assert len({Deal.random() for _ in range(20)}) == 20


def test_sizes_are_those_of_the_rules():
    short = [
        ("bid_whist_seed", {"lowest_rank": 11, "hand_size": 3}),
        ("bid_whist_no_kitty", {"lowest_rank": 9, "hand_size": 6}),
        ("cutthroat_3", {"lowest_rank": 7, "hand_size": 10, "jokers": 0}),
        ("cutthroat_6", {"lowest_rank": 14, "hand_size": 1, "jokers": 2}),
        ("dummy_seed", {"lowest_rank": 7, "hand_size": 8}),
    ]
    whole = [(name, {}) for name in Rules.preset_names()]
    for name, options in whole + [(name, {"bid_base": 0, **options}) for name, options in short]:
        rules = Rules.preset(name, **options)
        deals = random_deals(100, 3, rules)
        sizes = [int(mask).bit_count() for mask in deals[0]]
        assert sizes == [rules.hand_size] * rules.dealt_hands + [rules.kitty_size] * (rules.kitty_size > 0)
        # As many cards as the deck, and all of it: none comes twice.
        assert sum(sizes) == rules.deck_size, name
        assert (np.bitwise_or.reduce(deals, axis=1) == rules.deck.mask).all(), name
        assert rules.deck.jokers == Hand(["....", "....B", "....BL"][rules.jokers])
        assert len(np.unique(deals, axis=0)) > 50, name
    surplus = Deal.random(7, Rules.preset("dummy_seed", jokers=2))
    assert (surplus.seats, surplus.hand_size, len(surplus.kitty)) == (4, 13, 2)


def chi_square(counts, expected):
    return float((((counts - expected) ** 2) / expected).sum())


def test_four_cards_fall_in_every_way_equally_often():
    deals = np.empty((24_000, 3), dtype=np.uint64)
    needs, known = np.array([2, 1, 1], dtype=np.uint8), np.zeros(3, dtype=np.uint64)
    _kernels.draw_deals(deals, np.arange(4, dtype=np.uint8), needs, known, 12345, 67890, 0)
    counts = Counter(map(tuple, deals.tolist()))
    assert len(counts) == 12
    # 11 degrees of freedom: above 31.3 once in a thousand streams.
    assert chi_square(np.array(list(counts.values())), 2_000) < 31.3


def test_known_cards_stay_where_they_are():
    known = {"N": "AKQ.A...B", 2: ["H2"], "kitty": "..32.."}
    deals = random_deals(2000, 6, known=known)
    check_deal_array(deals, kitty=True)
    for column, hand in ((0, Hand("AKQ.A...B")), (2, Hand(["H2"])), (4, Hand("..32.."))):
        assert (deals[:, column] & np.uint64(hand.mask) == np.uint64(hand.mask)).all()
    full = {"N": "AKQJT9876543"}
    assert (random_deals(50, 6, known=full)[:, 0] == np.uint64(Hand("AKQJT9876543").mask)).all()


def test_the_unknown_cards_fall_equally_often():
    rows = 30_000
    deals = random_deals(rows, 8, known={"N": "AKQ.A..."})
    for card in ("SJ", "H2", "LJ"):
        counts = (deals >> np.uint64(Card.from_text(card).index) & np.uint64(1)).sum(axis=0)
        assert chi_square(counts, rows * np.array([8, 12, 12, 12, 6]) / 50) < 23.5


def test_known_cards_that_cannot_be():
    short = Rules.preset("whist_seed", lowest_rank=11, hand_size=4)
    cases = [
        ((None, {"N": "A", "E": "A"}), "SA, known to be in the hand of E, stands twice"),
        ((None, {"N": "AKQJT98765432"}), "13 cards are known of the hand of N: it holds 12"),
        ((None, {"kitty": "AKQJT98"}), "7 cards are known of the kitty: it holds 6"),
        *(((None, known), "expected hands by seat") for known in ("N", ["N"])),
        ((FOUR, {"N": "....B"}), "BJ, known to be in the hand of N, is not in the deck"),
        ((FOUR, {"kitty": "A"}), "kitty: these rules have none"),
        ((ONE_JOKER, {"N": "....L"}), "LJ, .* is not in the deck"),
        ((short, {"N": ".T"}), "HT, known to be in the hand of N, is not in the deck"),
    ]
    assert_refused(lambda given: random_deals(1, 1, given[0], known=given[1]), DealError, cases)
    cases = [
        ({"X": "A"}, "known seat 'X' is no seat"),
        ({None: "A"}, "known seat None is no seat"),
        ({"N": "AX"}, "'X' among the spades"),
        ({"N": None}, "None is no hand"),
    ]
    assert_refused(lambda known: random_deals(1, 1, known=known), WhistError, cases)


def test_a_short_deal_has_a_deck_of_its_own():
    short = Deal.from_text("0:AK... QJ... T9...")
    for preset in ("bid_whist", "whist", "dummy", "cutthroat_5"):
        rules = Rules.preset(preset)
        assert short_deck(Deal.random(3, rules), rules) is None
        assert short_deck(short, rules) == short.cards


def test_the_engine_numbers_cards_as_the_package_does():
    assert cards.DECK_SIZE == _kernels.DECK_SIZE
    assert (cards.LITTLE_JOKER, cards.BIG_JOKER) == (_kernels.LITTLE_JOKER, _kernels.BIG_JOKER)
    assert len(cards.RANK_LETTERS) == _kernels.RANKS
    assert (seats.MIN_SEATS, seats.MAX_SEATS) == (_kernels.MIN_SEATS, _kernels.MAX_SEATS)
    assert deals.MAX_HAND_SIZE == _kernels.MAX_HAND


@given(st.from_type(Deal))
def test_every_deal_goes_to_an_array_and_back(deal):
    array = deals_to_array([deal])
    assert (array.dtype, array.shape, array.flags.c_contiguous) == (np.uint64, (1, deal.seats), True)
    assert array[0].tolist() == [hand.mask for hand in deal.hands]
    assert array_to_deals(array) == [Deal(deal.hands)]
    counted = suit_lengths(array)
    assert (counted.dtype, counted.shape) == (np.uint8, (1, deal.seats, 5))
    lengths = [[*(len(hand.of_suit(suit)) for suit in Suit), len(hand.jokers)] for hand in deal.hands]
    assert counted.tolist() == [lengths]
    with_kitty = np.array([[*array[0].tolist(), deal.kitty.mask if deal.kitty else 0]], dtype=np.uint64)
    assert array_to_deals(with_kitty, kitty=True) == [deal]


def test_several_deals():
    assert deals_to_array([Deal(["SA", "C2", "LJ", "BJ"])]).tolist() == [[1 << 51, 1, 1 << 52, 1 << 53]]
    some = array_to_deals(random_deals(20, 1), kitty=True)
    assert array_to_deals(deals_to_array(iter(some))) == [Deal(deal.hands) for deal in some]
    assert deals_to_array([]).shape == (0, 4) and array_to_deals(deals_to_array([])) == []


def test_strains_as_numbers():
    numbers = {
        Strain(trump, ranking): (code, number)
        for number, ranking in enumerate(RANKINGS)
        for code, trump in enumerate(("C", "D", "H", "S", "NT"))
    }
    assert {strain: strain_code(strain) for strain in numbers} == numbers
    assert {strain: strain_code(str(strain)) for strain in numbers} == numbers
    assert strain_code("S+")[0] == Suit.SPADES
    with pytest.raises(NotationError):
        strain_code("S")


@given(st.from_type(Deal), st.data())
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


def test_what_is_no_array_of_deals_and_what_are_no_deals():
    sizes = [
        (_rows(["A", "K", "..."]), "deal 0.*the hand of seat 2 has 0 cards"),
        (_rows(["AKQJT98765432.AKQJ", ".T98765432.AKQJT987"]), "deal 0.*17 cards"),
    ]
    arrays = [
        *((value, "expected a NumPy array") for value in (None, [[1, 2]])),
        (np.zeros((1, 4)), "float64 with 2 axes"),
        (np.zeros((1, 4), dtype=np.int64), "int64 with 2 axes"),
        (np.zeros(4, dtype=np.uint64), "with 1 axes"),
        *((np.zeros((1, n), dtype=np.uint64), f"{n} columns: expected 2 to 6") for n in (1, 7)),
        (np.zeros((1, 4), dtype=object), "object"),
        (np.zeros((1, 4), dtype=">u8"), ">u8"),
    ]
    assert_refused(check_deal_array, DealError, sizes + arrays)
    assert_refused(array_to_deals, DealError, sizes)
    cases = [(_rows(["A", "K"]), "2 columns: expected 3 to 7")]
    assert_refused(lambda rows: check_deal_array(rows, kitty=True), DealError, cases)
    two, three = Deal(["A", "K"]), Deal(["A", "K", "Q"])
    cases = [
        *((each, "expected several deals") for each in (None, 5, "N:A... K... Q... J...", two)),
        ([two, 5], r"deal 1: deal 5 is wrong: expected a Deal"),
        ([two, three], "deal 1 has 3 hands and those before have 2"),
    ]
    assert_refused(deals_to_array, DealError, cases)


def test_arrays_of_any_layout_in_memory():
    good = random_deals(10, 1)
    good.flags.writeable = False
    assert check_deal_array(good, kitty=True) is good
    unaligned = np.frombuffer(b"\0" + good.tobytes(), dtype=np.uint8)[1:].view(np.uint64).reshape(good.shape)
    assert not unaligned.flags.aligned
    for same in (np.asfortranarray(good), np.repeat(good, 2, axis=0)[::2], unaligned):
        checked = check_deal_array(same, kitty=True)
        assert checked.flags.c_contiguous and checked.flags.aligned and (checked == good).all()
        assert (suit_lengths(same) == suit_lengths(good)).all()


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


def test_kernels_refuse_arrays_that_do_not_agree():
    """Their loops check no bounds, so a wrong shape must end at the door."""
    out = np.zeros((2, 4), dtype=np.uint64)
    pool, needs, known = np.arange(8, dtype=np.uint8), np.full(4, 2, dtype=np.uint8), out[0].copy()
    for args in (
        (out, pool, needs[:3], known),
        (out, pool, needs, known[:3]),
        (out, pool[:7], needs, known),
        (out, pool + np.uint8(50), needs, known),
        (np.zeros((2, 8), dtype=np.uint64), pool, np.ones(8, dtype=np.uint8), np.tile(known, 2)),
    ):
        with pytest.raises(ValueError, match="draw_deals"):
            _kernels.draw_deals(*args, 1, 2, 0)
    short = np.zeros((2, 4, 4), dtype=np.uint8)
    assert_refused(lambda counts: _kernels.count_suits(out, counts), ValueError, [(short, "count_suits")])
    cases = [(columns, "first_bad_deal") for columns in (1, 2, 5, 7)]
    assert_refused(lambda columns: _kernels.first_bad_deal(out, columns), ValueError, cases)
    assert not out.any()
