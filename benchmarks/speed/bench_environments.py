"""How fast the environments for learning step hands of bid whist with random policies, on one core.

``extra_info`` has the hands per second of processor time of the fastest round. OpenSpiel's bridge, a game in
C++, is the anchor.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from benchmarks.speed.bench_solver import repeated
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from whistsolve.env import aec, vector

pytestmark = pytest.mark.benchmark(group="environments")

pytest.importorskip("pettingzoo", reason="needs PettingZoo")


def hands_per_second(benchmark: BenchmarkFixture, run: Callable[[], int]) -> None:
    """Times a run that plays as many hands as it says, by the clock and in processor time."""
    speeds = []

    def timed() -> None:
        began = time.process_time()
        played = run()
        speeds.append(played / max(time.process_time() - began, 1e-9))

    repeated(benchmark, timed)
    benchmark.extra_info["hands per second"] = round(max(speeds))
    assert max(speeds) > 0


def test_aec(benchmark: BenchmarkFixture) -> None:
    env, draw, hands = aec("bid_whist", seed=1), np.random.default_rng(1), 40

    def run() -> int:
        for _ in range(hands):
            env.reset()
            for _ in env.agent_iter():
                known, _, is_over, _, _ = env.last()
                legal = np.flatnonzero(known["action_mask"])
                env.step(None if is_over else legal[draw.integers(len(legal))])
        return hands

    hands_per_second(benchmark, run)


@pytest.mark.parametrize("game", ["python_whistsolve", "bridge(use_double_dummy_result=false)"])
def test_openspiel(benchmark: BenchmarkFixture, game: str) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="needs OpenSpiel")
    pytest.importorskip("whistsolve.env.openspiel")
    loaded, draw, hands = pyspiel.load_game(game), random.Random(1), 100

    def run() -> int:
        for _ in range(hands):
            state = loaded.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(draw.choice(state.chance_outcomes())[0])
                else:
                    state.apply_action(draw.choice(state.legal_actions()))
            assert len(state.returns()) == 4
        return hands

    hands_per_second(benchmark, run)


def random_actions(masks: NDArray[np.int8], draw: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each row, each as likely."""
    counts = np.cumsum(masks, axis=1, dtype=np.int8)
    chosen = (draw.random(len(masks)) * counts[:, -1]).astype(np.int8)
    return np.asarray((counts > chosen[:, None]).argmax(axis=1))


@pytest.mark.parametrize("hands", [16, 256])
def test_vector(benchmark: BenchmarkFixture, hands: int) -> None:
    env, draw = vector(hands, "bid_whist", seed=1), np.random.default_rng(1)

    def run() -> int:
        known, _ = env.reset()
        ended = 0
        while ended < 2048:
            known, _, over, _, _ = env.step(random_actions(known["action_mask"], draw))
            ended += int(over.sum())
        return ended

    hands_per_second(benchmark, run)
