"""How long solving takes, with the answers checked and the cards played in the search beside the times.

The deals are those of fixed seeds, so that a run can be compared with an earlier one; see README.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import whistsolve as ws

T = TypeVar("T")

#: Runs that are timed, after one that is not; every run starts with an empty table.
ROUNDS = 5

BID_WHIST = ws.Rules.preset("bid_whist_seed")
CUTTHROAT = ws.Rules.preset("cutthroat_3")
BRIDGE = ws.Rules.preset("bid_whist_no_kitty")
JOKERS = ws.Rules.preset("bid_whist_seed", hand_size=8, kitty_size=22)


def timed(benchmark: BenchmarkFixture, run: Callable[[], T], nodes: int) -> T:
    """What the run gives; its time goes to the report, and the cards that its search plays."""
    benchmark.extra_info["nodes"] = nodes
    found: T = benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)
    return found


def nodes_of_table(deals: Iterable[ws.Deal], strains: Iterable[str], rules: ws.Rules) -> int:
    """The cards that one thread plays for these cells: strain by strain, leaders of one side together."""
    solver = ws.Solver()
    for deal in deals:
        for strain in strains:
            for leader in (0, 2, 1, 3):
                solver.solve(deal, strain, leader, rules=rules)
    return solver.nodes


# ----------------------------------------------------------------------------------------------- one position

FULL = ws.Deal.random(11, BID_WHIST)
#: Tricks of the leader's side: strain and leader of the deal above.
FULL_TRICKS = {("S+", "N"): 5, ("H-", "E"): 5, ("NT+", "S"): 4, ("NT-", "W"): 5}


@pytest.mark.parametrize(("strain", "leader"), list(FULL_TRICKS))
def test_solve_a_full_deal(benchmark: BenchmarkFixture, strain: str, leader: str) -> None:
    nodes = ws.solve(FULL, strain, leader).nodes
    found = timed(benchmark, lambda: ws.solve(FULL, strain, leader), nodes)
    assert (found.tricks, found.nodes) == (FULL_TRICKS[strain, leader], nodes)


def test_every_card_of_a_full_deal(benchmark: BenchmarkFixture) -> None:
    counter = ws.Solver()
    want = counter.solve_cards(FULL, "S+", "N")
    found = timed(benchmark, lambda: ws.solve_cards(FULL, "S+", "N"), counter.nodes)
    assert found == want
    assert set(found) == set(FULL.hands[0]) and max(found.values()) == FULL_TRICKS["S+", "N"]


def test_a_position_in_the_middle_of_a_trick(benchmark: BenchmarkFixture) -> None:
    played = best_plays(FULL, "NT+", "S", 6)
    asked: dict[str, Any] = {"played": played}
    before = ws.solve(FULL, "NT+", "S", **asked)
    found = timed(benchmark, lambda: ws.solve(FULL, "NT+", "S", **asked), before.nodes)
    assert found == before
    # Both sides have played their best so far, so nothing was given away.
    assert found.tricks + found.won == FULL_TRICKS["NT+", "S"]


def best_plays(deal: ws.Deal, strain: str, leader: str, count: int) -> list[ws.Card]:
    """So many cards, each the highest of those that keep the value."""
    solver = ws.Solver()
    played: list[ws.Card] = []
    while len(played) < count:
        value = solver.solve(deal, strain, leader, played=played).tricks
        cards = solver.solve_cards(deal, strain, leader, played=played)
        played.append(next(card for card, tricks in cards.items() if tricks == value))
    return played


#: Tricks of each hand against the two others when it leads.
ALONE_DEAL = ws.Deal.random(2, CUTTHROAT)
ALONE_TRICKS = {"S+": (5, 7, 1), "NT-": (1, 6, 2)}


@pytest.mark.parametrize("strain", list(ALONE_TRICKS))
def test_one_against_two_with_sixteen_cards(benchmark: BenchmarkFixture, strain: str) -> None:
    def run() -> tuple[tuple[int, ...], int]:
        solver = ws.Solver()
        tricks = [solver.solve(ALONE_DEAL, strain, seat, rules=CUTTHROAT).tricks for seat in range(3)]
        return tuple(tricks), solver.nodes

    nodes = run()[1]
    assert timed(benchmark, run, nodes) == (ALONE_TRICKS[strain], nodes)


# ------------------------------------------------------------------------------------------------- many cells


def test_table_of_one_deal(benchmark: BenchmarkFixture) -> None:
    strains = [str(strain) for strain in ws.STRAINS]
    nodes = nodes_of_table([FULL], strains, BID_WHIST)
    found = timed(benchmark, lambda: ws.table(FULL, threads=1), nodes)
    assert found.to_numpy().shape == (4, 10)
    assert {cell: found[cell[1], cell[0]] for cell in FULL_TRICKS} == FULL_TRICKS


#: Sum of all tricks of the deals below, by strain.
SHORT_TRICKS = {"S+": 342, "NT+": 366, "NT-": 358}


@pytest.mark.parametrize("threads", [1, 2])
def test_twenty_short_deals_with_jokers(benchmark: BenchmarkFixture, threads: int) -> None:
    deals = [ws.Deal.random(seed, JOKERS) for seed in range(20)]
    strains = list(SHORT_TRICKS)
    nodes = nodes_of_table(deals, strains, JOKERS)
    found = timed(benchmark, lambda: ws.solve_many(deals, strains, rules=JOKERS, threads=threads), nodes)
    assert dict(zip(strains, found.sum(axis=(0, 1), dtype=int).tolist(), strict=True)) == SHORT_TRICKS
    assert sum(any(hand.jokers for hand in deal.hands) for deal in deals) > 10


# --------------------------------------------------------------------------------- beside a solver for bridge

BRIDGE_STRAINS = ["S+", "H+", "D+", "C+", "NT+"]
BRIDGE_DEALS = [ws.Deal.random(seed, BRIDGE) for seed in range(4)]


def bridge_tables() -> np.ndarray[Any, np.dtype[np.uint8]]:
    return ws.solve_many(BRIDGE_DEALS, BRIDGE_STRAINS, rules=BRIDGE)


@pytest.mark.benchmark(group="tables of four bridge deals")
def test_tables_of_bridge_deals(benchmark: BenchmarkFixture) -> None:
    nodes = nodes_of_table(BRIDGE_DEALS, BRIDGE_STRAINS, BRIDGE)
    found = timed(benchmark, bridge_tables, nodes)
    assert found.shape == (4, 4, 5)
    assert np.array_equal(found, [ws.table(deal, strains=BRIDGE_STRAINS).to_numpy() for deal in BRIDGE_DEALS])


@pytest.mark.benchmark(group="tables of four bridge deals")
def test_tables_of_bridge_deals_by_endplay(benchmark: BenchmarkFixture) -> None:
    """The same by DDS, through endplay, and the same answers."""
    dds = pytest.importorskip("endplay.dds")
    types = pytest.importorskip("endplay.types")
    denoms = [types.Denom.spades, types.Denom.hearts, types.Denom.diamonds, types.Denom.clubs, types.Denom.nt]
    players = [types.Player.find(seat) for seat in "NESW"]
    deals = [types.Deal(str(deal)) for deal in BRIDGE_DEALS]
    tables = benchmark.pedantic(lambda: list(dds.calc_all_tables(deals)), rounds=ROUNDS, warmup_rounds=1)
    # Bridge counts the declarer's tricks, and the hand at the declarer's left leads.
    leaders = [
        [[13 - table[denom, players[seat - 1]] for denom in denoms] for seat in range(4)] for table in tables
    ]
    assert np.array_equal(bridge_tables(), leaders)
