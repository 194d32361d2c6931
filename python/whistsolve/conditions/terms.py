"""What conditions are made of once they are read: terms that give a number, or yes or no, for every deal.

The leaves of a term are counts of cards. What a term says therefore depends on these counts alone, and it is
worked out in the same way for deals and for profiles, which say how many cards of a class lie where. Terms
that look at more than counts are `Opaque`: they are worked out for deals only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CHEAP",
    "SOLVED",
    "Apply",
    "Constant",
    "Count",
    "Deals",
    "Opaque",
    "Source",
    "Term",
    "Values",
    "as_numbers",
    "counts_of",
    "opaque_of",
]

#: One value for each deal: float64, or bool where the term says yes or no.
Values: TypeAlias = NDArray[np.float64] | NDArray[np.bool_]

#: What working out an opaque term costs a deal: not much, or a search.
CHEAP: Final = 1
SOLVED: Final = 2


class Source(Protocol):
    """Deals, or profiles of deals, for which terms are worked out."""

    @property
    def rows(self) -> int:
        """How many there are."""

    def count(self, cards: int, columns: int) -> NDArray[np.float64]:
        """How many of some cards (bits of their indices) lie in some columns (bits), shape (rows,)."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Packed deals: uint64, shape (rows, columns)."""

    array: NDArray[np.uint64]

    @property
    def rows(self) -> int:
        return len(self.array)

    def count(self, cards: int, columns: int) -> NDArray[np.float64]:
        chosen = [self.array[:, c] for c in range(self.array.shape[1]) if columns >> c & 1]
        held = np.bitwise_or.reduce(chosen) if len(chosen) > 1 else chosen[0]
        return _popcount(held & np.uint64(cards)).astype(np.float64)


def _popcount(masks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The number of bits of each mask: NumPy has that from 2.0 on only, so it is added up in parallel."""
    ones, twos, fours = (np.uint64(m) for m in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F))
    found = masks - (masks >> np.uint64(1) & ones)
    found = (found & twos) + (found >> np.uint64(2) & twos)
    found = (found + (found >> np.uint64(4))) & fours
    # A product of arrays of uint64 wraps without a warning; the top byte is the sum of all bytes.
    bits: NDArray[np.uint64] = (found * np.uint64(0x0101010101010101)) >> np.uint64(56)
    return bits


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, or yes or no, that is the same for every deal."""

    value: float | bool

    @property
    def is_truth(self) -> bool:
        return isinstance(self.value, bool)

    @property
    def parts(self) -> tuple[Term, ...]:
        return ()

    def values(self, source: Source) -> Values:
        if isinstance(self.value, bool):
            return np.full(source.rows, self.value, dtype=np.bool_)
        return np.full(source.rows, self.value, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Count:
    """How many of some cards lie in some columns together, both as bits."""

    cards: int
    columns: int

    @property
    def is_truth(self) -> bool:
        return False

    @property
    def parts(self) -> tuple[Term, ...]:
        return ()

    def values(self, source: Source) -> Values:
        return source.count(self.cards, self.columns)


@dataclass(frozen=True, slots=True)
class Apply:
    """A function of arrays, applied to the values of other terms.

    Attributes
    ----------
    function : callable
        Takes an array for each part and gives one of the same length.
    parts : tuple of Term
    is_truth : bool
        Whether it gives yes or no.
    """

    function: Callable[..., Values]
    parts: tuple[Term, ...]
    is_truth: bool

    def values(self, source: Source) -> Values:
        with np.errstate(all="ignore"):  # what overflows compares as infinity
            return self.function(*(part.values(source) for part in self.parts))


@dataclass(frozen=True, slots=True)
class Opaque:
    """A term that looks at more than counts of cards.

    Attributes
    ----------
    function : callable
        Takes packed deals and gives a value for each.
    is_truth : bool
        Whether it gives yes or no.
    cost : int
        `CHEAP` or `SOLVED`.
    """

    function: Callable[[NDArray[np.uint64]], Values]
    is_truth: bool
    cost: int

    @property
    def parts(self) -> tuple[Term, ...]:
        return ()

    def values(self, source: Source) -> Values:
        assert isinstance(source, Deals), "profiles are not asked for more than counts"
        return self.function(source.array)


Term: TypeAlias = Constant | Count | Apply | Opaque


def as_numbers(values: Values) -> NDArray[np.float64]:
    """Numbers, yes being 1 and no being 0."""
    return values.astype(np.float64)


def _leaves(term: Term) -> Iterator[Term]:
    if not term.parts:
        yield term
    for part in term.parts:
        yield from _leaves(part)


def counts_of(term: Term) -> list[Count]:
    """The counts that a term depends on, each once."""
    return list(dict.fromkeys(leaf for leaf in _leaves(term) if isinstance(leaf, Count)))


def opaque_of(term: Term) -> list[Opaque]:
    """The parts of a term that look at more than counts."""
    return [leaf for leaf in _leaves(term) if isinstance(leaf, Opaque)]
