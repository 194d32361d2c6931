"""How deals and results are shown to people: text, in colour on a terminal. No numbers are made here."""

from whistsolve.show.deals import DealDiagram
from whistsolve.show.results import BEST_PLAY, CardTricks, Facts, SolutionLines, TrickGrid
from whistsolve.show.streams import console_for, show, to_text

__all__ = [
    "BEST_PLAY",
    "CardTricks",
    "DealDiagram",
    "Facts",
    "SolutionLines",
    "TrickGrid",
    "console_for",
    "show",
    "to_text",
]
