"""Parsers and printers of notations for played hands with auction and play; so far only PTN."""

from whistsolve.notation.ptn import format_ptn, parse_ptn, read_ptn
from whistsolve.notation.ptn_sections import is_ptn

__all__ = ["format_ptn", "is_ptn", "parse_ptn", "read_ptn"]
