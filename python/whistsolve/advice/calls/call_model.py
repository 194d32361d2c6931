"""How other seats call: a mixture of stochastic policies, each of which sees only the seat's own hand.

Each policy is a conditional logit model (McFadden 1974): a softmax of utilities that are linear in features
of the auction, of the score and of the hand (`call_features`). The packaged ones are fitted to self-play of
bidders of several kinds; which kind sits in a seat is learned from what it has called.
"""

from __future__ import annotations

import copy
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whistsolve import _kernels
from whistsolve._internal.reading import read_instance, read_integer, read_several, shown
from whistsolve.advice.calls.auction_states import AuctionKind, AuctionState, AuctionStates
from whistsolve.advice.calls.bid_values import BidValuer, BidValues, TrickEvaluator
from whistsolve.advice.calls.call_features import (
    FEATURES,
    GROUPS,
    auction_features,
    group_of,
    hand_slopes,
    with_hand,
)
from whistsolve.advice.calls.conventions import Convention, convention_points, read_conventions
from whistsolve.advice.calls.rollout import WinningBid
from whistsolve.advice.calls.solved_evaluator import SolvedEvaluator, usual_evaluator
from whistsolve.advice.calls.stakes import Stakes
from whistsolve.dealing import random_deals
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, WhistError
from whistsolve.evaluation.deal_evaluator import DealEvaluator
from whistsolve.game import CalledHand, PlayedHand
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, all_bids, all_strains
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of
from whistsolve.values.strains import Strain

#: Mixture weight of the model in the likelihood of another seat's call; the rest is no evidence.
_TRUST: Final = 0.9
#: Mixture weight of the declarer model in the likelihood of the declarer's strain and discard.
_DECLARER_TRUST: Final = 0.97
#: Utility per point that a convention adds to a bid.
_CONVENTION_UNITS: Final = 1.5
#: Deals from which the mean strength of hands and the regression on all hands are estimated.
_HANDS: Final = 2500
#: The packaged policies by kind of bidder, for games of partners and for single players, in the order of
#: `GROUPS` and `FEATURES`; fitted by ``python -m benchmarks.fitting.call_policies``.
_POLICIES: Final[dict[str, dict[str, dict[str, dict[str, float]]]]] = json.loads(
    resources.files(__package__).joinpath("policies.json").read_text("utf-8")
)
#: The prior chances of the kinds, before any call is heard: half of them sample layouts.
_PRIOR: Final = {
    "own": 0.35,
    "sampling": 0.15,
    "counting": 0.125,
    "lowest": 0.125,
    "passive": 0.125,
    "bold": 0.125,
}


