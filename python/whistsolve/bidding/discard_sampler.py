"""The Monte Carlo simulation of `evaluate_discards`: candidates are chosen, then valued on fresh layouts."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.discarding.declarer_solver import DeclarerContext, DeclarerSolver
from whistsolve.bidding.discarding.exhaustive import best_of_means, candidate_tricks
from whistsolve.bidding.discarding.selection import ArmStatistics, successive_halving
from whistsolve.bidding.monte_carlo import unweighted_mean
from whistsolve.bidding.reports.discard_report import DiscardReport, DiscardRow
from whistsolve.bidding.reports.intervals import rounded
from whistsolve.bidding.request import DiscardRequest, SimulationOptions
from whistsolve.bidding.sampler import SINGLE_DISCARD_SEARCH, LayoutSampler
from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand

__all__ = ["BATCH", "DiscardSampler"]

#: Layouts after which progress is reported.
BATCH: Final = 24
#: Candidates that are valued on fresh layouts: the one chosen, and those that were eliminated last.
_FINALISTS: Final = 4

#: A mean and its standard error; ``None`` where the bid is not known.
_Estimate = tuple[float, float] | tuple[None, None]


class DiscardSampler(LayoutSampler[DiscardReport]):
    """Candidate discards of one hand, over layouts of what its player cannot see.

    Successive halving chooses among the candidates. The chosen one and the last that were eliminated are then
    valued on fresh layouts, which had no part in choosing, all on the same ones: the estimate of the chosen
    one is unbiased, and differences are paired. Where all layouts are enumerated, every candidate is valued
    on all of them, and the one of the most expected tricks is chosen.

    Parameters
    ----------
    request : DiscardRequest
    options : SimulationOptions
    double_dummy_samples : int
        Layouts at most for which the double-dummy discard is searched too.
    """

    def __init__(
        self, request: DiscardRequest, options: SimulationOptions, double_dummy_samples: int
    ) -> None:
        # Another stream than those of the layouts on which the discard is chosen.
        super().__init__(request.posterior(), options, -1 - options.seed)
        self._request = request
        self._context = DeclarerContext.of(
            *(request.rules, request.seat, request.dealer, (request.strain,)),
            *(self._posterior, options.resources),
        )
        self._solver = DeclarerSolver(self._context)
        self._search = options.discard_search or SINGLE_DISCARD_SEARCH
        #: Candidates to value on common layouts, as masks, and those that were eliminated before.
        self._candidates: list[int] = []
        self._eliminated: list[ArmStatistics] = []
        #: Tricks of each candidate in each layout: uint8, (candidates, layouts).
        self._tricks: NDArray[np.uint8] = np.empty((0, 0), dtype=np.uint8)
        #: Double-dummy discards so far: tricks, mask, and the weight of the layout.
        self._double_dummy: list[tuple[float, int, float]] = []
        self._most_double_dummy = double_dummy_samples

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
        """Lists the candidates, or chooses the finalists among them by successive halving.

        Of the layout only the declarer's own cards and the kitty matter.
        """
        if self.exhaustive:
            search = self._search
            self._candidates = self._solver.candidates(layout, search.candidates, search.swaps)[0][0]
            return
        [[arms]] = successive_halving(
            layout, self._context, seed=self._options.seed, discard_search=self._search
        )
        self._candidates = [arm.discard for arm in arms[:_FINALISTS]]
        self._eliminated = arms[_FINALISTS:]

    def _add_double_dummy(self, weighted: WeightedLayouts) -> None:
        """Searches the double-dummy discard of the first layouts; an interrupt keeps those done."""
        wanted = self._most_double_dummy - len(self._double_dummy)
        if wanted > 0 and self.exhaustive and len(weighted.layouts) > wanted:
            # Listed layouts are in no random order.
            weighted = self._posterior.draw(wanted, self._seed)
        # With mean 1 in each batch, whose sizes may differ.
        weights = (weighted.weights * len(weighted.layouts)).tolist()
        for layout, weight in zip(weighted.layouts[: max(wanted, 0)], weights, strict=False):
            found = self._solver.double_dummy(layout[np.newaxis])
            self._double_dummy.append((float(found.tricks[0, 0]), int(found.discards[0, 0]), weight))

    def is_separated(self) -> bool:
        """Whether the chosen discard is better than the others valued, by three standard errors."""
        tricks = self._tricks.astype(np.float64)
        return self.statistics.is_separated(list(tricks), self._chosen())

    # --------------------------------------------------------------------------------------------- reporting

    def _chosen(self) -> int:
        """Index of the chosen candidate: that of successive halving, or the best of exact means."""
        if not self.exhaustive:
            return 0
        return best_of_means(self._tricks @ self.statistics.weights / self.statistics.weights.sum())

    def _mean(self, values: NDArray[np.generic], effective: float | None) -> tuple[float, float]:
        """The mean over all layouts, exact, or over a sample of an effective size."""
        if effective is None:
            return self.statistics.mean(values.astype(np.float64))
        return unweighted_mean(values, effective)

    def _row(self, discard: int, tricks: NDArray[np.uint8], effective: float | None) -> DiscardRow:
        """The estimates of a candidate from its tricks in some layouts, all of them without a size."""
        request, cards = self._request, Hand.from_mask(discard)
        make: _Estimate = None, None
        points: _Estimate = None, None
        equity: _Estimate = None, None
        if request.bid is not None and request.payoffs is not None:
            table, level = request.payoffs, request.bid.level
            payoffs = table.of_tricks(request.seat, level, request.strain.is_no_trump)
            make = self._mean(table.table.made[level][tricks], effective)
            points = self._mean(payoffs[tricks, 0], effective)
            if table.with_matches:
                equity = self._mean(payoffs[tricks, 1], effective)
        tricks_mean, tricks_error = self._mean(tricks, effective)
        return DiscardRow(
            cards=cards,
            hand=request.hand - cards,
            tricks=tricks_mean,
            tricks_error=tricks_error,
            make=make[0],
            make_error=make[1],
            points=points[0],
            points_error=points[1],
            equity=equity[0],
            equity_error=equity[1],
            samples=len(tricks),
            effective_sample_size=self.statistics.effective_sample_size if effective is None else effective,
            most_tricks=request.most_tricks,
            exact=effective is None,
        )

    def _double_dummy_statistics(self) -> tuple[float | None, dict[Card, float]]:
        """Mean tricks of the double-dummy discards, and of each card the share that keeps it."""
        if not self._double_dummy:
            return None, {}
        tricks, discards, weights = zip(*self._double_dummy, strict=True)
        shares = {
            card: float(np.average([not mask >> card.index & 1 for mask in discards], weights=weights))
            for card in self._request.hand
        }
        return float(np.average(tricks, weights=weights)), shares

    def report(self) -> DiscardReport:
        """The estimates so far."""
        statistics, request, chosen = self.statistics, self._request, self._chosen()
        size = None if statistics.exact else statistics.effective_sample_size
        rows = [
            self._row(discard, tricks, size)
            for discard, tricks in zip(self._candidates, self._tricks, strict=True)
        ]
        best = rows.pop(chosen)
        rows.sort(key=lambda row: -rounded(row.tricks))
        for arm in self._eliminated:
            rows.append(self._row(arm.discard, np.concatenate(arm.batches), arm.effective_sample_size))
        tricks, kept = self._double_dummy_statistics()
        return DiscardReport(
            hand=request.hand,
            seat=request.seat,
            dealer=request.dealer,
            strain=request.strain,
            bid=request.bid,
            rows=(best, *rows),
            samples=statistics.samples,
            effective_sample_size=statistics.effective_sample_size,
            separated=self.is_separated(),
            exact=statistics.exact,
            double_dummy_samples=len(self._double_dummy),
            double_dummy_tricks=tricks,
            kept=kept,
        )
