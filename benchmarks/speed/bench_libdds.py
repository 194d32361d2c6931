"""How long endplay takes with DDS, and with our libdds in its place, which `nox -s bench` builds first."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from typing import Any

import pytest
from benchmarks.speed.dds import BRIDGE_RULES, WHY_NOT, has_dds
from pytest_benchmark.fixture import BenchmarkFixture
from tests.libraries.installed import library

from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals

pytestmark = [
    pytest.mark.skipif(not has_dds(), reason=WHY_NOT),
    pytest.mark.skipif(
        "WHISTSOLVE_PREFIX" not in os.environ, reason="needs WHISTSOLVE_PREFIX, which nox sets"
    ),
]

#: As many as a call of CalcAllTables takes.
DEALS = 40


@pytest.fixture
def dds(which: str, threads: int) -> Iterator[Any]:
    """The module of endplay that holds the library, with this one in it."""
    from endplay import _dds

    theirs = _dds._dll
    _dds._dll = theirs if which == "DDS" else ctypes.CDLL(str(library("dds")))
    _dds._dll.SetMaxThreads(threads)
    yield _dds
    _dds._dll.SetMaxThreads(0)
    _dds._dll = theirs


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("which", ["DDS", "libdds"])
@pytest.mark.parametrize("call", ["calc_all_tables", "solve_board"])
def test_endplay(benchmark: BenchmarkFixture, dds: Any, call: str, which: str, threads: int) -> None:
    from endplay.dds import calc_all_tables, solve_board
    from endplay.types import Deal, Denom, Player

    benchmark.group = f"{call} of {DEALS} deals, threads {threads}"
    deals = [Deal(each.to_pbn()) for each in array_to_deals(random_deals(DEALS, seed=25, rules=BRIDGE_RULES))]
    for number, deal in enumerate(deals):
        deal.trump, deal.first = list(Denom.bidorder())[number % 5], list(Player)[number % 4]

    def run() -> list[Any]:
        if call == "calc_all_tables":
            return [[list(strain) for strain in table._data.resTable] for table in calc_all_tables(deals)]
        return [sorted((str(card), tricks) for card, tricks in solve_board(deal)) for deal in deals]

    found = benchmark.pedantic(run, rounds=3, warmup_rounds=1)  # type: ignore[no-untyped-call]
    assert len(found) == DEALS
    # Whichever comes second is held against the first.
    assert found == _FOUND.setdefault(call, found)


_FOUND: dict[str, list[Any]] = {}
