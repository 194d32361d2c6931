"""Deals under conditions: what the language means and refuses, counts and draws, averages and frequencies."""

import itertools
import json
import statistics
from collections import Counter
from functools import cache
from math import comb

import numpy as np
import pytest
from tests.inference.test_layouts import is_uniform, ways
from tests.support.command import done, refused
from tests.support.refusals import assert_refused

import whistsolve as ws
from whistsolve.conditions import ConditionalDeals, profiles
from whistsolve.conditions.language import read_condition, read_expressions
from whistsolve.conditions.terms import Columns, Deals
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.evaluation import Evaluator

DEAL = ws.Deal.from_text("N:AKQJ.T98.765.4.B T98.AKQ.432.A32 765.J76.AKQ.765 432.5432.JT.KQJ | ..98.T98.L")
ROW = np.array([[*(hand.mask for hand in DEAL.hands), DEAL.kitty.mask]], dtype=np.uint64)
TABLE = Columns(ws.Rules.preset("bid_whist"), ws.Rules.preset("bid_whist").deck, (12, 12, 12, 12, 6))


def value(text):
    return ws.deal_average(text, ROW).mean


#: Expressions, and what they are of the deal.
VALUES = {
    "spades(N + E)": 7,
    "hearts(north | East)": 6,
    "clubs(kitty)": 3,
    "jokers(N) + jokers(kitty)": 2,
    "hcp(E, 'H') + hcp(E, '♣')": 13,
    "hcp(N + E + S + W + kitty)": 40,
    "points(N, 'A=1 K=.5')": 1.5,
    "points(N, 'A=1.5 10=2, BJ=-1')": 2.5,
    "points(E, 'A = 4 K = 3', hearts)": 7,
    "ranks(S, '765')": 8,
    "ranks(N, '10')": 1,
    "honours(N)": 5,
    "tens(N) + jacks(N, spades)": 2,
    "aces(E) + 10 * kings(E) + 100 * queens(N)": 112,
    "cards(N, 'SA, BJ LJ')": 2,
    "cards(N, 'AK....B')": 3,
    "'♠A BJ' in N": 1,
    "'BJ' not in N": 0,
    "longest(N) - shortest(N)": 3,
    "10 * singletons(N) + voids(kitty)": 12,
    "shape(N, '4331')": 1,
    "shape(N, 'any 1334')": 1,
    "shape(N, 'any xx31 - 4xxx')": 0,
    "shape(N, 'any 4440 + 43xx - x4xx')": 1,
    "shape(N + E, '7-6-6-4')": 1,
    "(3 if spades(N) > 3 else 4) - (2 if 'LJ' in N else 1)": 2,
    "-(2 * 3 - 7) / 4": 0.25,
    "(spades(N) == 4) + (hearts(N) == 4)": 1,
    "not spades(N) == 4 or False": 0,
    "spades(N) in {3, 4}": 1,
    "max(1, 2, 5) - min(3, 2) + abs(-1)": 4,
    "spades(0)\n  + spades(0 + 1)": 11,
    "spades(N) not in [3, 5] and 1 < 2 <= 2 != 3": 1,
    "1 <= spades(N) < 4 or 'SA LJ' in N or 'BJ' not in N": 0,
}


def test_expressions():
    assert {text: value(text) for text in VALUES} == VALUES
    north = np.array([DEAL.hands[0].mask], dtype=np.uint64)
    assert value("estimate(N, 'S+')") == Evaluator().means(north, ["S+"])[0, 0]
    table = ws.table(DEAL, strains=["S+", "NT-", "H~"])
    assert value("tricks(N, S+)") == table["N", "S+"]
    assert value("tricks(W, NT-) - tricks( E ,'H~')") == table["W", "NT-"] - table["E", "H~"]


