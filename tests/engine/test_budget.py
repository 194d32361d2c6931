"""Limits of nodes and time: the same bounds everywhere; that they hold is in test_random_rules.py."""

import math
from fractions import Fraction

import numpy as np
import pytest
from tests.support.long_calls import FREE_PLAY, LONG

import whistsolve as ws
from whistsolve.solving import Solution

SHORT = "N:AQ... K2... JT... 98..."


def test_the_same_limit_gives_the_same_bounds_and_the_same_work():
    """Of a new solver and a cleared one; the other side has the opposite bounds."""
    cut = 0
    for limit, seed in ((1, 0), (100, 1), (5000, 2), (20000, 3), (5000, 4)):
        deal = ws.Deal.random(seed)
        solver = ws.Solver()
        solver.solve(deal, "S+", "N")
        solver.clear()
        found = ws.solve(deal, "NT+", "W", node_limit=limit)
        assert [found] * 2 == [ask(deal, "NT+", "W", node_limit=limit) for ask in (ws.solve, solver.solve)]
        assert ws.solve_cards(deal, "NT+", "W", node_limit=limit) == ws.solve_cards(
            deal, "NT+", "W", node_limit=limit
        )
        against = ws.solve(deal, "NT+", "W", declarer="N", node_limit=limit)
        assert (against.low, against.high) == (12 - found.high, 12 - found.low)
        cut += not found.exact
    assert cut


def test_limits_that_are_not_reached_change_nothing():
    deal = ws.Deal.random(2)
    for limits in ({"node_limit": 10**30}, {"time_limit": 1e300}, {"node_limit": np.int64(10**12)}):
        assert ws.solve(deal, "H-", "E", **limits) == ws.solve(deal, "H-", "E")
        assert ws.solve_cards(deal, "H-", "E", **limits) == ws.solve_cards(deal, "H-", "E")


def test_a_time_limit_ends_what_takes_minutes():
    solver = ws.Solver(memory_mb=1)
    seconds = (0.02, Fraction(1, 50), np.float32(0.02), 1e-9)
    for limit in seconds:
        found = solver.solve(LONG, "NT+", 0, rules=FREE_PLAY, time_limit=limit)
        assert not found.exact and 0 <= found.low < found.high <= 16
        cards = solver.solve_cards(LONG, "NT+", 0, rules=FREE_PLAY, time_limit=limit)
        assert set(cards) == set(LONG.hands[0])
        assert not cards.exact and all(cards.low[card] <= cards.high[card] for card in cards)


def test_a_solution_that_is_not_exact_says_between_what():
    found = Solution(low=6, high=8, won=1, kitty_books=1, nodes=50)
    with pytest.raises(ws.WhistError, match=r"tricks .* between 6 and 8, .* \.low and .*node_limit or time"):
        _ = found.tricks
    with pytest.raises(ws.WhistError, match=r"books .* between 8 and 10, .* \.low and \.high"):
        _ = found.books


WRONG_LIMITS = {
    "node_limit": [0, -1, 1.0, "9", True, math.nan, [], object()],
    "time_limit": [0, -1, 0.0, math.nan, math.inf, "1", True, 1j, [], 10**400, np.array([1.0])],
}
EXPECTED = {"node_limit": "a whole number, 1 or more", "time_limit": "seconds, a number above 0"}


def test_limits_that_are_none():
    for call in (ws.solve, ws.solve_cards, ws.Solver().solve, ws.Solver().solve_cards):
        for name, values in WRONG_LIMITS.items():
            for value in values:
                with pytest.raises(ws.WhistError, match=rf"^{name} .* expected {EXPECTED[name]}$"):
                    call(SHORT, "S+", "N", **{name: value})
