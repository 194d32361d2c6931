"""Reports of advice (table, origin of numbers, recommendation), single rows, the evaluator's weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from whistsolve.show.document import Bar, Block, Content, Facts, Line, Part, Table, bold, dim
from whistsolve.show.phrases import BEST_PLAY
from whistsolve.show.terminal import to_text
from whistsolve.values import Hand, Strain, Suit

if TYPE_CHECKING:
    from whistsolve.advice import AdviceReport, AdviceRow, Column, DiscardReport, Estimate
    from whistsolve.advice.advice_report import Cell, Unit
    from whistsolve.advice.statistics import Interval
    from whistsolve.evaluation import WeightTable
    from whistsolve.game.auction.calls import Bid, Pass

    Report: TypeAlias = AdviceReport[AdviceRow]

#: Descriptions of the values of ``discards`` that `evaluate_bids` and the other evaluations accept.
_DISCARDS: Final = {
    "sampled": "discards sampled from what the player can see",
    "double_dummy": "double-dummy discards, an upper bound",
    "heuristic": "heuristic discards",
    "estimated": "tricks estimated from all hands, no cards played",
}
_AT_TABLE: Final = "tricks corrected for play at the table"
#: Candidates are compared by the first of these columns that a report has.
_COMPARED_BY: Final = ("win", "points", "tricks")
#: Maximum number of equally good candidates that are named; the rest are counted.
_NAMED: Final = 3
_RANKINGS: Final = {"uptown": "uptown", "downtown": "downtown", "downtown_aces_bad": "downtown, aces bad"}


def advice_report(report: Report) -> list[Block]:
    """A row per candidate, the best marked, with bars for the chance to make a contract, else for tricks."""
    best, about = caption(report)
    why = Line(f"why: {report.reason}")
    return [_table(report), Facts([("best", best)]), dim(about), why, Line(conclusion(report))]


def report_text(report: Report) -> str:
    """A report as lines of plain text."""
    best, about = caption(report)
    lines = [Line(f"best: {best}"), Line(about), Line(f"why: {report.reason}"), Line(conclusion(report))]
    return to_text(_table(report), lines, ascii_only=True).rstrip("\n")


def columns_in_use(report: Report) -> list[Column]:
    """The columns that are not empty."""
    return [column for column in report.columns if any(cell is not None for cell in column.cells)]


def best_index(report: Report) -> int:
    """The index of the best row."""
    return list(report.rows).index(report.best)


def caption(report: Report) -> tuple[str, str]:
    """The best candidate and whether it is separated from the next; and where the numbers come from."""
    # Imported late at no cost: the package of a report is loaded already.
    from whistsolve.advice import BidReport, CardReport, DiscardReport, StrainReport

    separated = "" if report.separated else ", not separated from the next"
    layouts = f"{report.samples} layout{'' if report.samples == 1 else 's'}"
    if report.exact:
        layouts = f"exact, all {layouts} there can be" if report.samples > 1 else "exact, the only layout"
    elif round(report.effective_sample_size) < report.samples:
        layouts += f", effective sample size {report.effective_sample_size:.0f}"
    parts = [layouts]
    if getattr(report, "method", None) == "bounds":
        parts.append("not solved in time, tricks halfway between proven bounds")
    elif report.discards is None:
        corrected = isinstance(report, CardReport) and report.play == "table"
        parts.append(_AT_TABLE if corrected else BEST_PLAY)
    else:
        parts.append(_DISCARDS.get(report.discards, f"{report.discards} discards"))
        if isinstance(report, (BidReport, StrainReport)) and report.play == "table":
            parts.append(_AT_TABLE)
        elif report.discards != "estimated":
            parts.append(f"then {BEST_PLAY}")
    if not report.exact:
        parts.append("95 % intervals in brackets")
    if isinstance(report, DiscardReport) and report.double_dummy_tricks is not None:
        parts.append(_double_dummy(report, report.double_dummy_tricks))
    return f"{report.best}{separated}", "; ".join(parts)


def _double_dummy(report: DiscardReport, tricks: float) -> str:
    """The mean tricks of the double-dummy discard, and the cards that it discards most often."""
    given_up = sorted(report.kept, key=lambda card: report.kept[card])[: len(report.best.cards)]
    shares = " ".join(f"{card} {1 - report.kept[card]:.0%}" for card in Hand(given_up))
    found = f"with all hands open {tricks:.2f} tricks on {report.double_dummy_samples} layouts"
    return f"{found}, giving up most often {shares}"


# The table.


def _table(report: Report) -> Table:
    columns = columns_in_use(report)
    headings = [column.heading for column in columns]
    bars = "make" if any(column.unit == "make" for column in columns) else "tricks"
    cells = [[_cell(cell, column, bars) for cell in column.cells] for column in columns]
    compared = next((each for each in _COMPARED_BY if each in headings), "")
    order = ["strain", compared, "discard", "make", *_COMPARED_BY, "layouts"]
    narrow = sorted(range(1, len(columns)), key=lambda at: (*order, headings[at]).index(headings[at]))
    rows, best = list(zip(*cells, strict=True)), {best_index(report)}
    return Table(rows, headings, best=best, narrow=narrow, caption=report.title)


def _cell(cell: Cell, column: Column, bars: str) -> Content:
    if cell is None or isinstance(cell, (str, Strain, Hand)):
        return "" if cell is None else cell
    text = _estimate_text(cell, column.unit)
    if column.unit != bars:
        return text
    low, high = cell.interval or (cell.value, cell.value)
    if bars == "make":
        return [Bar(cell.value, low, high), text]
    known = [each for each in column.cells if each is not None and not isinstance(each, (str, Strain, Hand))]
    edges = [edge for each in known for edge in (each.value, *(each.interval or ()))]
    return [Bar(cell.value, low, high, min(edges), max(edges)), text]


def _estimate_text(estimate: Estimate, unit: Unit | None) -> str:
    """A number and, in brackets, its interval, which is left out if the number is exact."""
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


# Recommendations.


def conclusion(report: Report) -> list[Part]:
    """The advice in parts: ``bid 4 uptown: wins 50 % of matches from here; 5 uptown is as good within ...``.

    A candidate is called as good as the best if its 95 % interval reaches the best value or, in an exact
    report, if it has that value. None is if the best is separated.
    """
    best = report.best
    return [*_act(best), f": {worth(best)}", *_as_good(report, best)]


def call_words(call: Bid | Pass) -> str:
    """A call in words: ``pass``, ``4 uptown``, ``4 no-trump downtown``, ``4 spades``."""
    level = getattr(call, "level", None)
    if level is None:
        return "pass"
    trump, direction = getattr(call, "trump", None), getattr(call, "direction", None)
    return " ".join(word for word in (str(level), _trump_word(trump), direction) if word)


def strain_words(strain: Strain) -> str:
    """A strain in words: ``spades uptown``, ``no-trump downtown``, ``hearts downtown, aces bad``."""
    return f"{_trump_word(strain.trump)} {_RANKINGS[strain.ranking]}"


def _trump_word(trump: str | None) -> str:
    if trump is None:
        return ""
    return "no-trump" if trump == "NT" else Suit.of(trump).name.lower()


def _act(row: AdviceRow) -> list[Part]:
    """What a player who follows the row does."""
    from whistsolve.advice import BidRow, CardRow, StrainRow

    name = name_parts(row)
    if isinstance(row, BidRow):
        return name if name == ["pass"] else ["bid ", *name]
    if isinstance(row, StrainRow):
        given_up: list[Part] = [" and give up ", Hand(row.discard)] if row.discard else []
        return ["name ", *name, *given_up]
    return ["play " if isinstance(row, CardRow) else "give up ", *name]


def name_parts(row: AdviceRow) -> list[Part]:
    """The name of a row's candidate."""
    from whistsolve.advice import BidRow, CardRow, DiscardRow, StrainRow

    if isinstance(row, BidRow):
        return [call_words(row.call)]
    if isinstance(row, StrainRow):
        return [strain_words(row.strain)]
    if isinstance(row, DiscardRow):
        return [row.cards]
    if isinstance(row, CardRow):
        return [row.card] if row.named is None else [row.card, f" naming {row.named.name.lower()}"]
    return [str(row)]


