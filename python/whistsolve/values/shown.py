"""Base classes that connect values and results to the package that displays them."""

from __future__ import annotations

from typing import Any


class Shown:
    """Base class of everything that a notebook displays: cards and deals, rules, results.

    `whistsolve.show` renders each class; it is imported when an object is first displayed.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """What notebooks display: HTML without scripts or outside resources, for light and dark pages."""
        # `show` imports the classes that it renders, hence the late import.
        from whistsolve.show import html

        return html.html_of(self)


class Plotted(Shown):
    """Base class of results that can also be plotted."""

    __slots__ = ()

    def _plotted(self, ax: Any, what: str = "") -> Any:
        """Plot the object on the given axes, or on new ones if ``ax`` is ``None``."""
        from whistsolve.show import plot

        return plot.plot_of(self, ax, what)
