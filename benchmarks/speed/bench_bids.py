"""What to call: the default question on a hand with two jokers in the deck, guesses, naming and burying."""

from __future__ import annotations

from typing import Any, Final

import pytest
from benchmarks.speed.bench_solver import repeated
from pytest_benchmark.fixture import BenchmarkFixture
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.advice import BidReport

pytestmark = pytest.mark.benchmark(group="which call to make")

#: Middling hands, where no call is sure soon.
HANDS: Final = ("AKQJ.T9.32.9876", "K85.AQ72.Q94.J3", "QT7.KJ6.A8532..B")
ASKED: Final[dict[str, Any]] = {"seat": "S", "dealer": "W", "calls": "pass 3+"}


def once(benchmark: BenchmarkFixture, hand: str, **more: Any) -> BidReport:
    """One round, for it takes seconds."""
    found: BidReport = benchmark.pedantic(  # type: ignore[no-untyped-call]
        ws.evaluate_bids, (hand,), {**ASKED, **more}, rounds=1, iterations=1
    )
    return found


@pytest.mark.parametrize("hand", by_default(1, HANDS))
def test_the_default_question(benchmark: BenchmarkFixture, hand: str) -> None:
    report = once(benchmark, hand)
    benchmark.extra_info.update(layouts=report.samples, best=str(report.best))
    assert report.samples <= 96 and report.discards == "sampled"
    made = {str(row.call): row.make for row in report.rows if row.make is not None}
    for kind in "+-":
        falling = [made[f"{level}{kind}"] for level in range(4, 8)]
        assert falling == sorted(falling, reverse=True)
    assert all(row.equity is not None and 0 <= row.equity <= 1 for row in report.rows)


@pytest.mark.parametrize(
    ("discards", "threads"),
    by_default(1, [("heuristic", 1), ("heuristic", 2), ("sampled", 1), ("sampled", 2)]),
)
def test_a_few_layouts(benchmark: BenchmarkFixture, discards: str, threads: int) -> None:
    """One answer, whatever the number of threads."""
    report = once(benchmark, HANDS[0], samples=24, discards=discards, threads=threads)
    other = ws.evaluate_bids(
        HANDS[0],
        **ASKED,
        samples=24,
        discards=discards,  # type: ignore[arg-type]
        threads=3 - threads,
    )
    assert report == other


def test_guesses(benchmark: BenchmarkFixture) -> None:
    """Two hundred layouts without a card being played."""
    report = repeated(
        benchmark, lambda: ws.evaluate_bids(HANDS[0], **ASKED, samples=200, discards="estimated")
    )
    assert report.samples == 200 and report.effective_sample_size <= 200


def test_what_to_name_and_bury(benchmark: BenchmarkFixture) -> None:
    report = repeated(
        benchmark,
        lambda: ws.evaluate_strains("AKQ7T98.A4.A54.A432.BL", seat="W", dealer="S", bid="5+", samples=48),
    )
    assert str(report.best.strain) == "S+" and report.best.discard is not None
    assert not ws.Hand(report.best.discard).jokers
