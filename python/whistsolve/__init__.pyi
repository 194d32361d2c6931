# The public names and where each is defined, for type checkers and for the loader.
from .advice import evaluate_bids, evaluate_cards, evaluate_discards, evaluate_strains
from .analysis import analyse_play, check_claim, par
from .cancelling import Cancellation
from .conditions import count_deals, deal_average, deal_frequency, deals_where
from .errors import (
    ActError,
    DealError,
    Interrupted,
    LayoutError,
    NotationError,
    RulesError,
    Stopped,
    WhistError,
)
from .game import HandState, HandView, Match, Session, record_hand, score_hand, score_whist_hand
from .inference import Knowledge
from .notation import read
from .players import play_deals, play_matches
from .rules import Rules
from .runs import atlas, run_batch
from .solving import (
    Discards,
    Solver,
    best_discard,
    best_line,
    optimal_discards,
    solve,
    solve_cards,
    solve_many,
    table,
)
from .values import Card, Contract, Deal, Hand, Strain

__version__: str
__all__ = [
    "ActError",
    "Cancellation",
    "Card",
    "Contract",
    "Deal",
    "DealError",
    "Discards",
    "Hand",
    "HandState",
    "HandView",
    "Interrupted",
    "Knowledge",
    "LayoutError",
    "Match",
    "NotationError",
    "Rules",
    "RulesError",
    "Session",
    "Solver",
    "Stopped",
    "Strain",
    "WhistError",
    "analyse_play",
    "atlas",
    "best_discard",
    "best_line",
    "check_claim",
    "count_deals",
    "deal_average",
    "deal_frequency",
    "deals_where",
    "evaluate_bids",
    "evaluate_cards",
    "evaluate_discards",
    "evaluate_strains",
    "optimal_discards",
    "par",
    "play_deals",
    "play_matches",
    "read",
    "record_hand",
    "run_batch",
    "score_hand",
    "score_whist_hand",
    "solve",
    "solve_cards",
    "solve_many",
    "table",
]
