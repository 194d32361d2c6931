"""How values and results are shown to people: described once, then rendered as text, HTML or plots."""

from whistsolve.show.diagram import Diagram
from whistsolve.show.document import BLANK, Block, Facts, Line, Table, View, describe
from whistsolve.show.phrases import BEST_PLAY, hand_names
from whistsolve.show.terminal import console_for, show, to_text

__all__ = [
    "BEST_PLAY",
    "BLANK",
    "Block",
    "Diagram",
    "Facts",
    "Line",
    "Table",
    "View",
    "console_for",
    "describe",
    "hand_names",
    "show",
    "to_text",
]
