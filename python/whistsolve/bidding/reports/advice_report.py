"""What every report of advice is: a row for each candidate, with estimates, standard errors and intervals."""

from __future__ import annotations

import dataclasses
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar, cast

from whistsolve import tabular
from whistsolve.bidding.reports.intervals import (
    Interval,
    distribution_error,
    distribution_mean,
    json_interval,
    json_number,
    normal_interval,
    rounded,
    wilson_interval,
)
from whistsolve.bidding.reports.table import Column
from whistsolve.bidding.shrinkage import Prior, beta_interval
from whistsolve.values.hands import Hand
from whistsolve.values.shown import Plotted, Shown

__all__ = ["AdviceReport", "AdviceRow", "DistributionRow"]


class AdviceRow(Shown, ABC):
    """What the rows of all reports have in common. Each is a frozen dataclass with these fields."""

    __slots__ = ()

    make: float | None
    make_error: float | None
    points: float | None
    points_error: float | None
    equity: float | None
    equity_error: float | None
    effective_sample_size: float
    exact: bool

    @property
    def mean_tricks(self) -> float | None:
        """Expected tricks at the table; ``None`` where there are none to expect, as for a pass."""
        return None

    @property
    def tricks_interval(self) -> Interval | None:
        """The 95 % interval of `mean_tricks`."""
        return None

    @property
    def value(self) -> float:
        """What candidates are compared by: the chance to win the match, or else points, or else tricks."""
        known = (each for each in (self.equity, self.points, self.mean_tricks) if each is not None)
        return next(known, 0.0)

    @property
    def tie_break(self) -> float:
        """What candidates of equal value are compared by."""
        return 0.0

    @property
    def rank(self) -> tuple[float, ...]:
        """What the best candidate is chosen by: the highest `value`, of equals the highest `tie_break`."""
        return self.value, self.tie_break

    @property
    def make_interval(self) -> Interval | None:
        """The 95 % interval of the chance to make: Wilson's score interval.

        It is that of `effective_sample_size` trials, or of as many as the standard error amounts to where
        these are more. Without an effective sample size it comes from the standard error alone, and it has no
        width where the sample is every possible layout. ``None`` where there is no such chance.
        """
        if self.make is None:
            return None
        if self.exact or self.effective_sample_size <= 0:
            return self.around(self.make, self.make_error, 0.0, 1.0)
        # A layout that gives a chance between 0 and 1 carries more information than one yes or no.
        trials = self.make * (1 - self.make) / self.make_error**2 if self.make_error else 0.0
        return wilson_interval(self.make, max(self.effective_sample_size, trials))

    @property
    def points_interval(self) -> Interval | None:
        """The 95 % interval of the points: 1.96 standard errors on either side.

        Without bounds where the standard error is not known, as after a single layout.
        """
        return None if self.points is None else self.around(self.points, self.points_error)

    @property
    def equity_interval(self) -> Interval | None:
        """The 95 % interval of the chance to win the match: 1.96 standard errors on either side, in 0 to 1.

        ``None`` without match equity.
        """
        return None if self.equity is None else self.around(self.equity, self.equity_error, 0.0, 1.0)

    @property
    def value_interval(self) -> Interval | None:
        """The 95 % interval of `value`."""
        if self.equity is not None:
            return self.equity_interval
        return self.tricks_interval if self.points is None else self.points_interval

    def around(
        self, mean: float, error: float | None, least: float = -math.inf, most: float = math.inf
    ) -> Interval:
        """`normal_interval`, without width where the row is exact."""
        return (mean, mean) if self.exact else normal_interval(mean, error, least, most)

    @abstractmethod
    def as_dict(self) -> dict[str, object]:
        """The row by name, for JSON: the candidate, then what `numbers_as_dict` gives."""

    def numbers_as_dict(self) -> dict[str, object]:
        """The estimates by name, the same in every report. Infinite errors and bounds are ``None``."""
        return {
            "mean_tricks": self.mean_tricks,
            "tricks_interval": json_interval(self.tricks_interval),
            "make": self.make,
            "make_error": json_number(self.make_error),
            "make_interval": json_interval(self.make_interval),
            "points": self.points,
            "points_error": json_number(self.points_error),
            "points_interval": json_interval(self.points_interval),
            "equity": self.equity,
            "equity_error": json_number(self.equity_error),
            "equity_interval": json_interval(self.equity_interval),
            "effective_sample_size": self.effective_sample_size,
            "exact": self.exact,
        }


