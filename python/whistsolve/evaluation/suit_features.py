"""Features of the regression of tricks on cards: a row of small integers for every holding of a suit.

A holding is a bit pattern whose bit 0 is the best card of the suit. Among trumps bits 0 and 1 are the jokers,
whether these are in the deck or not.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

RANKS: Final = 13
#: Lowest bit of the jokers in a mask: the little joker's.
JOKERS: Final = 52

#: uint8, shape (3, 13): for each ranking (uptown, downtown, aces bad; as in `encoding.strain_code`) and each
#: rank, 2 to ace, how many cards of the suit are better.
RANK_ORDER: Final[NDArray[np.uint8]] = np.array(
    [
        [12 - rank for rank in range(RANKS)],
        [0 if rank == 12 else rank + 1 for rank in range(RANKS)],
        list(range(RANKS)),
    ],
    dtype=np.uint8,
)


def _best_first() -> NDArray[np.uint16]:
    patterns = np.arange(1 << RANKS)
    table = np.zeros((len(RANK_ORDER), 1 << RANKS), dtype=np.uint16)
    for ranking, order in enumerate(RANK_ORDER.tolist()):
        for rank, better in enumerate(order):
            table[ranking] |= ((patterns >> rank & 1) << better).astype(np.uint16)
    return table


#: uint16, shape (3, 8192): for each ranking and each pattern of a suit with the deuce as bit 0, the pattern
#: of the same cards with the best one as bit 0.
BEST_FIRST: Final = _best_first()


def suit_patterns(hands: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The cards of each suit, clubs first, then the jokers, with the deuce and the little joker as bit 0.

    uint16, shape (5, hands); `hands` are masks: uint64, shape (hands,).
    """
    shifts = np.arange(0, JOKERS + 1, RANKS, dtype=np.uint64)[:, np.newaxis]
    return (hands >> shifts & np.uint64((1 << RANKS) - 1)).astype(np.uint16)


#: Features of a side suit in a trump contract. A card is guarded if at least as many other cards of its suit
#: are held as there are better ones; "honours among the best n" counts the guarded ones of the suit's n best.
SIDE_FEATURES: Final = (
    *(f"honours among the best {number}" for number in (1, 2, 3, 4)),
    *("fifth card and each after it", "void", "singleton", "doubleton"),
)
#: Features of a suit in no-trump: those of a side suit, and two for long suits that run. "best ones in a
#: row" counts the cards held from the suit's best one down, without a gap.
NO_TRUMP_FEATURES: Final = (
    *SIDE_FEATURES,
    "fifth card and each after it, for each of the best three",
    "best ones in a row",
)
#: Features of trumps. "among the best n" counts the trumps held among the n best trumps of the deck.
_AMONG: Final = (1, 2, 3, 4, 5, 7)
TRUMP_FEATURES: Final = (
    *("each trump", "fifth trump and each after it", "seventh trump and each after it"),
    *(f"among the best {number}" for number in _AMONG),
)


def plain_suit_features() -> NDArray[np.int64]:
    """Features of all holdings of a plain suit: int64, shape (8192, 10), columns `NO_TRUMP_FEATURES`."""
    patterns = np.arange(1 << 13)
    length = np.bitwise_count(patterns).astype(np.int64)
    guarded = [(patterns >> better & 1) * (length > better) for better in range(4)]
    honours = np.stack(guarded).cumsum(axis=0)
    beyond = np.maximum(length - 4, 0)
    in_a_row = (patterns[:, np.newaxis] + 1 & (2 << np.arange(13)) - 1 == 0).sum(axis=1)
    of_three = beyond * np.bitwise_count(patterns & 0b111)
    shapes = [beyond, length == 0, length == 1, length == 2, of_three, in_a_row]
    return np.stack([*honours, *shapes], axis=1).astype(np.int64)


def trump_features(jokers: int) -> NDArray[np.int64]:
    """Features of all holdings of trumps and jokers: int64, shape (32768, 9), columns `TRUMP_FEATURES`.

    `jokers` is how many the deck has; a single joker is the big one, bit 0.
    """
    patterns = np.arange(1 << 15)
    length = np.bitwise_count(patterns).astype(np.int64)
    # Without a joker in the deck the cards below it are ranked one higher.
    big, little = patterns & (jokers > 0), patterns >> 1 & (jokers > 1)
    ranked = (patterns >> 2) << jokers | big | little << 1
    among = [np.bitwise_count(ranked & (1 << best) - 1).astype(np.int64) for best in _AMONG]
    return np.stack([length, np.maximum(length - 4, 0), np.maximum(length - 6, 0), *among], axis=1)
