"""Solving cells one by one, measuring the time and the nodes of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whistsolve import _core
from whistsolve._internal.arguments import Resources
from whistsolve.cancelling import in_threads
from whistsolve.encoding import strain_code
from whistsolve.solving.batch.cells import check_jokers
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values import Strain


@dataclass(frozen=True, slots=True)
class Percentiles:
    """The 50th, 90th and 99th percentile and the maximum of measured times, in milliseconds.

    Each is a measured time: the shortest one that this share of the times does not exceed.
    """

    p50: float
    p90: float
    p99: float
    max: float

    @classmethod
    def of_seconds(cls, seconds: ArrayLike) -> Percentiles:
        """The percentiles of times in seconds, given in an array of any shape."""
        times = np.asarray(seconds, dtype=np.float64)
        found = np.percentile(times, [50, 90, 99, 100], method="inverted_cdf") * 1e3
        return cls(*found.tolist())


@dataclass(frozen=True, slots=True, eq=False)
class TimedCells:
    """Cells with their times and nodes. A cell is one deal in one strain, solved for all leaders.

    ``tricks`` have shape (deals, seats, strains), ``seconds`` and ``nodes`` (deals, strains). ``elapsed`` is
    the time for all cells, with several threads less than the sum of ``seconds``.
    """

    tricks: NDArray[np.uint8]
    seconds: NDArray[np.float64]
    nodes: NDArray[np.int64]
    elapsed: float


def solvers_for(resources: Resources) -> tuple[_core.Solver, ...]:
    """One solver for each thread; each gets an equal part of the cap on transposition tables."""
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
    """Solve every deal in every strain, cell by cell, with one thread for each solver.

    Tricks and nodes are the same as from `solve_many` with as much memory per thread. The time of a cell
    does not include the cost of starting threads.

    ``solvers`` are made by `solvers_for`; with one solver, the calling thread solves. ``deals`` are uint64,
    shape (deals, seats). ``progress`` is called after each cell with the number of cells done; its exceptions
    end the call. ``clock`` returns seconds; `time.thread_time` excludes the time of other programs.
    """
    check_jokers(engine_rules, deals, strains)
    shape, seats = (len(deals), len(strains)), engine_rules.seats
    tricks = np.zeros((len(deals), seats, len(strains)), dtype=np.uint8)
    seconds = np.zeros(shape, dtype=np.float64)
    nodes = np.zeros(shape, dtype=np.int64)
    free = list(solvers)
    sides = [engine_rules.side(seat) for seat in engine_rules.turns]
    # Leaders of one side follow each other, to share the table.
    leaders = sorted(range(seats), key=lambda turn: sides.index(sides[turn]))

    def solve(cell: tuple[int, int]) -> None:
        deal, column = cell
        solver = free.pop()
        before, start = solver.nodes, clock()
        masks, (trump, ranking) = engine_rules.in_turn(deals[deal].tolist()), strain_code(strains[column])
        for turn in leaders:
            problem = _core.Problem(masks, trump, ranking, turn, sides[turn], rules=engine_rules.core_rules)
            tricks[deal, engine_rules.turns[turn], column] = solver.solve(problem)[0]
        seconds[cell] = seconds_since(start, clock)
        nodes[cell] = solver.nodes - before
        free.append(solver)

    report = progress or (lambda done: None)
    cells = product(range(len(deals)), range(len(strains)))
    begin = time.perf_counter()
    if len(solvers) == 1:
        for done, cell in enumerate(cells, 1):
            solve(cell)
            report(done)
    else:
        with in_threads(solve, len(solvers)) as begin_cell:
            for done, solved in enumerate(as_completed([begin_cell(cell) for cell in cells]), 1):
                solved.result()
                report(done)
    return TimedCells(tricks, seconds, nodes, seconds_since(begin))


def seconds_since(begin: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds since ``begin`` by the clock, at least 1e-9: some clocks stand still or go backwards."""
    return max(clock() - begin, 1e-9)


def peak_memory_mb() -> float:
    """Largest resident size of the process so far, in MiB; 0 if the system does not report it."""
    with suppress(OSError, ValueError, StopIteration):
        # Linux, where getrusage() never reports less than the size of the process that started this one.
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
