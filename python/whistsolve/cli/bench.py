"""``whistsolve bench``: the fixed bench, whose node total tells whether the search changed; hard deals."""

from __future__ import annotations

import click

from whistsolve.cli.failures import Failed
from whistsolve.cli.options import Verb, memory_option
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.show import BenchLines, HardBenchGrid, PairedBenchLines
from whistsolve.solving.bench.beside_dds import PAIRED_DEALS, PairedBenchResult, run_bench_beside_dds
from whistsolve.solving.bench.fixed import (
    BENCH_DEALS,
    BenchResult,
    HardBenchResult,
    run_bench,
    run_hard_bench,
)
from whistsolve.solving.bench.hard_deals import HARD_DEALS, HARD_STRAINS
from whistsolve.solving.bench.timing import Percentiles
from whistsolve.values.reading import shown

__all__ = ["bench"]


@click.command(
    cls=Verb,
    help="""Solve the fixed deals.

    The number of nodes is the signature of the search: the same on every machine, and another once the search
    changes. A cell is a deal in a strain, with every hand leading.

    Of the hard deals, four-voids and two-suits take some seconds each, four-voids-exchanged some minutes:
    choose with --only. An answer that is not the known one is printed, and the exit status is 1.

    Against DDS, random bridge deals are solved by both alternately, all 20 results of each, one thread: the
    ratio is the median of the times of DDS over ours, deal by deal. Answers that differ end in the status 1.
    """,
    examples=[
        "whistsolve bench --deals 1",
    ],
)
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
@click.option(
    "--against",
    type=click.Choice(["dds"]),
    help="Bridge deals, alternating with DDS (needs endplay).",
)
@click.option("--seed", type=int, metavar="N", help="With --against: of the deals.  [default: a fixed one]")
@click.option("--threads", type=int, metavar="N", default=1, show_default=True, help="Threads to use.")
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def bench(
    deals: int | None,
    hard: bool,
    only: tuple[str, ...],
    against: str | None,
    seed: int | None,
    threads: int,
    memory_mb: int,
    as_json: bool,
) -> None:
    if against is not None:
        if hard or only or threads != 1:
            raise click.UsageError("--against is given: expected one thread and neither --hard nor --only")
        _against_dds(deals, seed, memory_mb, as_json)
        return
    if seed is not None:
        raise click.UsageError("--seed is given without --against: expected both, for the bench is fixed")
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


def _against_dds(deals: int | None, seed: int | None, memory_mb: int, as_json: bool) -> None:
    with Working("benching") as working:
        result = run_bench_beside_dds(
            deals=PAIRED_DEALS if deals is None else deals, seed=seed, memory_mb=memory_mb, progress=working
        )
    if as_json:
        print_json(_paired_json(result))
    else:
        print_shown(PairedBenchLines(result))
    if result.wrong:
        raise Failed(f"our answers and those of DDS differ: {'; '.join(result.wrong)}")


def _fixed_json(result: BenchResult) -> dict[str, object]:
    return {
        "deals": result.deals,
        "cells": result.cells,
        "nodes": result.nodes,
        "tricks_checksum": result.tricks_checksum,
        "seconds": round(result.seconds, 3),
        "nodes_per_second": round(result.nodes_per_second),
        "cell_ms": _percentiles_json(result.cell_ms),
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


def _paired_json(result: PairedBenchResult) -> dict[str, object]:
    return {
        "against": "dds",
        "deals": result.deals,
        "seed": result.seed,
        "ratio": round(result.ratio, 3),
        "interval": [round(end, 3) for end in result.interval],
        "ratio_of_totals": round(result.ratio_of_totals, 3),
        "ours_ms": _percentiles_json(result.ours_ms),
        "theirs_ms": _percentiles_json(result.theirs_ms),
        "memory_mb": result.memory_mb,
        "architecture": result.architecture,
        "wrong": list(result.wrong),
    }


def _percentiles_json(times: Percentiles) -> dict[str, float]:
    return {
        "p50": round(times.p50, 3),
        "p90": round(times.p90, 3),
        "p99": round(times.p99, 3),
        "max": round(times.max, 3),
    }
