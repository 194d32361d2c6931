"""Reports of advice (answer, why, table, origin of the numbers), single rows, the evaluator's weights."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from whistsolve.advice import (
    AdviceReport,
    AdviceRow,
    BidReport,
    BidRow,
    CardReport,
    CardRow,
    Column,
    DiscardReport,
    DiscardRow,
    Estimate,
    StrainReport,
    StrainRow,
)
from whistsolve.advice.advice_report import Cell, Unit
from whistsolve.evaluation import WeightTable
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.show.document import BLANK, Bar, Block, Content, Facts, Line, Lines, Part, Table, bold, dim
from whistsolve.show.phrases import BEST_PLAY
from whistsolve.show.terminal import to_text
from whistsolve.values import Hand, Strain, Suit

Report: TypeAlias = AdviceReport[AdviceRow]

#: Descriptions of the values of ``discards`` that `evaluate_bids` and the other evaluations accept.
_DISCARDS: Final = {
    "sampled": "discards sampled from what the player can see",
    "double_dummy": "double-dummy discards, an upper bound",
    "heuristic": "heuristic discards",
    "estimated": "tricks estimated from all hands, no cards played",
}
_AT_TABLE: Final = "tricks corrected for play at the table"
_INTERVALS: Final = "brackets show the 95 % interval"
#: Candidates are compared by the first of these columns that a report has.
_COMPARED_BY: Final = ("win", "points", "tricks")
#: Rows whose value is less than the best by at most this many of their standard errors are worth looking at.
_ERRORS: Final = 3.0
#: Two candidates are about equal if they differ by at most this many standard errors of the difference.
_EQUAL: Final = 2.0
#: Cards more or fewer than by chance from which on a belief is told.
_TOLD: Final = 0.5
#: Differences between candidates by what they are compared by: verb, unit, factor, decimals.
_DIFFERENCES: Final = {
    "equity": ("wins", " % more of the matches", 100, 1),
    "make": ("reaches the target in", " % more of the layouts", 100, 1),
    "points": ("brings", " points more", 1, 2),
    "tricks": ("takes", " tricks more", 1, 2),
}
_RANKINGS: Final = {"uptown": "uptown", "downtown": "downtown", "downtown_aces_bad": "downtown, aces bad"}


def advice_report(report: Report, *, every: bool = True) -> list[Block]:
    """The answer, why, and a row per candidate; without `every` only those near the best, and a pass."""
    blocks = [Line(bold(*conclusion(report))), Line(report.reason), BLANK]
    if every:
        return [*blocks, _table(report), dim(caption(report))]
    shown = replace(report, rows=_worth_looking_at(report))
    hidden = len(report.rows) - len(shown.rows)
    rest = f"; {hidden} more {'is' if hidden == 1 else 'are'} further behind" if hidden else ""
    return [*blocks, _table(shown), dim(caption(report) + rest)]


def report_text(report: Report) -> str:
    return to_text(advice_report(report), ascii_only=True).rstrip("\n")


def _worth_looking_at(report: Report) -> tuple[AdviceRow, ...]:
    best, second, kept = report.best, report.runner_up, []
    for row in report.rows:
        kind = "equity" if row.equity is not None else "points" if row.points is not None else "tricks"
        error = getattr(row, f"{kind}_error", None)
        near = error is None or best.value - row.value <= _ERRORS * error
        if row is best or row is second or near or is_pass(row):
            kept.append(row)
    kept.sort(key=lambda row: (row is not best, row is not second, *(-each for each in row.rank)))
    return tuple(kept)


def best_index(report: Report) -> int:
    return list(report.rows).index(report.best)


def caption(report: Report) -> str:
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
        parts.append(_INTERVALS)
    if isinstance(report, DiscardReport) and report.double_dummy_tricks is not None:
        parts.append(_double_dummy(report, report.double_dummy_tricks))
    return "; ".join(parts)


def _double_dummy(report: DiscardReport, tricks: float) -> str:
    """The mean tricks of the double-dummy discard, and the cards that it discards most often."""
    given_up = sorted(report.kept, key=lambda card: report.kept[card])[: len(report.best.cards)]
    shares = " ".join(f"{card} {1 - report.kept[card]:.0%}" for card in Hand(given_up))
    found = f"with all hands open {tricks:.2f} tricks on {report.double_dummy_samples} layouts"
    return f"{found}, giving up most often {shares}"


# The table.


def _table(report: Report) -> Table:
    columns = [column for column in report.columns if any(cell is not None for cell in column.cells)]
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
    # All layouts of a small sample may agree: an interval without width would promise too much.
    return number if estimate.exact or low == high else f"{number} ({interval})"


# Recommendations.


def conclusion(report: Report) -> list[Part]:
    """The answer, second best and pass: ``bid 4 no-trump: wins 78 % of matches (4 uptown 77, pass 63)``."""
    best, other = report.best, report.runner_up
    beside = [row for row in report.rows if row is not best and (row is other or is_pass(row))]
    parts: list[Part] = [*_act(best), f": {worth(best)}"]
    for number, row in enumerate(sorted(beside, key=lambda row: row is not other)):
        parts += [", " if number else " (", *_beside(best, row), f" {_short(row)}"]
    return [*parts, ")"] if beside else parts


def is_pass(row: AdviceRow) -> bool:
    return isinstance(row, BidRow) and isinstance(row.call, Pass)


def call_words(call: Bid | Pass) -> str:
    """A call in words: ``pass``, ``4 uptown``, ``4 no-trump downtown``, ``4 spades``."""
    if isinstance(call, Pass):
        return "pass"
    return " ".join(word for word in (str(call.level), _trump_word(call.trump), call.direction) if word)


def strain_words(strain: Strain) -> str:
    """A strain in words: ``spades uptown``, ``no-trump downtown``, ``hearts downtown, aces bad``."""
    return f"{_trump_word(strain.trump)} {_RANKINGS[strain.ranking]}"


def _trump_word(trump: str | None) -> str:
    if trump is None:
        return ""
    return "no-trump" if trump == "NT" else Suit.of(trump).name.lower()


def _act(row: AdviceRow) -> list[Part]:
    """What a player who follows the row does."""
    name = name_parts(row)
    if isinstance(row, BidRow):
        return name if name == ["pass"] else ["bid ", *name]
    if isinstance(row, StrainRow):
        given_up: list[Part] = [" and give up ", Hand(row.discard)] if row.discard else []
        return ["name ", *name, *given_up]
    return ["play " if isinstance(row, CardRow) else "give up ", *name]


def name_parts(row: AdviceRow) -> list[Part]:
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
    if row.equity is not None:
        return f"wins {_short(row)} % of matches from here"
    if row.points is not None:
        return f"brings {_short(row)} points on average"
    return f"takes {_short(row)} tricks on average"


def _short(row: AdviceRow) -> str:
    if row.equity is not None:
        return f"{100 * row.equity:.0f}"
    return f"{row.mean_tricks or 0.0:.2f}" if row.points is None else f"{row.points:+.2f}"


def _beside(best: AdviceRow, row: AdviceRow) -> list[Part]:
    """The name of a row beside the best; of a discard the cards that differ."""
    if isinstance(best, DiscardRow) and isinstance(row, DiscardRow):
        return [row.cards - best.cards, " in place of ", best.cards - row.cards]
    return name_parts(row)


# Why.


def reason(report: Report) -> str:
    """Why the best candidate is the best, in at most two sentences."""
    other = report.runner_up
    if other is None:
        return "There is no other choice."
    if getattr(report, "method", None) == "bounds":
        return "No layout was solved in time: tricks are halfway between proven bounds."
    second = ""
    if isinstance(report, BidReport):
        second = _after_calls(report)
    elif isinstance(report, CardReport):
        second = _believed(report)
    if not second and report.best.make is not None and other.make is not None:
        made, beside = _share(report.best.make), _share(other.make)
        second = f"The contract is made in {made} of layouts (next best {beside})."
    return " ".join(filter(None, (_difference(report, other), second)))


def _difference(report: Report, other: AdviceRow) -> str:
    """The difference to the second best, and its standard error."""
    best = report.best
    verb, unit, factor, decimals = _DIFFERENCES[best.compared[0]]
    lead, error = factor * (report.lead or 0.0), report.lead_error
    first, second = _names(best, other)
    by = f"{abs(lead):.{decimals}f}"
    if isinstance(best, BidRow) and isinstance(other, BidRow) and lead < 0:
        off = f"{by}{unit.partition(' more')[0]} less, standard error {factor * (error or 0.0):.{decimals}f}"
        return _sentence(f"{first} is as good as {second} within its error ({off}), and lower.")
    if error == 0 and not round(lead, decimals):
        return _sentence(f"{first} and {second} are equal.")
    stated = "" if report.exact or not error else f"standard error {factor * error:.{decimals}f}"
    if report.exact or report.separated:
        if lead < 0:
            unit = unit.replace("more", "fewer" if best.compared[0] == "tricks" else "less")
        return _sentence(f"{first} {verb} {by}{unit} than {second}{stated and f' ({stated})'}.")
    by = f"{by}{unit.partition(' more')[0]}, {stated or 'error unknown'}"
    if error is not None and lead <= _EQUAL * factor * error:
        return _sentence(f"{first} and {second} are about equal (difference {by}).")
    return _sentence(f"{first} seems better than {second} (difference {by}).")


def _names(best: AdviceRow, other: AdviceRow) -> tuple[str, str]:
    """The names of two rows; of discards the cards that differ."""
    if isinstance(best, DiscardRow) and isinstance(other, DiscardRow):
        both = best.cards - other.cards, other.cards - best.cards
        first, second = (f"giving up {' '.join(map(str, cards))}" for cards in both)
        return first, second
    return "".join(map(str, name_parts(best))), "".join(map(str, name_parts(other)))


def _after_calls(report: BidReport) -> str:
    """What a pass leads to, or else the best call."""
    passed = next((row for row in report.rows if is_pass(row)), None)
    if passed is not None and passed.opponents is not None:
        found = passed.opponents
        return (
            f"If you pass, the opponents play in {_share(found.chance)} of layouts, usually"
            f" {call_words(found.bid)}, and make it in {_share(found.make)} of those."
        )
    bid = report.best if report.best.make is not None else report.runner_up
    if bid is None or bid.make is None:
        return ""
    becomes, made = _share(bid.contract), _share(bid.make)
    return _sentence(f"{call_words(bid.call)} is the contract in {becomes} of layouts, made in {made}.")


def _believed(report: CardReport) -> str:
    """For each unseen hand the suit of which it is taken to hold most above chance, or else below."""
    told = []
    for hand in dict.fromkeys(each.hand for each in report.believed):
        suits = [each for each in report.believed if each.hand == hand]
        most = max(suits, key=lambda each: abs(each.cards - each.by_chance))
        if abs(most.cards - most.by_chance) >= _TOLD:
            told.append(f"{most.name} {most.cards:.1f} {most.suit} (by chance {most.by_chance:.1f})")
    return f"Expected in hidden hands: {', '.join(told)}." if told else ""


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _share(chance: float) -> str:
    return f"{100 * chance:.0f} %"


# One row of a report.


def advice_row(row: AdviceRow) -> list[Block]:
    lines: Lines = []
    for name, value, interval, form in (
        ("make", row.make, row.make_interval, "{:.0%}"),
        ("tricks", row.mean_tricks, row.tricks_interval, "{:.2f}"),
        ("points", row.points, row.points_interval, "{:+.2f}"),
        ("win", row.equity, row.equity_interval, "{:.1%}"),
    ):
        if value is not None:
            low, high = interval or (value, value)
            edges = "" if low == high else f" ({form.format(low)} to {form.format(high)})"
            bar = [Bar(value, low, high)] if name == "make" else []
            lines.append((name, [*bar, form.format(value) + edges]))
    chances = getattr(row, "tricks", None)
    rows: list[list[Content]] = []
    for tricks, chance in enumerate(chances if isinstance(chances, tuple) else ()):
        if chance >= 0.005:  # other numbers are all but impossible
            rows.append([str(tricks), [Bar(chance, chance, chance), f"{chance:.0%}"]])
    return [
        Line(bold(str(row))),
        Facts(lines),
        Table(rows, ["tricks", "chance"], "rl"),
        dim("all possible layouts" if row.exact else _INTERVALS),
    ]


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
