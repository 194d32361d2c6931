"""Suits of a hand as bit patterns, and the same with the best card of the strain as bit 0."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["BEST_FIRST", "JOKERS", "RANKS", "RANK_ORDER", "suit_patterns"]

RANKS: Final = 13
#: Lowest bit of the jokers in a mask, the little one's.
JOKERS: Final = 52

#: uint8, shape (3, 13): for each ranking as in `encoding.strain_code` and each rank, 2 to ace, how many cards
#: of the suit are better.
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


#: uint16, shape (3, 8192): for each ranking and each pattern of a suit with the two as bit 0, the pattern of
#: the same cards with the best one as bit 0.
BEST_FIRST: Final = _best_first()


def suit_patterns(hands: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The cards of each suit, clubs first, then the jokers, with the two and the little joker as bit 0.

    Parameters
    ----------
    hands : ndarray
        uint64, shape (hands,): masks, as in ``Hand.mask``.

    Returns
    -------
    ndarray
        uint16, shape (5, hands).
    """
    shifts = np.arange(0, JOKERS + 1, RANKS, dtype=np.uint64)[:, np.newaxis]
    return (hands >> shifts & np.uint64((1 << RANKS) - 1)).astype(np.uint16)
