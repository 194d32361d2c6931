"""Solving: the double-dummy value of a deal, of a card, of all strains, of many deals."""

from whistsolve.solving.many import solve_many
from whistsolve.solving.partial import BatchInterrupted, BatchStopped, PartialBatch
from whistsolve.solving.play import exchange_jokers, legal_cards, perft
from whistsolve.solving.results import Solution, TrickTable
from whistsolve.solving.solver import Solver, card_bounds, solve, solve_cards, table

__all__ = [
    "BatchInterrupted",
    "BatchStopped",
    "PartialBatch",
    "Solution",
    "Solver",
    "TrickTable",
    "card_bounds",
    "exchange_jokers",
    "legal_cards",
    "perft",
    "solve",
    "solve_cards",
    "solve_many",
    "table",
]
