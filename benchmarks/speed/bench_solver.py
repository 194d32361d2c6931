"""How long solving takes, with the answers checked and the cards played in the search beside the times.

The deals are those of fixed seeds, so that a run can be compared with an earlier one; see README.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from benchmarks.speed.bridge import told_as_bridge
from benchmarks.speed.dds import (
    BRIDGE_RULES,
    BRIDGE_STRAINS,
    WHY_NOT,
    dds_alone,
    dds_tables,
    has_dds,
)
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture
from tests.oracle.minimax import value
from tests.oracle.positions import Problem
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.rules import preset_name
from whistsolve.solving import Solution
from whistsolve.solving.bench.fixed import HARD_DEALS
from whistsolve.values import STRAINS

T = TypeVar("T")

#: Answers found elsewhere.
DATA = Path(__file__).resolve().parents[2] / "tests" / "data"

#: The group of benchmarks that are in no other.
pytestmark = pytest.mark.benchmark(group="one position")
alone_group = pytest.mark.benchmark(group="one against the rest")
cells_group = pytest.mark.benchmark(group="many cells")
leaders_group = pytest.mark.benchmark(group="all leaders of a bridge deal")

#: Runs that are timed, after one that is not; every run starts with an empty table.
ROUNDS = 5

BID_WHIST = ws.Rules.preset("bid_whist")
CUTTHROAT = ws.Rules.preset("cutthroat_3")
JOKERS = ws.Rules.preset("bid_whist", hand_size=8, kitty_size=22)


def timed(benchmark: BenchmarkFixture, run: Callable[[], T], nodes: int) -> T:
    """What the run gives; its time goes to the report, and the cards that its search plays."""
    benchmark.extra_info["nodes"] = nodes
    return repeated(benchmark, run)


def repeated(benchmark: BenchmarkFixture, run: Callable[[], T]) -> T:
    """What the run gives; its time goes to the report."""
    found: T = benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)  # type: ignore[no-untyped-call]
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


def rows(name: str) -> list[dict[str, Any]]:
    """The objects of a file of known answers."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


#: Thirteen cards a hand with the tables of DDS.
BRIDGE_ROWS = rows("bridge_tables.jsonl")[:5]


@pytest.mark.parametrize(("strain", "leader"), [("S+", 0), ("C+", 1), ("NT+", 2), ("NT+", 3)])
def test_solve_a_full_bridge_deal(benchmark: BenchmarkFixture, strain: str, leader: int) -> None:
    deal = ws.Deal.from_text(BRIDGE_ROWS[0]["deal"])
    nodes = ws.solve(deal, strain, leader, rules=BRIDGE_RULES).nodes
    found = timed(benchmark, lambda: ws.solve(deal, strain, leader, rules=BRIDGE_RULES), nodes)
    assert (found.tricks, found.nodes) == (BRIDGE_ROWS[0]["leader_tricks"][strain][leader], nodes)


def kind_of(row: dict[str, Any]) -> str:
    """The kind of a full position: who plays against whom, and what a joker is."""
    if row["rules"].get("game") == "cutthroat":
        return f"one against {len(row['hands']) - 1}"
    if not row["strain"].startswith("NT"):
        return "trumps"
    return f"no trump suit, {row['rules']['joker_no_trump']}"


FULL_ROWS = rows("whist_full.jsonl")


@pytest.mark.parametrize("kind", sorted({kind_of(row) for row in FULL_ROWS}))
def test_full_positions_by_kind(benchmark: BenchmarkFixture, kind: str) -> None:
    asked = [row for row in FULL_ROWS if kind_of(row) == kind]

    def run() -> tuple[list[int], int]:
        solver = ws.Solver()
        tricks = []
        for row in asked:
            options = {name: option for name, option in row["rules"].items() if name != "game"}
            alone = row["rules"].get("game") == "cutthroat"
            preset = f"cutthroat_{len(row['hands'])}" if alone else "bid_whist"
            found = solver.solve(
                ws.Deal([ws.Hand.from_text(hand) for hand in row["hands"]]),
                row["strain"],
                row["leader"],
                declarer=row["declarer"],
                played=row["played"],
                rules=ws.Rules.preset(preset_name(preset), **options),
            )
            tricks.append(found.tricks)
        return tricks, solver.nodes

    nodes = run()[1]
    assert timed(benchmark, run, nodes) == ([row["tricks"] for row in asked], nodes)


