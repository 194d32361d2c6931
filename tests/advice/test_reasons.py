"""Why the best choice is the best: the sentence says what was counted, and nothing else."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.support.command import done

import whistsolve as ws
from whistsolve.game.auction.calls import Pass

WEAK = {"hand": "987.T87.987.T98", "seat": "S", "dealer": "E"}


@pytest.fixture(scope="module")
def weak():
    """A hand that most players would pass."""
    return ws.evaluate_bids(**WEAK, samples=8)


def test_a_bid_says_what_passing_leads_to(weak):
    best, other = weak.best, weak.rows[0].opponents
    assert not isinstance(best.call, Pass)
    assert f"would be made in {100 * best.make:.0f} %" in weak.reason
    lets = f"passing lets the opponents play in {100 * other.chance:.0f} %, most often "
    assert lets in weak.reason and f"they make {100 * other.make:.0f} % of these" in weak.reason
    assert weak.reason.endswith(", not separated by the error") and not weak.separated


def test_what_others_play_is_counted_in_the_layouts(weak):
    for row in weak.rows:
        if row.opponents is not None:
            assert (8 * row.opponents.chance).is_integer() and row.contract + row.opponents.chance <= 1
            assert 0 <= row.opponents.make <= 1
    assert weak.rows[-1].contract == 1 and weak.rows[-1].opponents is None
    few = ws.evaluate_bids("AKQJ987.A.A.AK.B", seat="S", dealer="S", calls="pass 3+ pass", samples=2)
    assert few.rows[0].opponents is None or few.rows[0].opponents.bid != few.rows[0].call


def test_a_pass_says_what_the_best_bid_would_be_worth(weak):
    passing = replace(weak, rows=(replace(weak.rows[0], equity=0.9), *weak.rows[1:]))
    assert isinstance(passing.best.call, Pass) and passing.runner_up is weak.best
    assert "4 no-trump" in passing.reason or str(weak.best.call) in passing.reason
    assert "passing lets" in passing.reason and "; a pass wins" not in passing.reason


def test_the_lead_is_that_of_the_two_best_rows():
    asked = {"seat": "W", "dealer": "S", "bid": "5NT", "samples": 8, "double_dummy_samples": 0}
    report = ws.evaluate_discards("K7265.A43.A54.A5432.BL", "NT-", **asked)
    assert report.runner_up is report.rows[1]
    assert report.lead == report.rows[0].tricks - report.rows[1].tricks
    assert f"(standard error {report.lead_error:.2f})" in report.reason
    moved = report.rows[1].cards - report.rows[0].cards
    assert " ".join(map(str, moved)) + " in place of " in report.reason


def test_the_error_of_the_lead_is_paired():
    """Of two cards that are equal in every layout the difference is certain, though neither is."""
    state = ws.HandState.random(5, ws.Rules.preset("whist"), dealer="W")
    report = ws.evaluate_cards(state.view(state.to_act), samples=6, seed=1)
    assert report.lead_error < np.hypot(report.best.points_error, report.runner_up.points_error)
    assert "points more than " in report.reason or "as good as " in report.reason


def test_every_form_has_the_reason(weak):
    found = weak.as_dict()
    assert (found["reason"], found["lead_error"]) == (weak.reason, weak.lead_error)
    assert found["rows"][0]["opponents"]["bid"] == str(weak.rows[0].opponents.bid)
    assert f"why: {weak.reason}" in str(weak) and weak.reason in weak.html()
    asked = ["bid", WEAK["hand"], "--seat", "S", "--dealer", "E", "--samples", "8", "--json"]
    assert json.loads(done(*asked))["reason"] == weak.reason
    hint = done("play", "--seed", "3", "--strength", "quick", stdin="hint\nquit\n")
    assert "why: " in hint and "passing lets the opponents play in " in hint and "\nPass  " in hint


def test_what_else_a_reason_says(weak):
    """A clear lead is not called unclear, a single choice needs no reason, and estimates are called so."""
    clear = replace(weak, lead_error=1e-6)
    assert clear.reason.endswith(", though not all others are separated by the error")
    assert not replace(clear, separated=True).reason.endswith("by the error")
    alone = replace(weak, rows=weak.rows[:1])
    assert alone.reason == "there is no other choice" and alone.lead is None
    estimated = ws.evaluate_bids(**WEAK, time_limit=1e-6)
    assert estimated.reason.endswith("tricks are predicted, no card was played")
