"""The base of all advice reports: a row for each candidate, with estimates, errors and intervals."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from whistsolve import tabular
from whistsolve._internal.shown import Brief, Plotted, rendering
from whistsolve.advice.calls.callers import Caller
from whistsolve.advice.rows import AdviceRow
from whistsolve.advice.statistics import Interval, json_value, rounded
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

#: What the numbers of a column are: expected tricks, points of the hand, the chance to make the bid, the
#: chance of winning the match, sampled layouts.
Unit: TypeAlias = Literal["tricks", "points", "make", "win", "layouts"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """One number and its 95 % interval, ``None`` if it is stated without one.

    `exact` is whether it comes from every possible layout: the interval then has no width.
    """

    value: float
    interval: Interval | None = None
    exact: bool = False


#: ``None`` if a row has no value in a column.
Cell: TypeAlias = Estimate | Strain | Hand | str | None


@dataclass(frozen=True, slots=True)
class Column(Brief):
    """One column of a report: its heading, the values row by row, and the unit of numbers.

    Units are ``tricks``, ``points``, ``make``, ``win`` and ``layouts``.
    """

    heading: str
    cells: tuple[Cell, ...]
    unit: Unit | None = None


#: The attributes of every report in `as_dict` after `best`.
_COMMON: Final = (
    *("lead", "lead_error", "reason", "samples", "effective_sample_size", "discards", "separated", "exact"),
    "callers",
)
_Row = TypeVar("_Row", bound=AdviceRow)
Row_co = TypeVar("Row_co", bound=AdviceRow, covariant=True)


@dataclass(frozen=True, kw_only=True, repr=False)
class AdviceReport(Plotted, tabular.Tabular, Generic[Row_co]):
    """The result of an advice function: every candidate with its estimates.

    Attributes
    ----------
    hand : Hand
        The cards of the player to act, or of the dummy whose card is to be played.
    seat, dealer : int
        The player to act, and the dealer.
    rows : tuple of AdviceRow
        One for each candidate.
    samples : int
        Layouts in the sample.
    effective_sample_size : float
        The effective size of the sample: smaller than `samples` if the calls of others are likely in few
        layouts, so that some layouts were drawn more than once.
    discards : str or None
        ``sampled``, ``double_dummy``, ``heuristic`` or ``estimated``: how discards were chosen; ``None``
        if there are no discards.
    separated : bool
        Whether the best candidate is better than every other by three standard errors of the difference.
    exact : bool
        Whether the sample is every possible layout: then errors are 0 and intervals have no width. With
        ``play="table"`` the play is still a model.
    lead_error : float or None
        The standard error of `lead` in the sample, paired by layouts, before any shrinkage; ``None`` if it is
        not known, as after a single layout.
    callers : tuple of Caller
        What is believed of each other player: the chances of the kinds of bidders of the model of calls, from
        earlier hands and this auction. Empty if calls are no evidence.

    As a table (see `Tabular`) a report has its rows in order. The first columns describe the candidate, see
    each class; then ``tricks``, expected under `play`, ``make``, ``points`` and ``equity``, each with the
    bounds of its 95 % interval, such as ``make_low`` and ``make_high``, and except for tricks its standard
    error, such as ``make_error`` (float64, null if there is none); then ``effective_sample_size`` (float64),
    ``exact`` and ``best`` (bool).
    """

    hand: Hand
    seat: int
    dealer: int
    rows: tuple[Row_co, ...]
    samples: int
    effective_sample_size: float
    discards: str | None
    separated: bool
    exact: bool = False
    lead_error: float | None = None
    callers: tuple[Caller, ...] = ()

    #: Further attributes in `as_dict`: those of the request, and those of the result.
    _asked: ClassVar[tuple[str, ...]] = ()
    _answered: ClassVar[tuple[str, ...]] = ()
    #: The first columns of a table: its name, the attribute of the rows, and what makes a column of them.
    _candidates: ClassVar[tuple[tuple[str, str, Callable[[list[Any]], tabular.Column]], ...]]
    #: The columns shown before and after the estimates: heading, attribute of the rows (empty for their text)
    #: and unit of numbers. The estimates in between begin with those of `_units`.
    _first: ClassVar[tuple[tuple[str, str, Unit | None], ...]]
    _last: ClassVar[tuple[tuple[str, str, Unit | None], ...]] = ()
    _units: ClassVar[tuple[Unit, ...]] = ()
    #: The title, formatted with the report.
    _title: ClassVar[str]

    def __post_init__(self) -> None:
        if self.exact:
            object.__setattr__(self, "rows", tuple(map(_without_errors, self.rows)))

    @property
    def best(self) -> Row_co:
        """The candidate with the highest `rank`, the first of equals.

        Usually it has the highest chance of winning the match or, without match equity, the most points.
        """
        return max(self.rows, key=rank_of)

    @property
    def runner_up(self) -> Row_co | None:
        """The best of the other candidates; ``None`` if there is no other."""
        best = self.best
        return max((row for row in self.rows if row is not best), key=rank_of, default=None)

    @property
    def lead(self) -> float | None:
        """How much better the best candidate is than `runner_up`, by what they are compared by.

        That is `AdviceRow.compared`. ``None`` if there is no other candidate.
        """
        other = self.runner_up
        return None if other is None else self.best.compared[1] - other.compared[1]

    @property
    def reason(self) -> str:
        """Why the best candidate is the best, in at most two sentences, with `lead` and its error."""
        return str(rendering("show.advice").reason(self))

    @property
    def title(self) -> str:
        """The title of the report: the decision that it is about."""
        return self._title.format(self)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The report as it is shown; the first column names the candidates."""
        estimated: tuple[Unit, ...] = (*self._units, "make", "points", "win")
        return (
            *(self._shown(*each) for each in self._first),
            *(Column(unit, tuple(_estimate(row, unit) for row in self.rows), unit) for unit in estimated),
            *(self._shown(*each) for each in self._last),
        )

    def _shown(self, heading: str, attribute: str, unit: Unit | None) -> Column:
        values: list[Any] = [getattr(row, attribute) if attribute else str(row) for row in self.rows]
        cells = (value or None if unit is None else Estimate(value or 0.0) for value in values)
        return Column(heading, tuple(cells), unit)

    def _columns(self) -> Mapping[str, tabular.Column]:
        rows, best = self.rows, self.best
        found = {
            **{name: made([getattr(row, field) for row in rows]) for name, field, made in self._candidates},
            "tricks": tabular.numbers([row.mean_tricks for row in rows]),
            **_bounds("tricks", [row.tricks_interval for row in rows]),
        }
        for name in ("make", "points", "equity"):
            found[name] = tabular.numbers([getattr(row, name) for row in rows])
            found[f"{name}_error"] = tabular.numbers([getattr(row, f"{name}_error") for row in rows])
            found |= _bounds(name, [getattr(row, f"{name}_interval") for row in rows])
        found["effective_sample_size"] = tabular.numbers([row.effective_sample_size for row in rows])
        found["exact"] = tabular.flags([row.exact for row in rows])
        found["best"] = tabular.flags([row is best for row in rows])
        return found

    def as_dict(self) -> dict[str, object]:
        """Everything by name, for JSON. Errors and bounds that are infinite are ``None``."""
        return {
            "hand": str(self.hand),
            "seat": self.seat,
            "dealer": self.dealer,
            **{name: json_value(getattr(self, name)) for name in self._asked},
            "best": str(self.best),
            **{name: json_value(getattr(self, name)) for name in (*_COMMON, *self._answered, "rows")},
        }

    # Drawn by `whistsolve.show`.

    def __repr__(self) -> str:
        number = f"best of {len(self.rows)} by {self.samples} samples"
        return f"<{type(self).__name__}: {self.best}, {number}>"

    def __str__(self) -> str:
        return str(rendering("show.advice").report_text(self))

    def html(self) -> str:
        """A small table of HTML, for notebooks and pages. It needs no style sheet, script or other file."""
        return self._repr_html_()

    def plot(self, ax: Any = None) -> tuple[Any, Any]:
        """The chance to make, and beside it what each row is worth, with 95 % intervals.

        If there is no bid, expected tricks replace the chance to make. A hollow mark means that the standard
        error is not known. Nothing is shown on the screen: call ``matplotlib.pyplot.show`` for that.

        Both halves lie inside `ax`, axes of matplotlib, whose own frame is not shown; by default in a new
        figure. Returns the axes of the chances to make, and those of the chances of winning the match, or
        points. Their ``figure`` can be saved.

        Raises `ImportError` if no axes are given and matplotlib is missing: ``pip install whistsolve[plot]``.
        """
        left, right = self._plotted(ax)
        return left, right

    def plot_tricks(self, ax: Any = None) -> Any:
        """The chance of each number of tricks of the declarer's side, with a line for each row.

        Rows with the same distribution, such as bids that differ in level alone, share a line. Reports of
        discards and of cards have means and no distributions, so that there is nothing to draw. The argument,
        the axes returned and the error are as for `plot`.
        """
        return self._plotted(ax, "tricks")


def _estimate(row: AdviceRow, unit: Unit) -> Estimate | None:
    name = "equity" if unit == "win" else unit
    value = getattr(row, name)
    return None if value is None else Estimate(value, getattr(row, f"{name}_interval"), row.exact)


def _bounds(name: str, intervals: Iterable[Interval | None]) -> dict[str, tabular.Column]:
    """The columns of both bounds of an interval."""
    low, high = zip(*((None, None) if each is None else each for each in intervals), strict=True)
    return {f"{name}_low": tabular.numbers(low), f"{name}_high": tabular.numbers(high)}


def rank_of(row: AdviceRow) -> tuple[float, ...]:
    """What the best row is chosen by, without the bits that depend on the order of summation."""
    return tuple(map(rounded, row.rank))


def _without_errors(row: _Row) -> _Row:
    """The row with standard errors of 0, for a sample that is every possible layout."""
    estimated = (each.name[:-6] for each in dataclasses.fields(row) if each.name.endswith("_error"))
    errors: dict[str, Any] = {
        f"{name}_error": None if getattr(row, name) is None else 0.0 for name in estimated
    }
    return dataclasses.replace(row, exact=True, **errors)
