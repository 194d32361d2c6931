"""The simulation of `evaluate_cards` by alpha-mu: cards near the end of a hand, over few layouts together."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.card_sampler import CardSampler
from whistsolve.bidding.card_table import CardTable
from whistsolve.bidding.cards_request import CardRequest
from whistsolve.bidding.reports.card_report import CardReport, CardRow
from whistsolve.bidding.request import SimulationOptions
from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.inference.trick_in_progress import rules_of_trick
from whistsolve.solving.alpha_mu import MAX_LAYOUTS, alpha_mu
from whistsolve.solving.deadline import Deadline

__all__ = ["AlphaMuSampler"]

#: Cards in hand up to which it is used.
_MOST_CARDS: Final = 8


class AlphaMuSampler(CardSampler):
    """Every legal card of a hand in play by alpha-mu: the player plays alike where he has seen the same.

    Layouts are one batch, at most 64. They are solved double dummy too: tricks, points and match equity are
    those of perfect-information Monte Carlo. Where the time ends before depth 2, or the depth asked, so is
    the whole report.

    Parameters
    ----------
    request : CardRequest
        One that `knows`.
    options : SimulationOptions
    deadline : Deadline
    depth : int
        Cards of the player to look ahead.
    """

    def __init__(
        self, request: CardRequest, options: SimulationOptions, deadline: Deadline, depth: int
    ) -> None:
        super().__init__(request, replace(options, samples=self.layouts_for(options)), deadline)
        self.exhaustive: bool = self._posterior.is_enumerable(self._options.samples)
        self._table, self._depth = CardTable(request), depth
        self._finished: int | None = None
        #: What each play brings in each layout, summed over the targets: float64, (layouts, plays).
        self._aims: NDArray[np.float64] = np.empty((0, len(request.plays)))

    @staticmethod
    def knows(request: CardRequest) -> bool:
        """Whether it is used: from eight cards down, and where no joker that is led names a suit."""
        hand = request.view.hands[request.to_play]
        assert hand is not None
        return len(hand) <= _MOST_CARDS and all(play.named is None for play in request.plays)

    @staticmethod
    def layouts_for(options: SimulationOptions) -> int:
        """Layouts at most."""
        return min(options.samples, MAX_LAYOUTS)

    def _add(self, weighted: WeightedLayouts) -> None:
        super()._add(weighted)
        if len(self._tricks) == len(weighted.layouts):  # otherwise the time was over
            self._look_ahead(weighted)

    def _look_ahead(self, weighted: WeightedLayouts) -> None:
        """Finds what each play brings, unless the time ends before that."""
        hands = self._table.with_trick(self._table.hands_in(weighted.layouts))
        different, indices = np.unique(hands, axis=0, return_inverse=True)
        weights = np.bincount(indices.reshape(-1), weighted.weights, len(different)).astype(np.float64)
        least, targets = self._targets()
        aims = np.full((len(different), len(self._request.plays)), float(least))
        finished = self._depth
        for target in targets:
            if self._deadline.is_over:
                return
            made, depth = self._made(different, weights, target)
            if depth < min(self._depth, 2):
                return
            aims += made
            finished = min(finished, depth)
        self._aims, self._finished, self._separated = aims[indices.reshape(-1)], finished, None

    def _targets(self) -> tuple[int, range]:
        """Tricks of the own side to aim at, and how many targets below these are reached for certain.

        With a contract what makes or beats it. Otherwise each number of tricks that double-dummy play leaves
        open: the sum of the chances is a number of tricks.
        """
        request = self._request
        made = request.payoffs.made
        if made is None:
            own = self._tricks if request.declares else request.most_tricks - self._tricks
            return int(own.min()), range(int(own.min()) + 1, int(own.max()) + 1)
        needed = int(np.count_nonzero(made == 0))  # more tricks make it, too
        target = needed if request.declares else request.most_tricks - needed + 1
        if target <= 0:
            return 1, range(0)
        return 0, range(target, target + (target <= request.most_tricks))

    def _made(
        self, hands: NDArray[np.uint64], weights: NDArray[np.float64], target: int
    ) -> tuple[NDArray[np.bool_], int]:
        """Where each play makes a target, (layouts, plays), and the depth of that."""
        request, table = self._request, self._table
        found = alpha_mu(
            hands,
            request.strain,
            table.leader,
            declarer=table.declarer,
            played=map(str, request.view.trick),
            target=target,
            depth=self._depth,
            controls=table.controls,
            weights=weights,
            partner="double_dummy",
            rules=rules_of_trick(request.rules, len(request.view.tricks)),
            memory_mb=self._options.resources.memory_mb,
            time_limit=self._deadline.seconds_left(),
        )
        made = {each.card: each.made for each in found.cards}
        return np.stack([made[play.card] for play in request.plays], axis=1), found.depth

    # --------------------------------------------------------------------------------------------- reporting

    def is_separated(self) -> bool:
        """Whether the card chosen aims better than every other, by three standard errors."""
        if self._finished is None:
            return super().is_separated()
        if self._separated is None:
            rows = [self.row(column).rank for column in range(len(self._request.plays))]
            self._separated = self.statistics.is_separated(list(self._aims.T), rows.index(max(rows)))
        return self._separated

    def row(self, column: int) -> CardRow:
        """The estimates of a play."""
        row = super().row(column)
        if self._finished is None:
            return row
        aim, error = self.statistics.mean(self._aims[:, column])
        if row.make is None:
            return replace(row, aim=aim)
        return replace(row, aim=aim, make=aim if self._request.declares else 1 - aim, make_error=error)

    def report(self) -> CardReport:
        """The estimates so far."""
        report = super().report()
        if self._finished is None:
            return report
        return replace(report, method="alpha_mu", depth=self._finished)
