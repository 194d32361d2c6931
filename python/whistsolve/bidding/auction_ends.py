"""How auctions end after each of several calls: sampled, one end a layout, or all ends with their chances."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calls.bid_values import BidValues
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.calls.rollout import TURNS, enumerate_outcomes, sample_winners
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid

__all__ = ["End", "Ends", "enumerated_ends", "sampled_ends"]

#: How an auction ended: all passed; or who declares which bid, in which strain, by its index among those of
#: the model, -1 for the player who asks, whose strain is chosen by value.
End: TypeAlias = tuple[int, Bid, int] | None


class Ends(ABC):
    """How auctions end in some layouts after each of several calls.

    Attributes
    ----------
    every : tuple
        All ends that come up.
    """

    every: tuple[End, ...]

    @abstractmethod
    def chances(self, call: int, end: End) -> NDArray[np.float64]:
        """The probability of an end after a call in each layout: float64, shape (layouts,)."""

    @abstractmethod
    def reached(self, end: End) -> NDArray[np.bool_]:
        """In which layouts an end comes up after any call: bool, shape (layouts,)."""

    @abstractmethod
    def means(self, paid: Mapping[End, NDArray[np.float64]]) -> NDArray[np.float64]:
        """What calls bring where ends pay so much, (layouts, 3) each: float64, (calls, layouts, 3)."""


class _SampledEnds(Ends):
    """One end after each call in each layout.

    Parameters
    ----------
    every : sequence
        All ends that come up.
    which : ndarray
        Integers, shape (calls, layouts): their indices.
    """

    def __init__(self, every: Sequence[End], which: NDArray[np.intp]) -> None:
        self.every, self._which = tuple(every), which
        self._index = {end: index for index, end in enumerate(self.every)}
        self._reached = np.zeros((len(self.every), which.shape[1]), dtype=np.bool_)
        self._reached[which, np.arange(which.shape[1])] = True

    def chances(self, call: int, end: End) -> NDArray[np.float64]:
        """As for `Ends`: 0 or 1."""
        found: NDArray[np.float64] = (self._which[call] == self._index.get(end, -1)).astype(np.float64)
        return found

    def reached(self, end: End) -> NDArray[np.bool_]:
        """As for `Ends`."""
        found: NDArray[np.bool_] = self._reached[self._index[end]]
        return found

    def means(self, paid: Mapping[End, NDArray[np.float64]]) -> NDArray[np.float64]:
        """As for `Ends`."""
        several = np.stack([paid[end] for end in self.every])
        found: NDArray[np.float64] = several[self._which, np.arange(self._which.shape[1])]
        return found


class _EnumeratedEnds(Ends):
    """Every end after each call with its probability in each layout.

    Parameters
    ----------
    by_call : sequence of mapping
        For each call the probability of each end, float64 of shape (layouts,).
    """

    def __init__(self, by_call: Sequence[Mapping[End, NDArray[np.float64]]]) -> None:
        self._by_call = by_call
        self.every = tuple(dict.fromkeys(end for ends in by_call for end in ends))
        self._layouts = len(next(iter(by_call[0].values())))

    def chances(self, call: int, end: End) -> NDArray[np.float64]:
        """As for `Ends`."""
        return self._by_call[call].get(end, np.zeros(self._layouts))

    def reached(self, end: End) -> NDArray[np.bool_]:
        """As for `Ends`."""
        found = np.zeros(self._layouts, dtype=np.bool_)
        for call in range(len(self._by_call)):
            found |= self.chances(call, end) > 0
        return found

    def means(self, paid: Mapping[End, NDArray[np.float64]]) -> NDArray[np.float64]:
        """As for `Ends`."""
        found = np.zeros((len(self._by_call), self._layouts, 3))
        for brought, ends in zip(found, self._by_call, strict=True):
            for end, chances in ends.items():
                brought += chances[:, np.newaxis] * paid[end]
        return found


def sampled_ends(
    auctions: Sequence[Auction],
    seat: int,
    model: CallModel,
    values: Sequence[BidValues],
    seed: int,
    first: int,
) -> Ends:
    """One rollout of each auction in each layout, with the strains that declarers name.

    Parameters
    ----------
    auctions : sequence of Auction
        After each call.
    seat : int
        Who asks.
    model : CallModel
    values : sequence of BidValues
        Of each seat, one row a layout.
    seed, first : int
        Of the random numbers, and the number of the first layout.
    """
    number, strains = len(values[0].means), len(model.strains)
    winners, won = sample_winners(auctions, model, values, _uniforms(seed % 2**64, first, number))
    named = np.full((len(winners), number), -1)
    for index, winning in enumerate(winners):
        if winning is not None and winning[0] != seat:
            named[index] = model.named_strains(winning[1], values[winning[0]])
    ends = won * (strains + 1) + named[won, np.arange(number)] + 1
    kinds, which = np.unique(ends, return_inverse=True)
    every: list[End] = []
    for index, strain in (divmod(kind, strains + 1) for kind in kinds.tolist()):
        winner = winners[index]
        every.append(None if winner is None else (*winner, strain - 1))
    return _SampledEnds(every, which.reshape(won.shape))


def enumerated_ends(
    auctions: Sequence[Auction], seat: int, model: CallModel, values: Sequence[BidValues]
) -> Ends:
    """Every end of each auction. Parameters are those of `sampled_ends`."""
    by_call: list[dict[End, NDArray[np.float64]]] = []
    for auction in auctions:
        found: dict[End, NDArray[np.float64]] = {}
        for winning, chances in enumerate_outcomes(auction, model, values).items():
            if winning is None:
                found[None] = chances
                continue
            declarer, bid = winning
            if declarer == seat:
                found[declarer, bid, -1] = chances
                continue
            named = model.named_strains(bid, values[declarer])
            for index in np.unique(named[chances > 0]).tolist():
                found[declarer, bid, index] = np.where(named == index, chances, 0)
        by_call.append(found)
    return _EnumeratedEnds(by_call)


@functools.lru_cache(maxsize=8)
def _uniforms(seed: int, start: int, number: int) -> NDArray[np.float64]:
    """Random numbers for the calls of rollouts: float64, shape (number, TURNS), the same for every question.

    Each layout has a stream of its own, so that none depends on the size of the batch.
    """
    streams = (np.random.PCG64([seed, start + row]) for row in range(number))
    found = np.stack([np.random.Generator(bits).random(TURNS) for bits in streams])
    found.flags.writeable = False
    return found
