"""Reports of advice: chances and values with their intervals, and the distributions of tricks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow, DistributionRow
from whistsolve.bidding.reports.intervals import Interval
from whistsolve.show.advice import best_index, caption
from whistsolve.show.plot.figures import axes_or_new
from whistsolve.show.plot.registered import drawing

__all__: list[str] = []

Report: TypeAlias = AdviceReport[AdviceRow]

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


@drawing.register(AdviceReport)
def _report(report: Report, ax: Any, what: str) -> Any:
    """The plot of a report, or of its distributions of tricks."""
    return _tricks(report, ax) if what == "tricks" else _estimates(report, ax)


def _tricks(report: Report, ax: Any) -> Any:
    """A line for each distribution of tricks; calls that lead to the same one share a line."""
    rows: dict[tuple[float, ...], list[AdviceRow]] = {}
    for row in report.rows:
        if isinstance(row, DistributionRow) and row.tricks:
            rows.setdefault(row.tricks, []).append(row)
    ax = axes_or_new(ax, _INCHES_WIDE * 0.75, _INCHES_WIDE * 0.45)
    for chances, same in rows.items():
        best = report.best in same
        ax.plot(
            range(len(chances)),
            chances,
            marker="o",
            linewidth=3 if best else 1.2,
            label=" ".join(map(str, same)) + (" (best)" if best else ""),
        )
    ax.set_ylim(bottom=0)
    ax.set_xlabel("tricks of the declarer's side")
    ax.set_ylabel("chance")
    ax.set_title(report.title)
    ax.grid(alpha=0.3)
    if rows:
        ax.legend(fontsize="small")
    return ax


def _estimates(report: Report, ax: Any) -> tuple[Any, Any]:
    """The chance to make of each row, and beside it what the row is worth, with 95 % intervals."""
    ax = axes_or_new(ax, _INCHES_WIDE, _INCHES_ROUND + _INCHES_A_ROW * len(report.rows))
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
