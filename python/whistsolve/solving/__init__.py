"""Solving: the double-dummy value of a deal, a card, all strains, many deals, the best discard; alpha-mu."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.dealing
import whistsolve.evaluation  # noqa: F401
from whistsolve.solving.alpha_mu import AlphaMuCard, AlphaMuValues, alpha_mu
from whistsolve.solving.batch.card_rows import solve_card_rows
from whistsolve.solving.batch.deals import solve_many
from whistsolve.solving.batch.partial import (
    BatchInterrupted,
    BatchStopped,
    PartialBatch,
    PartialRows,
    RowsInterrupted,
    RowsStopped,
)
from whistsolve.solving.batch.rows import solve_rows
from whistsolve.solving.deal_table import table
from whistsolve.solving.discards.best import (
    best_discard,
    count_optimal_discards,
    discard_values,
    optimal_discards,
)
from whistsolve.solving.discards.results import BestDiscard, BestDiscardInterrupted
from whistsolve.solving.discards.table import KittyTable, TableInterrupted
from whistsolve.solving.frames import DealFrame, TrickFrame
from whistsolve.solving.play import exchange_jokers, legal_cards, perft
from whistsolve.solving.results import Solution, TrickTable
from whistsolve.solving.solver import Solver, card_bounds, solve, solve_cards

__all__ = [
    "AlphaMuCard",
    "AlphaMuValues",
    "BatchInterrupted",
    "BatchStopped",
    "BestDiscard",
    "BestDiscardInterrupted",
    "DealFrame",
    "KittyTable",
    "PartialBatch",
    "PartialRows",
    "RowsInterrupted",
    "RowsStopped",
    "Solution",
    "Solver",
    "TableInterrupted",
    "TrickFrame",
    "TrickTable",
    "alpha_mu",
    "best_discard",
    "card_bounds",
    "count_optimal_discards",
    "discard_values",
    "exchange_jokers",
    "legal_cards",
    "optimal_discards",
    "perft",
    "solve",
    "solve_card_rows",
    "solve_cards",
    "solve_many",
    "solve_rows",
    "table",
]
