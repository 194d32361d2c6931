"""What the simulations of all requests share: drawing layouts, discarding, solving, and statistics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calls.bid_values import BidValues
from whistsolve.bidding.discarding.declarer_solver import DeclarerContext, DiscardTricks
from whistsolve.bidding.discarding.exhaustive import exact_discards
from whistsolve.bidding.discarding.selection import DiscardMethod, DiscardSearch, played_tricks
from whistsolve.bidding.monte_carlo import LayoutStatistics
from whistsolve.bidding.request import BidRequest, SimulationOptions, StrainRequest
from whistsolve.inference.posterior import LayoutPosterior, WeightedLayouts
from whistsolve.values.strains import Strain

__all__ = ["SINGLE_DISCARD_SEARCH", "AuctionSampler", "LayoutSampler"]

#: Effort of the search where a single hand has one discard for all layouts, and not one for each layout.
SINGLE_DISCARD_SEARCH: Final = DiscardSearch(candidates=5, swaps=8, rounds=(6, 12, 24))
#: Factor between the seed of a request and those of the layouts on which sampled discards are chosen.
_SEED_STRIDE: Final = 1_000_003

R_co = TypeVar("R_co", covariant=True)


class LayoutSampler(ABC, Generic[R_co]):
    """A Monte Carlo simulation over layouts of the posterior: a `SequentialSampler`.

    Parameters
    ----------
    posterior : LayoutPosterior
    options : SimulationOptions
    seed : int
        Of the stream of layouts.

    Attributes
    ----------
    statistics : LayoutStatistics
        The layouts so far.
    exhaustive : bool
        Whether the layouts are no more than `SimulationOptions.samples`, so that all are enumerated.
    """

    def __init__(self, posterior: LayoutPosterior, options: SimulationOptions, seed: int) -> None:
        self._posterior, self._options, self._seed = posterior, options, seed
        self.statistics = LayoutStatistics()
        self.exhaustive = posterior.is_enumerable(options.samples)

    def sample(self, number: int) -> None:
        """Draws and evaluates so many more layouts."""
        self._add(self._posterior.draw(number, self._seed, self.statistics.samples))

    def enumerate(self) -> None:
        """Evaluates all layouts that there are."""
        self._add(self._posterior.enumerate())

    @abstractmethod
    def _add(self, weighted: WeightedLayouts) -> None:
        """Evaluates a batch of layouts, all of them if `exhaustive`, and adds it to the statistics."""

    @abstractmethod
    def is_separated(self) -> bool:
        """Whether the best candidate is better than every other by three standard errors."""

    @abstractmethod
    def report(self) -> R_co:
        """The estimates so far."""


class AuctionSampler(LayoutSampler[R_co]):
    """The simulation of a request with an auction: of calls, or of strains.

    Parameters
    ----------
    request : BidRequest or StrainRequest
    options : SimulationOptions
    """

    def __init__(self, request: BidRequest | StrainRequest, options: SimulationOptions) -> None:
        super().__init__(request.posterior(), options, options.seed)
        self._seat, self._model, self._rules = request.seat, request.model, request.rules
        self._dealer = request.dealer
        self._payoffs = request.payoffs()
        self._table = self._payoffs.table
        self._discard_search = options.discard_search

    def is_separated(self) -> bool:
        """Whether the best candidate is better than every other by three standard errors."""
        return self.statistics.is_separated(self._candidate_values())

    @abstractmethod
    def _candidate_values(self) -> list[NDArray[np.float64]]:
        """Of each candidate the chance to win the match, or points, in each layout."""

    def _context(self, declarer: int, strains: Sequence[Strain]) -> DeclarerContext:
        """A declarer: with this player's posterior, or another of whom no more is assumed."""
        posterior = self._posterior if declarer == self._seat else None
        return DeclarerContext.of(
            *(self._rules, declarer, self._dealer, strains), posterior, self._options.resources
        )

    @property
    def _discard_seed(self) -> int:
        """For the layouts on which the discards of a batch are chosen, other than those of the batch."""
        return self._options.seed * _SEED_STRIDE + self.statistics.samples + 1

    def _play_own(
        self, weighted: WeightedLayouts, strains: Sequence[Strain], method: DiscardMethod
    ) -> DiscardTricks:
        """Tricks of this player in each layout and strain, by exact discards where all layouts are listed."""
        if self.exhaustive and method == "sampled" and self._rules.kitty_size:
            return exact_discards(weighted, self._context(self._seat, strains), self._discard_search)
        return self._play(weighted.layouts, self._seat, strains, method)

    def _play(
        self, layouts: NDArray[np.uint64], declarer: int, strains: Sequence[Strain], method: DiscardMethod
    ) -> DiscardTricks:
        """Tricks of a declarer in each layout and strain, after a discard."""
        return played_tricks(
            *(layouts, self._context(declarer, strains), method),
            seed=self._discard_seed,
            discard_search=self._discard_search,
        )

    def _estimate(
        self, values: Sequence[BidValues], declarer: int, strains: Sequence[int]
    ) -> NDArray[np.float64]:
        """Distributions of tricks by the evaluator of all hands, without play.

        Shape (layouts, strains, tricks + 1). Strains are indices among those of the model.
        """
        means = np.stack([each.means for each in values], axis=1)
        found = [self._model.deal_evaluator.distributions(means, declarer, strain) for strain in strains]
        return np.stack(found, axis=1)

    def _bid_values(self, layouts: NDArray[np.uint64]) -> list[BidValues]:
        """The values of bids to every seat, by its own cards alone."""
        return [self._model.bid_values(layouts[:, seat]) for seat in range(self._rules.players)]

    def _one_hot(self, tricks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Known numbers of tricks as distributions over 0, 1, ... tricks: one axis more."""
        return np.eye(self._table.tricks + 1)[tricks.astype(np.intp)]
