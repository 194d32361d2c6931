"""Notations of whole hands with auction and play: parsed and printed. PTN so far."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.game
import whistsolve.game.record  # noqa: F401
from whistsolve.notation.ptn import format_ptn, parse_ptn, read_ptn
from whistsolve.notation.ptn_sections import is_ptn

__all__ = [
    "format_ptn",
    "is_ptn",
    "parse_ptn",
    "read_ptn",
]
