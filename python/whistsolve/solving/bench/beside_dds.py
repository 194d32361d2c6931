"""Bridge deals solved by DDS and by us alternately, one thread each: how many times as long DDS takes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _core
from whistsolve.arguments import DEFAULT_MEMORY_MB, Resources, read_strains
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.errors import WhistError
from whistsolve.solving.bench.dds import (
    BRIDGE_RULES,
    BRIDGE_STRAINS,
    WHY_NOT,
    dds_alone,
    dds_tables,
    has_dds,
)
from whistsolve.solving.bench.timing import Percentiles, solvers_for, time_cells
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.reading import read_integer

__all__ = ["PAIRED_DEALS", "PairedBenchResult", "PairedTimes", "run_bench_beside_dds", "time_bridge_deals"]

#: Deals where none are named.
PAIRED_DEALS: Final = 60
#: The fewest of which the smallest and the largest are an interval of 95 %.
_FEWEST: Final = 6
_SEED: Final = 20261121


@dataclass(frozen=True, slots=True, eq=False)
class PairedTimes:
    """Bridge deals with the times of both.

    Attributes
    ----------
    deals : tuple of str
    ours, theirs : ndarray
        Processor time of each deal, all 20 results, in seconds; float64. Those of DDS are 0 without DDS.
    wrong : tuple of int
        Deals of which our answers and those of DDS differ.
    """

    deals: tuple[str, ...]
    ours: NDArray[np.float64]
    theirs: NDArray[np.float64]
    wrong: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairedBenchResult:
    """How many times as long DDS takes, from deals that both solved.

    Attributes
    ----------
    deals : int
    seed : int
        Of the deals.
    ratio : float
        Median of the ratios deal by deal: time of DDS over ours.
    interval : (float, float)
        The median of all deals is between these with a confidence of 95 % or more.
    ratio_of_totals : float
        Total time of DDS over ours.
    ours_ms, theirs_ms : Percentiles
        Processor time of a deal, all 20 results, in milliseconds.
    memory_mb : int
        Cap on our transposition table, in MiB.
    architecture : str
        The instruction set of our search.
    wrong : tuple of str
        Deals of which the answers differ.
    """

    deals: int
    seed: int
    ratio: float
    interval: tuple[float, float]
    ratio_of_totals: float
    ours_ms: Percentiles
    theirs_ms: Percentiles
    memory_mb: int
    architecture: str
    wrong: tuple[str, ...]


def run_bench_beside_dds(
    *,
    deals: int = PAIRED_DEALS,
    seed: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
) -> PairedBenchResult:
    """Solve random bridge deals, all 20 results of each, by DDS and by us.

    Parameters
    ----------
    deals : int
        How many, 6 or more.
    seed : int, optional
        Of the deals: the same seed gives the same deals everywhere. A fixed one where it is left out.
    memory_mb : int
        Cap on our transposition table, in MiB. DDS takes what it is built to take.
    progress : callable, optional
        Called with the number of deals done and in all.

    Raises
    ------
    WhistError
        Where endplay, which brings DDS, is not installed, or an argument is no such number.
    """
    count = read_integer(deals, "deals", WhistError, _FEWEST, 100_000)
    number = _SEED if seed is None else read_integer(seed, "seed", WhistError)
    resources = Resources.read(memory_mb=memory_mb)
    if not has_dds():
        raise WhistError(WHY_NOT)
    rows = random_deals(count, number, BRIDGE_RULES)[:, : BRIDGE_RULES.dealt_hands]
    times = time_bridge_deals(rows, resources.memory_mb, beside=True, progress=progress)
    ratios = np.sort(times.theirs / times.ours)
    below = _rank_of_interval(count)
    return PairedBenchResult(
        count,
        number,
        float(np.median(ratios)),
        (float(ratios[below]), float(ratios[-1 - below])),
        float(times.theirs.sum() / times.ours.sum()),
        Percentiles.of_seconds(times.ours),
        Percentiles.of_seconds(times.theirs),
        resources.memory_mb,
        _core.architecture(),
        tuple(times.deals[each] for each in times.wrong),
    )


def time_bridge_deals(
    rows: NDArray[np.uint64],
    memory_mb: int = DEFAULT_MEMORY_MB,
    *,
    beside: bool,
    progress: Callable[[int, int], object] | None = None,
) -> PairedTimes:
    """Times of bridge deals, the one who is first being second on the next deal.

    Parameters
    ----------
    rows : ndarray
        uint64, shape (deals, 4): bridge deals.
    memory_mb : int
        Cap on our transposition table, in MiB.
    beside : bool
        Whether DDS solves them too.
    progress : callable, optional
        Called with the number of deals done and in all.
    """
    texts = tuple(map(str, array_to_deals(rows)))
    solvers, strains = solvers_for(Resources(1, memory_mb)), read_strains(BRIDGE_STRAINS)
    times = {who: np.zeros(len(texts)) for who in ("ours", "theirs")}
    wrong = []

    def tricks_by(who: str, number: int) -> NDArray[np.uint8]:
        start = time.process_time()
        if who == "ours":
            row = rows[number : number + 1]
            tricks = time_cells(solvers, EngineRules(BRIDGE_RULES, 4), row, strains).tricks
        else:
            tricks = dds_tables([texts[number]])
        times[who][number] = time.process_time() - start
        return tricks

    with dds_alone() if beside else nullcontext():
        for number in range(len(texts)):
            turns = ("ours", "theirs") if number % 2 == 0 else ("theirs", "ours")
            answers = [tricks_by(who, number) for who in turns if beside or who == "ours"]
            if not np.array_equal(answers[0], answers[-1]):
                wrong.append(number)
            if progress is not None:
                progress(number + 1, len(texts))
    return PairedTimes(texts, times["ours"], times["theirs"], tuple(wrong))


def _rank_of_interval(count: int) -> int:
    """How many of the smallest and of the largest values lie outside an interval of 95 % for the median.

    Each value is below the median with probability one half, so that their number is binomial.
    """
    tail, below = 0, 0
    while True:
        tail += math.comb(count, below)
        if tail * 40 > 2**count:  # more than 2.5 % on either side
            return below - 1
        below += 1
