"""Why the best choice is the best: the sentence says what was counted, and nothing else."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import whistsolve as ws
from whistsolve.advice import BidReport
from whistsolve.cli import app
from whistsolve.game.auction.calls import Pass

WEAK: dict[str, Any] = {"hand": "987.T87.987.T98", "seat": "S", "dealer": "E"}


@pytest.fixture(scope="module")
def weak() -> BidReport:
    """A hand that most players would pass."""
    return ws.evaluate_bids(**WEAK, samples=8)


def test_a_bid_says_what_passing_leads_to(weak: BidReport) -> None:
    best, passed = weak.best, weak.rows[0]
    assert not isinstance(best.call, Pass) and best.make is not None and passed.opponents is not None
    other = passed.opponents
    assert f"would be made in {100 * best.make:.0f} %" in weak.reason
    lets = f"passing lets the opponents play in {100 * other.chance:.0f} %, most often "
    assert lets in weak.reason and f"they make {100 * other.make:.0f} % of these" in weak.reason
    assert weak.reason.endswith(", not separated by the error") and not weak.separated


def test_what_others_play_is_counted_in_the_layouts(weak: BidReport) -> None:
    eighths = {each / 8 for each in range(9)}
    for row in weak.rows:
        if row.opponents is not None:
            assert row.opponents.chance in eighths and row.contract + row.opponents.chance <= 1
            assert 0 <= row.opponents.make <= 1
    assert weak.rows[-1].contract == 1 and weak.rows[-1].opponents is None
    few = ws.evaluate_bids("AKQJ987.A.A.AK.B", seat="S", dealer="S", calls="pass 3+ pass", samples=4)
    assert few.rows[0].opponents is None or few.rows[0].opponents.bid != few.rows[0].call


def test_a_pass_says_what_the_best_bid_would_be_worth(weak: BidReport) -> None:
    rows = (replace(weak.rows[0], equity=0.9), *weak.rows[1:])
    passing = replace(weak, rows=rows)
    assert isinstance(passing.best.call, Pass) and passing.runner_up is weak.best
    assert "4 no-trump" in passing.reason or str(weak.best.call) in passing.reason
    assert "passing lets" in passing.reason and "; a pass wins" not in passing.reason


def test_the_lead_is_that_of_the_two_best_rows() -> None:
    report = ws.evaluate_discards("K7265.A43.A54.A5432.BL", "NT-", seat="W", dealer="S", bid="5NT", samples=8)
    assert report.runner_up is report.rows[1]
    assert report.lead == report.rows[0].tricks - report.rows[1].tricks
    assert report.lead_error is not None and f"(standard error {report.lead_error:.2f})" in report.reason
    moved = report.rows[1].cards - report.rows[0].cards
    assert " ".join(map(str, moved)) + " in place of " in report.reason


def test_the_error_of_the_lead_is_paired() -> None:
    """Of two cards that are equal in every layout the difference is certain, though neither is."""
    state = ws.HandState.random(5, ws.Rules.preset("whist"), dealer="W")
    report = ws.evaluate_cards(state.view(state.to_act), samples=6, seed=1)
    assert report.runner_up is not None and report.lead_error is not None
    both = np.hypot(report.best.points_error or 0, report.runner_up.points_error or 0)
    assert report.lead_error < both
    assert "points more than " in report.reason or "as good as " in report.reason


def test_every_form_has_the_reason(weak: BidReport) -> None:
    found = weak.as_dict()
    assert (found["reason"], found["lead_error"]) == (weak.reason, weak.lead_error)
    assert found["rows"][0]["opponents"]["bid"] == str(weak.rows[0].opponents.bid)  # type: ignore[index,union-attr]
    assert f"why: {weak.reason}" in str(weak) and weak.reason in weak.html()
    asked = ["bid", WEAK["hand"], "--seat", "S", "--dealer", "E", "--samples", "8", "--json"]
    assert json.loads(CliRunner().invoke(app, asked).stdout)["reason"] == weak.reason


def test_a_hint_has_the_reason_and_the_pass_that_it_is_about() -> None:
    shown = (
        CliRunner().invoke(app, ["play", "--seed", "3", "--strength", "quick"], input="hint\nquit\n").stdout
    )
    assert "why: " in shown and "passing lets the opponents play in " in shown and "\nPass  " in shown


def test_a_clear_lead_over_the_next_is_not_called_unclear(weak: BidReport) -> None:
    clear = replace(weak, lead_error=1e-6)
    assert clear.reason.endswith(", though not all others are separated by the error")
    assert not replace(clear, separated=True).reason.endswith("by the error")


def test_a_single_choice_needs_no_reason(weak: BidReport) -> None:
    alone = replace(weak, rows=weak.rows[:1])
    assert alone.reason == "there is no other choice" and alone.lead is None


def test_estimates_are_called_so() -> None:
    report = ws.evaluate_bids(**WEAK, time_limit=1e-6)
    assert report.reason.endswith("tricks are predicted, no card was played")
