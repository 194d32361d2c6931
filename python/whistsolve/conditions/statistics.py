"""Averages and frequencies of expressions over deals, with their standard errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.arguments import Progress, read_progress
from whistsolve.cancelling import Cancel, cancellable, end_if_cancelled
from whistsolve.conditions.columns import Columns
from whistsolve.conditions.language import read_expressions
from whistsolve.conditions.terms import SOLVED, Deals, opaque_of
from whistsolve.encoding import check_deal_columns
from whistsolve.errors import ConditionError, DealError
from whistsolve.rules import Rules
from whistsolve.tabular import Column, Tabular, integers, numbers, texts
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_several, shown
from whistsolve.values.shown import Shown

__all__ = ["DealAverage", "DealFrequency", "deal_average", "deal_frequency"]

#: Values that a frequency may have; more make no table.
_MOST_VALUES: Final = 1000
#: Deals that are looked at between two reports of progress, and where they are solved.
_MOST_AT_ONCE: Final = 1 << 16
_SOLVED_AT_ONCE: Final = 128


@dataclass(frozen=True, slots=True)
class DealAverage(Shown, Tabular):
    """The mean of an expression over deals.

    As a table (see `Tabular`) it has one row with its fields: ``expression``; ``mean``, ``standard_error``,
    ``deviation``, ``lowest`` and ``highest`` (float64, null where one is not defined); ``deals`` (int64).

    Attributes
    ----------
    expression : str
    mean, standard_error : float
        The standard error is that of the mean of a random sample; nan for a single deal.
    deviation : float
        The standard deviation of the values; nan for a single deal.
    lowest, highest : float
    deals : int
        How many there are.
    """

    expression: str
    mean: float
    standard_error: float
    deviation: float
    lowest: float
    highest: float
    deals: int

    def as_dict(self) -> dict[str, object]:
        """All fields by name, for JSON: ``None`` where a number is not defined."""
        defined = {
            name: None if np.isnan(getattr(self, name)) else getattr(self, name)
            for name in ("mean", "standard_error", "deviation", "lowest", "highest")
        }
        return {"expression": self.expression, **defined, "deals": self.deals}

    def _columns(self) -> Mapping[str, Column]:
        floats = {
            name: numbers([getattr(self, name)])
            for name in ("mean", "standard_error", "deviation", "lowest", "highest")
        }
        return {"expression": texts([self.expression]), **floats, "deals": integers([self.deals])}


@dataclass(frozen=True, slots=True, eq=False)
class DealFrequency(Shown, Tabular):
    """How often an expression, or two together, have each of their values.

    As a table (see `Tabular`) it has a row for each value, or for each pair of values of a cross table:
    ``value``, or ``first`` and ``second`` (float64); ``deals`` (int64); ``share`` and its
    ``standard_error`` (float64).

    Attributes
    ----------
    expressions : tuple of str
        One, or two for a cross table.
    values : tuple of ndarray
        For each expression its values, float64, ascending.
    counts : ndarray
        int64, shape (values,) or (values of the first, values of the second): how many deals have them.
    """

    expressions: tuple[str, ...]
    values: tuple[NDArray[np.float64], ...]
    counts: NDArray[np.int64]

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return int(self.counts.sum())

    @property
    def shares(self) -> NDArray[np.float64]:
        """The counts as shares of all deals, of the same shape."""
        return self.counts / self.deals

    @property
    def standard_errors(self) -> NDArray[np.float64]:
        """Those of the shares, of the same shape."""
        errors: NDArray[np.float64] = np.sqrt(self.shares * (1 - self.shares) / self.deals)
        return errors

    def as_dict(self) -> dict[str, object]:
        """Expressions, values and counts, for JSON, with the shares and their standard errors."""
        return {
            "expressions": list(self.expressions),
            "values": [values.tolist() for values in self.values],
            "counts": self.counts.tolist(),
            "shares": self.shares.tolist(),
            "standard_errors": self.standard_errors.tolist(),
            "deals": self.deals,
        }

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
    deals: NDArray[np.uint64],
    rules: Rules | None = None,
    *,
    deck: Hand | str | None = None,
    sizes: Iterable[int] | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> DealAverage:
    """The mean of an expression over deals.

    Parameters
    ----------
    expression : str
        A number as in conditions, such as ``"hcp(N) + hcp(S)"``; yes or no count 1 and 0, so that the mean is
        a share.
    deals : ndarray
        uint64, shape (deals, hands), and a column more for the kitty where there is one, as `deals_where` and
        `whistsolve.dealing.random_deals` give them. At least one.
    rules, deck, sizes
        Those by which the deals were dealt, as for `deals_where`.
    progress : callable or None
        Called with the number of deals looked at and in all.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Raises
    ------
    ConditionError
        Where the expression cannot be read, or is not one.
    DealError
        Where the deals are no such array, or none.
    RulesError, HandError, CardError, LayoutError
        Where rules, deck or sizes cannot be read.
    CallCancelled
        Where `cancel` ended it.
    """
    columns = Columns.read(rules, deck, sizes)
    ((text, values),) = _evaluated(expression, deals, columns, 1, progress)
    several = len(values) > 1
    deviation = float(values.std(ddof=1)) if several else float("nan")
    return DealAverage(
        text,
        float(values.mean()),
        deviation / sqrt(len(values)),
        deviation,
        float(values.min()),
        float(values.max()),
        len(values),
    )


@cancellable
def deal_frequency(
    expressions: str | Sequence[str],
    deals: NDArray[np.uint64],
    rules: Rules | None = None,
    *,
    deck: Hand | str | None = None,
    sizes: Iterable[int] | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> DealFrequency:
    """How often an expression has each of its values, or two expressions each pair: a cross table.

    Parameters
    ----------
    expressions : str or sequence of str
        One or two, as for `deal_average`; a text may have two with a comma between.
    deals, rules, deck, sizes, progress
        As for `deal_average`.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Raises
    ------
    ConditionError
        Where an expression cannot be read, there are more than two, or one has more than 1000 values.
    DealError
        Where the deals are no such array, or none.
    RulesError, HandError, CardError, LayoutError
        Where rules, deck or sizes cannot be read.
    CallCancelled
        Where `cancel` ended it.
    """
    columns = Columns.read(rules, deck, sizes)
    if isinstance(expressions, str):
        text = expressions
    else:
        several = list(islice(read_several(expressions, "expressions", ConditionError), 3))
        for each in several:
            if not isinstance(each, str):
                raise ConditionError(f"expression {shown(each)} is wrong: expected text such as 'hcp(N)'")
        text = ", ".join(several)
    read = _evaluated(text, deals, columns, 2, progress)
    found = [np.unique(values, return_inverse=True) for _, values in read]
    for (name, _), (values, _) in zip(read, found, strict=True):
        if len(values) > _MOST_VALUES:
            raise ConditionError(
                f"expression {name!r} has {len(values)} values:"
                f" expected {_MOST_VALUES} at most for a frequency"
            )
    shape = tuple(len(values) for values, _ in found)
    flat = np.ravel_multi_index(tuple(index.reshape(-1) for _, index in found), shape)
    counts = np.bincount(flat, minlength=int(np.prod(shape))).reshape(shape).astype(np.int64)
    return DealFrequency(tuple(name for name, _ in read), tuple(values for values, _ in found), counts)


def _evaluated(
    text: str, deals: NDArray[np.uint64], columns: Columns, most: int, progress: Progress | None
) -> list[tuple[str, NDArray[np.float64]]]:
    """The values of every expression of a text over all deals."""
    terms = read_expressions(text, columns)
    if len(terms) > most:
        raise ConditionError(f"there are {len(terms)} expressions: expected {most} at most")
    read_progress(progress)
    array = check_deal_columns(deals, kitty=columns.has_kitty)
    if array.shape[1] != len(columns.sizes) or not len(array):
        raise DealError(
            f"deals of shape {array.shape} are wrong:"
            f" expected at least one, with {len(columns.sizes)} columns"
        )
    searched = any(part.cost == SOLVED for _, term in terms for part in opaque_of(term))
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
