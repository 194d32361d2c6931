"""Suits of a hand as seen from a strain: the best card first, whatever the ranking."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["JOKERS", "ORDERED", "PLACES", "RANKS", "suit_patterns"]

RANKS: Final = 13
#: Lowest bit of the jokers in a mask, the little one's.
JOKERS: Final = 52

#: The place of each rank, 2 to ace, counted from 0 for the best; by ranking as in `encoding.strain_code`.
PLACES: Final[NDArray[np.uint8]] = np.array(
    [
        [12 - rank for rank in range(RANKS)],
        [0 if rank == 12 else rank + 1 for rank in range(RANKS)],
        list(range(RANKS)),
    ],
    dtype=np.uint8,
)


def _ordered() -> NDArray[np.uint16]:
    patterns = np.arange(1 << RANKS)
    table = np.zeros((len(PLACES), 1 << RANKS), dtype=np.uint16)
    for ranking, places in enumerate(PLACES.tolist()):
        for rank, place in enumerate(places):
            table[ranking] |= ((patterns >> rank & 1) << place).astype(np.uint16)
    return table


#: uint16, shape (3, 8192): the cards of a suit with the two as bit 0, to the same with the best card as bit
#: 0.
ORDERED: Final = _ordered()


def suit_patterns(hands: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The cards of each suit, clubs first, then the jokers, with the two and the little joker as bit 0.

    Parameters
    ----------
    hands : ndarray
        uint64, shape (hands,).

    Returns
    -------
    ndarray
        uint16, shape (5, hands).
    """
    shifts = np.arange(0, JOKERS + 1, RANKS, dtype=np.uint64)[:, np.newaxis]
    return (hands >> shifts & np.uint64((1 << RANKS) - 1)).astype(np.uint16)
