"""Long runs that answer a question for every row of an input, on one machine or many, and can be resumed."""

from whistsolve.runs.batch import run_batch
from whistsolve.runs.loop import BatchSummary
from whistsolve.runs.solved_deals import Atlas, atlas
from whistsolve.runs.sources import BatchSource, RandomDeals

__all__ = ["Atlas", "BatchSource", "BatchSummary", "RandomDeals", "atlas", "run_batch"]
