"""How auctions go on: every seat calls as a model has it, in many layouts at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calls.bid_values import BidValues
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass

__all__ = ["TURNS", "Calling", "WinningBid", "enumerate_outcomes", "sample_outcomes"]

#: The best bid of an auction and whose it is; ``None`` where all passed.
WinningBid = tuple[int, Bid] | None
#: Numbers that decide an auction; calls after so many are decided by the last.
TURNS: Final = 16


class Calling(Protocol):
    """Who says how likely calls are, as `CallModel` does."""

    def chances(self, auction: Auction, opinion: BidValues) -> NDArray[np.float64]:
        """Of each legal call: float64, shape (layouts, legal calls), rows summing to one."""


def sample_outcomes(
    auction: Auction,
    model: Calling,
    opinions: Sequence[BidValues],
    chances: NDArray[np.float64],
    made: list[tuple[Auction, NDArray[np.intp], NDArray[np.intp]]] | None = None,
) -> list[WinningBid]:
    """One end of the auction for each layout.

    Parameters
    ----------
    auction : Auction
        So far.
    model : Calling
    opinions : sequence of Opinion
        Of each seat, one row a layout.
    chances : ndarray
        float64, shape (layouts, TURNS): numbers from 0 to 1 that decide the calls in turn.
    made : list, optional
        Gets every state of the auction that came up, in which layouts, and the places of the calls made.
    """
    ends: list[WinningBid] = [None] * len(chances)
    states = {_state(auction): (auction, np.arange(len(chances)))}
    turn = 0
    while states:
        following: dict[object, tuple[Auction, list[NDArray[np.intp]]]] = {}
        for now, rows in states.values():
            if now.to_act is None:
                for row in rows.tolist():
                    ends[row] = now.high
                continue
            likely = model.chances(now, opinions[now.to_act].of_rows(rows)).cumsum(axis=1)
            drawn = chances[rows, min(turn, TURNS - 1)] * likely[:, -1]
            calls = now.legal_calls
            picked = np.minimum((likely <= drawn[:, np.newaxis]).sum(axis=1), len(calls) - 1)
            if made is not None:
                made.append((now, rows, picked))
            for place in np.unique(picked).tolist():
                after = now.after(calls[place])
                following.setdefault(_state(after), (after, []))[1].append(rows[picked == place])
        states = {state: (after, np.concatenate(rows)) for state, (after, rows) in following.items()}
        turn += 1
    return ends


def enumerate_outcomes(
    auction: Auction, model: Calling, opinions: Sequence[BidValues]
) -> dict[WinningBid, NDArray[np.float64]]:
    """Every end that the auction may have, with its chance in each layout: float64, shape (layouts,).

    Parameters are those of `sample_outcomes`.
    """
    number = len(opinions[0].means)
    ends: dict[WinningBid, NDArray[np.float64]] = {}
    states = {_state(auction): (auction, np.ones(number))}
    while states:
        following: dict[object, tuple[Auction, NDArray[np.float64]]] = {}
        for now, mass in states.values():
            if now.to_act is None:
                ends[now.high] = ends.get(now.high, 0) + mass
                continue
            likely = model.chances(now, opinions[now.to_act])
            for call, share in zip(now.legal_calls, likely.T, strict=True):
                after = now.after(call)
                state = _state(after)
                before = following[state][1] if state in following else 0
                following[state] = after, before + mass * share
        states = following
    return ends


def _state(auction: Auction) -> object:
    """What the rest of an auction depends on: auctions alike in it go on alike."""
    last = dict(auction.calls)
    passed = frozenset(player for player, call in last.items() if isinstance(call, Pass))
    return auction.to_act, auction.high, auction.out, auction.passes, passed
