"""Tricks predicted from cards without search: linear models of suit features."""

from whistsolve.evaluation.hand_evaluator import Evaluator

__all__ = ["Evaluator"]
