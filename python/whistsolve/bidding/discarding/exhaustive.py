"""Discards where every layout is enumerated: exact means in place of samples."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.discarding.declarer_solver import DeclarerContext, DeclarerSolver, DiscardTricks
from whistsolve.bidding.discarding.selection import DiscardSearch
from whistsolve.inference.posterior import WeightedLayouts

__all__ = ["best_of_means", "candidate_tricks", "exact_discards"]


def exact_discards(
    every: WeightedLayouts, context: DeclarerContext, discard_search: DiscardSearch | None = None
) -> DiscardTricks:
    """For each possible kitty the discard of the most expected tricks over the layouts with that kitty.

    Parameters
    ----------
    every : WeightedLayouts
        All layouts that there are.
    context : DeclarerContext
    discard_search : DiscardSearch, optional
        How many candidates are compared, each on every layout with that kitty.

    Returns
    -------
    DiscardTricks
        `DiscardTricks.means` are the exact expected tricks. Of equal discards the heuristic one is taken,
        then the first.
    """
    search = discard_search or DiscardSearch()
    layouts, weights = every.layouts, every.weights
    solver = DeclarerSolver(context)
    shape = len(layouts), len(context.strains)
    tricks, means = np.zeros(shape), np.zeros(shape)
    discards = np.zeros(shape, dtype=np.uint64)
    kitties, group = np.unique(layouts[:, -1], return_inverse=True)
    firsts = np.array([np.argmax(group == index) for index in range(len(kitties))])
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

    Parameters
    ----------
    solver : DeclarerSolver
    layouts : ndarray
        uint64, shape (layouts, seats + 1): alike in the declarer's cards with the kitty.
    candidates : sequence of int
        Masks of the cards given up.
    column : int
        Index of the strain.
    """
    declarer, seats = solver.context.declarer, solver.context.rules.players
    hands = np.tile(layouts[:, :seats], (len(candidates), 1))
    kept = solver.held(layouts[:1])[0] & ~np.array(candidates, dtype=np.uint64)
    hands[:, declarer] = np.repeat(kept, len(layouts))
    return solver.solve(hands, np.full(len(hands), column)).reshape(len(candidates), len(layouts))


def best_of_means(means: NDArray[np.float64]) -> int:
    """Index of the highest mean, the first of equals; means that differ by rounding alone are equal."""
    return int(np.argmax(means >= means.max() - 1e-9))
