"""Fit the weights of `PlayModel` to hands that were played.

``python -m benchmarks.fitting.play_policy`` has hands played by a mixture of players
(`benchmarks.fitting.played_hands`), fits the policy of plays to three quarters of them (conditional logit
with a ridge penalty, by Newton's method), and prints the log loss on the others and the weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from benchmarks.fitting.played_hands import played_hands
from benchmarks.long_runs import add_run_options
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.game import HandState
from whistsolve.inference.play_model import play_weights
from whistsolve.inference.plays_seen import PlaysSeen

CONTEXTS: Final = tuple(play_weights())
TRAITS: Final = tuple(next(iter(play_weights().values())))

#: Seed of the hands, other than those of every other fit and test.
SEED: Final = 20270815
#: Penalty on the squares of the weights, in nats: traits are of the order of one.
_RIDGE: Final = 1.0
_ITERATIONS: Final = 30
#: Hands of which every fourth is held out.
HELD_OUT: Final = 4


@dataclass(frozen=True)
class Choices:
    """Plays among several choices, of one context.

    Attributes
    ----------
    traits : ndarray
        float64, shape (plays, choices, traits).
    legal : ndarray
        bool, shape (plays, choices).
    chosen : ndarray
        Shape (plays,).
    """

    traits: NDArray[np.float64]
    legal: NDArray[np.bool_]
    chosen: NDArray[np.intp]

    def probabilities(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of each choice: shape (plays, choices)."""
        utilities = np.where(self.legal, self.traits @ weights, -np.inf)
        found = np.exp(utilities - utilities.max(axis=1, keepdims=True))
        normed: NDArray[np.float64] = found / found.sum(axis=1, keepdims=True)
        return normed


def choices_of(states: Iterable[HandState]) -> list[Choices]:
    """All plays of some hands that are over, by context."""
    traits, legal, chosen, contexts = [], [], [], []
    for state in states:
        if not state.tricks:
            continue
        aside = sum(cards.mask for cards in state.discards)
        layout = np.array([*(hand.mask for hand in state.hands), aside], dtype=np.uint64)
        for seat in (0, 1):  # plays of seat 0 are those that seat 1 sees, all others those that seat 0 sees
            plays = PlaysSeen.of_view(state.view(seat), int(np.bitwise_or.reduce(layout)))
            count = len(plays)
            found = np.empty((count, 54, len(TRAITS)))
            sizes = np.empty((count, 54), dtype=np.uint8)
            which = np.empty((count, 2), dtype=np.int32)
            _kernels.play_choices(
                layout,
                found,
                sizes,
                which,
                plays.masks,
                plays.suits,
                plays.numbers,
                plays.heights,
                plays.trump,
            )
            some = (sizes[:, 1] > 0) & ((plays.numbers[:, 0] == 0) == (seat == 1))
            traits.append(found[some, :16])
            legal.append(sizes[some, :16] > 0)
            chosen.append(which[some, 0])
            contexts.append(which[some, 1])
    every = [np.concatenate(each) for each in (traits, legal, chosen, contexts)]
    of_context = [every[3] == context for context in range(len(CONTEXTS))]
    return [Choices(every[0][some], every[1][some], every[2][some].astype(np.intp)) for some in of_context]


def fit(choices: Choices, ridge: float = _RIDGE) -> NDArray[np.float64]:
    """The weights of the highest penalised likelihood, by Newton's method."""
    weights = np.zeros(len(TRAITS))
    rows = np.arange(len(choices.chosen))
    for _ in range(_ITERATIONS):
        chances = choices.probabilities(weights)
        mean = np.einsum("nk,nkt->nt", chances, choices.traits)
        gradient = (choices.traits[rows, choices.chosen] - mean).sum(axis=0) - ridge * weights
        second = np.einsum("nk,nkt,nku->tu", chances, choices.traits, choices.traits) - mean.T @ mean
        step = np.linalg.solve(second + ridge * np.eye(len(TRAITS)), gradient)
        weights = weights + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-6:
            break
    return weights


def log_loss(choices: Choices, weights: NDArray[np.float64]) -> float:
    """Mean negative log probability of the choices that were made, in nats."""
    rows = np.arange(len(choices.chosen))
    return float(-np.log(choices.probabilities(weights)[rows, choices.chosen]).mean())


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, and print the weights for play_weights.json, to standard error the log loss by context."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fitting.play_policy", description=__doc__)
    parser.add_argument("--hands", type=int, default=420)
    parser.add_argument("--seed", type=int, default=SEED)
    add_run_options(parser)
    options = parser.parse_args(arguments)
    hands, status = played_hands(
        options.seed, options.hands, processes=options.processes, path=options.resume
    )
    if status:
        return status
    fitted = choices_of(hand for number, hand in enumerate(hands) if number % HELD_OUT)
    others = choices_of(hands[::HELD_OUT])
    fits = [fit(choices) for choices in fitted]
    for name, weights, choices in zip(CONTEXTS, fits, others, strict=True):
        if len(choices.chosen):
            chance, found = log_loss(choices, np.zeros(len(TRAITS))), log_loss(choices, weights)
            print(
                f"{name}: {len(choices.chosen)} plays held out, log loss {found:.3f}, by chance {chance:.3f}",
                file=sys.stderr,
            )
    rounded = [(100 * weights).round().astype(int).tolist() for weights in fits]
    rows = [dict(zip(TRAITS, row, strict=True)) for row in rounded]
    made_by = f"python -m benchmarks.fitting.play_policy --hands {options.hands}"
    print(json.dumps({"made by": made_by, "weights": dict(zip(CONTEXTS, rows, strict=True))}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
