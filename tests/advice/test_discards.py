"""`evaluate_discards`: choosing and valuing apart, reports that repeat, and wrong requests."""

import json

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import DiscardSearch
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver
from whistsolve.advice.discarding.selection import sampled_discards
from whistsolve.dealing import random_deals
from whistsolve.errors import ActError, LayoutError, NotationError, RulesError, WhistError
from whistsolve.inference import Knowledge
from whistsolve.rules import Rules
from whistsolve.solving import solve_rows

SEED = Rules.preset("bid_whist_seed")
HAND = ws.Hand("AK72.QJ4.932.K65.BL") | ws.Hand("3.2.A.")
STRONG = "AKQ7T98.A4.A54.A432.BL"
SEARCH = DiscardSearch(candidates=3, swaps=2, rounds=(2, 3))
QUICK = {"strain": "S-", "seat": "E", "dealer": "N", "samples": 12, "seed": 3, "double_dummy_samples": 0}


def ask(hand=HAND, **changes):
    """A quick request, or another."""
    return ws.evaluate_discards(hand, **{**QUICK, "discard_search": SEARCH, **changes})


def test_after_an_auction_there_are_chances_and_points():
    report = ws.evaluate_discards(
        STRONG, "S+", rules=SEED, seat="W", dealer="S", calls="5+ pass pass pass", samples=8, seed=1
    )
    assert len(report.best.cards) == 6 and report.best is report.rows[0]
    assert str(report.bid) == "5+" and report.samples == 8 and not report.exact
    assert 1 <= report.effective_sample_size <= 8
    for row in report.rows:
        assert row.hand == ws.Hand(STRONG) - row.cards and len(row.hand) == 12
        assert 0 <= row.make <= 1 and row.make_interval is not None
        assert row.points is not None and row.points_interval is not None and 0 <= row.equity <= 1
        low, high = row.tricks_interval
        assert 0 <= low <= row.tricks <= high <= 12 and row.effective_sample_size <= row.samples
    assert [row.samples for row in report.rows[:4]] == [8] * 4
    # Five heuristics and swaps, of which the worse half saw six layouts.
    assert {row.samples for row in report.rows[4:]} <= {6, 18, 42} and len(report.rows) > 4
    assert report.double_dummy_samples == 8 and report.double_dummy_tricks >= report.best.tricks
    assert set(report.kept) == set(ws.Hand(STRONG)) and sum(report.kept.values()) == pytest.approx(12)


def test_the_discard_is_chosen_on_other_layouts_than_it_is_valued_on():
    report, cards = ask(), list(HAND)
    row = np.zeros((1, 5), dtype=np.uint64)
    row[0, 1], row[0, 4] = ws.Hand(cards[:12]).mask, ws.Hand(cards[12:]).mask
    solver = DeclarerSolver(SEED, 1, 0, [ws.Strain.from_text("S-")])
    chosen, _ = sampled_discards(row, solver, seed=3, discard_search=SEARCH)
    assert report.best.cards == ws.Hand.from_mask(int(chosen[0, 0]))
    fresh = random_deals(12, -4, SEED, known={1: report.best.hand, "kitty": report.best.cards})[:, :4]
    tricks = solve_rows(fresh, "S-", solver.leader, 1)
    assert report.best.tricks == tricks.mean()
    assert report.best.tricks_error == tricks.std(ddof=1) / 12**0.5
    assert report.best.make is report.best.points is report.best.equity is report.double_dummy_tricks is None
    assert report.kept == {}


def test_the_same_seed_gives_the_same_discards():
    for asked in ({"bid": "4-"}, {"calls": "pass 4- pass pass", "dealer": "W", "double_dummy_samples": 2}):
        one, other = ask(threads=1, **asked), ask(threads=2, **asked)
        assert one == other and str(one) == str(other) and one.as_dict() == other.as_dict()
        assert one != ask(seed=4, **asked)


def test_a_report_as_text_page_and_data():
    report = ask(double_dummy_samples=2)
    assert str(report).splitlines()[0].split() == ["discard", "tricks", "layouts"]
    assert f"best: {report.best}" in str(report)
    assert "on 2 layouts, giving up most often" in str(report) and "<table" in report._repr_html_()
    data = json.loads(json.dumps(report.as_dict()))
    assert data["best"] == str(report.best) and data["bid"] is None
    assert data["rows"][0]["tricks"] == report.best.tricks and data["rows"][0]["make"] is None
    assert data["kept"] == {str(card): share for card, share in report.kept.items()}
    assert len(str(ask(bid="4-")).splitlines()[0].split()) == 6
    # One layout has an error that is not known.
    best = ask(samples=1).best
    assert best.tricks_error == float("inf") and best.tricks_interval == (0.0, 12.0)
    assert best.as_dict()["tricks_error"] is None


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"hand": "987.876.987.876"}, NotationError, "the hand has 12 cards: expected 18, with the kitty"),
        ({"rules": Rules.preset("bid_whist_no_kitty")}, RulesError, "has no kitty that a declarer takes"),
        ({"calls": "5+ pass"}, ActError, "E has not won the auction"),
        ({"bid": "4+"}, ActError, "strain S- is wrong after 4\\+: expected one of S\\+, H\\+"),
        ({"knowledge": Knowledge.of_hand("AKQJ.AKQJ.AKQJ.", seat="E")}, LayoutError, "the hand asked about"),
        ({"double_dummy_samples": -1}, WhistError, "double_dummy_samples"),
    ],
)
def test_wrong_requests(change, error, message):
    with pytest.raises(error, match=message):
        ask(**change)
