"""The Monte Carlo simulation of `evaluate_strains`: tricks and payoffs of every strain, layout by layout."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.discarding.predicted import predicted_tricks
from whistsolve.advice.discarding.selection import sampled_discards
from whistsolve.advice.reports.answers import StrainReport, StrainRow
from whistsolve.advice.request import AuctionRequest
from whistsolve.advice.sampler import SINGLE_DISCARD_SEARCH, AuctionSampler
from whistsolve.advice.shrinkage import Prior
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.game.auction.calls import strains_of
from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.values.hands import Hand


class StrainSampler(AuctionSampler[StrainReport]):
    """Every strain that a bid allows, over layouts of what its player cannot see."""

    def __init__(self, request: AuctionRequest, options: SimulationOptions) -> None:
        super().__init__(request, options)
        assert request.bid is not None
        self._bid = request.bid
        self._strains = strains_of(request.bid, request.rules)
        if request.kitty_seen and options.discard_search is None:
            self._discard_search = SINGLE_DISCARD_SEARCH
        #: Distributions of tricks in each strain: (layouts, strains, tricks + 1).
        self._chances: NDArray[np.float64] = np.empty((0, len(self._strains), self._table.tricks + 1))
        #: The discard in each strain if the kitty is seen: the same in all layouts.
        self._discards: NDArray[np.uint64] | None = None

    def _add(self, weighted: WeightedLayouts) -> None:
        chances = self._distributions(weighted)
        self._chances = np.concatenate([self._chances, chances])
        self.statistics.add(weighted, exact=self.exhaustive)

    def _distributions(self, weighted: WeightedLayouts) -> NDArray[np.float64]:
        """Distributions of tricks in each layout and strain."""
        layouts, method = weighted.layouts, self._options.discards
        if method == "estimated":
            return self._predicted(layouts)
        seen = self._request.kitty_seen
        if seen and method == "sampled" and not self.exhaustive:
            return self._distributions_of(self._tricks_after_one_discard(layouts), self._strains, self._seat)
        played = self._play_own(weighted, self._strains, method)
        if seen and method != "double_dummy":
            self._discards = played.discards[0]
        return self._distributions_of(played.tricks, self._strains, self._seat)

    def _predicted(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Distributions of tricks predicted from all hands; with the kitty after the heuristic discard."""
        indices = [self._model.strains.index(strain) for strain in self._strains]
        if not self._request.kitty_seen:
            return self._estimate(self._bid_values(layouts), self._seat, indices).swapaxes(0, 1)
        if self._discards is None:
            [by_strain] = self._solver(self._seat, self._strains).candidates(layouts[:1], 1)
            self._discards = np.array([discards[0] for discards in by_strain], dtype=np.uint64)
        kept = [self._request.hand.mask & ~discard for discard in self._discards.tolist()]
        found = predicted_tricks(self._model, layouts, self._seat, self._dealer, kept, indices)
        return self._as_played(found.swapaxes(0, 1), self._strains, self._seat)

    def _tricks_after_one_discard(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Tricks after the sampled discard of each strain, which is chosen before the first batch."""
        solver = self._solver(self._seat, self._strains)
        if self._discards is None:
            chosen, _ = sampled_discards(
                layouts[:1], solver, seed=self._discard_seed, discard_search=self._discard_search
            )
            self._discards = chosen[0]
        discards = np.tile(self._discards, (len(layouts), 1))
        return solver.tricks_after(layouts, discards)

    def _payoffs_of(self, column: int) -> NDArray[np.float64]:
        """Points, chance of winning the match, and games, in each layout: float64, shape (3, layouts)."""
        no_trump = self._strains[column].is_no_trump
        payoffs = self._payoffs.of_tricks(self._seat, self._bid.level, no_trump)
        found: NDArray[np.float64] = (self._chances[:, column] @ payoffs).T
        return found

    def _candidate_values(self) -> NDArray[np.float64]:
        return self._both_values()[int(self._payoffs.with_matches)]

    def _both_values(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        several = np.stack([self._payoffs_of(column) for column in range(len(self._strains))])
        return several[:, 0], several[:, 1]

    def _has_prior(self) -> bool:
        return super()._has_prior() and not self._request.kitty_seen

    def _candidate_priors(self) -> list[float | None]:
        predicted = self._prior_sampler()
        if predicted is None:
            return [None] * len(self._strains)
        return list(predicted.statistics.means(predicted._candidate_values())[0].tolist())

    def _prior(self, column: int) -> tuple[Prior, NDArray[np.float64]] | None:
        """The prior of a strain, and its distribution of tricks."""
        predicted = self._prior_sampler()
        if predicted is None:
            return None
        tricks = predicted.statistics.distribution(predicted._chances[:, column])
        made = float(tricks @ self._table.made[self._bid.level])
        return predicted._as_prior(made, *predicted._payoffs_of(column)[:2]), tricks

    def _row(self, column: int) -> StrainRow:
        points, wins, _ = self._payoffs_of(column)
        found = self._prior(column)
        prior, prior_tricks = found if found is not None else (None, None)
        tricks = self._shrunk_tricks(self._chances[:, column], prior_tricks)
        make, make_error = self._make(self._chances[:, column], prior_tricks, self._bid.level)
        discard = None
        if self._discards is not None:
            discard = tuple(Hand.from_mask(int(self._discards[column])))
        return StrainRow(
            strain=self._strains[column],
            make=make,
            make_error=make_error,
            tricks=tuple(tricks.tolist()),
            discard=discard,
            **self._estimates(points, wins, prior),
        )

    def report(self) -> StrainReport:
        """The estimates so far."""
        request = self._request
        return StrainReport(
            hand=request.hand,
            seat=request.seat,
            dealer=request.auction.dealer,
            bid=self._bid,
            kitty_seen=request.kitty_seen,
            rows=tuple(self._row(column) for column in range(len(self._strains))),
            discards=self._options.discards,
            **self._of_sample(),
            play=self._options.play,
        )
