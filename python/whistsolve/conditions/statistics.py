"""Averages and frequencies of expressions over deals, with their standard errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Progress, read_progress
from whistsolve._internal.reading import read_several, shortened, shown
from whistsolve._internal.shown import Shown
from whistsolve.cancelling import Cancellation, cancellable, end_if_cancelled
from whistsolve.conditions.language import read_expressions
from whistsolve.conditions.terms import SOLVED, Columns, Deals, cost_of
from whistsolve.encoding import check_deal_columns, deals_to_array
from whistsolve.errors import DealError, NotationError
from whistsolve.rules import RulesLike
from whistsolve.tabular import Column, Tabular, integers, numbers, texts
from whistsolve.values.deals import DealLike
from whistsolve.values.hands import HandLike

#: Maximum number of distinct values in a frequency table.
_MOST_VALUES: Final = 1000
#: Deals evaluated between two reports of progress: usually, and if the deals are solved.
_MOST_AT_ONCE: Final = 1 << 16
_SOLVED_AT_ONCE: Final = 128


@dataclass(frozen=True, slots=True)
class DealAverage(Shown, Tabular):
    """The mean of an expression over deals.

    As a table (see `Tabular`) it has one row with its fields: ``expression``; ``mean``, ``standard_error``,
    ``deviation``, ``lowest`` and ``highest`` (float64, null if not defined); ``deals`` (int64).
    """

    expression: str
    mean: float
    #: The standard error of the mean if the deals are a random sample; nan for a single deal.
    standard_error: float
    #: The standard deviation of the values; nan for a single deal.
    deviation: float
    lowest: float
    highest: float
    #: The number of deals.
    deals: int

    def as_dict(self) -> dict[str, object]:
        """All fields by name, for JSON; numbers that are not defined are ``None``."""
        defined = {name: None if np.isnan(value) else value for name, value in self._numbers().items()}
        return {"expression": self.expression, **defined, "deals": self.deals}

    def _numbers(self) -> dict[str, float]:
        names = ("mean", "standard_error", "deviation", "lowest", "highest")
        return {name: getattr(self, name) for name in names}

    def _columns(self) -> Mapping[str, Column]:
        floats = {name: numbers([value]) for name, value in self._numbers().items()}
        return {"expression": texts([self.expression]), **floats, "deals": integers([self.deals])}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DealFrequency(Shown, Tabular):
    """How often an expression has each of its values, or two expressions each pair of values.

    As a table (see `Tabular`) it has a row for each value, or for each pair of values of a cross table:
    ``value``, or ``first`` and ``second`` (float64); ``deals`` (int64); ``share`` and its
    ``standard_error`` (float64).
    """

    #: One, or two for a cross table.
    expressions: tuple[str, ...]
    #: For each expression its distinct values, float64, ascending.
    values: tuple[NDArray[np.float64], ...]
    #: The number of deals with each: int64, shape (values,) or (values of the first, of the second).
    counts: NDArray[np.int64]

    def __repr__(self) -> str:
        return shortened(f"<DealFrequency of {' and '.join(self.expressions)} over {self.deals} deals>", 200)

    @property
    def deals(self) -> int:
        """The number of deals."""
        return int(self.counts.sum())

    @property
    def shares(self) -> NDArray[np.float64]:
        """The counts as shares of all deals, of the same shape."""
        return self.counts / self.deals

    @property
    def standard_errors(self) -> NDArray[np.float64]:
        """The standard errors of the shares, of the same shape."""
        errors: NDArray[np.float64] = np.sqrt(self.shares * (1 - self.shares) / self.deals)
        return errors

    def as_dict(self) -> dict[str, object]:
        """Expressions, values and counts, for JSON, with the shares and their standard errors."""
        values = [each.tolist() for each in self.values]
        arrays = {name: getattr(self, name).tolist() for name in ("counts", "shares", "standard_errors")}
        return {"expressions": list(self.expressions), "values": values, **arrays, "deals": self.deals}

    def _columns(self) -> Mapping[str, Column]:
        names = ("value",) if len(self.values) == 1 else ("first", "second")
        grids = np.meshgrid(*self.values, indexing="ij")
        return {
            **{name: numbers(grid.ravel().tolist()) for name, grid in zip(names, grids, strict=True)},
            "deals": integers(self.counts.ravel()),
            "share": numbers(self.shares.ravel().tolist()),
            "standard_error": numbers(self.standard_errors.ravel().tolist()),
        }


@cancellable
def deal_average(
    expression: str,
    deals: Iterable[DealLike] | NDArray[np.uint64],
    rules: RulesLike | None = None,
    *,
    deck: HandLike | None = None,
    sizes: Iterable[int] | None = None,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> DealAverage:
    """The mean of an expression over deals.

    It is a number as in conditions, such as ``"hcp(N) + hcp(S)"``, or a condition: true counts 1 and false 0,
    so that the mean is a share. An array of deals, as from `whistsolve.dealing.random_deals`, is uint64, of
    shape (deals, hands), with one more column for the kitty if there is one. ``rules``, ``deck`` and
    ``sizes`` are those with which the deals were dealt, as for `deals_where`. ``progress`` is called with the
    number of deals evaluated and the total number.

    Raises `NotationError` if the text cannot be read, or contains more than one expression; `DealError` if a
    deal cannot be read, there are none, or the array is not like that or does not fit the deck; and
    `WhistError` if rules, deck or sizes cannot be read.
    """
    columns = Columns.read(rules, deck, sizes)
    ((text, values),) = _evaluated(expression, deals, columns, 1, progress)
    number = len(values)
    deviation = float(values.std(ddof=1)) if number > 1 else float("nan")
    low, mean, high = float(values.min()), float(values.mean()), float(values.max())
    return DealAverage(text, mean, deviation / sqrt(number), deviation, low, high, number)


@cancellable
def deal_frequency(
    expressions: str | Sequence[str],
    deals: Iterable[DealLike] | NDArray[np.uint64],
    rules: RulesLike | None = None,
    *,
    deck: HandLike | None = None,
    sizes: Iterable[int] | None = None,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> DealFrequency:
    """How often an expression has each of its values, or two expressions each pair (a cross table).

    Parameters and errors are those of `deal_average`, except that two expressions may be given, also as one
    text with a comma between. NotationError also if one of them has more than 1000 values.
    """
    columns = Columns.read(rules, deck, sizes)
    if isinstance(expressions, str):
        text = expressions
    else:
        several = list(islice(read_several(expressions, "expressions", NotationError), 3))
        for each in several:
            if not isinstance(each, str):
                raise NotationError(f"expression {shown(each)} is wrong: expected text such as 'hcp(N)'")
        text = ", ".join(several)
    read = _evaluated(text, deals, columns, 2, progress)
    found = [np.unique(values, return_inverse=True) for _, values in read]
    for (name, _), (values, _) in zip(read, found, strict=True):
        if len(values) > _MOST_VALUES:
            raise NotationError(
                f"expression {shown(name)} has {len(values)} values:"
                f" expected {_MOST_VALUES} at most for a frequency"
            )
    shape = tuple(len(values) for values, _ in found)
    flat = np.ravel_multi_index(tuple(index.reshape(-1) for _, index in found), shape)
    counts = np.bincount(flat, minlength=int(np.prod(shape))).reshape(shape).astype(np.int64)
    return DealFrequency(tuple(name for name, _ in read), tuple(values for values, _ in found), counts)


def _evaluated(
    text: str,
    deals: Iterable[DealLike] | NDArray[np.uint64],
    columns: Columns,
    most: int,
    progress: Progress | None,
) -> list[tuple[str, NDArray[np.float64]]]:
    """The text and the values over all deals of each expression, of which at most ``most`` are allowed."""
    terms = read_expressions(text, columns)
    if len(terms) > most:
        raise NotationError(f"there are {len(terms)} expressions: expected {most} at most")
    read_progress(progress)
    if not isinstance(deals, np.ndarray):
        deals = deals_to_array(deals, kitty=columns.has_kitty)
    array = check_deal_columns(deals, kitty=columns.has_kitty)
    if array.shape[1] != len(columns.sizes) or not len(array):
        raise DealError(
            f"deals of shape {array.shape} are wrong:"
            f" expected at least one, with {len(columns.sizes)} columns"
        )
    searched = any(cost_of(term) == SOLVED for _, term in terms)
    block = _SOLVED_AT_ONCE if searched else _MOST_AT_ONCE
    found = np.empty((len(terms), len(array)), dtype=np.float64)
    for start in range(0, len(array), block):
        part = Deals(array[start : start + block])
        for values, (_, term) in zip(found, terms, strict=True):
            end_if_cancelled()
            values[start : start + block] = term.values(part)
        if progress is not None:
            progress(min(start + block, len(array)), len(array))
    return [(name, values) for (name, _), values in zip(terms, found, strict=True)]
