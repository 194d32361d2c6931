"""The engine against answers found elsewhere: bridge tables, a reference solver, two real hands."""

import json
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from tests.oracle import asking
from tests.oracle.positions import Problem
from tests.support.thorough import by_default

import whistsolve as ws

DATA = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[Any]:
    with open(DATA / name, encoding="utf-8") as lines:
        return [pytest.param(json.loads(line), id=f"{name}:{i}") for i, line in enumerate(lines, 1)]


@pytest.mark.parametrize("row", by_default(30, rows("bridge_tables.jsonl")))
def test_bridge_tables(row: dict[str, Any]) -> None:
    strains = list(row["leader_tricks"])
    table = ws.table(ws.Deal.from_text(row["deal"]), strains=strains)
    got = {strain: [table[leader, strain] for leader in "NESW"] for strain in strains}
    assert got == row["leader_tricks"], row["deal"]


@pytest.mark.parametrize("row", rows("whist_positions.jsonl") + rows("whist_full.jsonl"))
def test_positions_of_the_reference_solver(row: dict[str, Any]) -> None:
    options = dict(row["rules"])
    partners = options.pop("game", "bid_whist") != "cutthroat"
    problem = Problem(
        tuple(row["hands"]),
        row["strain"],
        row["leader"],
        row["declarer"],
        tuple(row["played"]),
        partners,
        options,
    )
    tricks, won = asking.solve(problem)
    assert (tricks, won) == (row["tricks"], 0), problem


def test_the_data_are_complete() -> None:
    assert len(rows("bridge_tables.jsonl")) == 100
    assert len(rows("whist_positions.jsonl")) == 400
    assert len(rows("whist_full.jsonl")) == 40


#: Hand 241, from North, after South's exchange with the kitty: out went D2 DQ H2 HT, in came S2 SJ CJ S5.
HAND_241 = ("Q3.QJ743.T64.73", "4.985.KJ873.962", "AJ752..A.KQJT85", "KT986.AK6.95.A4")


@pytest.mark.parametrize(("strain", "tricks"), [("NT+", 7), ("NT-", 8)])
def test_hand_241_with_the_discard_made_at_the_table(strain: str, tricks: int) -> None:
    assert asking.solve(Problem(HAND_241, strain, leader=2)) == (tricks, 0)


#: Hand 327, from North, after South's exchange with the kitty: out went C4 C7 CQ H4 HT C8, in came
#: S4 ST DA C8 D3 H5.
HAND_327 = ("Q6.A98.KJT.AKJ2", "5.KJ632.Q8.963.L", "JT8432.5.A543..B", "AK97.Q7.9762.T5")
#: The seven tricks on record, each from its leader on.
PLAY_327 = (
    ("S4", "SK", "SQ", "LJ"),
    ("DQ", "D4", "D2", "DK"),
    ("CT", "CA", "C9", "H5"),
    ("C2", "C6", "D5", "C5"),
    ("HA", "HK", "D3", "HQ"),
    ("H9", "H2", "ST", "H7"),
    ("BJ", "S9", "S6", "S5"),
)
CARDS_327 = tuple(card for trick in PLAY_327 for card in trick)


@pytest.mark.parametrize("count", range(4, len(CARDS_327) + 1))
def test_hand_327_every_card_from_the_second_trick_on_keeps_nine_tricks(count: int) -> None:
    tricks, won = asking.solve(Problem(HAND_327, "S-", leader=2, played=CARDS_327[:count]))
    assert tricks + won == 9


def test_hand_327_tricks_won_on_record() -> None:
    won = [
        asking.solve(Problem(HAND_327, "S-", leader=2, played=CARDS_327[:count]))[1]
        for count in accumulate(map(len, PLAY_327))
    ]
    assert won == [0, 0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("count", range(4, len(CARDS_327)))
def test_hand_327_no_card_is_better_than_the_one_played(count: int) -> None:
    problem = Problem(HAND_327, "S-", leader=2, played=CARDS_327[:count])
    cards = asking.solve_cards(problem)
    players_own = problem.position().to_play in problem.side
    assert cards[CARDS_327[count]] == (max if players_own else min)(cards.values())
