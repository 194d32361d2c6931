"""The base of the simulations of calls and of strains: discards, tricks, priors, estimates."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.calls.bid_values import BidValues
from whistsolve.advice.calls.callers import after_calls
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver, DiscardTricks, RuleRace, has_rules
from whistsolve.advice.discarding.selection import DiscardMethod, exact_discards, played_tricks
from whistsolve.advice.request import AuctionRequest
from whistsolve.advice.sampler import LayoutSampler, R
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.advice.statistics import (
    PRIOR_LAYOUTS,
    PRIOR_STRENGTH,
    Prior,
    expected_excess,
    posterior_error,
    posterior_mean,
    prior_weight,
)
from whistsolve.evaluation.deal_evaluator import at_least, certain_tricks_of, with_kitty
from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.values.strains import Strain

#: Layouts of the quick estimate at a time if there is a deadline, at least as many.
_QUICK_LAYOUTS: Final = 40
#: Multiplies a request's seed, to seed other layouts for choosing discards and for the prior.
_SEED_STRIDE: Final = 1_000_003

_Sampler = TypeVar("_Sampler", bound="AuctionSampler[Any]")


class CandidatePrior(NamedTuple):
    """The prior of a candidate, its prior distribution of tricks if it is a contract, and prior games."""

    prior: Prior
    tricks: NDArray[np.float64] | None
    games: float


class AuctionSampler(LayoutSampler[R]):
    """The base of the simulations of calls and of strains."""

    _request: AuctionRequest

    def __init__(self, request: AuctionRequest, options: SimulationOptions) -> None:
        super().__init__(request, options)
        assert request.model is not None and request.payoffs is not None
        self._seat, self._rules = request.seat, request.rules
        #: With what the calls of this auction tell, which matters if their makers call again.
        self._model = after_calls(request.model, request.auction, request.seat, request.hand)
        self._dealer = request.auction.dealer
        self._payoffs = request.payoffs
        self._table = self._payoffs.table
        self._discard_search = options.discard_search
        self._table_play = options.table_play
        self._estimated: AuctionSampler[R] | None = None
        self._race: RuleRace | None = None

    @abstractmethod
    def _payoffs_of_all(self) -> NDArray[np.float64]:
        """Each candidate's payoff by layout: (candidates, layouts, 3), columns as in `Payoff`."""

    @abstractmethod
    def _priors(self) -> Sequence[CandidatePrior] | None:
        """The prior of each candidate; ``None`` if estimates are not shrunk."""

    def _compared(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Match equity, or points without equity: by layout, and the posterior mean of each candidate."""
        candidates = self._payoffs_of_all()[:, :, int(self._payoffs.with_matches)]
        means, found = self.statistics.means(candidates)[0], self._priors()
        if found is not None:
            size = self.statistics.effective_sample_size
            for at, (prior, _, _) in enumerate(found):
                compared = prior.points if prior.equity is None else prior.equity
                means[at] = posterior_mean(means[at], compared, PRIOR_STRENGTH, size)
        return candidates, means

    def expected_loss(self, chosen: int | None = None) -> float:
        """The expected loss, in points, of a candidate, by default the best: the maximum over the others.

        Against each it is the mean of the positive part of its lead, taken to be normally distributed. Match
        equity is converted by the ratio of the standard deviations of points and equity over the candidates.
        """
        means = self._compared()[1]
        best = int(means.argmax()) if chosen is None else chosen
        losses = map(expected_excess, (means - means[best]).tolist(), self._errors_behind(best))
        loss = max(0.0, *losses)
        if not self._payoffs.with_matches:
            return loss
        payoffs = self._payoffs_of_all()
        points, wins = (np.std(self.statistics.means(payoffs[:, :, kind])[0]) for kind in range(2))
        return loss * float(points / wins) if wins > 0 else 0.0

    def _errors_behind(self, best: int) -> list[float]:
        """The standard errors of how much worse the candidates are than one of them, paired by layouts."""
        candidates = self._compared()[0]
        errors = self.statistics.means(candidates - candidates[best])[1]
        if self._has_prior():
            size = self.statistics.effective_sample_size
            errors *= math.sqrt(1 - prior_weight(PRIOR_STRENGTH, size))
        return list(errors.tolist())

    def _has_prior(self) -> bool:
        """Whether estimates are shrunk: not if they are exact, or predictions, or these are not fitted."""
        return not self.exhaustive and self._options.discards != "estimated" and self._model.is_fitted

    def estimate(self) -> R:
        """The report of ``estimated`` tricks."""
        return self._estimated_sampler().report()

    def _prior_sampler(self: _Sampler) -> _Sampler | None:
        """The simulation for the prior; ``None`` if estimates are not shrunk."""
        return self._estimated_sampler() if self._has_prior() else None

    def _estimated_sampler(self: _Sampler) -> _Sampler:
        """This simulation with ``estimated`` tricks on other layouts; cached."""
        if self._estimated is None:
            seed = self._options.seed * _SEED_STRIDE - 1
            options = replace(
                self._options, samples=PRIOR_LAYOUTS, seed=seed, discards="estimated", discard_search=None
            )
            sampler = type(self)(self._request, options)
            if sampler.exhaustive:
                sampler.enumerate()
            else:
                number = PRIOR_LAYOUTS if options.deadline.seconds_left() is None else _QUICK_LAYOUTS
                sampler.sample(number)
                while sampler.statistics.samples < PRIOR_LAYOUTS and not options.deadline.is_over:
                    sampler.sample(number)
            self._estimated = sampler
        return self._estimated  # type: ignore[return-value]  # same type

    def _as_prior(
        self, payoffs: NDArray[np.float64], chances: NDArray[np.float64] | None, level: int
    ) -> CandidatePrior:
        """The prior that this simulation is of a candidate, from its payoffs and tricks by layout."""
        points, wins, games = payoffs.T
        equity = self.statistics.mean(wins)[0] if self._payoffs.with_matches else None
        tricks = None if chances is None else self.statistics.distribution(chances)
        made = None if tricks is None else float(tricks @ self._table.made[level])
        spreads = float(np.std(points)), float(np.std(wins))
        prior = Prior(made, self.statistics.mean(points)[0], equity, PRIOR_STRENGTH, *spreads)
        return CandidatePrior(prior, tricks, self.statistics.mean(games)[0])

    def _shrunk(
        self, values: NDArray[np.float64], prior: float | None, spread: float = 0.0
    ) -> tuple[float, float]:
        """The posterior mean of values by layout and its deviation; without a prior, the standard error."""
        mean, error = self.statistics.mean(values)
        if prior is None:
            return mean, error
        given = PRIOR_STRENGTH, self.statistics.effective_sample_size
        return posterior_mean(mean, prior, *given), posterior_error(error, prior - mean, spread, *given)

    def _estimates(
        self,
        payoffs: NDArray[np.float64],
        found: CandidatePrior | None,
        chances: NDArray[np.float64] | None,
        level: int,
    ) -> dict[str, Any]:
        """The common fields of the rows of calls and strains; `chances` of tricks are ``None`` for a pass."""
        points, wins, _ = payoffs.T
        prior = None if found is None else found.prior
        expected = (None, 0.0) if prior is None else (prior.points, prior.points_spread)
        winning = (None, 0.0) if prior is None else (prior.equity, prior.equity_spread)
        mean, error = self._shrunk(points, *expected)
        win, win_error = self._shrunk(wins, *winning) if self._payoffs.with_matches else (None, None)
        make, make_error, tricks = None, None, ()
        if chances is not None:
            shrunk = self.statistics.distribution(chances)
            made, size = self._table.made[level], self.statistics.effective_sample_size
            make, make_error = self.statistics.mean(chances @ made)
            if found is not None and found.tricks is not None:
                shrunk = shrunk + (found.tricks - shrunk) * prior_weight(PRIOR_STRENGTH, size)
                make = float(shrunk @ made)
                # The variance of the beta distribution.
                make_error = math.sqrt(max(make * (1 - make), 0.0) / (PRIOR_STRENGTH + size + 1))
            tricks = tuple(shrunk.tolist())
        return {
            "make": make,
            "make_error": make_error,
            "tricks": tricks,
            "points": mean,
            "points_error": error,
            "equity": win,
            "equity_error": win_error,
            "effective_sample_size": self.statistics.effective_sample_size,
            "prior": prior,
        }

    def _solver(self, declarer: int, strains: Sequence[Strain]) -> DeclarerSolver:
        """The solver for a declarer, with the posterior if the declarer is this player."""
        posterior = self._posterior if declarer == self._seat else None
        resources = self._options.resources
        return DeclarerSolver(self._rules, declarer, self._dealer, strains, posterior, resources)

    @property
    def _discard_seed(self) -> int:
        """The seed of the layouts for choosing a batch's discards, which are not the batch's layouts."""
        return self._options.seed * _SEED_STRIDE + self.statistics.samples + 1

    def _play_own(
        self, weighted: WeightedLayouts, strains: Sequence[Strain], method: DiscardMethod
    ) -> DiscardTricks:
        """This player's tricks in each layout and strain; discards are exact if all are enumerated."""
        if self.exhaustive and method == "sampled" and self._rules.kitty_size:
            return exact_discards(weighted, self._solver(self._seat, strains), self._discard_search)
        if method == "sampled" and self._discards_by_one_rule():
            solver = self._solver(self._seat, strains)
            if self._race is None:
                self._race = RuleRace(solver, self._posterior, self._discard_seed)
            discards = self._race.discards(weighted.layouts)
            tricks = solver.tricks_after(weighted.layouts, discards)
            return DiscardTricks(tricks, discards, tricks)
        return self._play(weighted.layouts, self._seat, strains, method)

    def _discards_by_one_rule(self) -> bool:
        """Whether sampled discards follow one rule for each strain instead of a search in every layout."""
        kitty = self._rules.kitty_size
        return self._discard_search is None and has_rules(self._rules.dealt_hand_size + kitty, kitty)

    def _play(
        self, layouts: NDArray[np.uint64], declarer: int, strains: Sequence[Strain], method: DiscardMethod
    ) -> DiscardTricks:
        """Tricks of a declarer in each layout and strain, after a discard."""
        solver, search = self._solver(declarer, strains), self._discard_search
        return played_tricks(layouts, solver, method, seed=self._discard_seed, search=search)

    def _estimate(
        self,
        layouts: NDArray[np.uint64],
        values: Sequence[BidValues],
        declarer: int,
        strains: Sequence[int],
    ) -> NDArray[np.float64]:
        """Distributions of tricks predicted from all hands, (layouts, indices of strains, tricks + 1)."""
        means = np.stack([each.means for each in values], axis=1)
        held = with_kitty(layouts, declarer, self._rules)
        found = self._model.deal_evaluator.of_strains(means, held, declarer, strains).swapaxes(0, 1)
        named = [self._model.strains[each] for each in strains]
        return self._as_played(found, named, declarer, held)

    def _bid_values(self, layouts: NDArray[np.uint64]) -> list[BidValues]:
        """The values of bids for every hand, given its own cards alone."""
        return [self._model.bid_values(layouts[:, seat], seat) for seat in range(self._rules.dealt_hands)]

    def _distributions_of(
        self,
        layouts: NDArray[np.uint64],
        tricks: NDArray[np.float64],
        strains: Sequence[Strain],
        declarer: int,
    ) -> NDArray[np.float64]:
        """Tricks under `play`, (layouts, strains, tricks + 1), of double-dummy tricks, (layouts, strains)."""
        if declarer == self._seat:  # who gives up no card that wins for certain
            hand = np.array([self._request.hand.mask], dtype=np.uint64)
            certain = [self._certain(hand, declarer, strain) for strain in strains]
            tricks = np.maximum(tricks, np.stack(certain, axis=1))
        known: NDArray[np.float64] = np.eye(self._table.tricks + 1)[tricks.astype(np.intp)]
        return self._as_played(
            known, strains, declarer, with_kitty(layouts, declarer, self._rules), solved=True
        )

    def _certain(
        self, hands: NDArray[np.uint64], declarer: int, strain: Strain, nearly: bool = False
    ) -> NDArray[np.intp]:
        """Tricks that a declarer's hands, (layouts,), are certain of: intp, (layouts,)."""
        asked = declarer, self._dealer, strain, self._rules
        return certain_tricks_of(hands, *asked, self._table.tricks, nearly=nearly)

    def _as_played(
        self,
        chances: NDArray[np.float64],
        strains: Sequence[Strain],
        declarer: int,
        held: NDArray[np.uint64],
        *,
        solved: bool = False,
    ) -> NDArray[np.float64]:
        """Distributions of double-dummy tricks, (layouts, strains, tricks + 1), corrected for `play`.

        Unless they are solved they have at least the tricks that the cards held, (layouts,), are certain of.
        """
        found = np.empty_like(chances)
        for column, strain in enumerate(strains):
            known = chances[:, column]
            if not solved:
                known = at_least(known, self._certain(held, declarer, strain))
            if self._table_play is not None:
                certain = self._certain(held, declarer, strain, nearly=True)
                known = self._table_play.played(known, strain.is_no_trump, certain)
            found[:, column] = known
        return found
