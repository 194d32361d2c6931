"""Cells solved one by one, each with its time and its nodes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whistsolve import _core
from whistsolve.arguments import Resources
from whistsolve.cancelling import in_threads
from whistsolve.encoding import strain_code
from whistsolve.errors import WhistError
from whistsolve.solving.batch.cells import check_jokers
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.strains import Strain

__all__ = ["Percentiles", "TimedCells", "peak_memory_mb", "seconds_since", "solvers_for", "time_cells"]


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Percentiles of times. Each is a time that was measured: the least that so many do not exceed.

    Attributes
    ----------
    p50, p90, p99, max : float
        Milliseconds that half of them, nine tenths, 99 of 100 and all of them take at most.
    """

    p50: float
    p90: float
    p99: float
    max: float

    @classmethod
    def of_seconds(cls, seconds: ArrayLike) -> Percentiles:
        """Those of some times, in seconds, in an array of any shape.

        Raises
        ------
        WhistError
            Where there are none.
        """
        times = np.asarray(seconds, dtype=np.float64).ravel()
        if not times.size:
            raise WhistError("there are no times: expected at least one")
        found = np.percentile(times, [50, 90, 99, 100], method="inverted_cdf") * 1e3
        return cls(*found.tolist())


@dataclass(frozen=True, slots=True, eq=False)
class TimedCells:
    """Cells with their times and nodes. A cell is a deal in a strain, with every hand leading.

    Attributes
    ----------
    tricks : ndarray
        uint8, shape (deals, seats, strains): tricks of the leader's side.
    seconds : ndarray
        float64, shape (deals, strains): time for all leaders of a cell, from its packing to its answers.
    nodes : ndarray
        int64, shape (deals, strains): nodes, the cards played in the search.
    elapsed : float
        Seconds for all cells together; with several threads less than the sum of `seconds`.
    """

    tricks: NDArray[np.uint8]
    seconds: NDArray[np.float64]
    nodes: NDArray[np.int64]
    elapsed: float


def solvers_for(resources: Resources) -> tuple[_core.Solver, ...]:
    """A solver for each thread, which share the cap on their transposition tables in equal parts."""
    share = resources.memory_bytes // resources.threads
    return tuple(_core.Solver(share) for _ in range(resources.threads))


def time_cells(
    solvers: Sequence[_core.Solver],
    engine_rules: EngineRules,
    deals: NDArray[np.uint64],
    strains: tuple[Strain, ...],
    *,
    progress: Callable[[int], object] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> TimedCells:
    """Solves every deal in every strain, cell by cell, with a thread for each solver.

    Answers and nodes are those of `solve_many` with as much memory a thread; the time of a cell leaves out
    what its threads cost.

    Parameters
    ----------
    solvers : sequence of Solver
        As `solvers_for` makes them. With one, the calling thread solves.
    engine_rules : EngineRules
        Rules and seats.
    deals : ndarray
        uint64, shape (deals, seats).
    strains : tuple of Strain
        The columns.
    progress : callable, optional
        Called after each cell, one call at a time, with the number of cells done, from the thread that
        solved it. What it raises ends the call.
    clock : callable
        Seconds, for the time of a cell; `time.thread_time` leaves out what other programs take.

    Raises
    ------
    DealError
        Where a hand holds a joker that should have been exchanged: names the deal.
    """
    check_jokers(engine_rules, deals, strains)
    shape = (len(deals), len(strains))
    tricks = np.zeros((len(deals), engine_rules.seats, len(strains)), dtype=np.uint8)
    seconds = np.zeros(shape, dtype=np.float64)
    nodes = np.zeros(shape, dtype=np.int64)
    cells_left: Iterator[tuple[int, int]] = product(range(len(deals)), range(len(strains)))
    lock = threading.Lock()
    done = 0

    def work(solver: _core.Solver) -> None:
        nonlocal cells_left, done
        while True:
            with lock:
                cell = next(cells_left, None)
            if cell is None:
                return
            before = solver.stats["nodes"]
            start = clock()
            answers = _solve_cell(solver, engine_rules, deals[cell[0]].tolist(), strains[cell[1]])
            seconds[cell] = seconds_since(start, clock)
            nodes[cell] = solver.stats["nodes"] - before
            tricks[cell[0], :, cell[1]] = answers
            with lock:
                done += 1
                try:
                    if progress is not None:
                        progress(done)
                except BaseException:
                    cells_left = iter(())  # while no other thread can take a cell
                    raise

    begin = time.perf_counter()
    if len(solvers) == 1:
        work(solvers[0])
    else:
        with in_threads(work, len(solvers)) as begin_with:  # what ends one thread, or an interrupt, ends all
            for each in as_completed([begin_with(solver) for solver in solvers]):
                each.result()
    return TimedCells(tricks, seconds, nodes, seconds_since(begin))


def seconds_since(begin: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """Of a clock since it showed a time: at least a nanosecond, as clocks have stood still, or worse."""
    return max(clock() - begin, 1e-9)


def _solve_cell(
    solver: _core.Solver, engine_rules: EngineRules, hands: list[int], strain: Strain
) -> list[int]:
    """Tricks of the leader's side for every seat, leaders of one side one after another."""
    trump, ranking = strain_code(strain)
    masks = engine_rules.in_turn(hands)
    sides = [engine_rules.side(engine_rules.turn(turn)) for turn in range(engine_rules.seats)]
    found = [0] * engine_rules.seats
    for turn in sorted(range(engine_rules.seats), key=lambda turn: sides.index(sides[turn])):
        problem = _core.Problem(
            masks,
            trump,
            ranking,
            turn,
            sides[turn],
            rules=engine_rules.core_rules,
        )
        found[engine_rules.turn(turn)] = solver.solve(problem)[0]
    return found


def peak_memory_mb() -> float:
    """Largest resident size of the process so far, in MiB; 0 where the system does not tell."""
    with suppress(OSError, ValueError, StopIteration):
        # Linux. What getrusage() tells there has the size of the process that started this one as its least.
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:
            line = next(line for line in status if line.startswith("VmHWM:"))
        return int(line.split()[1]) / (1 << 10)
    try:
        import resource
    except ImportError:  # not on every platform
        return 0.0
    import sys

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