#: Nodes, the limit; less than the deal needs.
LIMIT = 20_000


def test_a_search_that_is_ended_by_its_nodes(benchmark: BenchmarkFixture) -> None:
    deal = ws.Deal.from_text(BRIDGE_ROWS[0]["deal"])

    def run() -> Solution:
        return ws.solve(deal, "NT+", "N", rules=BRIDGE_RULES, node_limit=LIMIT)

    found = timed(benchmark, run, run().nodes)
    assert found == run() and not found.exact
    assert found.low <= BRIDGE_ROWS[0]["leader_tricks"]["NT+"][0] <= found.high
    assert LIMIT <= found.nodes < LIMIT + 1000


def test_a_freak_deal(benchmark: BenchmarkFixture) -> None:
    (freak,) = (each for each in HARD_DEALS if each.name == "two-suits")
    nodes = ws.solve(freak.deal, "S+", "N", rules=BRIDGE_RULES).nodes
    found = timed(benchmark, lambda: ws.solve(freak.deal, "S+", "N", rules=BRIDGE_RULES), nodes)
    assert (found.tricks, found.nodes) == (freak.tricks[0][0], nodes)


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


@alone_group
@pytest.mark.parametrize("strain", by_default(1, ALONE_TRICKS))
def test_one_against_two_with_sixteen_cards(benchmark: BenchmarkFixture, strain: str) -> None:
    def run() -> tuple[tuple[int, ...], int]:
        solver = ws.Solver()
        tricks = [solver.solve(ALONE_DEAL, strain, seat, rules=CUTTHROAT).tricks for seat in range(3)]
        return tuple(tricks), solver.nodes

    nodes = run()[1]
    assert timed(benchmark, run, nodes) == (ALONE_TRICKS[strain], nodes)


#: Tricks of each hand against all others when it leads, by players and strain.
MORE_TRICKS: dict[tuple[int, str], tuple[int, ...]] = {
    (4, "S+"): (0, 1, 7, 0),
    (4, "NT-"): (0, 2, 1, 3),
    (5, "S+"): (0, 0, 1, 5, 0),
    (5, "NT-"): (0, 0, 2, 1, 5),
    (6, "S+"): (0, 1, 0, 0, 2, 0),
    (6, "NT-"): (0, 0, 1, 1, 1, 2),
}


@alone_group
@pytest.mark.parametrize(("players", "strain"), by_default(lambda case: case[1] == "NT-", MORE_TRICKS))
def test_one_against_more_with_full_hands(benchmark: BenchmarkFixture, players: int, strain: str) -> None:
    rules = ws.Rules.preset(preset_name(f"cutthroat_{players}"))
    deal = ws.Deal.random(3, rules)

    def run() -> tuple[tuple[int, ...], int]:
        solver = ws.Solver()
        tricks = [solver.solve(deal, strain, seat, rules=rules).tricks for seat in range(players)]
        return tuple(tricks), solver.nodes

    nodes = run()[1]
    assert timed(benchmark, run, nodes) == (MORE_TRICKS[players, strain], nodes)


