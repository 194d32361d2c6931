"""Reachable auction states: the legal calls of each and the state after each call, cached."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, all_bids
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners, side_of


class AuctionKind(NamedTuple):
    """What the values of calls depend on besides the hands; many states have the same kind.

    `high` is the highest bid, `ours` whether the side to act made it, and `deals` whether the dealer is to
    act and may have other legal calls. `turn` is the number of calls so far if the auction goes round once,
    otherwise 0. `has_bid` is whether the side to act has bid before, False if no convention depends on that.
    """

    high: Bid | None
    ours: bool
    deals: bool
    turn: int
    has_bid: bool


class AuctionState:
    """A state of the auction, represented by the first auction that reached it.

    `kind` is ``None`` if the auction is over. `columns` has the column of each legal call: 0 for a pass, then
    all bids of the rules in order. `following` caches the state after the call of each column.
    """

    def __init__(self, auction: Auction, columns: dict[Bid | Pass, int], *, minds_first_bids: bool) -> None:
        self.auction: Auction = auction
        self.calls: tuple[Bid | Pass, ...] = auction.legal_calls
        self.columns: NDArray[np.intp] = np.array([columns[call] for call in self.calls], dtype=np.intp)
        seat = auction.to_act
        self.kind: AuctionKind | None = None if seat is None else _kind_of(auction, seat, minds_first_bids)
        self.following: dict[int, AuctionState] = {}


class AuctionStates:
    """The states of auctions under the given rules; auctions with the same continuations share a state.

    `minds_first_bids` says whether auctions in which different sides have bid are different states, although
    the rules allow the same continuations.
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
        found = state.following.get(column)
        if found is None:
            found = self.of(state.auction.following(self.calls[column]))
            state.following[column] = found
        return found


def bidding_sides(auction: Auction) -> frozenset[int]:
    """The sides that have made a bid."""
    return frozenset(
        side_of(player, auction.rules) for player, call in auction.calls if isinstance(call, Bid)
    )


def _kind_of(auction: Auction, seat: int, sides: bool) -> AuctionKind:
    high, rules = auction.high, auction.rules
    ours = high is not None and are_partners(high[0], seat, rules)
    turn = len(auction.calls) if rules.auction_rounds == "single" else 0
    has_bid = sides and side_of(seat, rules) in bidding_sides(auction)
    deals = seat == auction.dealer and not auction.dealer_has_equalled
    return AuctionKind(high and high[1], ours, deals, turn, has_bid)
