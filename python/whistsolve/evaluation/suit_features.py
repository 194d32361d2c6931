"""Features of the regression of tricks on cards: a row of small whole numbers for every holding of a suit.

A holding is a bit pattern whose bit 0 is the best card of the suit. Among trumps bits 0 and 1 are the jokers,
whether they are in the deck or not.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["NO_TRUMP_FEATURES", "SIDE_FEATURES", "TRUMP_FEATURES", "plain_suit_features", "trump_features"]

#: Features of a plain suit where there are trumps. A card is guarded where at least as many others of its
#: suit are held as there are better ones; "honours among the best n" counts the guarded cards of the suit's n
#: best.
SIDE_FEATURES: Final = (
    "honours among the best 1",
    "honours among the best 2",
    "honours among the best 3",
    "honours among the best 4",
    "fifth card and each after it",
    "void",
    "singleton",
    "doubleton",
)
#: Features of a suit in no-trump: the same, and two that make a long suit run. The best ones in a row are
#: those that no card of the suit beats, counted from the best.
NO_TRUMP_FEATURES: Final = (
    *SIDE_FEATURES,
    "fifth card and each after it, for each of the best three",
    "best ones in a row",
)
#: Features of trumps. "Among the best n" counts the trumps held among the n best of the deck.
TRUMP_FEATURES: Final = (
    "each trump",
    "fifth trump and each after it",
    "seventh trump and each after it",
    "among the best 1",
    "among the best 2",
    "among the best 3",
    "among the best 4",
    "among the best 5",
    "among the best 7",
)


def _count(patterns: NDArray[np.int64], bits: int = 16) -> NDArray[np.int64]:
    """Population count of the lowest bits."""
    found: NDArray[np.int64] = (patterns[:, np.newaxis] >> np.arange(bits) & 1).sum(axis=1)
    return found


def plain_suit_features() -> NDArray[np.int64]:
    """Feature matrix of all holdings of a suit that is not trump, columns as `NO_TRUMP_FEATURES`.

    Returns
    -------
    ndarray
        int64, shape (8192, 10).
    """
    patterns = np.arange(1 << 13)
    length = _count(patterns)
    guarded = [(patterns >> better & 1) * (length > better) for better in range(4)]
    honours = np.stack(guarded).cumsum(axis=0)
    beyond = np.maximum(length - 4, 0)
    in_a_row = (patterns[:, np.newaxis] + 1 & (2 << np.arange(13)) - 1 == 0).sum(axis=1)
    shapes = [beyond, length == 0, length == 1, length == 2, beyond * _count(patterns, 3), in_a_row]
    return np.stack([*honours, *shapes], axis=1).astype(np.int64)


def trump_features(jokers: int) -> NDArray[np.int64]:
    """Feature matrix of all holdings of trumps from a deck with so many jokers, columns as `TRUMP_FEATURES`.

    A single joker is the big one, bit 0.

    Returns
    -------
    ndarray
        int64, shape (32768, 9).
    """
    patterns = np.arange(1 << 15)
    length = _count(patterns)
    # Without a joker in the deck the cards below it are ranked one higher.
    big, little = patterns & (jokers > 0), patterns >> 1 & (jokers > 1)
    ranked = (patterns >> 2) << jokers | big | little << 1
    among = [_count(ranked, best) for best in (1, 2, 3, 4, 5, 7)]
    return np.stack([length, np.maximum(length - 4, 0), np.maximum(length - 6, 0), *among], axis=1).astype(
        np.int64
    )
