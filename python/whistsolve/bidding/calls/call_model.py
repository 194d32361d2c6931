"""How other seats call: a stochastic policy by their own hands alone, fitted by self-play.

The policy is a mixture of two. Cautious players compare the expected points of each bid as the contract with
a fixed value of a pass. The others compare the action values of all legal calls: the points that they lead to
in the end, which depend on what others call after them. Both choose by softmax, so that every legal call has
a positive probability and no layout is excluded by a call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.arguments import require_rules
from whistsolve.bidding.calls.auction_states import AuctionKind, AuctionState, AuctionStates
from whistsolve.bidding.calls.bid_values import BidValuer, BidValues, TrickEvaluator
from whistsolve.bidding.calls.conventions import Convention, convention_points, read_conventions
from whistsolve.bidding.calls.rollout import TURNS, Decisions, WinningBid, sample_ends
from whistsolve.bidding.calls.value_regression import Stratum, ValueRegression
from whistsolve.dealing import random_deals
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, WhistError
from whistsolve.evaluation.deal_evaluator import DealEvaluator
from whistsolve.evaluation.hand_evaluator import Evaluator
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, all_bids, all_strains
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners, side_count
from whistsolve.values.reading import read_instance, shown
from whistsolve.values.strains import Strain

__all__ = ["CallModel", "TrickEvaluator"]

#: Mixture weight of the cautious policy, and the value that it gives to a pass, in points. Tuned in matches
#: against heuristic bidders, which pass more often than double-dummy results would justify.
_CAUTIOUS_WEIGHT: Final = 0.8
_CAUTIOUS_PASS_VALUE: Final = 3.0
#: Temperatures of the softmax in points: of the policy by action values, and of the cautious one. Not fitted,
#: for want of data on how people call.
_TEMPERATURE, _CAUTIOUS_TEMPERATURE = 0.35, 0.7
#: Mixture weight of the model in the likelihood of a call that is heard: near the maximum likelihood for
#: bids of heuristic, modelled and sampling players (`benchmarks.fitting.call_trust`).
_TRUST: Final = 0.9
#: The same for the strain that a declarer names, and for his discard.
_DECLARER_TRUST: Final = 0.9
#: Prior of the action values of passes: points where nobody has bid, and how many points a trick more in
#: one's own hand adds after a bid of one's own side, and of the other.
_PASS_VALUE, _OWN_SLOPE, _OTHERS_SLOPE = -0.5, 0.8, 1.2
#: Hands of self-play to fit the action values to, and iterations.
_HANDS: Final = 2500
_ITERATIONS: Final = 3


class _Terms(NamedTuple):
    """What the values of all calls have in common in states of one kind, whatever the hands; by column.

    Attributes
    ----------
    strata : tuple of (Stratum or None)
        ``None`` where the call is not legal.
    told : bool
        As for `AuctionKind`.
    intercepts, slopes : ndarray
        float64: the coefficients of each legal call; otherwise minus infinity and 0.
    """

    strata: tuple[Stratum | None, ...]
    told: bool
    intercepts: NDArray[np.float64]
    slopes: NDArray[np.float64]


class Contracts(NamedTuple):
    """The contracts of some hands.

    Attributes
    ----------
    rows, declarers, levels, strains : ndarray
        Integers, shape (contracts,): the hand, the seat, the level of the bid, and the index of the strain
        among those of the model.
    no_trump : ndarray
        bool, shape (contracts,): whether the strain is without a trump suit.
    """

    rows: NDArray[np.intp]
    declarers: NDArray[np.intp]
    levels: NDArray[np.intp]
    strains: NDArray[np.int64]
    no_trump: NDArray[np.bool_]


class CallModel:
    """A policy of calls, and the likelihood of calls under it.

    Parameters
    ----------
    rules : Rules
        Of a game with an auction and without dummies.
    evaluator : TrickEvaluator, optional
        How seats predict the tricks of their hands; `Evaluator` where it is left out.
    trust : float
        Mixture weight of the policy, from 0 to 1, in the likelihood of a call that is heard: the share of
        calls that are taken to follow it. The others carry no information about a hand.
    conventions : iterable of str or Convention
        What certain bids show by agreement, of all sides: names in `CONVENTIONS`, or your own.
    declarer_trust : float
        In the play, the same for the strain that a declarer named and for his discard (`DeclarerModel`). With
        0 they are no evidence.

    Raises
    ------
    RulesError
        Where they are of another game, or of one that the evaluator does not know; where a convention does
        not fit them.
    WhistError
        Where a trust is not from 0 to 1, or a convention is not known or there twice.

    Notes
    -----
    Action values are fitted by approximate policy iteration (Bertsekas and Tsitsiklis, Neuro-Dynamic
    Programming, 1996) in self-play. The prior: a bid has its expected points as the contract, a pass what the
    best bid so far usually brings. Then 2,500 random hands are called by the policy, and the points that each
    call leads to, as `DealEvaluator` predicts them from all hands, are regressed on one feature of the
    caller's hand, by stratum (`ValueRegression`): three iterations. The softmax provides the exploration.

    Conventions add points to the values of bids before the softmax: a bonus where the hand has what the bid
    shows, a penalty where it has not. That changes what calls say of a hand as much as what seats call in
    self-play and rollouts. In a rollout nobody draws conclusions from calls that he hears.

    Examples
    --------
    >>> from whistsolve.values.hands import Hand
    >>> rules = Rules.preset("bid_whist")
    >>> model = CallModel(rules, conventions=["four_shows_joker"])
    >>> with_and_without = [Hand("AKQ82.K3.Q7.98.B"), Hand("AKQ82.K3.Q7.A98")]
    >>> hands = np.array([hand.mask for hand in with_and_without], dtype=np.uint64)
    >>> likely = model.likelihood(Auction.start(rules, "W"), Bid(4, None, "uptown"), hands)
    >>> bool(likely[0] > 10 * likely[1])
    True
    """

    __slots__ = (
        "_bid_index",
        "_bids",
        "_mean_strength",
        "_regression",
        "_scores",
        "_terms",
        "_valuer",
        "conventions",
        "deal_evaluator",
        "declarer_trust",
        "rules",
        "states",
        "strains",
        "trust",
    )

    def __init__(
        self,
        rules: Rules,
        evaluator: TrickEvaluator | None = None,
        *,
        trust: float = _TRUST,
        conventions: Iterable[str | Convention] = (),
        declarer_trust: float = _DECLARER_TRUST,
    ) -> None:
        for name, share in (("trust", trust), ("declarer_trust", declarer_trust)):
            if not isinstance(share, (int, float)) or not 0 <= share <= 1:
                raise WhistError(f"{name} {shown(share)} is wrong: expected a number from 0 to 1")
        if evaluator is not None and not hasattr(evaluator, "distributions"):
            raise WhistError(f"evaluator {shown(evaluator)} is wrong: expected one such as Evaluator")
        self.rules: Rules = require_rules(rules)
        self.trust: float = float(trust)
        #: Mixture weight of the model in the likelihood of the strain that a declarer named, and his discard.
        self.declarer_trust: float = float(declarer_trust)
        self._scores = ScoreTable.of(rules)
        #: What certain bids show by agreement.
        self.conventions: tuple[Convention, ...] = read_conventions(conventions, rules)
        first = any(meaning.first for each in self.conventions for meaning in each.meanings)
        #: The states that auctions come to, with the columns of calls.
        self.states: AuctionStates = AuctionStates(rules, minds_first_bids=first)
        self._bids = all_bids(rules)
        self._valuer = BidValuer(rules, Evaluator() if evaluator is None else evaluator, self._bids)
        self._bid_index = {bid: index for index, bid in enumerate(self._bids)}
        #: The strains that `BidValues` index.
        self.strains: tuple[Strain, ...] = all_strains(rules)
        deals = random_deals(_HANDS, 0, rules)
        values = [self.bid_values(deals[:, seat]) for seat in range(rules.players)]
        #: Predicts tricks where all hands are known.
        self.deal_evaluator: DealEvaluator = DealEvaluator(
            rules, self.strains, np.stack([each.means for each in values], axis=1), self._scores.tricks
        )
        self._mean_strength = float(values[0].strength.mean())
        self._terms: dict[AuctionKind, _Terms] = {}
        self._regression = ValueRegression(self._prior_coefficients(values[0]))
        for iteration in range(_ITERATIONS):
            self._improve(values, iteration)

    # --------------------------------------------------------------------------------------------- self-play

    def _prior_coefficients(self, values: BidValues) -> dict[tuple[str, int], tuple[float, float]]:
        """Prior intercept and slope of passes after bids of each level, by the hands that would bid it."""
        prior: dict[tuple[str, int], tuple[float, float]] = {}
        for level in {bid.level for bid in self._bids}:
            indices = [index for bid, index in self._bid_index.items() if bid.level == level]
            best = np.sort(values.values[:, indices].max(axis=1))
            # Hardly any hand would bid seven: then the one per cent that come nearest.
            bidding = max(int((best > _PASS_VALUE).sum()), _HANDS // 100)
            expected = float(best[-bidding:].mean())
            prior["ours", level] = expected, _OWN_SLOPE
            prior["theirs", level] = -expected, _OTHERS_SLOPE
        return prior

    def _improve(self, values: Sequence[BidValues], iteration: int) -> None:
        """One iteration: all hands are called by the present policy, and the regression is fitted to them."""
        rules, regression = self.rules, self._regression
        uniforms = np.random.Generator(np.random.PCG64(iteration)).random((_HANDS, TURNS))
        decisions: list[Decisions] = []
        start = Auction.start(rules, rules.players - 1)
        points = self._points(sample_ends([start], self, values, uniforms, decisions)[0], values)
        features = [self._features(each) for each in values]
        for seat, states, which, layouts, columns in decisions:
            terms, numbers = self._terms_of(states, which)
            strata = np.array(
                [[-1 if each is None else regression.number(each) for each in one.strata] for one in terms]
            )
            feature = features[seat][layouts, columns]
            regression.add(strata[numbers, columns], feature, points[layouts, seat])
        regression.fit()
        self._terms.clear()

    def _points(
        self, ends: Mapping[WinningBid, NDArray[np.intp]], values: Sequence[BidValues]
    ) -> NDArray[np.float64]:
        """Expected points of each seat's side less those of another: float64, shape (hands, seats)."""
        rules = self.rules
        found = np.zeros((len(values[0].means), rules.players))
        contracts = self.contracts(ends, values)
        means = np.stack([each.means for each in values], axis=1)[contracts.rows]
        tricks = self.deal_evaluator.of_contracts(means, contracts.declarers, contracts.strains)
        margins = self._scores.margin()[contracts.levels, contracts.no_trump.astype(np.intp)]
        points = (tricks * margins).sum(axis=1)
        seats = range(rules.players)
        own = np.array([[are_partners(seat, other, rules) for seat in seats] for other in seats])
        shares = np.where(own, 1.0, -1 / (side_count(rules) - 1))
        found[contracts.rows] = shares[contracts.declarers] * points[:, np.newaxis]
        return found

    def contracts(
        self, ends: Mapping[WinningBid, NDArray[np.intp]], values: Sequence[BidValues]
    ) -> Contracts:
        """The contracts of hands whose auctions ended so, all that were not thrown in."""
        won = [(winning, rows) for winning, rows in ends.items() if winning is not None]
        sizes = [len(rows) for _, rows in won]
        several = [self.named_strains(winning[1], values[winning[0]])[rows] for winning, rows in won]
        strains = np.concatenate([np.empty(0, dtype=np.int64), *several])
        return Contracts(
            np.concatenate([np.empty(0, dtype=np.intp), *(rows for _, rows in won)]),
            np.repeat(np.array([winning[0] for winning, _ in won], dtype=np.intp), sizes),
            np.repeat(np.array([winning[1].level for winning, _ in won], dtype=np.intp), sizes),
            strains,
            np.array([strain.is_no_trump for strain in self.strains])[strains],
        )

    # ------------------------------------------------------------------------------------------------- values

    def bid_values(self, hands: NDArray[np.uint64]) -> BidValues:
        """Expected points of all bids as contracts, for some hands of a seat: uint64, shape (layouts,)."""
        found = self._valuer.values(hands)
        if not self.conventions:
            return found
        return replace(found, agreed=convention_points(self.conventions, self._bids, hands, self.rules))

    def trick_distributions(
        self, hands: NDArray[np.uint64], strains: Sequence[Strain]
    ) -> NDArray[np.float64]:
        """Probabilities of 0, 1, ... tricks by the evaluator: float64, (layouts, strains, tricks + 1)."""
        return self._valuer.distributions(hands, strains)

    def call_values(self, auction: Auction, values: BidValues) -> NDArray[np.float64]:
        """Action values: points that each legal call is expected to lead to, float64, (layouts, calls).

        The points of conventions are added to those of bids.
        """
        state = self.states.of(auction)
        terms = self._terms_of([state], np.zeros(1, dtype=np.intp))[0][0]
        found = terms.intercepts + terms.slopes * self._features(values)
        if values.agreed is not None:
            found[:, 1:] += values.agreed[int(terms.told)]
        return found[:, state.columns]

    def _features(self, values: BidValues) -> NDArray[np.float64]:
        """The feature of every call by column: of a bid its value as the contract, of a pass the strength.

        Strength is in tricks above the mean of random hands. float64, shape (layouts, columns).
        """
        strength = values.strength - self._mean_strength
        return np.concatenate([strength[:, np.newaxis], values.values], axis=1)

    def _stratum(self, kind: AuctionKind, call: Bid | Pass) -> Stratum:
        """The stratum of a call."""
        rules = self.rules
        # How many may still call; not counted where the auction goes round more than once.
        behind = rules.players - 1 - kind.turn if rules.auction_rounds == "single" else 1
        if isinstance(call, Bid):
            return "bid", call.level, behind
        if kind.high is None:
            return "nobody", 0, behind
        return "ours" if kind.ours else "theirs", kind.high.level, behind

    def _terms_of(
        self, states: Sequence[AuctionState], which: NDArray[np.intp]
    ) -> tuple[list[_Terms], NDArray[np.intp]]:
        """The terms of several states, kept for all of a kind, and the index of those of each row."""
        used = np.unique(which).tolist()
        kinds: dict[AuctionKind, int] = {}
        numbers = np.empty(len(states), dtype=np.intp)
        for index in used:
            kind = states[index].kind
            assert kind is not None
            numbers[index] = kinds.setdefault(kind, len(kinds))
            if kind not in self._terms:
                self._terms[kind] = self._made_terms(states[index], kind)
        return [self._terms[kind] for kind in kinds], numbers[which]

    def _made_terms(self, state: AuctionState, kind: AuctionKind) -> _Terms:
        strata: list[Stratum | None] = [None] * len(self.states.calls)
        coefficients = np.tile([-np.inf, 0.0], (len(strata), 1))
        for column, call in zip(state.columns.tolist(), state.calls, strict=True):
            stratum = self._stratum(kind, call)
            strata[column], coefficients[column] = stratum, self._regression.coefficients(stratum)
        return _Terms(tuple(strata), kind.told, coefficients[:, 0], coefficients[:, 1])

    # ------------------------------------------------------------------------------------------------- policy

    def call_probabilities(self, auction: Auction, values: BidValues) -> NDArray[np.float64]:
        """The policy of the seat to act: float64, shape (layouts, legal calls), rows summing to one."""
        state, layouts = self.states.of(auction), np.arange(len(values.means))
        return self.chances([state], np.zeros_like(layouts), values, layouts)[:, state.columns]

    def chances(
        self,
        states: Sequence[AuctionState],
        which: NDArray[np.intp],
        values: BidValues,
        layouts: NDArray[np.intp],
    ) -> NDArray[np.float64]:
        """The policy of one seat in several states: a row for each state in `which` and row of `values`.

        Returns
        -------
        ndarray
            float64, shape (rows, columns), as in `AuctionStates.calls`; 0 where a call is not legal.
        """
        found = np.empty((len(layouts), len(self.states.calls)))
        if not len(layouts):
            return found
        terms, numbers = self._terms_of(states, which)
        _kernels.call_chances(
            *(found, numbers, np.ascontiguousarray(layouts)),
            *(values.strength - self._mean_strength, np.ascontiguousarray(values.values)),
            np.empty((2, 0, 0)) if values.agreed is None else np.ascontiguousarray(values.agreed),
            np.array([each.told for each in terms], dtype=np.uint8),
            np.stack([each.intercepts for each in terms]),
            np.stack([each.slopes for each in terms]),
            *(_CAUTIOUS_WEIGHT, _CAUTIOUS_PASS_VALUE, _TEMPERATURE, _CAUTIOUS_TEMPERATURE),
        )
        return found

    def likelihood(
        self, auction: Auction, call: Bid | Pass, hands: NDArray[np.uint64]
    ) -> NDArray[np.float64]:
        """The likelihood of a call of the seat to act, by its hand in each layout: float64, (layouts,).

        Raises
        ------
        ActError
            Where it is no auction, or the call is not legal in it.
        HandError
            As for `Evaluator.distributions`.
        """
        legal = read_instance(auction, Auction, "auction", ActError).legal_calls
        if not isinstance(call, (Bid, Pass)) or call not in legal:
            raise ActError(f"call {shown(call)} is wrong: expected a legal call of the auction")
        probabilities = self.call_probabilities(auction, self.bid_values(hands))
        return probabilities[:, legal.index(call)]

    def named_strain(self, bid: Bid, values: BidValues, row: int) -> int:
        """The index in `strains` of the strain that a declarer names after his bid in one layout."""
        return int(values.strain[row, self._bid_index[bid]])

    def named_strains(self, bid: Bid, values: BidValues) -> NDArray[np.int64]:
        """The same in every layout: int64, shape (layouts,)."""
        return values.strain[:, self._bid_index[bid]]