def test_what_cannot_be_read_is_named():
    for text, words in (
        ("ranks(N, 'AT10') > 1", "ranks 'AT10' are wrong"),
        ("", "the condition is empty: expected one, such as spades(N) >= 6"),
        ("spades(N) >=", "cannot be read: expected comparisons such as spades(N) >= 6"),
        ("hcp(N)", "it is a number; expected yes or no, such as hcp(N) >= 1"),
        ("hcp(N) >= 1 and 3", "'3' in 'hcp(N) >= 1 and 3' is wrong: it is a number"),
        ("N > 3", "a hand is no number: expected a function of it, such as hcp(N)"),
        ("spade(N) > 3", "tricks, min, max, abs; did you mean 'spades'?"),
        ("spades(Q) > 3", "it is no hand: expected N, E, S, W or kitty, or several such as N + S"),
        ("spades(N + N) > 3", "expected every hand once"),
        ("spades(hand=N) > 3", "expected spades(N)"),
        ("max(3) > 3", "expected max(spades(N), hearts(N))"),
        ("hcp(N, 'X') > 3", "suit 'X' is wrong: expected S, H, D or C"),
        ("points(N, 3) > 3", "expected a text, such as 'SA BJ'"),
        ("points(N, 'A4') > 3", "points 'A4' are wrong at 'A4': expected each rank or joker once"),
        ("'SX' in N", "cards 'SX' are wrong: 'SX' is no card"),
        ("spades(N) in 3", "expected cards in a hand, such as 'SA BJ' in N, or spades(N) in (5, 6)"),
        ("spades(N) is 3", "expected one of < <= > >= == != in, not in"),
        ("spades(N) // 2 > 3", "expected one of + - * /"),
        ("1 / spades(N) > 3", "expected a number other than 0 to divide by"),
        ("spades(N) > 1e10", "expected a number of at most 1000000000"),
        ("[x for x in N]", "expected a number, a function such as hcp(N), or a comparison of them"),
        ("__import__('os').system('x') > 3", "there is no such function: expected one of clubs, diamonds"),
        ("shape(N, '5332')", "shape '5332' has 13 cards: expected 10 to 12 in the four suits of the hand"),
        ("shape(N, '443')", "shape '443' cannot be read: expected lengths of spades"),
        ("shape(N, '4431 4440')", "shape '4431 4440' cannot be read: '4440'"),
        ("tricks(N + S, 'S+') > 3", "expected one seat"),
        ("tricks(N, 'X') > 3", "strain 'X'"),
        ("tricks(N, 3) > 3", "expected a strain, such as 'NT+'"),
        ("spades(N) > 3 # \\", "holds a \\ or #"),
        ("spades(N) > \x00", "character"),
        ("1 " + "+ 1" * 2000, "characters: expected 4000 at most"),
        ("-" * 70 + "1 > 0", "nested too deeply: expected 60 levels at most"),
        ("(" * 1000 + "1" + ")" * 1000, "cannot be read"),
        (f"points(N, 'A={'9' * 3000}') > 1", "expected each rank or joker once"),
    ):
        with pytest.raises(ws.NotationError) as error:
            read_condition(text, TABLE)
        assert words in str(error.value), text
        assert "\n" not in str(error.value) and len(str(error.value)) < 500


def test_cards_and_columns_are_those_of_the_rules():
    cases = [
        (("whist", "'BJ' in N"), "BJ is not in the deck"),
        (("whist", "spades(kitty) > 1"), "expected N, E, S, W, or several"),
        (("cutthroat_3", "spades(N) > 1"), r"expected a seat from 0 to 2.*such as 0 \+ 1"),
    ]
    read = lambda preset, text: read_condition(text, Columns.read(ws.Rules.preset(preset)))  # noqa: E731
    assert_refused(lambda given: read(*given), ws.NotationError, cases)
    assert read("cutthroat_3", "spades(0 + 2) > 1 and 'SA' in 1")


def test_several_expressions_keep_their_texts():
    for text, expected in {
        "hcp(N)+1, tricks(N, NT+)": ["hcp(N)+1", 'tricks(N, "NT+")'],
        "'♠A' in N, ('♠K' in N)": ["'♠A' in N", "'♠K' in N"],
    }.items():
        assert [each for each, _ in read_expressions(text, TABLE)] == expected
    assert len(read_expressions("1," * 2000, TABLE)) == 2000  # in no time


@cache
def sample():
    """300 deals, and how many spades and hearts the first hand of each has."""
    deals = random_deals(300, 7)
    held = [deal.hands[0] for deal in array_to_deals(deals, kitty=True)]
    return deals, *([len(hand.of_suit(suit)) for hand in held] for suit in "SH")


