"""Double-dummy engine for the whist family: bid whist, cutthroat, whist and dummy whist.

Examples
--------
>>> import whistsolve as ws
>>> deal = ws.Deal.from_text("N:AK... QJ... T9... 87...")
>>> deal.hands[0]
Hand.from_text('AK...')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from whistsolve.analysis import (
        CardValue,
        ClaimCheck,
        ContractValue,
        ContractVerdict,
        DiscardVerdict,
        PlayAnalysis,
        analyse_play,
        check_claim,
    )
    from whistsolve.analysis.par import Par, ParContract, par
    from whistsolve.batch import BatchRunInterrupted, BatchSummary, RandomDeals, run_batch
    from whistsolve.bidding import (
        BidReport,
        BidRow,
        BidsInterrupted,
        CardReport,
        CardRow,
        CardsInterrupted,
        DiscardReport,
        DiscardRow,
        DiscardsInterrupted,
        StrainReport,
        StrainRow,
        StrainsInterrupted,
        evaluate_bids,
        evaluate_cards,
        evaluate_discards,
        evaluate_strains,
    )
    from whistsolve.cancelling import Cancellation
    from whistsolve.conditions import (
        ConditionalDeals,
        DealAverage,
        DealCount,
        DealFrequency,
        DrawInterrupted,
        count_deals,
        deal_average,
        deal_frequency,
        deals_where,
    )
    from whistsolve.errors import (
        ActError,
        CallCancelled,
        CardError,
        ConditionError,
        ContractError,
        DealError,
        HandError,
        Interrupted,
        LayoutError,
        NotationError,
        PlayError,
        RulesError,
        SeatError,
        SolveStopped,
        StrainError,
        WhistError,
    )
    from whistsolve.game import (
        Auction,
        HandResult,
        HandScore,
        HandState,
        HandView,
        Match,
        Session,
        WhistScore,
        score_hand,
        score_whist_hand,
    )
    from whistsolve.game.record.record import record_hand
    from whistsolve.players import (
        DealsInterrupted,
        DealsResult,
        DealsStopped,
        MatchesInterrupted,
        MatchesResult,
        MatchesStopped,
        play_deals,
        play_matches,
    )
    from whistsolve.rules import Rules
    from whistsolve.solving import (
        BatchInterrupted,
        BatchStopped,
        BestDiscard,
        BestDiscardInterrupted,
        DealFrame,
        KittyTable,
        PartialBatch,
        Solution,
        Solver,
        TableInterrupted,
        TrickFrame,
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
    from whistsolve.tabular import Tabular
    from whistsolve.values import STRAINS, Card, Contract, Deal, Hand, Strain, Suit

__all__ = [
    "STRAINS",
    "ActError",
    "Auction",
    "BatchInterrupted",
    "BatchRunInterrupted",
    "BatchStopped",
    "BatchSummary",
    "BestDiscard",
    "BestDiscardInterrupted",
    "BidReport",
    "BidRow",
    "BidsInterrupted",
    "CallCancelled",
    "Cancellation",
    "Card",
    "CardError",
    "CardReport",
    "CardRow",
    "CardValue",
    "CardsInterrupted",
    "ClaimCheck",
    "ConditionError",
    "ConditionalDeals",
    "Contract",
    "ContractError",
    "ContractValue",
    "ContractVerdict",
    "Deal",
    "DealAverage",
    "DealCount",
    "DealError",
    "DealFrame",
    "DealFrequency",
    "DealsInterrupted",
    "DealsResult",
    "DealsStopped",
    "DiscardReport",
    "DiscardRow",
    "DiscardVerdict",
    "DiscardsInterrupted",
    "DrawInterrupted",
    "Hand",
    "HandError",
    "HandResult",
    "HandScore",
    "HandState",
    "HandView",
    "Interrupted",
    "KittyTable",
    "LayoutError",
    "Match",
    "MatchesInterrupted",
    "MatchesResult",
    "MatchesStopped",
    "NotationError",
    "Par",
    "ParContract",
    "PartialBatch",
    "PlayAnalysis",
    "PlayError",
    "RandomDeals",
    "Rules",
    "RulesError",
    "SeatError",
    "Session",
    "Solution",
    "SolveStopped",
    "Solver",
    "Strain",
    "StrainError",
    "StrainReport",
    "StrainRow",
    "StrainsInterrupted",
    "Suit",
    "TableInterrupted",
    "Tabular",
    "TrickFrame",
    "TrickTable",
    "WhistError",
    "WhistScore",
    "__version__",
    "analyse_play",
    "best_discard",
    "card_bounds",
    "check_claim",
    "count_deals",
    "count_optimal_discards",
    "deal_average",
    "deal_frequency",
    "deals_where",
    "discard_values",
    "evaluate_bids",
    "evaluate_cards",
    "evaluate_discards",
    "evaluate_strains",
    "optimal_discards",
    "par",
    "play_deals",
    "play_matches",
    "record_hand",
    "run_batch",
    "score_hand",
    "score_whist_hand",
    "solve",
    "solve_cards",
    "solve_many",
    "table",
]

__version__ = "0.2.0"

#: Where each public name is defined. A room is loaded when a name of it is first used, so that a program that
#: only reads deals waits neither for NumPy nor for what advises on bids.
_HOMES: Final = {
    "analysis": (
        "CardValue",
        "ClaimCheck",
        "ContractValue",
        "ContractVerdict",
        "DiscardVerdict",
        "PlayAnalysis",
        "analyse_play",
        "check_claim",
    ),
    "analysis.par": ("Par", "ParContract", "par"),
    "batch": ("BatchRunInterrupted", "BatchSummary", "RandomDeals", "run_batch"),
    "bidding": (
        "BidReport",
        "BidRow",
        "BidsInterrupted",
        "CardReport",
        "CardRow",
        "CardsInterrupted",
        "DiscardReport",
        "DiscardRow",
        "DiscardsInterrupted",
        "StrainReport",
        "StrainRow",
        "StrainsInterrupted",
        "evaluate_bids",
        "evaluate_cards",
        "evaluate_discards",
        "evaluate_strains",
    ),
    "cancelling": ("Cancellation",),
    "conditions": (
        "ConditionalDeals",
        "DealAverage",
        "DealCount",
        "DealFrequency",
        "DrawInterrupted",
        "count_deals",
        "deal_average",
        "deal_frequency",
        "deals_where",
    ),
    "errors": (
        "ActError",
        "CallCancelled",
        "CardError",
        "ConditionError",
        "ContractError",
        "DealError",
        "HandError",
        "Interrupted",
        "LayoutError",
        "NotationError",
        "PlayError",
        "RulesError",
        "SeatError",
        "SolveStopped",
        "StrainError",
        "WhistError",
    ),
    "game": (
        "Auction",
        "HandResult",
        "HandScore",
        "HandState",
        "HandView",
        "Match",
        "Session",
        "WhistScore",
        "score_hand",
        "score_whist_hand",
    ),
    "game.record.record": ("record_hand",),
    "players": (
        "DealsInterrupted",
        "DealsResult",
        "DealsStopped",
        "MatchesInterrupted",
        "MatchesResult",
        "MatchesStopped",
        "play_deals",
        "play_matches",
    ),
    "rules": ("Rules",),
    "solving": (
        "BatchInterrupted",
        "BatchStopped",
        "BestDiscard",
        "BestDiscardInterrupted",
        "DealFrame",
        "KittyTable",
        "PartialBatch",
        "Solution",
        "Solver",
        "TableInterrupted",
        "TrickFrame",
        "TrickTable",
        "best_discard",
        "card_bounds",
        "count_optimal_discards",
        "discard_values",
        "optimal_discards",
        "solve",
        "solve_cards",
        "solve_many",
        "table",
    ),
    "tabular": ("Tabular",),
    "values": (
        "STRAINS",
        "Card",
        "Contract",
        "Deal",
        "Hand",
        "Strain",
        "Suit",
    ),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}
#: Rooms that are attributes of the package without an import of their own.
_ROOMS: Final = (
    *("aio", "analysis", "arguments", "batch", "bidding", "cancelling", "conditions", "dealing"),
    *("encoding", "equity", "errors", "evaluation", "files", "game", "inference", "notation", "players"),
    *("rules", "show", "solving", "tabular", "values"),
)


def __getattr__(name: str) -> object:
    """A public name or a room, loaded when it is first asked for."""
    if name in _ROOMS:
        return import_module(f"whistsolve.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'whistsolve' has no attribute {name!r}")
    path = "whistsolve"
    for part in _HOME_OF[name].split("."):  # the room first, as two threads wait for each other otherwise
        path = f"{path}.{part}"
        home = import_module(path)
    value = getattr(home, name)
    globals()[name] = value  # asked for once
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ROOMS})
