"""Plots drawn with matplotlib, imported only when a figure is made; any axes will do."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from whistsolve.errors import WhistError
from whistsolve.show.advice import best_index
from whistsolve.values import STRAINS, Strain, StrainLike, seat_name

if TYPE_CHECKING:
    from whistsolve.advice import AdviceReport, AdviceRow
    from whistsolve.advice.statistics import Interval
    from whistsolve.analysis import PlayAnalysis
    from whistsolve.solving import TrickTable

    Report: TypeAlias = AdviceReport[AdviceRow]

#: The range of an axis of probabilities, wide enough to draw marks at 0 and 1 whole.
_CHANCES: Final = -0.03, 1.03
_INCHES_WIDE: Final = 9.0
_INCHES_A_ROW: Final = 0.32
#: Height for the title and the axes.
_INCHES_ROUND: Final = 1.4
#: Share of a strain's space on the axis that its bars fill.
_BARS_WIDE: Final = 0.8


def plot_of(value: object, ax: Any = None, what: str = "") -> Any:
    """The plot of a result on the given axes or new ones; ``what`` names it, by default the main one."""
    for base in type(value).__mro__:
        if base.__name__ in _PLOTS:
            return _PLOTS[base.__name__](value, ax, what)
    raise TypeError(f"{type(value).__name__} has no plot")


def plot_levels(tricks: ArrayLike, strains: Sequence[StrainLike] = STRAINS, ax: Any = None) -> Any:
    """Draw for each strain the share of entries with at least each number of tricks.

    Tricks are integers, shape (..., strains), as returned by `solve_many` and `TrickTable.to_numpy`; entries
    are pooled over all axes except the last, that of `strains`. By default `ax` is of a new figure.
    """
    columns = [Strain.of(strain) for strain in strains]
    given = np.asarray(tricks)
    fits = given.ndim > 0 and given.shape[-1] == len(columns) and given.size > 0
    if not fits or given.dtype.kind not in "iu" or int(given.min()) < 0:
        raise WhistError(
            f"tricks of shape {given.shape} and type {given.dtype} are wrong: expected numbers of tricks"
            f" from 0 on, shape (..., {len(columns)})"
        )
    rows = given.reshape(-1, len(columns))
    levels = range(1, int(rows.max()) + 1)
    ax = _axes(ax, 2 + 0.7 * len(columns), 1.5 + 0.3 * len(levels))
    for at in range(len(columns)):
        for level in levels:
            share = float((rows[:, at] >= level).mean())
            ax.bar([at], [0.94], 0.94, bottom=level - 0.47, color="tab:blue", alpha=0.85 * share)
            ax.text(at, level, f"{share:.0%}", ha="center", va="center", fontsize="small")
    ax.set_xticks(range(len(columns)), labels=[column.symbol for column in columns])
    ax.set_yticks(levels)
    ax.set_xlim(-0.6, len(columns) - 0.4)
    ax.set_ylim(0.4, len(levels) + 0.6)
    ax.set_ylabel("at least this many tricks")
    return ax


def _axes(ax: Any, wide: float, high: float) -> Any:
    if ax is not None:
        return ax
    try:
        pyplot = importlib.import_module("matplotlib.pyplot")
    except ModuleNotFoundError as error:
        message = f"{error.name} is missing, which plots are drawn with: pip install whistsolve[plot]"
        raise ImportError(message, name=error.name) from None
    _, made = pyplot.subplots(figsize=(wide, high), layout="constrained")
    return made


# Results.


def _table(table: TrickTable, ax: Any, what: str) -> Any:
    ax = _axes(ax, 2 + 0.7 * len(table.strains), 3.2)
    width = _BARS_WIDE / table.seats
    for seat, name in enumerate(table.leaders):
        low, high = table.low[seat].tolist(), table.high[seat].tolist()
        places = [index + (seat - (table.seats - 1) / 2) * width for index in range(len(low))]
        ax.bar(places, low, width, label=name)
        if low != high:
            above = [most - least for least, most in zip(low, high, strict=True)]
            # Pale: from the lower to the upper bound, if a limit ended the search.
            ax.bar(places, above, width, bottom=low, color="gray", alpha=0.4)
    row = "declarer" if hasattr(table, "discard") else "leader"
    ax.set_xticks(range(len(table.strains)), labels=[strain.symbol for strain in table.strains])
    ax.set_ylabel(f"tricks of the {row}'s side")
    ax.grid(axis="y", alpha=0.3)
    ax.legend(title=row, ncols=table.seats, fontsize="small", loc="lower center", bbox_to_anchor=(0.5, 1))
    return ax


def _trace(analysis: PlayAnalysis, ax: Any, what: str) -> Any:
    ax = _axes(ax, 8, 3.6)
    seats, cards = analysis.hand.seats, analysis.cards
    ax.plot(
        range(len(cards) + 1),
        [analysis.start, *(card.after for card in cards)],
        drawstyle="steps-post",
        label="with best play from there on",
    )
    if analysis.discard is not None and analysis.discard.lost:
        ax.plot([0], [analysis.best], "*", color="tab:green", label="after the best discard")
    for ours, mark, label in (
        (True, "v", "lost by the declarer's side"),
        (False, "^", "lost by the defence"),
    ):
        lost = [card for card in analysis.losses if card.by_declarer == ours]
        if lost:
            ax.plot([card.number for card in lost], [card.after for card in lost], mark, label=label)
    for card in analysis.losses:
        name = f"{seat_name(card.seat, seats)} {card.card}"
        ax.annotate(
            name, (card.number, card.after), xytext=(3, 5), textcoords="offset points", fontsize="small"
        )
    contract = analysis.hand.contract
    needed = None
    if contract is not None:
        needed = contract.level + analysis.rules.bid_base - analysis.rules.books_from_kitty
        ax.axhline(needed, linestyle="--", color="gray", label=f"needed for {contract.to_text(seats)}")
    tricks = range(0, len(cards) + 1, seats)
    ax.set_xticks(tricks, labels=[str(start // seats) for start in tricks])
    ax.set_xlabel("tricks played")
    ax.set_ylabel("tricks of the declarer's side")
    values = [analysis.best, analysis.start, *(card.after for card in cards)]
    values += [] if needed is None else [needed]
    ax.set_yticks(range(max(min(values) - 1, 0), max(values) + 2))
    ax.grid(alpha=0.3)
    ax.legend(fontsize="small")
    return ax


def _tricks(report: Report, ax: Any) -> Any:
    """A line for each distribution of tricks; calls with the same distribution share a line."""
    rows: dict[tuple[float, ...], list[AdviceRow]] = {}
    for row in report.rows:
        if isinstance(chances := getattr(row, "tricks", None), tuple) and chances:
            rows.setdefault(chances, []).append(row)
    ax = _axes(ax, _INCHES_WIDE * 0.75, _INCHES_WIDE * 0.45)
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


def _report(report: Report, ax: Any, what: str) -> Any:
    """Each row's chance or tricks and, beside it, its value, with intervals; or all ``tricks``."""
    if what == "tricks":
        return _tricks(report, ax)
    ax = _axes(ax, _INCHES_WIDE, _INCHES_ROUND + _INCHES_A_ROW * len(report.rows))
    ax.set_axis_off()
    ax.set_title(f"{report.title}; best: {report.best}")
    left, right = ax.inset_axes([0, 0, 0.47, 1]), ax.inset_axes([0.53, 0, 0.47, 1])
    rows = report.rows
    if any(row.make is not None for row in rows) or all(row.mean_tricks is None for row in rows):
        _draw_panel(left, report, "chance to make", [(row.make, row.make_interval) for row in rows])
        left.set_xlim(*_CHANCES)
    else:
        _draw_panel(left, report, "mean tricks", [(row.mean_tricks, row.tricks_interval) for row in rows])
    label = "chance to win the match"
    if any(row.equity is None for row in rows):
        label = "mean tricks" if all(row.points is None for row in rows) else "points"
    _draw_panel(right, report, label, [(row.value, row.value_interval) for row in rows])
    labels = [str(row) for row in rows]
    left.set_yticks(range(len(labels)), labels=labels)
    right.set_yticks(range(len(labels)), labels=[""] * len(labels))
    return left, right


def _draw_panel(
    ax: Any, report: Report, label: str, numbers: Sequence[tuple[float | None, Interval | None]]
) -> None:
    """Draw one half of the figure: the number of each row that has one, with its interval."""
    best = best_index(report)
    ax.axhspan(best - 0.5, best + 0.5, color="tab:green", alpha=0.2)
    for index, (number, interval) in enumerate(numbers):
        if number is None or interval is None:
            continue
        low, high = interval
        if not math.isfinite(high - low):
            # A hollow mark: the standard error is not known.
            ax.plot([number], [index], "o", color="tab:blue", fillstyle="none")
            continue
        reach = [[max(0.0, number - low)], [max(0.0, high - number)]]
        ax.errorbar([number], [index], xerr=reach, fmt="o", color="tab:blue", capsize=3)
    ax.set_ylim(len(numbers) - 0.5, -0.5)  # the first row on top
    ax.set_xlabel(label if report.exact else f"{label}, 95 % interval")
    ax.grid(axis="x", alpha=0.3)


_PLOTS: Final[dict[str, Callable[[Any, Any, str], Any]]] = {
    "AdviceReport": _report,
    "PlayAnalysis": _trace,
    "TrickTable": _table,
}
