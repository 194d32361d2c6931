"""Notations: whole hands, with auction and play, parsed and printed."""

from whistsolve.notation.played_hand import Call, PlayedHand, Tag
from whistsolve.notation.ptn import format_ptn, parse_ptn, read_ptn
from whistsolve.notation.ptn_text import is_ptn
from whistsolve.notation.replay import Trick, replay, trick_winner

__all__ = [
    "Call",
    "PlayedHand",
    "Tag",
    "Trick",
    "format_ptn",
    "is_ptn",
    "parse_ptn",
    "read_ptn",
    "replay",
    "trick_winner",
]
