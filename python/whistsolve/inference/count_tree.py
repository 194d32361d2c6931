"""Exact counting and sampling of the ways to deal cards, each restricted to certain columns.

Dynamic programming by multinomial convolution. A column is a hand, the kitty or the discards. Cards that may
lie in the same columns are exchangeable, and form a class. A state is how many cards of a set each column
gets; for one class the number of ways to reach it is a multinomial coefficient. The counts for the
union of two disjoint sets are the convolution of both sets' counts: states add, numbers of ways multiply. For
suits with bounds on their lengths, states outside the bounds are dropped (truncation). At the root one state
is left, in which every column is full. A uniform sample is drawn from the root down (backward sampling): each
node splits its state between its children with probability proportional to the product of their numbers of
ways. All counts are integers of any size, so that nothing is approximated.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.cancelling import end_if_cancelled
from whistsolve.dealing import DRAWN_AT_ONCE

#: Bits of a column's number of cards in a packed state. Numbers are at most 54, so that the highest bit is
#: free as a guard against borrows: a negative difference is never mistaken for a number.
_BITS: Final = 7
#: Maximum number of states of a node, and of pairs of states convolved for a tree: a second or two of work.
_MOST_STATES: Final = 200_000
_MOST_PAIRS: Final = 3_000_000


@dataclass(frozen=True, slots=True)
class Bounded:
    """Classes of cards with joint bounds on their number in each column, such as a suit.

    A class is a pair: the columns where its cards may lie, as bits, and the cards' indices, ascending. `low`
    and `high` are the minimum and maximum number, by column, of cards of all the classes together.
    """

    classes: tuple[tuple[int, tuple[int, ...]], ...]
    low: tuple[int, ...]
    high: tuple[int, ...]


@dataclass(slots=True)
class _Node:
    """A set of cards, and the ways to deal it by packed state: a leaf with its cards, or two children."""

    ways: dict[int, int]
    cards: tuple[int, ...] = ()
    children: tuple[_Node, ...] = field(default=())


class TreeArrays(NamedTuple):
    """A tree flattened for `_kernels.draw_layouts`, whose docstring gives the shape and meaning of each."""

    children: NDArray[np.int32]
    cards: NDArray[np.uint8]
    card_first: NDArray[np.int32]
    state_first: NDArray[np.int32]
    counts: NDArray[np.uint8]
    choice_first: NDArray[np.int32]
    thresholds: NDArray[np.uint64]
    chosen: NDArray[np.int32]

    def fill(
        self,
        layouts: NDArray[np.uint64],
        rows: NDArray[np.uint64],
        known: NDArray[np.uint64],
        needs: NDArray[np.uint8],
        groups: NDArray[np.uint8],
        key: int,
    ) -> None:
        """Draw layouts number `rows` of the random stream of `key`; arguments are those of the kernel."""
        for low in range(0, len(rows), DRAWN_AT_ONCE):
            end_if_cancelled()
            high = low + DRAWN_AT_ONCE
            block = layouts[low:high]
            _kernels.draw_layouts(block, rows[low:high], known, needs, groups, *self, key % 2**64, key >> 64)


class CountTree:
    """All ways to deal the cards of the parts to columns of the given sizes: a binary tree of convolutions.

    The bounds of a part hold for its own cards; there is at least one part. `count` is the number of ways. If
    `too_many` is true, counting would take too long and the tree must not be used: callers relax the
    constraints and sample by rejection.
    """

    def __init__(self, sizes: Sequence[int], parts: Sequence[Bounded]) -> None:
        self._columns = len(sizes)
        self._guards = self._packed([1 << (_BITS - 1)] * len(sizes))
        self._full = self._packed(sizes)
        self._pairs = 0
        self.too_many: bool = False
        nodes = [self._bounded(part, sizes) for part in parts]
        self._root = self._convolve_all(nodes)
        self.count: int = self._root.ways.get(self._full, 0)

    def _packed(self, numbers: Sequence[int]) -> int:
        return sum(number << _BITS * column for column, number in enumerate(numbers))

    def _numbers(self, state: int) -> list[int]:
        return [state >> _BITS * column & (1 << _BITS) - 1 for column in range(self._columns)]

    def _bounded(self, part: Bounded, sizes: Sequence[int]) -> _Node:
        """The convolution of the classes of a part, truncated to the part's bounds."""
        high = [min(most, size) for most, size in zip(part.high, sizes, strict=True)]
        node = None
        for columns, cards in part.classes:
            leaf = self._leaf(columns, cards, high)
            node = leaf if node is None else self._convolve(node, leaf, self._packed(high))
        assert node is not None
        low, guards = self._packed(part.low), self._guards
        if low:
            node.ways = {
                state: ways for state, ways in node.ways.items() if (state | guards) - low & guards == guards
            }
        return node

    def _leaf(self, columns: int, cards: tuple[int, ...], high: Sequence[int]) -> _Node:
        """A class of cards: multinomial coefficients of all ways to split its size among its columns."""
        allowed = [column for column in range(self._columns) if columns >> column & 1]
        partial = {(0, len(cards)): 1}
        for column in allowed:
            shared: dict[tuple[int, int], int] = {}
            for (state, left), ways in partial.items():
                least = left if column == allowed[-1] else 0
                for number in range(least, min(left, high[column]) + 1):
                    shared[state + (number << _BITS * column), left - number] = ways * comb(left, number)
            partial = shared
            if len(partial) > _MOST_STATES:
                self.too_many = True
                return _Node({}, cards)
        return _Node({state: ways for (state, _), ways in partial.items()}, cards)

    def _convolve(self, one: _Node, other: _Node, limit: int) -> _Node:
        """The union of two sets of cards, with only the states within the limit of every column."""
        self._pairs += len(one.ways) * len(other.ways)
        if self.too_many or self._pairs > _MOST_PAIRS:
            self.too_many = True
            return _Node({}, (), (one, other))
        guards = self._guards
        room = limit | guards
        ways: dict[int, int] = {}
        for first, first_ways in one.ways.items():
            for second, second_ways in other.ways.items():
                state = first + second
                if room - state & guards == guards:
                    ways[state] = ways.get(state, 0) + first_ways * second_ways
        self.too_many = len(ways) > _MOST_STATES
        return _Node(ways, (), (one, other))

    def _convolve_all(self, nodes: Sequence[_Node]) -> _Node:
        """The union of all sets of cards, with only the state in which every column is full."""
        queue = [(len(node.ways), number, node) for number, node in enumerate(nodes)]
        heapq.heapify(queue)
        for number in range(len(nodes), 2 * len(nodes) - 2):  # fewest states first, as in Huffman's code
            one, other = heapq.heappop(queue)[2], heapq.heappop(queue)[2]
            node = self._convolve(one, other, self._full)
            heapq.heappush(queue, (len(node.ways), number, node))
        if len(queue) == 1:
            return queue[0][2]
        one, other = queue[0][2], queue[1][2]
        ways = sum(many * other.ways.get(self._full - state, 0) for state, many in one.ways.items())
        return _Node({self._full: ways} if ways else {}, (), (one, other))

    def arrays(self) -> TreeArrays:
        """The tree as arrays for sampling, with only the states that can be reached from the root.

        `count` must not be 0. Cumulative probabilities are 64-bit thresholds, each rounded down once from a
        ratio of integers, so that they are the same on every machine and off by less than 2**-63.
        """
        assert self.count
        nodes = [self._root]
        for node in nodes:  # grows while it is read: parents come before children
            nodes.extend(node.children)
        index_of = {id(node): number for number, node in enumerate(nodes)}
        children = [[index_of[id(child)] for child in node.children] for node in nodes]
        # The states of each node that are reached, with their indices.
        reached: list[dict[int, int]] = [{} for _ in nodes]
        reached[0][self._full] = 0
        choices: list[int] = [0]
        thresholds: list[int] = []
        chosen: list[tuple[int, int]] = []
        chosen_of: list[int] = []
        for node, below, states in zip(nodes, children, reached, strict=True):
            before = len(chosen)
            if not below:
                choices += [len(chosen)] * len(states)
            else:
                one, other = node.children
                left, right = (reached[child] for child in below)
                for pairs in self._splits(node, states):
                    sums = list(itertools.accumulate(one.ways[a] * other.ways[b] for a, b in pairs))
                    thresholds += thresholds_of(sums)
                    chosen += [
                        (left.setdefault(a, len(left)), right.setdefault(b, len(right))) for a, b in pairs
                    ]
                    choices.append(len(chosen))
            chosen_of.append(len(chosen) - before)
        first = np.array([0, *itertools.accumulate(map(len, reached))], dtype=np.int32)
        counts = np.zeros((first[-1], self._columns), dtype=np.uint8)
        for node, low, states in zip(nodes, first.tolist(), reached, strict=False):
            if not node.children:
                counts[low : low + len(states)] = [self._numbers(state) for state in states]
        cards = [node.cards for node in nodes]
        both = np.array([below or [-1, -1] for below in children], dtype=np.int32)
        return TreeArrays(
            both,
            np.array(list(itertools.chain(*cards)), dtype=np.uint8),
            np.array([0, *itertools.accumulate(map(len, cards))], dtype=np.int32),
            first,
            counts,
            np.array(choices, dtype=np.int32),
            np.array(thresholds, dtype=np.uint64),
            np.array(chosen, dtype=np.int32).reshape(-1, 2) + np.repeat(first[both], chosen_of, axis=0),
        )

    def _splits(self, node: _Node, states: dict[int, int]) -> list[list[tuple[int, int]]]:
        """For each given state of a node, the pairs of states of its children that add up to the state."""
        found: list[list[tuple[int, int]]] = [[] for _ in states]
        if not node.children:
            return found
        one, other = (child.ways for child in node.children)
        if len(states) < len(other):
            for state, index in states.items():
                found[index] = [(first, state - first) for first in one if state - first in other]
        else:
            for first in one:
                for second in other:
                    split = states.get(first + second)
                    if split is not None:
                        found[split].append((first, second))
        return found

    def all(self) -> Iterator[list[int]]:
        """Every way to deal the cards, each once: for each column the mask of its cards."""
        return self._ways_of(self._root, self._full) if self.count else iter(())

    def _ways_of(self, node: _Node, state: int) -> Iterator[list[int]]:
        if not node.children:
            yield from ways_to_share(node.cards, self._numbers(state))
            return
        one, other = node.children
        for first in one.ways:
            if state - first in other.ways:
                for left in self._ways_of(one, first):
                    for right in self._ways_of(other, state - first):
                        yield [a | b for a, b in zip(left, right, strict=True)]


def thresholds_of(sums: Sequence[int]) -> list[int]:
    """Cumulative probabilities times 2**64, from cumulative numbers of ways."""
    return [min((reached << 64) // sums[-1], 2**64 - 1) for reached in sums]


def ways_to_deal(sizes: Sequence[int]) -> int:
    """The multinomial coefficient: how many ways there are to deal cards to columns of the given sizes."""
    return prod(comb(total, size) for total, size in zip(itertools.accumulate(sizes), sizes, strict=True))


def ways_to_share(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[list[int]]:
    """Every way to partition the cards into columns of these sizes: for each column the mask of its cards."""
    if not sizes:
        yield []
        return
    for chosen in itertools.combinations(cards, sizes[0]):
        mask = sum(1 << card for card in chosen)
        rest = [card for card in cards if not mask >> card & 1]
        for others in ways_to_share(rest, sizes[1:]):
            yield [mask, *others]
