"""`time_limit` and views: an answer in time to all four questions, which says what its numbers rest on."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

import whistsolve as ws
from whistsolve.advice import AdviceReport, BidReport
from whistsolve.cli import app
from whistsolve.errors import ActError, WhistError
from whistsolve.game import HandState

RULES = ws.Rules.preset("bid_whist")
WITH_KITTY = "K7265.A43.A54.A5432.BL"
WON: dict[str, Any] = {"seat": "W", "dealer": "S", "bid": "5NT"}


def in_play() -> HandState:
    state = HandState.random(3, RULES, dealer=0)
    for act in ("pass", "pass", "pass", "4+"):
        state.push(act)
    while state.stage != "play":
        state.push(next(iter(state.legal_acts())))
    return state


#: How each question is asked, and the number of its rows.
QUESTIONS = {
    "bids": (lambda **given: ws.evaluate_bids("AQ2.KJ5.T987.K2", seat="S", dealer="E", **given), 16),
    "strains": (lambda **given: ws.evaluate_strains("AQ2.KJ5.T987.K2", **WON, **given), 2),
    "strains with the kitty": (lambda **given: ws.evaluate_strains(WITH_KITTY, **WON, **given), 2),
    "discards": (lambda **given: ws.evaluate_discards(WITH_KITTY, "NT-", **WON, **given), 11),
    "cards": (lambda **given: ws.evaluate_cards(in_play().view(0), **given), 12),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_there_is_an_answer_in_no_time_and_a_better_one_in_more(name: str) -> None:
    ask, rows = QUESTIONS[name]
    quick = ask(time_limit=1e-6)
    assert len(quick.rows) == rows and quick.samples >= 1 and not quick.exact
    assert "bounds" in str(quick) if name == "cards" else quick.discards == "estimated"
    assert ask(time_limit=1e-6, seed=0) == quick

    begun = time.perf_counter()
    several: list[AdviceReport[Any]] = []
    found = ask(time_limit=60, samples=6, on_report=several.append)
    assert several[0].rows and (several[0] == quick or several[0].samples > quick.samples)
    assert 4 <= found.samples <= 6 and found.discards in ("sampled", None) and len(found.rows) == rows
    assert time.perf_counter() - begun < 60


def test_the_command_has_the_limit() -> None:
    asked = ["bid", "AQ2.KJ5.T987.K2", "--seat", "S", "--dealer", "E", "--time-limit", "0.0001", "--json"]
    assert json.loads(CliRunner().invoke(app, asked).stdout)["discards"] == "estimated"


def test_the_limit_ends_a_batch_of_any_length() -> None:
    begun = time.perf_counter()
    report = QUESTIONS["bids"][0](time_limit=0.2, samples=100_000, discards="double_dummy")
    assert report.discards == "estimated" and time.perf_counter() - begun < 5


def test_a_cancelled_report_is_the_estimate_before_the_first_layouts() -> None:
    cancellation = ws.Cancellation()
    with pytest.raises(ws.Stopped) as caught:
        QUESTIONS["bids"][0](
            time_limit=60, cancel=cancellation, on_report=lambda _: cancellation.cancel(), samples=100_000
        )
    assert caught.value.reason == "cancelled" and isinstance(caught.value.partial, BidReport)
    assert caught.value.partial.discards == "estimated"


def test_games_that_the_evaluator_does_not_know_have_certain_tricks() -> None:
    rules = ws.Rules.preset("bid_whist", hand_size=5, kitty_size=6, lowest_rank=9)
    given: dict[str, Any] = {"rules": rules, "seat": 0, "dealer": 0, "time_limit": 1e-6}
    report = ws.evaluate_discards("AKQJ.AK.A.AK.BL", "S+", **given)
    assert report.discards == "estimated" and report.best.tricks == 5.0


@pytest.mark.parametrize(
    "given",
    [{"seat": 0}, {"dealer": 0}, {"rules": RULES}, {"calls": "pass"}],
    ids=lambda given: next(iter(given)),
)
def test_a_view_stands_alone(given: dict[str, Any]) -> None:
    view = HandState.random(3, RULES, dealer=0).view(1)
    with pytest.raises(WhistError, match="is given with a view: expected the view alone"):
        ws.evaluate_bids(view, **given)


def test_a_view_asks_what_its_parts_ask() -> None:
    state = HandState.random(3, RULES, dealer="N", scores=(2, 1, 2, 1))
    given: dict[str, Any] = {"samples": 8, "discards": "estimated", "seed": 2}
    state.push("4+")
    view = state.view("S")
    parts = {"seat": "S", "dealer": "N", "calls": "4+", "scores": (2, 1)}
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
    assert view.strain is not None
    assert ws.evaluate_discards(view, **few) == ws.evaluate_discards(view.hand, view.strain, **parts, **few)


@pytest.mark.parametrize("missing", ["seat", "dealer"])
def test_a_hand_needs_a_seat_and_a_dealer(missing: str) -> None:
    given: dict[str, Callable[[], Any] | str] = {"seat": "S", "dealer": "E"}
    del given[missing]
    with pytest.raises(ActError, match=f"{missing} is missing: expected such as seat='S', dealer='N'"):
        ws.evaluate_bids("AQ2.KJ5.T987.K2", **given)
