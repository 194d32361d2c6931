"""Base classes that connect values and results to the package that displays them."""

from __future__ import annotations

import shutil
from typing import Any


class Shown:
    """Base class of everything that notebooks and IPython display: cards and deals, rules, results.

    `whistsolve.show` renders each class; it is imported when an object is first displayed.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # IPython takes what it finds first from a class upwards: without this, the `__repr__` of the class.
        cls._repr_pretty_ = Shown._repr_pretty_  # type: ignore[method-assign]

    def _repr_html_(self) -> str:
        """What notebooks display: HTML without scripts or outside resources, for light and dark pages."""
        # `show` imports the classes that it renders, hence the late import.
        from whistsolve.show import html

        return html.html_of(self)

    def __str__(self) -> str:
        """The text that commands print, not wrapped; values print what they read instead."""
        return _printed(self)

    def _repr_pretty_(self, p: Any, cycle: bool) -> None:
        """What IPython prints: the text that commands print; the `repr` of what is part of something else."""
        width = shutil.get_terminal_size().columns
        p.text(_printed(self, width) if len(p.stack) == 1 else repr(self))


def _printed(value: Shown, width: int | None = None) -> str:
    from whistsolve.show import described, terminal

    return terminal.to_text(described.describe(value), width=width).rstrip()


class Plotted(Shown):
    """Base class of results that can also be plotted."""

    __slots__ = ()

    def _plotted(self, ax: Any, what: str = "") -> Any:
        """Plot the object on the given axes, or on new ones if ``ax`` is ``None``."""
        from whistsolve.show import plot

        return plot.plot_of(self, ax, what)
