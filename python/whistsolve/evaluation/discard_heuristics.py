"""Heuristic discards: what keeping each card is worth, from the cards of its suit alone, many hands at once.

A fitted table (`heuristic_discards`), linear rules and swaps of a single card as further candidates of the
search (`candidate_discards`), and the lowest plain cards (`lowest_rank_discard`), a baseline.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.encoding import NO_TRUMP, strain_code
from whistsolve.evaluation.suit_features import JOKERS, RANK_ORDER, RANKS
from whistsolve.rules import Rules
from whistsolve.values.cards import SUIT_LETTERS, SUIT_MASKS, Card
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

#: Value of keeping a plain card, best card first, without and with a trump suit. With trumps, whole suits are
#: discarded to leave a void, suits with few top cards first; in no-trump middle cards still stop a suit. By
#: coordinate search on 2,900 layouts; on held-out ones it gained 0.12 +- 0.01 tricks with trumps.
_RANK_VALUE: Final = np.array(
    [
        [40, 32, 22, 14, 9, 5, 3, 2, 1, 0.5, 0.4, 0.2, 0],
        [40, 5, 3, 1.2, 1.1, 1, 0.8, 0.5, 0.4, 0.3, 0.2, 0.1, 0],
    ]
)
#: Value of keeping an unguarded top card (one of the suit's best four): fewer lower cards are held than
#: higher ones are missing, so that it falls to them.
_UNGUARDED_VALUE: Final = np.array([6.0, 1.5])
#: Added for each card held in the same suit, and for each of the suit's best four cards held.
_LENGTH_VALUE: Final = np.array([1.0, 5.5])
_TOP_VALUE: Final = np.array([3.0, 13.5])
#: Added to cards that win for certain without a trump suit.
_CERTAIN_VALUE: Final = 500
#: Added to trumps, so that they go last.
_TRUMP_VALUE: Final = 1000
#: Value of a joker in the fitted table: worthless without a trump suit, the best trump with one.
_JOKER_VALUE: Final = np.array([-1000.0, 2000.0])
#: If a hand has at most this many possible discards, as in small decks, all are candidates.
MOST_LISTED: Final = 36
#: Value of a joker in the linear rules if jokers win tricks; otherwise the value is its negative.
_LINEAR_JOKER_VALUE: Final = 1000.0


class _LinearRule(NamedTuple):
    """Value of keeping a card: its height (0 to 12) and bonuses.

    `trump` is added for a trump, otherwise `length` for each card held in the suit; `top` once for the
    third-best card of a suit, twice for the second-best, and three times for the best.
    """

    trump: float
    length: float
    top: float


#: Further candidates after the fitted table, without and with a trump suit: void short suits, do so more
#: strongly, discard low cards first, discard low trumps before top cards of plain suits. Mean tricks, in this
#: order, over 300 random deals and strains: 7.73, 7.49, 7.51 and (trumps only) 7.44; fitted table 7.88.
_LINEAR_RULES: Final = (
    (_LinearRule(0, 3, 8), _LinearRule(0, 7, 6), _LinearRule(0, 0, 6), _LinearRule(0, 12, 12)),
    (_LinearRule(60, 3, 12), _LinearRule(60, 7, 4), _LinearRule(60, 0, 6), _LinearRule(8, 1, 12)),
)


def heuristic_discards(
    hands: NDArray[np.uint64],
    trumps: int | NDArray[np.integer],
    rankings: int | NDArray[np.integer],
    surplus: int,
) -> NDArray[np.uint64]:
    """The heuristic discard of each hand, `surplus` cards: worthless jokers first, then weak suits whole.

    Hands, with the kitty, and discards are uint64, shape (hands,). Trumps and rankings are those of
    `encoding.strain_code`, one for all hands or one each.
    """
    return _given_up(discard_order(hands, trumps, rankings)[:, :surplus])


def discard_order(
    hands: NDArray[np.uint64], trumps: int | NDArray[np.integer], rankings: int | NDArray[np.integer]
) -> NDArray[np.intp]:
    """The cards of each hand, as indices, in the order in which `heuristic_discards` gives them up."""
    count = len(hands)
    trumps, rankings = np.broadcast_to(trumps, count), np.broadcast_to(rankings, count)
    with_trumps = (trumps != NO_TRUMP).astype(np.intp)
    suits = _held(hands)[:, :JOKERS].reshape(count, JOKERS // RANKS, RANKS)
    length = suits.sum(axis=2, keepdims=True)
    order = RANK_ORDER[rankings][:, np.newaxis, :]
    tops = (suits & (order < 4)).sum(axis=2, keepdims=True)
    kinds = with_trumps[:, np.newaxis, np.newaxis]
    keep = np.where((order < 4) & (length <= order), _UNGUARDED_VALUE[kinds], _RANK_VALUE[kinds, order])
    keep = keep + _LENGTH_VALUE[kinds] * length + _TOP_VALUE[kinds] * tops
    keep += _CERTAIN_VALUE * _certain(suits, order, length, kinds)
    keep[np.arange(JOKERS // RANKS) == trumps[:, np.newaxis]] += _TRUMP_VALUE
    jokers = _JOKER_VALUE[with_trumps]
    values = np.concatenate([keep.reshape(count, JOKERS), np.stack([jokers, jokers], axis=1)], axis=1)
    return _ascending(hands, values)[:, : int(hands[0]).bit_count() if count else 0]


def _certain(
    suits: NDArray[np.bool_], order: NDArray[np.intp], length: NDArray[np.intp], with_trumps: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Cards that win without a trump suit if their hand leads: see `certain_of`; like `suits`."""
    best_first = np.take_along_axis(suits, np.argsort(order, axis=2), axis=2)
    run = best_first.cumprod(axis=2).sum(axis=2, keepdims=True)
    wins: NDArray[np.bool_] = suits & ((order < run) | (run >= RANKS - length)) & (with_trumps == 0)
    return wins


