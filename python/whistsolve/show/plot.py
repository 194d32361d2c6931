"""Reports of advice as plots, drawn with matplotlib, which is imported only where a figure is made."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from whistsolve.show.advice import best_index, caption

if TYPE_CHECKING:
    from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow
    from whistsolve.bidding.reports.intervals import Interval

    Report: TypeAlias = AdviceReport[AdviceRow]

__all__ = ["plot_report"]

#: The range of an axis of chances: marks at both ends are whole.
_CHANCES: Final = -0.03, 1.03
_INCHES_WIDE: Final = 9.0
_INCHES_A_ROW: Final = 0.32
#: For the title and the axes.
_INCHES_ROUND: Final = 1.4


@dataclass(frozen=True, slots=True)
class _Panel:
    """One half of a plot.

    Attributes
    ----------
    label : str
        Of the axis.
    points : tuple of (int, float, Interval)
        The index of the row, the number and its interval.
    bounds : Interval or None
        The range of the axis; ``None`` where the numbers decide.
    """

    label: str
    points: tuple[tuple[int, float, Interval], ...]
    bounds: Interval | None = None


def plot_report(report: Report, ax: Any = None) -> tuple[Any, Any]:
    """Draw the chance to make of each row, and beside it what the row is worth, with 95 % intervals.

    Parameters, what is returned and errors are those of `AdviceReport.plot`.
    """
    if ax is None:
        size = _INCHES_WIDE, _INCHES_ROUND + _INCHES_A_ROW * len(report.rows)
        _, ax = _pyplot().subplots(figsize=size, layout="constrained")
    ax.set_axis_off()
    ax.set_title(f"{report.title}; best: {caption(report)[0]}")
    left, right = ax.inset_axes([0, 0, 0.47, 1]), ax.inset_axes([0.53, 0, 0.47, 1])
    _draw_panel(left, _first_panel(report), report)
    _draw_panel(right, _value_panel(report), report)
    labels = [str(row) for row in report.rows]
    left.set_yticks(range(len(labels)), labels=labels)
    right.set_yticks(range(len(labels)), labels=[""] * len(labels))
    return left, right


def _first_panel(report: Report) -> _Panel:
    """The chances to make the bid, or expected tricks where nothing was bid."""
    rows = report.rows
    if any(row.make is not None for row in rows) or all(row.mean_tricks is None for row in rows):
        return _panel("chance to make", report, ((row.make, row.make_interval) for row in rows), _CHANCES)
    return _panel("mean tricks", report, ((row.mean_tricks, row.tricks_interval) for row in rows))


def _value_panel(report: Report) -> _Panel:
    """What rows are compared by."""
    rows = report.rows
    label = "chance to win the match"
    if any(row.equity is None for row in rows):
        label = "mean tricks" if all(row.points is None for row in rows) else "points"
    return _panel(label, report, ((row.value, row.value_interval) for row in rows))


def _panel(
    label: str,
    report: Report,
    numbers: Iterable[tuple[float | None, Interval | None]],
    bounds: Interval | None = None,
) -> _Panel:
    """A number of each row that has it, with its interval."""
    points = tuple(
        (index, number, interval)
        for index, (number, interval) in enumerate(numbers)
        if number is not None and interval is not None
    )
    return _Panel(label if report.exact else f"{label}, 95 % interval", points, bounds)


def _draw_panel(ax: Any, panel: _Panel, report: Report) -> None:
    """Draw one half. Only methods of the axes are called, so that any axes will do."""
    best = best_index(report)
    ax.axhspan(best - 0.5, best + 0.5, color="tab:green", alpha=0.2)
    for index, number, (low, high) in panel.points:
        if not math.isfinite(high - low):
            # A hollow mark: the standard error is not known.
            ax.plot([number], [index], "o", color="tab:blue", fillstyle="none")
            continue
        reach = [[max(0.0, number - low)], [max(0.0, high - number)]]
        ax.errorbar([number], [index], xerr=reach, fmt="o", color="tab:blue", capsize=3)
    if panel.bounds is not None:
        ax.set_xlim(*panel.bounds)
    ax.set_ylim(len(report.rows) - 0.5, -0.5)  # the first row on top
    ax.set_xlabel(panel.label)
    ax.grid(axis="x", alpha=0.3)


def _pyplot() -> Any:
    try:
        return importlib.import_module("matplotlib.pyplot")
    except ModuleNotFoundError as error:
        message = f"{error.name} is missing, which plots are drawn with: pip install whistsolve[plot]"
        raise ImportError(message, name=error.name) from None
