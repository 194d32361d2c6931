"""Discards made without seeing the other hands, and what they are worth where the cards really lie.

*Honest*: one discard for everything that the declarer cannot tell apart, chosen for its mean over layouts of
the unseen cards that have nothing to do with the layout it is then valued on. *Clairvoyant*: the best discard
for that layout, which no player can be sure to find: an upper bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from whistsolve.arguments import DEFAULT_MEMORY_MB
from whistsolve.bidding.discarding.declarer_solver import Declaring, DiscardTricks
from whistsolve.errors import WhistError
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import Rules
from whistsolve.values.reading import read_integer, shown
from whistsolve.values.strains import Strain

__all__ = ["DiscardSearch", "played_tricks", "sampled_discards"]

#: Tricks that the rule's discard is ahead by after one layout; after n of them by the square root of n less.
#: About the deviation of what two discards differ by in a layout.
_INCUMBENT_BONUS: Final = 0.8

Kind = Literal["sampled", "double_dummy", "heuristic"]


@dataclass(frozen=True, slots=True)
class DiscardSearch:
    """How hard honest discards are looked for.

    Attributes
    ----------
    candidates : int
        Discards by rules of thumb that are compared.
    swaps : int
        Further ones, in which one card of the first of them is kept for another.
    rounds : tuple of int
        Layouts that all are tried on, then further ones for the better half, and so on.

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
            read_integer(layouts, "layouts of a round", WhistError, 1)


def played_tricks(
    layouts: NDArray[np.uint64],
    declarer: int,
    strains: Sequence[Strain],
    *,
    rules: Rules,
    leader: int,
    kind: Kind = "sampled",
    seed: int = 0,
    discard_search: DiscardSearch | None = None,
    unseen: LayoutPosterior | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> DiscardTricks:
    """Tricks of a declarer who takes the kitty and discards, in each of some layouts and strains.

    Parameters
    ----------
    layouts : ndarray
        uint64, shape (layouts, seats), and one column more for the kitty where there is one.
    declarer, leader : int
        Seats.
    strains : sequence of Strain
    rules : Rules
        Of a game without dummies.
    kind : str
        ``sampled``, ``double_dummy``, or ``heuristic``: the discard of the first rule of thumb.
    seed : int
        For the layouts that honest discards are chosen by.
    discard_search : DiscardSearch, optional
        How hard they are looked for.
    unseen : LayoutPosterior, optional
        What the declarer knows of the other cards, and the calls so far: honest discards are chosen on
        layouts as likely as that makes them. On all alike where it is left out.
    threads, memory_mb : int
        As for `solve_rows`.

    Raises
    ------
    RulesError
        In a game with dummies, or where jokers are exchanged for discards.
    WhistError
        Where the kind is none of these, or the layouts are of another game.
    """
    if kind not in ("sampled", "double_dummy", "heuristic"):
        raise WhistError(f"kind {shown(kind)} is wrong: expected honest, clairvoyant or thumb")
    seats = rules.players
    if layouts.ndim != 2 or layouts.shape[1] != seats + (rules.kitty_size > 0):
        raise WhistError(f"layouts of shape {layouts.shape} are wrong: expected {seats} hands, and the kitty")
    solving = Declaring(rules, declarer, leader, tuple(strains), unseen, threads, memory_mb)
    if not rules.kitty_size:
        nothing = np.zeros((len(layouts), len(strains)), dtype=np.uint64)
        tricks = solving.after(layouts, nothing)
        return DiscardTricks(tricks, nothing, tricks)
    if kind == "double_dummy":
        return solving.clairvoyant(layouts)
    if kind == "heuristic":
        discards = np.array(
            [[candidates[0] for candidates in row] for row in solving.candidates(layouts, 1)], dtype=np.uint64
        ).reshape(len(layouts), len(strains))
        tricks = solving.after(layouts, discards)
        return DiscardTricks(tricks, discards, tricks)
    discards, means = sampled_discards(
        layouts, declarer, strains, rules=rules, leader=leader, seed=seed, discard_search=discard_search,
        unseen=unseen,        threads=threads, memory_mb=memory_mb,
    )  # fmt: skip
    return DiscardTricks(solving.after(layouts, discards), discards, means)


def sampled_discards(
    layouts: NDArray[np.uint64],
    declarer: int,
    strains: Sequence[Strain],
    *,
    rules: Rules,
    leader: int,
    seed: int = 0,
    discard_search: DiscardSearch | None = None,
    unseen: LayoutPosterior | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """The honest discards, and the tricks expected of them. Of each layout only the declarer's own cards and
    the kitty are looked at.

    Parameters are those of `played_tricks`. Candidates are tried on the same few layouts of the unseen cards,
    the better half of them on more.
    """
    how = discard_search or DiscardSearch()
    solving = Declaring(rules, declarer, leader, tuple(strains), unseen, threads, memory_mb)
    options = solving.candidates(layouts, how.candidates, how.swaps)
    inner = solving.inner_layouts(layouts, sum(how.rounds), seed)
    races = [[{discard: _ArmStatistics() for discard in each} for each in row] for row in options]
    left, start = options, 0
    for number in how.rounds:
        _run(solving, left, inner[:, start : start + number], races)
        start += number
        left = [[_better_half(each, races[i][j]) for j, each in enumerate(row)] for i, row in enumerate(left)]
    # The best comes first.
    best = [[each[0] for each in row] for row in left]
    means = [[races[i][j][discard].mean for j, discard in enumerate(row)] for i, row in enumerate(best)]
    shape = (len(layouts), len(strains))
    return np.array(best, dtype=np.uint64).reshape(shape), np.array(means).reshape(shape)


@dataclass(slots=True)
class _ArmStatistics:
    """How a discard has done so far."""

    tricks: float = 0.0
    layouts: int = 0

    @property
    def mean(self) -> float:
        return self.tricks / self.layouts if self.layouts else 0.0


def _better_half(discards: list[int], races: dict[int, _ArmStatistics]) -> list[int]:
    """The better half, the best first; of equals that which was named first.

    The rule's own discard, the first of all, is ahead until others prove better: on few layouts the best of
    several that are worth the same looks better than it is.
    """
    rule = next(iter(races))

    def rank(discard: int) -> float:
        race = races[discard]
        return -race.mean - (_INCUMBENT_BONUS / race.layouts**0.5 if discard == rule else 0.0)

    ranked = sorted(discards, key=rank)
    return ranked[: max(len(ranked) // 2, 1)]


def _run(
    solving: Declaring,
    options: list[list[list[int]]],
    inner: NDArray[np.uint64],
    races: list[list[dict[int, _ArmStatistics]]],
) -> None:
    """Adds what each discard takes in each of some layouts."""
    rounds = inner.shape[1]
    places = [
        (i, j, discard)
        for i, row in enumerate(options)
        for j, each in enumerate(row)
        for discard in each
        if len(each) > 1 or not races[i][j][discard].layouts  # nothing is left to choose
    ]
    if not places or not rounds:
        return
    hands = np.concatenate([inner[i] for i, _, _ in places])
    discards = np.repeat(np.array([discard for *_, discard in places], dtype=np.uint64), rounds)
    hands[:, solving.declarer] &= ~discards
    tricks = solving.rows(hands, np.repeat(np.array([j for _, j, _ in places]), rounds))
    for (i, j, discard), total in zip(places, tricks.reshape(-1, rounds).sum(axis=1), strict=True):
        race = races[i][j][discard]
        race.tricks += float(total)
        race.layouts += rounds
