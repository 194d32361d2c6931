"""Bridge deals that are hard to solve, each with its whole trick table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: The columns of the trick tables: uptown strains, which rank cards as in bridge.
HARD_STRAINS: Final = ("S+", "H+", "D+", "C+", "NT+")


@dataclass(frozen=True, slots=True)
class HardDeal:
    """A deal of four hands of thirteen cards without jokers; partners sit opposite each other.

    ``name`` selects the deal in option ``--only`` of the command ``bench``. ``tricks`` are those of the
    leader's side: a row for each of the leaders N E S W, a column for each of `HARD_STRAINS`.
    """

    name: str
    deal: str
    tricks: tuple[tuple[int, ...], ...]


#: Deals with many voids: few cards are equivalent, and there are few quick tricks before the last tricks. The
#: tricks were computed by other solvers, for bridge. Each deal is symmetric: rotated by one seat, it is the
#: same deal with suits exchanged.
HARD_DEALS: Final = (
    HardDeal(
        "four-voids",
        "N:.Q853.AJ962.KT74 Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962",
        ((5, 9, 6, 9, 8), (9, 6, 9, 5, 8), (6, 9, 5, 9, 8), (9, 5, 9, 6, 8)),
    ),
    HardDeal(
        "two-suits",
        "N:KJ9753..AQT8642. ..KJ9753.AQT8642 .AQT8642..KJ9753 AQT8642.KJ9753..",
        ((6, 7, 7, 6, 6), (7, 6, 6, 7, 6), (6, 7, 7, 6, 6), (7, 6, 6, 7, 6)),
    ),
    HardDeal(
        "four-voids-exchanged",
        "N:AJ962.KT74..Q853 Q853.AJ962.KT74. .Q853.AJ962.KT74 KT74..Q853.AJ962",
        ((6, 9, 6, 9, 6), (9, 6, 9, 6, 6), (6, 9, 6, 9, 6), (9, 6, 9, 6, 6)),
    ),
)
