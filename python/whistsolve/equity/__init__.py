"""Points of contracts, and match equity: the probability to win the match from a score."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.cancelling
import whistsolve.files
import whistsolve.game  # noqa: F401
from whistsolve.equity.hand_outcomes import HandOutcomes
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.match_state import MatchState
from whistsolve.equity.saved import load_equity, save_equity

__all__ = ["HandOutcomes", "MatchEquity", "MatchState", "load_equity", "save_equity"]
