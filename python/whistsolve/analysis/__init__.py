"""Double-dummy analysis of played hands (cards, discard, contract), one or many, of claims and of par."""

from whistsolve.analysis.claims import ClaimCheck, check_claim
from whistsolve.analysis.hands_report import HandsReport, ReportedHand, report_hands
from whistsolve.analysis.par import Par, ParContract, par
from whistsolve.analysis.perfect_moments import PerfectMoment, perfect_moments
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
    "HandsReport",
    "Par",
    "ParContract",
    "PerfectMoment",
    "PlayAnalysis",
    "ReportedHand",
    "analyse_play",
    "check_claim",
    "par",
    "perfect_moments",
    "report_hands",
]
