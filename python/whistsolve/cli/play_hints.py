"""What a hint of ``whistsolve play`` shows of advice: the act, and the best rows of the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rich.console import RenderableType

from whistsolve.players import Advice
from whistsolve.show import AdviceTable, Facts

__all__ = ["Hint", "hint_of_advice"]

#: Rows of a report that are shown, the best first.
_ROWS: Final = 6


@dataclass(frozen=True, slots=True)
class Hint:
    """A part of a hint, as JSON and as text.

    Attributes
    ----------
    values : dict
    parts : sequence of RenderableType
    """

    values: dict[str, object]
    parts: Sequence[RenderableType]


def hint_of_advice(advice: Advice) -> Hint:
    """What the player to act could know: the act, and the report by which it is the best."""
    report: Any = advice.report
    values = {"act": str(advice.act), "report": None if report is None else report.as_dict()}
    by = ", by heuristics" if report is None else ""
    parts: list[RenderableType] = [Facts([("advice", [f"{advice.act}{by}, by what you can know"])])]
    if report is not None:
        best = sorted(report.rows, key=lambda row: (row.value, row.tie_break), reverse=True)
        parts.append(AdviceTable(replace(report, rows=tuple(best[:_ROWS]))))
    return Hint({"advice": values}, parts)
