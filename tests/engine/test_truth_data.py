"""The engine against answers found elsewhere: bridge tables, a reference solver, a real hand."""

import json
from itertools import accumulate
from pathlib import Path

import pytest
from tests.oracle import asking
from tests.oracle.positions import Problem
from tests.support.thorough import by_default

import whistsolve as ws

DATA = Path(__file__).parents[1] / "data"


def rows(name):
    with open(DATA / name, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("part", by_default(1, range(5)))
def test_bridge_tables(part):
    tables = rows("bridge_tables.jsonl")
    assert len(tables) == 100
    for row in tables[20 * part : 20 * part + 20]:
        strains = list(row["leader_tricks"])
        table = ws.table(ws.Deal.from_text(row["deal"]), strains=strains)
        got = {strain: [table[leader, strain] for leader in "NESW"] for strain in strains}
        assert got == row["leader_tricks"], row["deal"]


@pytest.mark.parametrize(("name", "count"), [("whist_positions.jsonl", 400), ("whist_full.jsonl", 40)])
def test_positions_of_the_reference_solver(name, count):
    positions = rows(name)
    assert len(positions) == count
    for row in positions:
        options = dict(row["rules"])
        partners = options.pop("game", "bid_whist") != "cutthroat"
        where = (row["leader"], row["declarer"], tuple(row["played"]))
        problem = Problem(tuple(row["hands"]), row["strain"], *where, partners, options)
        assert asking.solve(problem) == (row["tricks"], 0), problem


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


def test_hand_327_as_it_was_played():
    """From the second trick on no card is better than the one played, and nine tricks are kept."""
    for count in range(4, len(CARDS_327) + 1):
        problem = Problem(HAND_327, "S-", leader=2, played=CARDS_327[:count])
        assert sum(asking.solve(problem)) == 9, count
        if count < len(CARDS_327):
            cards = asking.solve_cards(problem)
            best = max if problem.position().to_play in problem.side else min
            assert cards[CARDS_327[count]] == best(cards.values()), count
    won = [
        asking.solve(Problem(HAND_327, "S-", leader=2, played=CARDS_327[:count]))[1]
        for count in accumulate(map(len, PLAY_327))
    ]
    assert won == [0, 0, 1, 2, 3, 4, 5]
