"""Proposals for rejection sampling: deals drawn uniformly from those that satisfy some of the conditions.

There are two methods, and the one that leaves the fewest deals is chosen. Profiles (`Profiles`) support all
conditions made of counts, unless there are too many profiles. Layouts (`whistsolve.inference.Layouts`)
support bounds on suit lengths and are counted by convolution, however many hands have bounds. Conditions that
the chosen method leaves out are applied by rejection.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from whistsolve.conditions.profiles import Profiles, TooManyProfiles
from whistsolve.conditions.terms import KITTY, Columns, Term, cost_of, counts_of
from whistsolve.errors import LayoutError
from whistsolve.inference import Knowledge, Layouts
from whistsolve.inference.card_locations import SUIT_AND_JOKER_MASKS
from whistsolve.values.hands import Hand


@dataclass(frozen=True, slots=True)
class Proposal:
    """The deals that satisfy some of the conditions: their number, and what draws them.

    ``left`` are the conditions that proposals may break, the cheapest first.
    """

    total: int
    left: tuple[Term, ...]
    drawer: Profiles | Layouts


def propose(columns: Columns, conditions: Sequence[Term]) -> Proposal | None:
    """The method of drawing that leaves the fewest deals; ``None`` if none is left."""
    known, terms = _known_cards(columns, conditions)
    together = reduce(int.__or__, known)
    too_many = any(cards.bit_count() > size for cards, size in zip(known, columns.sizes, strict=True))
    if together.bit_count() < sum(map(int.bit_count, known)) or too_many:
        return None
    counted = [term for term in terms if not cost_of(term)]
    alone = {}
    for term in counted:
        try:
            alone[term] = Profiles(columns, known, [term])
        except TooManyProfiles:
            continue
        if not alone[term].total:
            return None
    stacked = sorted(alone, key=lambda term: alone[term].total)
    if len(stacked) == 1:
        profiles, taken = alone[stacked[0]], stacked
    else:
        profiles, taken = _stack(columns, known, stacked)
    left = [term for term in terms if term not in taken]
    drawer: Profiles | Layouts = profiles
    total = profiles.total
    if not total:
        return None
    bounds, exact = _length_bounds(columns, alone)
    if bounds and any(term in alone for term in left):
        layouts = _layouts(columns, known, bounds)
        if layouts is None:
            return None
        if layouts.count is not None and layouts.count < total:
            drawer, total = layouts, layouts.count
            left = [term for term in terms if term not in exact]
    return Proposal(total, tuple(sorted(left, key=cost_of)), drawer)


def _stack(columns: Columns, known: tuple[int, ...], terms: Sequence[Term]) -> tuple[Profiles, list[Term]]:
    """Profiles for all conditions, or for those that can be added in order without too many profiles."""
    with suppress(TooManyProfiles):
        return Profiles(columns, known, terms), list(terms)
    profiles, taken = Profiles(columns, known, []), list[Term]()
    for term in terms:
        with suppress(TooManyProfiles):
            profiles, taken = Profiles(columns, known, [*taken, term]), [*taken, term]
    return profiles, taken


def _length_bounds(
    columns: Columns, alone: dict[Term, Profiles]
) -> tuple[dict[tuple[int, int], tuple[int, int]], list[Term]]:
    """Bounds implied for the suit lengths of columns, and the conditions that only state such bounds."""
    suits = {mask & columns.deck.mask: suit for suit, mask in enumerate(SUIT_AND_JOKER_MASKS)}
    bounds: dict[tuple[int, int], tuple[int, int]] = {}
    exact = []
    for term, profiles in alone.items():
        leaves = counts_of(term)
        for leaf in leaves:
            if leaf.cards in suits and leaf.columns.bit_count() == 1:
                key = suits[leaf.cards], leaf.columns.bit_length() - 1
                least, most = profiles.span(leaf)
                low, high = bounds.get(key, (0, 54))
                bounds[key] = max(low, least), min(high, most)
                if len(leaves) == 1 and term.values(_Lengths(np.arange(least, most + 1.0))).all():
                    exact.append(term)
    return bounds, exact


@dataclass(frozen=True, slots=True)
class _Lengths:
    """A source with a row for each given value of the only count in a condition."""

    lengths: NDArray[np.float64]

    @property
    def rows(self) -> int:
        return len(self.lengths)

    def count(self, cards: int, columns: int) -> NDArray[np.float64]:
        return self.lengths


def _layouts(
    columns: Columns, known: tuple[int, ...], bounds: dict[tuple[int, int], tuple[int, int]]
) -> Layouts | None:
    """Layouts with these bounds on lengths by suit and column; ``None`` if there are no such layouts."""
    lengths = tuple(
        tuple(bounds.get((suit, column), (0, size)) for suit in range(len(SUIT_AND_JOKER_MASKS)))
        for column, size in enumerate(columns.sizes)
    )
    nothing = (Hand(),) * len(columns.sizes)
    rest = KITTY if columns.has_kitty else None
    held = tuple(map(Hand.from_mask, known))
    try:
        knowledge = Knowledge(columns.rules, 0, columns.deck, columns.sizes, rest, held, nothing, lengths)
        layouts = Layouts(knowledge)
        return layouts if layouts.count != 0 else None
    except LayoutError:  # the bounds contradict each other
        return None


def _known_cards(columns: Columns, terms: Sequence[Term]) -> tuple[tuple[int, ...], list[Term]]:
    """The cards that conditions place in columns (bits by column), and the remaining conditions."""
    known, left = [0] * len(columns.sizes), []
    for term in terms:
        leaves = counts_of(term)
        if not cost_of(term) and len(leaves) == 1 and leaves[0].columns.bit_count() == 1:
            good = term.values(_Lengths(np.arange(leaves[0].cards.bit_count() + 1.0)))
            if good[-1] and not good[:-1].any():  # all of these cards lie in that column
                known[leaves[0].columns.bit_length() - 1] |= leaves[0].cards
                continue
        left.append(term)
    return tuple(known), left
