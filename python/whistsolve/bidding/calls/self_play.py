"""Hands between seats that call by the quick evaluator: what they bring, for chances to win matches."""

from __future__ import annotations

import functools

import numpy as np

from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.calls.rollout import TURNS, sample_outcomes
from whistsolve.dealing import random_deals
from whistsolve.equity.match_equity import HandOutcomes, MatchEquity
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import RulesError
from whistsolve.game.auction.auction import Auction
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of

__all__ = ["equity_between", "simulated_outcomes", "usual_equity", "usual_model"]

#: Hands that outcomes are counted over.
HANDS = 3000
#: Matches simulated for each score where they are too many to be solved; fewer than for a single question.
_MATCHES = 6000


def simulated_outcomes(
    rules: Rules, *, seed: int = 0, hands: int = HANDS, model: CallModel | None = None
) -> HandOutcomes:
    """What hands bring to the sides, when every seat calls by the same model.

    Tricks are drawn from what its evaluator says of all hands together, so nothing is solved.

    Parameters
    ----------
    rules : Rules
    seed, hands : int
        The same seed gives the same outcomes of so many hands.
    model : CallModel, optional
        The usual one of these rules where it is left out.

    Raises
    ------
    RulesError
        Where the rules are of a game without an auction, or with dummies.
    """
    calling = usual_model(rules) if model is None else model
    scores = ScoreTable.of(rules)
    seats, sides = rules.players, side_count(rules)
    deals = random_deals(hands, seed, rules)
    draw = np.random.Generator(np.random.PCG64(seed))
    chances = draw.random((hands, TURNS))
    tricks_chances = draw.random(hands)
    opinions = [calling.opinion(deals[:, seat]) for seat in range(seats)]
    highs = sample_outcomes(Auction.start(rules, 0), calling, opinions, chances)
    points = np.zeros((hands, sides), dtype=np.int64)
    named: dict[tuple[int, int], list[int]] = {}
    for row, high in enumerate(highs):
        if high is not None:
            place = calling.named(high[1], opinions[high[0]], row)
            named.setdefault((high[0], place), []).append(row)
    means = np.stack([each.means for each in opinions], axis=1)
    for (seat, place), rows in named.items():
        strain = calling.strains[place]
        likely = calling.together.distributions(means[rows], seat, place).cumsum(axis=1)
        taken = np.minimum((likely < tricks_chances[rows, np.newaxis]).sum(axis=1), scores.tricks)
        for row, tricks in zip(rows, taken.tolist(), strict=True):
            high = highs[row]
            assert high is not None
            points[row] = scores.points(high[1].level, strain.is_no_trump, tricks, side_of(seat, rules))
    return HandOutcomes.of_hands(points)


@functools.lru_cache(maxsize=16)
def usual_model(rules: Rules) -> CallModel:
    """The model of rules by the packaged evaluator, made once.

    Raises
    ------
    RulesError
        As `CallModel`.
    """
    return CallModel(rules)


@functools.lru_cache(maxsize=16)
def usual_equity(rules: Rules) -> MatchEquity | None:
    """Chances to win matches between seats that call by the usual model, made once.

    ``None`` where a match is no single game to be won by points.

    Raises
    ------
    RulesError
        As `simulated_outcomes`.
    """
    return equity_between(usual_model(rules), rules)


def equity_between(model: CallModel, rules: Rules) -> MatchEquity | None:
    """The same between seats that call by another model."""
    if rules.match != "single_game" or rules.rise_and_fly == "on_set":
        return None
    outcomes = simulated_outcomes(rules, model=model)
    if not outcomes.points.any():
        raise RulesError("no hand changes a score: expected rules under which bids are made or set")
    return MatchEquity(rules, outcomes, matches=_MATCHES)
