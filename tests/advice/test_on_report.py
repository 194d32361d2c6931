"""Reports of advice while they grow: what is given on the way, and that it changes nothing."""

import inspect
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.support.hands_played import to_play

import whistsolve as ws
from whistsolve.advice import BidReport, CardReport, DiscardReport, DiscardSearch, Simulation, StrainReport
from whistsolve.errors import Interrupted, WhistError
from whistsolve.game import HandState, Play
from whistsolve.inference import LayoutPosterior
from whistsolve.rules import Rules

SEED = Rules.preset("bid_whist_seed")
HELD = {"seed": 3, "threads": 1, "memory_mb": 64}
#: Of so few discards that choosing among them takes a moment.
FEW = DiscardSearch(candidates=3, swaps=2, rounds=(2, 3))
_Ask = Callable[..., Any]


def bids(**asked: Any) -> BidReport:
    return ws.evaluate_bids("AKQJ.T9.32.9876", seat="S", dealer="E", discards="heuristic", **HELD, **asked)


def estimated(**asked: Any) -> BidReport:
    """With a call that was heard: layouts are drawn by what it tells."""
    given = {"seat": "S", "dealer": "N", "calls": "3+", "discards": "estimated"}
    return ws.evaluate_bids("AKQJ.T9.32.9876", **given, **HELD, **asked)


def strains(**asked: Any) -> StrainReport:
    given = {"seat": "W", "dealer": "S", "bid": "5+", "discards": "estimated"}
    return ws.evaluate_strains("AKQ2.A43.KQ2.43", **{**given, **HELD, **asked})


def discards(**asked: Any) -> DiscardReport:
    given = {"discard_search": FEW, "double_dummy_samples": 2}
    hand = ws.Hand("AK72.QJ4.932.K65.BL") | ws.Hand("3.2.A.")
    return ws.evaluate_discards(hand, "S-", seat="E", dealer="N", **given, **HELD, **asked)


def cards(**asked: Any) -> CardReport:
    state = HandState.random(1, SEED, dealer=1)
    to_play(state, "S+", 1)
    for _ in range(20):
        state.push(next(act for act in state.legal_acts() if isinstance(act, Play)))
    return ws.evaluate_cards(state.view(state.to_act), **HELD, **asked)


ASKS = [
    pytest.param(bids, 24, id="bids"),
    pytest.param(estimated, 240, id="estimated"),
    pytest.param(strains, 24, id="strains"),
    pytest.param(discards, 24, id="discards"),
    pytest.param(cards, 16, id="cards"),
]


@pytest.mark.parametrize(("ask", "batch"), ASKS)
def test_reports_on_the_way_are_those_of_fewer_samples(ask: _Ask, batch: int) -> None:
    """They grow batch by batch, the last is returned and not given, and it is what it is without them."""
    given: list[Any] = []
    threads: set[int] = set()

    def keep(report: object) -> None:
        given.append(report)
        threads.add(threading.get_ident())

    most = 2 * batch + 4
    last = ask(samples=most, on_report=keep)
    assert [report.samples for report in given] == [batch, 2 * batch] and last.samples == most
    assert last == ask(samples=most)
    assert given == [ask(samples=report.samples) for report in given]
    assert threads == {threading.get_ident()}


@pytest.mark.parametrize(("ask", "batch"), ASKS)
def test_what_is_raised_on_the_way(ask: _Ask, batch: int) -> None:
    """An interrupt carries the report that was given; an error is that of the caller."""
    given: list[object] = []

    def stop(report: object) -> None:
        given.append(report)
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=f"interrupted after {batch} of {3 * batch} layouts") as caught:
        ask(samples=3 * batch, on_report=stop)
    assert [caught.value.partial] == given

    def fail(report: object) -> None:
        raise LookupError("nowhere to show it")

    with pytest.raises(LookupError, match="nowhere to show it"):
        ask(samples=3 * batch, on_report=fail)


@pytest.mark.parametrize("method", ["is_enumerable", "draw"])
@pytest.mark.parametrize(("ask", "batch"), ASKS)
def test_before_the_first_batch_there_is_no_report(
    ask: _Ask, batch: int, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither before layouts are drawn nor while they are; an interrupt of the keyboard or by `cancel`."""
    cancellation = ws.Cancellation()

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def cancel(*_: object) -> None:
        cancellation.cancel()
        raise KeyboardInterrupt

    monkeypatch.setattr(LayoutPosterior, method, interrupt)
    with pytest.raises(Interrupted) as interrupted:
        ask()
    monkeypatch.setattr(LayoutPosterior, method, cancel)
    with pytest.raises(ws.Stopped) as stopped:
        ask(cancel=cancellation)
    assert interrupted.value.partial is None and stopped.value.partial is None


def test_wrong_arguments_of_all_questions() -> None:
    for name, value, words in (
        ("on_report", 3, "on_report 3 is wrong: expected a function of a report"),
        ("progress", 3, "progress 3 is wrong"),
        ("samples", 0, "samples 0 is wrong: expected a whole number from 1 to 100000"),
        ("seed", "x", "seed"),
        ("discards", "lucky", "discards 'lucky' is wrong: expected 'sampled', "),
        ("discard_search", 5, "discard_search 5 is wrong: expected a DiscardSearch"),
        ("model", "me", "model 'me' is wrong: expected a CallModel"),
        ("equity", "me", "equity 'me' is wrong: expected a MatchEquity"),
        ("knowledge", "me", "knowledge 'me' is wrong: expected a Knowledge"),
    ):
        with pytest.raises(WhistError, match=words):
            strains(**{name: value})
    with pytest.raises(WhistError, match=r"layouts of a round 100001 is wrong: expected .* to 100000"):
        DiscardSearch(rounds=(1, 100_001))
    with pytest.raises(TypeError, match=r"evaluate_strains\(\) got an unexpected keyword argument 'sample'"):
        strains(sample=3)
    with pytest.raises(TypeError, match=r"evaluate_cards\(\) got .* 'discards'"):
        cards(discards="sampled")


def test_the_signature_has_the_arguments_of_the_simulation() -> None:
    parameters = inspect.signature(ws.evaluate_bids).parameters
    assert set(Simulation.__annotations__) | {"hand", "tolerance", "discards", "play"} <= set(parameters)
    assert parameters["seed"].default == 0 and parameters["cancel"].annotation == "Cancellation | None"


def test_one_batch_has_no_report_on_the_way() -> None:
    given: list[object] = []
    assert bids(samples=24, on_report=given.append).samples == 24 and given == []
    # Sampling ends at once: the report of that batch is the one that is returned.
    assert bids(samples=72, tolerance=100, on_report=given.append).samples == 24 and given == []
