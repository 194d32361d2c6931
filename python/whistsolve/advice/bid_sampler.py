"""The Monte Carlo simulation of `evaluate_bids`: how the auction ends after each call, and its payoff."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.advice_report import rank_of
from whistsolve.advice.answers import BidReport, BidRow, OpponentsContract, lowest_of_equals
from whistsolve.advice.auction_ends import Batch, Ends, OwnTricks, enumerated_ends, sampled_ends
from whistsolve.advice.auction_sampler import AuctionSampler, CandidatePrior
from whistsolve.advice.calls.bid_values import BidValues
from whistsolve.advice.discarding.declarer_solver import DiscardTricks
from whistsolve.advice.request import AuctionRequest
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.advice.statistics import PRIOR_STRENGTH, prior_weight, rounded
from whistsolve.game.auction.calls import Bid, strains_of
from whistsolve.inference.posterior import WeightedLayouts
from whistsolve.rules.sides import are_partners

#: Layouts between two tests of separation if tricks are estimated and no hand is solved.
_ESTIMATED_BATCH: Final = 240
#: Number of strains solved for each kind of bid: those that the evaluator predicts to be best.
_STRAINS_OF_A_KIND: Final = 2
#: A strain is not solved if it is predicted to win this many tricks less than another for the same bid:
#: about twice the error of that difference, if the prior is as good as `PRIOR_STRENGTH` layouts.
_FAR_BEHIND: Final = 1.0
#: If tricks are estimated, mean points of strains are shrunk toward a prediction from the player's own hand,
#: which counts as this many layouts.
_BY_HAND_STRENGTH: Final = 16.0


class _Valued(NamedTuple):
    """Estimates from the layouts so far: the player's tricks by bid, and of each call payoff and prior."""

    own: dict[Bid, OwnTricks]
    payoffs: NDArray[np.float64]
    priors: list[CandidatePrior] | None


