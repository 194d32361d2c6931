"""Players: programs that act for a seat, matches between them, and hands that a person plays with them."""

from whistsolve.players.arena import play_matches
from whistsolve.players.deals import play_deals
from whistsolve.players.deals_result import (
    DealPlayed,
    DealsResult,
    Gain,
    HandPlayed,
    PairingSummary,
)
from whistsolve.players.double_dummy import DoubleDummyPlayer
from whistsolve.players.heuristic import HeuristicPlayer
from whistsolve.players.interactive import InteractiveHand, PerformedAct
from whistsolve.players.matches_result import ContestResult, Failure, MatchesResult, MatchPair, MatchPlayed
from whistsolve.players.named import PLAYERS, player_named
from whistsolve.players.player import BasePlayer, PeekingPlayer, Player
from whistsolve.players.random_player import RandomPlayer
from whistsolve.players.sampling import Advice, SamplingPlayer

__all__ = [
    "PLAYERS",
    "Advice",
    "BasePlayer",
    "ContestResult",
    "DealPlayed",
    "DealsResult",
    "DoubleDummyPlayer",
    "Failure",
    "Gain",
    "HandPlayed",
    "HeuristicPlayer",
    "InteractiveHand",
    "MatchPair",
    "MatchPlayed",
    "MatchesResult",
    "PairingSummary",
    "PeekingPlayer",
    "PerformedAct",
    "Player",
    "RandomPlayer",
    "SamplingPlayer",
    "play_deals",
    "play_matches",
    "player_named",
]
