"""Advice for players: what to call, which strain to name, which cards to discard, which card to play."""

from whistsolve.advice.advice_report import AdviceReport, Column, Estimate
from whistsolve.advice.answers import (
    BidReport,
    BidRow,
    CardReport,
    CardRow,
    DiscardReport,
    DiscardRow,
    OpponentsContract,
    StrainReport,
    StrainRow,
)
from whistsolve.advice.calls.call_model import CallModel, default_equity, simulated_outcomes
from whistsolve.advice.calls.callers import Caller
from whistsolve.advice.calls.conventions import CONVENTIONS, Convention, Meaning
from whistsolve.advice.discarding.selection import DiscardSearch
from whistsolve.advice.questions import evaluate_bids, evaluate_cards, evaluate_discards, evaluate_strains
from whistsolve.advice.rows import AdviceRow, Believed, DistributionRow, MeanRow
from whistsolve.advice.simulation import AuctionSimulation, Simulation

__all__ = [
    "CONVENTIONS",
    "AdviceReport",
    "AdviceRow",
    "AuctionSimulation",
    "Believed",
    "BidReport",
    "BidRow",
    "CallModel",
    "Caller",
    "CardReport",
    "CardRow",
    "Column",
    "Convention",
    "DiscardReport",
    "DiscardRow",
    "DiscardSearch",
    "DistributionRow",
    "Estimate",
    "MeanRow",
    "Meaning",
    "OpponentsContract",
    "Simulation",
    "StrainReport",
    "StrainRow",
    "default_equity",
    "evaluate_bids",
    "evaluate_cards",
    "evaluate_discards",
    "evaluate_strains",
    "simulated_outcomes",
]
