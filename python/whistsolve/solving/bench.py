"""The fixed bench: the same deals always, so that its node total tells whether the search has changed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from whistsolve import _core
from whistsolve.dealing import random_deals
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.solving.cells import Cells, solve_cells
from whistsolve.solving.many import DEFAULT_MEMORY_MB, read_strains
from whistsolve.solving.problem import Game
from whistsolve.values.reading import read_integer

__all__ = ["BENCH_DEALS", "BenchResult", "run_bench"]

#: Deals of each kind in the fixed bench.
BENCH_DEALS: Final = 6

#: Kinds of deals: preset and options, and the strains solved.
_KINDS: Final[tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...]] = (
    ("bid_whist_no_kitty", {}, ("S+", "NT+")),
    ("bid_whist_seed", {}, ("H-", "NT-")),
    ("bid_whist_seed", {"joker_no_trump": "free_discard"}, ("C+", "NT+")),
    ("cutthroat_3", {"hand_size": 9, "kitty_size": 27}, ("D+", "NT-")),
    ("cutthroat_5", {"hand_size": 7, "kitty_size": 19}, ("S-", "NT+")),
)
_SEED: Final = 20261121


@dataclass(frozen=True, slots=True)
class BenchResult:
    """What a bench run did.

    Attributes
    ----------
    deals : int
        Deals solved, each in two strains with every hand leading.
    nodes : int
        Cards played in all searches: the same on every machine, and different once the search changes.
    tricks_checksum : int
        Sum of all answers.
    seconds : float
        Time for solving, one thread unless asked for more.
    peak_memory_mb : float
        Largest resident size of the process so far, in MiB; 0 where the system does not tell.
    architecture : str
        The instruction set used.
    """

    deals: int
    nodes: int
    tricks_checksum: int
    seconds: float
    peak_memory_mb: float
    architecture: str


def run_bench(
    *,
    deals: int = BENCH_DEALS,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> BenchResult:
    """Solves the fixed deals.

    Parameters
    ----------
    deals : int
        Deals of each kind; the node total of commits is that of the default.
    threads : int
        How many to use; nodes and answers do not depend on it.
    progress : callable, optional
        Called with the number of deals done and in all.

    Raises
    ------
    WhistError
        Where an argument is no such number.
    """
    count = read_integer(deals, "deals", WhistError, 1, 100_000)
    batch = _core.Batch(read_integer(threads, "threads", WhistError, 1, 256), DEFAULT_MEMORY_MB << 20)
    checksum = 0
    seconds = 0.0
    for number, (preset, options, strains) in enumerate(_KINDS):
        rules = Rules.preset(preset, **options)
        hands = random_deals(count, _SEED + number, rules)[:, : rules.dealt_hands]
        cells = Cells.unknown(count, hands.shape[1], len(strains))
        start = time.perf_counter()
        solve_cells(batch, Game(rules, hands.shape[1]), hands, read_strains(strains), cells)
        seconds += time.perf_counter() - start
        checksum += int(cells.low.sum(dtype=int))
        if progress is not None:
            progress((number + 1) * count, len(_KINDS) * count)
    return BenchResult(
        len(_KINDS) * count, batch.nodes, checksum, seconds, _peak_memory_mb(), _core.architecture()
    )


def _peak_memory_mb() -> float:
    try:
        import resource
    except ImportError:  # not on every platform
        return 0.0
    import sys

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
