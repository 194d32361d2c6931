"""Double-dummy engine for the whist family: bid whist, cutthroat, whist and dummy whist.

Examples
--------
>>> import whistsolve as ws
>>> deal = ws.Deal.from_text("N:AK... QJ... T9... 87...")
>>> deal.hands[0]
Hand.from_text('AK...')
"""

from whistsolve.errors import (
    CardError,
    ContractError,
    DealError,
    HandError,
    NotationError,
    PlayError,
    RulesError,
    SeatError,
    SolveStopped,
    StrainError,
    WhistError,
)
from whistsolve.game import HandScore, WhistScore, score_hand, score_whist_hand
from whistsolve.rules import Rules
from whistsolve.solving import (
    BatchInterrupted,
    BatchStopped,
    Discard,
    DiscardInterrupted,
    KittyTable,
    PartialBatch,
    Solution,
    Solver,
    TableInterrupted,
    TrickTable,
    best_discard,
    card_bounds,
    count_optimal_discards,
    discard_values,
    optimal_discards,
    solve,
    solve_cards,
    solve_many,
    table,
)
from whistsolve.values import STRAINS, Card, Contract, Deal, Hand, Strain, Suit

__all__ = [
    "STRAINS",
    "BatchInterrupted",
    "BatchStopped",
    "Card",
    "CardError",
    "Contract",
    "ContractError",
    "Deal",
    "DealError",
    "Discard",
    "DiscardInterrupted",
    "Hand",
    "HandError",
    "HandScore",
    "KittyTable",
    "NotationError",
    "PartialBatch",
    "PlayError",
    "Rules",
    "RulesError",
    "SeatError",
    "Solution",
    "SolveStopped",
    "Solver",
    "Strain",
    "StrainError",
    "Suit",
    "TableInterrupted",
    "TrickTable",
    "WhistError",
    "WhistScore",
    "__version__",
    "best_discard",
    "card_bounds",
    "count_optimal_discards",
    "discard_values",
    "optimal_discards",
    "score_hand",
    "score_whist_hand",
    "solve",
    "solve_cards",
    "solve_many",
    "table",
]

__version__ = "0.1.0"
