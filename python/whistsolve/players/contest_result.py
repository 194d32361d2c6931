"""What results of matches and of single deals share: players, failures, and what decisions cost."""

from __future__ import annotations

import itertools
import math
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from whistsolve._internal.arguments import seed_text
from whistsolve._internal.reading import shortened
from whistsolve._internal.shown import Brief, Shown
from whistsolve.rules import Rules
from whistsolve.tabular import Tabular

#: The kind of decision at each stage; at the others it is ``other``.
_KINDS: Final = {"auction": "call", "declaration": "strain", "discard": "discard", "play": "card"}
#: Times are kept in classes that are this factor apart, so that percentiles are up to 5 % off.
_STEP: Final = 1.1


@dataclass(slots=True)
class Decisions(Brief):
    """The decisions of one player."""

    #: How many there were.
    number: int = 0
    #: The time that they took together: that of ``act`` alone. Ignored in comparisons, as are the next two.
    seconds: float = field(default=0.0, compare=False)
    #: The processor time of this process meanwhile, in seconds.
    processor: float = field(default=0.0, compare=False)
    #: By kind (``call``, ``strain``, ``discard``, ``card``, ``other``) and class of time, how many there
    #: were.
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
        found = cls(int(values["number"]), float(values["seconds"]), float(values["processor"]))
        for kind, steps in values["latencies"].items():
            found.latencies.update({(kind, int(step)): int(number) for step, number in steps.items()})
        return found


@dataclass(frozen=True, slots=True)
class Failure:
    """A match or the cards of a deal that were not played to their end."""

    #: Number of the pair of matches, or of the deal.
    number: int
    #: For a match, 0 for the first of the pair, 1 for that with sides exchanged. For a deal, one of
    #: `PAIRINGS`, or empty if it failed before the first lead.
    which: int | str
    #: Who failed: ``"a"``, ``"b"`` or ``"before_play"``; empty if a match reached the limit of hands, which
    #: counts half, or nobody bid within the limit of deals.
    player: str
    #: The player, their seat, the stage of the hand and the error.
    message: str


@dataclass(frozen=True, repr=False)
class ContestResult(Shown, Tabular):
    """What the results of `play_matches` and `play_deals` have in common."""

    #: The names of a and b.
    names: tuple[str, str]
    rules: Rules
    seed: int
    #: The name of the player who acted for everybody before the first lead, if any.
    before_play: str | None

    def __repr__(self) -> str:
        return shortened(f"<{type(self).__name__}: {self}, {' beside '.join(self.names)}>", 200)

    def is_same_run(self, other: ContestResult) -> bool:
        """Whether another result has the same players, rules and seed; parts finished may differ."""
        return type(self) is type(other) and self.header == other.header

    @property
    @abstractmethod
    def _played(self) -> Sequence[Any]:
        """Matches or deals, which have `decisions`."""

    @property
    def decisions(self) -> tuple[Decisions, Decisions]:
        """The acts that a and b chose: how many, and what time they took by kind."""
        a, b = zip(*(each.decisions for each in self._played), strict=True) if self._played else ((), ())
        return Decisions.together(a), Decisions.together(b)

    @property
    def header(self) -> dict[str, object]:
        """What identifies a run, as JSON types."""
        seed = seed_text(self.seed)
        return {
            "players": list(self.names),
            "before_play": self.before_play,
            "rules": self.rules.overrides(),
            # As text if it is so long that Python may refuse to write it in decimal.
            "seed": self.seed if seed.lstrip("-").isdecimal() else seed,
        }
