"""Statistics of deals: averages, frequencies as bars, cross tables as heat-maps, numbers of deals."""

from __future__ import annotations

from whistsolve.conditions import DealAverage, DealCount, DealFrequency
from whistsolve.show.deal_statistics import number_text, one_in, percent
from whistsolve.show.html.bars import chance_bar
from whistsolve.show.html.forms import form
from whistsolve.show.html.markup import block, bold, caption, facts, grid, span, text

__all__: list[str] = []

#: Opacity of the largest share of a cross table; no share has no colour.
_STRONGEST = 0.6


@form.register(DealAverage)
def _average(average: DealAverage) -> str:
    lines = [
        ("average", text(average.expression)),
        ("mean", f"{bold(number_text(average.mean))} ± {number_text(average.standard_error)}"),
        ("values", f"{number_text(average.lowest)} to {number_text(average.highest)}"),
    ]
    return block(facts(lines), caption(f"of {average.deals:,} deals, with the standard error"))


@form.register(DealFrequency)
def _frequency(frequency: DealFrequency) -> str:
    about = f"shares of {frequency.deals:,} deals in percent, with standard errors"
    if len(frequency.expressions) == 2:
        largest = percent(float(frequency.standard_errors.max()))
        return block(_cross_table(frequency), caption(f"{about} of {largest} or less"))
    rows = [
        (
            number_text(value),
            str(count),
            f"{percent(share)} ± {percent(error)}",
            chance_bar(share, (max(share - error, 0.0), min(share + error, 1.0))),
        )
        for value, count, share, error in zip(
            frequency.values[0], frequency.counts, frequency.shares, frequency.standard_errors, strict=True
        )
    ]
    head = (text(frequency.expressions[0]), "deals", "%", "")
    return block(grid(rows, head=head, aligned="rrrl"), caption(about))


def _cross_table(frequency: DealFrequency) -> str:
    most = float(frequency.shares.max()) or 1.0
    down, across = map(text, frequency.expressions)
    rows = [
        (bold(number_text(value)), *(_shaded(share, most) for share in shares))
        for value, shares in zip(frequency.values[0], frequency.shares, strict=True)
    ]
    head = (f"{down} ↓ {across} →", *map(number_text, frequency.values[1]))
    return grid(rows, head=head, aligned="r" * len(head))


def _shaded(share: float, most: float) -> str:
    ground = f"background:rgba(70,130,200,{_STRONGEST * share / most:.2f})"
    return span(percent(share), f"display:inline-block;padding:.1em .4em;{ground}")


@form.register(DealCount)
def _count(found: DealCount) -> str:
    chance = f"{bold(f'{found.probability:.6g}')}{one_in(found.probability)}"
    if found.count is not None:
        lines = [("deals", f"{found.count:,} of {found.total:,}"), ("probability", chance)]
        return block(facts(lines), caption("counted exactly"))
    lines = [("probability", f"{chance} ± {found.standard_error:.2g}")]
    return block(facts(lines), caption(f"an estimate from {found.samples:,} deals, with its standard error"))
