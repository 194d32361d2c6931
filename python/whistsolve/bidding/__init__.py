"""What a player can work out from what he sees: how cards may lie, what to call, what matches are worth."""

from whistsolve.bidding.discarding import HonestDiscard, honest_discard
from whistsolve.bidding.equity import HandOutcomes, MatchEquity
from whistsolve.bidding.evaluate import evaluate_bids
from whistsolve.bidding.evaluator import Evaluator
from whistsolve.bidding.honest import DiscardTricks, Look, played_tricks, sampled_discards
from whistsolve.bidding.knowledge import Knowledge, Layout, Predicate
from whistsolve.bidding.layouts import MOST_LISTED, Layouts
from whistsolve.bidding.report import BidInterrupted, BidReport, BidRow
from whistsolve.bidding.simulate import simulated_outcomes

__all__ = [
    "MOST_LISTED",
    "BidInterrupted",
    "BidReport",
    "BidRow",
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
    "evaluate_bids",
    "honest_discard",
    "played_tricks",
    "sampled_discards",
    "simulated_outcomes",
]
