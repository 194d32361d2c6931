"""Parsers and printers of deals and of hands with auction and play: PTN, PBN, LIN, deals in writing."""

from whistsolve.notation.bridge import is_lin, is_pbn, read_lin, read_pbn
from whistsolve.notation.bridge_writer import format_pbn, played_to_lin, played_to_pbn
from whistsolve.notation.ptn import format_ptn, is_ptn, name_tags, parse_ptn, player_names, read_ptn
from whistsolve.notation.reading import read, read_hands

__all__ = [
    "format_pbn", "format_ptn", "is_lin", "is_pbn", "is_ptn", "name_tags", "parse_ptn", "played_to_lin",
    "played_to_pbn", "player_names", "read", "read_hands", "read_lin", "read_pbn", "read_ptn",
]  # fmt: skip
