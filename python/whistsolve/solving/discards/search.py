"""What answers questions about the discards of one hand, where the engine does not do it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from time import monotonic
from typing import Any, Protocol

from whistsolve import _core
from whistsolve.values.hands import Hand

__all__ = ["DiscardSearch", "Found", "Holding", "OneByOne"]

#: Bounds of the tricks, a discard that takes at least the lower one, and the work done by name.
Found = tuple[float, float, int, dict[str, int]]


class DiscardSearch(Protocol):
    """What `_core.DiscardSolver` does too: tricks of the holder's side after discards, which are masks."""

    @property
    def last(self) -> Found | None: ...
    def best(self, node_limit: int | None = None, time_limit: float | None = None) -> Found: ...
    def value(
        self, discard: int, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[float, float]: ...
    def count(self, tricks: Any) -> int: ...  # whole tricks, or what best() said is expected
    def each(self, tricks: Any) -> list[int]: ...
    def stop(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand with more cards than the others, in its game.

    Attributes
    ----------
    problem : callable
        Makes the problem of given hands.
    hands : tuple of int
        By turn, with no card given up yet.
    at, surplus : int
        Turn of the hand that gives up cards, and how many.
    memory : int
        Bytes of table.
    tricks : int
        Weighted tricks of the game.
    """

    problem: Callable[[list[int]], _core.Problem]
    hands: tuple[int, ...]
    at: int
    surplus: int
    memory: int
    tricks: int

    def cards(self) -> list[int]:
        """The cards of the hand as masks, low ones first within a suit."""
        return [1 << card.index for card in reversed(list(Hand.from_mask(self.hands[self.at])))]


class OneByOne:
    """Every discard as a game of its own: slow, and for rules under which discards are not of one game."""

    def __init__(self, holding: Holding) -> None:
        self._holding = holding
        self._cards = holding.cards()
        self._solver = _core.Solver(holding.memory)
        self.last: Found | None = None

    def _all(self) -> Iterator[int]:
        return map(sum, combinations(self._cards, self._holding.surplus))

    def best(self, node_limit: int | None = None, time_limit: float | None = None) -> Found:
        before = self._solver.stats["nodes"]
        until = None if time_limit is None else monotonic() + time_limit
        best, high, found = -1.0, 0.0, 0
        for seen, discard in enumerate(self._all(), 1):
            # The limits are for all together; with hardly any left, bounds come at a glance.
            used = self._solver.stats["nodes"] - before
            nodes = None if node_limit is None else max(node_limit - used, 1)
            seconds = None if until is None else max(until - monotonic(), 1e-9)
            low, most = self.value(discard, nodes, seconds)
            high = max(high, most)
            if low > best:
                best, found = low, discard
            # Were it to end here, the discards not seen might take all tricks.
            work = {"nodes": used, "discards": seen, "relaxed": 0, "refuted": 0}
            self.last = (best, self._holding.tricks, found, work)
        work = {**work, "nodes": self._solver.stats["nodes"] - before}
        self.last = (best, high, found, work)
        return self.last

    def value(
        self, discard: int, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[float, float]:
        hands = [hand & ~discard for hand in self._holding.hands]
        low, high, _ = self._solver.solve(self._holding.problem(hands), node_limit, time_limit)
        return low, high

    def each(self, tricks: int) -> list[int]:
        return [discard for discard in self._all() if self.value(discard)[0] >= tricks]

    def count(self, tricks: int) -> int:
        return len(self.each(tricks))

    def stop(self) -> None:
        self._solver.stop()
