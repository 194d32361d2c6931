"""The terminal view of duplicate matches. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult

from whistsolve.players import MatchesResult
from whistsolve.show.results import Facts, Part

__all__ = ["MatchesLines"]

#: Failures that are listed; the others are counted.
_LISTED: Final = 5


class MatchesLines:
    """Who won how many matches, the time of a decision, and what failed.

    Parameters
    ----------
    result : MatchesResult
    """

    def __init__(self, result: MatchesResult) -> None:
        self._result = result

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        result = self._result
        low, high = result.interval
        milliseconds = ", ".join(f"{1000 * each:.2f} ms" for each in result.seconds_per_decision)
        won = f"{result.share:.1%} won by a, 95 % {low:.1%} to {high:.1%}" if result.matches else "none"
        lines: list[tuple[str, Sequence[Part]]] = [
            ("a", [result.names[0]]),
            ("b", [result.names[1]]),
            ("matches", [f"{result.matches} in pairs, {result.hands} hands, seed {result.seed}"]),
            ("share", [won]),
            ("a decision", [milliseconds]),
        ]
        for failure in result.failures[:_LISTED]:
            whose = failure.player or "nobody"
            lines.append(("failure", [f"pair {failure.pair}, by {whose}: {failure.message}"]))
        if len(result.failures) > _LISTED:
            lines.append(("failures", [f"{len(result.failures)} in all"]))
        yield Facts(lines)
