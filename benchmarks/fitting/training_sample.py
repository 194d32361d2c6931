"""The training sample of `Evaluator`: hands of random deals with their double-dummy tricks as declarer.

The hand takes the kitty, discards by the heuristic (`heuristic_discards`) and leads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import shown
from whistsolve.dealing import random_deals
from whistsolve.encoding import NO_TRUMP, strain_code, suit_lengths
from whistsolve.errors import WhistError
from whistsolve.evaluation.discard_heuristics import heuristic_discards
from whistsolve.rules import Rules, preset_name
from whistsolve.solving import solve_rows
from whistsolve.values.cards import JOKER_MASK
from whistsolve.values.strains import STRAINS

_BOTH_JOKERS: Final = np.uint64(JOKER_MASK)
_HIGH: Final = "high_no_suit"
#: Strata of the sample: by players in cutthroat, shares of the games with 2, 1 and 0 jokers. Hands of 16 take
#: long to solve.
_ALONE: Final[dict[int, tuple[int, ...]]] = {
    3: (40, 20, 12),
    4: (70, 32, 28),
    5: (70, 32, 28),
    6: (70, 32, 28),
}
#: The same where 2 or 1 jokers win without a trump suit, which takes longer still.
_ALONE_HIGH: Final[dict[int, tuple[int, ...]]] = {3: (14, 6), 4: (35, 17), 5: (30, 12), 6: (35, 17)}
#: Jokers in the deck, of each game those with most first.
_JOKERS: Final[tuple[Literal[0, 1, 2], ...]] = (2, 1, 0)


def _games() -> dict[str, tuple[Rules, int]]:
    found = {
        f"partners, jokers {jokers}": (Rules.preset("bid_whist", jokers=jokers), share)
        for jokers, share in zip(_JOKERS, (500, 200, 100), strict=True)
    }
    found["partners, no kitty"] = Rules.preset("bid_whist_no_kitty"), 200
    for players, shares in _ALONE.items():
        for jokers, share in zip(_JOKERS, shares, strict=True):
            rules = Rules.preset(preset_name(f"cutthroat_{players}"), jokers=jokers)
            found[f"{players} alone, jokers {jokers}"] = rules, share
    for jokers, share in zip(_JOKERS[:2], (40, 20), strict=True):
        rules = Rules.preset("bid_whist", jokers=jokers, joker_no_trump=_HIGH)
        found[f"partners, high jokers {jokers}"] = rules, share
    for players, shares in _ALONE_HIGH.items():
        for jokers, share in zip(_JOKERS[:2], shares, strict=True):
            rules = Rules.preset(preset_name(f"cutthroat_{players}"), jokers=jokers, joker_no_trump=_HIGH)
            found[f"{players} alone, high jokers {jokers}"] = rules, share
    return found


#: Games by name, with their share of a sample. Those with high jokers are sampled in no-trump alone: with
#: trumps they are the same as the others.
GAMES: Final = _games()


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Some hands, each in one strain.

    Attributes
    ----------
    hands : ndarray
        uint64, shape (rows,): the cards before the kitty.
    strains : ndarray
        int64, shape (rows,): indices of `STRAINS`.
    games : ndarray
        int64, shape (rows,): indices of `GAMES`.
    tricks : ndarray
        uint8, shape (rows,): double-dummy tricks of the hand's side.
    """

    hands: NDArray[np.uint64]
    strains: NDArray[np.int64]
    games: NDArray[np.int64]
    tricks: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.hands)

    def where(self, chosen: NDArray[np.bool_]) -> Sample:
        """The rows for which a mask is true."""
        return Sample(self.hands[chosen], self.strains[chosen], self.games[chosen], self.tricks[chosen])


def draw_sample(
    deals: int, seed: int, threads: int | None = None, *, games: Iterable[str] | None = None
) -> Sample:
    """Random deals, stratified by game, each in a trump strain and in a no-trump strain.

    The trump suit is the longest one half of the time, otherwise random.

    Parameters
    ----------
    deals : int
        About how many, shared among the games; one of each at least.
    seed : int
        0 or above; the same gives the same sample.
    threads : int, optional
        As for `solve_rows`.
    games : iterable of str, optional
        Which of the `GAMES`; all where they are left out.

    Raises
    ------
    WhistError
        Where there is no game of a name, and as `random_deals` and `solve_rows`.
    """
    names = tuple(GAMES if games is None else games)
    for name in names:
        if name not in GAMES:
            raise WhistError(f"game {shown(name)} is wrong: expected one of {', '.join(GAMES)}")
    whole = sum(GAMES[name][1] for name in names)
    # Rounded up, so that there are rows of every game.
    parts = [
        part for name in names for part in _rows(name, -(-deals * GAMES[name][1] // whole), seed, threads)
    ]
    return Sample(
        np.concatenate([part.hands for part in parts]),
        np.concatenate([part.strains for part in parts]),
        np.concatenate([part.games for part in parts]),
        np.concatenate([part.tricks for part in parts]),
    )


def _rows(name: str, count: int, seed: int, threads: int | None) -> list[Sample]:
    """The rows of one game, strain by strain."""
    rules = GAMES[name][0]
    kitty, seats = rules.kitty_size, rules.players
    codes = np.array([strain_code(strain) for strain in STRAINS], dtype=np.int64)
    index_of = {tuple(code): index for index, code in enumerate(codes.tolist())}
    dealt = random_deals(count, seed, rules)
    # Raw bits: NumPy promises the stream of the bit generator, not that of its distributions.
    bits = np.random.PCG64([seed, kitty])
    longest = suit_lengths(dealt[:, :1])[:, 0, :4].argmax(axis=1)
    drawn = bits.random_raw(count) >> np.uint64(61)
    trumps = np.where(drawn < 4, longest, drawn & np.uint64(3)).astype(np.int64)
    high = rules.joker_no_trump == _HIGH
    parts = []
    for trump in (trumps, np.full(count, NO_TRUMP))[high:]:
        rankings = (bits.random_raw(count) >> np.uint64(63)).astype(np.int64)
        hands = dealt[:, :seats].copy()
        if kitty:
            taken = dealt[:, 0] | dealt[:, seats]
            # The heuristic gives up jokers first in no-trump; here they win, and are withheld from it.
            loose = taken & ~_BOTH_JOKERS if high else taken
            hands[:, 0] = taken & ~heuristic_discards(loose, trump, rankings, kitty)
        strains = np.array([index_of[code] for code in zip(trump.tolist(), rankings.tolist(), strict=True)])
        tricks = solve_rows(hands, strains, 0, 0, rules=rules, threads=threads)
        parts.append(Sample(dealt[:, 0], strains, np.full(count, list(GAMES).index(name)), tricks))
    return parts
