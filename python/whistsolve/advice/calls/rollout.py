"""Rollouts of an auction: every seat calls by a policy, in many layouts at once, sampled or enumerated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.advice.calls.auction_states import AuctionState, AuctionStates
from whistsolve.advice.calls.bid_values import BidValues
from whistsolve.cancelling import end_if_cancelled
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid

if TYPE_CHECKING:
    from whistsolve.advice.calls.call_model import CallModel

#: The bid that wins an auction and the seat that made it; ``None`` if all passed.
WinningBid = tuple[int, Bid] | None
#: Uniform random numbers for the calls of one rollout; the last is used again for any further calls.
TURNS: Final = 16


class Decisions(NamedTuple):
    """The calls of one seat at one turn of many rollouts: arrays of integers, shape (calls,).

    `which` is the index in `states` of each auction's state, `columns` the column of the call made.
    """

    seat: int
    states: list[AuctionState]
    which: NDArray[np.intp]
    layouts: NDArray[np.intp]
    columns: NDArray[np.intp]


def sample_ends(
    auctions: Sequence[Auction],
    policy: CallModel,
    values: Sequence[BidValues],
    uniforms: NDArray[np.float64],
    decisions: list[Decisions] | None = None,
) -> list[dict[WinningBid, NDArray[np.intp]]]:
    """For each auction, the ascending layouts that each bid wins; parameters as for `sample_winners`."""
    winners, won = sample_winners(auctions, policy, values, uniforms, decisions)
    return [_by_winner(winners, each) for each in won]


def sample_winners(
    auctions: Sequence[Auction],
    policy: CallModel,
    values: Sequence[BidValues],
    uniforms: NDArray[np.float64],
    decisions: list[Decisions] | None = None,
) -> tuple[list[WinningBid], NDArray[np.intp]]:
    """One rollout of each auction in each layout, turn by turn for all of them together.

    `values` has one element for each seat, with one row for each layout. `uniforms`, float64, shape
    (layouts, TURNS), are numbers from 0 to 1 from which the calls are drawn in turn, by inversion of their
    cumulative distribution. All auctions share them (common random numbers), so that differences between the
    calls that led to the auctions have less variance. The decisions of all seats are appended to `decisions`.
    Returns the winning bids, and the index of each auction's winning bid: integers, (auctions, layouts).
    """
    number = len(uniforms)
    #: The index of the winning bid in `winners`, by auction and layout.
    won = np.zeros((len(auctions), number), dtype=np.intp)
    winners: dict[WinningBid, int] = {}
    states, numbers = _numbered([policy.states.of(auction) for auction in auctions])
    which, rows = np.repeat(numbers, number), np.arange(won.size)
    turn = 0
    while len(rows):
        end_if_cancelled()
        acting = [state.auction.to_act for state in states]
        seats = np.array([-1 if seat is None else seat for seat in acting])[which]
        over = seats < 0
        if over.any():
            highs = [winners.setdefault(state.auction.high, len(winners)) for state in states]
            won.flat[rows[over]] = np.array(highs)[which[over]]
            which, rows, seats = which[~over], rows[~over], seats[~over]
        layouts = rows % number
        columns = np.empty(len(rows), dtype=np.intp)
        for seat in np.unique(seats).tolist():
            some = seats == seat
            made = Decisions(seat, states, which[some], layouts[some], np.empty(some.sum(), dtype=np.int64))
            chances = policy.chances(states, made.which, values[seat], made.layouts)
            _kernels.draw_calls(chances, uniforms[made.layouts, min(turn, TURNS - 1)], made.columns)
            columns[some] = made.columns
            if decisions is not None:
                decisions.append(made)
        states, which = _following(policy.states, states, which, columns)
        turn += 1
    return list(winners), won


def _numbered(several: Sequence[AuctionState]) -> tuple[list[AuctionState], NDArray[np.intp]]:
    """The distinct states, and the index among them of each given state."""
    numbers: dict[AuctionState, int] = {}
    indices = [numbers.setdefault(state, len(numbers)) for state in several]
    return list(numbers), np.array(indices, dtype=np.intp)


def _following(
    known: AuctionStates, states: Sequence[AuctionState], which: NDArray[np.intp], columns: NDArray[np.intp]
) -> tuple[list[AuctionState], NDArray[np.intp]]:
    """The distinct states after the calls, and the index among them of each row's state."""
    width = len(known.calls)
    pairs, inverse = np.unique(which * width + columns, return_inverse=True)
    after = [known.after(states[pair // width], pair % width) for pair in pairs.tolist()]
    following, numbers = _numbered(after)
    return following, numbers[inverse.reshape(-1)]


def _by_winner(winners: Sequence[WinningBid], won: NDArray[np.intp]) -> dict[WinningBid, NDArray[np.intp]]:
    """The layouts in which each bid wins, from each layout's index among the winners."""
    order = np.argsort(won, kind="stable")
    numbers, starts = np.unique(won[order], return_index=True)
    parts = np.split(order, starts[1:])
    return {winners[number]: rows for number, rows in zip(numbers.tolist(), parts, strict=True)}


def enumerate_outcomes(
    auction: Auction, policy: CallModel, values: Sequence[BidValues]
) -> dict[WinningBid, NDArray[np.float64]]:
    """The exact distribution of outcomes: the probability of each in each layout, float64, shape (layouts,).

    Probabilities are propagated forward through the tree of calls; equal states (`AuctionStates`) are merged.
    Parameters are those of `sample_winners`.
    """
    number = len(values[0].means)
    layouts, alone = np.arange(number), np.zeros(number, dtype=np.intp)
    outcomes: dict[WinningBid, NDArray[np.float64]] = {}
    states: dict[AuctionState, NDArray[np.float64]] = {policy.states.of(auction): np.ones(number)}
    while states:
        end_if_cancelled()
        following: dict[AuctionState, NDArray[np.float64]] = {}
        for now, reached in states.items():
            seat, high = now.auction.to_act, now.auction.high
            if seat is None:
                outcomes[high] = outcomes.get(high, 0) + reached
                continue
            chances = policy.chances([now], alone, values[seat], layouts)
            for column in now.columns.tolist():
                after = policy.states.after(now, column)
                following[after] = following.get(after, 0) + reached * chances[:, column]
        states = following
    return outcomes
