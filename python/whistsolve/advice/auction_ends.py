"""How auctions end after each of several calls, one end per layout or all ends, and their payoffs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.calls.bid_values import BidValues
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.advice.calls.rollout import TURNS, enumerate_outcomes, sample_winners
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid
from whistsolve.values.strains import Strain

#: How an auction ended: ``None`` if all passed; otherwise the declarer, the bid, and the index of the strain
#: among those of the model, -1 if the declarer is the player advised, whose strain is chosen by its value.
End: TypeAlias = tuple[int, Bid, int] | None


class SampledEnds:
    """How auctions end after each of several calls: one sampled end for each call and layout.

    `every` has all distinct ends, and `which` the indices of the sampled ones: integers, (calls, layouts).
    """

    def __init__(self, every: Sequence[End], which: NDArray[np.intp]) -> None:
        self.every: tuple[End, ...] = tuple(every)
        self._which = which
        self._index = {end: index for index, end in enumerate(self.every)}
        self._reached = np.zeros((len(self.every), which.shape[1]), dtype=np.bool_)
        self._reached[which, np.arange(which.shape[1])] = True

    def chances(self, end: End) -> NDArray[np.float64]:
        """The probability of an end after each call in each layout, 0 or 1: float64, (calls, layouts)."""
        found: NDArray[np.float64] = (self._which == self._index.get(end, -1)).astype(np.float64)
        return found

    def reached(self, end: End) -> NDArray[np.bool_]:
        """The layouts in which an end is possible after at least one call: bool, shape (layouts,)."""
        found: NDArray[np.bool_] = self._reached[self._index[end]]
        return found

    def means(self, paid: Mapping[End, NDArray[np.float64]]) -> NDArray[np.float64]:
        """The payoffs of calls, (calls, layouts, 3), given each end's payoffs, (layouts, 3): float64."""
        several = np.stack([paid[end] for end in self.every])
        return several[self._which, np.arange(self._which.shape[1])]


class EnumeratedEnds:
    """How auctions end: every end after each call, with its probability by layout: float64, (layouts,)."""

    def __init__(self, by_call: Sequence[Mapping[End, NDArray[np.float64]]]) -> None:
        self._by_call = by_call
        self.every: tuple[End, ...] = tuple(dict.fromkeys(end for ends in by_call for end in ends))
        self._layouts = len(next(iter(by_call[0].values())))

    def chances(self, end: End) -> NDArray[np.float64]:
        """As for `SampledEnds`."""
        return np.stack([ends.get(end, np.zeros(self._layouts)) for ends in self._by_call])

    def reached(self, end: End) -> NDArray[np.bool_]:
        """As for `SampledEnds`."""
        found: NDArray[np.bool_] = np.any(self.chances(end) > 0, axis=0)
        return found

    def means(self, paid: Mapping[End, NDArray[np.float64]]) -> NDArray[np.float64]:
        """As for `SampledEnds`."""
        found = np.zeros((len(self._by_call), self._layouts, 3))
        for brought, ends in zip(found, self._by_call, strict=True):
            for end, chances in ends.items():
                brought += chances[:, np.newaxis] * paid[end]
        return found


Ends: TypeAlias = SampledEnds | EnumeratedEnds


@dataclass(frozen=True, slots=True, eq=False)
class OwnTricks:
    """Tricks of the player advised as declarer after a bid.

    `chances`, float64, shape (layouts, tricks + 1), are distributions over 0, 1, ... tricks.
    `no_trump`, bool, shape (layouts,), is whether no-trump is named; `strain` is the strain named most often.
    """

    chances: NDArray[np.float64]
    no_trump: NDArray[np.bool_]
    strain: int


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Layouts that were evaluated together, numbers `start` to `stop`, and how their auctions end.

    `others` has distributions of tricks, (layouts, tricks + 1), by declarer (other than the player
    advised) and strain: all zero in layouts in which no auction ends in such a contract.
    """

    start: int
    stop: int
    ends: Ends
    others: dict[tuple[int, int], NDArray[np.float64]]

    def payoffs(
        self, table: PayoffTable, seat: int, strains: Sequence[Strain], own: Callable[[Bid], OwnTricks]
    ) -> NDArray[np.float64]:
        """The mean payoff of the ends after each call: float64, shape (calls, layouts, 3), as in `Payoff`.

        `seat` is that of the player advised, `strains` are those of the model, and `own` gives the player's
        tricks after a bid.
        """
        rows = slice(self.start, self.stop)

        def paid(end: End) -> NDArray[np.float64]:
            """The payoff of an end in each layout: (layouts, 3)."""
            if end is None:
                return np.tile(table.thrown_in(), (self.stop - self.start, 1))
            declarer, bid, strain = end
            if declarer != seat:
                kind = strains[strain].is_no_trump
                return self.others[declarer, strain] @ table.of_tricks(declarer, bid.level, kind)
            suits, no_trump = (table.of_tricks(declarer, bid.level, kind) for kind in (False, True))
            mine = own(bid)
            tricks, kinds = mine.chances[rows], mine.no_trump[rows, np.newaxis]
            return np.where(kinds, tricks @ no_trump, tricks @ suits)

        return self.ends.means({end: paid(end) for end in self.ends.every})


def sampled_ends(
    auctions: Sequence[Auction],
    seat: int,
    model: CallModel,
    values: Sequence[BidValues],
    seed: int,
    first: int,
) -> SampledEnds:
    """One rollout of each auction in each layout, with the strains that declarers name.

    `auctions` has the auction after each call of the seat, and `values` the bid values of each seat, with one
    row for each layout. `first` is the number of the first layout in the random numbers of the seed.
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
    return SampledEnds(every, which.reshape(won.shape))


def enumerated_ends(
    auctions: Sequence[Auction], seat: int, model: CallModel, values: Sequence[BidValues]
) -> EnumeratedEnds:
    """Every end of each auction; arguments are those of `sampled_ends`."""
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
    return EnumeratedEnds(by_call)


@functools.lru_cache(maxsize=8)
def _uniforms(seed: int, start: int, number: int) -> NDArray[np.float64]:
    """Random numbers for rollouts, float64, (number, TURNS); a layout's do not depend on the batch's size."""
    streams = (np.random.PCG64([seed, start + row]) for row in range(number))
    found = np.stack([np.random.Generator(bits).random(TURNS) for bits in streams])
    found.flags.writeable = False
    return found
