"""Plots drawn with matplotlib, which is imported only where a figure is made."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.bidding  # noqa: F401
from whistsolve.show.plot.levels import plot_levels
from whistsolve.show.plot.registered import plot_of

__all__ = ["plot_levels", "plot_of"]
