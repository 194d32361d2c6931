"""Points of contracts, and match equity: the probability to win the match from a score."""

from whistsolve.equity.match_equity import HandOutcomes, MatchEquity

__all__ = ["HandOutcomes", "MatchEquity"]
