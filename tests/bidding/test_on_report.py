"""Reports of advice while they grow: what is given on the way, and that it changes nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.support.hands_played import to_play

import whistsolve as ws
from whistsolve.bidding import CardsInterrupted, DiscardSearch, DiscardsInterrupted
from whistsolve.errors import WhistError
from whistsolve.game import HandState, Play
from whistsolve.rules import Rules

SEED = Rules.preset("bid_whist_seed")
HELD = {"seed": 3, "threads": 1, "memory_mb": 64}
#: Of so few discards that choosing among them takes a moment.
FEW = DiscardSearch(candidates=3, swaps=2, rounds=(2, 3))
_Ask = Callable[..., Any]


def bids(**asked: Any) -> ws.BidReport:
    return ws.evaluate_bids("AKQJ.T9.32.9876", seat="S", dealer="E", discards="heuristic", **HELD, **asked)


def estimated(**asked: Any) -> ws.BidReport:
    """With a call that was heard: layouts are drawn by what it tells."""
    given = {"seat": "S", "dealer": "N", "calls": "3+", "discards": "estimated"}
    return ws.evaluate_bids("AKQJ.T9.32.9876", **given, **HELD, **asked)


def strains(**asked: Any) -> ws.StrainReport:
    return ws.evaluate_strains(
        "AKQ2.A43.KQ2.43", seat="W", dealer="S", bid="5+", discards="estimated", **HELD, **asked
    )


def discards(**asked: Any) -> ws.DiscardReport:
    given = {"discard_search": FEW, "double_dummy_samples": 2}
    hand = ws.Hand("AK72.QJ4.932.K65.BL") | ws.Hand("3.2.A.")
    return ws.evaluate_discards(hand, "S-", seat="E", dealer="N", **given, **HELD, **asked)


def cards(**asked: Any) -> ws.CardReport:
    state = HandState.random(1, SEED, dealer=1)
    to_play(state, "S+", 1)
    for _ in range(20):
        state.push(next(act for act in state.legal_acts() if isinstance(act, Play)))
    return ws.evaluate_cards(state.view(state.to_act), **HELD, **asked)


ASKS = [
    pytest.param(bids, 24, ws.BidsInterrupted, id="bids"),
    pytest.param(estimated, 240, ws.BidsInterrupted, id="estimated"),
    pytest.param(strains, 24, ws.StrainsInterrupted, id="strains"),
    pytest.param(discards, 24, DiscardsInterrupted, id="discards"),
    pytest.param(cards, 16, CardsInterrupted, id="cards"),
]


@pytest.mark.parametrize(("ask", "batch", "interrupted"), ASKS)
def test_reports_on_the_way_are_those_of_fewer_samples(ask: _Ask, batch: int, interrupted: object) -> None:
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


@pytest.mark.parametrize(("ask", "batch", "interrupted"), ASKS)
def test_what_is_raised_on_the_way(ask: _Ask, batch: int, interrupted: type[Exception]) -> None:
    """An interrupt carries the report that was given; an error is that of the caller."""
    given: list[object] = []

    def stop(report: object) -> None:
        given.append(report)
        raise KeyboardInterrupt

    with pytest.raises(interrupted, match=f"interrupted after {batch} of {3 * batch} layouts") as caught:
        ask(samples=3 * batch, on_report=stop)
    assert [caught.value.partial] == given  # type: ignore[attr-defined]

    def fail(report: object) -> None:
        raise LookupError("nowhere to show it")

    with pytest.raises(LookupError, match="nowhere to show it"):
        ask(samples=3 * batch, on_report=fail)


@pytest.mark.parametrize(("ask", "batch", "interrupted"), ASKS)
def test_it_has_to_be_a_function(ask: _Ask, batch: int, interrupted: object) -> None:
    with pytest.raises(WhistError, match="on_report 3 is wrong: expected a function of a report"):
        ask(samples=1, on_report=3)


def test_one_batch_has_no_report_on_the_way() -> None:
    given: list[object] = []
    assert bids(samples=24, on_report=given.append).samples == 24 and given == []
    # Sampling ends at once: the report of that batch is the one that is returned.
    assert bids(samples=72, tolerance=100, on_report=given.append).samples == 24 and given == []
