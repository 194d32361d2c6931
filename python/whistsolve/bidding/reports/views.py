"""Reports as people look at them: lines of text, a table in HTML, a plot."""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from whistsolve.bidding.reports.intervals import Estimates, Interval, settled

__all__ = ["Panel", "Table", "Views", "chance_to_make", "panel"]

_DISCARDS: Final = {
    "sampled": "discards chosen without seeing the other hands",
    "double_dummy": "best discards for each layout, an upper bound",
    "heuristic": "discards by a rule of thumb",
    "estimated": "no cards played, tricks by the quick evaluator of all hands",
}
#: Colours that let text be read on white and on black.
_BAR: Final = "rgba(70,130,200,{})"
_BEST: Final = "background:rgba(80,170,90,.22);font-weight:bold;"
_CELL: Final = "padding:.15em .7em;text-align:left;white-space:nowrap;"

#: From where to where an axis of chances runs: marks at both ends are whole.
_CHANCES: Final = -0.03, 1.03
_INCHES_WIDE: Final = 9.0
_INCHES_A_ROW: Final = 0.32
#: For the title and the axes.
_INCHES_ROUND: Final = 1.4


@dataclass(frozen=True, slots=True)
class Table:
    """What a table of any kind says.

    Attributes
    ----------
    title : str
    heads : tuple of str
    cells : tuple of tuple of str
        Row by row.
    rows : tuple of Estimates
        Where the cells come from.
    best : int
        The place of the best row.
    """

    title: str
    heads: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    rows: tuple[Estimates, ...]
    best: int

    @classmethod
    def of(
        cls,
        title: str,
        heads: Sequence[str],
        cells: Sequence[Sequence[str]],
        rows: Sequence[Estimates],
        best: Estimates,
    ) -> Table:
        """The columns that have something in them."""
        used = [place for place in range(len(heads)) if any(row[place] for row in cells)]
        return cls(
            title,
            tuple(heads[place] for place in used),
            tuple(tuple(row[place] for place in used) for row in cells),
            tuple(rows),
            list(rows).index(best),
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """What the rows are called: the first column."""
        return tuple(cells[0] for cells in self.cells)


@dataclass(frozen=True, slots=True)
class Panel:
    """One half of a plot.

    Attributes
    ----------
    label : str
        Of the axis.
    points : tuple of (int, float, Interval)
        The row, the number and its interval.
    bounds : Interval or None
        From where to where the axis runs; ``None`` where the numbers decide.
    """

    label: str
    points: tuple[tuple[int, float, Interval], ...]
    bounds: Interval | None = None


class Views:
    """What reports have in common. Each is a dataclass with these fields."""

    __slots__ = ()

    rows: tuple[Estimates, ...]
    samples: int
    effective_sample_size: float
    discards: str
    separated: bool
    exact: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", settled(self.rows, self.exact))

    @property
    def caption(self) -> tuple[str, str]:
        """What is best and whether that is sure; and where the numbers come from."""
        table = self._table()
        sure = "" if self.separated else ", not separated from the next"
        layouts = f"{self.samples} layout{'' if self.samples == 1 else 's'}"
        if self.exact:
            layouts = f"exact, all {layouts} there can be" if self.samples > 1 else "exact, the only layout"
        elif round(self.effective_sample_size) < self.samples:
            layouts += f", {self.effective_sample_size:.0f} effective"
        parts = [layouts, _DISCARDS.get(self.discards, f"{self.discards} discards")]
        if self.discards != "estimated":
            parts.append("then both sides' best play, all hands open")
        if not self.exact:
            parts.append("ranges are 95 % intervals")
        return f"{table.labels[table.best]}{sure}", "; ".join(parts)

    def __str__(self) -> str:
        best, about = self.caption
        return "\n".join([*_text_table(self._table()), f"best: {best}", about])

    def html(self) -> str:
        """A small table of HTML, for notebooks and pages: the best row marked, a bar for each chance to make.

        It needs no style sheet, no script and no other file, and goes with light and dark pages.
        """
        best, about = self.caption
        return _html_table(self._table(), (f"best: {best}", about))

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return self.html()

    def plot(self, ax: Any = None) -> tuple[Any, Any]:
        """The chance to make, and beside it what each row is worth, with 95 % intervals.

        Where there is no bid, the mean number of tricks stands in place of the chance to make. A hollow mark
        has an error that nobody knows. Nothing is put on the screen: that is left to
        ``matplotlib.pyplot.show``.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure where left out. Both halves lie inside it, and its own frame is not
            shown.

        Returns
        -------
        tuple of matplotlib.axes.Axes
            That of the chances to make, and that of the chances to win the match, or points. Their ``figure``
            can be saved.

        Raises
        ------
        ImportError
            Where no axes are given and matplotlib is missing: ``pip install whistsolve[plot]``.
        """
        table = self._table()
        if ax is None:
            size = _INCHES_WIDE, _INCHES_ROUND + _INCHES_A_ROW * len(self.rows)
            _, ax = _pyplot().subplots(figsize=size, layout="constrained")
        return _draw(
            table, f"{table.title}; best: {self.caption[0]}", (self._first_panel(), _worth(self.rows)), ax
        )

    def _first_panel(self) -> Panel:
        return chance_to_make(self.rows)

    def _table(self) -> Table:
        raise NotImplementedError


def _text_table(table: Table) -> list[str]:
    """Lines of columns, without blanks at their ends."""
    widths = [max(map(len, column)) for column in zip(table.heads, *table.cells, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
        for cells in (table.heads, *table.cells)
    ]


# ------------------------------------------------------------------------------------------------------- HTML


def _html_table(table: Table, lines: Sequence[str]) -> str:
    """A table of HTML that needs nothing else: the best row marked, a bar for each chance to make."""
    heads = "".join(f'<th style="{_CELL}border-bottom:1px solid">{escape(head)}</th>' for head in table.heads)
    rows = "\n".join(
        _html_row(cells, table, place, table.heads.index("make") if "make" in table.heads else None)
        for place, cells in enumerate(table.cells)
    )
    about = "<br>".join(map(escape, lines))
    return (
        '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">\n'
        f'<caption style="caption-side:bottom;text-align:left;padding:.4em .7em">{about}</caption>\n'
        f'<thead><tr><th colspan="{len(table.heads)}" style="{_CELL}">{escape(table.title)}</th></tr>\n'
        f"<tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"
    )


def _html_row(cells: Sequence[str], table: Table, place: int, make: int | None) -> str:
    best = place == table.best
    shown = [escape(cell.strip()) for cell in cells]
    if best:
        # Not by its colour alone.
        shown[0] = f'<span title="best">&#9733;</span> {shown[0]}'
    if make is not None:
        shown[make] = _bar(table.rows[place]) + shown[make]
    inside = "".join(f'<td style="{_CELL}">{cell}</td>' for cell in shown)
    return f'<tr style="{_BEST}">{inside}</tr>' if best else f"<tr>{inside}</tr>"


def _bar(row: Estimates) -> str:
    """A bar as long as the chance to make, paler from the lower to the upper bound of its interval."""
    if row.make is None or row.make_interval is None:
        return ""
    low, high = row.make_interval
    edges = [f"{100 * share:.1f}%" for share in (0.0, low, row.make, high)]
    stops = [
        f"{_BAR.format(strength)} {edges[i]} {edges[i + 1]}" for i, strength in enumerate((0.7, 0.5, 0.2))
    ]
    return (
        '<span style="display:inline-block;width:6em;height:.8em;margin-right:.5em;border:1px solid;'
        f'background:linear-gradient(to right,{",".join(stops)},transparent {edges[3]})"></span>'
    )


# ------------------------------------------------------------------------------------------------------ plots


def panel(
    label: str,
    rows: Sequence[Estimates],
    numbers: Sequence[tuple[float | None, Interval | None]],
    bounds: Interval | None = None,
) -> Panel:
    """A number of each row that has it, with its interval."""
    points = tuple(
        (place, number, interval)
        for place, (number, interval) in enumerate(numbers)
        if number is not None and interval is not None
    )
    return Panel(label if all(row.exact for row in rows) else f"{label}, 95 % interval", points, bounds)


def chance_to_make(rows: Sequence[Estimates]) -> Panel:
    """The chances to make the bid."""
    return panel("chance to make", rows, [(row.make, row.make_interval) for row in rows], _CHANCES)


def _worth(rows: Sequence[Estimates]) -> Panel:
    """What rows are compared by: the chance to win the match, or points."""
    label = "points" if any(row.equity is None for row in rows) else "chance to win the match"
    return panel(label, rows, [(row.value, row.value_interval) for row in rows])


def _draw(table: Table, title: str, panels: tuple[Panel, Panel], ax: Any) -> tuple[Any, Any]:
    """Both panels beside each other inside some axes. Nothing but methods of axes is used."""
    ax.set_axis_off()
    ax.set_title(title)
    left, right = ax.inset_axes([0, 0, 0.47, 1]), ax.inset_axes([0.53, 0, 0.47, 1])
    for inside, panel in ((left, panels[0]), (right, panels[1])):
        _draw_panel(inside, panel, len(table.rows), table.best)
    left.set_yticks(range(len(table.rows)), labels=list(table.labels))
    right.set_yticks(range(len(table.rows)), labels=[""] * len(table.rows))
    return left, right


def _draw_panel(ax: Any, shown: Panel, rows: int, best: int) -> None:
    ax.axhspan(best - 0.5, best + 0.5, color="tab:green", alpha=0.2)
    for place, number, (low, high) in shown.points:
        if not math.isfinite(high - low):
            ax.plot([number], [place], "o", color="tab:blue", fillstyle="none")  # nobody knows how far off
            continue
        reach = [[max(0.0, number - low)], [max(0.0, high - number)]]
        ax.errorbar([number], [place], xerr=reach, fmt="o", color="tab:blue", capsize=3)
    if shown.bounds is not None:
        ax.set_xlim(*shown.bounds)
    ax.set_ylim(rows - 0.5, -0.5)  # the first row on top
    ax.set_xlabel(shown.label)
    ax.grid(axis="x", alpha=0.3)


def _pyplot() -> Any:
    try:
        return importlib.import_module("matplotlib.pyplot")
    except ModuleNotFoundError as error:
        message = f"{error.name} is missing, which plots are drawn with: pip install whistsolve[plot]"
        raise ImportError(message, name=error.name) from None
