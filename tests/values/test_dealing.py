"""Random deals: the same for ever, drawn with equal chances, and of the sizes that the rules say."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.support.refusals import assert_refused

from whistsolve import Deal, DealError, Hand, Rules, WhistError, _kernels
from whistsolve.dealing import random_deals, short_deck
from whistsolve.encoding import array_to_deals, check_deal_array

seeds = st.integers() | st.integers(-(2**300), 2**300)


# The promise of the same deals for ever: these lines may not change.
SEEDS = [
    (0, None, "N:Q87.QJ73.JT5.QJ JT43..A632.652.B AK9.AT984.Q.K83 652.652.K87.AT.L | .K.94.974"),
    (-1, None, "N:.Q74.AQ74.KJ954 AJ98.A6.98.A87.B Q4.T953.KT6.T62 KT765.82.J52.Q3 | 32.KJ.3..L"),
    (10**50, None, "N:A9.43.AT9543.73 K863.A5.J6.AQ42 J742.J97..K985.L T5.KT82.K872.T6 | Q.Q6.Q.J.B"),
    (7, "cutthroat_5", "0:J97.765.JT3.7 A432.4.A4.96.L KQ65.J.72.A52 .932.Q985.KJ8 T8.KQ.K6.Q43.B | .AT8..T"),
    (7, "whist_seed", "N:9862.A654.J92.73 KQT54.T3.KT4.Q96 J.J2.A73.AKJ8542 A73.KQ987.Q865.T"),
]


def test_deals_of_a_seed_never_change():
    for seed, preset, text in SEEDS:
        assert str(Deal.random(seed, preset and Rules.preset(preset))) == text
    one_joker = Rules.preset("bid_whist_seed", jokers=1)
    text = "N:T9732.64.JT2.73 AKJ5.J.A4.Q9654 Q6.3.Q9763.AKJ2 84.KT9752.85.T8 | .AQ8.K..B"
    assert str(Deal.random(7, one_joker)) == text
    short = Rules.preset("bid_whist_seed", lowest_rank=11, hand_size=3, jokers=0, bid_base=0)
    assert str(Deal.random(5, short)) == "N:Q..AQ. .AK.J. J..K.Q K.Q..K | A.J..AJ"
    far = array_to_deals(random_deals(1, 12, first=2**61), kitty=True)[0]
    assert (random_deals(33_000, 1)[32_990:] == random_deals(10, 1, first=32_990)).all()
    assert str(far) == "N:Q95.2.AQ8.KJ752 J73.QJT9.K654.3 A62.K74.T9.AQT8 KT84.8653.3.94.L | .A.J72.6.B"


@given(seeds, st.integers(0, 60), st.integers(0, 60))
def test_any_part_of_a_stream_can_be_drawn(seed, first, count):
    whole = random_deals(first + count, seed)
    assert (random_deals(count, seed, first=first) == whole[first:]).all()
    assert Deal.random(seed) == array_to_deals(random_deals(1, seed), kitty=True)[0]


def test_threads_draw_the_same_deals():
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda i: random_deals(500, 3, first=500 * i), range(8)))
    assert (np.concatenate(parts) == random_deals(4000, 3)).all()


def test_seeds():
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


def test_a_dummy_s_surplus_lies_in_the_kitty():
    deal = Deal.random(7, Rules.preset("dummy_seed", jokers=2))
    assert (deal.seats, deal.hand_size, len(deal.kitty)) == (4, 13, 2)


def _chi_square(counts, expected):
    return float((((counts - expected) ** 2) / expected).sum())


def test_four_cards_fall_in_every_way_equally_often():
    deals = np.empty((24_000, 3), dtype=np.uint64)
    needs, known = np.array([2, 1, 1], dtype=np.uint8), np.zeros(3, dtype=np.uint64)
    _kernels.draw_deals(deals, np.arange(4, dtype=np.uint8), needs, known, 12345, 67890, 0)
    counts = Counter(map(tuple, deals.tolist()))
    assert len(counts) == 12
    # 11 degrees of freedom: above 31.3 once in a thousand streams.
    assert _chi_square(np.array(list(counts.values())), 2_000) < 31.3


def test_known_cards_stay_where_they_are():
    known = {"N": "AKQ.A...B", 2: ["H2"], "kitty": "..32.."}
    deals = random_deals(2000, 6, known=known)
    check_deal_array(deals, kitty=True)
    for column, hand in ((0, Hand("AKQ.A...B")), (2, Hand(["H2"])), (4, Hand("..32.."))):
        assert (deals[:, column] & np.uint64(hand.mask) == np.uint64(hand.mask)).all()
    full = {"N": "AKQJT9876543"}
    assert (random_deals(50, 6, known=full)[:, 0] == np.uint64(Hand("AKQJT9876543").mask)).all()


def test_known_cards_that_cannot_be():
    whist, one_joker = Rules.preset("whist_seed"), Rules.preset("bid_whist_seed", jokers=1)
    short = Rules.preset("whist_seed", lowest_rank=11, hand_size=4)
    cases = [
        ((None, {"N": "A", "E": "A"}), "SA, known to be in the hand of E, stands twice"),
        ((None, {"N": "AKQJT98765432"}), "13 cards are known of the hand of N: it holds 12"),
        ((None, {"kitty": "AKQJT98"}), "7 cards are known of the kitty: it holds 6"),
        ((None, "N"), "expected hands by seat"),
        ((None, ["N"]), "expected hands by seat"),
        ((whist, {"N": "....B"}), "BJ, known to be in the hand of N, is not in the deck"),
        ((whist, {"kitty": "A"}), "kitty: these rules have none"),
        ((one_joker, {"N": "....L"}), "LJ, .* is not in the deck"),
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


def test_no_deals_at_all():
    assert random_deals(0, 1).shape == (0, 5)
    assert random_deals(0, 1, Rules.preset("whist_seed")).shape == (0, 4)


def test_a_short_deal_has_a_deck_of_its_own():
    short = Deal.from_text("0:AK... QJ... T9...")
    for preset in ("bid_whist", "whist", "dummy", "cutthroat_5"):
        rules = Rules.preset(preset)
        assert short_deck(Deal.random(3, rules), rules) is None
        assert short_deck(short, rules) == short.cards
