"""Plots drawn with matplotlib, which is imported only where a figure is made."""

from whistsolve.show.plot.levels import plot_levels
from whistsolve.show.plot.registered import plot_of

__all__ = ["plot_levels", "plot_of"]
