"""Solvers for the discards of one hand: their protocol, one search for all discards, and enumeration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, Protocol

from whistsolve import _core
from whistsolve._internal.arguments import NO_LIMITS, Deadline, Limits
from whistsolve.values.hands import Hand


class FoundDiscard(NamedTuple):
    """Bounds of the tricks after the best discard, and the mask of a discard that wins at least `low`.

    ``work`` has ``nodes``, ``discards``, ``relaxed`` and ``refuted`` as in `BestDiscard`.
    """

    low: float
    high: float
    mask: int
    work: dict[str, int]


class DiscardSolver(Protocol):
    """Evaluates discards of one hand, given as card masks; tricks are those of the declarer's side."""

    @property
    def last(self) -> FoundDiscard | None:
        """The best result so far of the running or last call of `best`; ``None`` if there is none yet."""

    def best(self, limits: Limits = NO_LIMITS) -> FoundDiscard:
        """The best discard, or the best so far if a limit is reached."""

    def value(self, discard: int) -> float:
        """Tricks after the given discard."""

    def count(self, tricks: float) -> int:
        """The number of discards that win at least ``tricks`` tricks."""

    def each(self, tricks: float) -> list[int]:
        """The discards that win at least ``tricks`` tricks."""


@dataclass(frozen=True, slots=True)
class SurplusHand:
    """All hands of a deal, one of which has more cards than the others and must discard the surplus.

    ``problem`` makes the engine's problem from masks by turn; before the discard these are ``hands``.
    The hand of ``turn`` discards ``surplus`` cards. ``tricks`` is the deal's total, the first one weighted.
    """

    problem: Callable[[list[int]], _core.Problem]
    hands: tuple[int, ...]
    turn: int
    surplus: int
    memory_bytes: int
    tricks: int

    def cards(self) -> list[int]:
        """The cards of the hand as masks, low ones first within a suit."""
        return [1 << card.index for card in reversed(list(Hand.from_mask(self.hands[self.turn])))]


class SearchedDiscards:
    """All discards in one search of the engine, with one transposition table (`_core.DiscardSolver`)."""

    def __init__(self, hand: SurplusHand) -> None:
        self._solver = _core.DiscardSolver(hand.problem(list(hand.hands)), hand.turn, hand.memory_bytes)

    @property
    def last(self) -> FoundDiscard | None:
        found = self._solver.last
        return None if found is None else FoundDiscard(*found)

    def best(self, limits: Limits = NO_LIMITS) -> FoundDiscard:
        return FoundDiscard(*self._solver.best(limits.nodes, limits.seconds))

    def value(self, discard: int) -> float:
        return self._solver.value(discard)[0]

    def count(self, tricks: float) -> int:
        return self._solver.count(int(tricks))

    def each(self, tricks: float) -> list[int]:
        return self._solver.each(int(tricks))


class EnumeratedDiscards:
    """Every discard searched as a separate deal.

    This is slow, but needed under rules by which some discards shorten the play and others do not: the
    engine cannot search these together.
    """

    def __init__(self, hand: SurplusHand) -> None:
        self._hand = hand
        self._cards = hand.cards()
        self._solver = _core.Solver(hand.memory_bytes)
        self.last: FoundDiscard | None = None

    def _all(self) -> Iterator[int]:
        return map(sum, combinations(self._cards, self._hand.surplus))

    def best(self, limits: Limits = NO_LIMITS) -> FoundDiscard:
        before = self._solver.stats["nodes"]
        deadline = Deadline(limits.seconds)
        best, high, found = -1.0, 0.0, 0
        for seen, discard in enumerate(self._all(), 1):
            # Limits hold for all discards together; if little is left, a search still returns trivial bounds.
            used = self._solver.stats["nodes"] - before
            nodes = None if limits.nodes is None else max(limits.nodes - used, 1)
            low, most = self._bounds(discard, Limits(nodes, deadline.seconds_left()))
            high = max(high, most)
            if low > best:
                best, found = low, discard
            # If the search is interrupted here, discards not yet searched might win all tricks.
            work = {"nodes": used, "discards": seen, "relaxed": 0, "refuted": 0}
            self.last = FoundDiscard(best, self._hand.tricks, found, work)
        work = {**work, "nodes": self._solver.stats["nodes"] - before}
        self.last = FoundDiscard(best, high, found, work)
        return self.last

    def _bounds(self, discard: int, limits: Limits) -> tuple[int, int]:
        hands = [hand & ~discard for hand in self._hand.hands]
        return self._solver.solve(self._hand.problem(hands), limits.nodes, limits.seconds)[:2]

    def value(self, discard: int) -> float:
        return self._bounds(discard, NO_LIMITS)[0]

    def each(self, tricks: float) -> list[int]:
        return [discard for discard in self._all() if self.value(discard) >= tricks]

    def count(self, tricks: float) -> int:
        return len(self.each(tricks))
