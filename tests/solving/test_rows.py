"""Many single questions at once are what `solve` answers; every card in many layouts: forms and wrong calls.

Its values are in tests/engine/test_random_rules.py.
"""

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals, deals_to_array
from whistsolve.solving import solve_card_rows, solve_rows
from whistsolve.values.strains import RANKINGS, STRAINS, TRUMPS

ALL = [ws.Strain(trump, ranking) for ranking in RANKINGS for trump in TRUMPS]
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38)


def rows_of(seats, count):
    """Hands, strains of all fifteen, leaders and declarers, drawn for each row; some hands twice in a row."""
    draw = np.random.default_rng(1)
    hands = random_deals(count, 1, ws.Rules.preset("cutthroat_6", hand_size=4, kitty_size=30))[:, :seats]
    hands = hands.copy()
    hands[1::3] = hands[: len(hands[1::3]) * 3 : 3]
    return hands, draw.integers(0, 15, count), draw.integers(0, seats, count), draw.integers(0, seats, count)


@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        ("bid_whist", 4, {"kitty_book": "first_trick_winner"}),
        ("bid_whist", 4, {"joker_no_trump": "high_no_suit", "direction_of_play": "counterclockwise"}),
        ("bid_whist", 4, {"joker_no_trump": "free_discard", "joker_lead_no_trump": "free_play"}),
        ("bid_whist", 4, {"joker_lead_no_trump": "leader_names_suit"}),
        ("bid_whist", 2, {}),
        ("bid_whist", 3, {}),
        ("cutthroat_5", 5, {"direction_of_play": "counterclockwise"}),
        ("cutthroat_6", 6, {}),
    ],
)
def test_rows_are_what_solve_says(preset, seats, options):
    """The rules need not be those of so many players, as for `solve`."""
    rules = ws.Rules.preset(preset, **options)
    hands, strains, leaders, declarers = rows_of(seats, 90)
    asked = zip(array_to_deals(hands), strains.tolist(), leaders.tolist(), declarers.tolist(), strict=True)
    solver = ws.Solver()
    want = [
        solver.solve(deal, ALL[strain], leader, declarer=declarer, rules=rules).tricks
        for deal, strain, leader, declarer in asked
    ]
    for threads in (1, 2):
        found = solve_rows(hands, strains, leaders, declarers, columns=ALL, rules=rules, threads=threads)
        assert found.dtype == np.uint8 and found.tolist() == want


def test_one_strain_or_seat_does_for_all_rows():
    hands, _, leaders, _ = rows_of(4, 30)
    want = solve_rows(hands, np.full(30, 4), np.full(30, 1), np.full(30, 2))
    for strain in (4, "NT+", STRAINS[4], np.int64(4)):
        assert np.array_equal(solve_rows(hands, strain, "E", 2), want)
    assert np.array_equal(
        solve_rows(hands, "H~", leaders, "S"), solve_rows(hands, 0, leaders, 2, columns=["H~"])
    )
    assert np.array_equal(solve_rows(hands, np.full(60, 4)[::2], 1, np.full(30, 2, dtype=np.int8)), want)
    none = np.zeros(0, dtype=np.int64)
    found = solve_rows(np.zeros((0, 4), dtype=np.uint64), none, none, none)
    assert found.shape == (0,) and found.dtype == np.uint8


def test_each_suit_that_a_joker_names_has_a_column():
    rules = ws.Rules.preset("bid_whist", joker_lead_no_trump="leader_names_suit")
    deal = ws.Deal.from_text("N:A2...3.B K3.4..5 Q4..6.7 J5.8.9.")
    hands = deals_to_array([deal])
    cards, tricks = solve_card_rows(hands, "NT+", "N", "N", first_trick=False, each_name=True, rules=rules)
    wide = list(zip(map(str, cards), tricks[0].tolist(), strict=True))
    one, best = solve_card_rows(hands, "NT+", "N", "N", first_trick=False, rules=rules)
    narrow = dict(zip(map(str, one), best[0].tolist(), strict=True))
    named = [
        ws.solve(deal, "NT+", "N", played=[f"BJ:{suit}"], rules=rules).tricks for suit in ("C", "D", "H", "S")
    ]
    assert [worth for card, worth in wide if card == "BJ"] == named and max(named) == narrow.pop("BJ")
    assert {card: worth for card, worth in wide if card != "BJ"} == narrow


HANDS = random_deals(8, 3, SHORT)[:, :4].copy()
GOOD = {"hands": HANDS, "strains": np.arange(8), "leaders": 0, "declarers": np.arange(8) % 4}
#: East has led the queen of spades; South plays.
LAYOUTS = deals_to_array(["N:A2..3. Q3..4. 54..5. J6..6.", "N:J6..6. Q3..4. 54..5. A2..3."])
LAYOUTS[:, 1] &= ~np.uint64(1 << ws.Card.from_text("SQ").index)
GOOD_CARDS = {
    "hands": LAYOUTS,
    "strain": "NT+",
    "hand_to_play": "S",
    "declarer": "E",
    "first_trick": False,
    "trick": ["SQ"],
    "rules": ws.Rules.preset("bid_whist"),
}
EXCHANGED = ws.Rules.preset("bid_whist", joker_no_trump="exchanged")


