"""Profiles: how many cards of each class lie in each group of columns, for all deals that satisfy conditions.

Conditions that are made of counts of cards cannot tell two deals apart in which the same numbers of cards of
each class lie in the same places; a class holds the cards that none of the conditions distinguishes, a group
the columns. So they are worked out once for each profile, not for each deal. How many deals have a profile
is a product of multinomial coefficients. All counts are whole numbers of any size: probabilities are exact,
and when a profile is drawn by the number of its deals, and then a deal that has it, every deal that satisfies
the conditions is as likely as the others.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.cancelling import end_if_cancelled
from whistsolve.conditions.columns import Columns
from whistsolve.conditions.terms import Count, Term, counts_of
from whistsolve.inference.count_tree import TreeArrays

__all__ = ["Profiles", "TooManyProfiles", "ways_to_deal"]

#: Profiles that are looked at while they are made, numbers in all of them, and profiles that are kept: each
#: the work of about a second.
_MOST_MADE: Final = 1_000_000
_MOST_NUMBERS: Final = 30_000_000
_MOST_KEPT: Final = 200_000


class TooManyProfiles(Exception):
    """The conditions distinguish too many; callers leave some out and draw by rejection."""


def ways_to_deal(sizes: Sequence[int]) -> int:
    """The multinomial coefficient: ways to share cards out among columns of some sizes."""
    return prod(comb(total, size) for total, size in zip(itertools.accumulate(sizes), sizes, strict=True))


@dataclass(frozen=True, slots=True)
class _Part:
    """Profiles of some of the classes, or of all: uint8, shape (rows, classes, groups)."""

    counts: NDArray[np.uint8]
    classes: tuple[int, ...]
    groups: tuple[int, ...]
    known: tuple[int, ...]

    @property
    def rows(self) -> int:
        return len(self.counts)

    def count(self, cards: int, columns: int) -> NDArray[np.float64]:
        end_if_cancelled()
        known = sum((mask & cards).bit_count() for c, mask in enumerate(self.known) if columns >> c & 1)
        classes = [i for i, mask in enumerate(self.classes) if mask & cards]
        groups = [i for i, bits in enumerate(self.groups) if bits & columns]
        found = self.counts[:, classes][:, :, groups].sum(axis=(1, 2), dtype=np.float64)
        totals: NDArray[np.float64] = found + known
        return totals


class Profiles:
    """All profiles of the deals that satisfy some conditions.

    Parameters
    ----------
    columns : Columns
    known : tuple of int
        For each column, cards that lie there, as bits.
    terms : sequence of Term
        Conditions made of counts, those that few deals satisfy first.

    Attributes
    ----------
    total : int
        How many deals satisfy them.

    Raises
    ------
    TooManyProfiles
        Where working that out would take too long.
    """

    __slots__ = ("_counts", "_deals", "_known", "_needs", "classes", "groups", "total")

    def __init__(self, columns: Columns, known: tuple[int, ...], terms: Sequence[Term]) -> None:
        leaves = [leaf for term in terms for leaf in counts_of(term)]
        self._known = known
        self._needs = tuple(
            size - cards.bit_count() for size, cards in zip(columns.sizes, known, strict=True)
        )
        free = columns.deck.mask & ~sum(known)
        self.groups: tuple[int, ...] = _groups(leaves, self._needs)
        self.classes: tuple[int, ...] = _classes(leaves, free)
        self._counts = self._made(terms)
        if len(self._counts) > _MOST_KEPT:
            raise TooManyProfiles
        #: How many deals have each profile.
        self._deals = self._deals_of_profiles()
        self.total: int = int(sum(self._deals))

    def _sizes(self) -> list[int]:
        """How many cards each group gets."""
        return [sum(n for c, n in enumerate(self._needs) if bits >> c & 1) for bits in self.groups]

    def _made(self, terms: Sequence[Term]) -> NDArray[np.uint8]:
        """The counts of every profile, class after class; what breaks a condition is left out at once."""
        sizes = self._sizes()
        counts = np.zeros((1, 0, len(sizes)), dtype=np.uint8)
        left = np.array([sizes], dtype=np.int16)
        waiting = list(terms)
        for number, cards in enumerate(self.classes):
            end_if_cancelled()
            last = number == len(self.classes) - 1
            if last:
                splits = left.astype(np.uint8)  # the cards that are left fit, as their numbers do
                counts = np.concatenate([counts, splits[:, None]], axis=1)
            else:
                ways = np.array(_splits(cards.bit_count(), tuple(sizes)), dtype=np.int16)
                made = len(counts) * len(ways)
                if made > _MOST_MADE or made * (number + 1) * len(sizes) > _MOST_NUMBERS:
                    raise TooManyProfiles
                after = left[:, None] - ways
                rows, taken = np.nonzero((after >= 0).all(axis=2))
                left = after[rows, taken]
                counts = np.concatenate([counts[rows], ways[taken, None].astype(np.uint8)], axis=1)
            part = _Part(counts, self.classes[: number + 1], self.groups, self._known)
            good = np.ones(part.rows, dtype=np.bool_)
            later = []
            for term in waiting:
                if last or self._is_ready(term, number):
                    good &= term.values(part).astype(np.bool_)
                else:
                    later.append(term)
            waiting = later
            counts, left = counts[good], left[good]
        if not self.classes:  # every card is known
            part = _Part(counts, (), self.groups, self._known)
            good = np.array([all(term.values(part)[0] for term in terms)])
            counts = counts[good]
        return counts

    def _is_ready(self, term: Term, number: int) -> bool:
        """Whether a term looks at no card of the classes after one."""
        later = sum(self.classes[number + 1 :])
        return not any(leaf.cards & later for leaf in counts_of(term))

    def _deals_of_profiles(self) -> NDArray[np.object_]:
        shared = prod(
            ways_to_deal([n for c, n in enumerate(self._needs) if bits >> c & 1]) for bits in self.groups
        )
        found = np.full(len(self._counts), shared, dtype=object)
        partial, bound = np.ones(len(self._counts), dtype=np.uint64), 1
        for number, _ in enumerate(self.classes):
            end_if_cancelled()
            splits, index = self._splits_of(number)
            ways = [ways_to_deal(split) for split in splits.tolist()] or [1]
            most = max(ways)
            if most >= 2**64:
                found = found * np.array(ways, dtype=object)[index]
                continue
            if bound * most >= 2**64:  # as far as it goes in numbers of the machine
                found, partial, bound = found * partial.astype(object), np.ones_like(partial), 1
            partial = partial * np.array(ways, dtype=np.uint64)[index]
            bound *= most
        result: NDArray[np.object_] = found * partial.astype(object)
        return result

    def _splits_of(self, number: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The different splits of a class, and for each profile the index of its own."""
        splits = self._counts[:, number]
        # As one number each, which is sorted much faster than a row: six bits for a group's cards.
        places = np.int64(1) << 6 * np.arange(splits.shape[1], dtype=np.int64)
        keys, index = _unique(splits.astype(np.int64) @ places)
        return (keys[:, None] // places % 64).astype(np.uint8), index

    # ------------------------------------------------------------------------------------------------ spans

    def span(self, leaf: Count) -> tuple[int, int]:
        """The fewest and the most cards that a count comes to. There must be profiles."""
        found = _Part(self._counts, self.classes, self.groups, self._known).count(leaf.cards, leaf.columns)
        return int(found.min()), int(found.max())

    # --------------------------------------------------------------------------------------------- sampling

    def arrays(self) -> TreeArrays:
        """The profiles as a tree for `_kernels.draw_layouts`, whose root chooses one by the number of deals.

        The root has the first class as its leaf and one node for the others, and so on down to the last two.
        """
        assert self.total and self.classes
        sums = list(itertools.accumulate(self._deals.tolist()))
        top = [min((reached << 64) // self.total, 2**64 - 1) for reached in sums]
        last = len(self.classes) - 1
        leaves, ids = [], []
        for number in range(last + 1):
            end_if_cancelled()
            splits, index = self._splits_of(number)
            leaves.append(splits)
            ids.append(index)
        if not last:
            return _tree([_Leaf(self.classes[0], leaves[0])])
        # What is left after each class: the state of that node, told apart from the last class upward.
        rests = [np.empty(0, np.int64)] * last + [ids[last]]
        pairs: list[NDArray[np.int64]] = [np.empty((0, 2), np.int64)] * last
        for number in range(last - 1, 0, -1):
            end_if_cancelled()
            width = len(self._counts)  # there are no more states than profiles
            both, rests[number] = _unique(ids[number] * width + rests[number + 1])
            pairs[number] = np.stack([both // width, both % width], axis=1)
        pairs[0] = np.stack([ids[0], rests[1]], axis=1)
        nodes: list[_Leaf | _Inner] = []
        for number in range(last):
            thresholds = [2**64 - 1] * len(pairs[number]) if number else top
            nodes.append(_Inner((2 * number + 1, 2 * number + 2), pairs[number], thresholds))
            nodes.append(_Leaf(self.classes[number], leaves[number]))
        return _tree([*nodes, _Leaf(self.classes[last], leaves[last])])


def _unique(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different numbers, and for each number the index of its own."""
    found, index = np.unique(keys, return_inverse=True)
    return found, index.reshape(-1).astype(np.int64)


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A class of cards, and the splits that are its states: uint8, shape (states, groups)."""

    cards: int
    splits: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Inner:
    """Two children, pairs of their states, and thresholds of the pairs.

    The pairs of the root are the choices of its one state; of any other node each pair is a state of its own,
    which has no choice.
    """

    children: tuple[int, int]
    pairs: NDArray[np.int64]
    thresholds: list[int]


def _tree(nodes: Sequence[_Leaf | _Inner]) -> TreeArrays:
    """The arrays of a tree, its root first."""
    root = nodes[0]
    leaves = [node for node in nodes if isinstance(node, _Leaf)]
    states = [len(node.splits if isinstance(node, _Leaf) else node.pairs) for node in nodes]
    states[0] = 1
    first = np.array([0, *itertools.accumulate(states)], dtype=np.int32)
    counts = np.zeros((first[-1], leaves[0].splits.shape[1]), dtype=np.uint8)
    choices = np.zeros(first[-1], dtype=np.int64)
    chosen = [np.empty((0, 2), np.int64)]
    for node, low, high in zip(nodes, first[:-1].tolist(), first[1:].tolist(), strict=True):
        if isinstance(node, _Leaf):
            counts[low:high] = node.splits
        else:
            choices[low:high] = len(node.pairs) if node is root else 1
            chosen.append(node.pairs + first[list(node.children)])
    inner = [node for node in nodes if isinstance(node, _Inner)]
    cards = [list(_bits(node.cards)) if isinstance(node, _Leaf) else [] for node in nodes]
    return TreeArrays(
        np.array([node.children if isinstance(node, _Inner) else (-1, -1) for node in nodes], dtype=np.int32),
        np.array(list(itertools.chain(*cards)), dtype=np.uint8),
        np.array([0, *itertools.accumulate(map(len, cards))], dtype=np.int32),
        first,
        counts,
        np.concatenate([[0], np.cumsum(choices)]).astype(np.int32),
        np.array(list(itertools.chain(*(node.thresholds for node in inner))), dtype=np.uint64),
        np.concatenate(chosen).astype(np.int32),
    )


def _groups(leaves: Sequence[Count], needs: Sequence[int]) -> tuple[int, ...]:
    """Columns that all counts take together or leave, as bits; columns that get no card are in none."""
    found: dict[tuple[int, ...], int] = {}
    for column, need in enumerate(needs):
        if need:
            key = tuple(leaf.columns >> column & 1 for leaf in leaves)
            found[key] = found.get(key, 0) | 1 << column
    return tuple(found.values())


def _classes(leaves: Sequence[Count], free: int) -> tuple[int, ...]:
    """Cards that all counts take together or leave, as bits: first those that are looked at first."""
    found: dict[tuple[int, ...], int] = {}
    for card in _bits(free):
        key = tuple(int(not leaf.cards >> card & 1) for leaf in leaves)
        found[key] = found.get(key, 0) | 1 << card
    return tuple(found[key] for key in sorted(found))


def _bits(mask: int) -> Iterator[int]:
    return (card for card in range(54) if mask >> card & 1)


@lru_cache(maxsize=256)
def _splits(cards: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All ways to split a number of cards among groups that have room for so many."""
    if len(sizes) == 1:
        return [(cards,)] if cards <= sizes[0] else []
    return [
        (here, *others)
        for here in range(min(cards, sizes[0]) + 1)
        for others in _splits(cards - here, sizes[1:])
    ]
