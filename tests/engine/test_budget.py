"""Limits and stops: bounds that are certain, the same everywhere; solvers that are right afterwards."""

from __future__ import annotations

import math
import pickle
import random
import threading
from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle.positions import Problem, random_hands, random_play

import whistsolve as ws
from whistsolve import Card, Solution  # for eval() of what is printed

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
        bounds = ws.card_bounds(deal, strain, 0, node_limit=limit, **asked)
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
        cards = [ws.card_bounds(deal, "NT+", "W", node_limit=limit) for _ in range(2)]
        assert cards[0] == cards[1]
        cut += not found[0].exact
    assert cut


def test_one_card_is_enough_for_bounds_and_a_billion_for_the_value() -> None:
    deal = ws.Deal.random(1)
    least, most = (ws.solve(deal, "NT+", "N", node_limit=limit) for limit in (1, 10**9))
    assert most == ws.solve(deal, "NT+", "N")
    assert 0 <= least.low <= most.tricks <= least.high <= 12 and not least.exact
    assert least.nodes < 100 < most.nodes


@pytest.mark.parametrize(
    "limits", [{"node_limit": 10**30}, {"time_limit": 1e300}, {"node_limit": np.int64(10**12)}]
)
def test_limits_that_are_not_reached_change_nothing(limits: dict[str, Any]) -> None:
    deal = ws.Deal.random(2)
    assert ws.solve(deal, "H-", "E", **limits) == ws.solve(deal, "H-", "E")
    bounds = ws.card_bounds(deal, "H-", "E", **limits)
    assert bounds == {card: (n, n) for card, n in ws.solve_cards(deal, "H-", "E").items()}
    assert bounds == ws.card_bounds(deal, "H-", "E")


@pytest.mark.parametrize("seconds", [0.02, Fraction(1, 50), np.float32(0.02), 1e-9])
def test_a_time_limit_ends_what_takes_minutes(seconds: Any) -> None:
    solver = ws.Solver(memory_mb=1)
    found = solver.solve(LONG, "NT+", 0, rules=FREE_PLAY, time_limit=seconds)
    assert not found.exact and 0 <= found.low < found.high <= 16
    cards = solver.card_bounds(LONG, "NT+", 0, rules=FREE_PLAY, time_limit=seconds)
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
                solver.card_bounds(deal, "D-", leader, node_limit=limit)
        for leader in range(4):
            assert solver.solve(deal, "D-", leader).tricks == ws.solve(deal, "D-", leader).tricks
        assert solver.solve_cards(deal, "D-", "S") == ws.solve_cards(deal, "D-", "S")


def test_when_play_is_over_every_limit_is_enough() -> None:
    played = ["SA", "SK", "SJ", "S9", "SQ", "S2", "ST", "S8"]
    found = ws.solve(SHORT, "NT+", "N", played=played, node_limit=1, time_limit=1e-9)
    assert (found.tricks, found.won, found.exact) == (0, 2, True)
    assert ws.card_bounds(SHORT, "NT+", "N", played=played, node_limit=1) == {}


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


@pytest.mark.parametrize(("low", "high"), [(6, 8), (7, 7)])
def test_a_solution_is_a_value(low: int, high: int) -> None:
    found = Solution(low=low, high=high, won=1, kitty_books=1, nodes=50)
    assert repr(found) == f"Solution(low={low}, high={high}, won=1, kitty_books=1, nodes=50)"
    assert eval(repr(found)) == found and pickle.loads(pickle.dumps(found)) == found
    assert {found: 1}[Solution(low, high, 1, 1, 50)] == 1
    with pytest.raises(FrozenInstanceError):
        found.low = 3  # type: ignore[misc]


def test_cards_print_as_they_read() -> None:
    bounds = ws.card_bounds(SHORT, "NT+", "N", node_limit=1000)
    assert eval(repr(bounds)) == bounds == {Card.of("SA"): (1, 1), Card.of("SQ"): (1, 1)}


