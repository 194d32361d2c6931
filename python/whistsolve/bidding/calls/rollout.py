"""Rollouts of an auction: every seat calls by a policy, in many layouts at once, sampled or enumerated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calls.bid_values import BidValues
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.rules.sides import side_of

__all__ = [
    "TURNS",
    "CallPolicy",
    "Decision",
    "WinningBid",
    "bidding_sides",
    "enumerate_outcomes",
    "sample_ends",
    "sample_outcomes",
]

#: The bid that wins an auction and the seat that made it; ``None`` where all passed.
WinningBid = tuple[int, Bid] | None
#: A state of the auction, the layouts in which it came up, and the index of the legal call made in each.
Decision = tuple[Auction, NDArray[np.intp], NDArray[np.intp]]
#: Uniform random numbers for the calls of one rollout; the last is used again for any further calls.
TURNS: Final = 16


class CallPolicy(Protocol):
    """A stochastic policy of calls, as `CallModel` is."""

    @property
    def minds_first_bids(self) -> bool:
        """Whether calls depend on which sides have bid before, besides all that the rules make of them."""

    def call_probabilities(self, auction: Auction, values: BidValues) -> NDArray[np.float64]:
        """The probability of each legal call: float64, shape (layouts, legal calls), rows summing to one."""


def sample_outcomes(
    auction: Auction,
    policy: CallPolicy,
    values: Sequence[BidValues],
    uniforms: NDArray[np.float64],
    decisions: list[Decision] | None = None,
) -> list[WinningBid]:
    """One rollout of the auction in each layout.

    Parameters
    ----------
    auction : Auction
        So far.
    policy : CallPolicy
    values : sequence of BidValues
        Of each seat, one row a layout.
    uniforms : ndarray
        float64, shape (layouts, TURNS): numbers from 0 to 1 from which the calls are drawn in turn, by
        inversion of their cumulative distribution. Rollouts after different calls can share them (common
        random numbers), so that differences between the calls have less variance.
    decisions : list, optional
        Gets the decisions of all seats.

    Returns
    -------
    list of (int, Bid) or None
        The winning bid in each layout.
    """
    found: list[WinningBid] = [None] * len(uniforms)
    for winning, rows in sample_ends([auction], policy, values, uniforms, decisions)[0].items():
        for row in rows.tolist():
            found[row] = winning
    return found


def sample_ends(
    auctions: Sequence[Auction],
    policy: CallPolicy,
    values: Sequence[BidValues],
    uniforms: NDArray[np.float64],
    decisions: list[Decision] | None = None,
) -> list[dict[WinningBid, NDArray[np.intp]]]:
    """One rollout of each of several auctions in each layout, such as after every legal call.

    Rollouts that come to the same state share what is computed there. Parameters are those of
    `sample_outcomes`; rows of decisions are those of the first auction, then of the second, and so on.

    Returns
    -------
    list of dict
        For each auction, the layouts in which a bid wins it: integers, in ascending order.
    """
    number = len(uniforms)
    ends: dict[WinningBid, list[NDArray[np.intp]]] = {}
    sides = policy.minds_first_bids
    starting: dict[object, tuple[Auction, list[NDArray[np.intp]]]] = {}
    for index, auction in enumerate(auctions):
        rows = np.arange(index * number, (index + 1) * number)
        starting.setdefault(_state(auction, sides), (auction, []))[1].append(rows)
    turn = 0
    while starting:
        following: dict[object, tuple[Auction, list[NDArray[np.intp]]]] = {}
        for now, several in starting.values():
            rows = np.concatenate(several)
            if now.to_act is None:
                ends.setdefault(now.high, []).append(rows)
                continue
            layouts = rows % number
            cumulative = policy.call_probabilities(now, values[now.to_act].of_rows(layouts)).cumsum(axis=1)
            drawn = uniforms[layouts, min(turn, TURNS - 1)] * cumulative[:, -1]
            calls = now.legal_calls
            made = np.minimum((cumulative <= drawn[:, np.newaxis]).sum(axis=1), len(calls) - 1)
            if decisions is not None:
                decisions.append((now, rows, made))
            for index in np.unique(made).tolist():
                after = now.after(calls[index])
                following.setdefault(_state(after, sides), (after, []))[1].append(rows[made == index])
        starting = following
        turn += 1
    found: list[dict[WinningBid, NDArray[np.intp]]] = [{} for _ in auctions]
    for winning, several in ends.items():
        rows = np.sort(np.concatenate(several))
        for index in np.unique(rows // number).tolist():
            found[index][winning] = rows[rows // number == index] - index * number
    return found


def enumerate_outcomes(
    auction: Auction, policy: CallPolicy, values: Sequence[BidValues]
) -> dict[WinningBid, NDArray[np.float64]]:
    """The exact distribution of outcomes: the probability of each in each layout, float64, shape (layouts,).

    Probabilities are propagated forward through the tree of calls, with states that go on alike merged.
    Parameters are those of `sample_outcomes`.
    """
    number = len(values[0].means)
    outcomes: dict[WinningBid, NDArray[np.float64]] = {}
    certain: NDArray[np.float64] = np.ones(number)
    sides = policy.minds_first_bids
    states = {_state(auction, sides): (auction, certain)}
    while states:
        following: dict[object, tuple[Auction, NDArray[np.float64]]] = {}
        for now, reached in states.values():
            if now.to_act is None:
                outcomes[now.high] = outcomes.get(now.high, 0) + reached
                continue
            probabilities = policy.call_probabilities(now, values[now.to_act])
            for call, probability in zip(now.legal_calls, probabilities.T, strict=True):
                after = now.after(call)
                state = _state(after, sides)
                before = following[state][1] if state in following else 0
                following[state] = after, before + reached * probability
        states = following
    return outcomes


def bidding_sides(auction: Auction) -> frozenset[int]:
    """The sides that have made a bid."""
    return frozenset(
        side_of(player, auction.rules) for player, call in auction.calls if isinstance(call, Bid)
    )


def _state(auction: Auction, sides: bool) -> object:
    """What the rest of an auction depends on: auctions that agree in it are the same state.

    Which sides have bid is part of it only where the policy minds that.
    """
    if auction.rules.auction_rounds == "single":  # who has passed does not matter: nobody calls again
        state: tuple[object, ...] = auction.to_act, auction.high
    else:
        last = dict(auction.calls)
        passed = frozenset(player for player, call in last.items() if isinstance(call, Pass))
        state = auction.to_act, auction.high, auction.out, auction.passes, passed
    return (*state, bidding_sides(auction)) if sides else state
