"""Results of the bench: what it took, and the answers that were wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from whistsolve.show.results import Facts

if TYPE_CHECKING:
    from whistsolve.solving.bench.beside_dds import PairedBenchResult
    from whistsolve.solving.bench.fixed import BenchResult, HardBenchResult

__all__ = ["BenchLines", "HardBenchGrid", "PairedBenchLines"]


@dataclass(frozen=True, slots=True)
class BenchLines:
    """The fixed bench as lines of a label and what stands behind it; the signature comes last.

    Attributes
    ----------
    result : BenchResult
    """

    result: BenchResult

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        result, cell = self.result, self.result.cell_ms
        yield Facts(
            [
                ("deals", [str(result.deals)]),
                ("seconds", [f"{result.seconds:.3f}"]),
                ("nodes/second", [f"{result.nodes_per_second:,.0f}"]),
                ("time of a cell", [f"50% {cell.p50:.2f}, 90% {cell.p90:.2f}, 99% {cell.p99:.2f} ms"]),
                ("slowest cell", [f"{cell.max:.2f} ms"]),
                ("peak memory", [f"{result.peak_memory_mb:.1f} MiB"]),
                ("sum of tricks", [str(result.tricks_checksum)]),
                ("architecture", [result.architecture]),
                ("signature", [f"{result.nodes} nodes"]),
            ]
        )


@dataclass(frozen=True, slots=True)
class HardBenchGrid:
    """Hard deals, a row each.

    Attributes
    ----------
    result : HardBenchResult
    """

    result: HardBenchResult

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="bold", no_wrap=True)
        for _ in range(5):
            grid.add_column(justify="right", no_wrap=True)
        grid.add_row("deal", "seconds", "nodes", "nodes/second", "peak MiB", "wrong")
        for each in self.result.deals:
            grid.add_row(
                each.name,
                f"{each.seconds:.3f}",
                str(each.nodes),
                f"{each.nodes_per_second:,.0f}",
                f"{each.peak_memory_mb:.1f}",
                str(len(each.wrong)),
            )
        yield grid


@dataclass(frozen=True, slots=True)
class PairedBenchLines:
    """Times beside those of DDS as lines of a label and what stands behind it; the ratio comes last.

    Attributes
    ----------
    result : PairedBenchResult
    """

    result: PairedBenchResult

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        result, (low, high) = self.result, self.result.interval
        facts = [("deals", [f"{result.deals}, seed {result.seed}"])]
        for name, times in (("whistsolve", result.ours_ms), ("DDS", result.theirs_ms)):
            spread = f"50% {times.p50:.2f}, 90% {times.p90:.2f}, 99% {times.p99:.2f} ms a deal"
            facts.append((name, [spread]))
        differ = f"{len(result.wrong)} deals differ" if result.wrong else "all agree"
        facts += [
            ("answers", [differ]),
            ("architecture", [result.architecture]),
            ("DDS / whistsolve", [f"{result.ratio_of_totals:.2f} in total"]),
            ("deal by deal", [f"{result.ratio:.2f}, 95% interval of the median {low:.2f} to {high:.2f}"]),
        ]
        yield Facts(facts)
