"""Shapes of hands in text: ``5332``, ``any 4441``, ``54xx``, several with ``+`` and ``-`` between."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.errors import ConditionError
from whistsolve.values.reading import shown

__all__ = ["Shapes"]

_EXPECTED: Final = (
    "expected lengths of spades, hearts, diamonds and clubs such as 5331, 54xx, any 4440 or 10-1-1-0"
)
_PART: Final = re.compile(r"\s*([+-]?)\s*(any\s+)?([0-9x]{4}|(?:[0-9]+|x)(?:-(?:[0-9]+|x)){3})(?=\s|[+-]|$)")
_SUITS: Final = 4
#: Stands for any length.
_ANY: Final = -1


@dataclass(frozen=True, slots=True)
class Shapes:
    """Patterns of four suit lengths, spades first, in the order in which they add hands or take them away.

    Attributes
    ----------
    patterns : tuple of (bool, tuple of tuple of int)
        Whether hands of a pattern are taken in or out, and its orders of the suits; -1 for any length.
    """

    patterns: tuple[tuple[bool, tuple[tuple[int, ...], ...]], ...]

    @classmethod
    def from_text(cls, text: str, size: int, jokers: int) -> Shapes:
        """Read shapes of hands of a size, of which so many cards may be jokers.

        Raises
        ------
        ConditionError
            Where they cannot be read, or no hand of the size has such lengths.
        """
        patterns: list[tuple[bool, tuple[tuple[int, ...], ...]]] = []
        at, plain = 0, text.lower().strip()
        while at < len(plain):
            part = _PART.match(plain, at)
            if part is None or bool(part[1]) == (not patterns):
                where = f": {shown(plain[at:].strip())}" if at else ""
                raise ConditionError(f"shape {shown(text)} cannot be read{where}: {_EXPECTED}")
            signs = part[3].split("-") if "-" in part[3] else list(part[3])
            lengths = tuple(_ANY if sign == "x" else int(sign) for sign in signs)
            _check(part[3], lengths, size, jokers)
            orders = set(itertools.permutations(lengths)) if part[2] else {lengths}
            patterns.append((part[1] != "-", tuple(sorted(orders))))
            at = part.end()
        if not patterns:
            raise ConditionError(f"shape {shown(text)} is empty: {_EXPECTED}")
        return cls(tuple(patterns))

    def fits(self, *lengths: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which hands have one of the shapes: an array of lengths for spades, hearts, diamonds and clubs."""
        found = np.zeros(len(lengths[0]), dtype=np.bool_)
        for added, orders in self.patterns:
            for order in orders:
                here = np.ones_like(found)
                for wanted, length in zip(order, lengths, strict=True):
                    if wanted != _ANY:
                        here &= length == wanted
                found = found | here if added else found & ~here
        return found


def _check(text: str, lengths: tuple[int, ...], size: int, jokers: int) -> None:
    """No hand of another size is looked for: that is a slip, as in 5332 for hands of twelve cards."""
    total = sum(length for length in lengths if length != _ANY)
    least = size - jokers
    if total > size or (_ANY not in lengths and total < least) or max(lengths) > 13:
        cards = f"{least} to {size}" if jokers else f"{size}"
        beside = f", the rest of its {size} being jokers" if jokers else ""
        raise ConditionError(
            f"shape {text!r} has {total} cards: expected {cards} in the four suits of the hand{beside}"
        )
