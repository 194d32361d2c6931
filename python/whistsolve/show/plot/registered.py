"""The plot of every class that has one."""

from __future__ import annotations

from functools import singledispatch
from typing import Any, Final

from whistsolve.show.registry import load_modules_for

__all__ = ["drawing", "plot_of"]

#: Rooms that have something to plot.
_ROOMS: Final = ("solving", "bidding", "analysis")


@singledispatch
def drawing(value: object, ax: Any, what: str) -> Any:
    """Draw a value on axes, or on new ones where they are ``None``.

    Raises
    ------
    TypeError
        Where a class has no plot.
    """
    raise TypeError(f"{type(value).__name__} has no plot")


def plot_of(value: object, ax: Any = None, what: str = "") -> Any:
    """The plot of a result; ``what`` is empty for the usual one.

    Raises
    ------
    TypeError
        Where its class has none.
    ImportError
        Where no axes are given and matplotlib is missing.
    """
    load_modules_for(value, "plot", _ROOMS)
    return drawing(value, ax, what)
