"""Statistics: matches and deals that two players have played, batches, and averages and shares of deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from whistsolve.show.document import Bar, Block, Content, Facts, Line, Lines, Shaded, Table, bold, dim
from whistsolve.show.phrases import count_of, number_text, percent, shorter

if TYPE_CHECKING:
    from whistsolve.conditions import DealAverage, DealCount, DealFrequency
    from whistsolve.players import DealsResult, Gain, MatchesResult, RoundRobinResult
    from whistsolve.runs import BatchSummary

#: Maximum number of failures that are listed; the others are only counted.
_LISTED: Final = 5


def matches_result(result: MatchesResult) -> list[Block]:
    share: Content = "none"
    if result.matches:
        low, high = result.interval
        text = f"{result.share:.1%} won by a, 95 % {low:.1%} to {high:.1%}"
        share = [Bar(result.share, low, high), text]
    played = f"{result.matches} in pairs, {result.hands} hands, seed {result.seed}"
    return [_facts(result, [("share", share), ("matches", played)], "pair")]


def round_robin_result(result: RoundRobinResult) -> list[Block]:
    rows = []
    for each in result.ratings:
        interval = "{:+.0f} to {:+.0f}".format(*each.interval)
        rows.append([each.name, str(each.matches), f"{each.share:.1%}", f"{each.elo:+.0f}", interval])
    table = Table(rows, ["player", "matches", "won", "Elo", "95 %"], "lr")
    failures: Lines = [
        ("failure", f"pair {each.number}: {each.message}") for each in result.failures[:_LISTED]
    ]
    return [table, Facts(failures)] if failures else [table]


def deals_result(result: DealsResult) -> list[Block]:
    """The gain of player ``a`` over ``b`` as declarer's side and as defenders, pairings, times, failures."""
    gains = (result.declaring, result.defending)
    known = [gain for gain in gains if gain.tricks == gain.tricks]
    widest = max((abs(edge) for gain in known for edge in (*gain.tricks_interval, gain.tricks)), default=0)
    number = f"{len(result.finished)} of {len(result.deals)} finished, seed {result.seed}"
    declaring, defending = (_gain(gain, widest) for gain in gains)
    gained: Lines = [("a, declaring", declaring), ("a, defending", defending), ("deals", number)]
    facts = _facts(result, gained, "deal")
    rows = []
    for each in result.pairings:
        made = "" if each.made is None else f"{each.made:.1%}"
        rows.append([*each.pairing, f"{each.tricks:.2f}", made, f"{each.points:+.2f}"])
    heads = ["declarer", "defenders", "tricks", "made", "points a deal"]
    return [facts, Table(rows, heads, "lr")] if rows else [facts]


def _gain(gain: Gain, widest: float) -> Content:
    if gain.tricks != gain.tricks:
        return "none"
    low, high = gain.points_interval
    bar = Bar(gain.tricks, *gain.tricks_interval, -widest, widest)
    return [bar, f"{gain} a deal against b, {gain.points:+.2f} points ({low:+.2f} to {high:+.2f})"]


def _facts(result: MatchesResult | DealsResult, results: Lines, part: str) -> Facts:
    """The players, their results, times, and the first failures, with their number if there are more."""
    lines: Lines = [*results, ("a", result.names[0]), ("b", result.names[1])]
    if result.before_play is not None:
        lines.append(("before play", result.before_play))
    for which, own in zip("ab", result.decisions, strict=True):
        for kind in own.kinds:
            half, most = (1000 * own.percentile(share, kind) for share in (50, 99))
            lines.append((f"{which}, {kind}", f"{half:.2f} ms, 99 % in {most:.2f} ms"))
        lines.append((f"{which}, processor", f"{own.processor:.2f} s"))
    for each in result.failures[:_LISTED]:
        lines.append(("failure", f"{part} {each.number}, by {each.player or 'nobody'}: {each.message}"))
    if len(result.failures) > _LISTED:
        lines.append(("failures", f"{len(result.failures)} in all"))
    return Facts(lines)


def batch_summary(summary: BatchSummary) -> list[Block]:
    lines: Lines = [("answered", [bold(f"{summary.rows:,}"), f" of {summary.items:,} rows"])]
    if summary.resumed:
        lines.append(("before", f"{summary.resumed:,} rows, done by earlier runs"))
    if summary.broken:
        lines.append(("broken", f"{summary.broken:,} rows, which the side file has"))
    return [Facts(lines), dim(shorter(summary.first_broken))]


def averages(found: Sequence[DealAverage]) -> list[Block]:
    rows = [
        [each.expression, *map(number_text, (each.mean, each.standard_error, each.lowest, each.highest))]
        for each in found
    ]
    return [Table(rows, ["average", "mean", "standard error", "lowest", "highest"], "lr")]


def deal_average(average: DealAverage) -> list[Block]:
    return [*averages([average]), dim(f"of {count_of(average.deals, 'deal')}")]


def deal_frequency(found: DealFrequency) -> list[Block]:
    """How often an expression has each value, or two expressions each pair of values, in percent."""
    caption = f"shares of {count_of(found.deals, 'deal')} in percent"
    if len(found.expressions) == 1:
        values = zip(found.values[0], found.counts, found.shares, found.standard_errors, strict=True)
        rows: list[list[Content]] = []
        for value, count, share, error in values:
            bar = Bar(share, max(share - error, 0.0), min(share + error, 1.0))
            rows.append([number_text(value), str(count), percent(share), percent(error), bar])
        table = Table(rows, ["value", "deals", "%", "standard error", ""], "lr", caption=caption)
        return [Line(found.expressions[0], "bold"), table]
    (down, across), (names, columns) = found.expressions, found.values
    most = float(found.shares.max()) or 1.0
    rows = [
        [number_text(name), *(Shaded(percent(share), share / most) for share in row)]
        for name, row in zip(names, found.shares, strict=True)
    ]
    largest = percent(float(found.standard_errors.max()))
    return [
        Line([bold(down), " down, ", bold(across), " across, %"]),
        Table(rows, ["", *map(number_text, columns)], "lr", caption=caption),
        dim(f"standard errors are {largest} or less"),
    ]


def deal_count(found: DealCount) -> list[Block]:
    chance = found.probability
    one_in = f", one deal in {1 / chance:.3g}" if chance else ""
    if found.count is not None:
        lines = f"{found.count} of {found.total} deals, exactly", f"probability {chance:.6g}{one_in}"
    else:
        error = f"± {found.standard_error:.2g}{one_in}"
        lines = f"an estimate from {found.samples} deals", f"probability {chance:.4g} {error}"
    return [Line(line) for line in lines]
