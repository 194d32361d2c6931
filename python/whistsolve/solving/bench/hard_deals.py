"""Bridge deals that are hard for a search, each with its whole trick table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["HARD_DEALS", "HARD_STRAINS", "HardDeal"]

#: The columns of the tables: uptown, the rankings of bridge.
HARD_STRAINS: Final = ("S+", "H+", "D+", "C+", "NT+")


@dataclass(frozen=True, slots=True)
class HardDeal:
    """A deal of thirteen cards a hand, solved for partners opposite each other, without jokers.

    Attributes
    ----------
    name : str
        As option ``--only`` of the verb ``bench`` takes it.
    deal : str
        Its text.
    tricks : tuple of tuple of int
        Tricks of the leader's side: a row for each of the leaders N E S W, a column for each of
        `HARD_STRAINS`.
    """

    name: str
    deal: str
    tricks: tuple[tuple[int, ...], ...]


#: Deals with many voids: few cards are equivalent, and there are few quick tricks before the last tricks. The
#: answers are those of other solvers, for bridge. Each deal is symmetric: turned by a seat it is itself with
#: its suits exchanged.
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
