"""The fixed benchmark, whose node total shows changes of the search; hard deals with known tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from whistsolve import _core
from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Resources
from whistsolve._internal.reading import read_integer
from whistsolve.dealing import random_deals
from whistsolve.encoding import deals_to_array
from whistsolve.errors import WhistError
from whistsolve.rules import PresetName, Rules
from whistsolve.solving.bench.timing import Percentiles, peak_memory_mb, solvers_for, time_cells
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values import Deal
from whistsolve.values.strains import read_strains

#: Deals of each kind in the fixed benchmark, by default.
BENCH_DEALS: Final = 6

#: Kinds of deals: preset, options of the rules, and strains to solve.
BENCH_KINDS: Final[tuple[tuple[PresetName, dict[str, Any], tuple[str, ...]], ...]] = (
    ("bid_whist_no_kitty", {}, ("S+", "NT+")),
    ("bid_whist", {}, ("H-", "NT-")),
    ("bid_whist", {"joker_no_trump": "free_discard"}, ("C+", "NT+")),
    ("cutthroat_3", {"hand_size": 9, "kitty_size": 27}, ("D+", "NT-")),
    ("cutthroat_5", {"hand_size": 7, "kitty_size": 19}, ("S-", "NT+")),
)
_SEED: Final = 20261121

#: The columns of the trick tables: uptown strains, which rank cards as in bridge.
HARD_STRAINS: Final = ("S+", "H+", "D+", "C+", "NT+")


@dataclass(frozen=True, slots=True)
class HardDeal:
    """A deal of four hands of thirteen cards without jokers; partners sit opposite each other.

    ``name`` selects the deal in option ``--only`` of the command ``bench``. ``tricks`` are those of the
    leader's side: a row for each of the leaders N E S W, a column for each of `HARD_STRAINS`.
    """

    name: str
    deal: str
    tricks: tuple[tuple[int, ...], ...]


#: Deals with many voids: few cards are equivalent, and there are few quick tricks before the last tricks. The
#: tricks were computed by other solvers, for bridge. Each deal is symmetric: rotated by one seat, it is the
#: same deal with suits exchanged.
HARD_DEALS: Final = (
    HardDeal(
        "four-voids",
        "N:.Q853.AJ962.KT74 Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962",
        ((5, 9, 6, 9, 8), (9, 6, 9, 5, 8), (6, 9, 5, 9, 8), (9, 5, 9, 6, 8)),
    ),
    HardDeal(
        "two-suits",
        "N:KJ9753..AQT8642. ..KJ9753.AQT8642 .AQT8642..KJ9753 AQT8642.KJ9753..",
        ((6, 7, 7, 6, 6), (7, 6, 6, 7, 6), (6, 7, 7, 6, 6), (7, 6, 6, 7, 6)),
    ),
    HardDeal(
        "four-voids-exchanged",
        "N:AJ962.KT74..Q853 Q853.AJ962.KT74. .Q853.AJ962.KT74 KT74..Q853.AJ962",
        ((6, 9, 6, 9, 6), (9, 6, 9, 6, 6), (6, 9, 6, 9, 6), (9, 6, 9, 6, 6)),
    ),
)
_HARD_RULES: Final = Rules.preset("bid_whist_no_kitty")


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The result of the fixed benchmark. A cell is one deal in one strain, solved for all leaders.

    ``nodes`` is the number of cards played in all searches: the same on every machine until the search
    changes. ``tricks_checksum`` is the sum of all tricks found. ``seconds`` is the time for solving,
    ``cell_ms`` the percentiles of the time per cell. ``memory_mb`` is the cap on all transposition tables
    together, ``peak_memory_mb`` the process's largest resident size (0 if not reported); both in MiB.
    """

    deals: int
    cells: int
    nodes: int
    tricks_checksum: int
    seconds: float
    cell_ms: Percentiles
    threads: int
    memory_mb: int
    peak_memory_mb: float
    architecture: str

    @property
    def nodes_per_second(self) -> float:
        """Nodes a second, by all threads together."""
        return self.nodes / self.seconds


@dataclass(frozen=True, slots=True)
class HardDealResult:
    """The result of one hard deal, solved for 5 strains and 4 leaders; fields not described: `BenchResult`.

    ``strain_seconds`` has the time for each of `HARD_STRAINS`, all leaders, on the thread that solved it;
    ``wrong`` has the tricks that differ from the known ones. If the table fills, nodes depend on its cap.
    """

    name: str
    deal: str
    nodes: int
    seconds: float
    strain_seconds: tuple[float, ...]
    peak_memory_mb: float
    wrong: tuple[str, ...]

    @property
    def nodes_per_second(self) -> float:
        """Nodes a second, by all threads together."""
        return self.nodes / self.seconds


