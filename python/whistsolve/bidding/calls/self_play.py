"""Self-play: hands between seats that all call by one policy, for the outcomes that match equity needs."""

from __future__ import annotations

import copy
import functools

import numpy as np

from whistsolve.arguments import require_rules
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.calls.rollout import TURNS, sample_ends
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.dealing import random_deals
from whistsolve.equity.hand_outcomes import HandOutcomes
from whistsolve.equity.match_equity import MatchEquity, has_equity
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import RulesError, WhistError
from whistsolve.game.auction.auction import Auction
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of
from whistsolve.values.reading import read_instance, read_integer

__all__ = [
    "default_equity",
    "default_model",
    "quick_equity",
    "self_play_equity",
    "silent_model",
    "simulated_outcomes",
]

#: Hands of self-play from which the distribution of outcomes is estimated.
HANDS = 3000
#: Hands that one call may play: arrays of all of them are in memory at once.
_MOST_HANDS = 1_000_000
#: Matches simulated for each score where they are not solved; fewer than the default of `MatchEquity`, since
#: a report needs many scores.
_MATCHES = 6000
#: The same where a player has to act at once.
_FEW_MATCHES = 400


@cancellable
def simulated_outcomes(
    rules: Rules,
    *,
    seed: int = 0,
    hands: int = HANDS,
    model: CallModel | None = None,
    cancel: Cancel | None = None,
) -> HandOutcomes:
    """The empirical distribution of points and contracts of hands whose seats all call by the same model.

    Tricks are sampled from the distributions of its `DealEvaluator` by all hands, so that nothing is solved.

    Parameters
    ----------
    rules : Rules
    seed, hands : int
        The same seed gives the same outcomes of so many hands, a million at most. Each takes some 3 kB of
        memory.
    model : CallModel, optional
        The default model of these rules where it is left out.
    cancel : Cancellation or threading.Event, optional
        Ends the call, see `Cancellation`.

    Raises
    ------
    RulesError
        Where the rules are of a game without an auction, or with dummies.
    WhistError
        Where seed or hands are no whole numbers of their range.
    CallCancelled
        Where `cancel` ended it.
    """
    require_rules(rules)
    seed = read_integer(seed, "seed", WhistError, 0)
    hands = read_integer(hands, "hands", WhistError, 1, _MOST_HANDS)
    policy = default_model(rules) if model is None else read_instance(model, CallModel, "model", WhistError)
    scores = ScoreTable.of(rules)
    seats, sides = rules.players, side_count(rules)
    deals = random_deals(hands, seed, rules)
    generator = np.random.Generator(np.random.PCG64(seed))
    uniforms = generator.random((hands, TURNS))
    trick_uniforms = generator.random(hands)
    values = [policy.bid_values(deals[:, seat]) for seat in range(seats)]
    ends = sample_ends([Auction.start(rules, 0)], policy, values, uniforms)[0]
    contracts = policy.contracts(ends, values)
    means = np.stack([each.means for each in values], axis=1)[contracts.rows]
    chances = policy.deal_evaluator.of_contracts(means, contracts.declarers, contracts.strains)
    below = chances.cumsum(axis=1) < trick_uniforms[contracts.rows, np.newaxis]
    tricks = np.minimum(below.sum(axis=1), scores.tricks)
    of_seats = np.array([side_of(seat, rules) for seat in range(seats)])[contracts.declarers]
    bid = contracts.levels, contracts.no_trump.astype(np.intp), tricks
    points = np.zeros((hands, sides), dtype=np.int64)
    cells = of_seats, *bid
    points[contracts.rows] = np.stack([scores.all_points(side) for side in range(sides)])[cells]
    declarers = np.full(hands, -1)
    declarers[contracts.rows] = of_seats
    made, two_games = (np.zeros(hands, dtype=np.bool_) for _ in range(2))
    made[contracts.rows] = scores.made[contracts.levels, tricks]
    two_games[contracts.rows] = scores.two_games[bid]
    return HandOutcomes.of_hands(points, declarers, made, two_games)


@functools.lru_cache(maxsize=16)
def default_model(rules: Rules) -> CallModel:
    """The model of calls of some rules with the packaged evaluator, made once.

    Raises
    ------
    RulesError
        As `CallModel`.
    """
    return CallModel(rules)


@functools.lru_cache(maxsize=16)
def silent_model(rules: Rules) -> CallModel:
    """The default model without trust in calls: seats call by it, and what they call is no evidence.

    Raises
    ------
    RulesError
        As `CallModel`.
    """
    model = copy.copy(default_model(rules))  # its fit does not depend on the trust
    model.trust = 0.0
    return model


@cancellable
def default_equity(rules: Rules, *, cancel: Cancel | None = None) -> MatchEquity | None:
    """Match equity between seats that call by the default model, which advice uses by default; made once.

    Parameters
    ----------
    rules : Rules
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    MatchEquity or None
        ``None`` where a match is neither one game to be won by points nor the best of several.

    Raises
    ------
    RulesError
        As `simulated_outcomes`.
    CallCancelled
        Where `cancel` ended it.
    """
    return self_play_equity(default_model(require_rules(rules)), rules)


def quick_equity(rules: Rules) -> MatchEquity | None:
    """The same for players, who have no time where many matches must be played out hand by hand.

    Raises
    ------
    RulesError
        As `default_equity`.
    """
    equity = default_equity(rules)
    if equity is None or equity.is_quick:
        return equity
    return self_play_equity(default_model(rules), rules, _FEW_MATCHES)


@functools.lru_cache(maxsize=16)
def self_play_equity(model: CallModel, rules: Rules, matches: int = _MATCHES) -> MatchEquity | None:
    """Match equity between seats that call by a model, made once; ``None`` as for `default_equity`.

    Where matches are simulated, there are so many for each score.
    """
    if not has_equity(rules):
        return None
    outcomes = simulated_outcomes(rules, model=model)
    if not outcomes.points.any():
        raise RulesError("no hand changes a score: expected rules under which bids are made or set")
    return MatchEquity(rules, outcomes, matches=matches)