class DistributionRow(AdviceRow):
    """A row with the whole distribution of tricks, in the field `tricks`, and the prior where it has one."""

    __slots__ = ()

    tricks: tuple[float, ...]
    prior: Prior | None

    @property
    def make_interval(self) -> Interval | None:
        """The 95 % interval of the chance to make: of its posterior, a beta distribution.

        Its parameters come from the effective sample size and the strength of the prior. Without a prior it
        is that of every `AdviceRow`. ``None`` where there is no such chance.
        """
        if self.make is None or self.prior is None or self.exact:
            return super().make_interval
        return beta_interval(self.make, self._posterior_size)

    @property
    def _posterior_size(self) -> float:
        """Effective sample size and prior strength together, in layouts."""
        return self.effective_sample_size + (self.prior.strength if self.prior is not None else 0.0)

    @property
    def mean_tricks(self) -> float | None:
        """Expected tricks at the table; ``None`` where there is no distribution, as for a pass."""
        return distribution_mean(self.tricks) if self.tricks else None

    @property
    def tricks_interval(self) -> Interval | None:
        """The 95 % interval of `mean_tricks`: 1.96 standard errors on either side.

        From none to all where the effective sample size is not known.
        """
        if not self.tricks:
            return None
        error = distribution_error(self.tricks, self._posterior_size)
        return self.around(distribution_mean(self.tricks), error, 0.0, len(self.tricks) - 1.0)

    def numbers_as_dict(self) -> dict[str, object]:
        """The estimates by name, and the prior, ``None`` where there is none."""
        return {**super().numbers_as_dict(), "prior": None if self.prior is None else self.prior.as_dict()}


_Row = TypeVar("_Row", bound=AdviceRow)
Row_co = TypeVar("Row_co", bound=AdviceRow, covariant=True)


