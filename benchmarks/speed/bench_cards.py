"""Which card to play: a default decision at the first lead and later, one core and 64 MiB.

``python benchmarks/speed/bench_cards.py`` prints the median and the most over random deals, as markdown.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.speed.bench_solver import repeated
from benchmarks.speed.sections import markdown_table
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.advice import CardReport
from whistsolve.game import HandState
from whistsolve.players import HeuristicPlayer
from whistsolve.rules import Rules
from whistsolve.solving.bench.fixed import HARD_DEALS

pytestmark = pytest.mark.benchmark(group="which card to play")

BID_WHIST: Final = Rules.preset("bid_whist")
#: Cards played before the decision: the lead, second hand, the middle of the hand, eight cards left.
MOMENTS: Final = {"first lead": 0, "second hand": 1, "third trick": 9, "eight cards": 16}


def played(state: HandState, cards: int) -> HandState:
    """The state after so many cards by the heuristic player, and others until there is a choice."""
    player = HeuristicPlayer()
    while len(state.snapshot.plays) < cards or len(state.legal_cards) < 2:
        assert state.to_act is not None
        state.push(player.act(state.view(state.to_act)))
    return state


def random_hand(seed: int, rules: Rules = BID_WHIST) -> HandState:
    """A random hand after the auction of players that call by the model, at the first lead."""
    draw, player = random.Random(seed), HeuristicPlayer(bids="modelled")
    while True:
        state = HandState.random(draw.getrandbits(32), rules, dealer=draw.randrange(rules.players))
        while not state.is_over and state.stage != "play":
            assert state.to_act is not None
            state.push(player.act(state.view(state.to_act)))
        if not state.is_over:
            return state


def hard_hand(number: int) -> HandState:
    """A bridge deal that is hard for the solver, in no-trump, at the first lead."""
    rules = Rules.preset("bid_whist_no_kitty")
    state = HandState(HARD_DEALS[number].deal, rules, dealer="W")
    for act in ("4NT", "pass", "pass", "pass", "NT+"):
        state.push(act)
    return state


def decide(state: HandState) -> CardReport:
    """A decision with the default number of layouts, on one core."""
    assert state.to_act is not None
    return ws.evaluate_cards(state.view(state.to_act), threads=1, memory_mb=64)


@pytest.mark.parametrize("cards", MOMENTS.values(), ids=MOMENTS)
@pytest.mark.parametrize("seed", by_default(1, (1, 2, 3)))
def test_a_default_decision(benchmark: BenchmarkFixture, seed: int, cards: int) -> None:
    state = played(random_hand(seed), cards)
    decide(state)  # what is made once for these rules
    report = repeated(benchmark, lambda: decide(state))
    benchmark.extra_info.update(layouts=report.samples, best=str(report.best))
    check(report, state)


@pytest.mark.parametrize("cards", by_default((9).__eq__, MOMENTS.values()))
@pytest.mark.parametrize("number", by_default((1).__eq__, range(len(HARD_DEALS))))
def test_a_decision_in_a_hard_deal(benchmark: BenchmarkFixture, number: int, cards: int) -> None:
    state = played(hard_hand(number), cards)
    decide(state)
    report = repeated(benchmark, lambda: decide(state))
    benchmark.extra_info.update(layouts=report.samples, best=str(report.best))
    check(report, state)


def check(report: CardReport, state: HandState) -> None:
    """The answer of a timed decision: every legal card, and the same again with another number of threads."""
    assert {row.card for row in report.rows} == set(state.legal_cards) and report.samples <= 48
    assert state.to_act is not None
    assert report == ws.evaluate_cards(state.view(state.to_act), threads=2)


# ---------------------------------------------------------------------------------------------- random deals


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the processor time of decisions in random deals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default="bid_whist")
    options = parser.parse_args(arguments)
    rules = Rules.preset(options.preset)
    seconds: dict[str, list[float]] = {name: [] for name in MOMENTS}
    layouts: dict[str, list[int]] = {name: [] for name in MOMENTS}
    for number in range(options.deals + 1):
        start = random_hand(options.seed + 1000 * number, rules)
        for name, cards in MOMENTS.items():
            state = played(start.copy(), cards)
            began = time.process_time()
            report = decide(state)
            if number:  # the first deal makes what is made once for these rules
                seconds[name].append(time.process_time() - began)
                layouts[name].append(report.samples)
    lines = [
        [
            name,
            f"{statistics.median(some):.3f}",
            f"{statistics.quantiles(some, n=20)[-1]:.3f}",
            f"{max(some):.3f}",
            f"{statistics.fmean(layouts[name]):.0f}",
        ]
        for name, some in seconds.items()
    ]
    print(f"{options.deals} deals of {options.preset}, seed {options.seed}; one core, 64 MiB.\n")
    print(markdown_table(["decision", "median s", "95 % below", "most", "layouts"], lines), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
