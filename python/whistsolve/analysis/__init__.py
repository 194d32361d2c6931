"""What was done at the table against what was possible: cards, discard and contract of a hand."""

from whistsolve.analysis.machine import Machine
from whistsolve.analysis.par import Par, ParContract, par
from whistsolve.analysis.results import (
    CardValue,
    ContractValue,
    ContractVerdict,
    DiscardVerdict,
    PlayAnalysis,
)
from whistsolve.analysis.sitting import Done, Sitting
from whistsolve.analysis.trace import analyse_play

__all__ = [
    "CardValue",
    "ContractValue",
    "ContractVerdict",
    "DiscardVerdict",
    "Done",
    "Machine",
    "Par",
    "ParContract",
    "PlayAnalysis",
    "Sitting",
    "analyse_play",
    "par",
]
