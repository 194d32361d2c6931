"""How seats call: a mixture of stochastic policies, each of which sees only the seat's own hand.

Each policy is a conditional logit model (McFadden 1974): a softmax of utilities that are linear in features
of the auction, of the score and of the hand (`call_features`). Which of them sits in a seat is learned from
the seat's calls (`callers`).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.advice.calls.bid_values import BidValuer, BidValues, Stakes, TrickEvaluator
from whistsolve.advice.calls.call_features import (
    AuctionKind,
    AuctionState,
    AuctionStates,
    Choice,
    auction_features,
    group_of,
    hand_slopes,
    with_hand,
)
from whistsolve.advice.calls.conventions import Convention, HeldCards
from whistsolve.advice.calls.solved_evaluator import SolvedEvaluator
from whistsolve.dealing import random_deals
from whistsolve.evaluation.deal_evaluator import DealEvaluator, with_kitty
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, all_bids, all_strains
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_of
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

#: Utility per point that a convention adds to a bid.
_CONVENTION_UNITS: Final = 1.5
#: Deals from which the mean strength of hands and the regression on all hands are estimated.
_HANDS: Final = 2500


#: The part of all utilities that does not depend on the hands, for states of one kind: `has_bid` of the kind,
#: intercepts, (policies, calls), minus infinity for calls that are not legal, and `hand_slopes`.
_Terms: TypeAlias = tuple[bool, NDArray[np.float64], NDArray[np.float64]]


class CallPolicy:
    """The bidders of a `CallModel`, of arguments that it has read: values of bids and chances of calls.

    `policies` are weights by kind of bidder, (groups, features); `prior`, (kinds,), is the weight of each
    kind. Auctions are of these rules, and hands are uint64, shape (layouts,).
    """

    def __init__(
        self,
        rules: Rules,
        evaluator: TrickEvaluator,
        policies: Mapping[str, NDArray[np.float64]],
        prior: NDArray[np.float64],
        conventions: tuple[Convention, ...],
        followed_by: frozenset[int],
    ) -> None:
        self.rules: Rules = rules
        self.conventions: tuple[Convention, ...] = conventions
        self.followed_by: frozenset[int] = followed_by
        first = any(meaning.first for each in conventions for meaning in each.meanings)
        #: The auction states that can occur, with the column of each call.
        self.states: AuctionStates = AuctionStates(rules, minds_first_bids=first)
        self._bids = all_bids(rules)
        #: Whether tricks are predicted well enough for priors: not by `SolvedEvaluator`.
        self.is_fitted: bool = not isinstance(evaluator, SolvedEvaluator)
        self._valuer = BidValuer(rules, evaluator, self._bids)
        self._bid_index = {bid: index for index, bid in enumerate(self._bids)}
        #: The strains, in the order in which `BidValues` numbers them.
        self.strains: tuple[Strain, ...] = all_strains(rules)
        self.kinds: tuple[str, ...] = tuple(policies)
        self.policies: NDArray[np.float64] = np.array(list(policies.values()))
        self.weights: NDArray[np.float64] = np.tile(prior / prior.sum(), (rules.players, 1))
        self.stakes: Stakes = Stakes.of_points(rules)
        self._terms: dict[tuple[AuctionKind, int], _Terms] = {}
        self._mean_strength = 0.0
        deals = random_deals(_HANDS, 0, rules)
        values = [self.bid_values(deals[:, seat]) for seat in range(rules.dealt_hands)]
        means = np.stack([each.means for each in values], axis=1)
        #: Predicts the tricks of a deal from all its hands.
        held = with_kitty(deals, 0, rules)
        self.deal_evaluator: DealEvaluator = DealEvaluator(
            rules, self.strains, means, held, self._valuer.tricks
        )
        self._mean_strength = float(values[0].strength.mean())

    def at(self, stakes: Stakes, weights: NDArray[np.float64] | None = None) -> Self:
        """This model at the stakes of a score, and with other chances of each kind in each seat."""
        model = copy.copy(self)
        model.stakes, model._terms = stakes, {}
        if weights is not None:
            model.weights = weights
        return model

    def bid_values(self, hands: NDArray[np.uint64], seat: int = 0) -> BidValues:
        """Expected points of all bids as contracts, for one seat's hands (uint64, shape (layouts,))."""
        found = self._valuer.values(hands, self.stakes, side_of(seat, self.rules), self._mean_strength)
        if not self.conventions or seat not in self.followed_by:
            return found
        return replace(found, agreed=self.agreed_points(hands) * _CONVENTION_UNITS)

    def agreed_points(self, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Points that conventions add to the value of each bid: float64, (2, hands, bids).

        The first axis is for a side's first bid and for its later bids. Points for one bid are added up.
        """
        held, points = HeldCards(hands, self.rules), np.zeros((2, len(hands), len(self._bids)))
        for convention in self.conventions:
            for meaning in convention.meanings:
                for bid in meaning.bids(self.rules):
                    added = np.where(meaning.is_shown(held, bid), convention.bonus, -convention.penalty)
                    points[: 1 if meaning.first else 2, :, self._bid_index[bid]] += added
        return points

    def trick_distributions(
        self, hands: NDArray[np.uint64], strains: Sequence[Strain]
    ) -> NDArray[np.float64]:
        """The evaluator's probabilities of 0, 1, ... tricks: float64, (layouts, strains, tricks + 1)."""
        return self._valuer.distributions(hands, strains)

    def features(self, auction: Auction, values: BidValues) -> NDArray[np.float64]:
        """The features of each legal call of the seat to act: float64, (layouts, legal calls, features)."""
        state = self.states.of(auction)
        return with_hand(auction_features(state, self.stakes), values.features[:, state.columns])

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
        weights: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """One seat's policy: row i is for `states[which[i]]` and row `layouts[i]` of `values`.

        The seat is to act in all states; `weights`, (kinds,), are its own by default. Returns float64, (rows,
        columns), as in `AuctionStates.calls`; 0 if a call is not legal.
        """
        found = np.empty((len(layouts), len(self.states.calls)))
        if not len(layouts):
            return found
        seat = states[which[0]].seat
        side = side_of(seat, self.rules)
        #: The kinds that occur, and for each state the number of its kind among them.
        kinds: dict[AuctionKind, int] = {}
        numbers = np.empty(len(states), dtype=np.intp)
        for index in np.unique(which).tolist():
            state, kind = states[index], states[index].kind
            numbers[index] = kinds.setdefault(kind, len(kinds))
            if (kind, side) not in self._terms:
                policies = self.policies[:, group_of(kind)]
                intercepts = np.full((len(policies), len(self.states.calls)), -np.inf)
                intercepts[:, state.columns] = policies @ auction_features(state, self.stakes).T
                self._terms[kind, side] = kind.has_bid, intercepts, hand_slopes(policies)
        has_bid, by_auction, by_hand = zip(*(self._terms[kind, side] for kind in kinds), strict=True)
        _kernels.call_chances(
            found,
            numbers[which],
            np.ascontiguousarray(layouts),
            values.features,
            np.empty((2, 0, 0)) if values.agreed is None else np.ascontiguousarray(values.agreed),
            np.array(has_bid, dtype=np.uint8),
            np.stack(by_auction),
            np.stack(by_hand),
            np.ascontiguousarray(self.weights[seat] if weights is None else weights),
        )
        return found

    def choice(self, auction: Auction, hand: int, call: Bid | Pass) -> Choice:
        """The choice of a call by the seat to act with a hand, a mask."""
        state = self.states.of(auction)
        values = self.bid_values(np.array([hand], dtype=np.uint64), state.seat)
        return Choice(group_of(state.kind), self.features(auction, values)[0], state.calls.index(call))

    def likeliest_call(self, auction: Auction, hand: Hand) -> Bid | Pass:
        """The likeliest legal call of the seat to act with this hand."""
        state = self.states.of(auction)
        values = self.bid_values(np.array([hand.mask], dtype=np.uint64), state.seat)
        return state.calls[int(self.call_probabilities(auction, values)[0].argmax())]

    def best_strain(self, strains: Sequence[Strain], hands: Sequence[Hand]) -> Strain:
        """The strain with the most expected tricks; `hands` has the hand to be played in each strain."""
        means = self.bid_values(np.array([hand.mask for hand in hands], dtype=np.uint64)).means
        columns = [self.strains.index(strain) for strain in strains]
        return strains[int(means[:, columns].diagonal().argmax())]

    def named_strains(self, bid: Bid, values: BidValues) -> NDArray[np.int64]:
        """The index of the strain named after a bid, in every layout: int64, shape (layouts,)."""
        return values.strain[:, self._bid_index[bid]]
