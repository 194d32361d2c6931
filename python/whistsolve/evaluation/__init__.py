"""Tricks predicted from cards without search: linear regressions on suit features."""

from whistsolve.evaluation.hand_evaluator import Evaluator, WeightTable

__all__ = ["Evaluator", "WeightTable"]
