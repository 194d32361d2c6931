"""``whistsolve bench``: the fixed bench, whose node total tells whether the search has changed."""

from __future__ import annotations

import click

from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.show import Facts
from whistsolve.solving.bench import BENCH_DEALS, run_bench

__all__ = ["bench"]


@click.command(short_help="The fixed bench and its signature.")
@click.option(
    "--deals",
    type=int,
    metavar="N",
    default=BENCH_DEALS,
    show_default=True,
    help="Deals of each kind; only the default gives the signature.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def bench(deals: int, as_json: bool) -> None:
    """Solve the fixed deals with one thread.

    The number of nodes is the signature of the search: the same on every machine, and another once the search
    changes.
    """
    with Working("benching") as working:
        result = run_bench(deals=deals, threads=1, progress=working)
    if as_json:
        print_json(
            {
                "deals": result.deals,
                "nodes": result.nodes,
                "tricks_checksum": result.tricks_checksum,
                "seconds": round(result.seconds, 3),
                "peak_memory_mb": round(result.peak_memory_mb, 1),
                "architecture": result.architecture,
            }
        )
        return
    print_shown(
        Facts(
            [
                ("deals", [str(result.deals)]),
                ("seconds", [f"{result.seconds:.3f}"]),
                ("peak memory", [f"{result.peak_memory_mb:.1f} MiB"]),
                ("sum of tricks", [str(result.tricks_checksum)]),
                ("architecture", [result.architecture]),
                ("signature", [f"{result.nodes} nodes"]),
            ]
        )
    )
