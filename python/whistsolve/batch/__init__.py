"""Questions asked of every row of a long input, by one machine or many, in runs that may end and go on."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.notation
import whistsolve.players  # noqa: F401
from whistsolve.batch.inputs import RandomDeals
from whistsolve.batch.loop import BatchRunInterrupted, BatchSummary
from whistsolve.batch.run import run_batch

__all__ = ["BatchRunInterrupted", "BatchSummary", "RandomDeals", "run_batch"]
