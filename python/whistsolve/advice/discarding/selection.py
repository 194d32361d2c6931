"""Sampled discards: chosen by successive halving on sampled layouts of what the declarer cannot see.

A discard is evaluated on other layouts than those on which it was chosen. If all layouts are enumerated,
exact means replace samples.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import is_instance, read_integer, shown
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver, DiscardTricks
from whistsolve.errors import WhistError
from whistsolve.inference.posterior import WeightedLayouts

#: The bonus of the incumbent (the heuristic discard) after n layouts is this / sqrt(n) tricks: about one
#: standard error of a paired difference.
_INCUMBENT_BONUS: Final = 0.8
#: Maximum number of layouts of a round: they are drawn at once.
_MOST_LAYOUTS: Final = 100_000

#: How a declarer's discards are made.
DiscardMethod: TypeAlias = Literal["sampled", "double_dummy", "heuristic"]


@dataclass(frozen=True, slots=True)
class DiscardSearch:
    """Effort of the search for sampled discards: how many candidates, on how many layouts.

    `candidates` is the number of discards by heuristics, `swaps` that of further ones: the first with one
    card swapped for a kept card. `rounds` are the numbers of layouts, at most 100,000, of each round of
    successive halving: all candidates are tried in the first round, the better half of them also in the
    second, and so on. Raises `WhistError` if a number is out of range, or there are no rounds.
    """

    candidates: int = 4
    swaps: int = 0
    rounds: tuple[int, ...] = (1, 2)

    def __post_init__(self) -> None:
        read_integer(self.candidates, "candidates", WhistError, 1)
        read_integer(self.swaps, "swaps", WhistError, 0)
        if not is_instance(self.rounds, tuple) or not self.rounds:
            raise WhistError(
                f"rounds {shown(self.rounds)} are wrong: expected one or more numbers of layouts"
            )
        for layouts in self.rounds:
            read_integer(layouts, "layouts of a round", WhistError, 1, _MOST_LAYOUTS)


def played_tricks(
    layouts: NDArray[np.uint64],
    solver: DeclarerSolver,
    kind: DiscardMethod = "sampled",
    *,
    seed: int = 0,
    search: DiscardSearch | None = None,
) -> DiscardTricks:
    """Tricks of a declarer who takes the kitty and discards, in each layout and strain.

    Layouts are uint64, shape (layouts, seats), with a further column for the kitty if there is one. `seed` is
    for the layouts on which sampled discards are chosen. A dummy's discards are heuristic, not sampled.
    """
    number = solver.number
    shape = len(layouts), len(solver.strains)
    if number and kind == "double_dummy":
        return solver.double_dummy(layouts)
    if number and kind == "sampled" and solver.holder == solver.declarer:
        discards, means = sampled_discards(layouts, solver, seed=seed, search=search)
        return DiscardTricks(solver.tricks_after(layouts, discards), discards, means)
    discards = np.zeros(shape, dtype=np.uint64)
    if number:
        first = [[candidates[0] for candidates in row] for row in solver.candidates(layouts, 1)]
        discards = np.array(first, dtype=np.uint64).reshape(shape)
    tricks = solver.tricks_after(layouts, discards)
    return DiscardTricks(tricks, discards, tricks)


def sampled_discards(
    layouts: NDArray[np.uint64], solver: DeclarerSolver, *, seed: int = 0, search: DiscardSearch | None = None
) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """The sampled discards, and their mean tricks over the layouts on which they were chosen.

    uint64 and float64, shape (layouts, strains); they depend on the declarer's own cards and the kitty alone.
    """
    found = successive_halving(layouts, solver, seed=seed, search=search)
    shape = len(layouts), len(solver.strains)
    discards = np.array([[arms[0].discard for arms in row] for row in found], dtype=np.uint64)
    means = np.array([[arms[0].mean for arms in row] for row in found])
    return discards.reshape(shape), means.reshape(shape)


def exact_discards(
    every: WeightedLayouts, solver: DeclarerSolver, search: DiscardSearch | None = None
) -> DiscardTricks:
    """For each possible kitty the discard with the most expected tricks over the layouts with that kitty.

    `DiscardTricks.means` are exact. Ties go to the earlier candidate; the heuristic one comes first.
    """
    search = search or DiscardSearch()
    layouts, weights = every.layouts, every.weights
    shape = len(layouts), len(solver.strains)
    tricks, means = np.zeros(shape), np.zeros(shape)
    discards = np.zeros(shape, dtype=np.uint64)
    _, firsts, group = np.unique(layouts[:, -1], return_index=True, return_inverse=True)
    by_kitty = solver.candidates(layouts[firsts], search.candidates, search.swaps)
    for index, by_strain in enumerate(by_kitty):
        rows = np.nonzero(group == index)[0]
        shares = weights[rows] / weights[rows].sum()
        for column, candidates in enumerate(by_strain):
            taken = candidate_tricks(solver, layouts[rows], candidates, column)
            averages = taken @ shares
            best = best_of_means(averages)
            tricks[rows, column] = taken[best]
            means[rows, column] = averages[best]
            discards[rows, column] = candidates[best]
    return DiscardTricks(tricks, discards, means)


def candidate_tricks(
    solver: DeclarerSolver, layouts: NDArray[np.uint64], candidates: Sequence[int], column: int = 0
) -> NDArray[np.uint8]:
    """Tricks of every candidate discard of one hand in every layout: uint8, shape (candidates, layouts).

    The holder's cards with the kitty are the same in all layouts; `column` is the index of the strain.
    """
    hands = np.tile(layouts[:, : solver.rules.dealt_hands], (len(candidates), 1))
    kept = solver.held(layouts[:1])[0] & ~np.array(candidates, dtype=np.uint64)
    hands[:, solver.holder] = np.repeat(kept, len(layouts))
    return solver.solve(hands, np.full(len(hands), column)).reshape(len(candidates), len(layouts))


def best_of_means(means: NDArray[np.float64]) -> int:
    """Index of the highest mean, the first of equals; means that differ by rounding alone are equal."""
    return int(np.argmax(means >= means.max() - 1e-9))


@dataclass(slots=True)
class ArmStatistics:
    """A candidate discard, an arm of the bandit problem, with its tricks in each layout so far.

    `incumbent` marks the heuristic discard. `efficiency` is the effective sample size per layout: 1 if all
    layouts are equally likely, less if calls make some likelier.
    """

    discard: int
    incumbent: bool
    efficiency: float = 1.0
    tricks: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, dtype=np.uint8))

    @property
    def mean(self) -> float:
        """Mean tricks."""
        return int(self.tricks.sum()) / len(self.tricks) if len(self.tricks) else 0.0

    @property
    def effective_sample_size(self) -> float:
        """The effective sample size of the layouts so far."""
        return len(self.tricks) * self.efficiency

    @property
    def upper(self) -> float:
        """The mean, plus a bonus for the incumbent: on few layouts the best of equals looks better."""
        return self.mean + (_INCUMBENT_BONUS / len(self.tricks) ** 0.5 if self.incumbent else 0.0)


def successive_halving(
    layouts: NDArray[np.uint64], solver: DeclarerSolver, *, seed: int = 0, search: DiscardSearch | None = None
) -> list[list[list[ArmStatistics]]]:
    """The candidate discards of each layout and strain, ranked: the chosen one first.

    All are tried on the same sampled layouts, and each round eliminates the worse half, which ranks below.
    Source: Z. Karnin, T. Koren, O. Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013.
    """
    search = search or DiscardSearch()
    total = sum(search.rounds)
    candidates = solver.candidates(layouts, search.candidates, search.swaps)
    sampled, effective_sizes = solver.sample_layouts(layouts, total, seed)
    ranked = [
        [[ArmStatistics(discard, k == 0, share) for k, discard in enumerate(each)] for each in row]
        for row, share in zip(candidates, (effective_sizes / total).tolist(), strict=True)
    ]
    start = 0
    for halved, number in enumerate(search.rounds):
        tried = [
            (i, j, arm)
            for i, row in enumerate(ranked)
            for j, each in enumerate(row)
            for arm in each[: len(each) >> halved]
            if not halved or len(each) >> halved > 1  # a single candidate needs no more layouts
        ]
        if tried:
            hands = np.concatenate([sampled[i, start : start + number] for i, _, _ in tried])
            discards = np.array([arm.discard for *_, arm in tried], dtype=np.uint64)
            hands[:, solver.holder] &= ~np.repeat(discards, number)
            taken = solver.solve(hands, np.repeat(np.array([j for _, j, _ in tried]), number))
            for (_, _, arm), tricks in zip(tried, taken.reshape(-1, number), strict=True):
                arm.tricks = np.concatenate([arm.tricks, tricks])
        start += number
        for each in itertools.chain(*ranked):
            # The sort is stable: equal candidates keep their order, the heuristic one first.
            each[: len(each) >> halved] = sorted(each[: len(each) >> halved], key=lambda arm: -arm.upper)
    return ranked
