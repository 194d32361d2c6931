"""The fixed bench, whose node total tells whether the search has changed; hard deals with known answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from whistsolve import _core
from whistsolve.arguments import DEFAULT_MEMORY_MB, Resources, read_strains
from whistsolve.dealing import random_deals
from whistsolve.encoding import deals_to_array
from whistsolve.errors import WhistError
from whistsolve.rules import PresetName, RuleOptions, Rules
from whistsolve.solving.bench.hard_deals import HARD_DEALS, HARD_STRAINS, HardDeal
from whistsolve.solving.bench.timing import Percentiles, peak_memory_mb, solvers_for, time_cells
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.deals import Deal
from whistsolve.values.reading import read_integer
from whistsolve.values.seats import seat_name

__all__ = [
    "BENCH_DEALS",
    "BENCH_KINDS",
    "BenchResult",
    "HardBenchResult",
    "HardDealResult",
    "run_bench",
    "run_hard_bench",
]

#: Deals of each kind in the fixed bench.
BENCH_DEALS: Final = 6

#: Kinds of deals: preset and options, and the strains solved.
BENCH_KINDS: Final[tuple[tuple[PresetName, RuleOptions, tuple[str, ...]], ...]] = (
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
    """The result of the fixed bench. A cell is a deal in a strain, with every hand leading.

    Attributes
    ----------
    deals : int
        Deals solved, each in two strains.
    cells : int
        Cells solved.
    nodes : int
        Nodes, the cards played in all searches: the same on every machine, and different once the search
        changes.
    tricks_checksum : int
        Sum of all answers.
    seconds : float
        Time for solving.
    cell_ms : Percentiles
        Time of a cell, in milliseconds, of all kinds of deals together.
    threads : int
        How many solved.
    memory_mb : int
        Cap on their transposition tables together, in MiB.
    peak_memory_mb : float
        Largest resident size of the process so far, in MiB; 0 where the system does not tell.
    architecture : str
        The instruction set used.
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
    """The result of one hard deal: a full table of 5 strains and 4 leaders.

    Attributes
    ----------
    name, deal : str
        The deal's name and text.
    nodes : int
        Nodes, the cards played in the search. They depend on the cap where the transposition table fills.
    seconds : float
        Time for the table.
    strain_seconds : tuple of float
        Time of each of `HARD_STRAINS`, all leaders, by the thread that solved it.
    peak_memory_mb : float
        Largest resident size of the process until the deal was solved, in MiB.
    wrong : tuple of str
        Answers that differ from the known ones, in words; empty where all are right.
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
    """The result of a run of hard deals.

    Attributes
    ----------
    deals : tuple of HardDealResult
        One for each deal, in their order.
    threads : int
        How many solved.
    memory_mb : int
        Cap on their transposition tables together, in MiB.
    architecture : str
        The instruction set used.
    """

    deals: tuple[HardDealResult, ...]
    threads: int
    memory_mb: int
    architecture: str

    @property
    def nodes(self) -> int:
        """Nodes, the cards played in all searches."""
        return sum(each.nodes for each in self.deals)

    @property
    def seconds(self) -> float:
        """Time for solving, in seconds."""
        return sum(each.seconds for each in self.deals)

    @property
    def peak_memory_mb(self) -> float:
        """Largest resident size of the process, in MiB; 0 where the system does not tell."""
        return max(each.peak_memory_mb for each in self.deals)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Answers that differ from the known ones, in words."""
        return tuple(words for each in self.deals for words in each.wrong)


def run_bench(
    *,
    deals: int = BENCH_DEALS,
    threads: int = 1,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
) -> BenchResult:
    """Solves the fixed deals, cell by cell.

    Parameters
    ----------
    deals : int
        Deals of each kind; the node total of commits is that of the default.
    threads : int
        How many to use; answers do not depend on it, nor do nodes while no transposition table is full.
    memory_mb : int
        Cap on the transposition tables of all threads together, in MiB.
    progress : callable, optional
        Called with the number of deals done and in all, one call at a time, from the thread that solved.

    Raises
    ------
    WhistError
        Where an argument is no such number.
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
    """Solves hard deals, a full table of each, and compares the answers with the known ones.

    Parameters
    ----------
    deals : iterable of HardDeal
        At least one; all that are built in where they are left out.
    threads : int
        How many to use. They share the strains of a deal, so that more than five are of no use.
    memory_mb : int
        Cap on the transposition tables of all threads together, in MiB. Every deal begins with empty ones.
    progress : callable, optional
        Called with the number of cells (deal and strain) done and in all, one call at a time, from the
        thread that solved.

    Raises
    ------
    WhistError
        Where a number is wrong, or there are no deals. Wrong answers are in the result.
    """
    several = tuple(deals)
    if not several:
        raise WhistError("there are no hard deals: expected at least one")
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
    """Those of a bench, whose threads are always a number: its times would not be comparable otherwise."""
    return Resources.read(read_integer(threads, "threads", WhistError, 1, 256), memory_mb)


def _wrong_answers(hard: HardDeal, found: list[list[int]]) -> tuple[str, ...]:
    """Answers that differ from the known ones, by leader and strain."""
    return tuple(
        f"{hard.name}, {strain}, {seat_name(seat, len(found))} leads:"
        f" {found[seat][column]} tricks, {known} known"
        for seat, row in enumerate(hard.tricks)
        for column, (strain, known) in enumerate(zip(HARD_STRAINS, row, strict=True))
        if found[seat][column] != known
    )
