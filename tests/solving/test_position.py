"""Positions and what is solved of them: the same as by the public functions; deadlines; scores."""

import dataclasses

import pytest

import whistsolve as ws
from whistsolve._internal.arguments import Limits, read_scores
from whistsolve.analysis.contracts import solve_declarer
from whistsolve.solving import Solution
from whistsolve.solving.discards.discards import Discards
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.position import Position

DEAL = "N:AQ4... K53... JT2... 987..."
WITH_KITTY = "N:AQ... K5... JT... 98... | 76..."
PLAYED = ("S4", "S5", "SJ", "S9", "ST")


def test_a_position_is_what_the_functions_solve() -> None:
    position = Position.read(DEAL, "NT+", "N", "E", PLAYED)
    solver = ws.Solver(memory_mb=8)
    assert solver.memory_mb == 8
    found = ws.solve(DEAL, "NT+", "N", declarer="E", played=PLAYED)
    assert dataclasses.replace(solver.solve_position(position), nodes=0) == dataclasses.replace(
        found, nodes=0
    )
    bounds = ws.solve_cards(DEAL, "NT+", "N", declarer="E", played=PLAYED, node_limit=10**9)
    assert solver.bound_cards(position) == bounds and set(position.legal_cards()) == set(bounds)
    assert ws.solve_cards(DEAL, "NT+", "N", declarer="E", played=PLAYED) == {
        card: low for card, (low, high) in bounds.items() if low == high
    }
    assert position.side == (1, 3)


def test_positions_are_values() -> None:
    position = Position.read(DEAL, "NT+", "N", played=PLAYED)
    assert position == Position.read(ws.Deal.from_text(DEAL), ws.Strain.of("NT+"), 0, 0, PLAYED)
    assert hash(position) == hash(position.after(5)) and position.after(0) == Position.read(DEAL, "NT+", "N")
    with pytest.raises(dataclasses.FrozenInstanceError):
        position.leader = 1  # type: ignore[misc]


def test_an_illegal_play_is_named_when_the_position_is_searched() -> None:
    position = Position.read("N:A..2. K..3. Q..4. J..5.", "NT+", "N", played=["SA", "D3"])
    with pytest.raises(ws.ActError, match=r"^card 2 of those played, D3 by E, is not legal"):
        ws.Solver().solve_position(position)
    assert position.after(1).legal_cards() == (ws.Card.from_text("SK"),)


def test_a_declarer_with_and_without_a_kitty() -> None:
    solver = ws.Solver()
    plain = solve_declarer(Position.read(DEAL, "NT+", "N"), solver)
    assert isinstance(plain, Solution) and plain.tricks == ws.solve(DEAL, "NT+", "N").tricks
    taken = solve_declarer(KittyPosition.read(WITH_KITTY, "NT+", "N"), solver)
    assert taken.tricks == ws.best_discard(WITH_KITTY, "NT+", "N").tricks
    assert not solve_declarer(
        KittyPosition.read(ws.Deal.random(seed=1), "NT+", "N"), solver, Limits(nodes=1)
    ).exact


def test_the_holder_is_the_declarer_or_the_dummy() -> None:
    assert KittyPosition.read(WITH_KITTY, "NT+", "E").holder == 1
    dummy = ws.Rules.preset("dummy_seed")
    assert KittyPosition.read(WITH_KITTY, "NT+", "E", rules=dummy).holder == 3


def test_the_heuristic_discard_is_a_discard_with_trivial_bounds() -> None:
    question = Discards.at(KittyPosition.read(WITH_KITTY, "NT+", "N"), 8)
    unknown = question.unknown()
    assert (unknown.low, unknown.high, unknown.nodes) == (0, 2, 0)
    assert unknown.cards == question.heuristic() == (ws.Card.from_text("S7"), ws.Card.from_text("S6"))
    assert question.values([question.heuristic()]) == [question.best().tricks]
    assert (question.count(), len(question.optimal())) == (question.count(question.best().low),) * 2


@pytest.mark.parametrize(
    ("preset", "scores", "expected"),
    [
        ("bid_whist_seed", (3, -2), (3, -2, 3, -2)),
        ("bid_whist_seed", (3, -2, 3, -2), (3, -2, 3, -2)),
        ("cutthroat_3", (0, 0), (0, 0, 0)),
        ("cutthroat_5", (1, 2, 3, 4, 5), (1, 2, 3, 4, 5)),
    ],
)
def test_scores_of_sides_and_players(preset: str, scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert read_scores(scores, ws.Rules.preset(preset)) == expected
