"""Rollouts of an auction, whose seats all call by a policy, in many layouts at once; deals of self-play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.advice.calls.bid_values import BidValues
from whistsolve.advice.calls.call_features import AuctionState
from whistsolve.advice.calls.policy import CallPolicy
from whistsolve.cancelling import end_if_cancelled, made_once
from whistsolve.dealing import random_deals
from whistsolve.equity.match_equity import MatchEquity, has_equity
from whistsolve.equity.payoffs import ScoreTable
from whistsolve.equity.transitions import HandOutcomes
from whistsolve.errors import RulesError
from whistsolve.evaluation.deal_evaluator import at_least, certain_tricks_of, with_kitty
from whistsolve.evaluation.table_play import TablePlay, knows_table_play
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid
from whistsolve.rules.sides import side_of

#: The bid that wins an auction and the seat that made it; ``None`` if all passed.
WinningBid = tuple[int, Bid] | None
#: Uniform random numbers for the calls of one rollout; the last is used again for any further calls.
TURNS: Final = 16
#: Deals of self-play, and matches simulated for each score if the chain is not solved, of match equity.
_HANDS: Final = 3000
_MATCHES: Final = 6000


def sample_winners(
    auctions: Sequence[Auction],
    policy: CallPolicy,
    values: Sequence[BidValues],
    uniforms: NDArray[np.float64],
) -> tuple[list[WinningBid], NDArray[np.intp]]:
    """The winning bids of a rollout of each auction in each layout; their indices by auction and layout.

    `values` has one element for each seat, with one row for each layout. `uniforms`, float64, shape
    (layouts, TURNS), are numbers from 0 to 1 from which the calls are drawn in turn. All auctions share them
    (common random numbers), so that differences between the calls before have less variance.
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
        seats = np.array([state.seat for state in states])[which]
        over = seats < 0
        if over.any():
            highs = [winners.setdefault(state.auction.high, len(winners)) for state in states]
            won.flat[rows[over]] = np.array(highs)[which[over]]
            which, rows, seats = which[~over], rows[~over], seats[~over]
        layouts = rows % number
        columns = np.empty(len(rows), dtype=np.intp)
        for seat in np.unique(seats).tolist():
            some = seats == seat
            made = np.empty(some.sum(), dtype=np.int64)
            chances = policy.chances(states, which[some], values[seat], layouts[some])
            _kernels.draw_calls(chances, uniforms[layouts[some], min(turn, TURNS - 1)], made)
            columns[some] = made
        width = len(policy.states.calls)
        pairs, inverse = np.unique(which * width + columns, return_inverse=True)
        after = [policy.states.after(states[pair // width], pair % width) for pair in pairs.tolist()]
        states, numbers = _numbered(after)
        which, turn = numbers[inverse.reshape(-1)], turn + 1
    return list(winners), won


def _numbered(several: Sequence[AuctionState]) -> tuple[list[AuctionState], NDArray[np.intp]]:
    """The distinct states, and the index among them of each given state."""
    numbers: dict[AuctionState, int] = {}
    indices = [numbers.setdefault(state, len(numbers)) for state in several]
    return list(numbers), np.array(indices, dtype=np.intp)


def enumerate_outcomes(
    auction: Auction, policy: CallPolicy, values: Sequence[BidValues]
) -> dict[WinningBid, NDArray[np.float64]]:
    """The exact probability of each outcome in each layout, float64, (layouts,); as `sample_winners`."""
    number = len(values[0].means)
    layouts, alone = np.arange(number), np.zeros(number, dtype=np.intp)
    outcomes: dict[WinningBid, NDArray[np.float64]] = {}
    states: dict[AuctionState, NDArray[np.float64]] = {policy.states.of(auction): np.ones(number)}
    while states:
        end_if_cancelled()
        following: dict[AuctionState, NDArray[np.float64]] = {}
        for now, reached in states.items():
            if now.seat < 0:
                outcomes[now.auction.high] = outcomes.get(now.auction.high, 0) + reached
                continue
            chances = policy.chances([now], alone, values[now.seat], layouts)
            for column in now.columns.tolist():
                after = policy.states.after(now, column)
                following[after] = following.get(after, 0) + reached * chances[:, column]
        states = following
    return outcomes


def self_play_outcomes(policy: CallPolicy, hands: int, seed: int) -> HandOutcomes:
    """The points and contracts in random deals whose seats all call by a policy.

    Tricks are drawn from the predictions of its `DealEvaluator`, at the table if that is modelled.
    """
    rules = policy.rules
    scores, sides = ScoreTable.of(rules), rules.side_count
    deals = random_deals(hands, seed, rules)
    generator = np.random.Generator(np.random.PCG64(seed))
    uniforms = generator.random((hands, TURNS))
    trick_uniforms = generator.random(hands)
    values = [policy.bid_values(deals[:, seat], seat) for seat in range(rules.dealt_hands)]
    winners, won = sample_winners([Auction.start(rules, 0)], policy, values, uniforms)
    seats, levels, strains = np.full((3, hands), -1)
    for index, winning in enumerate(winners):
        if winning is not None:
            rows = won[0] == index
            seats[rows], levels[rows] = winning[0], winning[1].level
            strains[rows] = policy.named_strains(winning[1], values[winning[0]])[rows]
    played = np.flatnonzero(seats >= 0)
    seats, levels, strains = seats[played], levels[played], strains[played]
    means = np.stack([each.means for each in values], axis=1)[played]
    held = with_kitty(deals[played], seats, rules)
    chances = policy.deal_evaluator.of_contracts(means, held, seats, strains)
    kinds = np.array([int(strain.is_no_trump) for strain in policy.strains])[strains]
    if knows_table_play(rules):
        for seat, index in {*zip(seats.tolist(), strains.tolist(), strict=True)}:
            rows, strain = (seats == seat) & (strains == index), policy.strains[index]
            asked = held[rows], seat, 0, strain, rules, scores.tricks
            known = at_least(chances[rows], certain_tricks_of(*asked))
            nearly = certain_tricks_of(*asked, nearly=True)
            chances[rows] = TablePlay().played(known, strain.is_no_trump, nearly)
    below = chances.cumsum(axis=1) < trick_uniforms[played, np.newaxis]
    tricks = np.minimum(below.sum(axis=1), scores.tricks)
    declarers, points = np.full(hands, -1), np.zeros((hands, sides), dtype=np.int64)
    made, two_games = np.zeros((2, hands), dtype=np.bool_)
    declarers[played] = np.array([side_of(seat, rules) for seat in range(rules.players)])[seats]
    by_side = np.stack([scores.all_points(side) for side in range(sides)])
    points[played] = by_side[declarers[played], levels, kinds, tricks]
    made[played] = scores.made[levels, tricks]
    two_games[played] = scores.two_games[levels, kinds, tricks]
    return HandOutcomes.of_hands(points, declarers, made, two_games)


@made_once
def self_play_equity(policy: CallPolicy, matches: int = _MATCHES) -> MatchEquity | None:
    """Match equity between seats that call by a policy, cached; ``None`` as for `default_equity`.

    `matches` is the number of matches simulated for each score, if they are simulated at all.
    """
    if not has_equity(policy.rules):
        return None
    outcomes = self_play_outcomes(policy, _HANDS, 0)
    if not outcomes.points.any():
        raise RulesError("no hand changes a score: expected rules under which bids are made or set")
    return MatchEquity(policy.rules, outcomes, matches=matches)
