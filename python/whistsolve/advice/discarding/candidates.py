"""Candidate discards for the search: those of several heuristics, and the first one with one card swapped.

They depend only on the declarer's own cards. The search chooses among them with the solver.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.encoding import strain_code
from whistsolve.evaluation.discard_heuristics import (
    LINEAR_RULES,
    heuristic_discards,
    linear_values,
    lowest_cards,
)
from whistsolve.evaluation.suit_features import JOKERS, RANKS
from whistsolve.rules import Rules
from whistsolve.values.strains import Strain

#: If a hand has at most this many possible discards, as in small decks, all are candidates.
MOST_LISTED: Final = 36


def candidate_discards(
    held: NDArray[np.uint64], number: int, strain: Strain, rules: Rules, most: int, swaps: int = 0
) -> list[list[int]]:
    """The distinct candidate discards of each hand as masks, the heuristic one first.

    `held`, uint64, shape (hands,), has all cards of each hand, including the kitty; `number` are discarded.
    At most `most` candidates are heuristic and `swaps` are `swapped_discards`; up to `MOST_LISTED` possible
    discards are all candidates.
    """
    found: list[list[int]] = [[] for _ in held]
    for discards in _rules_in_turn(held, number, strain, rules):
        if all(len(each) >= most for each in found):
            break
        for each, discard in zip(found, discards.tolist(), strict=True):
            if len(each) < most and discard not in each:
                each.append(discard)
    for row, (cards, several) in enumerate(zip(held.tolist(), found, strict=True)):
        first = several[0]
        if comb(cards.bit_count(), number) <= MOST_LISTED:
            bits = [1 << card for card in range(JOKERS + 2) if cards >> card & 1]
            every = map(sum, itertools.combinations(bits, number))
            found[row] = [first, *(discard for discard in every if discard != first)]
        elif swaps:
            near = swapped_discards(cards, first, strain, rules, swaps)
            found[row] = several + [discard for discard in near if discard not in several]
    return found


def _rules_in_turn(
    held: NDArray[np.uint64], number: int, strain: Strain, rules: Rules
) -> Iterator[NDArray[np.uint64]]:
    """The discards of each hand by the fitted table, then by each linear rule: uint64, shape (hands,)."""
    # The fitted table takes jokers to be worthless without a trump suit.
    if not (strain.is_no_trump and rules.joker_no_trump == "high_no_suit"):
        yield heuristic_discards(held, *strain_code(strain), number)
    for rule in LINEAR_RULES[not strain.is_no_trump]:
        yield lowest_cards(held, linear_values(held, strain, rules, rule), number)


def discards_by_rules(
    held: NDArray[np.uint64], number: int, strain: Strain, rules: Rules, most: int
) -> NDArray[np.uint64]:
    """The discards of each hand by each of `most` rules, the heuristic one first: uint64, (rules, hands)."""
    return np.stack(list(itertools.islice(_rules_in_turn(held, number, strain, rules), most)))


def swapped_discards(held: int, discard: int, strain: Strain, rules: Rules, most: int) -> list[int]:
    """Discards that differ from `discard` in a single card, the most promising first.

    Discarded cards with the highest values by the first linear rule are swapped with the cards in hand of the
    lowest values. Adjacent cards of a suit in the hand are equivalent: only one of them is tried.
    """
    rule = LINEAR_RULES[not strain.is_no_trump][0]
    values = linear_values(np.array([held], dtype=np.uint64), strain, rules, rule)[0].tolist()
    # Jokers are not swapped: either they are the best cards or they win nothing.
    cards = [card for card in range(JOKERS) if held >> card & 1]
    given = [card for card in cards if discard >> card & 1]
    kept = [card for card in cards if not discard >> card & 1]
    pairs = sorted(itertools.product(given, kept), key=lambda pair: (values[pair[1]] - values[pair[0]], pair))
    found: list[int] = []
    seen = set()
    for one, other in pairs:
        pair = _lowest_adjacent(held, one, strain), _lowest_adjacent(held, other, strain)
        if pair not in seen and pair[0] != pair[1]:
            seen.add(pair)
            found.append(discard ^ 1 << one ^ 1 << other)
        if len(found) == most:
            break
    return found


def _lowest_adjacent(held: int, card: int, strain: Strain) -> int:
    """The lowest card of a card's run of adjacent cards in the hand, without the ace if aces rank low."""
    first = card - card % RANKS
    while card > first and held >> card - 1 & 1 and (card % RANKS != RANKS - 1 or strain.ranking == "uptown"):
        card -= 1
    return card
