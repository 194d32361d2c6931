"""The report of `evaluate_discards`: a row for every candidate discard."""

from __future__ import annotations

from dataclasses import dataclass, field

from whistsolve.bidding.reports.intervals import Estimates, Interval, json_interval, json_number
from whistsolve.bidding.reports.views import Panel, Table, Views, chance_to_make, panel
from whistsolve.errors import Interrupted
from whistsolve.game.auction.calls import Bid
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["DiscardReport", "DiscardRow", "DiscardsInterrupted"]


@dataclass(frozen=True, slots=True)
class DiscardRow(Estimates):
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

    @property
    def value(self) -> float:
        """The chance to win the match, or points, or tricks where the bid is not known."""
        return next(each for each in (self.equity, self.points, self.tricks) if each is not None)

    @property
    def value_interval(self) -> Interval:
        """The 95 % interval of `value`."""
        return self.equity_interval or self.points_interval or self.tricks_interval

    def as_dict(self) -> dict[str, object]:
        """The row by name, for JSON."""
        return {
            "cards": [str(card) for card in self.cards],
            "hand": str(self.hand),
            "tricks": self.tricks,
            "tricks_error": json_number(self.tricks_error),
            "tricks_interval": json_interval(self.tricks_interval),
            "samples": self.samples,
            **self.numbers_as_dict(),
        }

    def __str__(self) -> str:
        """The cards that are given up."""
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class DiscardReport(Views):
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

    def as_dict(self) -> dict[str, object]:
        """Everything by name, for JSON. Errors and bounds that are infinite are ``None``."""
        return {
            "hand": str(self.hand),
            "seat": self.seat,
            "dealer": self.dealer,
            "strain": str(self.strain),
            "bid": None if self.bid is None else str(self.bid),
            "best": str(self.best),
            "samples": self.samples,
            "effective_sample_size": self.effective_sample_size,
            "discards": self.discards,
            "separated": self.separated,
            "exact": self.exact,
            "double_dummy_samples": self.double_dummy_samples,
            "double_dummy_tricks": self.double_dummy_tricks,
            "kept": {str(card): share for card, share in self.kept.items()},
            "rows": [row.as_dict() for row in self.rows],
        }

    # Rendering: a table, the first panel of a plot, and the lines below a table.

    @property
    def caption(self) -> tuple[str, str]:
        """The chosen discard and whether it is separated; and where the numbers come from."""
        # Named, for dataclasses with slots are made anew, which super() without arguments does not survive.
        best, about = super(DiscardReport, self).caption
        if self.double_dummy_tricks is None:
            return best, about
        given_up = sorted(self.kept, key=lambda card: self.kept[card])[: len(self.best.cards)]
        shares = " ".join(f"{card} {1 - self.kept[card]:.0%}" for card in sorted(given_up))
        return best, (
            f"{about}; with all hands open {self.double_dummy_tricks:.2f} tricks on"
            f" {self.double_dummy_samples} layouts, giving up most often {shares}"
        )

    def _first_panel(self) -> Panel:
        if self.bid is not None:
            return chance_to_make(self.rows)
        return panel("mean tricks", self.rows, [(row.tricks, row.tricks_interval) for row in self.rows])

    def _table(self) -> Table:
        heads = ("discard", "tricks", "make", "points", "win", "layouts")
        cells = []
        for row in self.rows:
            low, high = row.tricks_interval
            tricks = f"{row.tricks:5.2f}" + ("" if row.exact else f" ({low:.2f} to {high:.2f})")
            cells.append((str(row), tricks, *row.as_text(), f"{row.samples:7}"))
        title = f"What to discard in {self.strain} with {self.hand}"
        return Table.of(title, heads, cells, self.rows, self.best)


class DiscardsInterrupted(Interrupted[DiscardReport]):
    """An interrupt that ended `evaluate_discards`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : DiscardReport
        The estimates so far.
    """
