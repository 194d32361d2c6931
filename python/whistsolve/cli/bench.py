"""``whistsolve bench``: the fixed bench, whose node total tells whether the search changed; hard deals."""

from __future__ import annotations

import click

from whistsolve.cli.failures import Failed
from whistsolve.cli.options import memory_option
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.show import BenchLines, HardBenchGrid
from whistsolve.solving.bench.fixed import (
    BENCH_DEALS,
    BenchResult,
    HardBenchResult,
    run_bench,
    run_hard_bench,
)
from whistsolve.solving.bench.hard_deals import HARD_DEALS, HARD_STRAINS
from whistsolve.values.reading import shown

__all__ = ["bench"]


@click.command()
@click.option(
    "--deals",
    type=int,
    metavar="N",
    help=f"Deals of each kind; only the default gives the signature.  [default: {BENCH_DEALS}]",
)
@click.option("--hard", is_flag=True, help="Hard bridge deals instead, full tables, answers checked.")
@click.option(
    "--only",
    metavar="NAME",
    multiple=True,
    help="With --hard: this deal; may be given again.  [default: all]",
)
@click.option("--threads", type=int, metavar="N", default=1, show_default=True, help="Threads to use.")
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def bench(
    deals: int | None, hard: bool, only: tuple[str, ...], threads: int, memory_mb: int, as_json: bool
) -> None:
    """Solve the fixed deals.

    The number of nodes is the signature of the search: the same on every machine, and another once the search
    changes. A cell is a deal in a strain, with every hand leading.

    Of the hard deals, four-voids and two-suits take some seconds each, four-voids-exchanged some minutes:
    choose with --only. An answer that is not the known one is printed, and the exit status is 1.
    """
    if hard and deals is not None:
        raise click.UsageError("--deals and --hard are given: the hard deals are fixed; expected one of them")
    if only and not hard:
        raise click.UsageError("--only is given without --hard: expected both")
    names = [each.name for each in HARD_DEALS]
    for name in only:
        if name not in names:
            raise click.UsageError(f"--only {shown(name)} is no hard deal: expected {' or '.join(names)}")
    with Working("benching") as working:
        if hard:
            chosen = [each for each in HARD_DEALS if not only or each.name in only]
            hard_result = run_hard_bench(chosen, threads=threads, memory_mb=memory_mb, progress=working)
        else:
            count = BENCH_DEALS if deals is None else deals
            result = run_bench(deals=count, threads=threads, memory_mb=memory_mb, progress=working)
    if not hard:
        if as_json:
            print_json(_fixed_json(result))
        else:
            print_shown(BenchLines(result))
        return
    if as_json:
        print_json(_hard_json(hard_result))
    else:
        print_shown(HardBenchGrid(hard_result))
    if hard_result.wrong:
        raise Failed(f"wrong answers: {'; '.join(hard_result.wrong)}")


def _fixed_json(result: BenchResult) -> dict[str, object]:
    cell = result.cell_ms
    return {
        "deals": result.deals,
        "cells": result.cells,
        "nodes": result.nodes,
        "tricks_checksum": result.tricks_checksum,
        "seconds": round(result.seconds, 3),
        "nodes_per_second": round(result.nodes_per_second),
        "cell_ms": {
            "p50": round(cell.p50, 3),
            "p90": round(cell.p90, 3),
            "p99": round(cell.p99, 3),
            "max": round(cell.max, 3),
        },
        "threads": result.threads,
        "memory_mb": result.memory_mb,
        "peak_memory_mb": round(result.peak_memory_mb, 1),
        "architecture": result.architecture,
    }


def _hard_json(result: HardBenchResult) -> dict[str, object]:
    return {
        "deals": [
            {
                "name": each.name,
                "deal": each.deal,
                "nodes": each.nodes,
                "seconds": round(each.seconds, 3),
                "nodes_per_second": round(each.nodes_per_second),
                "strain_seconds": {
                    strain: round(seconds, 3)
                    for strain, seconds in zip(HARD_STRAINS, each.strain_seconds, strict=True)
                },
                "peak_memory_mb": round(each.peak_memory_mb, 1),
                "wrong": list(each.wrong),
            }
            for each in result.deals
        ],
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        "threads": result.threads,
        "memory_mb": result.memory_mb,
        "peak_memory_mb": round(result.peak_memory_mb, 1),
        "architecture": result.architecture,
    }
