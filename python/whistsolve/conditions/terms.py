"""Terms, the syntax trees of parsed conditions, and the columns of the deals to which they refer.

A term has a number or a truth value for every deal.

Most leaves are counts of cards. A term with no other leaves depends only on these counts and is evaluated in
the same way for deals and for profiles (the numbers of cards of each class in each group of columns). Terms
that depend on more than counts are `Opaque`: they can be evaluated for deals only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import shown
from whistsolve.errors import DealError, NotationError, WhistError
from whistsolve.inference.knowledge import read_sizes
from whistsolve.rules import Rules, RulesLike
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand, HandLike
from whistsolve.values.seats import SEAT_LETTERS, seat_index

#: One value for each deal: float64, or bool if the term is a truth value.
Values: TypeAlias = NDArray[np.float64] | NDArray[np.bool_]

#: The cost of evaluating an opaque term for one deal: small, or that of a search.
CHEAP: Final = 1
SOLVED: Final = 2
#: Name of the last column if there is a kitty.
KITTY: Final = "kitty"


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
        return np.full(source.rows, self.value)


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


def _leaves(term: Term) -> Iterator[Term]:
    if not term.parts:
        yield term
    for part in term.parts:
        yield from _leaves(part)


def counts_of(term: Term) -> list[Count]:
    """The distinct counts that a term depends on."""
    return list(dict.fromkeys(leaf for leaf in _leaves(term) if isinstance(leaf, Count)))


def cost_of(term: Term) -> int:
    """`CHEAP` or `SOLVED`, whichever is the cost of the dearest opaque leaf; 0 for a term of counts alone."""
    return max((leaf.cost for leaf in _leaves(term) if isinstance(leaf, Opaque)), default=0)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a deal: hands in seat order, then the kitty if there is one; their sizes and deck."""

    rules: Rules
    deck: Hand
    sizes: tuple[int, ...]

    @classmethod
    def read(
        cls, rules: RulesLike | None, deck: HandLike | None = None, sizes: Iterable[int] | None = None
    ) -> Columns:
        """The columns of a deal under the rules, or of a short deal with this deck and sizes."""
        game = Rules.or_default(rules)
        cards = game.deck if deck is None else Hand.of(deck)
        read = tuple(read_sizes(sizes, game))
        if sum(read) != len(cards):
            raise DealError(
                f"sizes {list(read)} hold {sum(read)} cards and the deck has {len(cards)}: expected that many"
            )
        if not 1 <= read[0] <= 16 or len(set(read[: game.dealt_hands])) > 1:
            raise DealError(
                f"hands of {list(read[: game.dealt_hands])} cards are wrong:"
                " expected hands of one size, 1 to 16 cards"
            )
        return cls(game, cards, read if len(read) == game.dealt_hands or read[-1] else read[:-1])

    @property
    def hands(self) -> int:
        """The number of columns that are hands."""
        return self.rules.dealt_hands

    @property
    def has_kitty(self) -> bool:
        """Whether the last column is the kitty."""
        return len(self.sizes) > self.hands

    @property
    def expected(self) -> str:
        """The valid names of columns, for messages."""
        lettered = self.hands == len(SEAT_LETTERS)
        seats = ", ".join(SEAT_LETTERS) if lettered else f"a seat from 0 to {self.hands - 1}"
        return f"{seats} or {KITTY}" if self.has_kitty else seats

    def column(self, name: str | int) -> int | None:
        """The column of a seat or of the kitty; ``None`` if the name is neither."""
        if isinstance(name, str) and name.lower() == KITTY:
            return self.hands if self.has_kitty else None
        try:
            return seat_index(name, self.hands)
        except WhistError:
            return None

    def size_of(self, columns: int) -> int:
        """The total number of cards in the given columns (a bit mask)."""
        return sum(size for column, size in enumerate(self.sizes) if columns >> column & 1)

    def read_cards(self, text: str) -> int:
        """Parse cards of the deck, ``SA SK BJ`` or a hand such as ``AK....B``, to a bit mask."""
        try:
            words = text.replace(",", " ").split()
            cards = Hand.from_text(text) if "." in text else Hand([Card.from_text(word) for word in words])
        except WhistError as error:
            raise NotationError(f"cards {shown(text)} are wrong: {error}") from None
        if not cards:
            raise NotationError(f"text {shown(text)} names no card: expected cards such as 'SA BJ'")
        for card in cards - self.deck:
            raise NotationError(f"{card} is not in the deck: expected some of {self.deck}")
        return cards.mask
