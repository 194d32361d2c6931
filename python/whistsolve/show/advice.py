"""Reports of advice as text: their cells, the lines below a table, and whole reports as plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from whistsolve.show.conclusions import conclusion
from whistsolve.show.glyphs import ASCII
from whistsolve.show.results import BEST_PLAY, parts_text
from whistsolve.values import Hand, Strain

if TYPE_CHECKING:
    from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow
    from whistsolve.bidding.reports.discard_report import DiscardReport
    from whistsolve.bidding.reports.table import Cell, Column, Estimate, Unit

    Report: TypeAlias = AdviceReport[AdviceRow]

__all__ = ["best_index", "caption", "cell_text", "columns_in_use", "report_text"]

#: How discards were chosen, by the kinds that `evaluate_bids` and its family take.
_DISCARDS: Final = {
    "sampled": "discards sampled from what the player can see",
    "double_dummy": "double-dummy discards, an upper bound",
    "heuristic": "heuristic discards",
    "estimated": "tricks estimated from all hands, no cards played",
}


def columns_in_use(report: Report) -> list[Column]:
    """The columns that have something in them."""
    return [column for column in report.columns if any(cell is not None for cell in column.cells)]


def best_index(report: Report) -> int:
    """The index of the best row."""
    return list(report.rows).index(report.best)


def caption(report: Report) -> tuple[str, str]:
    """The best candidate and whether it is separated from the next; and where the numbers come from."""
    # Late, for what shows other things does not need the room; whoever has a report has loaded it.
    from whistsolve.bidding import BidReport, DiscardReport, StrainReport

    sure = "" if report.separated else ", not separated from the next"
    layouts = f"{report.samples} layout{'' if report.samples == 1 else 's'}"
    if report.exact:
        layouts = f"exact, all {layouts} there can be" if report.samples > 1 else "exact, the only layout"
    elif round(report.effective_sample_size) < report.samples:
        layouts += f", effective sample size {report.effective_sample_size:.0f}"
    parts = [layouts]
    if report.discards is None:
        parts.append(BEST_PLAY)
    else:
        parts.append(_DISCARDS.get(report.discards, f"{report.discards} discards"))
        at_table = isinstance(report, (BidReport, StrainReport)) and report.play == "table"
        if at_table:
            parts.append("tricks corrected for play at the table")
        elif report.discards != "estimated":
            parts.append(f"then {BEST_PLAY}")
    if not report.exact:
        parts.append("95 % intervals in brackets")
    if isinstance(report, DiscardReport) and report.double_dummy_tricks is not None:
        parts.append(_double_dummy(report, report.double_dummy_tricks))
    return f"{report.best}{sure}", "; ".join(parts)


def _double_dummy(report: DiscardReport, tricks: float) -> str:
    """What a discard with all hands open takes, and the cards that it gives up most often."""
    given_up = sorted(report.kept, key=lambda card: report.kept[card])[: len(report.best.cards)]
    shares = " ".join(f"{card} {1 - report.kept[card]:.0%}" for card in Hand(given_up))
    return (
        f"with all hands open {tricks:.2f} tricks on {report.double_dummy_samples} layouts, giving up most"
        f" often {shares}"
    )


def cell_text(cell: Cell, unit: Unit | None) -> str:
    """A cell as plain text. Numbers of a column are padded to stand below each other."""
    if cell is None:
        return ""
    if isinstance(cell, (str, Strain)):
        return str(cell)
    if isinstance(cell, Hand):
        return ASCII.cards(cell).plain
    return _estimate_text(cell, unit)


def _estimate_text(estimate: Estimate, unit: Unit | None) -> str:
    """A number and, in brackets, its interval; that of exact numbers has no width and is left out."""
    value = estimate.value
    low, high = (value, value) if estimate.interval is None else estimate.interval
    if unit == "make":
        number, interval = f"{value:4.0%}", f"{100 * low:.0f}-{100 * high:.0f}%"
    elif unit == "win":
        number, interval = f"{value:6.1%}", f"{100 * low:.1f}-{100 * high:.1f}%"
    elif unit == "layouts":
        return f"{value:7.0f}"
    elif unit == "points":
        number, interval = f"{value:+6.2f}", f"{low:+.2f} to {high:+.2f}"
    else:
        number, interval = f"{value:6.2f}", f"{low:.2f} to {high:.2f}"
    return number if estimate.exact or estimate.interval is None else f"{number} ({interval})"


def report_text(report: Report) -> str:
    """A report as lines of plain text: its columns, the lines of `caption`, and what to do."""
    columns = columns_in_use(report)
    cells = [[column.heading, *(cell_text(cell, column.unit) for cell in column.cells)] for column in columns]
    widths = [max(map(len, column)) for column in cells]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*cells, strict=True)
    ]
    best, about = caption(report)
    said = parts_text(conclusion(report), ASCII).plain
    return "\n".join([*lines, f"best: {best}", about, said])
