"""Players: programs that act for a seat, matches between them, and hands that a person plays with them."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.bidding  # noqa: F401
from whistsolve.players.arena import play_matches
from whistsolve.players.deals import play_deals
from whistsolve.players.deals_result import (
    DealFailure,
    DealPlayed,
    DealsInterrupted,
    DealsResult,
    DealsStopped,
    Gain,
    HandPlayed,
    PairingSummary,
)
from whistsolve.players.double_dummy import DoubleDummyPlayer
from whistsolve.players.heuristic import HeuristicPlayer
from whistsolve.players.interactive import InteractiveHand, PerformedAct
from whistsolve.players.matches_result import (
    Failure,
    MatchesInterrupted,
    MatchesResult,
    MatchesStopped,
    MatchPair,
    MatchPlayed,
)
from whistsolve.players.named import PLAYERS, player_named
from whistsolve.players.player import BasePlayer, PeekingPlayer, Player
from whistsolve.players.random_player import RandomPlayer
from whistsolve.players.sampling import Advice, SamplingPlayer

__all__ = [
    "PLAYERS",
    "Advice",
    "BasePlayer",
    "DealFailure",
    "DealPlayed",
    "DealsInterrupted",
    "DealsResult",
    "DealsStopped",
    "DoubleDummyPlayer",
    "Failure",
    "Gain",
    "HandPlayed",
    "HeuristicPlayer",
    "InteractiveHand",
    "MatchPair",
    "MatchPlayed",
    "MatchesInterrupted",
    "MatchesResult",
    "MatchesStopped",
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
