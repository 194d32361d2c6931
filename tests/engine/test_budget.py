"""Limits and cancelled calls: certain bounds, the same everywhere; solvers that are right afterwards."""

import math
import random
import threading
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle.positions import Problem, random_hands, random_play

import whistsolve as ws
from whistsolve.solving import Solution

SEED = ws.Rules.preset("bid_whist_seed")
SHORT = "N:AQ... K2... JT... 98..."
#: Cutthroat with a led joker that nobody need follow: with the smallest table it takes minutes.
FREE_PLAY = ws.Rules.preset("cutthroat_3", joker_no_trump="free_discard", joker_lead_no_trump="free_play")
LONG = ws.Deal.random(29, FREE_PLAY)
#: A safety net only: what waits so long has hung.
HUNG = 30.0


def mid_play(seed: int, seats: int, size: int, strain: str, count: int) -> tuple[ws.Deal, list[str]]:
    """A random deal and the first cards of a random play of it, seat 0 leading."""
    rng = random.Random(seed)
    hands = tuple(random_hands(rng, seats, size, 2))
    options = {name: getattr(SEED, name) for name in ("joker_no_trump", "joker_lead_no_trump", "kitty_book")}
    start = Problem(hands, strain, 0, partners=seats == 4, options=options).start()
    return ws.Deal(hands), list(map(str, random_play(rng, start, count)))


# ------------------------------------------------------------------------------------------------ the bounds


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
    deal, played = mid_play(seed, *table, strain, count)
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


def test_the_two_sides_have_opposite_bounds() -> None:
    for seed in range(5):
        deal = ws.Deal.random(seed)
        north = ws.solve(deal, "S+", "N", node_limit=500)
        east = ws.solve(deal, "S+", "N", declarer="E", node_limit=500)
        assert (east.low, east.high) == (12 - north.high, 12 - north.low)


@pytest.mark.parametrize("limit", [1, 100, 5000, 20000])
def test_the_same_limit_gives_the_same_bounds_and_the_same_work(limit: int) -> None:
    cut = 0
    for seed in range(6):
        deal = ws.Deal.random(seed)
        found = [ws.solve(deal, "NT+", "W", node_limit=limit) for _ in range(3)]
        solver = ws.Solver()
        solver.solve(deal, "S+", "N")
        solver.clear()
        assert found == [solver.solve(deal, "NT+", "W", node_limit=limit)] * 3
        cards = [ws.solve_cards(deal, "NT+", "W", node_limit=limit) for _ in range(2)]
        assert cards[0] == cards[1]
        cut += not found[0].exact
    assert cut


@pytest.mark.parametrize(
    "limits", [{"node_limit": 10**30}, {"time_limit": 1e300}, {"node_limit": np.int64(10**12)}]
)
def test_limits_that_are_not_reached_change_nothing(limits: dict[str, Any]) -> None:
    deal = ws.Deal.random(2)
    assert ws.solve(deal, "H-", "E", **limits) == ws.solve(deal, "H-", "E")
    bounds = ws.solve_cards(deal, "H-", "E", **limits)
    assert bounds == {card: (n, n) for card, n in ws.solve_cards(deal, "H-", "E").items()}
    assert bounds == ws.solve_cards(deal, "H-", "E", node_limit=10**9)


@pytest.mark.parametrize("seconds", [0.02, Fraction(1, 50), np.float32(0.02), 1e-9])
def test_a_time_limit_ends_what_takes_minutes(seconds: Any) -> None:
    solver = ws.Solver(memory_mb=1)
    found = solver.solve(LONG, "NT+", 0, rules=FREE_PLAY, time_limit=seconds)
    assert not found.exact and 0 <= found.low < found.high <= 16
    cards = solver.solve_cards(LONG, "NT+", 0, rules=FREE_PLAY, time_limit=seconds)
    assert set(cards) == set(LONG.hands[0])
    assert any(low < high for low, high in cards.values())


def test_one_who_asks_again_comes_to_the_end() -> None:
    deals = map(ws.Deal.random, range(50))
    deal = next(deal for deal in deals if ws.solve(deal, "NT+", "N").nodes > 30_000)
    solver = ws.Solver()
    found = solver.solve(deal, "NT+", "N", node_limit=3000)
    assert not found.exact
    calls = 1
    while not found.exact:
        before = found
        found = solver.solve(deal, "NT+", "N", node_limit=3000)
        assert max(before.low, found.low) <= min(before.high, found.high)
        calls += 1
        assert calls < 10_000
    assert found.tricks == ws.solve(deal, "NT+", "N").tricks


