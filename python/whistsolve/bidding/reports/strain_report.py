"""The report of `evaluate_strains`: a row for every strain that may be named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whistsolve import tabular
from whistsolve.bidding.reports.advice_report import AdviceReport, DistributionRow
from whistsolve.bidding.reports.intervals import distribution_mean
from whistsolve.bidding.reports.table import Column, Estimate
from whistsolve.bidding.shrinkage import Prior
from whistsolve.errors import Interrupted
from whistsolve.game.auction.calls import Bid
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["StrainReport", "StrainRow", "StrainsInterrupted"]


@dataclass(frozen=True, slots=True)
class StrainRow(DistributionRow):
    """One strain.

    Attributes
    ----------
    strain : Strain
    make, make_error : float or None
        The chance that the bid is made; ``None`` where there is no bid.
    tricks : tuple of float
        The chance of each number of tricks at the table, from none on, as `solve` counts them.
    points, points_error : float
        Expected points of the declarer's side less those of the other, or less the mean of the others.
    equity, equity_error : float or None
        The chance to win the match after the hand; ``None`` without match equity.
    effective_sample_size : float
        Of the weighted sample of layouts: repeated layouts count once. 0 where it is not known.
    discard : tuple of Card or None
        The cards to discard; ``None`` where the kitty was not seen.
    exact : bool
        Whether the sample is every possible layout: then standard errors are 0. The report sets it.
    prior : Prior or None
        The prior prediction toward which these numbers were shrunk; ``None`` where it plays no part, as in
        exact reports, where tricks are estimated, and with the kitty seen.

    Numbers are posterior means and errors posterior standard deviations, where there is a prior; else means
    and standard errors of the layouts. Intervals are 95 % intervals of the Monte Carlo estimate: they do
    not allow for how far real players are from double-dummy play, or with
    ``play="table"`` from those that this was fitted to.
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
    prior: Prior | None = None

    @property
    def mean_tricks(self) -> float:
        """Expected tricks at the table."""
        return distribution_mean(self.tricks)

    @property
    def tie_break(self) -> float:
        """Expected tricks, which decide between strains of equal value."""
        return self.mean_tricks

    def as_dict(self) -> dict[str, object]:
        """The row by name, for JSON."""
        return {
            "strain": str(self.strain),
            "tricks": list(self.tricks),
            "discard": None if self.discard is None else [str(card) for card in self.discard],
            **self.numbers_as_dict(),
        }

    def __str__(self) -> str:
        """The strain."""
        return str(self.strain)


@dataclass(frozen=True, slots=True)
class StrainReport(AdviceReport[StrainRow]):
    """Every strain that the winner of an auction may name, with its estimates. `evaluate_strains` gives it.

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
        Layouts in the sample.
    effective_sample_size : float
        Of these layouts: smaller than `samples` where some were drawn more than once.
    discards : str
        ``sampled``, ``double_dummy``, ``heuristic`` or ``estimated``: how discards were chosen.
    separated : bool
        Whether the best strain is better than the next by three standard errors of the difference.
    exact : bool
        Whether the sample is every possible layout: then errors are 0 and intervals have no width. With
        ``play="table"`` the play is a model all the same.
    play : str
        ``double_dummy`` or ``table``: how hands were played out, see `evaluate_bids`.

    As a table (see `AdviceReport`) its rows begin with ``strain`` and ``discard`` (text of a hand, null where
    the kitty was not seen).
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
    play: str = "double_dummy"

    @property
    def title(self) -> str:
        """The question that the report answers."""
        bid = "" if self.bid is None else f" after {self.bid}"
        return f"What to name{bid} with {self.hand}"

    def _candidates(self) -> Mapping[str, tabular.Column]:
        discards = (row.discard for row in self.rows)
        return {
            "strain": tabular.texts([row.strain for row in self.rows]),
            "discard": tabular.texts([None if each is None else Hand(each) for each in discards]),
        }

    @property
    def columns(self) -> tuple[Column, ...]:
        """Strains, expected tricks, the estimates, and what to discard."""
        rows = self.rows
        return (
            Column("strain", tuple(row.strain for row in rows)),
            Column("tricks", tuple(Estimate(row.mean_tricks) for row in rows), "tricks"),
            *self.estimate_columns(),
            Column("discard", tuple(Hand(row.discard) if row.discard else None for row in rows)),
        )

    def _question_as_dict(self) -> dict[str, object]:
        return {"bid": None if self.bid is None else str(self.bid), "kitty_seen": self.kitty_seen}

    def _answer_as_dict(self) -> dict[str, object]:
        return {"play": self.play}


class StrainsInterrupted(Interrupted[StrainReport]):
    """An interrupt that ended `evaluate_strains`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : StrainReport
        The estimates so far.
    """
