"""The Monte Carlo simulation of `evaluate_cards`: every legal card, double dummy, layout by layout."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.card_tricks import CardSolver, TricksInterrupted
from whistsolve.bidding.cards_request import CardRequest
from whistsolve.bidding.reports.card_report import CardReport, CardRow
from whistsolve.bidding.request import SimulationOptions
from whistsolve.bidding.sampler import LayoutSampler
from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.solving.deadline import Deadline

__all__ = ["BATCH", "CardSampler"]

#: Layouts between two tests of separation.
BATCH: Final = 16
#: Layouts that are enumerated for each second of a time limit: about half of those that there is time for.
_ENUMERATED_A_SECOND: Final = 5_000


class CardSampler(LayoutSampler[CardReport]):
    """Every legal card of a hand in play, over layouts of what its player cannot see.

    Perfect-information Monte Carlo (Ginsberg, GIB: Imperfect Information in a Computationally Challenging
    Game, Journal of Artificial Intelligence Research 14, 2001): each layout is solved with all hands open,
    and what each card brings is averaged.

    Parameters
    ----------
    request : CardRequest
    options : SimulationOptions
    deadline : Deadline
    """

    def __init__(self, request: CardRequest, options: SimulationOptions, deadline: Deadline) -> None:
        super().__init__(request.posterior(), options, options.seed)
        self._request, self._deadline = request, deadline
        seconds = deadline.seconds_left()
        if seconds is not None and self.exhaustive:
            self.exhaustive: bool = self._posterior.is_enumerable(int(seconds * _ENUMERATED_A_SECOND))
        self._solver = CardSolver(request, options.resources)
        #: Tricks of the counted side after each play in each layout: uint8, (layouts, plays).
        self._tricks: NDArray[np.uint8] = np.empty((0, len(request.plays)), dtype=np.uint8)
        #: Whether the best card is separated, once that was looked at.
        self._separated: bool | None = None

    def enumerate(self) -> None:
        """Evaluates all layouts in random order: those solved before the time is over are a sample."""
        found = self._posterior.enumerate()
        generator = np.random.Generator(np.random.PCG64(self._options.seed % 2**64))
        order = generator.permutation(len(found.layouts))
        self._add(WeightedLayouts(found.layouts[order], found.weights[order], found.effective_sample_size))

    def _add(self, weighted: WeightedLayouts) -> None:
        try:
            self._count(weighted, self._solver.tricks(weighted.layouts, self._deadline))
        except TricksInterrupted as interrupt:
            if len(interrupt.partial):
                self._count(weighted, interrupt.partial)
            raise

    def _count(self, weighted: WeightedLayouts, tricks: NDArray[np.uint8]) -> None:
        """Adds the first layouts of a batch, as many as were solved."""
        done, all_of_them = len(tricks), len(weighted.layouts)
        if done < all_of_them:
            weights = weighted.weights[:done] / weighted.weights[:done].sum()
            size = weighted.effective_sample_size / all_of_them / (weights**2).sum()
            weighted = WeightedLayouts(weighted.layouts[:done], weights, float(size))
        self._tricks = np.concatenate([self._tricks, tricks])
        self._separated = None
        self.statistics.add(weighted, exact=self.exhaustive and done == all_of_them)

    # --------------------------------------------------------------------------------------------- reporting

    def is_separated(self) -> bool:
        """Whether the best card is better than every other, by three standard errors."""
        if self._separated is None:
            payoffs = self._request.payoffs
            values = payoffs.points if payoffs.equity is None else payoffs.equity
            self._separated = self.statistics.is_separated([values[tricks] for tricks in self._tricks.T])
        return self._separated

    def row(self, column: int) -> CardRow:
        """The estimates of a play."""
        request, mean = self._request, self.statistics.mean
        play, payoffs, tricks = request.plays[column], request.payoffs, self._tricks[:, column]
        own = tricks if request.declares else request.most_tricks - tricks
        tricks_mean, tricks_error = mean(own.astype(np.float64))
        make, make_error = (None, None) if payoffs.made is None else mean(payoffs.made[tricks])
        points, points_error = mean(payoffs.points[tricks])
        equity, equity_error = (None, None) if payoffs.equity is None else mean(payoffs.equity[tricks])
        return CardRow(
            card=play.card,
            named=play.named,
            tricks=tricks_mean,
            tricks_error=tricks_error,
            make=make,
            make_error=make_error,
            points=points,
            points_error=points_error,
            equity=equity,
            equity_error=equity_error,
            effective_sample_size=self.statistics.effective_sample_size,
            most_tricks=request.most_tricks,
        )

    def report(self) -> CardReport:
        """The estimates so far."""
        request, statistics = self._request, self.statistics
        hand = request.view.hands[request.to_play]
        assert hand is not None
        return CardReport(
            hand=hand,
            seat=request.view.player,
            to_play=request.to_play,
            dealer=request.view.dealer,
            strain=request.strain,
            contract=request.contract,
            method="pimc",
            rows=tuple(self.row(column) for column in range(len(request.plays))),
            samples=statistics.samples,
            effective_sample_size=statistics.effective_sample_size,
            separated=self.is_separated(),
            exact=statistics.exact,
        )
