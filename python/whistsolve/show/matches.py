"""The terminal views of duplicate matches and of deals played by two players. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from whistsolve.show.results import Facts, Part

if TYPE_CHECKING:
    from whistsolve.players import DealsResult, Gain, MatchesResult

__all__ = ["DealsLines", "MatchesLines"]

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
        won = f"{result.share:.1%} won by a, 95 % {low:.1%} to {high:.1%}" if result.matches else "none"
        failures = [
            f"pair {each.pair}, by {each.player or 'nobody'}: {each.message}" for each in result.failures
        ]
        yield Facts(
            [
                *_players(result, result.before_play),
                ("matches", [f"{result.matches} in pairs, {result.hands} hands, seed {result.seed}"]),
                ("share", [won]),
                _times(result),
                *_failed(failures),
            ]
        )


class DealsLines:
    """What a's cards bring for the declarer's side and against it, each pairing, times, and what failed.

    Parameters
    ----------
    result : DealsResult
    """

    def __init__(self, result: DealsResult) -> None:
        self._result = result

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        result = self._result
        failures = [
            f"deal {each.deal}, by {each.player or 'nobody'}: {each.message}" for each in result.failures
        ]
        number = f"{len(result.finished)} of {len(result.deals)} finished, seed {result.seed}"
        yield Facts(
            [
                *_players(result, result.before_play),
                ("deals", [number]),
                ("declaring", [_gain(result.declaring)]),
                ("defending", [_gain(result.defending)]),
                _times(result),
                *_failed(failures),
            ]
        )
        if not result.pairings:
            return
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        for _ in range(4):
            grid.add_column(justify="right", no_wrap=True)
        grid.add_row("declarer", "defenders", "tricks", "made", "points a deal", style="bold")
        for each in result.pairings:
            made = "" if each.made is None else f"{each.made:.1%}"
            grid.add_row(*each.pairing, f"{each.tricks:.2f}", made, f"{each.points:+.2f}")
        yield grid


def _gain(gain: Gain) -> str:
    """What a gains beside b, in tricks and points."""
    if gain.tricks != gain.tricks:
        return "none"
    low, high = gain.points_interval
    return f"{gain} a deal, {gain.points:+.2f} points ({low:+.2f} to {high:+.2f})"


def _players(
    result: MatchesResult | DealsResult, before_play: str | None
) -> list[tuple[str, Sequence[Part]]]:
    lines: list[tuple[str, Sequence[Part]]] = [("a", [result.names[0]]), ("b", [result.names[1]])]
    return lines if before_play is None else [*lines, ("before play", [before_play])]


def _times(result: MatchesResult | DealsResult) -> tuple[str, Sequence[Part]]:
    return "a decision", [", ".join(f"{1000 * each:.2f} ms" for each in result.seconds_per_decision)]


def _failed(failures: Sequence[str]) -> list[tuple[str, Sequence[Part]]]:
    """The first failures, and how many there are where that is not all."""
    lines: list[tuple[str, Sequence[Part]]] = [("failure", [each]) for each in failures[:_LISTED]]
    return [*lines, ("failures", [f"{len(failures)} in all"])] if len(failures) > _LISTED else lines