def candidate_discards(
    held: NDArray[np.uint64], number: int, strain: Strain, rules: Rules, most: int, swaps: int = 0
) -> list[list[int]]:
    """The distinct candidate discards of each hand as masks, the heuristic one first.

    `held`, uint64, shape (hands,), has all cards of each hand, including the kitty; `number` are discarded.
    At most `most` candidates are heuristic and `swaps` are swapped; if few are possible, all are candidates.
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
    for rule in _LINEAR_RULES[not strain.is_no_trump]:
        yield _given_up(_ascending(held, _linear_values(held, strain, rules, rule))[:, :number])


def discards_by_rules(
    held: NDArray[np.uint64], number: int, strain: Strain, rules: Rules, most: int
) -> NDArray[np.uint64]:
    """The discards of each hand by each of `most` rules, the heuristic one first: uint64, (rules, hands)."""
    return np.stack(list(itertools.islice(_rules_in_turn(held, number, strain, rules), most)))


def swapped_discards(held: int, discard: int, strain: Strain, rules: Rules, most: int) -> list[int]:
    """Discards that differ from `discard` in a single card, those best by the first linear rule first.

    Adjacent cards of a suit in the hand are equivalent: only one of them is tried.
    """
    rule = _LINEAR_RULES[not strain.is_no_trump][0]
    values = _linear_values(np.array([held], dtype=np.uint64), strain, rules, rule)[0].tolist()
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


def _linear_values(
    hands: NDArray[np.uint64], strain: Strain, rules: Rules, rule: _LinearRule
) -> NDArray[np.float64]:
    """Value of keeping each card of each hand, held or not, by a linear rule: float64, shape (hands, 54)."""
    count, (trump, ranking) = len(hands), strain_code(strain)
    high_jokers = not strain.is_no_trump or rules.joker_no_trump == "high_no_suit"
    lengths = _held(hands)[:, :JOKERS].reshape(count, JOKERS // RANKS, RANKS).sum(axis=2)
    suit_value = rule.length * lengths
    if trump != NO_TRUMP:
        suit_value[:, trump] = rule.trump
    height = RANKS - 1.0 - RANK_ORDER[ranking]
    values = (height + rule.top * np.maximum(height - 9, 0)) + suit_value[:, :, np.newaxis]
    joker = _LINEAR_JOKER_VALUE if high_jokers else -_LINEAR_JOKER_VALUE
    return np.concatenate([values.reshape(count, JOKERS), np.full((count, 2), joker)], axis=1)


def lowest_rank_discard(held: Hand, strain: Strain, number: int, *, high_jokers: bool) -> Hand:
    """The baseline discard of one hand: worthless jokers, then low cards, plain suits before trumps.

    Of cards of one rank, those of the shortest suit go first. `high_jokers`: jokers win tricks in no-trump.
    """

    def value(card: Card) -> tuple[int, int, int]:
        if card.is_joker:
            return (-1, 0, card.index) if strain.is_no_trump and not high_jokers else (2, 0, card.index)
        suit, rank = divmod(card.index, RANKS)
        trump = not strain.is_no_trump and SUIT_LETTERS[suit] == strain.trump
        return int(trump), strain.height(rank + 2), (held.mask & SUIT_MASKS[suit]).bit_count()

    return Hand(sorted(held, key=value)[:number])


def _ascending(hands: NDArray[np.uint64], values: NDArray[np.float64]) -> NDArray[np.intp]:
    # A stable sort: of equal values the lower index goes first, on every machine.
    return np.argsort(np.where(_held(hands), values, np.inf), axis=1, kind="stable")


def _given_up(cards: NDArray[np.intp]) -> NDArray[np.uint64]:
    found: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)
    return found


def _held(hands: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which cards each hand holds: bool, shape (hands, 54)."""
    deck = np.arange(JOKERS + 2, dtype=np.uint64)
    return (hands[:, np.newaxis] >> deck & np.uint64(1)).astype(np.bool_)
