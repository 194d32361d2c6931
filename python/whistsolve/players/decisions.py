"""What the decisions of a player cost: their number, how long each kind took, and processor time."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

#: The kind of decision at each stage; at the others it is ``other``.
_KINDS: Final = {"auction": "call", "declaration": "strain", "discard": "discard", "play": "card"}
#: Times are kept in classes that are this factor apart, so that percentiles are up to 5 % off.
_STEP: Final = 1.1


@dataclass(slots=True)
class Decisions:
    """The decisions of one player.

    Attributes
    ----------
    number : int
        How many there were.
    seconds : float
        The time that they took together: that of ``act`` alone. Ignored in comparisons, as are the next two.
    processor : float
        The processor time of this process meanwhile, in seconds.
    latencies : Counter
        By kind (``call``, ``strain``, ``discard``, ``card``, ``other``) and class of time, how many there
        were.
    """

    number: int = 0
    seconds: float = field(default=0.0, compare=False)
    processor: float = field(default=0.0, compare=False)
    latencies: Counter[tuple[str, int]] = field(default_factory=Counter, compare=False)

    def add(self, stage: str, seconds: float, processor: float) -> None:
        """Count a decision at a stage of a hand."""
        self.number += 1
        self.seconds += max(seconds, 0.0)  # in case the clock goes back
        self.processor += processor
        step = round(math.log(max(seconds, 1e-7)) / math.log(_STEP))
        self.latencies[_KINDS.get(stage, "other"), step] += 1

    @classmethod
    def together(cls, several: Iterable[Decisions]) -> Decisions:
        """The decisions of several matches as one."""
        total = cls()
        for each in several:
            total.number += each.number
            total.seconds += each.seconds
            total.processor += each.processor
            total.latencies += each.latencies
        return total

    @property
    def kinds(self) -> dict[str, int]:
        """How many decisions of each kind there were."""
        found: Counter[str] = Counter()
        for (kind, _), number in self.latencies.items():
            found[kind] += number
        return {kind: found[kind] for kind in (*_KINDS.values(), "other") if found[kind]}

    def percentile(self, percent: float, kind: str | None = None) -> float:
        """The seconds that at least so many per cent of the decisions kept to, of one kind or of all.

        It is within 5 %; not a number (nan) if there are none.
        """
        steps = sorted(
            (step, number) for (each, step), number in self.latencies.items() if kind in (None, each)
        )
        sums = list(itertools.accumulate(number for _, number in steps))
        wanted = percent / 100 * sums[-1] if sums else 0.0
        found = (step for (step, _), sofar in zip(steps, sums, strict=True) if sofar >= wanted)
        return next((_STEP**step for step in found), math.nan)

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON."""
        latencies: dict[str, dict[str, int]] = {}
        for (kind, step), number in sorted(self.latencies.items()):
            latencies.setdefault(kind, {})[str(step)] = number
        values = {"number": self.number, "seconds": self.seconds, "processor": self.processor}
        return {**values, "latencies": latencies}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Decisions:
        """Decisions from what `as_dict` gave, otherwise a `KeyError`, `TypeError` or `ValueError`."""
        latencies = Counter(
            {
                (kind, int(step)): int(number)
                for kind, steps in values["latencies"].items()
                for step, number in steps.items()
            }
        )
        return cls(int(values["number"]), float(values["seconds"]), float(values["processor"]), latencies)
