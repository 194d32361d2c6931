"""The games of the family: a hand from deal to score, matches of many hands, scores of contracts."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.arguments  # noqa: F401
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import PASS, Bid, Pass, beats, read_call, strains_of
from whistsolve.game.hand.acts import (
    Act,
    Answer,
    CallRenege,
    Claim,
    Correct,
    Declare,
    Discard,
    Exchange,
    HandChoice,
    Misdeal,
    Play,
    Redeal,
    Resign,
    Settle,
)
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.snapshot import Stage
from whistsolve.game.hand.view import HandView
from whistsolve.game.hand_state import HandState
from whistsolve.game.match.first_dealer import first_dealer
from whistsolve.game.match.match import Match
from whistsolve.game.match.session import Session
from whistsolve.game.match.standing import Standing
from whistsolve.game.scoring.contract_score import HandScore, score_hand
from whistsolve.game.scoring.hand_result import HandResult
from whistsolve.game.scoring.whist_score import WhistScore, score_whist_hand

__all__ = [
    "PASS",
    "Act",
    "Answer",
    "Auction",
    "Bid",
    "CallRenege",
    "Claim",
    "Correct",
    "Declare",
    "Discard",
    "Exchange",
    "HandChoice",
    "HandResult",
    "HandScore",
    "HandState",
    "HandView",
    "Match",
    "Misdeal",
    "Pass",
    "Play",
    "Redeal",
    "Resign",
    "Seating",
    "Session",
    "Settle",
    "Stage",
    "Standing",
    "WhistScore",
    "beats",
    "first_dealer",
    "read_call",
    "score_hand",
    "score_whist_hand",
    "strains_of",
]
