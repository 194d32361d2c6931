"""Limits of nodes and time: certain bounds, the same everywhere."""

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle.positions import Problem, random_hands, random_play
from tests.support.long_calls import FREE_PLAY, LONG

import whistsolve as ws
from whistsolve.solving import Solution

SHORT = "N:AQ... K2... JT... 98..."


@given(
    st.integers(0, 10**6),
    st.sampled_from([(2, 8), (3, 7), (4, 7), (5, 5)]),
    st.sampled_from(["S+", "NT-", "H~", "NT+"]),
    st.integers(0, 11),
    st.sampled_from([1, 10, 60, 300, 2000]),
)
def test_bounds_hold_the_value(
    seed: int, table: tuple[int, int], strain: str, count: int, limit: int
) -> None:
    """Of the position and of every card, for both sides, also in the middle of a trick."""
    rng, (seats, size) = random.Random(seed), table
    problem = Problem(random_hands(rng, seats, size, 2), strain, partners=seats == 4)
    deal, played = ws.Deal(problem.hands), random_play(rng, problem.start(), count)
    for declarer in (0, 1):
        asked: dict[str, Any] = {"declarer": declarer, "played": played}
        exact = ws.solve(deal, strain, 0, **asked)
        found = ws.solve(deal, strain, 0, node_limit=limit, **asked)
        assert 0 <= found.low <= exact.tricks <= found.high <= deal.hand_size
        assert found.exact is (found.low == found.high)
        assert (found.won, found.kitty_books) == (exact.won, exact.kitty_books)
        assert found.nodes < limit + 200
        cards = ws.solve_cards(deal, strain, 0, **asked)
        bounds = ws.solve_cards(deal, strain, 0, node_limit=limit, **asked)
        assert set(bounds) == set(cards)
        assert all(low <= cards[card] <= high for card, (low, high) in bounds.items())


def test_the_same_limit_gives_the_same_bounds_and_the_same_work() -> None:
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


def test_limits_that_are_not_reached_change_nothing() -> None:
    deal = ws.Deal.random(2)
    for limits in ({"node_limit": 10**30}, {"time_limit": 1e300}, {"node_limit": np.int64(10**12)}):
        assert ws.solve(deal, "H-", "E", **limits) == ws.solve(deal, "H-", "E")
        bounds = ws.solve_cards(deal, "H-", "E", **limits)
        assert bounds == {card: (n, n) for card, n in ws.solve_cards(deal, "H-", "E").items()}


def test_a_time_limit_ends_what_takes_minutes() -> None:
    solver = ws.Solver(memory_mb=1)
    seconds: tuple[Any, ...] = (0.02, Fraction(1, 50), np.float32(0.02), 1e-9)
    for limit in seconds:
        found = solver.solve(LONG, "NT+", 0, rules=FREE_PLAY, time_limit=limit)
        assert not found.exact and 0 <= found.low < found.high <= 16
        cards = solver.solve_cards(LONG, "NT+", 0, rules=FREE_PLAY, time_limit=limit)
        assert set(cards) == set(LONG.hands[0])
        assert any(low < high for low, high in cards.values())


def test_when_play_is_over_every_limit_is_enough() -> None:
    played = ["SA", "SK", "SJ", "S9", "SQ", "S2", "ST", "S8"]
    found = ws.solve(SHORT, "NT+", "N", played=played, node_limit=1, time_limit=1e-9)
    assert (found.tricks, found.won, found.exact) == (0, 2, True)
    assert ws.solve_cards(SHORT, "NT+", "N", played=played, node_limit=1) == {}


def test_a_solution_that_is_not_exact_says_between_what() -> None:
    found = Solution(low=6, high=8, won=1, kitty_books=1, nodes=50)
    assert not found.exact
    for name, words in (
        ("tricks", r"tricks .* between 6 and 8, .* \.low and \.high.*node_limit or time"),
        ("books", r"books .* between 8 and 10, .* \.low and \.high"),
    ):
        with pytest.raises(ws.WhistError, match=words):
            getattr(found, name)


WRONG_LIMITS: dict[str, tuple[str, list[Any]]] = {
    "node_limit": ("a whole number, 1 or more", [0, -1, 1.0, "9", True, math.nan, [], object()]),
    "time_limit": (
        "seconds, a number above 0",
        [0, -1, 0.0, math.nan, math.inf, "1", True, 1j, [], 10**400, np.array([1.0])],
    ),
}


@pytest.mark.parametrize("name", WRONG_LIMITS)
def test_limits_that_are_none(name: str) -> None:
    words, values = WRONG_LIMITS[name]
    for call in (ws.solve, ws.solve_cards, ws.Solver().solve, ws.Solver().solve_cards):
        for value in values:
            with pytest.raises(ws.WhistError, match=rf"^{name} .* expected {words}$"):
                call(SHORT, "S+", "N", **{name: value})
