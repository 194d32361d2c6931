"""States of the auction, the features of the calls in them, and policies: weights packaged or fitted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.logit import fit_conditional_logit
from whistsolve.advice.calls.bid_values import HAND_FEATURES, Stakes
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, all_bids
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners, side_of

#: Of bids, by the auction: levels above the lowest legal one, these times the share of players still to call,
#: no-trump, and levels above the lowest of the game by one. Of passes: itself, whether nobody calls after,
#: whether the high bid is in no-trump, its level, what it is expected to gain if it stands; and by the hand
#: its strength in tricks above the mean.
FEATURES: Final = (
    *HAND_FEATURES,
    *("jump", "jump_early", "no_trump", "level"),
    *("pass", "pass_last", "pass_no_trump", "pass_level", "pass_gain", "pass_strength"),
)
#: Each has weights of its own: calls if nobody has bid, over a bid of the others, and over a partner's.
GROUPS: Final = ("nobody", "theirs", "ours")
#: The packaged policies by kind of bidder, for games of partners and for single players, in the order of
#: `GROUPS` and `FEATURES`; fitted by ``python -m benchmarks.fitting.call_policies``.
_POLICIES: Final[dict[str, dict[str, dict[str, dict[str, float]]]]] = json.loads(
    resources.files(__package__).joinpath("policies.json").read_text("utf-8")
)
#: The precision of the prior of each fitted weight.
_PRECISION: Final = 1.0
_BID, _PASS = len(HAND_FEATURES), FEATURES.index("pass")


class AuctionKind(NamedTuple):
    """What the values of calls depend on besides the hands; many states have the same kind.

    `high` is the highest bid, `ours` whether the side to act made it, `deals` whether the dealer is to act
    and may have other legal calls. `turn` is the number of calls so far if the auction goes round once,
    otherwise 0. `has_bid` is whether the side to act has bid before, False if no convention depends on that.
    """

    high: Bid | None
    ours: bool
    deals: bool
    turn: int
    has_bid: bool


class AuctionState:
    """A state of the auction, represented by the first auction that reached it.

    `seat` is to act, -1 if the auction is over. `columns` has the column of each legal call: 0 for a pass,
    then all bids of the rules in order. `following` caches the state after the call of each column.
    """

    def __init__(self, auction: Auction, columns: dict[Bid | Pass, int], *, minds_first_bids: bool) -> None:
        high, rules = auction.high, auction.rules
        self.auction: Auction = auction
        self.calls: tuple[Bid | Pass, ...] = auction.legal_calls
        self.columns: NDArray[np.intp] = np.array([columns[call] for call in self.calls], dtype=np.intp)
        self.seat: int = -1 if auction.to_act is None else auction.to_act
        self.kind: AuctionKind = AuctionKind(
            high and high[1],
            ours=high is not None and are_partners(high[0], self.seat, rules),
            deals=self.seat == auction.dealer and not auction.dealer_has_equalled,
            turn=len(auction.calls) if rules.auction_rounds == "single" else 0,
            has_bid=minds_first_bids and side_of(self.seat, rules) in bidding_sides(auction),
        )
        self.following: dict[int, AuctionState] = {}


class AuctionStates:
    """The states of auctions under the given rules; auctions with the same continuations share a state.

    With `minds_first_bids`, auctions in which different sides have bid are different states.
    """

    def __init__(self, rules: Rules, *, minds_first_bids: bool) -> None:
        #: The calls by column.
        self.calls: tuple[Bid | Pass, ...] = (Pass(), *all_bids(rules))
        self._columns = {call: column for column, call in enumerate(self.calls)}
        self._minds_first_bids = minds_first_bids
        self._states: dict[object, AuctionState] = {}

    def of(self, auction: Auction) -> AuctionState:
        """The state of an auction."""
        key: object = auction.continuation  # all that what follows depends on
        if self._minds_first_bids:
            key = key, bidding_sides(auction)
        if key not in self._states:
            self._states[key] = AuctionState(auction, self._columns, minds_first_bids=self._minds_first_bids)
        return self._states[key]

    def after(self, state: AuctionState, column: int) -> AuctionState:
        """The state after a legal call, given by its column."""
        if column not in state.following:
            state.following[column] = self.of(state.auction.following(self.calls[column]))
        return state.following[column]


def bidding_sides(auction: Auction) -> frozenset[int]:
    """The sides that have made a bid."""
    return frozenset(
        side_of(player, auction.rules) for player, call in auction.calls if isinstance(call, Bid)
    )


def group_of(kind: AuctionKind) -> int:
    """The index in `GROUPS` of states of a kind."""
    return 0 if kind.high is None else 1 + kind.ours


def auction_features(state: AuctionState, stakes: Stakes) -> NDArray[np.float64]:
    """The features of all legal calls, 0 where the hand decides them: float64, shape (calls, features)."""
    kind, calls, rules = state.kind, state.calls, state.auction.rules
    found = np.zeros((len(calls), len(FEATURES)))
    lowest = min((call.level for call in calls if isinstance(call, Bid)), default=0)
    base, high = rules.min_bid + 1, kind.high
    # Where the auction goes round again, all others may still call.
    behind = (
        (rules.players - 1 - kind.turn) / (rules.players - 1) if rules.auction_rounds == "single" else 1.0
    )
    for row, call in zip(found, calls, strict=True):
        if isinstance(call, Bid):
            jump = call.level - lowest
            row[_BID:_PASS] = jump, jump * behind, call.trump == "NT", call.level - base
            continue
        row[_PASS : _PASS + 2] = 1, behind == 0
        if high is not None:
            gains = stakes.partner if kind.ours else stakes.others
            row[_PASS + 2 : -1] = (
                high.trump == "NT",
                high.level - base,
                gains[side_of(state.seat, rules), high.level],
            )
    return found


def hand_slopes(policies: NDArray[np.float64]) -> NDArray[np.float64]:
    """The slopes of policies of a group on the features of hands, of passes, then of bids."""
    found = np.zeros((len(policies), 2, len(HAND_FEATURES)))
    found[:, 0, 0], found[:, 1] = policies[:, -1], policies[:, :_BID]
    return found


def with_hand(by_auction: NDArray[np.float64], by_hand: NDArray[np.float64]) -> NDArray[np.float64]:
    """Features of legal calls by the auction with those by the hands, (layouts, calls, 4), filled in."""
    found = np.repeat(by_auction[np.newaxis], len(by_hand), axis=0)
    is_pass = by_auction[:, _PASS] == 1
    found[:, ~is_pass, :_BID] = by_hand[:, ~is_pass]
    found[:, is_pass, -1] = by_hand[:, is_pass, 0]
    return found


def packaged_policies(rules: Rules) -> dict[str, NDArray[np.float64]]:
    """The packaged policies for a game, by kind of bidder: float64, shape (groups, features)."""
    family = _POLICIES["partners" if rules.side_count < rules.players else "alone"]
    return {kind: weights_of(named) for kind, named in family.items()}


class Choice(NamedTuple):
    """A call that was made: the group of its state, the features of all legal calls, and its index."""

    group: int
    features: NDArray[np.float64]
    made: int


def fit_policy(choices: Sequence[Choice], prior: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights of a policy, (groups, features), of the highest posterior density given some choices."""
    found = prior.copy()
    for group in range(len(GROUPS)):
        some = [choice for choice in choices if choice.group == group]
        if not some:
            continue
        # Choices are among different numbers of calls.
        features = np.zeros((len(some), max(len(choice.features) for choice in some), len(FEATURES)))
        available = np.zeros(features.shape[:2], dtype=np.bool_)
        for row, choice in enumerate(some):
            features[row, : len(choice.features)] = choice.features
            available[row, : len(choice.features)] = True
        chosen = np.array([choice.made for choice in some])
        found[group] = fit_conditional_logit(features, available, chosen, prior[group], _PRECISION)
    return found


def weights_of(named: Mapping[str, Mapping[str, float]]) -> NDArray[np.float64]:
    """The weights of a policy, (groups, features), from those by group and feature."""
    return np.array([[float(named[group][name]) for name in FEATURES] for group in GROUPS])


def named_weights(weights: Sequence[Sequence[float]]) -> dict[str, dict[str, float]]:
    """The weights of a policy by group and feature."""
    return {group: dict(zip(FEATURES, row, strict=True)) for group, row in zip(GROUPS, weights, strict=True)}
