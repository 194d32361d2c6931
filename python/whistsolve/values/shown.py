"""The one door from a value or a result to the room that shows it."""

from __future__ import annotations

from typing import Any

__all__ = ["Plotted", "Shown"]


class Shown:
    """A base of what a notebook displays: cards and deals, rules, results.

    `whistsolve.show` has the form of each class; it is loaded when something is first displayed.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """What notebooks display: HTML without scripts or outside resources, for light and dark pages."""
        # `show` imports what it shows, hence the late import.
        from whistsolve.show import html

        return html.html_of(self)


class Plotted(Shown):
    """A base of what has plots as well."""

    __slots__ = ()

    def _plotted(self, ax: Any, what: str = "") -> Any:
        """A plot of it on some axes, or on new ones where they are ``None``."""
        from whistsolve.show import plot

        return plot.plot_of(self, ax, what)
