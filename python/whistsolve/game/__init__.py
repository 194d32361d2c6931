"""The games themselves: a hand from deal to score, matches of many hands, and what contracts are worth."""

from whistsolve.game.acts import (
    Act,
    CallRenege,
    Correct,
    Declare,
    Discard,
    Exchange,
    HandChoice,
    Play,
    Settle,
)
from whistsolve.game.auction import Auction
from whistsolve.game.calls import PASS, Bid, Pass, beats, read_call, strains_of
from whistsolve.game.first_dealer import first_dealer
from whistsolve.game.hand_state import HandState
from whistsolve.game.match import Match, Standing
from whistsolve.game.results import HandResult
from whistsolve.game.scores import HandScore, score_hand
from whistsolve.game.seating import Seating
from whistsolve.game.session import Session
from whistsolve.game.views import HandView
from whistsolve.game.whist_scores import WhistScore, score_whist_hand

__all__ = [
    "PASS",
    "Act",
    "Auction",
    "Bid",
    "CallRenege",
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
    "Pass",
    "Play",
    "Seating",
    "Session",
    "Settle",
    "Standing",
    "WhistScore",
    "beats",
    "first_dealer",
    "read_call",
    "score_hand",
    "score_whist_hand",
    "strains_of",
]