@dataclass(frozen=True, slots=True)
class HardBenchResult:
    """The results of the hard deals, in order, and in all; fields not described: `HardDealResult`."""

    deals: tuple[HardDealResult, ...]
    nodes: int
    seconds: float
    peak_memory_mb: float
    wrong: tuple[str, ...]
    threads: int
    memory_mb: int
    architecture: str


def run_bench(
    *,
    deals: int = BENCH_DEALS,
    threads: int = 1,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
) -> BenchResult:
    """Solve the fixed deals, cell by cell; node totals in commits are for the default arguments.

    ``deals`` is the number of deals of each kind. Tricks do not depend on ``threads``, nor do nodes while no
    transposition table is full. ``progress`` is called with the number of deals done and the total, never
    concurrently.
    """
    count = read_integer(deals, "deals", WhistError, 1, 100_000)
    resources = _read_resources(threads, memory_mb)
    solvers = solvers_for(resources)
    total = len(BENCH_KINDS) * count
    kinds = []
    for number, (preset, options, strains) in enumerate(BENCH_KINDS):
        rules = Rules.preset(preset, **options)
        hands = random_deals(count, _SEED + number, rules)[:, : rules.dealt_hands]

        def tell(done: int, before: int = number * count, columns: int = len(strains)) -> None:
            if progress is not None and done % columns == 0:
                progress(before + done // columns, total)

        engine_rules = EngineRules(rules, hands.shape[1])
        kinds.append(time_cells(solvers, engine_rules, hands, read_strains(strains), progress=tell))
    times = np.concatenate([timed.seconds.ravel() for timed in kinds])
    return BenchResult(
        deals=total,
        cells=len(times),
        nodes=sum(int(timed.nodes.sum()) for timed in kinds),
        tricks_checksum=sum(int(timed.tricks.sum(dtype=int)) for timed in kinds),
        seconds=sum(timed.elapsed for timed in kinds),
        cell_ms=Percentiles.of_seconds(times),
        threads=resources.threads,
        memory_mb=resources.memory_mb,
        peak_memory_mb=peak_memory_mb(),
        architecture=_core.architecture(),
    )


def run_hard_bench(
    deals: Iterable[HardDeal] = HARD_DEALS,
    *,
    threads: int = 1,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
) -> HardBenchResult:
    """Solve hard deals in all strains for all leaders, and compare the tricks with the known ones.

    Every deal begins with empty transposition tables. Each thread solves whole strains, so that more than
    five threads are of no use. ``progress`` is called with the number of cells done and the total. Wrong
    tricks are listed in the result, not raised.
    """
    several = tuple(deals)
    resources = _read_resources(threads, memory_mb)
    strains = read_strains(HARD_STRAINS)
    results = []
    for number, hard in enumerate(several):

        def tell(done: int, before: int = number * len(strains)) -> None:
            if progress is not None:
                progress(before + done, len(several) * len(strains))

        row = deals_to_array([Deal.from_text(hard.deal)])
        engine_rules = EngineRules(_HARD_RULES, row.shape[1])
        timed = time_cells(solvers_for(resources), engine_rules, row, strains, progress=tell)
        rows = zip("NESW", timed.tricks[0].tolist(), hard.tricks, strict=True)
        wrong = tuple(
            f"{hard.name}, {strain}, {leader} leads: {tricks} tricks, {known} known"
            for leader, found, right in rows
            for strain, tricks, known in zip(HARD_STRAINS, found, right, strict=True)
            if tricks != known
        )
        nodes, seconds = int(timed.nodes.sum()), tuple(timed.seconds[0].tolist())
        peak = peak_memory_mb()
        results.append(HardDealResult(hard.name, hard.deal, nodes, timed.elapsed, seconds, peak, wrong))
    return HardBenchResult(
        deals=tuple(results),
        nodes=sum(each.nodes for each in results),
        seconds=sum(each.seconds for each in results),
        peak_memory_mb=max((each.peak_memory_mb for each in results), default=0.0),
        wrong=tuple(wrong for each in results for wrong in each.wrong),
        threads=resources.threads,
        memory_mb=resources.memory_mb,
        architecture=_core.architecture(),
    )


def _read_resources(threads: int, memory_mb: int) -> Resources:
    """The resources of a benchmark; ``threads`` must be given, since otherwise times are not comparable."""
    return Resources.read(read_integer(threads, "threads", WhistError, 1, 256), memory_mb)