@pytest.mark.parametrize("value", [0, -1, 1.0, "9", True, math.nan, [], object()])
def test_node_limits_that_are_none(value: Any) -> None:
    for call in (ws.solve, ws.card_bounds, ws.Solver().solve, ws.Solver().card_bounds):
        with pytest.raises(ws.WhistError, match=r"^node_limit .* expected a whole number, 1 or more$"):
            call(SHORT, "S+", "N", node_limit=value)


@pytest.mark.parametrize(
    "value", [0, -1, 0.0, math.nan, math.inf, "1", True, 1j, [], 10**400, np.array([1.0])]
)
def test_time_limits_that_are_none(value: Any) -> None:
    for call in (ws.solve, ws.card_bounds, ws.Solver().solve, ws.Solver().card_bounds):
        with pytest.raises(ws.WhistError, match=r"^time_limit .* expected seconds, a number above 0$"):
            call(SHORT, "S+", "N", time_limit=value)


# ----------------------------------------------------------------------------------------------------- stops


def test_a_stop_from_another_thread_carries_the_bounds() -> None:
    solver = ws.Solver(memory_mb=1)
    for declarer in (0, 1):
        timer = threading.Timer(0.1, solver.stop)
        timer.start()
        with pytest.raises(ws.SolveStopped) as caught:
            solver.solve(LONG, "NT+", 0, declarer=declarer, rules=FREE_PLAY)
        timer.join(HUNG)
        low, high = caught.value.low, caught.value.high
        assert low is not None and high is not None and 0 <= low < high <= 16
        again = pickle.loads(pickle.dumps(caught.value))
        assert (str(again), again.low, again.high) == (str(caught.value), low, high)
        with pytest.raises(ws.SolveStopped) as caught:
            solver.solve_cards(LONG, "NT+", 0, rules=FREE_PLAY)
        assert (caught.value.low, caught.value.high) == (None, None)
        solver.resume()
        found = solver.solve(LONG, "NT+", 0, declarer=declarer, rules=FREE_PLAY, node_limit=1)
        assert max(low, found.low) <= min(high, found.high)


@pytest.mark.parametrize("strain", ["S+", "NT-"])
def test_the_bounds_of_a_stopped_call_hold_the_value(strain: str) -> None:
    """Told before it begins, also for the smallest deal."""
    for deal in (*(ws.Deal.random(seed) for seed in range(5)), ws.Deal.from_text(SHORT)):
        for declarer in ("N", "E"):
            value = ws.solve(deal, strain, "N", declarer=declarer).tricks
            solver = ws.Solver()
            solver.stop()
            with pytest.raises(ws.SolveStopped) as caught:
                solver.solve(deal, strain, "N", declarer=declarer)
            assert caught.value.low is not None and caught.value.high is not None
            assert caught.value.low <= value <= caught.value.high
            with pytest.raises(ws.SolveStopped):
                solver.card_bounds(deal, strain, "N", declarer=declarer, node_limit=10**6)
            solver.resume()
            assert solver.solve(deal, strain, "N", declarer=declarer).tricks == value


def test_endings_that_need_no_search_are_stopped_too() -> None:
    solver = ws.Solver(memory_mb=1)
    solver.stop()
    for size, played in ((1, ()), (1, ("SA",)), (2, ("SA", "S2", "S3", "S4", "SK"))):
        deal = ws.Deal.from_text(("N:AK 52 63 74" if size == 2 else "N:A 2 3 4").replace(" ", "... ") + "...")
        for _ in range(2):
            with pytest.raises(ws.SolveStopped) as caught:
                solver.solve(deal, "S+", 0, played=played)
            left = size - len(played) // 4
            assert (caught.value.low, caught.value.high) == (left, left)
            with pytest.raises(ws.SolveStopped):
                solver.solve_cards(deal, "S+", 0, played=played)


def test_a_warm_solver_is_stopped_with_what_it_knows() -> None:
    deal = ws.Deal.random(1)
    solver = ws.Solver()
    value = solver.solve(deal, "S+", "N").tricks
    solver.stop()
    with pytest.raises(ws.SolveStopped) as caught:
        solver.solve(deal, "S+", "N")
    assert (caught.value.low, caught.value.high) == (value, value)
