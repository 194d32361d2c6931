"""Scores of contracts and of whist, and the result of a played hand."""
