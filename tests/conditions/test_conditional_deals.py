"""Deals under conditions: counted and drawn as plain enumeration has them, whatever way they are drawn."""

from functools import cache
from math import comb

import numpy as np
import pytest
from tests.inference.test_layouts import is_uniform, ways

import whistsolve as ws
from whistsolve.conditions import ConditionalDeals, profiles
from whistsolve.conditions.columns import Columns
from whistsolve.conditions.language import read_condition
from whistsolve.conditions.terms import Deals
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals

DECK = "AK2.AK.2.A.BL"
SIZES = (2, 2, 2, 2, 1)


@cache
def every_deal():
    """All 22,680 deals of the small deck, each as a row of masks."""
    return np.array(list(ways([card.index for card in ws.Hand(DECK)], SIZES)), dtype=np.uint64)


TEXTS = [
    "spades(N) == 2",
    "spades(N) >= 1 and hearts(E) == 1",
    "1 <= spades(N + S) < 3",
    "'BJ' in S",
    "'SA BJ' in N | kitty",
    "'BJ' not in S and 'LJ' in kitty",
    "jokers(N) == jokers(S)",
    "hcp(N) + hcp(S) >= 12",
    "not (aces(E) >= 1 or kings(W) >= 1)",
    "shape(N, 'any 11xx + 2xxx - x1xx')",
    "longest(N) == 2 or voids(S) == 4",
    "singletons(N) > shortest(E) + 1",
    "points(N, 'A=4.5 K=3 BJ=5') > points(S, 'A=4.5 K=3 BJ=5', spades) + 4",
    "cards(W, 'SA HA CA') == 2 and ranks(kitty, 'K2') == 1",
    "(2 if 'BJ' in N else 1) * aces(N) == 2",
    "max(spades(N), hearts(S), 1) - min(jokers(W), 1) == abs(-2)",
    "spades(N) in (0, 2) and (clubs(E) == 1) + (clubs(W) == 1) == 1",
    "tens(N) + queens(N) + jacks(N) == honours(N, hearts) / 2 - 0.5",
]


def fitting(text):
    """The deals of which a condition is true; what its words mean is tested with the language."""
    terms = read_condition(text, Columns.read(None, deck=DECK, sizes=SIZES))
    holds = np.all([term.values(Deals(every_deal())) for term in terms], axis=0)
    return list(map(tuple, every_deal()[holds].tolist()))


@pytest.mark.parametrize("text", TEXTS)
def test_conditions_are_counted_and_drawn_as_by_enumeration(text):
    rows = fitting(text)
    deals = ConditionalDeals(text, deck=DECK, sizes=SIZES)
    found = deals.count()
    assert (found.exact, found.count, found.total) == (True, len(rows), len(every_deal()))
    assert found.probability == pytest.approx(len(rows) / 22_680) and found.standard_error == 0
    assert is_uniform(deals.draw(len(rows), seed=1), rows)


def test_rejection_by_a_function_draws_the_same_distribution():
    def spades(deal):
        return 1 <= sum(len(deal.hands[hand].of_suit("S")) for hand in (0, 2)) < 3

    rows = fitting("1 <= spades(N + S) < 3")
    deals = ConditionalDeals([spades, "hearts(E) < 3"], deck=DECK, sizes=SIZES)
    found = deals.count(samples=1_000, seed=3)
    assert (found.exact, found.count, found.samples) == (False, None, 1_000)
    assert abs(found.probability - len(rows) / 22_680) < 4.5 * found.standard_error
    assert is_uniform(deals.draw(500, seed=4), rows)


