"""`Layouts`: all card layouts that one player considers possible: count, enumeration, uniform samples."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cached_property, reduce
from math import prod
from operator import or_
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Resources
from whistsolve._internal.reading import is_instance, read_instance, read_integer, shown
from whistsolve.cancelling import Cancellation, cancellable, in_threads
from whistsolve.dealing import MOST_ROWS, STRIDE, Rejection, fill_deals, stream_key
from whistsolve.encoding import suit_lengths
from whistsolve.errors import LayoutError, WhistError
from whistsolve.inference.card_locations import SUIT_AND_JOKER_MASKS, SUITS
from whistsolve.inference.count_tree import Bounded, CountTree, TreeArrays, ways_to_deal, ways_to_share
from whistsolve.inference.knowledge import Knowledge, Layout
from whistsolve.values.hands import Hand

#: Maximum number of layouts to enumerate, also for counting those that satisfy predicates.
MOST_LISTED: Final = 100_000
#: Maximum number of proposals of rejection sampling for one row; then drawing fails.
_MOST_TRIES: Final = 20_000
#: Minimum number of rows for each further thread; with fewer, starting it costs more than it saves.
_ROWS_A_THREAD: Final = 4096


class Layouts:
    """Every way the cards may lie, given what one player knows: the support of a uniform distribution.

    LayoutError if `knowledge` is not a `Knowledge`.

    Notes
    -----
    Layouts are counted and sampled exactly by multinomial convolution (`CountTree`): cards that may lie in
    the same columns (hands, kitty or discards) are counted together, suit by suit, and columns with the same
    constraints are dealt as one and shared out later. No draw is rejected, whatever voids and lengths are
    known, with two exceptions. Predicates are applied to layouts drawn without them. And if many suit lengths
    are known in more than four unknown hands, there can be too many states to count: then layouts are drawn
    with relaxed constraints, without the lengths or at worst with only the known cards, and those that
    violate a constraint are rejected. Either way every layout has the same probability.

    Examples
    --------
    >>> from whistsolve.inference import Knowledge
    >>> layouts = Layouts(Knowledge.of_hand("AKQJ.T98.765.4.B", seat="N").with_void("E", "S"))
    >>> layouts.count
    569716059248884548000
    >>> drawn = layouts.draw(3, seed=1)
    >>> drawn.shape, Hand.from_mask(drawn[0, 0]), len(Hand.from_mask(drawn[0, 1]).of_suit("S"))
    ((3, 5), Hand.from_text('AKQJ.T98.765.4.B'), 0)
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge: Knowledge = read_instance(knowledge, Knowledge, "knowledge", LayoutError)
        self._room = [knowledge.room_for(column) for column in range(knowledge.columns)]
        both = zip(knowledge.sizes, knowledge.known, strict=True)
        self._needs = [size - len(known) for size, known in both]
        self._free = reduce(or_, self._room)
        self._rejects_bars = self._rejects_lengths = False
        self._tree = self._best_tree()
        #: The columns of each group.
        self._members = [
            [column for column, of in enumerate(self._groups) if of == group]
            for group in range(max(self._groups) + 1)
        ]
        #: Whether the tree leaves out constraints, which are then imposed by rejection.
        self._is_relaxed = self._rejects_bars or self._rejects_lengths
        # If only known cards constrain the layouts, the faster kernel for random deals suffices.
        self._plain = not (knowledge.predicates or self._is_relaxed) and len(self._members) == 1

    def _best_tree(self) -> CountTree | None:
        """The tree that relaxes the fewest constraints; ``None`` if every card is known."""
        if not any(self._needs):
            self._groups = [0] * len(self._needs)
            return None
        for bars, lengths in ((True, True), (True, False), (False, False)):
            self._rejects_bars, self._rejects_lengths = not bars, not lengths
            tree = self._tree_of(bars=bars, lengths=lengths)
            if not tree.too_many:
                break
        return tree  # without bars or lengths all cards are alike: never too many

    def _bound(self, column: int, suit: int) -> tuple[int, int] | None:
        """Minimum and maximum of unknown cards of a suit in a column; ``None`` without a constraint."""
        mask, need = SUIT_AND_JOKER_MASKS[suit], self._needs[column]
        known = (self.knowledge.known[column].mask & mask).bit_count()
        least, most = self.knowledge.lengths[column][suit]
        low, high = max(least - known, 0), min(most - known, need)
        return (low, high) if low or high < min(need, (self._room[column] & mask).bit_count()) else None

    def _tree_of(self, *, bars: bool, lengths: bool) -> CountTree:
        """The tree under the chosen constraints; also sets which columns are dealt as one group."""
        columns, free = range(len(self._needs)), self._free
        room = self._room if bars else [free if need else 0 for need in self._needs]
        bounds = [[self._bound(c, suit) if lengths else None for c in columns] for suit in range(SUITS)]
        # Columns with the same allowed cards and without bounds on lengths are exchangeable: one group.
        numbers: dict[int, int] = {}
        alone = [any(bound[column] for bound in bounds) for column in columns]
        keys = [-1 - column if alone[column] else room[column] for column in columns]
        self._groups = [numbers.setdefault(key, len(numbers)) for key in keys]
        sizes = [0] * len(numbers)
        for group, need in zip(self._groups, self._needs, strict=True):
            sizes[group] += need
        nothing = (0,) * len(sizes)
        unbounded: dict[int, list[int]] = {}
        parts = []
        for mask, bound in zip(SUIT_AND_JOKER_MASKS, bounds, strict=True):
            classes: dict[int, list[int]] = unbounded if not any(bound) else {}
            for card in range(54):
                if free & mask & 1 << card:
                    # Bits of the groups where the card may lie.
                    allowed = reduce(
                        or_, ((r >> card & 1) << g for g, r in zip(self._groups, room, strict=True))
                    )
                    classes.setdefault(allowed, []).append(card)
            if any(bound):
                low, high = list(nothing), list(sizes)
                for group, span in zip(self._groups, bound, strict=True):
                    low[group], high[group] = span or (low[group], high[group])
                several = tuple((allowed, tuple(cards)) for allowed, cards in classes.items())
                parts.append(Bounded(several, tuple(low), tuple(high)))
        for allowed, alike in unbounded.items():
            parts.append(Bounded(((allowed, tuple(alike)),), nothing, tuple(sizes)))
        return CountTree(sizes, parts)

    @cached_property
    def count(self) -> int | None:
        """The exact number of layouts.

        ``None`` if there are too many states to count (see `Layouts`), or if predicates would have to be
        called for more than 100,000 layouts; fewer are enumerated.
        """
        if self._is_relaxed or not self.knowledge.predicates:
            return None if self._is_relaxed else self._unfiltered
        return sum(1 for _ in self.all()) if self._unfiltered <= MOST_LISTED else None

    @cached_property
    def _unfiltered(self) -> int:
        """The number of layouts of the tree, before predicates are applied."""
        if self._tree is None:
            return 1
        shared = (ways_to_deal([self._needs[c] for c in group]) for group in self._members)
        return self._tree.count * prod(shared)

    def all(self) -> Iterator[Layout]:
        """Every layout, each once, as the `Hand` of each column. For small decks and endgames.

        Raises `LayoutError` if there are more than 100,000 before predicates are applied, or they cannot be
        counted.
        """
        if self._is_relaxed or self._unfiltered > MOST_LISTED:
            many = "too many to count" if self._is_relaxed else f"{self._unfiltered}"
            raise LayoutError(f"there are {many} layouts: expected at most {MOST_LISTED} to list them all")
        return self._enumerated()

    def _enumerated(self) -> Iterator[Layout]:
        knowledge, members = self.knowledge, self._members
        for piles in self._tree.all() if self._tree is not None else iter([[0] * len(members)]):
            shared = []
            for pile, columns in zip(piles, members, strict=True):
                cards = [card for card in range(54) if pile >> card & 1]
                shared.append(ways_to_share(cards, [self._needs[column] for column in columns]))
            for way in itertools.product(*shared):
                masks = [known.mask for known in knowledge.known]
                for columns, drawn in zip(members, way, strict=True):
                    for column, mask in zip(columns, drawn, strict=True):
                        masks[column] |= mask
                layout = tuple(map(Hand.from_mask, masks))
                if all(predicate(layout) for predicate in knowledge.predicates):
                    yield layout

    @cancellable
    def draw(
        self,
        count: int,
        seed: int | None = None,
        *,
        first: int = 0,
        threads: int | None = None,
        cancel: Cancellation | None = None,
    ) -> NDArray[np.uint64]:
        """Independent uniform samples of all layouts: masks of the cards in each column, as in ``Hand.mask``.

        uint64, shape (count, columns). Count, seed and first are as for `whistsolve.dealing.random_deals`; if
        the only constraint is where some cards lie, so are the layouts. `threads` is the maximum number of
        threads, used if there are many layouts; ``None`` for one per processor. The layouts do not depend on
        it. Predicates are called in the calling thread.

        Raises `LayoutError` if there is no layout, or hardly any satisfies all constraints: none of 20,000
        tried for a row. Raises `WhistError` if count, seed, first or threads is not an integer in its range.
        """
        rows = read_integer(count, "count", WhistError, 0, MOST_ROWS)
        start = read_integer(first, "first", WhistError, 0, STRIDE - MOST_ROWS)
        many = Resources.read(threads).threads
        key = stream_key(seed)
        if not self._unfiltered:
            raise LayoutError("there is no layout: what is known of the cards contradicts itself")
        if not (self._is_relaxed or self.knowledge.predicates):
            return self._drawn(np.arange(start, start + rows, dtype=np.uint64), key, many)
        layouts = np.empty((rows, self.knowledge.columns), dtype=np.uint64)
        dear = self._satisfy_predicates if self.knowledge.predicates else None
        sampling = Rejection(
            lambda each: self._drawn(each, key, many), self._fits, dear, _MOST_TRIES, "layout"
        )
        sampling.fill(layouts, start)
        return layouts

    def draw_rows(self, rows: NDArray[np.uint64], key: int) -> NDArray[np.uint64]:
        """The layouts with the given row numbers in a stream, for callers that reject some of them.

        Rows are uint64, shape (rows,); the key has the 128 bits of `whistsolve.dealing.stream_key`. Layouts
        are uint64, shape (rows, columns).

        Raises `LayoutError` if there is no layout, or layouts cannot be drawn without rejection (there are
        predicates, or too many states to count); if rows or key have the wrong type or range.
        """
        if not is_instance(rows, np.ndarray) or rows.dtype != np.uint64 or rows.ndim != 1:
            raise LayoutError(f"rows {shown(rows)} are wrong: expected an array of uint64 with 1 axis")
        key = read_integer(key, "key", LayoutError, 0, 2**128 - 1)
        if self._is_relaxed or self.knowledge.predicates or not self._unfiltered:
            raise LayoutError("these layouts cannot be drawn without rejection: expected ones with a count")
        layouts = np.empty((len(rows), self.knowledge.columns), dtype=np.uint64)
        self._fill(layouts, np.ascontiguousarray(rows), key, self._arrays)
        return layouts

    def _drawn(self, numbers: NDArray[np.uint64], key: int, threads: int) -> NDArray[np.uint64]:
        """The layouts of the given rows of the stream, before constraints that are imposed by rejection."""
        layouts = np.empty((len(numbers), self.knowledge.columns), dtype=np.uint64)
        arrays = None if self._plain else self._arrays
        parts = max(1, min(threads, len(numbers) // _ROWS_A_THREAD))
        if parts == 1:
            self._fill(layouts, numbers, key, arrays)
            return layouts
        # Every row has its own generator, seeded by its number in the stream, so that threads change nothing.
        both = zip(np.array_split(layouts, parts), np.array_split(numbers, parts), strict=True)
        with in_threads(self._fill, parts) as begin:
            for job in [begin(*each, key, arrays) for each in both]:
                job.result()
        return layouts

    @cached_property
    def _arrays(self) -> TreeArrays | None:
        """The tree as arrays; ``None`` if every card is known."""
        return None if self._tree is None else self._tree.arrays()

    def _fill(
        self, layouts: NDArray[np.uint64], numbers: NDArray[np.uint64], key: int, arrays: TreeArrays | None
    ) -> None:
        known = np.array([hand.mask for hand in self.knowledge.known], dtype=np.uint64)
        needs = np.array(self._needs, dtype=np.uint8)
        if arrays is not None:
            arrays.fill(layouts, numbers, known, needs, np.array(self._groups, dtype=np.uint8), key)
        elif self._tree is None:
            layouts[:] = known
        elif len(numbers):  # this kernel needs consecutive rows
            fill_deals(layouts, Hand.from_mask(self._free), needs, known, key, int(numbers[0]))

    def _satisfy_predicates(self, drawn: NDArray[np.uint64]) -> NDArray[np.bool_]:
        layouts = (tuple(map(Hand.from_mask, row)) for row in drawn.tolist())
        predicates = self.knowledge.predicates
        return np.array([all(predicate(layout) for predicate in predicates) for layout in layouts])

    def _fits(self, drawn: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which layouts satisfy the constraints that were left out of the tree."""
        good, knowledge = np.ones(len(drawn), dtype=np.bool_), self.knowledge
        if self._rejects_bars:
            good &= ~(drawn & np.array([hand.mask for hand in knowledge.barred], dtype=np.uint64)).any(axis=1)
        if self._rejects_lengths:
            lengths = suit_lengths(drawn)
            spans = np.array(knowledge.lengths, dtype=np.uint8)
            good &= ((lengths >= spans[..., 0]) & (lengths <= spans[..., 1])).all(axis=(1, 2))
        return good
