"""How other seats call: a stochastic policy that sees only the seat's own hand, fitted by self-play.

The policy mixes two. Cautious players weigh a bid's expected points, were it the contract, against a constant
value of a pass. The others compare the action values of all legal calls: the expected points at the end of
the hand, which depend on what others call later. Both choose by softmax, so that every legal call has a
positive probability and no layout is excluded by a call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve._internal.arguments import require_rules
from whistsolve._internal.reading import read_instance, shown
from whistsolve.advice.calls.auction_states import AuctionKind, AuctionState, AuctionStates
from whistsolve.advice.calls.bid_values import BidValuer, BidValues, TrickEvaluator
from whistsolve.advice.calls.conventions import Convention, convention_points, read_conventions
from whistsolve.advice.calls.rollout import TURNS, Decisions, WinningBid, sample_ends
from whistsolve.advice.calls.solved_evaluator import SolvedEvaluator, usual_evaluator
from whistsolve.advice.calls.value_regression import Stratum, ValueRegression
from whistsolve.dealing import random_deals
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, WhistError
from whistsolve.evaluation.deal_evaluator import DealEvaluator
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, all_bids, all_strains
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners, side_count
from whistsolve.values.strains import Strain

#: Mixture weight of the cautious policy, and the value that it gives to a pass, in points. Tuned in matches
#: against heuristic bidders, which pass more often than double-dummy results would justify.
_CAUTIOUS_WEIGHT: Final = 0.8
_CAUTIOUS_PASS_VALUE: Final = 3.0
#: Softmax temperatures, in points: for the action-value policy and for the cautious one. Not fitted, since
#: there are no data on how people call.
_TEMPERATURE, _CAUTIOUS_TEMPERATURE = 0.35, 0.7
#: Mixture weight of the model in the likelihood of another seat's call; the rest is no evidence. Near the
#: maximum-likelihood estimate on bids by heuristic, modelled and sampling players.
_TRUST: Final = 0.9
#: Mixture weight of the declarer model in the likelihood of the declarer's strain and discard.
_DECLARER_TRUST: Final = 0.9
#: Prior for the value of a pass: points if nobody has bid, then points per extra trick in the caller's hand
#: after a bid by the caller's own side, and after one by opponents.
_PASS_VALUE, _OWN_SLOPE, _OTHERS_SLOPE = -0.5, 0.8, 1.2
#: Deals of self-play to which the action values are fitted, and iterations.
_HANDS: Final = 2500
_ITERATIONS: Final = 3


class _Terms(NamedTuple):
    """The part of all call values that does not depend on the hands, for states of one kind; by column.

    Strata are ``None`` for calls that are not legal, and `has_bid` is that of `AuctionKind`. Intercepts and
    slopes are the coefficients of each legal call; minus infinity and 0 for the others.
    """

    strata: tuple[Stratum | None, ...]
    has_bid: bool
    intercepts: NDArray[np.float64]
    slopes: NDArray[np.float64]


class Contracts(NamedTuple):
    """The contracts of the given deals, arrays of shape (contracts,).

    The row of the deal, the seat, the level of the bid, the index of the strain among those of the model, and
    whether it is no-trump.
    """

    rows: NDArray[np.intp]
    declarers: NDArray[np.intp]
    levels: NDArray[np.intp]
    strains: NDArray[np.int64]
    no_trump: NDArray[np.bool_]


class CallModel:
    """A bidding policy, and the likelihood of calls under it.

    Parameters
    ----------
    rules : Rules
        The rules of a game with an auction.
    evaluator : TrickEvaluator, optional
        How seats predict the tricks of their hands; by default `Evaluator`, or for games without fitted
        weights `SolvedEvaluator`.
    trust : float
        Mixture weight of the policy, from 0 to 1, in the likelihood of a call of another seat: the share of
        calls that are assumed to follow it. The other calls carry no information about a hand.
    conventions : iterable of str or Convention
        What certain bids show by agreement, the same for all sides: names in `CONVENTIONS`, or your own.
    declarer_trust : float
        During play, like `trust` but for the declarer's strain and discard (`DeclarerModel`); with 0 they are
        no evidence.

    Raises
    ------
    RulesError
        If the rules are for another game or one that the evaluator does not support, or a convention does
        not fit them.
    WhistError
        If a trust is not from 0 to 1, or a convention is unknown or given twice.

    Notes
    -----
    Action values are fitted by approximate policy iteration (Bertsekas and Tsitsiklis, Neuro-Dynamic
    Programming, 1996) in self-play. The prior: a bid is worth its expected points as the contract, a pass
    what the high bid usually scores. Then the policy bids 2,500 random deals, and the points that each call
    leads to, as `DealEvaluator` predicts them from all hands, are regressed on one feature of the caller's
    hand, by stratum (`ValueRegression`): three iterations. The softmax provides the exploration.

    Conventions add points to the values of bids before the softmax: a bonus if the hand has what the bid
    shows, a penalty if not. That changes both what calls tell about hands and what seats call in self-play
    and rollouts. In a rollout nobody draws conclusions from the calls of others.

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
        #: Mixture weight of the model in the likelihood of the strain that a declarer named, and the discard.
        self.declarer_trust: float = float(declarer_trust)
        self._scores = ScoreTable.of(rules)
        #: What certain bids show by agreement.
        self.conventions: tuple[Convention, ...] = read_conventions(conventions, rules)
        first = any(meaning.first for each in self.conventions for meaning in each.meanings)
        #: The auction states that can occur, with the column of each call.
        self.states: AuctionStates = AuctionStates(rules, minds_first_bids=first)
        self._bids = all_bids(rules)
        used = usual_evaluator(rules) if evaluator is None else evaluator
        #: Whether tricks are predicted well enough for priors: not by `SolvedEvaluator`.
        self.is_fitted: bool = not isinstance(used, SolvedEvaluator)
        self._valuer = BidValuer(rules, used, self._bids)
        self._bid_index = {bid: index for index, bid in enumerate(self._bids)}
        #: The strains, in the order in which `BidValues` numbers them.
        self.strains: tuple[Strain, ...] = all_strains(rules)
        deals = random_deals(_HANDS, 0, rules)
        values = [self.bid_values(deals[:, seat]) for seat in range(rules.dealt_hands)]
        #: Predicts the tricks of a deal from all its hands.
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
        """Prior intercept and slope of passes after bids of each level, from hands worth such a bid."""
        prior: dict[tuple[str, int], tuple[float, float]] = {}
        for level in {bid.level for bid in self._bids}:
            indices = [index for bid, index in self._bid_index.items() if bid.level == level]
            best = np.sort(values.values[:, indices].max(axis=1))
            # Hardly any hand would bid seven: take at least the best one per cent, so that the mean exists.
            bidding = max(int((best > _PASS_VALUE).sum()), _HANDS // 100)
            expected = float(best[-bidding:].mean())
            prior["ours", level] = expected, _OWN_SLOPE
            prior["theirs", level] = -expected, _OTHERS_SLOPE
        return prior

    def _improve(self, values: Sequence[BidValues], iteration: int) -> None:
        """One iteration: the current policy bids all deals, and the regression is fitted to them."""
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
        """Expected points of each seat's side, zero-sum over the sides: float64, shape (deals, seats)."""
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
        """The contracts of deals whose auctions ended in these bids; deals thrown in are left out."""
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
        """Expected points of all bids as contracts, for one seat's hands (uint64, shape (layouts,))."""
        found = self._valuer.values(hands)
        if not self.conventions:
            return found
        return replace(found, agreed=convention_points(self.conventions, self._bids, hands, self.rules))

    def trick_distributions(
        self, hands: NDArray[np.uint64], strains: Sequence[Strain]
    ) -> NDArray[np.float64]:
        """The evaluator's probabilities of 0, 1, ... tricks: float64, (layouts, strains, tricks + 1)."""
        return self._valuer.distributions(hands, strains)

    def call_values(self, auction: Auction, values: BidValues) -> NDArray[np.float64]:
        """Action values: the expected points after each legal call, float64, (layouts, calls).

        The values of bids include the points of conventions.
        """
        state = self.states.of(auction)
        terms = self._terms_of([state], np.zeros(1, dtype=np.intp))[0][0]
        found = terms.intercepts + terms.slopes * self._features(values)
        if values.agreed is not None:
            found[:, 1:] += values.agreed[int(terms.has_bid)]
        return found[:, state.columns]

    def _features(self, values: BidValues) -> NDArray[np.float64]:
        """Every call's feature, by column: a bid's value as the contract, for a pass the hand's strength.

        Strength is in tricks above the mean of random hands. The result is float64, (layouts, columns).
        """
        strength = values.strength - self._mean_strength
        return np.concatenate([strength[:, np.newaxis], values.values], axis=1)

    def _stratum(self, kind: AuctionKind, call: Bid | Pass) -> Stratum:
        """The stratum of a call."""
        rules = self.rules
        # Seats still to call; if the auction goes round again that is not fixed: one stratum, numbered 1.
        behind = rules.players - 1 - kind.turn if rules.auction_rounds == "single" else 1
        if isinstance(call, Bid):
            return "bid", call.level, behind
        if kind.high is None:
            return "nobody", 0, behind
        return "ours" if kind.ours else "theirs", kind.high.level, behind

    def _terms_of(
        self, states: Sequence[AuctionState], which: NDArray[np.intp]
    ) -> tuple[list[_Terms], NDArray[np.intp]]:
        """The terms of each kind among the states (cached), and for each row the index of its terms."""
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
        return _Terms(tuple(strata), kind.has_bid, coefficients[:, 0], coefficients[:, 1])

    # ------------------------------------------------------------------------------------------------- policy

    def call_probabilities(self, auction: Auction, values: BidValues) -> NDArray[np.float64]:
        """Call probabilities of the seat to act: float64, shape (layouts, legal calls), rows sum to one."""
        state, layouts = self.states.of(auction), np.arange(len(values.means))
        return self.chances([state], np.zeros_like(layouts), values, layouts)[:, state.columns]

    def chances(
        self,
        states: Sequence[AuctionState],
        which: NDArray[np.intp],
        values: BidValues,
        layouts: NDArray[np.intp],
    ) -> NDArray[np.float64]:
        """One seat's policy: row i is for `states[which[i]]` and row `layouts[i]` of `values`.

        Returns
        -------
        ndarray
            float64, shape (rows, columns), as in `AuctionStates.calls`; 0 if a call is not legal.
        """
        found = np.empty((len(layouts), len(self.states.calls)))
        if not len(layouts):
            return found
        terms, numbers = self._terms_of(states, which)
        _kernels.call_chances(
            found,
            numbers,
            np.ascontiguousarray(layouts),
            values.strength - self._mean_strength,
            np.ascontiguousarray(values.values),
            np.empty((2, 0, 0)) if values.agreed is None else np.ascontiguousarray(values.agreed),
            np.array([each.has_bid for each in terms], dtype=np.uint8),
            np.stack([each.intercepts for each in terms]),
            np.stack([each.slopes for each in terms]),
            _CAUTIOUS_WEIGHT,
            _CAUTIOUS_PASS_VALUE,
            _TEMPERATURE,
            _CAUTIOUS_TEMPERATURE,
        )
        return found

    def likelihood(
        self, auction: Auction, call: Bid | Pass, hands: NDArray[np.uint64]
    ) -> NDArray[np.float64]:
        """The likelihood of a call by the seat to act, given its hand in each layout: float64, (layouts,).

        Raises
        ------
        ActError
            If `auction` is not an Auction, or the call is not legal in it.
        NotationError
            As for `Evaluator.distributions`.
        """
        legal = read_instance(auction, Auction, "auction", ActError).legal_calls
        if not isinstance(call, (Bid, Pass)) or call not in legal:
            raise ActError(f"call {shown(call)} is wrong: expected a legal call of the auction")
        probabilities = self.call_probabilities(auction, self.bid_values(hands))
        return probabilities[:, legal.index(call)]

    def named_strain(self, bid: Bid, values: BidValues, row: int) -> int:
        """The index in `strains` of the strain that a declarer names after a bid in one layout."""
        return int(values.strain[row, self._bid_index[bid]])

    def named_strains(self, bid: Bid, values: BidValues) -> NDArray[np.int64]:
        """The index of the strain named after a bid, in every layout: int64, shape (layouts,)."""
        return values.strain[:, self._bid_index[bid]]
