"""What one player can know of the cards: hard constraints, layouts, a posterior over layouts."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.dealing
import whistsolve.game  # noqa: F401
from whistsolve.inference.knowledge import Knowledge, Layout, Predicate
from whistsolve.inference.layouts import MOST_LISTED, Layouts
from whistsolve.inference.play_model import PlayModel
from whistsolve.inference.posterior import LayoutPosterior, WeightedLayouts
from whistsolve.inference.trick_in_progress import SolverArguments, TrickInProgress

__all__ = [
    "MOST_LISTED",
    "Knowledge",
    "Layout",
    "LayoutPosterior",
    "Layouts",
    "PlayModel",
    "Predicate",
    "SolverArguments",
    "TrickInProgress",
    "WeightedLayouts",
]