def test_averages_and_frequencies_are_those_of_plain_counting():
    deals, spades, hearts = sample()
    found, deviation = ws.deal_average("spades(N)", deals), statistics.stdev(spades)
    assert (found.expression, found.deals) == ("spades(N)", 300)
    assert (found.lowest, found.highest) == (min(spades), max(spades))
    expected = statistics.fmean(spades), deviation, deviation / 300**0.5
    assert (found.mean, found.deviation, found.standard_error) == pytest.approx(expected)
    single = ws.deal_average("spades(N)", deals[:1])
    assert np.isnan(single.standard_error) and single.as_dict()["standard_error"] is None
    found = ws.deal_frequency("spades(N)", deals)
    assert dict(zip(found.values[0].tolist(), found.counts.tolist(), strict=True)) == Counter(spades)
    assert found.deals == 300 and found.shares.sum() == pytest.approx(1)
    assert found.standard_errors == pytest.approx((found.shares * (1 - found.shares) / 300) ** 0.5)
    pairs = Counter(zip(spades, hearts, strict=True))
    for expressions in ("spades(N), hearts(N)", ["spades(N)", "hearts(N)"]):
        found = ws.deal_frequency(expressions, deals)
        assert found.expressions == ("spades(N)", "hearts(N)") and found.as_dict()["deals"] == 300
        rows, columns = (values.tolist() for values in found.values)
        assert found.counts.tolist() == [[pairs[row, column] for column in columns] for row in rows]


def test_errors_name_what_is_wrong():
    deals = sample()[0]
    for expression in ("spades(N), hearts(N)", "", "N"):
        with pytest.raises(ws.NotationError):
            ws.deal_average(expression, deals)
    with pytest.raises(ws.NotationError, match="3 expressions: expected 2 at most"):
        ws.deal_frequency("1, 2, 3", deals)
    many, text = random_deals(5000, 1), "points(N, 'A=1 K=.31 Q=.107 J=.0301 T=.0107 9=.00301 8=.00101')"
    ((_, term),) = read_expressions(text, Columns.read(None))
    rows = np.unique(term.values(Deals(many)), return_index=True)[1]
    assert len(ws.deal_frequency(text, many[rows[:1000]]).counts) == 1000
    with pytest.raises(ws.NotationError, match="1001 values: expected 1000 at most"):
        ws.deal_frequency(text, many[rows[:1001]])
    for wrong in (deals[:0], deals[:, :4], deals.astype(np.int64)):
        with pytest.raises(ws.DealError, match="expected"):
            ws.deal_average("spades(N)", wrong)


def test_the_command_deals_under_conditions_and_prints_statistics():
    where = "--where", "spades(N) >= 7", "--where", "'BJ' in S"
    expected = ws.deals_where(["spades(N) >= 7", "'BJ' in S"], 70, seed=3)
    lines = [str(deal) for deal in expected]
    for count in (70, 2):
        assert done("deal", *where, "--seed", 3, "--count", count).splitlines() == lines[:count]
    one = json.loads(done("deal", *where, "--json"))
    assert len(ws.Deal.from_text(one["deal"]).hands[0].of_suit("S")) >= 7
    asked = "--probability", "--average", "spades(N)", "--average", "hcp(N)", "--frequency", "hearts(N)"
    text = done("deal", "--where", "spades(N) == 6", *asked, "--count", 500, "--seed", 1)
    exact = ws.count_deals("spades(N) == 6")
    assert f"{exact.count} of {exact.total} deals, exactly" in text
    assert "spades(N)     6" in text and "500 deals, seed 1" in text
    frequency = ws.deal_frequency("hearts(N)", ws.deals_where("spades(N) == 6", 500, seed=1, as_array=True))
    assert all(str(count) in text for count in frequency.counts)
    plain = done("deal", "--frequency", "spades(N), hearts(N)", "--seed", 1, "--count", 300)
    assert plain.startswith("spades(N) down, hearts(N) across, %\n")
    either = "shape(N, 'any 4440') or spades(S) >= 7"
    assert "an estimate from" in done("deal", "--where", either, "--probability", "--seed", 1)
    for arguments, words in (
        (("--where", "spades(N)"), "it is a number"),
        (("--average", "N"), "a hand is no number"),
        (("--probability",), "--probability is given without --where"),
        (("--diagram", "--average", "hcp(N)"), "--diagram is given with statistics"),
        (("--where", "spades(N) > 12"), "no deal satisfies the conditions"),
    ):
        assert words in refused("deal", *arguments)


DECK = "AK2.AK.2.A.BL"
SIZES = (2, 2, 2, 2, 1)


