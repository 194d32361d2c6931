"""Advice before play: what to call, which strain to name, which cards to discard."""

from whistsolve.bidding.bids import evaluate_bids
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.calls.self_play import simulated_outcomes
from whistsolve.bidding.discarding.declarer_solver import DeclarerContext, DiscardTricks
from whistsolve.bidding.discarding.selection import DiscardSearch, played_tricks, sampled_discards
from whistsolve.bidding.discards import evaluate_discards
from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow
from whistsolve.bidding.reports.bid_report import BidReport, BidRow, BidsInterrupted
from whistsolve.bidding.reports.discard_report import DiscardReport, DiscardRow, DiscardsInterrupted
from whistsolve.bidding.reports.strain_report import StrainReport, StrainRow, StrainsInterrupted
from whistsolve.bidding.strains import evaluate_strains

__all__ = [
    "AdviceReport",
    "AdviceRow",
    "BidReport",
    "BidRow",
    "BidsInterrupted",
    "CallModel",
    "DeclarerContext",
    "DiscardReport",
    "DiscardRow",
    "DiscardSearch",
    "DiscardTricks",
    "DiscardsInterrupted",
    "StrainReport",
    "StrainRow",
    "StrainsInterrupted",
    "evaluate_bids",
    "evaluate_discards",
    "evaluate_strains",
    "played_tricks",
    "sampled_discards",
    "simulated_outcomes",
]
