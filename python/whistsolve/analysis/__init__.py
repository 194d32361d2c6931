"""What was done at the table against what was possible: cards, discard and contract of a hand."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.notation
import whistsolve.players  # noqa: F401
from whistsolve.analysis.claims import ClaimCheck, check_claim
from whistsolve.analysis.par import Par, ParContract, par
from whistsolve.analysis.play_analysis import analyse_play
from whistsolve.analysis.results import (
    CardValue,
    CardValues,
    ContractValue,
    ContractVerdict,
    DiscardVerdict,
    PlayAnalysis,
)

__all__ = [
    "CardValue",
    "CardValues",
    "ClaimCheck",
    "ContractValue",
    "ContractVerdict",
    "DiscardVerdict",
    "Par",
    "ParContract",
    "PlayAnalysis",
    "analyse_play",
    "check_claim",
    "par",
]
