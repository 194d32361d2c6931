"""What a player can work out from what he sees: how cards may lie, what to call, what matches are worth."""

from whistsolve.bidding.calling import CallModel
from whistsolve.bidding.declaring import DiscardTricks
from whistsolve.bidding.discarding import HonestDiscard, honest_discard
from whistsolve.bidding.equity import HandOutcomes, MatchEquity
from whistsolve.bidding.evaluate import evaluate_bids
from whistsolve.bidding.evaluator import Evaluator
from whistsolve.bidding.honest import Look, played_tricks, sampled_discards
from whistsolve.bidding.knowledge import Knowledge, Layout, Predicate
from whistsolve.bidding.layouts import MOST_LISTED, Layouts
from whistsolve.bidding.naming import StrainsInterrupted, evaluate_strains
from whistsolve.bidding.report import BidInterrupted, BidReport, BidRow
from whistsolve.bidding.simulate import simulated_outcomes
from whistsolve.bidding.strain_report import StrainReport, StrainRow

__all__ = [
    "MOST_LISTED",
    "BidInterrupted",
    "BidReport",
    "BidRow",
    "CallModel",
    "DiscardTricks",
    "Evaluator",
    "HandOutcomes",
    "HonestDiscard",
    "Knowledge",
    "Layout",
    "Layouts",
    "Look",
    "MatchEquity",
    "Predicate",
    "StrainReport",
    "StrainRow",
    "StrainsInterrupted",
    "evaluate_bids",
    "evaluate_strains",
    "honest_discard",
    "played_tricks",
    "sampled_discards",
    "simulated_outcomes",
]
