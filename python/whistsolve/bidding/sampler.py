"""What the simulations of all requests share: drawing layouts, discarding, solving, and statistics."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calls.bid_values import BidValues
from whistsolve.bidding.discarding.declarer_solver import DeclarerContext, DeclarerSolver, DiscardTricks
from whistsolve.bidding.discarding.exhaustive import exact_discards
from whistsolve.bidding.discarding.rule_race import RuleRace, has_rules
from whistsolve.bidding.discarding.selection import DiscardMethod, DiscardSearch, played_tricks
from whistsolve.bidding.monte_carlo import LayoutStatistics, expected_excess
from whistsolve.bidding.request import BidRequest, SimulationOptions, StrainRequest
from whistsolve.bidding.shrinkage import (
    PRIOR_LAYOUTS,
    PRIOR_STRENGTH,
    posterior_error,
    posterior_mean,
    prior_weight,
)
from whistsolve.evaluation.certain_tricks import certain_tricks
from whistsolve.game import Seating
from whistsolve.inference.posterior import LayoutPosterior, WeightedLayouts
from whistsolve.values.strains import Strain

__all__ = ["SINGLE_DISCARD_SEARCH", "AuctionSampler", "LayoutSampler"]

#: Effort of the search where a single hand has one discard for all layouts, and not one for each layout.
SINGLE_DISCARD_SEARCH: Final = DiscardSearch(candidates=5, swaps=8, rounds=(6, 12, 24))
#: Factor between the seed of a request and those of the layouts on which sampled discards are chosen.
_SEED_STRIDE: Final = 1_000_003

R_co = TypeVar("R_co", covariant=True)
_Sampler = TypeVar("_Sampler", bound="AuctionSampler[Any]")


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
        self.statistics: LayoutStatistics = LayoutStatistics()
        self.exhaustive: bool = posterior.is_enumerable(options.samples)

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
        self._request = request
        self._seat, self._model, self._rules = request.seat, request.model, request.rules
        self._dealer = request.dealer
        self._payoffs = request.payoffs()
        self._table = self._payoffs.table
        self._discard_search = options.discard_search
        self._table_play = options.table_play
        self._prior_sample: AuctionSampler[R_co] | None = None
        self._race: RuleRace | None = None

    def is_separated(self) -> bool:
        """Whether the best candidate is better than every other by three standard errors."""
        candidates = self._candidate_values()
        return self.statistics.is_separated(candidates, int(self._candidate_means(candidates).argmax()))

    def expected_loss(self) -> float:
        """Points that another candidate is expected to bring more than the best, where it does, at most.

        By the normal distribution of the difference of each to the best. Of match equity it is turned into
        points at the rate at which the two vary from candidate to candidate.
        """
        candidates = self._candidate_values()
        means = self._candidate_means(candidates)
        best = int(means.argmax())
        errors = self.statistics.means(candidates - candidates[best])[1]
        if self._has_prior():
            size = self.statistics.effective_sample_size
            errors = np.array([posterior_error(each, PRIOR_STRENGTH, size) for each in errors.tolist()])
        losses = map(expected_excess, (means - means[best]).tolist(), errors.tolist())
        return max(0.0, *losses) * self._points_a_unit()

    def _candidate_means(self, candidates: NDArray[np.float64]) -> NDArray[np.float64]:
        """The posterior mean of each candidate: float64, shape (candidates,)."""
        means = self.statistics.means(candidates)[0].tolist()
        priors, size = self._candidate_priors(), self.statistics.effective_sample_size
        shrunk = [
            mean if prior is None else posterior_mean(mean, prior, PRIOR_STRENGTH, size)
            for mean, prior in zip(means, priors, strict=True)
        ]
        return np.array(shrunk)

    def _points_a_unit(self) -> float:
        """How many points a unit of what candidates are compared by is worth."""
        if not self._payoffs.with_matches:
            return 1.0
        points, wins = (np.std(self.statistics.means(values)[0]) for values in self._both_values())
        return float(points / wins) if wins > 0 else 0.0

    def _has_prior(self) -> bool:
        """Whether estimates are shrunk: not exact ones, nor those that are predictions themselves."""
        return not self.exhaustive and self._options.discards != "estimated"

    def _prior_sampler(self: _Sampler) -> _Sampler | None:
        """The same simulation on other layouts in which no card is played, once for all batches."""
        if self._prior_sample is None and self._has_prior():
            seed = self._options.seed * _SEED_STRIDE - 1
            options = replace(
                self._options, samples=PRIOR_LAYOUTS, seed=seed, discards="estimated", discard_search=None
            )
            sampler = type(self)(self._request, options)
            if sampler.exhaustive:
                sampler.enumerate()
            else:
                sampler.sample(PRIOR_LAYOUTS)
            self._prior_sample = sampler
        return self._prior_sample  # type: ignore[return-value]  # of this class

    def _shrunk(self, values: NDArray[np.float64], prior: float | None) -> tuple[float, float]:
        """The posterior mean of values by layout and its standard deviation.

        Where there is no prior, as ``None`` says, the mean and its standard error.
        """
        mean, error = self.statistics.mean(values)
        if prior is None:
            return mean, error
        given = PRIOR_STRENGTH, self.statistics.effective_sample_size
        return posterior_mean(mean, prior, *given), posterior_error(error, *given)

    def _shrunk_tricks(
        self, chances: NDArray[np.float64], prior: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """The posterior mean of a distribution of tricks, from those in each layout: shape (tricks + 1,)."""
        found = self.statistics.distribution(chances)
        if prior is None:
            return found
        return found + (prior - found) * prior_weight(PRIOR_STRENGTH, self.statistics.effective_sample_size)

    def _make(
        self, chances: NDArray[np.float64], prior: NDArray[np.float64] | None, level: int
    ) -> tuple[float, float]:
        """The chance to make a bid of a level, its posterior mean and standard deviation."""
        made = self._table.made[level]
        if prior is None:
            return self.statistics.mean(chances @ made)
        found = float(self._shrunk_tricks(chances, prior) @ made)
        # The variance of the beta distribution.
        size = PRIOR_STRENGTH + self.statistics.effective_sample_size
        return found, math.sqrt(max(found * (1 - found), 0.0) / (size + 1))

    @abstractmethod
    def _candidate_values(self) -> NDArray[np.float64]:
        """Of each candidate the chance to win the match, or points, in each layout: (candidates, layouts)."""

    @abstractmethod
    def _both_values(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Of each candidate the points and the chance to win the match in each layout, as above."""

    @abstractmethod
    def _candidate_priors(self) -> Sequence[float | None]:
        """The prior of each mean of these, ``None`` where there is none."""

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
        if method == "sampled" and self._discards_by_one_rule():
            solver = DeclarerSolver(self._context(self._seat, strains))
            if self._race is None:
                self._race = RuleRace(solver, self._posterior, self._discard_seed)
            discards = self._race.discards(weighted.layouts)
            tricks = solver.tricks_after(weighted.layouts, discards)
            return DiscardTricks(tricks, discards, tricks)
        return self._play(weighted.layouts, self._seat, strains, method)

    def _discards_by_one_rule(self) -> bool:
        """Whether sampled discards follow one rule for each strain, and are not searched in every layout."""
        kitty = self._rules.kitty_size
        return self._discard_search is None and has_rules(self._rules.dealt_hand_size + kitty, kitty)

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

        Shape (strains, layouts, tricks + 1). Strains are indices among those of the model. Those of the
        player have no fewer tricks than are certain.
        """
        means = np.stack([each.means for each in values], axis=1)
        found = self._model.deal_evaluator.of_strains(means, declarer, strains)
        named = [self._model.strains[each] for each in strains]
        if declarer == self._seat:
            leads = Seating.of(self._rules, declarer).first_leader(self._rules, declarer, self._dealer)
            for distributions, strain in zip(found, named, strict=True):
                least = certain_tricks(self._request.hand, strain, self._rules, leads=leads == declarer)
                distributions[:, least] += distributions[:, :least].sum(axis=1)
                distributions[:, :least] = 0.0
        return self._as_played(found.swapaxes(0, 1), named).swapaxes(0, 1)

    def _bid_values(self, layouts: NDArray[np.uint64]) -> list[BidValues]:
        """The values of bids to every seat, by its own cards alone."""
        return [self._model.bid_values(layouts[:, seat]) for seat in range(self._rules.players)]

    def _distributions_of(
        self, tricks: NDArray[np.float64], strains: Sequence[Strain]
    ) -> NDArray[np.float64]:
        """Distributions of tricks as hands are played out, from double-dummy tricks: one axis more.

        Both have the shape (layouts, strains), with 0, 1, ... tricks last.
        """
        known: NDArray[np.float64] = np.eye(self._table.tricks + 1)[tricks.astype(np.intp)]
        return self._as_played(known, strains)

    def _as_played(self, chances: NDArray[np.float64], strains: Sequence[Strain]) -> NDArray[np.float64]:
        """Distributions of double-dummy tricks, (..., strains, tricks + 1), as hands are played out."""
        if self._table_play is None:
            return chances
        columns = [
            chances[..., column, :] @ self._table_play.matrix(strain.is_no_trump, self._table.tricks)
            for column, strain in enumerate(strains)
        ]
        return np.stack(columns, axis=-2)

    def _given_double_dummy(self, values: NDArray[np.float64], no_trump: bool) -> NDArray[np.float64]:
        """Expected values for 0, 1, ... double-dummy tricks, from those of tricks as hands are played out."""
        if self._table_play is None:
            return values
        found: NDArray[np.float64] = self._table_play.matrix(no_trump, self._table.tricks) @ values
        return found