def worth(row: AdviceRow) -> str:
    """The value by which candidates are compared, in words."""
    if row.equity is not None:
        return f"wins {100 * row.equity:.0f} % of matches from here"
    if row.points is not None:
        return f"brings {row.points:+.2f} points on average"
    return f"takes {row.mean_tricks or 0.0:.2f} tricks on average"


def _as_good(report: Report, best: AdviceRow) -> Sequence[Part]:
    others = [row for row in report.rows if row is not best and _reaches(row, best)]
    if report.separated or not others:
        return ["; no other is as good"] if report.separated and len(report.rows) > 1 else []
    others.sort(key=lambda row: row.rank, reverse=True)
    parts: list[Part] = ["; "]
    rest = len(others) - _NAMED
    for number, row in enumerate(others[:_NAMED]):
        last = number == min(len(others), _NAMED) - 1
        parts += [] if not number else [" and " if last and rest <= 0 else ", "]
        parts += name_parts(row)
    if rest > 0:
        parts.append(f" and {rest} more")
    parts.append(f" {'is' if len(others) == 1 else 'are'} as good")
    return parts if report.exact else [*parts, " within the error"]


def _reaches(row: AdviceRow, best: AdviceRow) -> bool:
    """Whether a row's interval reaches the value of the best row."""
    interval = row.value_interval
    return interval is not None and interval[1] >= best.value


