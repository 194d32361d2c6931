"""How other seats call: a stochastic policy by their own hands alone, fitted by self-play.

The policy is a mixture of two. Cautious players compare the expected points of each bid as the contract with
a fixed value of a pass. The others compare the action values of all legal calls: the points that they lead to
in the end, which depend on what others call after them. Both choose by softmax, so that every legal call has
a positive probability and no layout is excluded by a call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calls.bid_values import BidValuer, BidValues, TrickEvaluator
from whistsolve.bidding.calls.conventions import Convention, convention_points, read_conventions
from whistsolve.bidding.calls.rollout import TURNS, Decision, WinningBid, bidding_sides, sample_outcomes
from whistsolve.bidding.calls.value_regression import Stratum, ValueRegression
from whistsolve.dealing import random_deals
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import WhistError
from whistsolve.evaluation.deal_evaluator import DealEvaluator
from whistsolve.evaluation.hand_evaluator import Evaluator
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import PASS, Bid, Pass, all_bids, all_strains
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners, side_count, side_of
from whistsolve.values.reading import shown
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
    """What the values of all legal calls of a state have in common, whatever the hands.

    Attributes
    ----------
    calls : int
        How many are legal.
    columns, bids : ndarray
        Integers: of each bid among them its index there, and among all bids.
    intercepts, slopes : ndarray
        float64: the coefficients of each bid.
    passing : tuple or None
        The stratum of a pass, which comes first; ``None`` where it is not legal.
    """

    calls: int
    columns: NDArray[np.intp]
    bids: NDArray[np.intp]
    intercepts: NDArray[np.float64]
    slopes: NDArray[np.float64]
    passing: Stratum | None


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
        self.rules = rules
        self.trust = float(trust)
        #: Mixture weight of the model in the likelihood of the strain that a declarer named, and his discard.
        self.declarer_trust = float(declarer_trust)
        self._scores = ScoreTable.of(rules)
        #: What certain bids show by agreement.
        self.conventions: tuple[Convention, ...] = read_conventions(conventions, rules)
        self._bids = all_bids(rules)
        self._valuer = BidValuer(rules, Evaluator() if evaluator is None else evaluator, self._bids)
        self._bid_index = {bid: index for index, bid in enumerate(self._bids)}
        #: The strains that `BidValues` index.
        self.strains: tuple[Strain, ...] = all_strains(rules)
        deals = random_deals(_HANDS, 0, rules)
        values = [self.bid_values(deals[:, seat]) for seat in range(rules.players)]
        #: Predicts tricks where all hands are known.
        self.deal_evaluator = DealEvaluator(
            rules, self.strains, np.stack([each.means for each in values], axis=1), self._scores.tricks
        )
        self._mean_strength = float(values[0].strength.mean())
        self._terms: dict[object, _Terms] = {}
        self._regression = ValueRegression(self._prior_coefficients(values[0]))
        for iteration in range(_ITERATIONS):
            self._improve(values, iteration)

    @property
    def minds_first_bids(self) -> bool:
        """Whether calls depend on which sides have bid before, as a convention may have it."""
        return any(meaning.first for each in self.conventions for meaning in each.meanings)

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
        rules = self.rules
        uniforms = np.random.Generator(np.random.PCG64(iteration)).random((_HANDS, TURNS))
        decisions: list[Decision] = []
        outcomes = sample_outcomes(Auction.start(rules, rules.players - 1), self, values, uniforms, decisions)
        points = self._points(outcomes, values)
        for auction, rows, made in decisions:
            seat = auction.to_act
            assert seat is not None
            calls = auction.legal_calls
            for index in np.unique(made).tolist():
                some = rows[made == index]
                feature = self._feature(calls[index], values[seat])[some]
                self._regression.add(self._stratum(auction, calls[index]), feature, points[some, seat])
        self._regression.fit()
        self._terms.clear()

    def _points(self, outcomes: Sequence[WinningBid], values: Sequence[BidValues]) -> NDArray[np.float64]:
        """Expected points of each seat's side less those of another: float64, shape (hands, seats)."""
        rules, margin = self.rules, self._scores.margin()
        found = np.zeros((len(outcomes), rules.players))
        means = np.stack([each.means for each in values], axis=1)
        contracts: dict[tuple[int, Bid, int], list[int]] = {}
        for row, winning in enumerate(outcomes):
            if winning is not None:
                strain_index = self.named_strain(winning[1], values[winning[0]], row)
                contracts.setdefault((*winning, strain_index), []).append(row)
        opponents = side_count(rules) - 1
        for (declarer, bid, strain_index), rows in contracts.items():
            distributions = self.deal_evaluator.distributions(means[rows], declarer, strain_index)
            points = distributions @ margin[bid.level, int(self.strains[strain_index].is_no_trump)]
            for seat in range(rules.players):
                own = are_partners(seat, declarer, rules)
                found[rows, seat] = points if own else -points / opponents
        return found

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
        terms = self._terms_of(auction)
        found = np.empty((len(values.means), terms.calls))
        found[:, terms.columns] = terms.intercepts + terms.slopes * values.values[:, terms.bids]
        if terms.passing is not None:
            found[:, 0] = self._regression.predict(terms.passing, self._feature(PASS, values))
        return self._with_agreed(found, auction, values)

    def _with_agreed(
        self, found: NDArray[np.float64], auction: Auction, values: BidValues
    ) -> NDArray[np.float64]:
        """Values of all legal calls, with the points that conventions add to the bids among them."""
        if values.agreed is None:
            return found
        assert auction.to_act is not None
        told = side_of(auction.to_act, self.rules) in bidding_sides(auction)
        terms = self._terms_of(auction)
        found[:, terms.columns] += values.agreed[int(told)][:, terms.bids]
        return found

    def _feature(self, call: Bid | Pass, values: BidValues) -> NDArray[np.float64]:
        """The feature of a call: of a bid its value as the contract, of a pass the strength.

        Strength is in tricks above the mean of random hands.
        """
        if isinstance(call, Bid):
            return values.values[:, self._bid_index[call]]
        return values.strength - self._mean_strength

    def _stratum(self, auction: Auction, call: Bid | Pass) -> Stratum:
        """The stratum of a call."""
        rules, seat = self.rules, auction.to_act
        assert seat is not None
        # How many may still call; not counted where the auction goes round more than once.
        behind = rules.players - 1 - len(auction.calls) if rules.auction_rounds == "single" else 1
        if isinstance(call, Bid):
            return "bid", call.level, behind
        if auction.high is None:
            return "nobody", 0, behind
        ours = are_partners(auction.high[0], seat, rules)
        return "ours" if ours else "theirs", auction.high[1].level, behind

    def _terms_of(self, auction: Auction) -> _Terms:
        """The terms of the legal calls, kept for all auctions that have the same."""
        high, seat = auction.high, auction.to_act
        assert seat is not None
        ours = high is not None and are_partners(high[0], seat, self.rules)
        # The calls count where the auction goes round once, the dealer may have calls of his own.
        key = high and high[1], ours, seat == auction.dealer, min(len(auction.calls), self.rules.players)
        if key not in self._terms:
            self._terms[key] = self._made_terms(auction)
        return self._terms[key]

    def _made_terms(self, auction: Auction) -> _Terms:
        calls = auction.legal_calls
        columns = [column for column, call in enumerate(calls) if isinstance(call, Bid)]
        several = [self._regression.coefficients(self._stratum(auction, calls[each])) for each in columns]
        coefficients = np.array(several).reshape(-1, 2)
        passing = self._stratum(auction, calls[0]) if isinstance(calls[0], Pass) else None
        bids = [self._bid_index[call] for call in calls if isinstance(call, Bid)]
        intercepts, slopes = coefficients.T
        indices = np.array(columns, dtype=np.intp), np.array(bids, dtype=np.intp)
        return _Terms(len(calls), *indices, intercepts, slopes, passing)

    # ------------------------------------------------------------------------------------------------- policy

    def call_probabilities(self, auction: Auction, values: BidValues) -> NDArray[np.float64]:
        """The policy of the seat to act: float64, shape (layouts, legal calls), rows summing to one."""
        terms = self._terms_of(auction)
        cautious = np.full((len(values.means), terms.calls), _CAUTIOUS_PASS_VALUE)
        cautious[:, terms.columns] = values.values[:, terms.bids]
        cautious = self._with_agreed(cautious, auction, values)
        by_values = _softmax(self.call_values(auction, values), _TEMPERATURE)
        found = (1 - _CAUTIOUS_WEIGHT) * by_values
        return found + _CAUTIOUS_WEIGHT * _softmax(cautious, _CAUTIOUS_TEMPERATURE)

    def likelihood(
        self, auction: Auction, call: Bid | Pass, hands: NDArray[np.uint64]
    ) -> NDArray[np.float64]:
        """The likelihood of a call of the seat to act, by its hand in each layout: float64, (layouts,)."""
        probabilities = self.call_probabilities(auction, self.bid_values(hands))
        return probabilities[:, auction.legal_calls.index(call)]

    def named_strain(self, bid: Bid, values: BidValues, row: int) -> int:
        """The index in `strains` of the strain that a declarer names after his bid in one layout."""
        return int(values.strain[row, self._bid_index[bid]])

    def named_strains(self, bid: Bid, values: BidValues) -> NDArray[np.int64]:
        """The same in every layout: int64, shape (layouts,)."""
        return values.strain[:, self._bid_index[bid]]


def _softmax(values: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """Row by row, probabilities proportional to the exponentials of values over the temperature."""
    weights = np.exp((values - values.max(axis=1, keepdims=True)) / temperature)
    found: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return found