def changed(array, place, mask):
    copy = array.copy()
    copy[place] = mask
    return copy


def mask(cards):
    return sum(1 << ws.Card.from_text(card).index for card in cards.split())


#: A card each, the big joker of South.
ONE_CARD = np.array([[1, 2, 1 << 53, 4]] * 2, dtype=np.uint64)
WRONG = [
    ({"hands": HANDS.astype(np.int64)}, ws.DealError, "dtype int64"),
    ({"hands": changed(HANDS, (5, 1), HANDS[5, 0])}, ws.DealError, "deal 5"),
    ({"strains": np.arange(7)}, ws.WhistError, r"strains of dtype int64 and shape \(7,\)"),
    ({"strains": np.arange(3, 11)}, ws.NotationError, "row 7 of strains is 10: .* 0 to 9"),
    ({"strains": np.arange(8) - 1}, ws.NotationError, "row 0 of strains is -1"),
    ({"strains": np.full(8, 2**64 - 1, dtype=np.uint64)}, ws.NotationError, "row 0 of strains"),
    ({"strains": 10}, ws.NotationError, "strains 10 is wrong"),
    ({"strains": "X+"}, ws.NotationError, "strain 'X[+]' is wrong"),
    ({"strains": "S+", "columns": ["S+"]}, ws.NotationError, "expected no columns"),
    ({"columns": ["S+"]}, ws.NotationError, "row 1 of strains is 1: expected a number from 0 to 0"),
    ({"columns": []}, ws.NotationError, "no strains"),
    ({"leaders": np.arange(8)}, ws.NotationError, "row 4 of leaders is 4"),
    ({"leaders": "X"}, ws.NotationError, "leaders 'X' is no seat"),
    ({"declarers": np.full(8, 256)}, ws.NotationError, "row 0 of declarers is 256"),
    ({"declarers": np.zeros(9, dtype=int)}, ws.WhistError, r"declarers .* shape \(9,\)"),
    (
        {"hands": ONE_CARD, "strains": np.arange(3, 5), "declarers": 0, "rules": EXCHANGED},
        ws.DealError,
        r"deal 1: S holds BJ in NT[+]",
    ),
]
WRONG_CARDS = [
    ({"hands": LAYOUTS.astype(np.int64)}, ws.DealError, "dtype int64"),
    ({"hands": LAYOUTS[:0]}, ws.DealError, "no rows"),
    ({"hands": changed(LAYOUTS, (1, 2), mask("S5 S4 HT"))}, ws.DealError, "row 1: S, who .* row 0"),
    ({"hands": changed(LAYOUTS, (1, 0), mask("S6 SJ S4"))}, ws.DealError, "trick SQ put back .* deal 1"),
    ({"hands": changed(LAYOUTS, (1, 0), mask("S6 SJ"))}, ws.DealError, "deal 1"),
    ({"hands": changed(LAYOUTS, (1, 0), mask("S6 SJ SQ"))}, ws.DealError, "row 1: N holds SQ, which is in"),
    ({"hands": LAYOUTS | np.uint64(1 << 60)}, ws.DealError, "deal 0"),
    ({"trick": []}, ws.DealError, "deal 0"),
    ({"trick": ["SQ", "SK"]}, ws.DealError, "trick SQ SK put back"),
    ({"trick": ["SQ", "S2", "S3", "S7"]}, ws.ActError, "trick has 4 cards .* at most 3 before S plays"),
    ({"trick": ["SQ:H"]}, ws.ActError, "row 0: card 1 of those played, SQ by E, .* only a led joker names"),
    ({"hand_to_play": "X"}, ws.NotationError, "hand_to_play 'X'"),
    ({"declarer": None}, ws.NotationError, "declarer None"),
    ({"first_trick": 1}, ws.WhistError, "first_trick 1 is wrong: expected True or False"),
    (
        {"hands": changed(LAYOUTS, (1, 0), mask("S6 SJ BJ")), "rules": EXCHANGED},
        ws.DealError,
        r"deal 1: N holds BJ in NT[+]",
    ),
]


def test_what_is_wrong_is_named():
    assert solve_rows(**GOOD).shape == (8,) and solve_card_rows(**GOOD_CARDS)[1].shape == (2, 2)
    for wrong, error, message in WRONG:
        with pytest.raises(error, match=message):
            solve_rows(**{**GOOD, **wrong})
    for wrong, error, message in WRONG_CARDS:
        with pytest.raises(error, match=message):
            solve_card_rows(**{**GOOD_CARDS, **wrong})


def test_a_trick_that_was_not_legal_in_some_row_is_named():
    """West could not have thrown the six of diamonds where West still holds a spade."""
    asked = {"first_trick": True, "trick": ["SQ", "S6", "D6"]}
    rows = [["SA S2", "S3", "S4", "D7"], ["SA S2", "D7", "S4", "S3"]]
    hands = np.array([list(map(mask, row)) for row in rows], dtype=np.uint64)
    assert solve_card_rows(hands[:1], "NT+", "N", "N", **asked)[1].shape == (1, 2)
    for given, row in ((hands, 1), (hands[1:], 0)):
        words = f"row {row}: card 3 of those played, D6 by W, is not legal: W holds"
        with pytest.raises(ws.ActError, match=words):
            solve_card_rows(given, "NT+", "N", "N", **asked)
