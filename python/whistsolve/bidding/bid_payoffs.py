"""What every call brings in each layout: how the auction ends after it, and what the contract pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.auction_ends import End, Ends
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.game.auction.calls import Bid
from whistsolve.values.strains import Strain

__all__ = ["Batch", "OwnTricks", "payoffs_by_call"]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Layouts that were evaluated together.

    Attributes
    ----------
    start, stop : int
        Indices of the layouts among all.
    ends : Ends
        How the auction may end after each call.
    others : dict
        Distributions of tricks where another player declares in a strain: (layouts, tricks + 1). All zero in
        layouts in which that is no end.
    """

    start: int
    stop: int
    ends: Ends
    others: dict[tuple[int, int], NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class OwnTricks:
    """Tricks of this player with a bid: distributions over 0, 1, ... tricks in each layout, and strains.

    Attributes
    ----------
    chances : ndarray
        float64, shape (layouts, tricks + 1).
    no_trump : ndarray
        bool, shape (layouts,).
    strain : int
        Index of the strain that is named most often.
    """

    chances: NDArray[np.float64]
    no_trump: NDArray[np.bool_]
    strain: int


def payoffs_by_call(
    batches: Sequence[Batch],
    seat: int,
    payoffs: PayoffTable,
    strains: Sequence[Strain],
    own: Callable[[Bid], OwnTricks],
) -> NDArray[np.float64]:
    """For each call and layout what it brings in the mean of its ends: float64, shape (calls, layouts, 3).

    Columns are those of `Payoff`.

    Parameters
    ----------
    batches : sequence of Batch
    seat : int
        Who asks.
    payoffs : PayoffTable
    strains : sequence of Strain
        Those of the model.
    own : callable
        Tricks of the player who asks with a bid.
    """
    found = []
    for batch in batches:
        rows = slice(batch.start, batch.stop)
        paid = {end: _paid(end, batch, rows, seat, payoffs, strains, own) for end in batch.ends.every}
        found.append(batch.ends.means(paid))
    return np.concatenate(found, axis=1)


def _paid(
    end: End,
    batch: Batch,
    rows: slice,
    seat: int,
    payoffs: PayoffTable,
    strains: Sequence[Strain],
    own: Callable[[Bid], OwnTricks],
) -> NDArray[np.float64]:
    """What an end pays in each layout of a batch: (layouts, 3)."""
    if end is None:
        return np.tile(payoffs.thrown_in(), (batch.stop - batch.start, 1))
    declarer, bid, strain = end
    if declarer != seat:
        kind = strains[strain].is_no_trump
        return batch.others[declarer, strain] @ payoffs.of_tricks(declarer, bid.level, kind)
    suits, no_trump = (payoffs.of_tricks(declarer, bid.level, kind) for kind in (False, True))
    mine = own(bid)
    tricks = mine.chances[rows]
    found: NDArray[np.float64] = np.where(mine.no_trump[rows, np.newaxis], tricks @ no_trump, tricks @ suits)
    return found
