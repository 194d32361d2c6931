"""Tricks predicted from cards without search, and tricks at the table from those of double-dummy play."""

from whistsolve.evaluation.hand_evaluator import Evaluator, WeightTable
from whistsolve.evaluation.table_play import TablePlay, TableWeights

__all__ = ["Evaluator", "TablePlay", "TableWeights", "WeightTable"]
