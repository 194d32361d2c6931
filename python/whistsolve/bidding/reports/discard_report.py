"""The report of `evaluate_discards`: a row for every candidate discard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from whistsolve import tabular
from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow
from whistsolve.bidding.reports.intervals import Interval, json_number
from whistsolve.bidding.reports.table import Column, Estimate
from whistsolve.errors import Interrupted
from whistsolve.game.auction.calls import Bid
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["DiscardReport", "DiscardRow", "DiscardsInterrupted"]


@dataclass(frozen=True, slots=True)
class DiscardRow(AdviceRow):
    """One candidate discard.

    Attributes
    ----------
    cards : Hand
        The cards that are given up.
    hand : Hand
        The cards that are kept.
    tricks, tricks_error : float
        Expected tricks of the declarer's side at the table, as `solve` counts them, with best play of both
        sides after the discard.
    make, make_error : float or None
        The chance that the bid is made; ``None`` where the bid is not known.
    points, points_error : float or None
        Expected points of the declarer's side less those of the other, or less the mean of the others;
        ``None`` where the bid is not known.
    equity, equity_error : float or None
        The chance to win the match after the hand; ``None`` where the bid is not known or matches are not
        looked at.
    samples : int
        Layouts that the estimates come from: fewer than those of the report where the candidate was
        eliminated, and then those on which it was.
    effective_sample_size : float
        Of these layouts: repeated layouts count once.
    most_tricks : int
        The most tricks that there are.
    exact : bool
        Whether these are all the layouts there can be: then standard errors are 0.

    Errors are standard errors. Intervals are 95 % intervals of the Monte Carlo estimate: they do not allow
    for how far real players are from double-dummy play.
    """

    cards: Hand
    hand: Hand
    tricks: float
    tricks_error: float
    make: float | None
    make_error: float | None
    points: float | None
    points_error: float | None
    equity: float | None
    equity_error: float | None
    samples: int
    effective_sample_size: float
    most_tricks: int
    exact: bool = False

    @property
    def mean_tricks(self) -> float:
        """Expected tricks, as in the rows of other reports."""
        return self.tricks

    @property
    def tricks_interval(self) -> Interval:
        """The 95 % interval of `tricks`: 1.96 standard errors on either side, from none to all."""
        return self.around(self.tricks, self.tricks_error, 0.0, float(self.most_tricks))

    def as_dict(self) -> dict[str, object]:
        """The row by name, for JSON."""
        return {
            "cards": [str(card) for card in self.cards],
            "hand": str(self.hand),
            "tricks": self.tricks,
            "tricks_error": json_number(self.tricks_error),
            "samples": self.samples,
            **self.numbers_as_dict(),
        }

    def __str__(self) -> str:
        """The cards that are given up."""
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class DiscardReport(AdviceReport[DiscardRow]):
    """Candidate discards of a hand that has taken the kitty, with their estimates.

    Attributes
    ----------
    hand : Hand
        With the kitty.
    seat, dealer : int
    strain : Strain
    bid : Bid or None
        What has to be made; ``None`` where it is not known.
    rows : tuple of DiscardRow
        The chosen discard first, then the others that were valued on the same layouts, by expected tricks;
        then those that were eliminated, the last of them first.
    samples : int
        Layouts on which the candidates that were not eliminated are valued. They had no part in choosing.
    effective_sample_size : float
        Of these layouts: smaller than `samples` where the calls of others are likely in few layouts, so that
        some of these were drawn more than once.
    separated : bool
        Whether the chosen discard takes more tricks than every other that was not eliminated, by three
        standard errors of the difference.
    exact : bool
        Whether every possible layout was enumerated: then standard errors are 0.
    double_dummy_samples : int
        Layouts of which the best discard with all hands open was searched.
    double_dummy_tricks : float or None
        Mean tricks after these, an upper bound of what a player can expect; ``None`` without such layouts.
    kept : dict of Card to float
        For each card of the hand the share of these layouts in which the best discard keeps it; empty without
        such layouts. Where several discards are best, one of them counts.
    discards : str
        ``sampled``: the discard is chosen on sampled layouts of what the declarer cannot see.

    As a table (see `AdviceReport`) its rows begin with ``discard``, ``hand`` (text of hands), ``samples``
    (int64) and ``tricks_error`` (float64).
    """

    hand: Hand
    seat: int
    dealer: int
    strain: Strain
    bid: Bid | None
    rows: tuple[DiscardRow, ...]
    samples: int
    effective_sample_size: float
    separated: bool
    exact: bool
    double_dummy_samples: int
    double_dummy_tricks: float | None
    kept: dict[Card, float] = field(hash=False)
    discards: str = "sampled"

    @property
    def best(self) -> DiscardRow:
        """The chosen discard: the first row.

        Choosing and valuing use separate samples, so that the estimate is unbiased (no winner's curse).
        Another row may therefore have a higher estimate, which is no evidence that it is better unless the
        intervals are apart. Where all layouts are enumerated, it is the discard of the most expected tricks.
        """
        return self.rows[0]

    @property
    def title(self) -> str:
        """The question that the report answers."""
        return f"What to discard in {self.strain} with {self.hand}"

    def _candidates(self) -> Mapping[str, tabular.Column]:
        return {
            "discard": tabular.texts([row.cards for row in self.rows]),
            "hand": tabular.texts([row.hand for row in self.rows]),
            "samples": tabular.integers([row.samples for row in self.rows]),
            "tricks_error": tabular.numbers([row.tricks_error for row in self.rows]),
        }

    @property
    def columns(self) -> tuple[Column, ...]:
        """Discards, expected tricks, the estimates, and the layouts that each was valued on."""
        rows = self.rows
        return (
            Column("discard", tuple(row.cards for row in rows)),
            Column.of_estimates("tricks", [(row.tricks, row.tricks_interval, row.exact) for row in rows]),
            *self.estimate_columns(),
            Column("layouts", tuple(Estimate(row.samples) for row in rows), "layouts"),
        )

    def _question_as_dict(self) -> dict[str, object]:
        return {"strain": str(self.strain), "bid": None if self.bid is None else str(self.bid)}

    def _answer_as_dict(self) -> dict[str, object]:
        return {
            "double_dummy_samples": self.double_dummy_samples,
            "double_dummy_tricks": self.double_dummy_tricks,
            "kept": {str(card): share for card, share in self.kept.items()},
        }


class DiscardsInterrupted(Interrupted[DiscardReport]):
    """An interrupt that ended `evaluate_discards`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : DiscardReport
        The estimates so far.
    """