@cache
def every_deal():
    """All 22,680 deals of the small deck, each as a row of masks."""
    return np.array(list(ways([card.index for card in ws.Hand(DECK)], SIZES)), dtype=np.uint64)


TEXTS = [
    "spades(N) >= 1 and hearts(E) == 1",
    "1 <= spades(N + S) < 3",
    "'SA BJ' in N | kitty",
    "jokers(N) == jokers(S)",
    "hcp(N) + hcp(S) >= 12",
    "not (aces(E) >= 1 or kings(W) >= 1)",
    "shape(N, 'any 11xx + 2xxx - x1xx')",
    "longest(N) == 2 or voids(S) == 4",
    "singletons(N) > shortest(E) + 1",
    "points(N, 'A=4.5 K=3 BJ=5') > points(S, 'A=4.5 K=3 BJ=5', spades) + 4",
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
    # Exact probabilities are those of textbooks.
    expected = {
        "shape(N, 'any 4432')": 0.21551,
        "shape(N, '13-0-0-0')": 1 / comb(52, 13),
        "hcp(N) == 37": 4 / comb(52, 13),
        "aces(N) + aces(S) == 4": comb(26, 4) / comb(52, 4),
    }
    whist = ws.Rules.preset("whist")
    found = {text: ws.count_deals(text, whist).probability for text in expected}
    assert found == pytest.approx(expected, rel=1e-4)


def test_a_stream_is_the_same_in_parts_and_for_ever():
    deals = ConditionalDeals(["spades(N) >= 7 and hcp(N) >= 12", lambda deal: "HA" in deal.hands[1]])
    whole = deals.draw(40, seed=-3)
    parts = [deals.draw(1, seed=-3), deals.draw(29, seed=-3, first=1), deals.draw(10, seed=-3, first=30)]
    assert (np.concatenate(parts) == whole).all()
    assert not (deals.draw(40, seed=4) == whole).all()
    assert deals.draw(0, seed=1).shape == (0, 5)
    first = ws.deals_where("'BJ' in N", 1, seed=1)[0]
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
    assert found.probability == 0 < found.standard_error


def test_stops_keep_what_was_found_and_progress_is_told():
    asked = {"seed": 1, "where": "hcp(N) + hcp(S) > 24 or spades(E) > 6"}
    cancelled, told = ws.Cancellation(), []
    with pytest.raises(ws.Stopped, match=r"^cancelled: \d+ of 100000 deals") as caught:
        ws.deals_where(count=100_000, progress=lambda *_: cancelled.cancel(), cancel=cancelled, **asked)
    drawn = caught.value.partial
    assert 0 < len(drawn) < 100_000 and drawn == ws.deals_where(count=len(drawn), **asked)

    def predicate(deal):
        if next(numbers) > most:
            raise KeyboardInterrupt
        return len(deal.hands[0].of_suit("S")) % 2 == 0

    numbers, most = itertools.count(1), 30
    with pytest.raises(ws.Interrupted) as stopped:
        ws.deals_where(predicate, 1000, seed=1, as_array=True)
    partial, most = stopped.value.partial, 10**6
    assert 0 < len(partial) < 30
    assert array_to_deals(partial, kitty=True) == ws.deals_where(predicate, len(partial), seed=1)
    ws.deals_where("spades(N) >= 5", 50, seed=1, progress=lambda *each: told.append(each))
    assert told[-1] == (50, 50) and told == sorted(told)
    ws.count_deals(lambda deal: True, samples=10, seed=1, progress=lambda *each: told.append(each))
    assert told[-1] == (10, 10)


def test_double_dummy_tricks_are_a_condition():
    asked = {"deck": "AKQ.AKQ.AKQ.AKQ", "sizes": (3, 3, 3, 3), "seed": 1}
    deals = ws.deals_where("tricks(N, NT+) == 3 and aces(N) == 2", 6, **asked)
    assert {ws.table(deal)["N", "NT+"] for deal in deals} == {3}
    assert not ws.count_deals("tricks(N, NT+) == 3", samples=50, **asked).exact


def test_wrong_arguments_of_deals_are_named():
    four = {"deck": "AKQJ...", "sizes": [1, 1, 1, 2]}
    cases = [
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
    ]
    fixed = {"where": "True", "count": 1}
    assert_refused(lambda given: ws.deals_where(**{**fixed, **given}), ws.WhistError, cases)
