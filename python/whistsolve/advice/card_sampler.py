"""The Monte Carlo simulations of `evaluate_cards`: perfect-information Monte Carlo, and alpha-mu."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.advice.answers import CardReport, CardRow
from whistsolve.advice.card_tricks import CardSolver
from whistsolve.advice.cards_request import CardRequest
from whistsolve.advice.rows import beliefs
from whistsolve.advice.sampler import LayoutSampler, estimates_by_tricks
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.evaluation.table_play import TablePlay
from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.solving.alpha_mu import MAX_LAYOUTS, alpha_mu

#: Maximum number of cards in hand for alpha-mu.
_MOST_CARDS: Final = 8
#: Maximum number of layouts that alpha-mu samples; more would take too long.
_SAMPLED: Final = 64


class CardSampler(LayoutSampler[CardReport]):
    """Every legal card of a hand in play, over layouts of the cards that its player cannot see.

    Perfect-information Monte Carlo (Ginsberg, GIB: Imperfect Information in a Computationally Challenging
    Game, Journal of Artificial Intelligence Research 14, 2001): each layout is solved double dummy, and the
    payoffs of each card are averaged.

    A declarer who does not see partner's hand will guess later where the solver knows. So the tricks of the
    declarer's own cards are corrected as those before the first lead are (`TablePlay`), in proportion to the
    tricks that are left, and within the range of double-dummy tricks of the card, the fewest not at stake.
    """

    batch: int = 16
    least_batch: int = 16  # what is solved of a batch is kept
    listed: int = 500  # some tenths of a second at the most
    enumerated_a_second: int = 5_000  # about half as many as can be solved
    #: Whether tricks are corrected at all.
    corrected: bool = True

    _request: CardRequest

    def __init__(self, request: CardRequest, options: SimulationOptions) -> None:
        super().__init__(request, options)
        self._solver = CardSolver(request, options.resources)
        #: Tricks of the counted side after each play in each layout: uint8, (layouts, plays).
        self._tricks: NDArray[np.uint8] = np.empty((0, len(request.plays)), dtype=np.uint8)
        #: Cards of each suit in each column of each layout: uint8, (layouts, columns, suits).
        self._lengths: NDArray[np.uint8] = np.empty((0, request.trick.knowledge.columns, 5), dtype=np.uint8)
        #: The model of play at the table; ``None`` where tricks stay double dummy.
        self._table_play: TablePlay | None = None
        if self.corrected and not self.exhaustive and request.is_declarers:
            self._table_play = options.table_play

    def enumerate(self) -> None:
        """Evaluates all layouts in random order, so that those solved before a deadline are a sample."""
        found = self._posterior.enumerate()
        generator = np.random.Generator(np.random.PCG64(self._options.seed % 2**64))
        order = generator.permutation(len(found.layouts))
        self._add(WeightedLayouts(found.layouts[order], found.weights[order], found.effective_sample_size))

    def _add(self, weighted: WeightedLayouts) -> None:
        tricks, interrupt = self._solver.tricks(weighted.layouts)
        if len(tricks):
            self._count(weighted, tricks)
        if interrupt is not None:
            raise interrupt

    def _count(self, weighted: WeightedLayouts, tricks: NDArray[np.uint8]) -> None:
        """Adds the first layouts of a batch: those that were solved."""
        done, all_of_them = len(tricks), len(weighted.layouts)
        if done < all_of_them:
            weights = weighted.weights[:done] / weighted.weights[:done].sum()
            size = weighted.effective_sample_size / all_of_them / (weights**2).sum()
            weighted = WeightedLayouts(weighted.layouts[:done], weights, float(size))
        self._tricks = np.concatenate([self._tricks, tricks])
        lengths = np.empty((done, *self._lengths.shape[1:]), dtype=np.uint8)
        _kernels.count_suits(np.ascontiguousarray(weighted.layouts), lengths)
        self._lengths = np.concatenate([self._lengths, lengths])
        self.statistics.add(weighted, exact=self.exhaustive and done == all_of_them)

    def estimate(self) -> CardReport:
        """Tricks halfway between the bounds that are proven in one layout."""
        quick = CardSampler(self._request, self._options)
        quick.exhaustive = False
        weighted = self._posterior.draw(1, self._seed)
        quick._count(weighted, self._solver.halfway(weighted.layouts[0]))
        return replace(quick.report(), method="bounds", separated=False)

    # --------------------------------------------------------------------------------------------- reporting

    def _as_played(self, column: int) -> NDArray[np.float64]:
        """By double-dummy tricks of a play, the chance of each number of tricks: (tricks + 1, tricks + 1)."""
        request, tricks = self._request, self._tricks[:, column]
        found: NDArray[np.float64] = np.eye(request.tricks_left + 1)
        if self._table_play is not None and len(tricks):
            low, high = int(tricks.min()), int(tricks.max()) + 1
            share, no_trump = request.tricks_left / request.all_tricks, request.trick.strain.is_no_trump
            at_stake = max(request.tricks_left - low, 1)
            inside = self._table_play.matrix(no_trump, at_stake)[: high - low, : high - low]
            inside = inside / inside.sum(axis=1, keepdims=True)
            found[low:high, low:high] += share * (inside - found[low:high, low:high])
        return found

    def _compared(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        payoffs = self._request.payoffs
        by_tricks = payoffs.points if payoffs.equity is None else payoffs.equity
        values = np.stack(
            [(self._as_played(column) @ by_tricks)[tricks] for column, tricks in enumerate(self._tricks.T)]
        )
        return values, self.statistics.means(values)[0]

    def row(self, column: int) -> CardRow:
        """The estimates of a play."""
        request = self._request
        play, payoffs, tricks = request.plays[column], request.payoffs, self._tricks[:, column]
        played, numbers = self._as_played(column), np.arange(request.tricks_left + 1.0)
        own = numbers if request.trick.declares else request.tricks_left - numbers
        by_tricks = {"tricks": own, "make": payoffs.made, "points": payoffs.points, "equity": payoffs.equity}
        expected = {name: None if each is None else played @ each for name, each in by_tricks.items()}
        return CardRow(
            card=play.card,
            named=play.named,
            **estimates_by_tricks(tricks, expected, self.statistics.mean),
            effective_sample_size=self.statistics.effective_sample_size,
            most_tricks=request.tricks_left,
        )

    def report(self) -> CardReport:
        """The estimates so far."""
        request = self._request
        lengths = np.average(self._lengths, axis=0, weights=self.statistics.weights)
        return CardReport(
            to_play=request.to_play,
            strain=request.strain,
            contract=request.contract,
            method="pimc",
            play="double_dummy" if self._table_play is None else "table",
            believed=tuple(beliefs(request.view, request.trick.knowledge, lengths)),
            rows=tuple(self.row(column) for column in range(len(request.plays))),
            **self._of_sample(),
        )


class AlphaMuSampler(CardSampler):
    """Every legal card of a hand in play by alpha-mu, for a request that it supports (`knows`).

    The player plays the same card in layouts that look the same. There is one batch, all layouts if there are
    at most 128, otherwise a sample of at most 64, which are solved double dummy too: tricks, points and match
    equity are those of perfect-information Monte Carlo, as is the entire report if time runs out before depth
    2, or before depth 1 if that was requested.
    """

    batch: int = _SAMPLED
    least_batch: int = _SAMPLED
    listed: int = MAX_LAYOUTS
    corrected: bool = False

    def __init__(self, request: CardRequest, options: SimulationOptions, depth: int) -> None:
        super().__init__(request, replace(options, samples=min(options.samples, _SAMPLED)))
        self._depth = depth
        self._finished: int | None = None
        #: The alpha-mu value of each play in each layout, summed over the targets: float64, (layouts, plays).
        self._aims: NDArray[np.float64] = np.empty((0, len(request.plays)))

    @staticmethod
    def knows(request: CardRequest) -> bool:
        """Whether it supports a request: at most eight cards in hand, and no led joker that names a suit."""
        return len(request.hand) <= _MOST_CARDS and all(play.named is None for play in request.plays)

    def _add(self, weighted: WeightedLayouts) -> None:
        super()._add(weighted)
        if len(self._tricks) < len(weighted.layouts):  # the time was over
            return
        hands = self._request.trick.with_trick(weighted.layouts)
        different, indices = np.unique(hands, axis=0, return_inverse=True)
        weights = np.bincount(indices.reshape(-1), weighted.weights, len(different)).astype(np.float64)
        least, targets = self._targets()
        aims = np.full((len(different), len(self._request.plays)), float(least))
        finished = self._depth
        for target in targets:
            if self._options.deadline.is_over:
                return
            made, depth = self._made(different, weights, target)
            if depth < min(self._depth, 2):
                return
            aims += made
            finished = min(finished, depth)
        self._aims, self._finished = aims[indices.reshape(-1)], finished

    def _targets(self) -> tuple[int, range]:
        """The tricks that the side reaches for certain, and the targets beyond: one with a contract."""
        request = self._request
        made = request.payoffs.made
        if made is None:
            own = self._tricks if request.trick.declares else request.tricks_left - self._tricks
            return int(own.min()), range(int(own.min()) + 1, int(own.max()) + 1)
        needed = int(np.count_nonzero(made == 0))  # `made` increases with tricks: counts the failing ones
        target = needed if request.trick.declares else request.tricks_left - needed + 1
        if target <= 0:
            return 1, range(0)
        return 0, range(target, target + (target <= request.tricks_left))

    def _made(
        self, hands: NDArray[np.uint64], weights: NDArray[np.float64], target: int
    ) -> tuple[NDArray[np.bool_], int]:
        """Whether each play reaches a target in each layout, (layouts, plays), and the depth searched."""
        request = self._request
        trick, view, seats = request.trick, request.view, request.trick.arguments
        found = alpha_mu(
            hands,
            trick.strain,
            seats["leader"],
            declarer=seats["declarer"],
            played=seats["played"],
            target=target,
            depth=self._depth,
            controls=[
                seat
                for seat, hand in enumerate(trick.hands)
                if view.seating.controllers[hand] == view.player and view.hands[hand] is not None
            ],
            weights=weights,
            partner="double_dummy",
            rules=seats["rules"],
            memory_mb=self._options.resources.memory_mb,
            time_limit=self._options.deadline.seconds_left(),
        )
        made = {each.card: each.made for each in found.cards}
        return np.stack([made[play.card] for play in request.plays], axis=1), found.depth

    # --------------------------------------------------------------------------------------------- reporting

    def _compared(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        if self._finished is None:
            return super()._compared()
        ranks = [self.row(column).rank for column in range(len(self._request.plays))]
        return self._aims.T, np.array([sum(rank >= other for other in ranks) for rank in ranks], dtype=float)

    def row(self, column: int) -> CardRow:
        """The estimates of a play."""
        row = super().row(column)
        if self._finished is None:
            return row
        aim, error = self.statistics.mean(self._aims[:, column])
        if row.make is None:
            return replace(row, aim=aim)
        return replace(row, aim=aim, make=aim if self._request.trick.declares else 1 - aim, make_error=error)

    def report(self) -> CardReport:
        """The estimates so far."""
        report = super().report()
        if self._finished is None:
            return report
        return replace(report, method="alpha_mu", depth=self._finished)
