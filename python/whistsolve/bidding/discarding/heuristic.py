"""What a hand gives up by rule of thumb once it has taken the kitty: many hands at once, without a solver."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.encoding import NO_TRUMP
from whistsolve.evaluation.suit_patterns import JOKERS, RANK_ORDER, RANKS

__all__ = ["rule_of_thumb_discards"]

#: What keeping a plain card is worth, best card first, without and with a trump suit. With one whole suits go
#: and leave a void, those with few top cards first; without one the middle cards still stop a suit. Found by
#: trying changes on 2,900 layouts; on fresh ones those with a trump suit gained 0.12 +- 0.01 tricks.
_KEEP: Final = np.array(
    [
        [40, 32, 22, 14, 9, 5, 3, 2, 1, 0.5, 0.4, 0.2, 0],
        [40, 5, 3, 1.2, 1.1, 1, 0.8, 0.5, 0.4, 0.3, 0.2, 0.1, 0],
    ]
)
#: The same for one of the best four that has fewer cards below it than better ones are missing, and falls.
_BARE: Final = np.array([6.0, 1.5])
#: What each card of its suit adds, and each of the best four in it.
_LENGTH: Final = np.array([1.0, 5.5])
_TOPS: Final = np.array([3.0, 13.5])


def rule_of_thumb_discards(
    hands: NDArray[np.uint64], trumps: NDArray[np.integer], rankings: NDArray[np.integer], surplus: int
) -> NDArray[np.uint64]:
    """The cards that each hand gives up: worthless jokers first, weak suits whole, trumps last.

    Parameters
    ----------
    hands : ndarray
        uint64, shape (hands,): with the cards of the kitty.
    trumps, rankings : ndarray
        Whole numbers, shape (hands,), as in `encoding.strain_code`: 0-4 for C D H S NT, and 0-2.
    surplus : int
        How many cards each gives up, no more than it holds.

    Returns
    -------
    ndarray
        uint64, shape (hands,).

    Notes
    -----
    It knows nothing of the other hands. With best play of all hands it takes almost half a trick more with a
    trump suit than giving up the lowest cards, and 0.25 more without: 400 random deals each. The discard that
    is best with all hands open takes about half a trick more still.
    """
    count = len(hands)
    with_trumps = (trumps != NO_TRUMP).astype(np.intp)
    deck = np.arange(JOKERS + 2, dtype=np.uint64)
    held = (hands[:, np.newaxis] >> deck & np.uint64(1)).astype(np.bool_)
    suits = held[:, :JOKERS].reshape(count, JOKERS // RANKS, RANKS)
    length = suits.sum(axis=2, keepdims=True)
    place = RANK_ORDER[rankings][:, np.newaxis, :]
    tops = (suits & (place < 4)).sum(axis=2, keepdims=True)

    def by_strain(worth: NDArray[np.float64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = worth[with_trumps][:, np.newaxis, np.newaxis]
        return found

    keep = _KEEP[with_trumps[:, np.newaxis, np.newaxis], place]
    keep = np.where((place < 4) & (length <= place), by_strain(_BARE), keep)
    keep = keep + by_strain(_LENGTH) * length + by_strain(_TOPS) * tops
    keep[np.arange(JOKERS // RANKS) == trumps[:, np.newaxis]] += 1000
    jokers = np.where(with_trumps == 1, 2000.0, -1000.0)
    prices = np.concatenate([keep.reshape(count, JOKERS), np.stack([jokers, jokers], axis=1)], axis=1)
    # Stable, so that the choice among cards of one price is the same everywhere.
    given = np.argsort(np.where(held, prices, np.inf), axis=1, kind="stable")[:, :surplus]
    bits: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << given.astype(np.uint64), axis=1)
    return bits