@leaders_group
@pytest.mark.parametrize("kept", [True, False], ids=["kept solver", "new solvers"])
@pytest.mark.parametrize("strain", by_default("NT+".__eq__, ["S+", "NT+"]))
def test_all_leaders_of_a_bridge_deal(benchmark: BenchmarkFixture, strain: str, kept: bool) -> None:
    """Leader after leader, warm as DDS does for a table, or each with an empty table."""
    deal = ws.Deal.from_text(BRIDGE_ROWS[1]["deal"])

    def run() -> tuple[dict[int, int], int]:
        solvers = [ws.Solver()] * 4 if kept else [ws.Solver() for _ in range(4)]
        leaders = (0, 2, 1, 3)  # those of one side after another: they share most of the table
        found = [
            each.solve(deal, strain, leader, rules=BRIDGE_RULES)
            for each, leader in zip(solvers, leaders, strict=True)
        ]
        tricks = {leader: each.tricks for leader, each in zip(leaders, found, strict=True)}
        return tricks, sum(each.nodes for each in found)

    nodes = run()[1]
    tricks, again = timed(benchmark, run, nodes)
    assert again == nodes
    assert [tricks[leader] for leader in range(4)] == BRIDGE_ROWS[1]["leader_tricks"][strain]


# ------------------------------------------------------------------------------------------------- many cells


@cells_group
def test_table_of_one_deal(benchmark: BenchmarkFixture) -> None:
    strains = [str(strain) for strain in STRAINS]
    nodes = nodes_of_table([FULL], strains, BID_WHIST)
    found = timed(benchmark, lambda: ws.table(FULL, threads=1), nodes)
    assert found.to_numpy().shape == (4, 10)
    assert {cell: found[cell[1], cell[0]] for cell in FULL_TRICKS} == FULL_TRICKS


#: Sum of all tricks of the deals below, by strain.
SHORT_TRICKS = {"S+": 342, "NT+": 366, "NT-": 358}


@cells_group
@pytest.mark.parametrize("threads", by_default((1).__eq__, [1, 2]))
def test_twenty_short_deals_with_jokers(benchmark: BenchmarkFixture, threads: int) -> None:
    deals = [ws.Deal.random(seed, JOKERS) for seed in range(20)]
    strains = list(SHORT_TRICKS)
    nodes = nodes_of_table(deals, strains, JOKERS)
    found = timed(benchmark, lambda: ws.solve_many(deals, strains, rules=JOKERS, threads=threads), nodes)
    assert dict(zip(strains, found.sum(axis=(0, 1), dtype=int).tolist(), strict=True)) == SHORT_TRICKS
    assert sum(any(hand.jokers for hand in deal.hands) for deal in deals) > 10


@cells_group
@pytest.mark.parametrize("threads", by_default((2).__eq__, [1, 2]))
def test_five_bridge_deals(benchmark: BenchmarkFixture, threads: int) -> None:
    deals = [row["deal"] for row in BRIDGE_ROWS]
    nodes = nodes_of_table([ws.Deal.from_text(deal) for deal in deals], BRIDGE_STRAINS, BRIDGE_RULES)
    found = timed(
        benchmark,
        lambda: ws.solve_many(deals, BRIDGE_STRAINS, rules=BRIDGE_RULES, threads=threads),
        nodes,
    )
    want = [
        [[row["leader_tricks"][strain][n] for strain in BRIDGE_STRAINS] for n in range(4)]
        for row in BRIDGE_ROWS
    ]
    assert found.tolist() == want


FOUR_CARDS = ws.Rules.preset("bid_whist", hand_size=4, kitty_size=38)


@pytest.mark.thorough
@cells_group
def test_a_batch_of_five_hundred_deals_of_four_cards(benchmark: BenchmarkFixture) -> None:
    """Where what surrounds a search is most of the time."""
    deals = random_deals(500, 17, FOUR_CARDS)[:, :4]
    strains = ["S+", "NT-"]
    solver = ws.Solver()
    want = np.zeros((len(deals), 4, 2), dtype=np.uint8)
    several = [ws.Deal([ws.Hand.from_mask(mask) for mask in row]) for row in deals.tolist()]
    for number, deal in enumerate(several):
        for column, strain in enumerate(strains):
            for leader in (0, 2, 1, 3):
                want[number, leader, column] = solver.solve(deal, strain, leader, rules=FOUR_CARDS).tricks
    found = timed(benchmark, lambda: ws.solve_many(deals, strains, rules=FOUR_CARDS, threads=1), solver.nodes)
    assert np.array_equal(found, want)
    for number, deal in enumerate(several[:10]):
        for column, strain in enumerate(strains):
            position = Problem(tuple(map(str, deal.hands)), strain).position()
            assert value(position, frozenset({0, 2})) == found[number, 0, column]


