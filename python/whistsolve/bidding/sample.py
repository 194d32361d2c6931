"""Hands with what they took: in random deals one takes the kitty, discards by rule of thumb and leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.rule_of_thumb import rule_of_thumb_discards
from whistsolve.dealing import random_deals
from whistsolve.encoding import strain_code, suit_lengths
from whistsolve.rules import Rules
from whistsolve.solving import solve_rows
from whistsolve.values.strains import STRAINS

__all__ = ["GAMES", "Sample", "draw_sample"]

#: Games by the number of cards in the kitty, with their share of a sample in tenths.
GAMES: Final = {
    6: (Rules.preset("bid_whist_seed"), 5),
    5: (Rules.preset("bid_whist_seed", jokers=1), 2),
    4: (Rules.preset("bid_whist_seed", jokers=0), 1),
    0: (Rules.preset("bid_whist_no_kitty"), 2),
}
_NO_TRUMP: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Some hands, each in one strain.

    Attributes
    ----------
    hands : ndarray
        uint64, shape (rows,): the cards before the kitty.
    strains : ndarray
        int64, shape (rows,): places in `STRAINS`.
    kitties : ndarray
        int64, shape (rows,): cards in the kitty; 6, 5 or 4 beside hands of 12, 0 beside hands of 13.
    tricks : ndarray
        uint8, shape (rows,): what the hand's side took with best play, all hands open.
    """

    hands: NDArray[np.uint64]
    strains: NDArray[np.int64]
    kitties: NDArray[np.int64]
    tricks: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.hands)

    def where(self, chosen: NDArray[np.bool_]) -> Sample:
        """The rows that are chosen."""
        return Sample(self.hands[chosen], self.strains[chosen], self.kitties[chosen], self.tricks[chosen])


def draw_sample(deals: int, seed: int, threads: int | None = None) -> Sample:
    """Random deals, each in a trump strain, that of the longest suit as often as not, and in a no-trump.

    Parameters
    ----------
    deals : int
        How many, shared among the `GAMES`; a multiple of ten.
    seed : int
        0 or above; the same gives the same sample.
    threads : int, optional
        As for `solve_rows`.

    Raises
    ------
    WhistError
        As `random_deals` and `solve_rows`.
    """
    codes = np.array([strain_code(strain) for strain in STRAINS], dtype=np.int64)
    place_of = {tuple(code): place for place, code in enumerate(codes.tolist())}
    parts = []
    for kitty, (rules, share) in GAMES.items():
        count = deals * share // 10
        dealt = random_deals(count, seed, rules)
        # Bits as they come, for only their stream is the same under every NumPy.
        bits = np.random.PCG64([seed, kitty])
        longest = suit_lengths(dealt[:, :1])[:, 0, :4].argmax(axis=1)
        drawn = bits.random_raw(count) >> np.uint64(61)
        trumps = np.where(drawn < 4, longest, drawn & np.uint64(3)).astype(np.int64)
        for trump in (trumps, np.full(count, _NO_TRUMP)):
            rankings = (bits.random_raw(count) >> np.uint64(63)).astype(np.int64)
            hands = dealt[:, :4].copy()
            if kitty:
                taken = dealt[:, 0] | dealt[:, 4]
                hands[:, 0] = taken & ~rule_of_thumb_discards(taken, trump, rankings, kitty)
            strains = np.array(
                [place_of[code] for code in zip(trump.tolist(), rankings.tolist(), strict=True)]
            )
            tricks = solve_rows(hands, strains, 0, 0, rules=rules, threads=threads)
            parts.append(Sample(dealt[:, 0], strains, np.full(count, kitty), tricks))
    return Sample(
        np.concatenate([part.hands for part in parts]),
        np.concatenate([part.strains for part in parts]),
        np.concatenate([part.kitties for part in parts]),
        np.concatenate([part.tricks for part in parts]),
    )
