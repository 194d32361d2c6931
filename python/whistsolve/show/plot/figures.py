"""New figures of matplotlib. What draws on axes calls their methods only, so that any axes will do."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["axes_or_new"]


def axes_or_new(ax: Any, wide: float, high: float) -> Any:
    """The axes given, or those of a new figure of so many inches.

    Raises
    ------
    ImportError
        Where a figure is to be made and matplotlib is missing.
    """
    if ax is not None:
        return ax
    try:
        pyplot = importlib.import_module("matplotlib.pyplot")
    except ModuleNotFoundError as error:
        message = f"{error.name} is missing, which plots are drawn with: pip install whistsolve[plot]"
        raise ImportError(message, name=error.name) from None
    _, made = pyplot.subplots(figsize=(wide, high), layout="constrained")
    return made