# One row of a report.


def advice_row(row: AdviceRow) -> list[Block]:
    lines: list[tuple[str, Content]] = []
    if row.make is not None:
        low, high = row.make_interval or (row.make, row.make)
        lines.append(("make", [Bar(row.make, low, high), _between(row.make, (low, high), "{:.0%}")]))
    if row.mean_tricks is not None:
        lines.append(("tricks", _between(row.mean_tricks, row.tricks_interval, "{:.2f}")))
    if row.points is not None:
        lines.append(("points", _between(row.points, row.points_interval, "{:+.2f}")))
    if row.equity is not None:
        lines.append(("win", _between(row.equity, row.equity_interval, "{:.1%}")))
    chances = getattr(row, "tricks", None)
    rows: list[list[Content]] = []
    for tricks, chance in enumerate(chances if isinstance(chances, tuple) else ()):
        if chance >= 0.005:  # other numbers are all but impossible
            rows.append([str(tricks), [Bar(chance, chance, chance), f"{chance:.0%}"]])
    return [
        Line(bold(str(row))),
        Facts(lines),
        Table(rows, ["tricks", "chance"], "rl"),
        dim("all possible layouts" if row.exact else "95 % intervals in brackets"),
    ]


def _between(value: float, interval: Interval | None, form: str) -> str:
    number = form.format(value)
    if interval is None or interval[0] == interval[1]:
        return number
    return f"{number} ({form.format(interval[0])} to {form.format(interval[1])})"


# The weights of the evaluator.

#: The meaning of the card names in the table.
WEIGHTS_CAPTION: Final = "uptown; downtown 2 3 4 5 stand for K Q J T"


def weight_lines(table: WeightTable) -> str:
    """A block of lines for each kind of suit: its name, then every holding with its tricks."""
    lines = [WEIGHTS_CAPTION]
    for column, title in enumerate(table.columns):
        lines += ["", title]
        for holding, tricks in table.rows:
            if tricks[column] is not None:
                lines.append(f"  {holding:<38}{tricks[column]:+6.2f}")
    return "\n".join(lines)
