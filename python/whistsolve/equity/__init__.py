"""What scores are worth: the chance to win the match."""

from whistsolve.equity.match_equity import HandOutcomes, MatchEquity

__all__ = ["HandOutcomes", "MatchEquity"]
