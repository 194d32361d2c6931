"""The form of every class that is shown: each room's are registered where they are first asked for."""

from __future__ import annotations

from functools import singledispatch
from typing import Final

from whistsolve.show.registry import load_modules_for

__all__ = ["form", "html_of"]

#: Rooms that have something to show, and a module of forms here.
_ROOMS: Final = (
    "values",
    "rules",
    "game",
    "solving",
    "conditions",
    "bidding",
    "players",
    "analysis",
    "batch",
)


@singledispatch
def form(value: object) -> str:
    """The HTML of a value; modules of this folder register a function for each class.

    Raises
    ------
    TypeError
        Where a class has no form.
    """
    raise TypeError(f"{type(value).__name__} has no HTML form")


def html_of(value: object) -> str:
    """What a notebook displays of a value or result; forms of rooms that nobody used are not loaded.

    Raises
    ------
    TypeError
        Where its class has no form.
    """
    load_modules_for(value, "html", _ROOMS)
    return form(value)
