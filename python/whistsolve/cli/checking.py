"""``whistsolve bench`` and ``selftest``: known answers, and the node total of the fixed bench."""

from __future__ import annotations

import sys

import click

import whistsolve
from whistsolve._internal.reading import shown
from whistsolve.cli import options
from whistsolve.cli.output import Working, print_answer, print_json
from whistsolve.show.solving import bench_result, hard_bench_result
from whistsolve.solving.bench.fixed import (
    BENCH_DEALS,
    HARD_DEALS,
    HARD_STRAINS,
    run_bench,
    run_hard_bench,
)
from whistsolve.solving.bench.self_test import run_self_test

_CIRCUMSTANCES = ("threads", "memory_mb", "peak_memory_mb", "architecture")
#: Decimals of printed values; ``None`` for an integer.
_DIGITS = {"seconds": 3, "nodes_per_second": None, "peak_memory_mb": 1}


@options.command(
    """Solve the fixed deals: the number of nodes is the same on every machine until the search changes.

    A cell is a deal in a strain, with every hand leading. With --hard, four-voids and two-suits take seconds,
    four-voids-exchanged takes minutes; --only chooses. The exit status is 1 if an answer is wrong.
    """,
    "whistsolve bench --deals 1",
    "whistsolve bench --deals 1 --json",
)
@options.number("--deals", help=f"Deals of each kind.  [default, for the known nodes: {BENCH_DEALS}]")
@click.option("--hard", is_flag=True, help="Hard bridge deals, full tables, answers checked.")
@click.option("--only", metavar="NAME", multiple=True, help="With --hard: only this deal. Repeatable.")
@options.number("--threads", default=1, help="Threads to use.")
@options.memory
@options.json()
def bench(deals: int | None, hard: bool, only: tuple[str, ...], as_json: bool, **resources: int) -> None:
    if hard and deals is not None:
        raise click.UsageError("--deals and --hard are given: the hard deals are fixed; expected one of them")
    if only and not hard:
        raise click.UsageError("--only is given without --hard: expected both")
    names = [each.name for each in HARD_DEALS]
    if unknown := [name for name in only if name not in names]:
        raise click.UsageError(f"--only {shown(unknown[0])} is no hard deal: expected {' or '.join(names)}")
    with Working("benching") as working:
        if hard:
            chosen = [each for each in HARD_DEALS if not only or each.name in only]
            hard_result = run_hard_bench(chosen, progress=working, **resources)
        else:
            count = BENCH_DEALS if deals is None else deals
            result = run_bench(deals=count, progress=working, **resources)
    if not hard:
        cells = {name: round(getattr(result.cell_ms, name), 3) for name in ("p50", "p90", "p99", "max")}
        known = ("deals", "cells", "nodes", "tricks_checksum", "seconds", "nodes_per_second")
        values = {**_rounded(result, *known), "cell_ms": cells, **_rounded(result, *_CIRCUMSTANCES)}
        print_answer(as_json, values, bench_result(result))
        return
    found = []
    for each in hard_result.deals:
        values = _rounded(each, "name", "deal", "nodes", "seconds", "nodes_per_second")
        times = [round(seconds, 3) for seconds in each.strain_seconds]
        values["strain_seconds"] = dict(zip(HARD_STRAINS, times, strict=True))
        found.append({**values, **_rounded(each, "peak_memory_mb", "wrong")})
    values = {"deals": found, **_rounded(hard_result, "nodes", "seconds", *_CIRCUMSTANCES)}
    print_answer(as_json, values, hard_bench_result(hard_result))
    if hard_result.wrong:
        raise click.ClickException(f"wrong answers: {'; '.join(hard_result.wrong)}")


def _rounded(result: object, *names: str) -> dict[str, object]:
    values = {name: getattr(result, name) for name in names}
    return {name: round(value, _DIGITS[name]) if name in _DIGITS else value for name, value in values.items()}


@options.command(
    """Check that this installation gives the known answers.

    It takes seconds: random deals, a bridge table, the fixed bench, eight threads at once. Wrong answers are
    printed, and the exit status is 1.
    """,
    "whistsolve selftest",
    "whistsolve selftest --json",
)
@options.json()
def selftest(as_json: bool) -> None:
    with Working("testing") as working:
        result = run_self_test(progress=working)
    if as_json:
        values = {"version": whistsolve.__version__, "checks": result.checks, "wrong": result.wrong}
        seconds = round(result.seconds, 3)
        print_json({**values, "seconds": seconds, "architecture": result.architecture})
    else:
        verdict = "not as known" if result.wrong else "as known"
        sys.stdout.write(
            f"{verdict}, {result.seconds:.1f} s\nwhistsolve {whistsolve.__version__}, {result.architecture}\n"
            f"{', '.join(result.checks)}\n"
        )
    if result.wrong:
        raise click.ClickException(f"wrong answers: {'; '.join(result.wrong)}")
