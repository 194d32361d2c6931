"""Terms, the syntax trees of parsed conditions: each has a number or a truth value for every deal.

Most leaves are counts of cards. A term with no other leaves depends only on these counts and is evaluated in
the same way for deals and for profiles (the numbers of cards of each class in each group of columns). Terms
that depend on more than counts are `Opaque`: they can be evaluated for deals only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

#: One value for each deal: float64, or bool if the term is a truth value.
Values: TypeAlias = NDArray[np.float64] | NDArray[np.bool_]

#: The cost of evaluating an opaque term for one deal: small, or that of a search.
CHEAP: Final = 1
SOLVED: Final = 2


class Source(Protocol):
    """Deals, or profiles of deals, for which terms are evaluated."""

    @property
    def rows(self) -> int:
        """The number of deals or profiles."""

    def count(self, cards: int, columns: int) -> NDArray[np.float64]:
        """How many of the given cards lie in the given columns (both bit masks): shape (rows,)."""


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
        return np.asarray(np.bitwise_count(held & np.uint64(cards)).astype(np.float64))


@dataclass(frozen=True, slots=True)
class Constant:
    """A number or truth value that is the same for every deal."""

    value: float | bool
    parts: ClassVar[tuple[Term, ...]] = ()

    @property
    def is_truth(self) -> bool:
        return isinstance(self.value, bool)

    def values(self, source: Source) -> Values:
        if isinstance(self.value, bool):
            return np.full(source.rows, self.value, dtype=np.bool_)
        return np.full(source.rows, self.value, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Count:
    """How many of the given cards lie in the given columns in total (both bit masks)."""

    cards: int
    columns: int
    parts: ClassVar[tuple[Term, ...]] = ()
    is_truth: ClassVar[bool] = False

    def values(self, source: Source) -> Values:
        return source.count(self.cards, self.columns)


@dataclass(frozen=True, slots=True)
class Apply:
    """A function of the values of other terms, its parts; it gets one array per part, all of one length."""

    function: Callable[..., Values]
    parts: tuple[Term, ...]
    is_truth: bool

    def values(self, source: Source) -> Values:
        with np.errstate(all="ignore"):  # overflow gives infinity, which compares correctly
            return self.function(*(part.values(source) for part in self.parts))


@dataclass(frozen=True, slots=True)
class Opaque:
    """A term that depends on more than counts: a function from packed deals to a value for each deal.

    Its cost is `CHEAP` or `SOLVED`.
    """

    function: Callable[[NDArray[np.uint64]], Values]
    is_truth: bool
    cost: int
    parts: ClassVar[tuple[Term, ...]] = ()

    def values(self, source: Source) -> Values:
        assert isinstance(source, Deals), "profiles give counts alone"
        return self.function(source.array)


Term: TypeAlias = Constant | Count | Apply | Opaque


def as_numbers(values: Values) -> NDArray[np.float64]:
    """The values as float64; true is 1 and false is 0."""
    return values.astype(np.float64)


def _leaves(term: Term) -> Iterator[Term]:
    if not term.parts:
        yield term
    for part in term.parts:
        yield from _leaves(part)


def counts_of(term: Term) -> list[Count]:
    """The distinct counts that a term depends on."""
    return list(dict.fromkeys(leaf for leaf in _leaves(term) if isinstance(leaf, Count)))


def opaque_of(term: Term) -> list[Opaque]:
    """The opaque leaves of a term."""
    return [leaf for leaf in _leaves(term) if isinstance(leaf, Opaque)]
