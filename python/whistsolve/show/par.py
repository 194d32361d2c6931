"""Par, in a few lines: the calls, what everybody scores, and the contracts that reach it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult

from whistsolve.show.results import Facts, tricks_of
from whistsolve.values import Strain

if TYPE_CHECKING:
    from whistsolve.analysis import Par

__all__ = ["ParLines"]


class ParLines:
    """Par as lines of a label and what stands behind it.

    Parameters
    ----------
    par : Par
    name : callable
        How a player is called.
    """

    def __init__(self, par: Par, *, name: Callable[[int], str]) -> None:
        self._par = par
        self._name = name

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        par, name = self._par, self._name
        scored = self._scored(par.points)
        calls = ", ".join(f"{name(player)} {call}" for player, call in par.calls)
        lines: list[tuple[str, Sequence[str | Strain]]] = [("par", [scored]), ("calls", [calls])]
        label = "contracts"
        for each in par.contracts:
            contract = each.contract
            behind = f" by {name(contract.declarer)}: {tricks_of(each.tricks, each.tricks)}"
            if each.points != par.points:
                behind += f", {self._scored(each.points)}"
            lines.append((label, [str(contract.level), contract.strain, behind]))
            label = ""
        if not par.contracts:
            lines.append((label, ["none, the hand is thrown in"]))
        best = par.best_first_calls
        if len(best) > 1:
            lines.append(("first call", [f"as good: {', '.join(map(str, best))}"]))
        yield Facts(lines)

    def _scored(self, points: Sequence[float]) -> str:
        """Who scores what; who scores nothing is left out."""
        parts = [f"{self._name(player)} {each:+.4g}" for player, each in enumerate(points) if each]
        return " ".join(parts) or "nobody scores"