def test_what_cannot_be_told_apart_together_is_stacked_in_part(monkeypatch):
    """With room for few profiles only some conditions are drawn exactly; the deals are as uniform."""
    both = "spades(N) >= 1 and spades(S) >= 1 and hearts(E) >= 1 and aces(N + S) >= 2"
    rows = fitting(both)
    whole = ConditionalDeals(both, deck=DECK, sizes=SIZES)
    assert whole.count().count == len(rows)
    monkeypatch.setattr(profiles, "_MOST_MADE", 8)
    part = ConditionalDeals(both, deck=DECK, sizes=SIZES)
    assert part._proposal.left and part.proposed > whole.proposed
    assert is_uniform(part.draw(2_000, seed=2), rows)
    text = "spades(N) >= 1 and hearts(E) == 1"
    for room, exact in ((8, True), (0, False)):
        monkeypatch.setattr(profiles, "_MOST_MADE", room)
        bounds = ConditionalDeals(text, deck=DECK, sizes=SIZES)
        assert (not bounds._proposal.left, bounds.proposed < 1) == (exact, exact)
        assert not exact or bounds.count().count == len(fitting(text))
        assert is_uniform(bounds.draw(2_000, seed=2), fitting(text))


def test_full_deals_agree_with_plain_rejection():
    """Within 4.5 standard errors of 1000 deals drawn, and of those that hold of 20,000."""
    text = "shape(N, 'any 44xx') and hcp(N + S) >= 20 and 'BJ' in S"
    deals, stacked = random_deals(20_000, 5), ws.deals_where(1_000, text, seed=6)
    terms = [term.values(Deals(deals)) for term in read_condition(text, Columns.read(None))]
    rejected = deals[np.all(terms, axis=0)]
    for expression in ("hcp(N)", "spades(N)", "jokers(kitty)", "hearts(E) * spades(W)"):
        one, other = ws.deal_average(expression, stacked), ws.deal_average(expression, rejected)
        spread = (one.standard_error**2 + other.standard_error**2) ** 0.5
        assert abs(one.mean - other.mean) < 4.5 * spread, expression


def test_rare_deals_come_at_once():
    for text in (
        "spades(N) >= 11 and hearts(S) >= 9",
        "spades(N) >= 7 and hearts(E) >= 7 and diamonds(S) >= 7",
        "'SA SK SQ BJ' in N and spades(N) == 3 and 'LJ' in kitty and hearts(N) == 8",
    ):
        deals = ConditionalDeals(text)
        assert deals.proposed < 1e-6 and deals.count().exact, text
        assert ws.deal_average(text, deals.draw(30, seed=1)).lowest == 1, text
    one = "'SA' in N and 'SK' in E and 'SQ' in S and 'SJ' in W"
    everything = ConditionalDeals(one, deck="AKQJ...", sizes=(1, 1, 1, 1))
    assert everything.count().count == 1
    assert [str(deal) for deal in array_to_deals(everything.draw(2, 1))] == ["N:A... K... Q... J..."] * 2


def test_exact_probabilities_are_those_of_textbooks():
    whist = ws.Rules.preset("whist")
    shapes = {"any 4432": 0.215512, "any 5332": 0.155168, "any 4333": 0.105361, "any 7222": 0.005130}
    found = {shape: ws.count_deals(f"shape(N, '{shape}')", whist).probability for shape in shapes}
    assert found == pytest.approx(shapes, abs=5e-7)
    for text, probability in (
        ("shape(N, '13-0-0-0')", 1 / comb(52, 13)),
        ("hcp(N) == 37", 4 / comb(52, 13)),
        ("aces(N) + aces(S) == 4", comb(26, 4) / comb(52, 4)),
    ):
        assert ws.count_deals(text, whist).probability == pytest.approx(probability), text


def test_a_stream_is_the_same_in_parts_and_for_ever():
    deals = ConditionalDeals(["spades(N) >= 7 and hcp(N) >= 12", lambda deal: "HA" in deal.hands[1]])
    whole = deals.draw(40, seed=-3)
    parts = [deals.draw(1, seed=-3), deals.draw(29, seed=-3, first=1), deals.draw(10, seed=-3, first=30)]
    assert (np.concatenate(parts) == whole).all()
    assert not (deals.draw(40, seed=4) == whole).all()
    assert deals.draw(0, seed=1).shape == (0, 5)
    first = array_to_deals(ws.deals_where(1, "'BJ' in N", seed=1), kitty=True)[0]
    assert str(first) == ("N:2.AKJ2.T9.T864.B K43.95.AK8.K52.L Q98.843.Q73.QJ3 AJT765.T6.J52.9 | .Q7.64.A7")


