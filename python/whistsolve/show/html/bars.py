"""Bars with intervals, as long as a number of tricks or a chance."""

from __future__ import annotations

import math
from typing import Final

from whistsolve.bidding.reports.intervals import Interval

__all__ = ["chance_bar", "interval_bar"]

#: A colour in which bars can be seen on white and on black.
_BAR: Final = "rgba(70,130,200,{})"
_FRAME: Final = "display:inline-block;width:6em;height:.8em;margin-right:.5em;border:1px solid;"


def chance_bar(value: float, interval: Interval) -> str:
    """A bar as long as the chance, paler from the lower to the upper bound of its interval."""
    low, high = interval
    edges = [f"{100 * share:.1f}%" for share in (0.0, low, value, high)]
    stops = [
        f"{_BAR.format(strength)} {edges[i]} {edges[i + 1]}" for i, strength in enumerate((0.7, 0.5, 0.2))
    ]
    return (
        f'<span style="{_FRAME}background:linear-gradient(to right,{",".join(stops)},'
        f'transparent {edges[3]})"></span>'
    )


def interval_bar(value: float, interval: Interval, bounds: Interval) -> str:
    """A mark where the number lies between two bounds, on a line as long as its interval."""
    least, most = bounds
    if not (math.isfinite(value) and least < most):
        return ""
    low, here, high = (_share(each, least, most) for each in (interval[0], value, interval[1]))
    line = (
        f"left:{low:.1f}%;width:{max(high - low, 1):.1f}%;top:30%;height:40%;background:{_BAR.format(0.45)}"
    )
    mark = f"left:calc({here:.1f}% - 1px);width:3px;top:0;height:100%;background:{_BAR.format(1)}"
    inside = "".join(f'<span style="position:absolute;{style}"></span>' for style in (line, mark))
    return f'<span style="{_FRAME}position:relative;overflow:hidden">{inside}</span>'


def _share(value: float, least: float, most: float) -> float:
    """Where a number lies between two bounds, in percent."""
    return 100 * min(1.0, max(0.0, (value - least) / (most - least)))
