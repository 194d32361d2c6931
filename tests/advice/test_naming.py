"""Which strain to name and what to bury: chosen and valued apart, guesses without play, wrong questions."""

import json

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import CallModel, DiscardSearch, simulated_outcomes
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver
from whistsolve.advice.discarding.selection import sampled_discards
from whistsolve.dealing import random_deals
from whistsolve.equity import MatchEquity
from whistsolve.errors import ActError, LayoutError, NotationError, RulesError, WhistError
from whistsolve.inference import Knowledge, Layouts
from whistsolve.rules import Rules
from whistsolve.solving import solve_rows

SEED, PARLETT = Rules.preset("bid_whist_seed"), Rules.preset("bid_whist_parlett")
TWELVE, KITTY = "AKQ7T98.A4..A43", "..A54.2.BL"
WHOLE = ws.Hand(TWELVE) | ws.Hand(KITTY)
WON = {"seat": "W", "dealer": "S", "bid": "5+"}
FIRST = {"seat": "W", "dealer": "S"}


def test_with_the_kitty_one_discard_is_valued_in_every_layout():
    search = DiscardSearch(2, 0, (2,))
    report = ws.evaluate_strains(WHOLE, samples=12, discard_search=search, play="double_dummy", **WON)
    assert report.kitty_seen and [str(row.strain) for row in report.rows] == ["S+", "H+", "D+", "C+"]
    knowledge = Knowledge.of_hand(ws.Hand(list(WHOLE)[:12]), seat="W")
    layouts = Layouts(knowledge.with_cards("kitty", list(WHOLE)[12:])).draw(12, 0)
    for row in report.rows:
        assert len(row.discard) == 6 and not ws.Hand(row.discard) - WHOLE
        held = layouts[:, :4].copy()
        held[:, 3] = (WHOLE - ws.Hand(row.discard)).mask
        tricks = solve_rows(held, row.strain, 3, 3)
        assert row.tricks == pytest.approx((np.bincount(tricks, minlength=13) / 12).tolist())
        assert row.make == pytest.approx((tricks >= 10).mean())
    assert report.best.strain.trump == "S" and str(report.bid) == "5+"


def test_before_the_kitty_and_after_calls():
    asked = {**FIRST, "calls": "5+ pass pass pass", "samples": 6, "discards": "heuristic"}
    report = ws.evaluate_strains(TWELVE, **asked)
    assert not report.kitty_seen and all(row.discard is None for row in report.rows)
    assert report.best.strain == ws.Strain.from_text("S+") and 1 <= report.effective_sample_size <= 6
    assert all(sum(row.tricks) == pytest.approx(1) for row in report.rows)
    assert report == ws.evaluate_strains(TWELVE, **asked, threads=1)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"hand": "AKQ.AK.2."}, NotationError, "the hand has 6 cards: expected 12, or 18 with the kitty"),
        ({"bid": None}, ActError, "W has not won the auction"),
        ({"bid": None, "calls": "4+ 5+ pass pass"}, ActError, "W has not won the auction"),
        ({"calls": "5+ pass pass pass"}, ActError, "there are calls and a bid"),
        ({"bid": "pass"}, ActError, "bid is a pass"),
        ({"bid": "9+"}, ActError, "expected a number from min_bid, 3, to 7"),
        ({"rules": Rules.preset("whist_seed")}, RulesError, "has no auction"),
        ({"hand": WHOLE, "discards": "estimated"}, WhistError, "'estimated' are wrong with the kitty"),
    ],
)
def test_wrong_questions_about_strains(change, error, message):
    with pytest.raises(error, match=message):
        ws.evaluate_strains(**{"hand": TWELVE, "samples": 2, **WON, **change})


def test_knowledge_models_and_equities_of_something_else():
    equity = MatchEquity(PARLETT, simulated_outcomes(PARLETT, hands=200))
    with pytest.raises(WhistError, match="trust 2 is wrong: expected a number from 0 to 1"):
        CallModel(SEED, trust=2)
    for name, value, error, message in (
        ("knowledge", Knowledge.of_hand("AKQJ.AKQJ.AKQJ.", seat="W"), LayoutError, "the hand asked about"),
        ("knowledge", Knowledge.of_hand(TWELVE, seat="E"), LayoutError, "is of player 1: expected player 3"),
        ("knowledge", Knowledge.of_hand(TWELVE, seat="W", rules=PARLETT), LayoutError, "is of other rules"),
        ("knowledge", "voids", LayoutError, "knowledge 'voids' is wrong: expected a Knowledge"),
        ("model", CallModel(PARLETT), RulesError, "the model of calls is of other rules"),
        ("equity", equity, RulesError, "the equity is of other rules"),
    ):
        for ask, asked in ((ws.evaluate_bids, FIRST), (ws.evaluate_strains, WON)):
            with pytest.raises(error, match=message):
                ask(TWELVE, samples=2, **asked, **{name: value})


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
    chosen, _ = sampled_discards(row, solver, seed=3, search=SEARCH)
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
    assert str(report).splitlines()[3].split() == ["discard", "tricks", "layouts"]
    assert str(report).startswith("give up HQJ4 CK65: takes 11.33 tricks")
    assert "on 2 layouts, giving up most often" in str(report) and "<table" in report._repr_html_()
    data = json.loads(json.dumps(report.as_dict()))
    assert data["best"] == str(report.best) and data["bid"] is None
    assert data["rows"][0]["tricks"] == report.best.tricks and data["rows"][0]["make"] is None
    assert data["kept"] == {str(card): share for card, share in report.kept.items()}
    assert len(str(ask(bid="4-")).splitlines()[3].split()) == 6
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
def test_wrong_requests_about_discards(change, error, message):
    with pytest.raises(error, match=message):
        ask(**change)