def test_what_no_deal_satisfies_is_refused():
    for where in (
        "'SA' in N and 'SA' in S",
        "spades(N) >= 7 and spades(S) >= 7",
        "spades(N) >= 7 and spades(S) >= 5 and spades(E) >= 2",
        "spades(N) == 13",
        "aces(N) > 4",
        "False",
        "jokers(N) == 1 and jokers(S) == 1 and jokers(kitty) == 1",
        "spades(N) + hearts(N) + diamonds(N) + clubs(N) <= 9",
    ):
        with pytest.raises(ws.LayoutError, match="no deal satisfies the conditions"):
            ConditionalDeals(where)


def test_what_hardly_any_deal_satisfies_is_cancelled():
    deals = ConditionalDeals(["spades(N) >= 6", lambda deal: False])
    words = r"none of 200 tried for deal 3 does, and 0 of \d+ tried.*expected conditions that leave more"
    with pytest.raises(ws.LayoutError, match=words):
        deals.draw(5, seed=1, first=3, tries=200)
    found = deals.count(samples=100, seed=1)
    assert found.probability == 0 and found.standard_error > 0


def test_a_stop_keeps_what_was_found():
    asked = {"seed": 1, "where": "hcp(N) + hcp(S) > 24 or spades(E) > 6"}
    cancelled = ws.Cancellation()
    with pytest.raises(ws.Stopped, match=r"^cancelled: \d+ of 100000 deals") as caught:
        ws.deals_where(100_000, progress=lambda *_: cancelled.cancel(), cancel=cancelled, **asked)
    drawn = caught.value.partial
    assert 0 < len(drawn) < 100_000 and (drawn == ws.deals_where(len(drawn), **asked)).all()


def test_progress_is_told():
    told = []
    ws.deals_where(50, "spades(N) >= 5", seed=1, progress=lambda *each: told.append(each))
    assert told[-1] == (50, 50) and told == sorted(told)
    ws.count_deals(lambda deal: True, samples=10, seed=1, progress=lambda *each: told.append(each))
    assert told[-1] == (10, 10)


def test_double_dummy_tricks_are_a_condition():
    deck, sizes = "AKQ.AKQ.AKQ.AKQ", (3, 3, 3, 3)
    deals = ws.deals_where(6, "tricks(N, NT+) == 3 and aces(N) == 2", seed=1, deck=deck, sizes=sizes)
    for deal in array_to_deals(deals):
        assert ws.table(deal)["N", "NT+"] == 3
    assert not ws.count_deals("tricks(N, NT+) == 3", deck=deck, sizes=sizes, samples=50, seed=1).exact


def test_wrong_arguments_are_named():
    four = {"deck": "AKQJ...", "sizes": [1, 1, 1, 2]}
    for arguments, words in (
        ({"where": 7}, "condition 7 is wrong: expected text"),
        ({"where": [7]}, "condition 7 is wrong: expected text"),
        ({"count": -1}, "count -1 is wrong"),
        ({"first": -1}, "first -1 is wrong"),
        ({"tries": 0}, "tries 0 is wrong"),
        ({"seed": "x"}, "seed 'x' is wrong"),
        ({"progress": 3}, "progress 3 is wrong"),
        ({"rules": "whst"}, "preset 'whst' is wrong"),
        (four, "hold 5 cards and the deck has 4"),
        ({**four, "deck": "AKQJT..."}, "expected hands of one size"),
    ):
        with pytest.raises(ws.WhistError, match=words):
            ws.deals_where(**{"where": "True", "count": 1, **arguments})
