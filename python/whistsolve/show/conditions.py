"""Statistics of deals: averages, frequencies, cross tables, and how many deals there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from whistsolve.show.document import Bar, Block, Content, Line, Shaded, Table, bold, dim
from whistsolve.show.phrases import count_of, number_text, percent

if TYPE_CHECKING:
    from whistsolve.conditions import DealAverage, DealCount, DealFrequency


def averages(found: Sequence[DealAverage]) -> list[Block]:
    """A row for the mean of each expression."""
    rows = [
        [each.expression, *map(number_text, (each.mean, each.standard_error, each.lowest, each.highest))]
        for each in found
    ]
    return [Table(rows, ["average", "mean", "standard error", "lowest", "highest"], "lr")]


def deal_average(average: DealAverage) -> list[Block]:
    return [*averages([average]), dim(f"of {count_of(average.deals, 'deal')}")]


def deal_frequency(found: DealFrequency) -> list[Block]:
    """How often an expression has each value, or two expressions each pair of values, in percent."""
    caption = f"shares of {count_of(found.deals, 'deal')} in percent"
    if len(found.expressions) == 1:
        values = zip(found.values[0], found.counts, found.shares, found.standard_errors, strict=True)
        rows: list[list[Content]] = []
        for value, count, share, error in values:
            bar = Bar(share, max(share - error, 0.0), min(share + error, 1.0))
            rows.append([number_text(value), str(count), percent(share), percent(error), bar])
        table = Table(rows, ["value", "deals", "%", "standard error", ""], "lr", caption=caption)
        return [Line(found.expressions[0], "bold"), table]
    (down, across), (names, columns) = found.expressions, found.values
    most = float(found.shares.max()) or 1.0
    rows = [
        [number_text(name), *(Shaded(percent(share), share / most) for share in row)]
        for name, row in zip(names, found.shares, strict=True)
    ]
    largest = percent(float(found.standard_errors.max()))
    return [
        Line([bold(down), " down, ", bold(across), " across, %"]),
        Table(rows, ["", *map(number_text, columns)], "lr", caption=caption),
        dim(f"standard errors are {largest} or less"),
    ]


def deal_count(found: DealCount) -> list[Block]:
    """How many deals satisfy the conditions, exactly or as an estimate."""
    chance = found.probability
    one_in = f", one deal in {1 / chance:.3g}" if chance else ""
    if found.count is not None:
        lines = f"{found.count} of {found.total} deals, exactly", f"probability {chance:.6g}{one_in}"
    else:
        error = f"± {found.standard_error:.2g}{one_in}"
        lines = f"an estimate from {found.samples} deals", f"probability {chance:.4g} {error}"
    return [Line(line) for line in lines]
