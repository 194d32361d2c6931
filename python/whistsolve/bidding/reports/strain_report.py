"""What every strain is worth to who is to name one: the rows of a report, and which is best."""

from __future__ import annotations

import math
from dataclasses import dataclass

from whistsolve.bidding.reports.intervals import Estimates, Interval, json_interval, rounded
from whistsolve.bidding.reports.views import Panel, Table, Views, chance_to_make, panel
from whistsolve.game.auction.calls import Bid
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["StrainReport", "StrainRow"]


@dataclass(frozen=True, slots=True)
class StrainRow(Estimates):
    """One strain.

    Attributes
    ----------
    strain : Strain
    make, make_error : float or None
        The chance that the bid is made; ``None`` where there is no bid.
    tricks : tuple of float
        The chance of each number of tricks at the table, from none on, as `solve` counts them.
    points, points_error : float
        Points of the declarer's side less those of the other, or less the mean of the others.
    equity, equity_error : float or None
        The chance to win the match after the hand; ``None`` where matches are not looked at.
    effective_sample_size : float
        How many layouts the numbers come from, those that say the same counted as one; 0 where nobody knows.
    discard : tuple of Card or None
        What to bury; ``None`` where the kitty was not seen.
    exact : bool
        Whether these are all the layouts there can be: then errors are 0. The report sets it.

    Errors are standard errors. Intervals hold the true number in 95 of 100 samples; they know nothing of how
    other seats really play.
    """

    strain: Strain
    make: float | None
    make_error: float | None
    tricks: tuple[float, ...]
    points: float
    points_error: float
    equity: float | None
    equity_error: float | None
    effective_sample_size: float
    discard: tuple[Card, ...] | None
    exact: bool = False

    @property
    def mean_tricks(self) -> float:
        """Tricks at the table on the average."""
        return sum(number * chance for number, chance in enumerate(self.tricks))

    @property
    def tricks_interval(self) -> Interval:
        """The 95 % interval of `mean_tricks`: 1.96 standard errors on either side.

        From none to all where nobody knows how many layouts the numbers come from.
        """
        squares = sum((number - self.mean_tricks) ** 2 * chance for number, chance in enumerate(self.tricks))
        error = (
            math.sqrt(squares / self.effective_sample_size) if self.effective_sample_size > 0 else math.inf
        )
        return self.around(self.mean_tricks, error, 0.0, max(0.0, len(self.tricks) - 1.0))

    def __str__(self) -> str:
        """The strain."""
        return str(self.strain)


@dataclass(frozen=True, slots=True)
class StrainReport(Views):
    """What every strain is worth to who won the auction and is to name one.

    Attributes
    ----------
    hand : Hand
        Of the declarer; with the kitty where that was seen.
    seat, dealer : int
    bid : Bid or None
        What has to be made; ``None`` where only tricks are asked for.
    kitty_seen : bool
        Whether the strain is named with the kitty in hand.
    rows : tuple of StrainRow
        In any order.
    samples : int
        Layouts that were looked at.
    effective_sample_size : float
        How many of them say something of their own.
    discards : str
        ``sampled``, ``double_dummy`` or ``heuristic``: how discards were chosen.
    separated : bool
        Whether the best strain is better than the next by three standard errors of the difference.
    exact : bool
        Whether every possible layout was looked at: then errors are 0 and intervals have no width.
    """

    hand: Hand
    seat: int
    dealer: int
    bid: Bid | None
    kitty_seen: bool
    rows: tuple[StrainRow, ...]
    samples: int
    effective_sample_size: float
    discards: str
    separated: bool
    exact: bool

    @property
    def best(self) -> StrainRow:
        """The strain with the highest chance to win the match, or the most points.

        Of equals that which takes the most tricks on the average, and of these the first.
        """
        return max(self.rows, key=lambda row: (rounded(row.value), rounded(row.mean_tricks)))

    def as_dict(self) -> dict[str, object]:
        """Everything by name, for JSON. Errors and bounds without limit are ``None``."""
        return {
            "hand": str(self.hand),
            "seat": self.seat,
            "dealer": self.dealer,
            "bid": None if self.bid is None else str(self.bid),
            "kitty_seen": self.kitty_seen,
            "best": str(self.best.strain),
            "samples": self.samples,
            "effective_sample_size": self.effective_sample_size,
            "discards": self.discards,
            "separated": self.separated,
            "exact": self.exact,
            "rows": [
                {
                    "strain": str(row.strain),
                    "tricks": list(row.tricks),
                    "mean_tricks": row.mean_tricks,
                    "tricks_interval": json_interval(row.tricks_interval),
                    "discard": None if row.discard is None else [str(card) for card in row.discard],
                    **row.numbers_as_dict(),
                }
                for row in self.rows
            ],
        }

    def _first_panel(self) -> Panel:
        if any(row.make is not None for row in self.rows):
            return chance_to_make(self.rows)
        return panel("mean tricks", self.rows, [(row.mean_tricks, row.tricks_interval) for row in self.rows])

    def _table(self) -> Table:
        heads = ("strain", "tricks", "make", "points", "win", "discard")
        cells = [
            (
                str(row.strain),
                f"{row.mean_tricks:5.2f}",
                *row.as_text(),
                " ".join(map(str, row.discard or ())),
            )
            for row in self.rows
        ]
        bid = "" if self.bid is None else f" after {self.bid}"
        return Table.of(f"What to name{bid} with {self.hand}", heads, cells, self.rows, self.best)