class BidSampler(AuctionSampler[BidReport]):
    """Every legal call, over layouts of the cards that the player cannot see.

    Sampling ends once the expected loss of the best call is less than `tolerance` points.
    """

    def __init__(self, request: AuctionRequest, options: SimulationOptions, tolerance: float = 0.0) -> None:
        super().__init__(request, options)
        self._tolerance = tolerance
        if options.discards == "estimated":
            self.batch = _ESTIMATED_BATCH
        self._calls = request.auction.legal_calls
        #: Candidate strains, as indices among those of the model, and as `Strain` objects below.
        self._indices = self._candidates()
        self._strains = [self._model.strains[index] for index in self._indices]
        own = np.array([request.hand.mask], dtype=np.uint64)
        #: The evaluator's distributions of tricks from the player's hand alone: (strains, tricks + 1).
        by_hand = self._model.trick_distributions(own, self._strains)
        self._by_hand: NDArray[np.float64] = self._as_played(by_hand, self._strains, self._seat, own)[0]
        #: If all layouts are enumerated, the index of the kitty of each: layouts with the same kitty look the
        #: same to the declarer.
        self._groups: NDArray[np.intp] | None = None
        #: Distributions of tricks in the candidate strains: (layouts, strains, tricks + 1).
        self._own: NDArray[np.float64] = np.empty((0, len(self._strains), self._table.tricks + 1))
        #: Mean tricks that the player expects after the discard in each layout: (layouts, strains).
        self._means: NDArray[np.float64] = np.empty((0, len(self._strains)))
        self._batches: list[Batch] = []
        #: By bid: the weight of the layouts in which opponents play it after each call, and make it.
        self._by_opponents: dict[Bid, NDArray[np.float64]] = {}
        self._valued: _Valued | None = None

    def _candidates(self) -> list[int]:
        """Indices of the strains to solve: all if exhaustive, else the evaluator's best for each bid."""
        rules, model = self._rules, self._model
        number = len(model.strains) if self.exhaustive else _STRAINS_OF_A_KIND
        means = model.bid_values(np.array([self._request.hand.mask], dtype=np.uint64)).means[0]
        chosen: set[int] = set()
        for call in self._calls:
            if isinstance(call, Bid):
                allowed = [model.strains.index(strain) for strain in strains_of(call, rules)]
                several = number * (2 if call.trump is None and call.direction is None else 1)
                chosen |= set(sorted(allowed, key=lambda index: -means[index])[:several])
        found = sorted(chosen) or [int(means.argmax())]  # if only a pass is legal, one strain is still needed
        return self._without_far_behind(found)

    def _without_far_behind(self, indices: list[int]) -> list[int]:
        """The strains except those that the prior makes unlikely to be named after any bid."""
        predicted = self._prior_sampler()
        if predicted is None or not self._request.game.names_first:
            return indices
        numbers = np.arange(self._table.tricks + 1)
        tricks = {
            index: float(predicted.statistics.distribution(predicted._own[:, column]) @ numbers)
            for column, index in enumerate(predicted._indices)
        }
        kept: set[int] = set()
        for call in self._calls:
            if isinstance(call, Bid):
                allowed = [
                    each for each in indices if self._model.strains[each] in strains_of(call, self._rules)
                ]
                most = max(tricks[index] for index in allowed)
                kept |= {index for index in allowed if tricks[index] > most - _FAR_BEHIND}
        return sorted(kept) or indices

    # ---------------------------------------------------------------------------------------------- sampling

    def _add(self, weighted: WeightedLayouts) -> None:
        values, first = self._bid_values(weighted.layouts), self.statistics.samples
        following = [self._request.auction.after(call) for call in self._calls]
        if self.exhaustive:
            ends: Ends = enumerated_ends(following, self._seat, self._model, values)
        else:
            ends = sampled_ends(following, self._seat, self._model, values, self._options.seed, first)
        self._add_tricks(weighted, values, ends)
        if self.exhaustive and self._options.discards != "double_dummy":
            self._groups = np.unique(weighted.layouts[:, -1], return_inverse=True)[1]

    def _add_tricks(self, weighted: WeightedLayouts, values: list[BidValues], ends: Ends) -> None:
        """Adds the player's tricks in the candidate strains, and those of others who become declarer."""
        layouts = weighted.layouts
        wanted: dict[tuple[int, int], NDArray[np.bool_]] = {}
        for end in ends.every:
            if end is not None and end[0] != self._seat:
                key = end[0], end[2]
                wanted[key] = wanted.get(key, np.zeros(len(layouts), dtype=np.bool_)) | ends.reached(end)
        if self._options.discards == "estimated":
            own = self._estimate(layouts, values, self._seat, self._indices)
            means = values[self._seat].means[:, self._indices]
            others = {}
            for declarer in dict.fromkeys(seat for seat, _ in wanted):
                named = [strain for seat, strain in wanted if seat == declarer]
                tricks = self._estimate(layouts, values, declarer, named)
                for column, strain in enumerate(named):
                    others[declarer, strain] = tricks[:, column]
        else:
            found = self._own_tricks(weighted)
            own = self._distributions_of(layouts, found.tricks, self._strains, self._seat)
            means = found.means
            others = {}
            for key, rows in sorted(wanted.items()):
                others[key] = np.zeros((len(layouts), self._table.tricks + 1))
                strains = [self._model.strains[key[1]]]
                solved = self._play(layouts[rows], key[0], strains, "heuristic")
                others[key][rows] = self._distributions_of(layouts[rows], solved.tricks, strains, key[0])[
                    :, 0
                ]
        self._own = np.concatenate([self._own, own])
        self._means = np.concatenate([self._means, means])
        start = self.statistics.samples
        self._batches.append(Batch(start, start + len(layouts), ends, others))
        self._count_opponents(self._batches[-1], weighted.weights * len(layouts))
        self.statistics.add(weighted, exact=self.exhaustive)
        self._valued = None

    def _count_opponents(self, batch: Batch, weights: NDArray[np.float64]) -> None:
        """Counts the contracts that opponents play after each call, and how often they make them."""
        for end in batch.ends.every:
            if end is not None and not are_partners(end[0], self._seat, self._rules):
                declarer, bid, strain = end
                chances = batch.ends.chances(end) * weights
                counted = self._by_opponents.setdefault(bid, np.zeros((2, len(self._calls))))
                counted += [
                    chances.sum(1),
                    chances @ (batch.others[declarer, strain] @ self._table.made[bid.level]),
                ]

    def _opponents(self, index: int) -> OpponentsContract | None:
        """What opponents play after a call."""
        found = {bid: counted[:, index] for bid, counted in self._by_opponents.items()}
        played, made = sum(found.values(), np.zeros(2)).tolist()
        if not played:
            return None
        often = max(found, key=lambda bid: rounded(found[bid][0]))
        return OpponentsContract(played / float(self.statistics.weights.sum()), made / played, often)

    def _own_tricks(self, weighted: WeightedLayouts) -> DiscardTricks:
        """Tricks of this player in the candidate strains."""
        method = self._options.discards
        assert method != "estimated"
        found = self._play_own(weighted, self._strains, method)
        if method != "heuristic" or not self._rules.kitty_size:
            return found
        # After a heuristic discard the player expects what the evaluator predicts for the remaining cards.
        held = weighted.layouts[:, self._seat] | weighted.layouts[:, -1]
        columns = [
            self._model.bid_values(held & ~found.discards[:, column]).means[:, index]
            for column, index in enumerate(self._indices)
        ]
        return DiscardTricks(found.tricks, found.discards, np.stack(columns, axis=1))

    def is_settled(self) -> bool:
        """Whether the best call is separated, or its expected loss is below the tolerance."""
        return self.is_separated() or self.expected_loss() < self._tolerance

    # ------------------------------------------------------------------------------------------------ valuing

    def _payoffs_of_all(self) -> NDArray[np.float64]:
        return self._values().payoffs

    def _priors(self) -> list[CandidatePrior] | None:
        return self._values().priors

    def _values(self) -> _Valued:
        """The estimates from the layouts so far, cached until layouts are added."""
        if self._valued is None:
            own: dict[Bid, OwnTricks] = {}
            payoffs = self._payoffs_by_call(lambda bid: self._own_contract(bid, own))
            for call in self._calls:
                if isinstance(call, Bid):
                    self._own_contract(call, own)
            self._valued = _Valued(own, payoffs, self._priors_of(own))
        return self._valued

    def _payoffs_by_call(self, own: Callable[[Bid], OwnTricks]) -> NDArray[np.float64]:
        strains = self._model.strains
        return np.concatenate(
            [batch.payoffs(self._payoffs, self._seat, strains, own) for batch in self._batches], axis=1
        )

    def report(self) -> BidReport:
        """The estimates so far."""
        rows = [self._row(index, self._values()) for index in range(len(self._calls))]
        top = max(range(len(rows)), key=lambda index: rank_of(rows[index]))
        errors = self._errors_behind(top)
        rows = [replace(row, error_behind=error) for row, error in zip(rows, errors, strict=True)]
        best = rows.index(lowest_of_equals(rows))
        loss = self.expected_loss(best)
        found = self._of_sample()
        if best != top:
            found["lead_error"] = errors[best]
        return BidReport(
            rows=tuple(rows),
            discards=self._options.discards,
            **found,
            play=self._options.play,
            expected_loss=loss if math.isfinite(loss) else None,  # not known after a single layout
        )

    def _row(self, index: int, valued: _Valued) -> BidRow:
        call, payoffs = self._calls[index], valued.payoffs[index]
        found = None if valued.priors is None else valued.priors[index]
        strain, contract, chances, level = None, 0.0, None, 0
        if isinstance(call, Bid):
            own, level = valued.own[call], call.level
            strain, chances = self._model.strains[own.strain], own.chances
            becomes = np.zeros(self.statistics.samples)
            for batch in self._batches:
                becomes[batch.start : batch.stop] = batch.ends.chances((self._seat, call, -1))[index]
            contract = self.statistics.mean(becomes)[0]
        return BidRow(
            call=call,
            strain=strain,
            contract=contract,
            games=self._shrunk(payoffs[:, 2], None if found is None else found.games)[0],
            opponents=self._opponents(index),
            **self._estimates(payoffs, found, chances, level),
        )

    # --------------------------------------------------------------------------------------------- the prior

    def _predicted_tricks(self) -> NDArray[np.float64]:
        """Predicted distributions of tricks in the candidate strains: (strains, tricks + 1)."""
        predicted = self._prior_sampler()
        if predicted is None:
            return self._by_hand
        columns = [predicted._indices.index(index) for index in self._indices]
        means = [predicted.statistics.distribution(predicted._own[:, each]) for each in columns]
        return np.stack(means)

    def _priors_of(self, own: dict[Bid, OwnTricks]) -> list[CandidatePrior] | None:
        """The priors of all calls, in the strains that `own` names; ``None`` if there is no prior."""
        predicted = self._prior_sampler()
        if predicted is None:
            return None
        known = predicted._in_strains(own, self)
        payoffs = predicted._payoffs_by_call(known.__getitem__)
        of_calls = [
            (known[call].chances, call.level) if isinstance(call, Bid) else (None, 0) for call in self._calls
        ]
        return [predicted._as_prior(paid, *each) for paid, each in zip(payoffs, of_calls, strict=True)]

    def _in_strains(self, own: dict[Bid, OwnTricks], naming: BidSampler) -> dict[Bid, OwnTricks]:
        """The player's tricks in this sample after every bid that may win, if `naming` names the strains."""
        ends = (end for batch in self._batches for end in batch.ends.every)
        bids = {call for call in self._calls if isinstance(call, Bid)}
        bids |= {end[1] for end in ends if end is not None and end[0] == self._seat}
        found: dict[Bid, OwnTricks] = {}
        for bid in bids:
            strain = naming._own_contract(bid, own).strain
            no_trump = np.full(self.statistics.samples, self._model.strains[strain].is_no_trump)
            found[bid] = OwnTricks(self._own[:, self._indices.index(strain)], no_trump, strain)
        return found

    def _own_contract(self, bid: Bid, known: dict[Bid, OwnTricks]) -> OwnTricks:
        """The player's tricks after a bid, cached in `known`."""
        if bid not in known:
            known[bid] = self._with_best_strain(bid)
        return known[bid]

    def _with_best_strain(self, bid: Bid) -> OwnTricks:
        """The player's tricks after a bid, in the strain with the most points.

        If strains are named before the kitty is seen, one strain is named for all layouts; otherwise in each
        layout the one with the most points that the player expects after the discard.
        """
        rules = self._rules
        allowed = [column for column, each in enumerate(self._strains) if each in strains_of(bid, rules)]
        kinds = np.array([int(self._strains[column].is_no_trump) for column in allowed])
        margin = self._table.margin()[bid.level]
        points = [self._own[:, column] @ margin[kind] for column, kind in zip(allowed, kinds, strict=True)]
        if self._request.game.names_first or self._options.discards == "estimated":
            predicted = self._predicted_tricks()
            prior = [predicted[column] @ margin[kind] for column, kind in zip(allowed, kinds, strict=True)]
            means = np.array([self.statistics.mean(values)[0] for values in points])
            if not self.statistics.exact:
                strength = PRIOR_STRENGTH if self._has_prior() else _BY_HAND_STRENGTH
                weight = prior_weight(strength, self.statistics.effective_sample_size)
                means += (np.array(prior) - means) * weight
            picked = np.full(self.statistics.samples, int(means.round(9).argmax()))
        else:
            if self._groups is not None:
                groups, weights = self._groups, self.statistics.weights
                size = np.bincount(groups, weights)
                expected = [(np.bincount(groups, weights * each) / size)[groups] for each in points]
            else:
                numbers = np.arange(margin.shape[1])
                columns = zip(self._means[:, allowed].T, kinds, strict=True)
                by_kind = list(margin)  # the value of each number of double-dummy tricks
                if (play := self._table_play) is not None:
                    by_kind = [play.matrix(kind == 1, self._table.tricks) @ margin[kind] for kind in (0, 1)]
                expected = [np.interp(means, numbers, by_kind[kind]) for means, kind in columns]
            picked = np.round(expected, 9).argmax(axis=0)
        chosen = np.array(allowed)[picked]
        own = self._own[np.arange(self.statistics.samples), chosen]
        most = int(np.bincount(chosen, weights=self.statistics.weights).argmax())
        return OwnTricks(own, kinds[picked] == 1, self._indices[most])

    def _discards_by_one_rule(self) -> bool:
        # A strain that is named with the kitty in hand is chosen by the value of that hand's own discard.
        return self._request.game.names_first and super()._discards_by_one_rule()
