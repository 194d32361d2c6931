"""Sampled discards: chosen by successive halving on sampled layouts of what the declarer cannot see.

The layouts that choose a discard have no part in what it is worth afterwards. Double-dummy discards, the best
for the layout itself, are an upper bound: no player can be sure to find them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.discarding.declarer_solver import DeclarerContext, DeclarerSolver, DiscardTricks
from whistsolve.errors import WhistError
from whistsolve.values.reading import read_integer, shown

__all__ = [
    "ArmStatistics",
    "DiscardMethod",
    "DiscardSearch",
    "played_tricks",
    "read_discard_method",
    "sampled_discards",
    "successive_halving",
]

#: Bonus of the incumbent, the heuristic discard, in tricks, divided by sqrt(n) after n layouts: about one
#: standard deviation of a paired difference.
_INCUMBENT_BONUS: Final = 0.8
#: Of a round at most: they are drawn at once.
_MOST_LAYOUTS: Final = 100_000

#: How a declarer's discards are made.
DiscardMethod = Literal["sampled", "double_dummy", "heuristic"]


@dataclass(frozen=True, slots=True)
class DiscardSearch:
    """Effort of the search for sampled discards.

    Attributes
    ----------
    candidates : int
        Candidate discards by heuristics.
    swaps : int
        Further candidates, in which one card of the first is exchanged for one that is kept.
    rounds : tuple of int
        Layouts of each round of successive halving: all candidates are tried on those of the first, the
        better half of them on those of the second too, and so on. 100,000 at most in a round.

    Raises
    ------
    WhistError
        Where a number is wrong, or there are no rounds.
    """

    candidates: int = 4
    swaps: int = 0
    rounds: tuple[int, ...] = (1, 2)

    def __post_init__(self) -> None:
        read_integer(self.candidates, "candidates", WhistError, 1)
        read_integer(self.swaps, "swaps", WhistError, 0)
        if not isinstance(self.rounds, tuple) or not self.rounds:
            raise WhistError(
                f"rounds {shown(self.rounds)} are wrong: expected one or more numbers of layouts"
            )
        for layouts in self.rounds:
            read_integer(layouts, "layouts of a round", WhistError, 1, _MOST_LAYOUTS)


def read_discard_method(method: object, *more: str, argument: str = "kind") -> None:
    """Checks that it is one of the `DiscardMethod`, or of some more words.

    The message names the argument as the caller knows it.

    Raises
    ------
    WhistError
        Where it is not.
    """
    allowed = (*get_args(DiscardMethod), *more)
    if not isinstance(method, str) or method not in allowed:
        listed = f"{', '.join(allowed[:-1])} or {allowed[-1]}"
        raise WhistError(f"{argument}={shown(method)} is wrong: expected {listed}")


def played_tricks(
    layouts: NDArray[np.uint64],
    context: DeclarerContext,
    kind: DiscardMethod = "sampled",
    *,
    seed: int = 0,
    discard_search: DiscardSearch | None = None,
) -> DiscardTricks:
    """Tricks of a declarer who takes the kitty and discards, in each of some layouts and strains.

    Parameters
    ----------
    layouts : ndarray
        uint64, shape (layouts, seats), and one column more for the kitty where there is one.
    context : DeclarerContext
    kind : str
        ``sampled``, ``double_dummy``, or ``heuristic``.
    seed : int
        For the layouts that sampled discards are chosen on.
    discard_search : DiscardSearch, optional
        Effort of the search for sampled discards.

    Returns
    -------
    DiscardTricks

    Raises
    ------
    RulesError
        In a game with dummies, or where jokers are exchanged for discards or laid aside.
    WhistError
        Where the kind is none of these, or the layouts are of another game.
    """
    read_discard_method(kind)
    seats, kitty = context.rules.players, context.rules.kitty_size
    if layouts.ndim != 2 or layouts.shape[1] != seats + (kitty > 0):
        raise WhistError(f"layouts of shape {layouts.shape} are wrong: expected {seats} hands, and the kitty")
    solver = DeclarerSolver(context)
    shape = len(layouts), len(context.strains)
    if kitty and kind == "double_dummy":
        return solver.double_dummy(layouts)
    if kitty and kind == "sampled":
        discards, means = sampled_discards(layouts, context, seed=seed, discard_search=discard_search)
        return DiscardTricks(solver.tricks_after(layouts, discards), discards, means)
    discards = np.zeros(shape, dtype=np.uint64)
    if kitty:
        first = [[candidates[0] for candidates in row] for row in solver.candidates(layouts, 1)]
        discards = np.array(first, dtype=np.uint64).reshape(shape)
    tricks = solver.tricks_after(layouts, discards)
    return DiscardTricks(tricks, discards, tricks)


def sampled_discards(
    layouts: NDArray[np.uint64],
    context: DeclarerContext,
    *,
    seed: int = 0,
    discard_search: DiscardSearch | None = None,
) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """The sampled discards, and their mean tricks over the layouts on which they were chosen.

    They depend on the declarer's own cards and the kitty of each layout alone. Parameters are those of
    `played_tricks`.

    Returns
    -------
    discards, means : ndarray
        uint64 and float64, shape (layouts, strains).
    """
    found = successive_halving(layouts, context, seed=seed, discard_search=discard_search)
    shape = len(layouts), len(context.strains)
    discards = np.array([[arms[0].discard for arms in row] for row in found], dtype=np.uint64)
    means = np.array([[arms[0].mean for arms in row] for row in found])
    return discards.reshape(shape), means.reshape(shape)


@dataclass(slots=True)
class ArmStatistics:
    """A candidate discard, an arm of the bandit problem, and its tricks so far.

    Attributes
    ----------
    discard : int
        Mask of the cards given up.
    incumbent : bool
        Whether it is the heuristic discard.
    batches : list of ndarray
        Tricks in each layout, round by round.
    efficiency : float
        Effective sample size of each layout: 1 where all are equally likely, less where calls make some
        likelier.
    tricks, layouts : int
        Sum of all tricks, and number of layouts.
    """

    discard: int
    incumbent: bool
    efficiency: float = 1.0
    batches: list[NDArray[np.uint8]] = field(default_factory=list)
    tricks: int = 0
    layouts: int = 0

    def add(self, tricks: NDArray[np.uint8]) -> None:
        """Adds the tricks of a round."""
        self.batches.append(tricks)
        self.tricks += int(tricks.sum())
        self.layouts += len(tricks)

    @property
    def mean(self) -> float:
        """Mean tricks."""
        return self.tricks / self.layouts if self.layouts else 0.0

    @property
    def effective_sample_size(self) -> float:
        """Of the layouts."""
        return self.layouts * self.efficiency

    @property
    def upper(self) -> float:
        """What candidates are ranked by: the mean, and for the incumbent its bonus.

        On few layouts the best of several equal candidates looks better than it is, so that the heuristic
        discard stays ahead until another proves better.
        """
        return self.mean + (_INCUMBENT_BONUS / self.layouts**0.5 if self.incumbent else 0.0)


def successive_halving(
    layouts: NDArray[np.uint64],
    context: DeclarerContext,
    *,
    seed: int = 0,
    discard_search: DiscardSearch | None = None,
) -> list[list[list[ArmStatistics]]]:
    """The candidate discards of each layout and strain, ranked: the chosen one first.

    Parameters are those of `played_tricks`. All candidates are tried on the same sampled layouts, and after
    each round the worse half is eliminated. Those eliminated later rank before those eliminated earlier.
    Source: Z. Karnin, T. Koren, O. Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013.
    """
    search = discard_search or DiscardSearch()
    solver = DeclarerSolver(context)
    total = sum(search.rounds)
    candidates = solver.candidates(layouts, search.candidates, search.swaps)
    sampled, effective_sizes = solver.sample_layouts(layouts, total, seed)
    left = [
        [[ArmStatistics(discard, k == 0, share) for k, discard in enumerate(each)] for each in row]
        for row, share in zip(candidates, (effective_sizes / total).tolist(), strict=True)
    ]
    eliminated: list[list[list[ArmStatistics]]] = [[[] for _ in row] for row in left]
    start = 0
    for number in search.rounds:
        _play_round(solver, left, sampled[:, start : start + number])
        start += number
        for i, row in enumerate(left):
            for j, each in enumerate(row):
                # Stable: of equals the one that was named first comes first.
                order = sorted(each, key=lambda arm: -arm.upper)
                half = max(len(order) // 2, 1)
                row[j], eliminated[i][j] = order[:half], order[half:] + eliminated[i][j]
    return [
        [each + rest for each, rest in zip(row, others, strict=True)]
        for row, others in zip(left, eliminated, strict=True)
    ]


def _play_round(
    solver: DeclarerSolver, left: Sequence[Sequence[Sequence[ArmStatistics]]], sampled: NDArray[np.uint64]
) -> None:
    """Plays every candidate that is left in each of the layouts of a round."""
    number = sampled.shape[1]
    tried = [
        (i, j, arm)
        for i, row in enumerate(left)
        for j, each in enumerate(row)
        for arm in each
        if len(each) > 1 or not arm.layouts  # a single candidate that has its mean is chosen
    ]
    if not tried:
        return
    hands = np.concatenate([sampled[i] for i, _, _ in tried])
    discards = np.repeat(np.array([arm.discard for *_, arm in tried], dtype=np.uint64), number)
    hands[:, solver.context.declarer] &= ~discards
    tricks = solver.solve(hands, np.repeat(np.array([j for _, j, _ in tried]), number))
    for (_, _, arm), taken in zip(tried, tricks.reshape(-1, number), strict=True):
        arm.add(taken)
