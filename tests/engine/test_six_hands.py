"""Six hands in two teams of three and in three teams of two: the engine equals plain minimax.

A long run: ``python -m tests.engine.test_six_hands 5000`` compares so many endings of each kind.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from tests.oracle import asking
from tests.oracle.minimax import Memo, card_values, value
from tests.oracle.position import side_of
from tests.oracle.positions import (
    RANKINGS,
    SUITS,
    Problem,
    cards_of,
    hand_text,
    random_hands,
    random_options,
    random_problem,
)
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.encoding import deals_to_array
from whistsolve.solving import solve_rows

STRAINS = [trump + mark for mark in RANKINGS for trump in (*SUITS, "NT")]


def check_every_team(problem: Problem) -> None:
    """Tricks of every team as the declarer's, and those after every legal card."""
    position = problem.position()
    for declarer in range(problem.teams):
        asked = replace(problem, declarer=declarer)
        won = sum(position.won[seat] for seat in asked.side)
        memo: Memo = {}
        assert asking.solve(asked) == (value(position, asked.side, memo), won), asked
        assert asking.solve_cards(asked) == card_values(position, asked.side, memo), asked


def check_discards(seed: int, teams: int) -> None:
    """Every discard of a hand with a kitty, the best one and how many are as good."""
    rng = random.Random(f"discards {seed} {teams}")
    strain, size, kitty = rng.choice(STRAINS), rng.choice((1, 2, 2, 2)), rng.choice((1, 2, 3))
    jokers = rng.choice((0, 1, 2))
    options = random_options(rng, "NT+", jokers)
    if options["joker_no_trump"] == "removed":  # hands would not be of one size
        options["joker_no_trump"] = "free_discard"
    if options["kitty_book"] == "none":
        options["kitty_book"] = "bidder"
    *hands, laid = _with_kitty(rng, size, kitty, jokers)
    declarer, leader = rng.randrange(6), rng.randrange(6)
    team = sorted(side_of(declarer, 6, False, teams))
    holder = rng.choice([declarer, declarer, *team])
    problem = Problem(tuple(hands), strain, leader, declarer, (), False, options, teams)
    held = sorted(cards_of(hands[holder]) | cards_of(laid))
    values = {}
    for given_up in combinations(held, kitty):
        left = hand_text(set(held) - set(given_up))
        asked = replace(problem, hands=(*hands[:holder], left, *hands[holder + 1 :]))
        values[frozenset(given_up)] = value(asked.position(), asked.side)
    best = max(values.values())
    rules = asking.rules_of(problem)
    asked_of = (ws.Deal(problem.hands, laid), strain, declarer)
    where = {"holder": holder, "leader": leader, "rules": rules}
    found = ws.best_discard(*asked_of, **where)
    assert (found.low, found.high) == (best, best), problem
    assert values[frozenset(map(str, found.cards))] == best, problem
    optimal = {frozenset(map(str, cards)) for cards in ws.optimal_discards(*asked_of, **where)}
    assert optimal == {cards for cards, tricks in values.items() if tricks == best}, problem
    some = sorted(values, key=sorted)
    assert ws.Discards(*asked_of, **where).values(some) == [values[cards] for cards in some], problem


def _with_kitty(rng: random.Random, size: int, kitty: int, jokers: int) -> list[str]:
    """Six hands of so many cards and a kitty, from few ranks, so that suits are contested."""
    deck = [suit + rank for suit in SUITS for rank in "AKQJ2"[: 2 + size + kitty // 2]]
    chosen = ["BJ", "LJ"][:jokers] + rng.sample(deck, 6 * size + kitty - jokers)
    rng.shuffle(chosen)
    return [hand_text(chosen[size * hand : size * (hand + 1)]) for hand in range(6)] + [
        hand_text(chosen[6 * size :])
    ]


@pytest.mark.parametrize("teams", [2, 3])
@pytest.mark.parametrize(
    ("left", "seed"),
    [
        *by_default(30, [(2, seed) for seed in range(600)]),
        *by_default(20, [(3, seed) for seed in range(400)]),
        *by_default(1, [(4, seed) for seed in range(10)]),
    ],
)
def test_the_engine_equals_the_twin(left: int, seed: int, teams: int) -> None:
    check_every_team(random_problem(seed, 6, left=left, teams=teams))


@pytest.mark.parametrize("teams", [2, 3])
@pytest.mark.parametrize("seed", by_default(12, range(300)))
def test_discards_equal_the_twin(seed: int, teams: int) -> None:
    check_discards(seed, teams)


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("teams", [2, 3])
def test_partners_sit_the_same_in_either_direction(teams: int, direction: str) -> None:
    """Seats read backwards and play counterclockwise are the same game."""
    hands = random_hands(random.Random(teams), 6, 2, 2, narrow=True)
    problem = Problem(hands, "NT+", 1, partners=False, teams=teams)
    rules = ws.Rules.preset("bid_whist_seed", **problem.table, direction_of_play=direction)
    step = 1 if direction == "clockwise" else -1
    deal = ws.Deal([hands[step * seat % 6] for seat in range(6)])
    for strain in STRAINS:
        for declarer in range(6):
            want = replace(problem, strain=strain, declarer=declarer)
            found = ws.solve(deal, strain, step % 6, declarer=step * declarer % 6, rules=rules)
            assert found.tricks == value(want.start(), want.side)


def main() -> None:
    """Compare more endings than the tests do, and report how many."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    checks: dict[str, Callable[[int, int], None]] = {
        "endings of two cards": lambda s, t: check_every_team(random_problem(s, 6, left=2, teams=t)),
        "endings of three cards": lambda s, t: check_every_team(random_problem(s, 6, left=3, teams=t)),
        "discards": check_discards,
    }
    for name, check in checks.items():
        for teams in (2, 3):
            for seed in range(10_000, 10_000 + number):
                check(seed, teams)
            print(f"{number} {name}, {teams} teams: none differs", flush=True)


if __name__ == "__main__":
    main()


@pytest.mark.parametrize("teams", [2, 3])
@pytest.mark.parametrize("seed", by_default(1, range(20)))
def test_tables_and_batches_equal_the_twin(seed: int, teams: int) -> None:
    rng = random.Random(f"tables {seed}")
    hands = random_hands(rng, 6, 2, 2, narrow=True)
    options = random_options(rng, "NT+", jokers=2)
    problem = Problem(hands, "NT+", partners=False, options=options, teams=teams)
    want = [
        [
            value(asked.start(), asked.side)
            for strain in STRAINS
            for asked in [replace(problem, strain=strain, leader=leader)]
        ]
        for leader in range(6)
    ]
    deal, rules = ws.Deal(hands), asking.rules_of(problem)
    assert ws.table(deal, strains=STRAINS, rules=rules).to_numpy().tolist() == want, problem
    assert ws.solve_many([deal, deal], STRAINS, rules=rules).tolist() == [want, want], problem
    seats = np.arange(6)
    masks = deals_to_array([deal] * 6)
    for column, strain in enumerate(STRAINS):
        rows = solve_rows(masks, strain, leaders=seats, declarers=seats, rules=rules)
        assert rows.tolist() == [row[column] for row in want], problem
