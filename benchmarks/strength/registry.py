"""Every bot for duplicate matches by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from benchmarks.strength.bots import SOLVED, AtRandom, Bot, ByPoints, ByRuns, ByTricks, Quick, Sampled
from benchmarks.strength.plain_bidders import Counting, PlainMonteCarlo

from whistsolve.rules import Rules

__all__ = ["BOTS"]

#: Every bot by its name: a constructor from the rules and the number of layouts, ``None`` for its default.
#: Those of others take no number.
BOTS: Final[Mapping[str, Callable[[Rules, int | None], Bot]]] = MappingProxyType(
    {
        "quick": lambda rules, _: Quick(rules),
        "estimated": lambda _, samples: Sampled("estimated", samples or 240, "estimated"),
        "sampled": lambda _, samples: Sampled("sampled", samples or SOLVED, "heuristic"),
        "plain_monte_carlo": lambda *_: PlainMonteCarlo(),
        "counting": lambda *_: Counting(),
        "by_tricks": lambda *_: ByTricks(),
        "by_runs": lambda *_: ByRuns(),
        "by_points": lambda *_: ByPoints(),
        "at_random": lambda *_: AtRandom(),
    }
)
