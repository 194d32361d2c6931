"""Averages, frequencies and cross tables against plain counting, and as the command prints them."""

import json
import statistics
from collections import Counter

import numpy as np
import pytest
from tests.support.command import done, refused

import whistsolve as ws
from whistsolve.conditions.columns import Columns
from whistsolve.conditions.language import read_expressions
from whistsolve.conditions.terms import Deals
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals

DEALS = random_deals(300, 7)
NORTH = [deal.hands[0] for deal in array_to_deals(DEALS, kitty=True)]
SPADES = [len(hand.of_suit("S")) for hand in NORTH]
HEARTS = [len(hand.of_suit("H")) for hand in NORTH]


def test_an_average_is_that_of_plain_counting():
    found = ws.deal_average("spades(N)", DEALS)
    assert found.expression == "spades(N)" and found.deals == 300
    assert found.mean == pytest.approx(statistics.fmean(SPADES))
    assert found.deviation == pytest.approx(statistics.stdev(SPADES))
    assert found.standard_error == pytest.approx(statistics.stdev(SPADES) / 300**0.5)
    assert (found.lowest, found.highest) == (min(SPADES), max(SPADES))
    single = ws.deal_average("spades(N)", DEALS[:1])
    assert np.isnan(single.standard_error) and single.as_dict()["standard_error"] is None


def test_a_frequency_is_that_of_plain_counting():
    found = ws.deal_frequency("spades(N)", DEALS)
    assert dict(zip(found.values[0].tolist(), found.counts.tolist(), strict=True)) == Counter(SPADES)
    assert found.deals == 300 and found.shares.sum() == pytest.approx(1)
    share = found.shares[0]
    assert found.standard_errors[0] == pytest.approx((share * (1 - share) / 300) ** 0.5)


def test_a_cross_table_is_that_of_plain_counting():
    pairs = Counter(zip(SPADES, HEARTS, strict=True))
    for expressions in ("spades(N), hearts(N)", ["spades(N)", "hearts(N)"]):
        found = ws.deal_frequency(expressions, DEALS)
        assert found.expressions == ("spades(N)", "hearts(N)") and found.as_dict()["deals"] == 300
        for row, spades in enumerate(found.values[0]):
            for column, hearts in enumerate(found.values[1]):
                assert found.counts[row, column] == pairs[int(spades), int(hearts)]


def test_errors_name_what_is_wrong():
    for expression in ("spades(N), hearts(N)", "", "N"):
        with pytest.raises(ws.NotationError):
            ws.deal_average(expression, DEALS)
    with pytest.raises(ws.NotationError, match="3 expressions: expected 2 at most"):
        ws.deal_frequency("1, 2, 3", DEALS)
    many, text = random_deals(5000, 1), "points(N, 'A=1 K=.31 Q=.107 J=.0301 T=.0107 9=.00301 8=.00101')"
    ((_, term),) = read_expressions(text, Columns.read(None))
    rows = np.unique(term.values(Deals(many)), return_index=True)[1]
    assert len(ws.deal_frequency(text, many[rows[:1000]]).counts) == 1000
    with pytest.raises(ws.NotationError, match="1001 values: expected 1000 at most"):
        ws.deal_frequency(text, many[rows[:1001]])
    for deals in (DEALS[:0], DEALS[:, :4], DEALS.astype(np.int64)):
        with pytest.raises(ws.DealError, match="expected"):
            ws.deal_average("spades(N)", deals)


def test_the_command_deals_under_conditions():
    where = "--where", "spades(N) >= 7", "--where", "'BJ' in S"
    lines = done("deal", *where, "--seed", 3, "--count", 70).splitlines()
    expected = ws.deals_where(70, ["spades(N) >= 7", "'BJ' in S"], seed=3)
    assert lines == [str(deal) for deal in array_to_deals(expected, kitty=True)] and len(lines) == 70
    assert lines[:2] == done("deal", *where, "--seed", 3, "--count", 2).splitlines()
    one = json.loads(done("deal", *where, "--json"))
    assert len(ws.Deal.from_text(one["deal"]).hands[0].of_suit("S")) >= 7


def test_the_command_prints_statistics():
    asked = "--probability", "--average", "spades(N)", "--average", "hcp(N)", "--frequency", "hearts(N)"
    text = done("deal", "--where", "spades(N) == 6", *asked, "--count", 500, "--seed", 1)
    exact = ws.count_deals("spades(N) == 6")
    assert f"{exact.count} of {exact.total} deals, exactly" in text
    assert "spades(N)     6" in text and "500 deals, seed 1" in text
    frequency = ws.deal_frequency("hearts(N)", ws.deals_where(500, "spades(N) == 6", seed=1))
    assert all(str(count) in text for count in frequency.counts)
    plain = done("deal", "--frequency", "spades(N), hearts(N)", "--seed", 1, "--count", 300)
    assert plain.startswith("spades(N) down, hearts(N) across, %\n")
    either = "shape(N, 'any 4440') or spades(S) >= 7"
    assert "an estimate from" in done("deal", "--where", either, "--probability", "--seed", 1)


def test_wrong_options_are_refused():
    for arguments, words in (
        (("--where", "spades(N)"), "it is a number"),
        (("--average", "N"), "a hand is no number"),
        (("--probability",), "--probability is given without --where"),
        (("--diagram", "--average", "hcp(N)"), "--diagram is given with statistics"),
        (("--where", "spades(N) > 12"), "no deal satisfies the conditions"),
    ):
        assert words in refused("deal", *arguments)
