"""The best discard of a hand, in a few lines, beside other discards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult

from whistsolve.show.glyphs import glyphs_for
from whistsolve.show.results import NOT_EXACT, Facts, Part, parts_text, tricks_of
from whistsolve.values import Card, Hand, Strain

if TYPE_CHECKING:
    from whistsolve.solving import BestDiscard

__all__ = ["DiscardLines"]


@dataclass(frozen=True, slots=True)
class DiscardLines:
    """The best discard as lines of a label and what stands behind it; the last one says what to do.

    Attributes
    ----------
    best : BestDiscard
    strain : Strain
    holder : str
        How the seat is called that took the kitty.
    optimal : int or None
        How many discards are as good; ``None`` where that is not known.
    discards : int
        How many there are.
    compared : mapping from str to (cards, tricks)
        Other discards by name, and the tricks after them.
    """

    best: BestDiscard
    strain: Strain
    holder: str
    optimal: int | None
    discards: int
    compared: Mapping[str, tuple[Sequence[Card], float]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        best = self.best
        limit = "" if best.exact else f" ({NOT_EXACT})"
        lines: list[tuple[str, Sequence[Part]]] = [
            ("strain", [self.strain, f", {self.holder} gives up {len(best.cards)} cards"]),
            ("discard", [Hand(best.cards)]),
            ("tricks", [f"{tricks_of(best.low, best.high)} for the declarer's side{limit}"]),
        ]
        if self.optimal is not None:
            others = "no other does" if self.optimal == 1 else f"{self.optimal:,} do"
            lines.append(("", [f"of {self.discards:,} discards {others} as well"]))
        for name, (cards, tricks) in self.compared.items():
            cost = best.low - tricks
            verdict = "as good" if cost == 0 else f"costs {tricks_of(cost, cost)}"
            lines.append((name.replace("_", " "), [Hand(cards), f": {verdict}"]))
        yield Facts(lines)
        yield parts_text(["give up ", Hand(best.cards), f": {self._worth()}"], glyphs_for(options))

    def _worth(self) -> str:
        """What the discard takes, and how many others do."""
        best = self.best
        takes = f"takes {tricks_of(best.low, best.high)}"
        others = (self.optimal or 1) - 1
        if self.optimal is None:
            return takes
        return f"{takes}; " + (
            "no other is as good"
            if not others
            else f"{others:,} other{' is' if others == 1 else 's are'} as good"
        )
