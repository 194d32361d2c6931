"""Tricks predicted from cards without search, and tricks at the table from those of double-dummy play."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.encoding  # noqa: F401
from whistsolve.evaluation.hand_evaluator import Evaluator, WeightTable
from whistsolve.evaluation.table_play import TablePlay, TableWeights

__all__ = ["Evaluator", "TablePlay", "TableWeights", "WeightTable"]
