"""What one player can infer about the cards: hard constraints, layouts, a posterior over layouts."""

from whistsolve.inference.knowledge import Knowledge, Layout, Predicate
from whistsolve.inference.layouts import MOST_LISTED, Layouts
from whistsolve.inference.play_model import PlayModel
from whistsolve.inference.plays_seen import PlaysSeen
from whistsolve.inference.posterior import LayoutPosterior, WeightedLayouts
from whistsolve.inference.trick_in_progress import SolverArguments, TrickInProgress

__all__ = [
    "MOST_LISTED",
    "Knowledge",
    "Layout",
    "LayoutPosterior",
    "Layouts",
    "PlayModel",
    "PlaysSeen",
    "Predicate",
    "SolverArguments",
    "TrickInProgress",
    "WeightedLayouts",
]
