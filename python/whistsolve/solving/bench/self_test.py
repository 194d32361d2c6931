"""A test of an installation: in a few seconds it compares dealing and solving with known results."""

from __future__ import annotations

import sys
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from whistsolve import _core
from whistsolve.dealing import random_deals
from whistsolve.rules import Rules
from whistsolve.solving.bench.fixed import HardDeal, run_bench, run_hard_bench
from whistsolve.solving.bench.timing import seconds_since

#: A bridge deal with its double-dummy table as computed by other solvers.
_BRIDGE_DEAL: Final = HardDeal(
    "bridge",
    "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
    ((5, 7, 6, 8, 7), (8, 7, 8, 6, 7), (5, 7, 6, 8, 7), (8, 7, 8, 6, 7)),
)
#: CRC-32 of the first 64 random deals with seed 1 and the default rules, as little-endian uint64.
_DEALS_CHECKSUM: Final = 151496175
#: Sum of the tricks of all cells of the fixed benchmark: unlike nodes, the same in every version.
_TRICKS_CHECKSUM: Final = 1088
_THREADS: Final = 8


@dataclass(frozen=True, slots=True)
class SelfTestResult:
    """The names of the checks of a self-test, and texts of what was wrong (empty if all is right).

    ``seconds`` is the time for all checks, ``architecture`` the instruction set used.
    """

    checks: tuple[str, ...]
    wrong: tuple[str, ...]
    seconds: float
    architecture: str


def run_self_test(*, progress: Callable[[int, int], object] | None = None) -> SelfTestResult:
    """Compare random deals, solving and threads with known results.

    ``progress`` is called after each check with the number of checks done and the total.
    """
    checks: dict[str, Callable[[], Sequence[str]]] = {
        "random deals": _wrong_deals,
        "a bridge table": lambda: run_hard_bench([_BRIDGE_DEAL]).wrong,
        "the fixed bench": _wrong_bench,
    }
    if sys.platform != "emscripten":  # which has no threads
        checks[f"{_THREADS} threads"] = _wrong_threads
    wrong: list[str] = []
    begin = time.perf_counter()
    for done, check in enumerate(checks.values(), start=1):
        wrong += check()
        if progress is not None:
            progress(done, len(checks))
    return SelfTestResult(tuple(checks), tuple(wrong), seconds_since(begin), _core.architecture())


def _wrong_deals() -> list[str]:
    found = zlib.crc32(random_deals(64, 1, Rules()).astype("<u8").tobytes())
    right = found == _DEALS_CHECKSUM
    return [] if right else [f"random deals have the checksum {found}: expected {_DEALS_CHECKSUM}"]


def _wrong_bench() -> list[str]:
    found = run_bench().tricks_checksum
    right = found == _TRICKS_CHECKSUM
    return [] if right else [f"the fixed bench has {found} tricks: expected {_TRICKS_CHECKSUM}"]


def _wrong_threads() -> list[str]:
    alone, together = run_bench(deals=2), run_bench(deals=2, threads=_THREADS)
    found, right = ((each.tricks_checksum, each.nodes) for each in (together, alone))
    if found == right:
        return []
    said = "{} threads find {} tricks in {} nodes: expected {} in {}, as with one"
    return [said.format(_THREADS, *found, *right)]
