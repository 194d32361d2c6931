"""Self-play of deals by seats that share one bidding policy, for the outcomes that match equity needs."""

from __future__ import annotations

import copy

import numpy as np

from whistsolve._internal.reading import read_instance, read_integer
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.advice.calls.rollout import TURNS, sample_ends
from whistsolve.cancelling import Cancellation, cancellable, made_once
from whistsolve.dealing import random_deals
from whistsolve.equity.hand_outcomes import HandOutcomes
from whistsolve.equity.match_equity import MatchEquity, has_equity
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import RulesError, WhistError
from whistsolve.evaluation.table_play import TablePlay, knows_table_play
from whistsolve.game.auction.auction import Auction
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of

#: Deals of self-play from which the distribution of outcomes is estimated.
HANDS = 3000
#: Maximum number of deals of one call: arrays of all of them are in memory at once.
_MOST_HANDS = 1_000_000
#: Matches simulated for each score if the chain is not solved; fewer than usual: reports need many scores.
_MATCHES = 6000
#: Matches simulated for each score for a player who has to act at once (`quick_equity`).
_FEW_MATCHES = 400


@cancellable
def simulated_outcomes(
    rules: Rules,
    *,
    seed: int = 0,
    hands: int = HANDS,
    model: CallModel | None = None,
    cancel: Cancellation | None = None,
) -> HandOutcomes:
    """The empirical distribution of points and contracts in deals whose seats all call by the same model.

    Tricks are sampled from the predictions of its `DealEvaluator`, which sees all hands: nothing is solved.
    They are those at the table, if that is modelled (`TablePlay`).

    Parameters
    ----------
    rules : Rules
    seed, hands : int
        The same seed gives the same outcomes. `hands` is the number of deals, at most a million; each uses
        about 3 kB of memory.
    model : CallModel, optional
        By default the model of these rules with the packaged evaluator.
    cancel : Cancellation, optional
        Ends the call, see `Cancellation`.

    Raises
    ------
    RulesError
        If the game has no auction.
    WhistError
        If seed or hands are not integers or are out of range.
    Stopped
        If `cancel` ended it.
    """
    rules = Rules.of(rules)
    seed = read_integer(seed, "seed", WhistError, 0)
    hands = read_integer(hands, "hands", WhistError, 1, _MOST_HANDS)
    policy = default_model(rules) if model is None else read_instance(model, CallModel, "model", WhistError)
    scores = ScoreTable.of(rules)
    sides = side_count(rules)
    deals = random_deals(hands, seed, rules)
    generator = np.random.Generator(np.random.PCG64(seed))
    uniforms = generator.random((hands, TURNS))
    trick_uniforms = generator.random(hands)
    values = [policy.bid_values(deals[:, seat], seat) for seat in range(rules.dealt_hands)]
    ends = sample_ends([Auction.start(rules, 0)], policy, values, uniforms)[0]
    contracts = policy.contracts(ends, values)
    means = np.stack([each.means for each in values], axis=1)[contracts.rows]
    chances = policy.deal_evaluator.of_contracts(means, contracts.declarers, contracts.strains)
    if knows_table_play(rules):
        by_kind = np.stack([TablePlay().matrix(kind, scores.tricks) for kind in (False, True)])
        chances = np.einsum("ct,ctk->ck", chances, by_kind[contracts.no_trump.astype(np.intp)])
    below = chances.cumsum(axis=1) < trick_uniforms[contracts.rows, np.newaxis]
    tricks = np.minimum(below.sum(axis=1), scores.tricks)
    of_seats = np.array([side_of(seat, rules) for seat in range(rules.players)])[contracts.declarers]
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


@made_once
def default_model(rules: Rules) -> CallModel:
    """The call model of the given rules with the packaged evaluator; cached."""
    return CallModel(rules)


@made_once
def own_model(rules: Rules) -> CallModel:
    """The call model whose seats all call as the library's own bidder."""
    return CallModel.population(rules, ("own",))


@made_once
def silent_model(rules: Rules) -> CallModel:
    """The default model with a trust of 0: seats call by it, but their calls are no evidence."""
    model = copy.copy(default_model(rules))  # its fit does not depend on the trust
    model.trust = 0.0
    return model


@cancellable
def default_equity(rules: Rules, *, cancel: Cancellation | None = None) -> MatchEquity | None:
    """Match equity between seats that call by the default model, the default equity of advice; cached.

    Parameters
    ----------
    rules : Rules
    cancel : Cancellation, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    MatchEquity or None
        ``None`` if a match is neither one game won on points nor the best of several such games.

    Raises
    ------
    RulesError
        As for `simulated_outcomes`.
    Stopped
        If `cancel` ended it.
    """
    return self_play_equity(default_model(Rules.of(rules)), rules)


def quick_equity(rules: Rules) -> MatchEquity | None:
    """`default_equity` for players, from fewer matches if they must be simulated, which takes time."""
    equity = default_equity(rules)
    if equity is None or equity.is_quick:
        return equity
    return self_play_equity(default_model(rules), rules, _FEW_MATCHES)


@made_once
def self_play_equity(model: CallModel, rules: Rules, matches: int = _MATCHES) -> MatchEquity | None:
    """Match equity between seats that call by a model, cached; ``None`` as for `default_equity`.

    `matches` is the number of matches simulated for each score, if they are simulated at all.
    """
    if not has_equity(rules):
        return None
    outcomes = simulated_outcomes(rules, model=model)
    if not outcomes.points.any():
        raise RulesError("no hand changes a score: expected rules under which bids are made or set")
    return MatchEquity(rules, outcomes, matches=matches)
