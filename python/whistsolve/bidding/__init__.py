"""Advice at the table: what to call, which strain to name, which cards to discard, which card to play."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.equity
import whistsolve.inference
import whistsolve.solving  # noqa: F401
from whistsolve.bidding.bids import evaluate_bids
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.calls.conventions import CONVENTIONS, Convention, Meaning
from whistsolve.bidding.calls.self_play import default_equity, simulated_outcomes
from whistsolve.bidding.cards import evaluate_cards
from whistsolve.bidding.discarding.declarer_solver import DeclarerContext, DiscardTricks
from whistsolve.bidding.discarding.selection import DiscardSearch, played_tricks, sampled_discards
from whistsolve.bidding.discards import evaluate_discards
from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow
from whistsolve.bidding.reports.bid_report import BidReport, BidRow, BidsInterrupted
from whistsolve.bidding.reports.card_report import CardReport, CardRow, CardsInterrupted
from whistsolve.bidding.reports.discard_report import DiscardReport, DiscardRow, DiscardsInterrupted
from whistsolve.bidding.reports.strain_report import StrainReport, StrainRow, StrainsInterrupted
from whistsolve.bidding.strains import evaluate_strains

__all__ = [
    "CONVENTIONS",
    "AdviceReport",
    "AdviceRow",
    "BidReport",
    "BidRow",
    "BidsInterrupted",
    "CallModel",
    "CardReport",
    "CardRow",
    "CardsInterrupted",
    "Convention",
    "DeclarerContext",
    "DiscardReport",
    "DiscardRow",
    "DiscardSearch",
    "DiscardTricks",
    "DiscardsInterrupted",
    "Meaning",
    "StrainReport",
    "StrainRow",
    "StrainsInterrupted",
    "default_equity",
    "evaluate_bids",
    "evaluate_cards",
    "evaluate_discards",
    "evaluate_strains",
    "played_tricks",
    "sampled_discards",
    "simulated_outcomes",
]
