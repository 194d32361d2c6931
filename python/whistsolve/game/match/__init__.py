"""Matches of many hands: scores, dealers, sessions, rubbers."""
