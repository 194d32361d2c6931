"""Shapes of hands in text: ``5332``, ``any 4441``, ``54xx``, or several joined by ``+`` and ``-``."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError

_EXPECTED: Final = (
    "expected lengths of spades, hearts, diamonds and clubs such as 5331, 54xx, any 4440 or 10-1-1-0"
)
_PART: Final = re.compile(r"\s*([+-]?)\s*(any\s+)?([0-9x]{4}|(?:[0-9]+|x)(?:-(?:[0-9]+|x)){3})(?=\s|[+-]|$)")
_SUITS: Final = 4
#: Matches any length.
_ANY: Final = -1


@dataclass(frozen=True, slots=True)
class Shapes:
    """Patterns of four suit lengths, spades first, each of which includes or excludes hands, in this order.

    A pattern is a pair: true if it includes hands, false if it excludes them, and its lengths (-1 is any).
    """

    patterns: tuple[tuple[bool, tuple[tuple[int, ...], ...]], ...]

    @classmethod
    def from_text(cls, text: str, size: int, jokers: int) -> Shapes:
        """Parse shapes of hands with ``size`` cards, of which at most ``jokers`` are jokers."""
        patterns: list[tuple[bool, tuple[tuple[int, ...], ...]]] = []
        at, plain = 0, text.lower().strip()
        while at < len(plain):
            part = _PART.match(plain, at)
            if part is None or bool(part[1]) == (not patterns):
                where = f": {shown(plain[at:].strip())}" if at else ""
                raise NotationError(f"shape {shown(text)} cannot be read{where}: {_EXPECTED}")
            signs = part[3].split("-") if "-" in part[3] else list(part[3])
            lengths = tuple(_ANY if sign == "x" else int(sign) for sign in signs)
            _check(part[3], lengths, size, jokers)
            orders = set(itertools.permutations(lengths)) if part[2] else {lengths}
            patterns.append((part[1] != "-", tuple(sorted(orders))))
            at = part.end()
        if not patterns:
            raise NotationError(f"shape {shown(text)} is empty: {_EXPECTED}")
        return cls(tuple(patterns))

    def fits(self, *lengths: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which hands match, from one array of lengths each for spades, hearts, diamonds and clubs."""
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
    """Refuse shapes that no hand of this size can have, surely a mistake: 5332 for hands of twelve cards."""
    total = sum(length for length in lengths if length != _ANY)
    least = size - jokers
    if total > size or (_ANY not in lengths and total < least) or max(lengths) > 13:
        cards = f"{least} to {size}" if jokers else f"{size}"
        beside = f", the rest of its {size} being jokers" if jokers else ""
        raise NotationError(
            f"shape {shown(text)} has {total} cards: expected {cards} in the four suits of the hand{beside}"
        )