def test_a_search_that_was_cut_off_leaves_a_solver_that_is_right() -> None:
    for seed in range(4):
        deal = ws.Deal.random(seed)
        solver = ws.Solver()
        for limit in (1, 700, 5000):
            for leader in range(4):
                solver.solve(deal, "D-", leader, node_limit=limit)
                solver.solve_cards(deal, "D-", leader, node_limit=limit)
        for leader in range(4):
            assert solver.solve(deal, "D-", leader).tricks == ws.solve(deal, "D-", leader).tricks
        assert solver.solve_cards(deal, "D-", "S") == ws.solve_cards(deal, "D-", "S")


def test_when_play_is_over_every_limit_is_enough() -> None:
    played = ["SA", "SK", "SJ", "S9", "SQ", "S2", "ST", "S8"]
    found = ws.solve(SHORT, "NT+", "N", played=played, node_limit=1, time_limit=1e-9)
    assert (found.tricks, found.won, found.exact) == (0, 2, True)
    assert ws.solve_cards(SHORT, "NT+", "N", played=played, node_limit=1) == {}


# ---------------------------------------------------------------------------------------------- the solution


def test_a_solution_that_is_not_exact_says_between_what() -> None:
    found = Solution(low=6, high=8, won=1, kitty_books=1, nodes=50)
    assert not found.exact
    with pytest.raises(
        ws.WhistError, match=r"tricks .* between 6 and 8, .* \.low and \.high.*node_limit or time"
    ):
        found.tricks  # noqa: B018
    with pytest.raises(ws.WhistError, match=r"books .* between 8 and 10, .* \.low and \.high"):
        found.books  # noqa: B018


@pytest.mark.parametrize("value", [0, -1, 1.0, "9", True, math.nan, [], object()])
def test_node_limits_that_are_none(value: Any) -> None:
    for call in (ws.solve, ws.solve_cards, ws.Solver().solve, ws.Solver().solve_cards):
        with pytest.raises(ws.WhistError, match=r"^node_limit .* expected a whole number, 1 or more$"):
            call(SHORT, "S+", "N", node_limit=value)


@pytest.mark.parametrize(
    "value", [0, -1, 0.0, math.nan, math.inf, "1", True, 1j, [], 10**400, np.array([1.0])]
)
def test_time_limits_that_are_none(value: Any) -> None:
    for call in (ws.solve, ws.solve_cards, ws.Solver().solve, ws.Solver().solve_cards):
        with pytest.raises(ws.WhistError, match=r"^time_limit .* expected seconds, a number above 0$"):
            call(SHORT, "S+", "N", time_limit=value)


# ----------------------------------------------------------------------------------------------- cancelled


def test_a_call_that_another_thread_cancels_leaves_a_solver_that_is_right() -> None:
    """Also one whose table is full of what the search found, and a warm one."""
    deal = ws.Deal.random(1)
    solver = ws.Solver(memory_mb=1)
    value = solver.solve(deal, "S+", "N").tricks
    for ask in (solver.solve, solver.solve_cards):
        cancellation = ws.Cancellation()
        timer = threading.Timer(0.1, cancellation.cancel)
        timer.start()
        with pytest.raises(ws.Stopped) as caught:
            ask(LONG, "NT+", 0, rules=FREE_PLAY, cancel=cancellation)
        timer.join(HUNG)
        assert (caught.value.partial, caught.value.reason) == (None, "cancelled")
        bounds = [solver.solve(LONG, "NT+", 0, rules=FREE_PLAY, node_limit=nodes) for nodes in (1, 20_000)]
        assert max(found.low for found in bounds) <= min(found.high for found in bounds)
        assert solver.solve(deal, "S+", "N").tricks == value


@pytest.mark.parametrize("strain", ["S+", "NT-"])
def test_a_search_that_is_cancelled_midway_leaves_no_wrong_bounds(strain: str) -> None:
    for seed in range(5):
        deal = ws.Deal.random(seed)
        solver = ws.Solver()
        for delay in (0.0005, 0.002, 0.005):
            cancellation = ws.Cancellation()
            timer = threading.Timer(delay, cancellation.cancel)
            timer.start()
            with suppress(ws.Stopped):
                while True:
                    solver.solve(deal, strain, "N", cancel=cancellation)
            timer.join(HUNG)
        for declarer in ("N", "E"):
            exact = ws.solve(deal, strain, "N", declarer=declarer)
            assert solver.solve(deal, strain, "N", declarer=declarer).tricks == exact.tricks
