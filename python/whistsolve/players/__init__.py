"""Players: programs that act for a seat, matches between them, and hands that a person plays with them."""

from whistsolve.players.arena import play_deals, play_matches
from whistsolve.players.card_heuristics import TableKnowledge
from whistsolve.players.contest_result import ContestResult, Decisions, Failure
from whistsolve.players.deals_result import DealPlayed, DealsResult, Gain, HandPlayed, PairingSummary
from whistsolve.players.double_dummy import DoubleDummyPlayer
from whistsolve.players.external import ExternalPlayer
from whistsolve.players.interactive import InteractiveHand, PerformedAct
from whistsolve.players.matches_result import (
    HandInMatch,
    MatchesResult,
    MatchHand,
    MatchPair,
    MatchPlayed,
)
from whistsolve.players.named import PLAYERS, player_named
from whistsolve.players.player import BasePlayer, HeuristicPlayer, PeekingPlayer, Player, RandomPlayer
from whistsolve.players.round_robin import Rating, RoundRobinResult, play_round_robin
from whistsolve.players.sampling import Advice, SamplingPlayer

__all__ = [
    "PLAYERS",
    "Advice",
    "BasePlayer",
    "ContestResult",
    "DealPlayed",
    "DealsResult",
    "Decisions",
    "DoubleDummyPlayer",
    "ExternalPlayer",
    "Failure",
    "Gain",
    "HandInMatch",
    "HandPlayed",
    "HeuristicPlayer",
    "InteractiveHand",
    "MatchHand",
    "MatchPair",
    "MatchPlayed",
    "MatchesResult",
    "PairingSummary",
    "PeekingPlayer",
    "PerformedAct",
    "Player",
    "RandomPlayer",
    "Rating",
    "RoundRobinResult",
    "SamplingPlayer",
    "TableKnowledge",
    "play_deals",
    "play_matches",
    "play_round_robin",
    "player_named",
]
