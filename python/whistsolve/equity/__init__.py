"""Points of contracts, and match equity: the probability to win the match from a score."""

from whistsolve.equity.hand_outcomes import HandOutcomes
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.match_state import MatchState

__all__ = ["HandOutcomes", "MatchEquity", "MatchState"]
