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
from whistsolve.solving.bench.hard_deals import HARD_DEALS, HARD_STRAINS, HardDeal
from whistsolve.solving.bench.timing import Percentiles, peak_memory_mb, solvers_for, time_cells
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.deals import Deal
from whistsolve.values.seats import seat_name
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
    """The results of the hard deals, in order; fields not described here are as in `BenchResult`."""

    deals: tuple[HardDealResult, ...]
    threads: int
    memory_mb: int
    architecture: str

    @property
    def nodes(self) -> int:
        """Nodes: the number of cards played in all searches."""
        return sum(each.nodes for each in self.deals)

    @property
    def seconds(self) -> float:
        """Time for solving, in seconds."""
        return sum(each.seconds for each in self.deals)

    @property
    def peak_memory_mb(self) -> float:
        """The largest `peak_memory_mb` of the deals, in MiB."""
        return max(each.peak_memory_mb for each in self.deals)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Texts of the tricks that differ from the known ones."""
        return tuple(words for each in self.deals for words in each.wrong)


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
    checksum = nodes = 0
    elapsed = 0.0
    seconds = []
    for number, (preset, options, strains) in enumerate(BENCH_KINDS):
        rules = Rules.preset(preset, **options)
        hands = random_deals(count, _SEED + number, rules)[:, : rules.dealt_hands]

        def tell(done: int, before: int = number * count, columns: int = len(strains)) -> None:
            if progress is not None and done % columns == 0:
                progress(before + done // columns, total)

        timed = time_cells(
            solvers, EngineRules(rules, hands.shape[1]), hands, read_strains(strains), progress=tell
        )
        checksum += int(timed.tricks.sum(dtype=int))
        nodes += int(timed.nodes.sum())
        elapsed += timed.elapsed
        seconds.append(timed.seconds.ravel())
    times = np.concatenate(seconds)
    return BenchResult(
        total,
        len(times),
        nodes,
        checksum,
        elapsed,
        Percentiles.of_seconds(times),
        resources.threads,
        resources.memory_mb,
        peak_memory_mb(),
        _core.architecture(),
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
        timed = time_cells(
            solvers_for(resources), EngineRules(_HARD_RULES, row.shape[1]), row, strains, progress=tell
        )
        results.append(
            HardDealResult(
                hard.name,
                hard.deal,
                int(timed.nodes.sum()),
                timed.elapsed,
                tuple(timed.seconds[0].tolist()),
                peak_memory_mb(),
                _wrong_answers(hard, timed.tricks[0].tolist()),
            )
        )
    return HardBenchResult(tuple(results), resources.threads, resources.memory_mb, _core.architecture())


def _read_resources(threads: int, memory_mb: int) -> Resources:
    """The resources of a benchmark; ``threads`` must be given, since otherwise times are not comparable."""
    return Resources.read(read_integer(threads, "threads", WhistError, 1, 256), memory_mb)


def _wrong_answers(hard: HardDeal, found: list[list[int]]) -> tuple[str, ...]:
    """Texts of the tricks that differ from the known ones, by leader and strain."""
    return tuple(
        f"{hard.name}, {strain}, {seat_name(seat, len(found))} leads:"
        f" {found[seat][column]} tricks, {known} known"
        for seat, row in enumerate(hard.tricks)
        for column, (strain, known) in enumerate(zip(HARD_STRAINS, row, strict=True))
        if found[seat][column] != known
    )
