"""Tricks predicted from cards without search, and tricks in real play predicted from double-dummy tricks."""

from whistsolve.evaluation.hand_evaluator import Evaluator, WeightTable
from whistsolve.evaluation.table_play import TablePlay, TableWeights

__all__ = ["Evaluator", "TablePlay", "TableWeights", "WeightTable"]