class AdviceReport(Plotted, tabular.Tabular, Generic[Row_co]):
    """What all reports have in common. Each is a frozen dataclass with these fields.

    As a table (see `Tabular`) a report has its rows in their order: first what is said of the candidate, see
    each class; then ``tricks``, expected at the table, ``make``, ``points`` and ``equity``, each with the
    bounds of its 95 % interval, as ``make_low`` and ``make_high``, and but for tricks its standard error, as
    ``make_error`` (float64, null where there is none); then ``effective_sample_size`` (float64), ``exact``
    and ``best`` (bool).
    """

    __slots__ = ()

    hand: Hand
    seat: int
    dealer: int | None
    rows: tuple[Row_co, ...]
    samples: int
    effective_sample_size: float
    discards: str | None
    separated: bool
    exact: bool

    def __post_init__(self) -> None:
        if self.exact:
            object.__setattr__(self, "rows", tuple(map(_without_errors, self.rows)))

    @property
    def best(self) -> Row_co:
        """The candidate of the highest `rank`: as a rule the highest chance to win the match, or most points.

        Of equals the first.
        """
        return max(self.rows, key=_rank)

    @property
    @abstractmethod
    def title(self) -> str:
        """The question that the report answers."""

    @property
    @abstractmethod
    def columns(self) -> tuple[Column, ...]:
        """The report as a table; the first column names the candidates."""

    def estimate_columns(self) -> tuple[Column, ...]:
        """The columns that every report has: chance to make, points, chance to win the match."""
        rows = self.rows
        return (
            Column.of_estimates("make", [(row.make, row.make_interval, row.exact) for row in rows]),
            Column.of_estimates("points", [(row.points, row.points_interval, row.exact) for row in rows]),
            Column.of_estimates("win", [(row.equity, row.equity_interval, row.exact) for row in rows]),
        )

    @abstractmethod
    def _candidates(self) -> Mapping[str, tabular.Column]:
        """The columns of a table that say what each row is of."""

    def _columns(self) -> Mapping[str, tabular.Column]:
        rows, best = self.rows, self.best
        return {
            **self._candidates(),
            "tricks": tabular.numbers([row.mean_tricks for row in rows]),
            **_bounds("tricks", [row.tricks_interval for row in rows]),
            "make": tabular.numbers([row.make for row in rows]),
            "make_error": tabular.numbers([row.make_error for row in rows]),
            **_bounds("make", [row.make_interval for row in rows]),
            "points": tabular.numbers([row.points for row in rows]),
            "points_error": tabular.numbers([row.points_error for row in rows]),
            **_bounds("points", [row.points_interval for row in rows]),
            "equity": tabular.numbers([row.equity for row in rows]),
            "equity_error": tabular.numbers([row.equity_error for row in rows]),
            **_bounds("equity", [row.equity_interval for row in rows]),
            "effective_sample_size": tabular.numbers([row.effective_sample_size for row in rows]),
            "exact": tabular.flags([row.exact for row in rows]),
            "best": tabular.flags([row is best for row in rows]),
        }

    def as_dict(self) -> dict[str, object]:
        """Everything by name, for JSON. Errors and bounds that are infinite are ``None``."""
        return {
            "hand": str(self.hand),
            "seat": self.seat,
            "dealer": self.dealer,
            **self._question_as_dict(),
            "best": str(self.best),
            "samples": self.samples,
            "effective_sample_size": self.effective_sample_size,
            "discards": self.discards,
            "separated": self.separated,
            "exact": self.exact,
            **self._answer_as_dict(),
            "rows": [row.as_dict() for row in self.rows],
        }

    def _question_as_dict(self) -> dict[str, object]:
        """What the question has beside hand, seat and dealer."""
        return {}

    def _answer_as_dict(self) -> dict[str, object]:
        """What the answer has beside the estimates."""
        return {}

    # Drawn by `whistsolve.show`.

    def __str__(self) -> str:
        from whistsolve.show import advice

        return advice.report_text(self)

    def html(self) -> str:
        """A small table of HTML, for notebooks and pages: the best row marked, a bar for each chance to make.

        It needs no style sheet, no script and no other file, and goes with light and dark pages.
        """
        return self._repr_html_()

    def plot(self, ax: Any = None) -> tuple[Any, Any]:
        """The chance to make, and beside it what each row is worth, with 95 % intervals.

        Where there is no bid, expected tricks stand in place of the chance to make. A hollow mark has a
        standard error that is not known. Nothing is put on the screen: that is left to
        ``matplotlib.pyplot.show``.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure where left out. Both halves lie inside it, and its own frame is not
            shown.

        Returns
        -------
        tuple of matplotlib.axes.Axes
            That of the chances to make, and that of the chances to win the match, or points. Their ``figure``
            can be saved.

        Raises
        ------
        ImportError
            Where no axes are given and matplotlib is missing: ``pip install whistsolve[plot]``.
        """
        left, right = self._plotted(ax)
        return left, right

    def plot_tricks(self, ax: Any = None) -> Any:
        """The chance of each number of tricks of the declarer's side, a line for each row that has them.

        Rows with the same distribution, such as bids that differ in level alone, share a line. Reports of
        discards and of cards have means and no distributions, so that there is nothing to draw.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure where left out.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ImportError
            Where no axes are given and matplotlib is missing: ``pip install whistsolve[plot]``.
        """
        return self._plotted(ax, "tricks")


def _bounds(name: str, intervals: Iterable[Interval | None]) -> dict[str, tabular.Column]:
    """The columns of both bounds of an interval."""
    both = [(None, None) if each is None else each for each in intervals]
    low, high = [each[0] for each in both], [each[1] for each in both]
    return {f"{name}_low": tabular.numbers(low), f"{name}_high": tabular.numbers(high)}


def _rank(row: AdviceRow) -> tuple[float, ...]:
    return tuple(map(rounded, row.rank))


def _without_errors(row: _Row) -> _Row:
    """The row of a sample that is every possible layout: standard errors are 0."""
    fields: Any = row
    names = (field.name for field in dataclasses.fields(fields) if field.name.endswith("_error"))
    errors = {name: None if getattr(row, name.removesuffix("_error")) is None else 0.0 for name in names}
    return cast(_Row, dataclasses.replace(fields, exact=True, **errors))
