"""Terminal view of a claim that was checked. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult

from whistsolve.show.results import BEST_PLAY, Facts, Part, tricks_of

if TYPE_CHECKING:
    from whistsolve.analysis import ClaimCheck

__all__ = ["ClaimLines", "claim_text"]


def claim_text(tricks: int, left: int) -> str:
    """What is claimed: ``5 of 6 tricks left``, ``none of 6 tricks left``."""
    return f"{tricks or 'none'} of {tricks_of(left, left)} left"


class ClaimLines:
    """Whether a claim holds, and the line that refutes it, a trick in a row.

    Parameters
    ----------
    check : ClaimCheck
    names : sequence of str
        Names of the hands.
    """

    def __init__(self, check: ClaimCheck, names: Sequence[str]) -> None:
        self._check = check
        self._names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        check, names = self._check, self._names
        verdict = "it holds" if check.holds else f"refuted, {check.tricks}"
        what = f"{names[check.player]}, {claim_text(check.claimed, check.left)}: {verdict} with {BEST_PLAY}"
        lines: list[tuple[str, Sequence[Part]]] = [("claim", [what])]
        for number, trick in enumerate(check.refuting_tricks):
            parts: list[Part] = []
            for played in trick:
                named = "" if played.named is None else f":{played.named.letter}"
                parts += [f"{', ' if parts else ''}{names[played.hand]} ", played.card, named]
            lines.append(("" if number else "line", parts))
        yield Facts(lines)
