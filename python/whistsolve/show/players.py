"""Runs: matches and deals that two players have played, with their intervals, and batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from whistsolve.show.document import Bar, Block, Content, Facts, Table, bold, dim
from whistsolve.show.phrases import shorter

if TYPE_CHECKING:
    from whistsolve.players import DealsResult, Gain, MatchesResult, RoundRobinResult
    from whistsolve.runs import BatchSummary

_Lines = list[tuple[str, Content]]

#: Maximum number of failures that are listed; the others are only counted.
_LISTED: Final = 5


def matches_result(result: MatchesResult) -> list[Block]:
    """The share of matches won, the time of a decision, and failures."""
    share: Content = "none"
    if result.matches:
        low, high = result.interval
        text = f"{result.share:.1%} won by a, 95 % {low:.1%} to {high:.1%}"
        share = [Bar(result.share, low, high), text]
    played = f"{result.matches} in pairs, {result.hands} hands, seed {result.seed}"
    return [_facts(result, [("share", share), ("matches", played)], "pair")]


def round_robin_result(result: RoundRobinResult) -> list[Block]:
    """The ratings, the best first, and the failures."""
    rows = []
    for each in result.ratings:
        interval = "{:+.0f} to {:+.0f}".format(*each.interval)
        rows.append([each.name, str(each.matches), f"{each.share:.1%}", f"{each.elo:+.0f}", interval])
    table = Table(rows, ["player", "matches", "won", "Elo", "95 %"], "lr")
    failures: _Lines = [
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
    facts = _facts(result, [("declaring", declaring), ("defending", defending), ("deals", number)], "deal")
    rows = []
    for each in result.pairings:
        made = "" if each.made is None else f"{each.made:.1%}"
        rows.append([*each.pairing, f"{each.tricks:.2f}", made, f"{each.points:+.2f}"])
    heads = ["declarer", "defenders", "tricks", "made", "points a deal"]
    return [facts, Table(rows, heads, "lr")] if rows else [facts]


def _gain(gain: Gain, widest: float) -> Content:
    """The gain of player ``a`` over ``b``, in tricks and points."""
    if gain.tricks != gain.tricks:
        return "none"
    low, high = gain.points_interval
    bar = Bar(gain.tricks, *gain.tricks_interval, -widest, widest)
    return [bar, f"{gain} a deal, {gain.points:+.2f} points ({low:+.2f} to {high:+.2f})"]


def _facts(result: MatchesResult | DealsResult, results: _Lines, part: str) -> Facts:
    """The players, their results, times, and the first failures, with their number if there are more."""
    lines: _Lines = [*results, ("a", result.names[0]), ("b", result.names[1])]
    if result.before_play is not None:
        lines.append(("before play", result.before_play))
    for which, own in zip("ab", result.decisions, strict=True):
        for kind in own.kinds:
            half, most = (1000 * own.percentile(percent, kind) for percent in (50, 99))
            lines.append((f"{which}, {kind}", f"{half:.2f} ms, 99 % in {most:.2f} ms"))
        lines.append((f"{which}, processor", f"{own.processor:.2f} s"))
    for each in result.failures[:_LISTED]:
        lines.append(("failure", f"{part} {each.number}, by {each.player or 'nobody'}: {each.message}"))
    if len(result.failures) > _LISTED:
        lines.append(("failures", f"{len(result.failures)} in all"))
    return Facts(lines)


def batch_summary(summary: BatchSummary) -> list[Block]:
    lines: _Lines = [("answered", [bold(f"{summary.rows:,}"), f" of {summary.items:,} rows"])]
    if summary.resumed:
        lines.append(("before", f"{summary.resumed:,} rows, done by earlier runs"))
    if summary.broken:
        lines.append(("broken", f"{summary.broken:,} rows, which the side file has"))
    return [Facts(lines), dim(shorter(summary.first_broken))]