# --------------------------------------------------------------------------------- beside a solver for bridge

beside_dds = pytest.mark.skipif(not has_dds(), reason=WHY_NOT)

BRIDGE_DEALS = random_deals(4, 0, BRIDGE_RULES)
BRIDGE_TEXTS = [str(ws.Deal([ws.Hand.from_mask(mask) for mask in row])) for row in BRIDGE_DEALS.tolist()]


def bridge_tables() -> NDArray[np.uint8]:
    return ws.solve_many(BRIDGE_DEALS, BRIDGE_STRAINS, rules=BRIDGE_RULES, threads=1)


@pytest.mark.thorough
@pytest.mark.benchmark(group="tables of four bridge deals, one thread")
def test_tables_of_bridge_deals(benchmark: BenchmarkFixture) -> None:
    nodes = nodes_of_table(map(ws.Deal.from_text, BRIDGE_TEXTS), BRIDGE_STRAINS, BRIDGE_RULES)
    found = timed(benchmark, bridge_tables, nodes)
    assert found.shape == (4, 4, 5)
    assert np.array_equal(found, [ws.table(deal, strains=BRIDGE_STRAINS).to_numpy() for deal in BRIDGE_TEXTS])


@pytest.mark.thorough
@beside_dds
@pytest.mark.benchmark(group="tables of four bridge deals, one thread")
def test_tables_of_bridge_deals_by_dds(benchmark: BenchmarkFixture) -> None:
    """The same by DDS, through endplay, and the same answers."""
    with dds_alone():
        found = repeated(benchmark, lambda: dds_tables(BRIDGE_TEXTS))
    assert np.array_equal(found, bridge_tables())


def told_deals(strain: str, count: int) -> tuple[list[ws.Deal], list[str]]:
    """The first deals of twelve cards a hand that can be told as bridge deals, and how."""
    deals, texts = [], []
    for seed in range(1000):
        deal = ws.Deal.random(seed, BID_WHIST)
        told = told_as_bridge(deal, strain)
        if told is not None:
            deals.append(deal)
            texts.append(told)
        if len(deals) == count:
            break
    return deals, texts


#: Trump suits, jokers on top, and the strain that DDS knows.
TOLD = {"S+": "S+", "H-": "H+", "D~": "D+"}
told_group = pytest.mark.benchmark(group="ten deals with jokers in a trump suit, one thread")


def told_columns(strain: str) -> NDArray[np.uint8]:
    return ws.solve_many(told_deals(strain, 10)[0], [strain], rules=BID_WHIST, threads=1)


@told_group
@pytest.mark.parametrize("strain", by_default("S+".__eq__, TOLD))
def test_deals_with_jokers(benchmark: BenchmarkFixture, strain: str) -> None:
    deals, _ = told_deals(strain, 10)
    nodes = nodes_of_table(deals, [strain], BID_WHIST)
    found = timed(benchmark, lambda: ws.solve_many(deals, [strain], rules=BID_WHIST, threads=1), nodes)
    assert found.shape == (10, 4, 1)
    assert sum(any(hand.jokers for hand in deal.hands) for deal in deals) >= 5


@beside_dds
@told_group
@pytest.mark.parametrize("strain", by_default("S+".__eq__, TOLD))
def test_deals_with_jokers_by_dds(benchmark: BenchmarkFixture, strain: str) -> None:
    """The same by DDS: their ranks dealt again, so that bridge has them."""
    _, texts = told_deals(strain, 10)
    with dds_alone():
        found = repeated(benchmark, lambda: dds_tables(texts, [TOLD[strain]]))
    assert np.array_equal(found, told_columns(strain))
