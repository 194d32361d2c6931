"""Long runs: a question for every row of an input, on one machine or many, that may be killed and resumed."""

from whistsolve.runs.batch import run_batch
from whistsolve.runs.loop import BatchSummary
from whistsolve.runs.sources import BatchSource, RandomDeals

__all__ = ["BatchSource", "BatchSummary", "RandomDeals", "run_batch"]
