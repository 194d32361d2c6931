"""Hands between seats that call by the quick evaluator: what they bring, for chances to win matches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calling import CallModel, Opinion
from whistsolve.bidding.equity import HandOutcomes, sides_of
from whistsolve.bidding.evaluator import Evaluator
from whistsolve.bidding.worth import ScoreTable
from whistsolve.dealing import random_deals
from whistsolve.game.auction import Auction
from whistsolve.game.calls import Bid
from whistsolve.rules import Rules

__all__ = ["finished_auction", "simulated_outcomes"]

#: Hands that outcomes are counted over.
HANDS = 3000


def finished_auction(
    auction: Auction, model: CallModel, opinions: list[Opinion], row: int, chances: NDArray[np.float64]
) -> Auction:
    """The auction of one layout to its end, every seat calling as the model has it.

    Parameters
    ----------
    opinions : list of Opinion
        Of each seat.
    row : int
        The layout.
    chances : ndarray
        float64, shape (turns, seats): numbers from 0 to 1 that decide the calls of each seat, turn by turn;
        from the last turn on the last ones.
    """
    turns = [0] * auction.rules.players
    while auction.to_act is not None:
        seat = auction.to_act
        chance = float(chances[min(turns[seat], len(chances) - 1), seat])
        auction = auction.after(model.choose(auction, opinions[seat], row, chance))
        turns[seat] += 1
    return auction


def simulated_outcomes(rules: Rules, *, seed: int = 0, hands: int = HANDS) -> HandOutcomes:
    """What hands bring to the sides, when every seat calls by the quick evaluator.

    Tricks are drawn from what the evaluator says of the declarer's hand, so nothing is solved.

    Raises
    ------
    RulesError
        Where the rules are of a game without an auction, or with dummies.
    """
    model, scores, evaluator = CallModel(rules), ScoreTable.of(rules), Evaluator()
    seats, sides = rules.players, sides_of(rules)
    deals = random_deals(hands, seed, rules)
    draw = np.random.Generator(np.random.PCG64(seed))
    chances = draw.random((hands, 4, seats))
    tricks_chances = draw.random(hands)
    opinions = [model.opinion(deals[:, seat]) for seat in range(seats)]
    start = Auction.start(rules, 0)
    points = np.zeros((hands, sides), dtype=np.int64)
    for row in range(hands):
        high = finished_auction(start, model, opinions, row, chances[row]).high
        if high is None:
            continue
        seat, bid = high
        strain = model.strains[model.named(bid, opinions[seat], row)]
        likely = evaluator.distributions(deals[row : row + 1, seat], strains=(strain,), rules=rules)[0, 0]
        tricks = min(int(np.searchsorted(np.cumsum(likely), tricks_chances[row])), scores.tricks)
        points[row] = _shared(scores, bid, int(strain.is_no_trump), tricks, _side(seat, rules), sides)
    return HandOutcomes.of_hands(points)


def _side(seat: int, rules: Rules) -> int:
    """The side of a seat, counted from the dealer's in order of play."""
    step = 1 if rules.direction_of_play == "clockwise" else -1
    return step * seat % sides_of(rules)


def _shared(scores: ScoreTable, bid: Bid, kind: int, tricks: int, side: int, sides: int) -> NDArray[np.int64]:
    """Whole points of each side; what does not come out even goes to the sides after the declarer's."""
    own = round(scores.own[bid.level, kind, tricks])
    total = round(scores.others[bid.level, kind, tricks] * (sides - 1))
    points = np.empty(sides, dtype=np.int64)
    points[side] = own
    for turn in range(1, sides):
        points[(side + turn) % sides] = total // (sides - 1) + (turn <= total % (sides - 1))
    return points
