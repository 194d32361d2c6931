"""The Monte Carlo simulations of `evaluate_strains` and `evaluate_discards`: a declarer's two choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.answers import DiscardReport, DiscardRow, StrainReport, StrainRow
from whistsolve.advice.auction_sampler import AuctionSampler, CandidatePrior
from whistsolve.advice.calls.call_model import default_model
from whistsolve.advice.calls.declarer_model import predicted_tricks
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver
from whistsolve.advice.discarding.selection import (
    ArmStatistics,
    DiscardSearch,
    best_of_means,
    candidate_tricks,
    sampled_discards,
    successive_halving,
)
from whistsolve.advice.request import AuctionRequest
from whistsolve.advice.sampler import LayoutSampler, estimates_by_tricks
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.advice.statistics import rounded
from whistsolve.errors import RulesError
from whistsolve.evaluation.deal_evaluator import with_kitty
from whistsolve.evaluation.suit_features import certain_tricks
from whistsolve.game.auction.calls import strains_of
from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.values.hands import Hand

#: Candidates that are evaluated on new layouts: the chosen one, and those that were eliminated last.
_FINALISTS: Final = 4
#: Layouts of the quick estimate.
_PREDICTED: Final = 24
#: Effort of the search for a discard if the same one is made in all layouts.
_SINGLE_SEARCH: Final = DiscardSearch(candidates=5, swaps=8, rounds=(6, 12, 24))


class DiscardSampler(LayoutSampler[DiscardReport]):
    """Candidate discards of one hand, over layouts of what its player cannot see.

    Successive halving chooses among the candidates. The chosen one and the last that were eliminated are then
    evaluated on the same new layouts, which had no part in choosing: the estimate of the chosen one is
    unbiased, and differences are paired. If all layouts are enumerated, every candidate is evaluated on all
    of them, and the one with the most expected tricks is chosen. The double-dummy discard is searched too,
    for comparison, in the first `double_dummy_samples` layouts.
    """

    _request: AuctionRequest

    def __init__(
        self, request: AuctionRequest, options: SimulationOptions, double_dummy_samples: int
    ) -> None:
        assert request.strain is not None
        self._strain = request.strain
        # A random stream different from that of the layouts on which the discard is chosen.
        super().__init__(request, options, -1 - options.seed)
        self._solver = DeclarerSolver(
            request.rules,
            request.seat,
            request.auction.dealer,
            (self._strain,),
            self._posterior,
            options.resources,
        )
        self._search = options.discard_search or _SINGLE_SEARCH
        #: Candidates to evaluate on common layouts, as masks, and those that were eliminated before.
        self._candidates: list[int] = []
        self._eliminated: list[ArmStatistics] = []
        #: Tricks of each candidate in each layout: uint8, (candidates, layouts).
        self._tricks: NDArray[np.uint8] = np.empty((0, 0), dtype=np.uint8)
        #: Double-dummy discards so far: tricks, mask, and the weight of the layout.
        self._double_dummy: list[tuple[float, int, float]] = []
        # Where jokers are laid aside every discard is searched by itself, which takes minutes.
        one_by_one = self._strain.is_no_trump and request.rules.joker_no_trump == "removed"
        self._most_double_dummy = 0 if one_by_one else double_dummy_samples

    def estimate(self) -> DiscardReport:
        """Candidates by tricks predicted from all hands, the heuristic one first.

        In a game that the evaluator does not know, tricks are those that the hand is certain to win.
        """
        quick, request, search = DiscardSampler(self._request, self._options, 0), self._request, self._search
        quick.exhaustive = False
        weighted = self._posterior.draw(_PREDICTED, self._seed)
        [[several]] = self._solver.candidates(weighted.layouts[:1], search.candidates, search.swaps)
        kept = [request.hand.mask & ~discard for discard in several]
        quick._candidates, quick._tricks = several, self._predicted(weighted.layouts, kept)
        quick.statistics.add(weighted)
        return replace(quick.report(), discards="estimated", separated=False)

    def _predicted(self, layouts: NDArray[np.uint64], kept: list[int]) -> NDArray[np.uint8]:
        """Predicted tricks with each hand kept in each layout, at the same quantile for all of them."""
        request = self._request
        try:
            model = request.model or default_model(request.rules)
            strains = [model.strains.index(self._strain)] * len(kept)
        except (RulesError, ValueError):  # the evaluator does not know the game, or the strain
            leads = self._solver.leader == request.seat
            least = [
                certain_tricks(Hand.from_mask(hand), self._strain, request.rules, leads=leads)
                for hand in kept
            ]
            return np.repeat(np.array(least, dtype=np.uint8)[:, np.newaxis], len(layouts), axis=1)
        chances = predicted_tricks(model, layouts, request.seat, request.auction.dealer, kept, strains)
        order = np.random.Generator(np.random.PCG64(self._options.seed % 2**64)).permutation(len(layouts))
        quantiles = (order + 0.5) / len(layouts)
        found: NDArray[np.uint8] = (chances.cumsum(axis=2) < quantiles[:, np.newaxis]).sum(
            axis=2, dtype=np.uint8
        )
        return found

    # --------------------------------------------------------------------------------------------- sampling

    def _add(self, weighted: WeightedLayouts) -> None:
        layouts = weighted.layouts
        if not self._candidates:
            self._choose(layouts[:1])
        tricks = candidate_tricks(self._solver, layouts, self._candidates)
        self._tricks = np.concatenate([self._tricks, tricks], axis=1) if self._tricks.size else tricks
        self.statistics.add(weighted, exact=self.exhaustive)
        self._add_double_dummy(weighted)

    def _choose(self, layout: NDArray[np.uint64]) -> None:
        """Lists the candidates, or chooses the finalists, by the declarer's own cards and kitty alone."""
        if self.exhaustive:
            search = self._search
            self._candidates = self._solver.candidates(layout, search.candidates, search.swaps)[0][0]
            return
        [[arms]] = successive_halving(layout, self._solver, seed=self._options.seed, search=self._search)
        self._candidates = [arm.discard for arm in arms[:_FINALISTS]]
        self._eliminated = arms[_FINALISTS:]

    def _add_double_dummy(self, weighted: WeightedLayouts) -> None:
        """Searches the double-dummy discard of the first layouts; an interrupt keeps those done."""
        wanted = self._most_double_dummy - len(self._double_dummy)
        if wanted > 0 and self.exhaustive and len(weighted.layouts) > wanted:
            # Enumerated layouts are not in random order, so the first ones would be a biased sample.
            weighted = self._posterior.draw(wanted, self._seed)
        # Weights have mean 1 in each batch, so that a layout counts as much in a batch of any size.
        weights = (weighted.weights * len(weighted.layouts)).tolist()
        for layout, weight in zip(weighted.layouts[: max(wanted, 0)], weights, strict=False):
            found = self._solver.double_dummy(layout[np.newaxis])
            self._double_dummy.append((float(found.tricks[0, 0]), int(found.discards[0, 0]), weight))

    def _compared(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        tricks = self._tricks.astype(np.float64)
        own = self.statistics.means(tricks)[0]
        own[self._chosen()] = np.inf
        return tricks, own

    def is_settled(self) -> bool:
        """Never: all samples are used, as the errors of the estimates matter here."""
        return False

    # --------------------------------------------------------------------------------------------- reporting

    def _chosen(self) -> int:
        """Index of the chosen candidate: the winner of successive halving, or the best of exact means."""
        if not self.exhaustive:
            return 0
        return best_of_means(self._tricks @ self.statistics.weights / self.statistics.weights.sum())

    def _mean(self, values: NDArray[np.generic], effective: float | None) -> tuple[float, float]:
        """Mean and standard error over all layouts, or of equal weights in a sample of a given size."""
        numbers = values.astype(np.float64)
        if effective is None:
            return self.statistics.mean(numbers)
        if len(numbers) == 1:
            return float(numbers.mean()), float("inf")
        return float(numbers.mean()), float(numbers.std(ddof=1) / max(effective, 1.0) ** 0.5)

    def _row(self, discard: int, tricks: NDArray[np.uint8], effective: float | None) -> DiscardRow:
        """The estimates of a candidate from its tricks by layout; `effective` is as for `_mean`."""
        request, cards = self._request, Hand.from_mask(discard)
        by_tricks: dict[str, Any] = {"make": None, "points": None, "equity": None}
        if request.bid is not None and request.payoffs is not None:
            table, level = request.payoffs, request.bid.level
            payoffs = table.of_tricks(request.seat, level, self._strain.is_no_trump)
            by_tricks = {"make": table.table.made[level], "points": payoffs[:, 0], "equity": None}
            if table.with_matches:
                by_tricks["equity"] = payoffs[:, 1]
        by_tricks["tricks"] = np.arange(tricks.max() + 1.0)
        return DiscardRow(
            cards=cards,
            hand=request.hand - cards,
            **estimates_by_tricks(tricks, by_tricks, lambda values: self._mean(values, effective)),
            samples=len(tricks),
            effective_sample_size=self.statistics.effective_sample_size if effective is None else effective,
            most_tricks=request.rules.dealt_hand_size - 1 + request.rules.first_trick_weight,
            exact=effective is None,
        )

    def report(self) -> DiscardReport:
        """The estimates so far."""
        chosen = self._chosen()
        size = None if self.statistics.exact else self.statistics.effective_sample_size
        rows = [
            self._row(discard, tricks, size)
            for discard, tricks in zip(self._candidates, self._tricks, strict=True)
        ]
        best = rows.pop(chosen)
        rows.sort(key=lambda row: -rounded(row.tricks))
        for arm in self._eliminated:
            rows.append(self._row(arm.discard, arm.tricks, arm.effective_sample_size))
        #: Mean tricks of the double-dummy discards, and for each card the share of them that keep it.
        tricks, kept = None, {}
        if self._double_dummy:
            taken, discards, weights = zip(*self._double_dummy, strict=True)
            tricks = float(np.average(taken, weights=weights))
            for card in self._request.hand:
                keeps = [not mask >> card.index & 1 for mask in discards]
                kept[card] = float(np.average(keeps, weights=weights))
        return DiscardReport(
            strain=self._strain,
            bid=self._request.bid,
            rows=(best, *rows),
            **self._of_sample(),
            double_dummy_samples=len(self._double_dummy),
            double_dummy_tricks=tricks,
            kept=kept,
        )


class StrainSampler(AuctionSampler[StrainReport]):
    """Every strain that a bid allows, over layouts of what its player cannot see."""

    def __init__(self, request: AuctionRequest, options: SimulationOptions) -> None:
        super().__init__(request, options)
        assert request.bid is not None
        self._bid = request.bid
        self._strains = strains_of(request.bid, request.rules)
        if request.kitty_seen and options.discard_search is None:
            self._discard_search = _SINGLE_SEARCH
        #: Distributions of tricks in each strain: (layouts, strains, tricks + 1).
        self._chances: NDArray[np.float64] = np.empty((0, len(self._strains), self._table.tricks + 1))
        #: The discard in each strain if the kitty is seen: the same in all layouts.
        self._discards: NDArray[np.uint64] | None = None

    def _add(self, weighted: WeightedLayouts) -> None:
        layouts, method, seen = weighted.layouts, self._options.discards, self._request.kitty_seen
        if method == "estimated":
            chances = self._predicted(layouts)
        else:
            if seen and method == "sampled" and not self.exhaustive:
                solver = self._solver(self._seat, self._strains)
                if self._discards is None:
                    [self._discards], _ = sampled_discards(
                        layouts[:1], solver, seed=self._discard_seed, search=self._discard_search
                    )
                tricks = solver.tricks_after(layouts, np.tile(self._discards, (len(layouts), 1)))
            else:
                played = self._play_own(weighted, self._strains, method)
                tricks = played.tricks
                if seen and method != "double_dummy":
                    self._discards = played.discards[0]
            chances = self._distributions_of(layouts, tricks, self._strains, self._seat)
        self._chances = np.concatenate([self._chances, chances])
        self.statistics.add(weighted, exact=self.exhaustive)

    def _predicted(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Distributions of tricks predicted from all hands; with the kitty after the heuristic discard."""
        indices = [self._model.strains.index(strain) for strain in self._strains]
        if not self._request.kitty_seen:
            return self._estimate(layouts, self._bid_values(layouts), self._seat, indices)
        if self._discards is None:
            [by_strain] = self._solver(self._seat, self._strains).candidates(layouts[:1], 1)
            self._discards = np.array([discards[0] for discards in by_strain], dtype=np.uint64)
        kept = [self._request.hand.mask & ~discard for discard in self._discards.tolist()]
        found = predicted_tricks(self._model, layouts, self._seat, self._dealer, kept, indices)
        held = with_kitty(layouts, self._seat, self._rules)
        return self._as_played(found.swapaxes(0, 1), self._strains, self._seat, held)

    def _payoffs_of_all(self) -> NDArray[np.float64]:
        return np.stack(
            [
                self._chances[:, column]
                @ self._payoffs.of_tricks(self._seat, self._bid.level, strain.is_no_trump)
                for column, strain in enumerate(self._strains)
            ]
        )

    def _has_prior(self) -> bool:
        return super()._has_prior() and not self._request.kitty_seen

    def _priors(self) -> list[CandidatePrior] | None:
        predicted = self._prior_sampler()
        if predicted is None:
            return None
        payoffs, level = predicted._payoffs_of_all(), self._bid.level
        return [
            predicted._as_prior(payoffs[column], predicted._chances[:, column], level)
            for column in range(len(self._strains))
        ]

    def report(self) -> StrainReport:
        """The estimates so far."""
        payoffs, priors, rows = self._payoffs_of_all(), self._priors(), []
        for column, strain in enumerate(self._strains):
            discard = None
            if self._discards is not None:
                discard = tuple(Hand.from_mask(int(self._discards[column])))
            found = None if priors is None else priors[column]
            estimates = self._estimates(payoffs[column], found, self._chances[:, column], self._bid.level)
            rows.append(StrainRow(strain=strain, discard=discard, **estimates))
        return StrainReport(
            bid=self._bid,
            kitty_seen=self._request.kitty_seen,
            rows=tuple(rows),
            discards=self._options.discards,
            **self._of_sample(),
            play=self._options.play,
        )
