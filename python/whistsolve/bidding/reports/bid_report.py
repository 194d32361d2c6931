"""What every legal call is worth: the rows of a report, and which is best."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve.bidding.reports.intervals import Estimates, rounded
from whistsolve.bidding.reports.views import Table, Views
from whistsolve.errors import Interrupted
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["BidInterrupted", "BidReport", "BidRow"]


@dataclass(frozen=True, slots=True)
class BidRow(Estimates):
    """One call.

    Attributes
    ----------
    call : Bid or Pass
    strain : Strain or None
        What to name if it becomes the contract, for the whole sample; ``None`` for a pass. Where the strain
        is named after the kitty is seen, the one that is named most often.
    make, make_error : float or None
        The chance that the bid is made, if it becomes the contract; ``None`` for a pass.
    tricks : tuple of float
        The chance of each number of tricks at the table in that strain, from none on, as `solve` counts them;
        empty for a pass.
    contract : float
        The chance that the call becomes the contract.
    points, points_error : float
        Points of the caller's side less those of the other, or less the mean of the others, whatever becomes
        of the auction.
    equity, equity_error : float or None
        The chance to win the match after the hand; ``None`` where matches are not looked at.
    games : float
        Games that the hand itself wins less those that it loses; one won by bidding seven counts
        ``boston_game_value``.
    effective_sample_size : float
        How many layouts the numbers come from, those that say the same counted as one; 0 where nobody knows.
    exact : bool
        Whether these are all the layouts there can be: then errors are 0. The report sets it.

    Errors are standard errors. Intervals hold the true number in 95 of 100 samples; they know nothing of how
    other seats really call and play.
    """

    call: Bid | Pass
    strain: Strain | None
    make: float | None
    make_error: float | None
    tricks: tuple[float, ...]
    contract: float
    points: float
    points_error: float
    equity: float | None
    equity_error: float | None
    games: float
    effective_sample_size: float = 0.0
    exact: bool = False

    def __str__(self) -> str:
        """The call."""
        return str(self.call)


@dataclass(frozen=True, slots=True)
class BidReport(Views):
    """What every legal call is worth to who holds a hand.

    Attributes
    ----------
    hand : Hand
    seat, dealer : int
    rows : tuple of BidRow
        In the order of legal calls.
    samples : int
        Layouts that were looked at.
    effective_sample_size : float
        How many of them say something of their own: fewer where the calls of others are likely in few
        layouts, so that some of these were looked at more than once.
    discards : str
        ``sampled``, ``double_dummy`` or ``heuristic``: how discards were chosen.
    separated : bool
        Whether the best call is better than the next by three standard errors of the difference.
    exact : bool
        Whether every possible layout was looked at: then errors are 0 and intervals have no width.
    """

    hand: Hand
    seat: int
    dealer: int
    rows: tuple[BidRow, ...]
    samples: int
    effective_sample_size: float
    discards: str
    separated: bool
    exact: bool = False

    @property
    def best(self) -> BidRow:
        """The call with the highest chance to win the match, or the most points.

        Of equals that which wins the most games, and of these the first.
        """
        return max(self.rows, key=lambda row: (rounded(row.value), rounded(row.games)))

    def as_dict(self) -> dict[str, object]:
        """Everything by name, for JSON. Errors and bounds without limit are ``None``."""
        return {
            "hand": str(self.hand),
            "seat": self.seat,
            "dealer": self.dealer,
            "best": str(self.best.call),
            "samples": self.samples,
            "effective_sample_size": self.effective_sample_size,
            "discards": self.discards,
            "separated": self.separated,
            "exact": self.exact,
            "rows": [
                {
                    "call": str(row.call),
                    "strain": None if row.strain is None else str(row.strain),
                    "tricks": list(row.tricks),
                    "contract": row.contract,
                    "games": row.games,
                    **row.numbers_as_dict(),
                }
                for row in self.rows
            ],
        }

    def _table(self) -> Table:
        heads = ("call", "names", "make", "points", "win")
        cells = [
            (str(row.call), "" if row.strain is None else str(row.strain), *row.as_text())
            for row in self.rows
        ]
        return Table.of(f"What to call with {self.hand}", heads, cells, self.rows, self.best)


class BidInterrupted(Interrupted[BidReport]):
    """An interrupt that ended `evaluate_bids`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : BidReport
        What is known so far.
    """
