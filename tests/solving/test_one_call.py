"""Functions of one call: each answers as a new solver does, whatever was asked before or elsewhere."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import whistsolve as ws
from whistsolve.solving import solver as module
from whistsolve.solving.engine_rules import EngineRules

ENDINGS = ("N:AQ... K2... JT... 98...", "N:A.K.Q. K.Q.A. Q.A..K J..K.A", "0:AK... QJ... T9...")
QUESTIONS = [(deal, strain, leader) for deal in ENDINGS for strain in ("S+", "NT-") for leader in (0, 2)]


def whole(seed: int) -> tuple[ws.Deal, str, str]:
    return ws.Deal.random(seed), "NT+", "N"


def test_a_call_visits_the_nodes_of_a_new_solver() -> None:
    asked = [*QUESTIONS, whole(1), *QUESTIONS, whole(2), whole(1)]
    assert [ws.solve(*each) for each in asked] == [ws.Solver().solve(*each) for each in asked]
    for each in asked:
        assert ws.solve_cards(*each) == ws.Solver().solve_cards(*each)
        assert ws.solve_cards(*each, node_limit=50) == ws.Solver().solve_cards(*each, node_limit=50)


def test_a_solver_is_kept_only_where_it_holds_little() -> None:
    ws.solve(*QUESTIONS[0])
    assert len(module._SPARES) == 1
    (kept,) = module._SPARES
    ws.solve_cards(*QUESTIONS[1])
    assert module._SPARES[0] is kept
    much = next(deal for deal in map(whole, range(20)) if ws.solve(*deal).nodes > module._LITTLE_WORK)
    ws.solve(*QUESTIONS[0])
    assert len(module._SPARES) == 1
    ws.solve(*much)
    assert module._SPARES == []


def test_a_call_that_ends_in_an_error_leaves_the_next_one_alone() -> None:
    want = ws.Solver().solve(*QUESTIONS[4])
    for _ in range(3):
        with pytest.raises(ws.ActError, match="card 1 of those played, SK by N, is not legal"):
            ws.solve(ENDINGS[0], "S+", "N", played=["SK"])
        assert ws.solve(*QUESTIONS[4]) == want


def test_threads_call_at_the_same_time() -> None:
    asked = [*QUESTIONS, *map(whole, range(6))] * 4
    want = {each: ws.Solver().solve(*each) for each in asked}
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda each: ws.solve(*each), asked)) == [want[each] for each in asked]


def test_rules_of_one_call_are_not_those_of_the_next() -> None:
    partners, alone = ws.Rules.preset("bid_whist"), ws.Rules.preset("cutthroat_4")
    right = ws.Rules.preset("bid_whist", direction_of_play="counterclockwise")
    for _ in range(2):
        assert EngineRules.of(partners, 4).side(1) == 0b1010
        assert EngineRules.of(alone, 4).side(1) == 0b0010
        assert EngineRules.of(alone, 3).side(2) == 0b100
        assert EngineRules.of(right, 4).in_turn(list("NESW")) == list("NWSE")
        assert EngineRules.of(partners, 4).in_turn(list("NESW")) == list("NESW")
    again = ws.Rules.preset("bid_whist")
    assert EngineRules.of(partners, 4) is EngineRules.of(partners, 4) == EngineRules.of(again, 4)
