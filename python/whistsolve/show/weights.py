"""The weights of the evaluator as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from whistsolve.evaluation import WeightTable

__all__ = ["CAPTION", "weight_lines"]

#: What the names of cards stand for.
CAPTION: Final = "uptown; downtown 2 3 4 5 stand for K Q J T"


def weight_lines(table: WeightTable) -> str:
    """A block of lines for each kind of suit: its name, then every holding with its tricks.

    Parameters
    ----------
    table : WeightTable
        As `Evaluator.table` gives it.
    """
    lines = [CAPTION]
    for column, title in enumerate(table.columns):
        lines += ["", title]
        for holding, tricks in table.rows:
            if tricks[column] is not None:
                lines.append(f"  {holding:<38}{tricks[column]:+6.2f}")
    return "\n".join(lines)
