"""What every call brings in each layout: how the auction ends after it, and what the contract pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve.equity.payoffs import PayoffTable
from whistsolve.game.auction.calls import Bid
from whistsolve.values.strains import Strain

__all__ = ["Batch", "Ends", "OwnTricks", "payoffs_by_call"]

#: How an auction ended: all passed; or who declares which bid, in which strain, by its index among those of
#: the model, -1 for the player who asks, whose strain is chosen by value.
_End: TypeAlias = tuple[int, Bid, int] | None
#: The probability of each end in each of some layouts.
Ends: TypeAlias = dict[_End, NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Layouts that were evaluated together.

    Attributes
    ----------
    start, stop : int
        Indices of the layouts among all.
    ends : list of dict
        For each call, how the auction may end after it.
    others : dict
        Distributions of tricks where another player declares in a strain: (layouts, tricks + 1). All zero in
        layouts in which that is no end.
    """

    start: int
    stop: int
    ends: list[Ends]
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
    calls: int,
    seat: int,
    payoffs: PayoffTable,
    strains: Sequence[Strain],
    own: Callable[[Bid], OwnTricks],
) -> list[NDArray[np.float64]]:
    """For each call and layout what it brings in the mean of its ends: (layouts, 3), columns as in `Payoff`.

    Parameters
    ----------
    batches : sequence of Batch
    calls, seat : int
        How many calls, and who asks.
    payoffs : PayoffTable
    strains : sequence of Strain
        Those of the model.
    own : callable
        Tricks of the player who asks with a bid.
    """
    found = [np.zeros((batches[-1].stop, 3)) for _ in range(calls)]
    for batch in batches:
        rows = slice(batch.start, batch.stop)
        #: What each end pays in each layout, once for all calls.
        paid: dict[_End, NDArray[np.float64]] = {}
        for call, ends in enumerate(batch.ends):
            for end, chances in ends.items():
                if end not in paid:
                    paid[end] = _paid(end, batch, rows, seat, payoffs, strains, own)
                found[call][rows] += chances[:, np.newaxis] * paid[end]
    return found


def _paid(
    end: _End,
    batch: Batch,
    rows: slice,
    seat: int,
    payoffs: PayoffTable,
    strains: Sequence[Strain],
    own: Callable[[Bid], OwnTricks],
) -> NDArray[np.float64]:
    """What an end pays in each layout of a batch: (layouts, 3), or (3,) where it is the same in all."""
    if end is None:
        return np.array(payoffs.thrown_in())
    declarer, bid, strain = end
    if declarer != seat:
        kind = strains[strain].is_no_trump
        return batch.others[declarer, strain] @ payoffs.of_tricks(declarer, bid.level, kind)
    suits, no_trump = (payoffs.of_tricks(declarer, bid.level, kind) for kind in (False, True))
    mine = own(bid)
    tricks = mine.chances[rows]
    found: NDArray[np.float64] = np.where(mine.no_trump[rows, np.newaxis], tricks @ no_trump, tricks @ suits)
    return found
