"""Honest discards where every layout is looked at: no sample is left to chance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from whistsolve.arguments import DEFAULT_MEMORY_MB
from whistsolve.bidding.discarding.declarer_solver import Declaring, DiscardTricks
from whistsolve.bidding.discarding.selection import DiscardSearch
from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.rules import Rules
from whistsolve.values.strains import Strain

__all__ = ["exact_discards"]


def exact_discards(
    every: WeightedLayouts,
    declarer: int,
    strains: Sequence[Strain],
    *,
    rules: Rules,
    leader: int,
    discard_search: DiscardSearch | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> DiscardTricks:
    """For each kitty that may lie there, the discard of the most tricks on the average over its layouts.

    Parameters are those of `played_tricks`, with all layouts that there are. Discards are compared as by
    `sampled_discards`, each on every layout with that kitty; of equal ones the rule's own, then the first.
    `DiscardTricks.means` is that average.
    """
    how = discard_search or DiscardSearch()
    layouts, weights = every.layouts, every.weights
    solving = Declaring(rules, declarer, leader, tuple(strains), None, threads, memory_mb)
    shape = len(layouts), len(solving.strains)
    tricks, means = np.zeros(shape), np.zeros(shape)
    discards = np.zeros(shape, dtype=np.uint64)
    kitties, group = np.unique(layouts[:, -1], return_inverse=True)
    firsts = np.array([np.argmax(group == place) for place in range(len(kitties))])
    for place, options in enumerate(solving.candidates(layouts[firsts], how.candidates, how.swaps)):
        rows = np.nonzero(group == place)[0]
        shares = weights[rows] / weights[rows].sum()
        for column, candidates in enumerate(options):
            hands = np.tile(layouts[rows, : rules.players], (len(candidates), 1))
            held = layouts[rows[0], declarer] | layouts[rows[0], -1]
            left = held & ~np.array(candidates, dtype=np.uint64)
            hands[:, declarer] = np.repeat(left, len(rows))
            taken = solving.rows(hands, np.full(len(hands), column)).reshape(len(candidates), -1)
            averages = taken @ shares
            # Averages that differ by rounding alone are equal.
            best = int(np.argmax(averages >= averages.max() - 1e-9))
            tricks[rows, column] = taken[best]
            means[rows, column] = averages[best]
            discards[rows, column] = candidates[best]
    return DiscardTricks(tricks, discards, means)
