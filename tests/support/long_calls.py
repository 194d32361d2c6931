"""The public functions that can take longer than a second, all of which take ``cancel``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import whistsolve as ws
from whistsolve import bidding, conditions, dealing, equity, inference, solving

__all__ = ["LONG_CALLS"]

LONG_CALLS: Final[tuple[Callable[..., object], ...]] = (
    *(ws.solve, ws.solve_cards, ws.card_bounds, ws.table, ws.solve_many, solving.solve_rows),
    *(solving.solve_card_rows, solving.alpha_mu),
    *(ws.Solver.solve, ws.Solver.solve_cards, ws.Solver.card_bounds, ws.Solver.solve_position),
    *(ws.Solver.bound_cards, solving.perft),
    *(ws.best_discard, ws.optimal_discards, ws.count_optimal_discards, ws.discard_values),
    *(ws.evaluate_bids, ws.evaluate_strains, ws.evaluate_discards, ws.evaluate_cards),
    *(ws.par, ws.check_claim, ws.analyse_play, ws.play_deals, ws.play_matches, ws.run_batch),
    *(ws.deals_where, ws.count_deals, ws.deal_average, ws.deal_frequency),
    *(ws.ConditionalDeals, conditions.ConditionalDeals.count, conditions.ConditionalDeals.draw),
    *(dealing.random_deals, inference.Layouts.draw, inference.TrickInProgress.draw),
    *(inference.LayoutPosterior.draw, bidding.default_equity, bidding.simulated_outcomes),
    *(
        equity.MatchEquity,
        equity.MatchEquity.win,
        equity.MatchEquity.after_hand,
        equity.MatchEquity.after_hands,
    ),
)
