"""How long it takes to find the best discard, with the answers checked; see README.md."""

from __future__ import annotations

import pytest
from benchmarks.speed.bench_solver import repeated, timed
from pytest_benchmark.fixture import BenchmarkFixture
from tests.support.thorough import by_default

import whistsolve as ws

#: A hand that was played, South with the kitty; what is known of it was found by enumeration with others.
HAND_241 = "N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J"
TRICKS_241 = {"NT+": 8, "NT-": 9}
OPTIMAL_241 = (392, 1820)

pytestmark = pytest.mark.benchmark(group="discards")

BID_WHIST = ws.Rules.preset("bid_whist")
FULL = ws.Deal.random(1, BID_WHIST)


@pytest.mark.parametrize("strain", list(TRICKS_241))
def test_best_discard_of_a_hand_that_was_played(benchmark: BenchmarkFixture, strain: str) -> None:
    nodes = ws.best_discard(HAND_241, strain, "S").nodes
    found = timed(benchmark, lambda: ws.best_discard(HAND_241, strain, "S"), nodes)
    assert (found.tricks, found.nodes) == (TRICKS_241[strain], nodes)


def test_number_of_optimal_discards(benchmark: BenchmarkFixture) -> None:
    def counted() -> tuple[int, int]:
        discards = ws.Discards(HAND_241, "NT+", "S")
        return discards.count(), discards.total

    assert repeated(benchmark, counted) == OPTIMAL_241


@pytest.mark.parametrize("strain", by_default("H-".__eq__, ["S+", "H-", "NT+"]))
def test_best_discard_of_a_full_deal(benchmark: BenchmarkFixture, strain: str) -> None:
    nodes = ws.best_discard(FULL, strain, "N").nodes
    found = timed(benchmark, lambda: ws.best_discard(FULL, strain, "N"), nodes)
    after = ws.Deal((found.hand, *FULL.hands[1:]))
    assert (found.tricks, found.nodes) == (ws.solve(after, strain, "N").tricks, nodes)


@pytest.mark.parametrize("threads", by_default((2).__eq__, [1, 2]))
def test_table_with_the_kitty_taken(benchmark: BenchmarkFixture, threads: int) -> None:
    found = repeated(benchmark, lambda: ws.table(HAND_241, kitty="optimal", threads=threads))
    assert {strain: found["S", strain] for strain in TRICKS_241} == TRICKS_241
