"""Matches and deals that two players have played: shares and gains with their intervals."""

from __future__ import annotations

from whistsolve.players import DealsResult, MatchesResult
from whistsolve.show.html.bars import chance_bar, interval_bar
from whistsolve.show.html.forms import form
from whistsolve.show.html.markup import block, grid, text
from whistsolve.show.html.terminal import from_terminal
from whistsolve.show.matches import DealsLines, MatchesLines

__all__: list[str] = []


@form.register(MatchesResult)
def _matches(result: MatchesResult) -> str:
    bar = ""
    if result.matches:
        share = chance_bar(result.share, result.interval) + f"{result.share:.1%}"
        bar = grid([(text(result.names[0]), share, "of the matches won")])
    return block(bar, from_terminal(MatchesLines(result)))


@form.register(DealsResult)
def _deals(result: DealsResult) -> str:
    gains = {"declaring": result.declaring, "defending": result.defending}
    known = {name: gain for name, gain in gains.items() if gain.tricks == gain.tricks}
    widest = max(
        (abs(edge) for gain in known.values() for edge in (*gain.tricks_interval, gain.tricks)), default=0
    )
    rows = []
    for name, gain in known.items():
        bar = interval_bar(gain.tricks, gain.tricks_interval, (-widest, widest))
        rows.append((name, bar + text(gain)))
    return block(grid(rows), from_terminal(DealsLines(result)))
