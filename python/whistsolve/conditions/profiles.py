"""Profiles: how many cards of each class lie in each group of columns, for all deals that satisfy conditions.

A class is a maximal set of cards, a group one of columns, that no condition distinguishes. Conditions
made of counts of cards have the same value for all deals in which each group holds as many cards of each
class, so they are evaluated once per profile, not per deal. The number of deals with a profile is a product
of multinomial coefficients. Numbers of deals are Python integers, so that probabilities are exact; drawing a
profile in proportion to its number of deals, and then one of these deals, makes all deals that satisfy the
conditions equally likely.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.cancelling import end_if_cancelled
from whistsolve.conditions.terms import Columns, Count, Term, counts_of
from whistsolve.inference.count_tree import TreeArrays, thresholds_of, ways_to_deal

#: Maximum numbers of profiles generated at a time, of counts in them, and of profiles kept; about 1 s each.
_MOST_MADE: Final = 1_000_000
_MOST_NUMBERS: Final = 30_000_000
_MOST_KEPT: Final = 200_000


class TooManyProfiles(Exception):
    """Raised for too many profiles; callers leave out some conditions and apply them by rejection."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Profiles restricted to the first classes, or complete: uint8, shape (rows, classes, groups)."""

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
        return np.asarray(found + known)


class Profiles:
    """All profiles of the deals that satisfy conditions; `total` is the number of these deals.

    `known` has a mask of known cards for each column. Conditions that few deals satisfy should come first.
    """

    def __init__(self, columns: Columns, known: tuple[int, ...], terms: Sequence[Term]) -> None:
        leaves = [leaf for term in terms for leaf in counts_of(term)]
        self._known = known
        self._needs = tuple(
            size - cards.bit_count() for size, cards in zip(columns.sizes, known, strict=True)
        )
        free = columns.deck.mask & ~sum(known)
        # Columns that get no card are in no group. Classes that the first counts include come first.
        dealt_to = [column for column, need in enumerate(self._needs) if need]
        self.groups = tuple(_alike(dealt_to, [leaf.columns for leaf in leaves]).values())
        classes = _alike(_bits(free), [leaf.cards for leaf in leaves])
        self.classes = tuple(classes[key] for key in sorted(classes))
        self._counts = self._made(terms)
        if len(self._counts) > _MOST_KEPT:
            raise TooManyProfiles
        #: The number of deals with each profile.
        self._deals = self._deals_of_profiles()
        self.total: int = int(sum(self._deals))

    def _made(self, terms: Sequence[Term]) -> NDArray[np.uint8]:
        """The counts of every profile, built class by class; rows that break a condition are dropped."""
        # The number of cards that each group gets, besides those known.
        sizes = [sum(n for c, n in enumerate(self._needs) if bits >> c & 1) for bits in self.groups]
        counts = np.zeros((1, 0, len(sizes)), dtype=np.uint8)
        left = np.array([sizes], dtype=np.int16)
        waiting = list(terms)
        for number, cards in enumerate(self.classes or (0,)):
            end_if_cancelled()
            last = number >= len(self.classes) - 1
            if last:  # it fills the places that are left
                counts = np.concatenate([counts, left.astype(np.uint8)[:, None]], axis=1)
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
            later = sum(self.classes[number + 1 :])
            ready = [term for term in waiting if not any(leaf.cards & later for leaf in counts_of(term))]
            for term in ready:
                good &= term.values(part).astype(np.bool_)
            waiting = [term for term in waiting if term not in ready]
            counts, left = counts[good], left[good]
        return counts

    def _deals_of_profiles(self) -> NDArray[np.object_]:
        shared = prod(
            ways_to_deal([n for c, n in enumerate(self._needs) if bits >> c & 1]) for bits in self.groups
        )
        found = np.full(len(self._counts), shared, dtype=object)
        partial, bound = np.ones(len(self._counts), dtype=np.uint64), 1
        for number in range(len(self.classes)):
            splits, index = self._splits_of(number)
            ways = [ways_to_deal(split) for split in splits.tolist()] or [1]
            most = max(ways)
            if most >= 2**64:
                found = found * np.array(ways, dtype=object)[index]
                continue
            if bound * most >= 2**64:  # uint64 would overflow
                found, partial, bound = found * partial.astype(object), np.ones_like(partial), 1
            partial = partial * np.array(ways, dtype=np.uint64)[index]
            bound *= most
        return np.asarray(found * partial.astype(object))

    def _splits_of(self, number: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The distinct splits of a class among the groups, and for each profile the index of its split."""
        end_if_cancelled()
        splits = self._counts[:, number]
        # Each split as one integer, six bits per group, because integers are sorted much faster than rows.
        places = np.int64(1) << 6 * np.arange(splits.shape[1], dtype=np.int64)
        keys, index = _unique(splits.astype(np.int64) @ places)
        return (keys[:, None] // places % 64).astype(np.uint8), index

    def span(self, leaf: Count) -> tuple[int, int]:
        """The minimum and maximum of a count over all profiles; there must be at least one profile."""
        found = _Part(self._counts, self.classes, self.groups, self._known).count(leaf.cards, leaf.columns)
        return int(found.min()), int(found.max())

    def draw_rows(self, rows: NDArray[np.uint64], key: int) -> NDArray[np.uint64]:
        """Deals with these row numbers in a key's random stream: uint64, shape (rows, columns)."""
        known, columns = np.array(self._known, dtype=np.uint64), range(len(self._known))
        deals = np.empty((len(rows), len(known)), dtype=np.uint64)
        if not self.classes:  # every card is known
            deals[:] = known
            return deals
        groups = [next((g for g, bits in enumerate(self.groups) if bits >> c & 1), 0) for c in columns]
        needs = np.array(self._needs, dtype=np.uint8)
        self._tree.fill(deals, rows, known, needs, np.array(groups, dtype=np.uint8), key)
        return deals

    @cached_property
    def _tree(self) -> TreeArrays:
        """The profiles as a tree for `_kernels.draw_layouts`; the root draws profiles by number of deals.

        The root's children are a leaf for the first class and a node for the rest, built the same way.
        """
        last = len(self.classes) - 1
        leaves, ids = zip(*map(self._splits_of, range(last + 1)), strict=True)
        # For each class, the index of each profile's splits from that class on: the state of that node.
        rests = [np.empty(0, np.int64)] * last + [ids[last]]
        pairs: list[NDArray[np.int64]] = [np.empty((0, 2), np.int64)] * last
        for number in range(last - 1, 0, -1):
            end_if_cancelled()
            width = len(self._counts)  # there are no more states than profiles
            both, rests[number] = _unique(ids[number] * width + rests[number + 1])
            pairs[number] = np.stack([both // width, both % width], axis=1)
        if last:
            pairs[0] = np.stack([ids[0], rests[1]], axis=1)
        # Node 2n divides what is left between class n, the leaf 2n + 1, and the later classes, node 2n + 2.
        sizes = [len(each) for number in range(last) for each in (pairs[number], leaves[number])]
        sizes = [*sizes, len(leaves[last])]
        sizes[0] = 1
        first = np.array([0, *itertools.accumulate(sizes)], dtype=np.int32)
        counts = np.zeros((first[-1], len(self.groups)), dtype=np.uint8)
        choices = np.zeros(first[-1], dtype=np.int64)
        children = np.full((2 * last + 1, 2), -1, dtype=np.int32)
        cards: list[list[int]] = [[] for _ in children]
        chosen = [np.empty((0, 2), np.int64)]
        for number, splits in enumerate(leaves):
            node = 2 * number
            if number < last:
                children[node] = node + 1, node + 2
                # The root has one state, which chooses among all pairs; elsewhere each pair is a state.
                choices[first[node] : first[node + 1]] = 1 if number else len(self._counts)
                chosen.append(pairs[number] + first[children[node]])
                node += 1
            counts[first[node] : first[node + 1]] = splits
            cards[node] = list(_bits(self.classes[number]))
        top = thresholds_of(list(itertools.accumulate(self._deals.tolist()))) if last else []
        sure = [2**64 - 1] * sum(map(len, pairs[1:]))
        return TreeArrays(
            children,
            np.array(list(itertools.chain(*cards)), dtype=np.uint8),
            np.array([0, *itertools.accumulate(map(len, cards))], dtype=np.int32),
            first,
            counts,
            np.concatenate([[0], np.cumsum(choices)]).astype(np.int32),
            np.array([*top, *sure], dtype=np.uint64),
            np.concatenate(chosen).astype(np.int32),
        )


def _unique(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct keys, and for each given key its index among them."""
    found, index = np.unique(keys, return_inverse=True)
    return found, index.reshape(-1).astype(np.int64)


def _alike(places: Iterable[int], masks: Sequence[int]) -> dict[tuple[int, ...], int]:
    """Sets of places (bits) that are in the same masks, by whether each mask lacks them."""
    found: dict[tuple[int, ...], int] = {}
    for place in places:
        key = tuple(int(not mask >> place & 1) for mask in masks)
        found[key] = found.get(key, 0) | 1 << place
    return found


def _bits(mask: int) -> Iterator[int]:
    return (card for card in range(54) if mask >> card & 1)


@lru_cache(maxsize=256)
def _splits(cards: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All ways to split a number of cards among groups with these sizes."""
    if len(sizes) == 1:
        return [(cards,)] if cards <= sizes[0] else []
    return [
        (here, *others)
        for here in range(min(cards, sizes[0]) + 1)
        for others in _splits(cards - here, sizes[1:])
    ]
