"""The games of the family: a hand from deal to score, matches of many hands, scores of contracts."""

from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import PASS, Bid, CalledHand, Pass, beats, read_call, strains_of
from whistsolve.game.hand.acts import (
    Act,
    Answer,
    CallHonours,
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
from whistsolve.game.hand.setup import Setup, Standing, first_dealer
from whistsolve.game.hand.snapshot import (
    CalledRenege,
    ClaimMade,
    Exchanged,
    HandSnapshot,
    Renege,
    Stage,
    TrickPlayed,
)
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.game.hand.view import HandView
from whistsolve.game.hand_state import HandState
from whistsolve.game.match.match import Match
from whistsolve.game.match.session import Session
from whistsolve.game.record.parts import Call, Tag, Trick
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.game.record.record import record_hand
from whistsolve.game.scoring.contract_score import HandScore, score_hand
from whistsolve.game.scoring.hand_result import HandResult, PenaltyPaid
from whistsolve.game.scoring.whist_score import WhistScore, score_whist_hand

__all__ = [
    "PASS",
    "Act",
    "Answer",
    "Auction",
    "Bid",
    "Call",
    "CallHonours",
    "CallRenege",
    "CalledHand",
    "CalledRenege",
    "CardPlayed",
    "Claim",
    "ClaimMade",
    "Correct",
    "Declare",
    "Discard",
    "Exchange",
    "Exchanged",
    "HandChoice",
    "HandResult",
    "HandScore",
    "HandSnapshot",
    "HandState",
    "HandView",
    "Match",
    "Misdeal",
    "Pass",
    "PenaltyPaid",
    "Play",
    "PlayedHand",
    "Redeal",
    "Renege",
    "Resign",
    "Seating",
    "Session",
    "Settle",
    "Setup",
    "Stage",
    "Standing",
    "Tag",
    "Trick",
    "TrickPlayed",
    "TrickRules",
    "WhistScore",
    "beats",
    "first_dealer",
    "read_call",
    "record_hand",
    "score_hand",
    "score_whist_hand",
    "strains_of",
]
