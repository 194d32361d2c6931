"""Solving: the double-dummy value of a deal, a card, all strains, many deals, the best discard; alpha-mu."""

from whistsolve._internal.arguments import Limits
from whistsolve.solving.alpha_mu import AlphaMuCard, AlphaMuValues, alpha_mu
from whistsolve.solving.batch.deals import PartialBatch, solve_many
from whistsolve.solving.batch.rows import solve_card_rows, solve_rows
from whistsolve.solving.deal_table import KittyTable, TrickTable, table
from whistsolve.solving.discards import Discards, best_discard, optimal_discards
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.solving.frames import DealFrame, TrickFrame
from whistsolve.solving.play import BestLine, best_line, exchange_jokers, legal_cards, perft
from whistsolve.solving.position import KittyPosition, Position
from whistsolve.solving.results import BestDiscard, CardTricks, Solution
from whistsolve.solving.solver import Solver, solve, solve_cards

__all__ = [
    "AlphaMuCard", "AlphaMuValues", "BestDiscard", "BestLine", "CardTricks", "DealFrame", "Discards",
    "EngineRules", "KittyPosition", "KittyTable", "Limits", "PartialBatch", "Position", "Solution",
    "Solver", "TrickFrame", "TrickTable", "alpha_mu", "best_discard", "best_line", "exchange_jokers",
    "legal_cards", "optimal_discards", "perft", "solve", "solve_card_rows", "solve_cards", "solve_many",
    "solve_rows", "table",
]  # fmt: skip