class _Terms(NamedTuple):
    """The part of all utilities that does not depend on the hands, for states of one kind and one side.

    `intercepts`, (policies, calls), are minus infinity for calls that are not legal; `slopes` have the shape
    (policies, 2, features of hands), and `has_bid` is that of `AuctionKind`.
    """

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
    """A population of bidders, which of them may sit in each seat, and the likelihood of calls.

    Parameters
    ----------
    rules : Rules
        The rules of a game with an auction.
    evaluator : TrickEvaluator, optional
        How seats predict the tricks of their hands; by default `Evaluator`, or for games without fitted
        weights `SolvedEvaluator`.
    policies : mapping of str to array, optional
        By name of a kind of bidder, the weights of its policy, shape (3, 14), in the order of `GROUPS` and
        `FEATURES` of `call_features`; by default the packaged ones of `population`.
    trust : float
        Mixture weight of the policies, from 0 to 1, in the likelihood of a call of another seat: the share of
        calls that are assumed to follow them. The other calls carry no information about a hand.
    conventions : iterable of str or Convention
        What certain bids show by agreement: names in `CONVENTIONS`, or your own.
    followed_by : iterable of int, optional
        The players who follow the conventions; by default all.
    declarer_trust : float
        During play, like `trust` but for the declarer's strain and discard (`DeclarerModel`); with 0 they are
        no evidence.

    Raises
    ------
    RulesError
        If the rules are for another game or one that the evaluator does not support, or a convention does
        not fit them.
    WhistError
        If a trust is not from 0 to 1, a convention is unknown or given twice, or policies are wrong.

    Notes
    -----
    A policy takes each legal call with a probability that is a softmax of its utility, so that no layout is
    excluded by a call. Utilities are linear in what the bid brings as the contract, in points and in chances
    to win the match at the score, in the tricks that it is short or has to spare, and in the auction.

    Conventions add to the utilities of bids: a bonus if the hand has what the bid shows, a penalty if not.
    That changes both what calls tell about hands and what seats call in self-play and rollouts. In a rollout
    nobody draws conclusions from the calls of others.

    Examples
    --------
    >>> from whistsolve.values.hands import Hand
    >>> rules = Rules.preset("bid_whist")
    >>> model = CallModel(rules, conventions=["four_shows_joker"])
    >>> with_and_without = [Hand("AKQ82.K3.Q7.98.B"), Hand("AKQ82.K3.Q7.A98")]
    >>> hands = np.array([hand.mask for hand in with_and_without], dtype=np.uint64)
    >>> likely = model.likelihood(Auction.start(rules, "W"), Bid(4, None, "uptown"), hands)
    >>> bool(likely[0] > 4 * likely[1])
    True
    """

    def __init__(
        self,
        rules: Rules,
        evaluator: TrickEvaluator | None = None,
        *,
        policies: Mapping[str, ArrayLike] | None = None,
        trust: float = _TRUST,
        conventions: Iterable[str | Convention] = (),
        followed_by: Iterable[int] | None = None,
        declarer_trust: float = _DECLARER_TRUST,
    ) -> None:
        for name, share in (("trust", trust), ("declarer_trust", declarer_trust)):
            if not isinstance(share, (int, float)) or not 0 <= share <= 1:
                raise WhistError(f"{name} {shown(share)} is wrong: expected a number from 0 to 1")
        if evaluator is not None and not hasattr(evaluator, "distributions"):
            raise WhistError(f"evaluator {shown(evaluator)} is wrong: expected one such as Evaluator")
        self.rules: Rules = Rules.of(rules)
        self.trust: float = float(trust)
        #: Mixture weight of the model in the likelihood of the strain that a declarer named, and the discard.
        self.declarer_trust: float = float(declarer_trust)
        self._scores = ScoreTable.of(rules)
        #: What certain bids show by agreement.
        self.conventions: tuple[Convention, ...] = read_conventions(conventions, rules)
        players = range(rules.players)
        given = players if followed_by is None else read_several(followed_by, "followed_by", WhistError)
        #: The players who follow them.
        self.followed_by: frozenset[int] = frozenset(
            read_integer(each, "player of followed_by", WhistError, 0, players[-1]) for each in given
        )
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
        named = packaged_policies(rules) if policies is None else policies
        prior = np.array([_PRIOR[kind] if policies is None else 1.0 for kind in named])
        #: The kinds of bidders, and the weights of their policies: float64, shape (kinds, groups, features).
        self.kinds: tuple[str, ...] = tuple(named)
        self.policies: NDArray[np.float64] = _read_policies(named)
        #: The chance of each kind in each seat: float64, shape (players, kinds).
        self.weights: NDArray[np.float64] = np.tile(prior / prior.sum(), (rules.players, 1))
        #: How many calls the policies were fitted to by `fit`; 0 for others.
        self.calls: int = 0
        self.stakes: Stakes = Stakes.of_points(rules)
        self._terms: dict[tuple[AuctionKind, int], _Terms] = {}
        self._mean_strength = 0.0
        deals = random_deals(_HANDS, 0, rules)
        values = [self.bid_values(deals[:, seat]) for seat in range(rules.dealt_hands)]
        #: Predicts the tricks of a deal from all its hands.
        self.deal_evaluator: DealEvaluator = DealEvaluator(
            rules, self.strains, np.stack([each.means for each in values], axis=1), self._scores.tricks
        )
        self._mean_strength = float(values[0].strength.mean())

    def __repr__(self) -> str:
        digest = hashlib.sha256(self.policies.tobytes() + self.weights.tobytes()).hexdigest()[:8]
        return f"<CallModel: {self.rules.game}, {', '.join(self.kinds)}, {digest}>"

    @classmethod
    def population(
        cls, rules: Rules, kinds: Mapping[str, float] | Iterable[str] | None = None, **options: Any
    ) -> CallModel:
        """The packaged population, or some kinds of it, with the prior chance of each in every seat.

        Parameters
        ----------
        rules : Rules
        kinds : mapping of str to float, or iterable of str, optional
            Kinds of bidders with weights that need not add up to one, or equally likely; by default all of
            them: ``own``, the library's; ``sampling``, which takes others to bid by the points of the bid
            itself; ``counting`` and ``bold``, as high as their count of books goes, or two more; ``passive``
            and ``lowest``, the lowest bid that the count, or two more, supports.
        **options
            As for `CallModel`.

        Raises
        ------
        RulesError, WhistError
            As for `CallModel`; WhistError also if there is no such kind, or a weight is not above 0.
        """
        packaged = packaged_policies(Rules.of(rules))
        if kinds is None:
            return cls(rules, **options)
        if isinstance(kinds, str) or not isinstance(kinds, Iterable):
            raise WhistError(f"kinds {shown(kinds)} are wrong: expected some of {', '.join(packaged)}")
        chosen = dict(kinds) if isinstance(kinds, Mapping) else dict.fromkeys(kinds, 1.0)
        for name, weight in chosen.items():
            if name not in packaged:
                raise WhistError(f"kind {shown(name)} is unknown: expected one of {', '.join(packaged)}")
            if not isinstance(weight, (int, float)) or not 0 < weight < np.inf:
                raise WhistError(f"the weight of kind {name}, {shown(weight)}, is wrong: expected above 0")
        if not chosen:
            raise WhistError(f"kinds are empty: expected some of {', '.join(packaged)}")
        model = cls(rules, policies={name: packaged[name] for name in chosen}, **options)
        weights = np.array(list(chosen.values()), dtype=np.float64)
        model.weights = np.tile(weights / weights.sum(), (rules.players, 1))
        return model

    @classmethod
    def fit(cls, records: Iterable[PlayedHand | CalledHand], rules: Rules | None = None) -> CallModel:
        """A model with one policy, ``fitted``, to the calls of played hands; `calls` is how many there are.

        The posterior mode of a conditional logit model, whose prior is centred at the mean of the packaged
        policies: few calls leave it there. Hands are read as they were dealt, so that records need deals.

        Parameters
        ----------
        records : iterable of PlayedHand or CalledHand
        rules : Rules, optional
            By default those of the first record that has any, or `Rules.preset("bid_whist")`.

        Raises
        ------
        RulesError
            If a record is of other rules, or the game has no auction.
        ActError
            If a call of a record is not legal under the rules, or a record has no dealer.
        WhistError
            If there is no call with a choice, or a record has scores at which the match would be over.
        """
        from whistsolve.advice.calls.fitting import fit_calls

        return fit_calls(records, rules)

    @classmethod
    def _fitted(cls, rules: Rules, weights: NDArray[np.float64], calls: int) -> CallModel:
        model = cls(rules, policies={"fitted": weights})
        model.calls = calls
        return model

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write rules and policies to a file (JSON) that `load` reads; an existing file is replaced.

        Raises `OSError` if the file cannot be written, `WhistError` if `path` is not a path.
        """
        from whistsolve.advice.calls.fitting import save_calls

        save_calls(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> CallModel:
        """The model that `save` wrote, with the default evaluator and trust.

        Raises `OSError` if the file cannot be read, `WhistError` if `save` did not write it.
        """
        from whistsolve.advice.calls.fitting import load_calls

        return load_calls(path)

    def at(self, stakes: Stakes, weights: NDArray[np.float64] | None = None) -> CallModel:
        """This model at the stakes of a score, and with other chances of each kind in each seat."""
        model = copy.copy(self)
        model.stakes, model._terms = stakes, {}
        if weights is not None:
            model.weights = weights
        return model

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

    def bid_values(self, hands: NDArray[np.uint64], seat: int = 0) -> BidValues:
        """Expected points of all bids as contracts, for one seat's hands (uint64, shape (layouts,))."""
        found = self._valuer.values(hands, self.stakes, side_of(seat, self.rules), self._mean_strength)
        if not self.conventions or seat not in self.followed_by:
            return found
        return replace(found, agreed=self.agreed_points(hands) * _CONVENTION_UNITS)

    def agreed_points(self, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Points that the conventions add to the value of each bid: float64, shape (2, hands, bids).

        Index 0 of the first axis is for the first bid of a side, index 1 for its later ones; bids are in the
        order of `all_bids`. Below 0 if the hand has not what the bid shows.
        """
        return convention_points(self.conventions, self._bids, hands, self.rules)

    def trick_distributions(
        self, hands: NDArray[np.uint64], strains: Sequence[Strain]
    ) -> NDArray[np.float64]:
        """The evaluator's probabilities of 0, 1, ... tricks: float64, (layouts, strains, tricks + 1)."""
        return self._valuer.distributions(hands, strains)

    def features(self, auction: Auction, values: BidValues) -> NDArray[np.float64]:
        """The features of each legal call of the seat to act: float64, (layouts, legal calls, features)."""
        state = self.states.of(auction)
        kind, side = state.kind, side_of(_turn(state), self.rules)
        assert kind is not None
        by_auction = auction_features(kind, state.calls, side, self.stakes, self.rules)
        return np.stack([with_hand(by_auction, row) for row in values.features[:, state.columns]])

    def _terms_of(
        self, states: Sequence[AuctionState], which: NDArray[np.intp], side: int
    ) -> tuple[list[_Terms], NDArray[np.intp]]:
        """The terms of each kind among the states (cached), and for each row the index of its terms."""
        used = np.unique(which).tolist()
        kinds: dict[AuctionKind, int] = {}
        numbers = np.empty(len(states), dtype=np.intp)
        for index in used:
            kind = states[index].kind
            assert kind is not None
            numbers[index] = kinds.setdefault(kind, len(kinds))
            if (kind, side) not in self._terms:
                self._terms[kind, side] = self._made_terms(states[index], kind, side)
        return [self._terms[kind, side] for kind in kinds], numbers[which]

    def _made_terms(self, state: AuctionState, kind: AuctionKind, side: int) -> _Terms:
        intercepts = np.full((len(self.policies), len(self.states.calls)), -np.inf)
        features = auction_features(kind, state.calls, side, self.stakes, self.rules)
        policies = self.policies[:, group_of(kind)]
        intercepts[:, state.columns] = policies @ features.T
        return _Terms(kind.has_bid, intercepts, hand_slopes(policies))

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
        weights: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """One seat's policy: row i is for `states[which[i]]` and row `layouts[i]` of `values`.

        The seat is to act in all states. `weights`, (kinds,), are those of the seat by default.

        Returns
        -------
        ndarray
            float64, shape (rows, columns), as in `AuctionStates.calls`; 0 if a call is not legal.
        """
        found = np.empty((len(layouts), len(self.states.calls)))
        if not len(layouts):
            return found
        seat = _turn(states[which[0]])
        terms, numbers = self._terms_of(states, which, side_of(seat, self.rules))
        _kernels.call_chances(
            found,
            numbers,
            np.ascontiguousarray(layouts),
            values.features,
            np.empty((2, 0, 0)) if values.agreed is None else np.ascontiguousarray(values.agreed),
            np.array([each.has_bid for each in terms], dtype=np.uint8),
            np.stack([each.intercepts for each in terms]),
            np.stack([each.slopes for each in terms]),
            np.ascontiguousarray(self.weights[seat] if weights is None else weights),
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
        assert auction.to_act is not None  # a call is legal
        probabilities = self.call_probabilities(auction, self.bid_values(hands, auction.to_act))
        return probabilities[:, legal.index(call)]

    def named_strain(self, bid: Bid, values: BidValues, row: int) -> int:
        """The index in `strains` of the strain that a declarer names after a bid in one layout."""
        return int(values.strain[row, self._bid_index[bid]])

    def named_strains(self, bid: Bid, values: BidValues) -> NDArray[np.int64]:
        """The index of the strain named after a bid, in every layout: int64, shape (layouts,)."""
        return values.strain[:, self._bid_index[bid]]


def packaged_policies(rules: Rules) -> dict[str, NDArray[np.float64]]:
    """The packaged policies for a game, by kind of bidder: float64, shape (groups, features)."""
    family = _POLICIES["partners" if side_count(rules) < rules.players else "alone"]
    return {
        kind: np.array([[weights[group][name] for name in FEATURES] for group in GROUPS])
        for kind, weights in family.items()
    }


def _read_policies(policies: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
    shape = len(GROUPS), len(FEATURES)
    try:
        found = np.array([np.asarray(weights, dtype=np.float64) for weights in policies.values()])
    except (TypeError, ValueError, AttributeError):
        found = np.empty(0)
    if found.shape[1:] != shape or not np.isfinite(found).all():
        raise WhistError(
            f"policies {shown(policies)} are wrong: expected finite weights of shape {shape} by kind"
        )
    return found


def _turn(state: AuctionState) -> int:
    seat = state.auction.to_act
    assert seat is not None
    return seat
