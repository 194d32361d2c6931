"""`time_limit` and views: an answer in time to all four questions, which says what its numbers rest on."""

import json
import time

import pytest
from tests.support.command import done

import whistsolve as ws
from whistsolve.advice import BidReport
from whistsolve.errors import ActError, WhistError
from whistsolve.game import HandState

RULES = ws.Rules.preset("bid_whist")
HAND, WITH_KITTY = "AQ2.KJ5.T987.K2", "K7265.A43.A54.A5432.BL"
WON = {"seat": "W", "dealer": "S", "bid": "5NT"}


def in_play():
    state = HandState.random(3, RULES, dealer=0)
    for act in ("pass", "pass", "pass", "4+"):
        state.push(act)
    while state.stage != "play":
        state.push(next(iter(state.legal_acts())))
    return state.view(0)


#: How each question is asked, and the number of its rows.
QUESTIONS = {
    "bids": (lambda **given: ws.evaluate_bids(HAND, seat="S", dealer="E", **given), 16),
    "strains": (lambda **given: ws.evaluate_strains(HAND, **WON, **given), 2),
    "strains with the kitty": (lambda **given: ws.evaluate_strains(WITH_KITTY, **WON, **given), 2),
    "discards": (
        lambda **given: ws.evaluate_discards(WITH_KITTY, "NT-", **WON, double_dummy_samples=0, **given),
        11,
    ),
    "cards": (lambda **given: ws.evaluate_cards(in_play(), **given), 12),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_there_is_an_answer_in_no_time_and_a_better_one_in_more(name):
    ask, rows = QUESTIONS[name]
    quick = ask(time_limit=1e-6)
    assert len(quick.rows) == rows and quick.samples >= 1 and not quick.exact
    assert "bounds" in str(quick) if name == "cards" else quick.discards == "estimated"
    assert ask(time_limit=1e-6, seed=0) == quick
    several = []
    found = ask(time_limit=60, samples=4, on_report=several.append)
    assert several[0].rows and (several[0] == quick or several[0].samples > quick.samples)
    assert 3 <= found.samples <= 4 and found.discards in ("sampled", None) and len(found.rows) == rows


def test_the_limit_ends_a_batch_of_any_length():
    asked = ["bid", HAND, "--seat", "S", "--dealer", "E", "--time-limit", "0.0001", "--json"]
    assert json.loads(done(*asked))["discards"] == "estimated"
    begun = time.perf_counter()
    report = QUESTIONS["bids"][0](time_limit=0.2, samples=100_000, discards="double_dummy")
    assert report.discards == "estimated" and time.perf_counter() - begun < 5


def test_a_cancelled_report_is_the_estimate_before_the_first_layouts():
    cancelled = ws.Cancellation()
    asked = {"time_limit": 60, "cancel": cancelled, "samples": 100_000}
    with pytest.raises(ws.Stopped) as caught:
        QUESTIONS["bids"][0](on_report=lambda _: cancelled.cancel(), **asked)
    assert caught.value.reason == "cancelled" and isinstance(caught.value.partial, BidReport)
    assert caught.value.partial.discards == "estimated"


def test_games_that_the_evaluator_does_not_know_have_certain_tricks():
    rules = ws.Rules.preset("bid_whist", hand_size=5, kitty_size=6, lowest_rank=9)
    given = {"rules": rules, "seat": 0, "dealer": 0, "time_limit": 1e-6}
    report = ws.evaluate_discards("AKQJ.AK.A.AK.BL", "S+", **given)
    assert report.discards == "estimated" and report.best.tricks == 5.0


def test_a_view_asks_what_its_parts_ask():
    state = HandState.random(3, RULES, dealer="N", scores=(2, 1, 2, 1))
    given = {"samples": 8, "discards": "estimated", "seed": 2}
    state.push("4+")
    view, parts = state.view("S"), {"seat": "S", "dealer": "N", "calls": "4+", "scores": (2, 1)}
    assert ws.evaluate_bids(view, **given) == ws.evaluate_bids(view.hand, **parts, **given)
    for _ in range(3):
        state.push("pass")
    view, parts = state.view("E"), {**parts, "seat": "E", "calls": "4+ pass pass pass"}
    assert ws.evaluate_strains(view, **given) == ws.evaluate_strains(view.hand, **parts, **given)
    with pytest.raises(ActError, match="strain is missing"):
        ws.evaluate_discards(view)
    while state.stage != "discard":
        state.push(next(iter(state.legal_acts())))
    view, few = state.view("E"), {"samples": 2, "double_dummy_samples": 0}
    assert ws.evaluate_discards(view, **few) == ws.evaluate_discards(view.hand, view.strain, **parts, **few)


def test_a_view_stands_alone_and_a_hand_needs_a_seat_and_a_dealer():
    view = HandState.random(3, RULES, dealer=0).view(1)
    for given in ({"seat": 0}, {"dealer": 0}, {"rules": RULES}, {"calls": "pass"}):
        with pytest.raises(WhistError, match="is given with a view: expected the view alone"):
            ws.evaluate_bids(view, **given)
    for missing, given in (("seat", {"dealer": "E"}), ("dealer", {"seat": "S"})):
        with pytest.raises(ActError, match=f"{missing} is missing: expected such as seat='S', dealer='N'"):
            ws.evaluate_bids(HAND, **given)
