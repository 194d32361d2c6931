"""Points of contracts, and match equity: the probability of winning the match from a score."""

from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.saved import load_equity, save_equity
from whistsolve.equity.transitions import HandOutcomes, MatchState

__all__ = ["HandOutcomes", "MatchEquity", "MatchState", "load_equity", "save_equity"]
