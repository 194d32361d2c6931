"""The states that auctions come to: which calls are legal there, and which state follows each; made once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, all_bids
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners, side_of

__all__ = ["AuctionKind", "AuctionState", "AuctionStates", "bidding_sides"]


class AuctionKind(NamedTuple):
    """What the values of calls depend on beside the hands; many states agree in it.

    Attributes
    ----------
    high : Bid or None
        The highest bid so far.
    ours : bool
        Whether it is of the side to act.
    deals : bool
        Whether the dealer is to act, who may have calls of his own.
    turn : int
        Calls so far where the auction goes round once, otherwise 0.
    told : bool
        Whether the side to act has bid before, where conventions mind that.
    """

    high: Bid | None
    ours: bool
    deals: bool
    turn: int
    told: bool


class AuctionState:
    """A state of the auction, by the first auction that came to it.

    Attributes
    ----------
    auction : Auction
    calls : tuple of Bid or Pass
        The legal ones.
    columns : ndarray
        Integers: of each legal call its column, 0 for a pass and then all bids of the rules in order.
    kind : AuctionKind or None
        ``None`` where the auction is over.
    following : dict
        The state after the call of a column, as far as it was asked for.
    """

    __slots__ = ("auction", "calls", "columns", "following", "kind")

    def __init__(self, auction: Auction, columns: dict[Bid | Pass, int], *, minds_first_bids: bool) -> None:
        self.auction: Auction = auction
        self.calls: tuple[Bid | Pass, ...] = auction.legal_calls
        self.columns: NDArray[np.intp] = np.array([columns[call] for call in self.calls], dtype=np.intp)
        seat = auction.to_act
        self.kind: AuctionKind | None = None if seat is None else _kind_of(auction, seat, minds_first_bids)
        self.following: dict[int, AuctionState] = {}


class AuctionStates:
    """The states of auctions under some rules; auctions that go on alike share one.

    Parameters
    ----------
    rules : Rules
        Of a game with an auction.
    minds_first_bids : bool
        Whether it matters which sides have bid before, besides all that the rules make of them.
    """

    __slots__ = ("_columns", "_minds_first_bids", "_states", "calls")

    def __init__(self, rules: Rules, *, minds_first_bids: bool) -> None:
        #: The calls by column.
        self.calls: tuple[Bid | Pass, ...] = (Pass(), *all_bids(rules))
        self._columns = {call: column for column, call in enumerate(self.calls)}
        self._minds_first_bids = minds_first_bids
        self._states: dict[object, AuctionState] = {}

    def of(self, auction: Auction) -> AuctionState:
        """The state of an auction."""
        key = _key_of(auction, self._minds_first_bids)
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
    told = sides and side_of(seat, rules) in bidding_sides(auction)
    return AuctionKind(high and high[1], ours, seat == auction.dealer, turn, told)


def _key_of(auction: Auction, sides: bool) -> object:
    """What the rest of an auction depends on."""
    state: tuple[object, ...] = auction.dealer, auction.to_act, auction.high
    if auction.rules.auction_rounds != "single":  # else who has passed does not matter: nobody calls again
        last = dict(auction.calls)
        passed = frozenset(player for player, call in last.items() if isinstance(call, Pass))
        state = *state, auction.out, auction.passes, passed
    return (*state, bidding_sides(auction)) if sides else state
