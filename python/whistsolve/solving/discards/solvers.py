"""Solvers for the discards of one hand: what they have in common, one search for all, and enumeration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, Protocol

from whistsolve import _core
from whistsolve.arguments import NO_LIMITS, Limits
from whistsolve.solving.deadline import Deadline
from whistsolve.values.hands import Hand

__all__ = ["DiscardSolver", "EnumeratedDiscards", "FoundDiscard", "SearchedDiscards", "SurplusHand"]


class FoundDiscard(NamedTuple):
    """What a search for the best discard found.

    Attributes
    ----------
    low, high : float
        Bounds of the tricks of the holder's side after the best discard.
    mask : int
        A discard that takes at least `low`.
    work : dict of str to int
        ``nodes``, ``discards``, ``relaxed`` and ``refuted``, as in `BestDiscard`.
    """

    low: float
    high: float
    mask: int
    work: dict[str, int]


class DiscardSolver(Protocol):
    """Answers about the discards of one hand, each a mask of cards; tricks are those of the holder's side."""

    @property
    def last(self) -> FoundDiscard | None:
        """What the running or last call of `best` has found so far; ``None`` before there is any."""

    def best(self, limits: Limits = NO_LIMITS) -> FoundDiscard:
        """The best discard, or where a limit is reached the best so far."""

    def value(self, discard: int) -> float:
        """Tricks after one discard."""

    def count(self, tricks: float) -> int:
        """How many discards take at least so many tricks."""

    def each(self, tricks: float) -> list[int]:
        """The discards that take at least so many tricks."""


@dataclass(frozen=True, slots=True)
class SurplusHand:
    """A hand with more cards than the others, and the hands that it plays with.

    Attributes
    ----------
    problem : callable
        Makes the engine's problem from hands by turn.
    hands : tuple of int
        By turn, with no card given up yet.
    turn, surplus : int
        Turn of the hand that gives up cards, and how many.
    memory_bytes : int
        Cap on the transposition table.
    tricks : int
        Tricks of the deal, the first one by its weight.
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
    """Every discard searched as a deal of its own.

    Slow, and needed under rules by which some discards shorten the play and others do not, so that the
    engine cannot search them together.
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
            # The limits hold for all discards together; with hardly any left a search gives its first bounds.
            used = self._solver.stats["nodes"] - before
            nodes = None if limits.nodes is None else max(limits.nodes - used, 1)
            low, most = self._bounds(discard, Limits(nodes, deadline.seconds_left()))
            high = max(high, most)
            if low > best:
                best, found = low, discard
            # Were the search interrupted here, the discards not yet seen might take all tricks.
            work = {"nodes": used, "discards": seen, "relaxed": 0, "refuted": 0}
            self.last = FoundDiscard(best, self._hand.tricks, found, work)
        work = {**work, "nodes": self._solver.stats["nodes"] - before}
        self.last = FoundDiscard(best, high, found, work)
        return self.last

    def _bounds(self, discard: int, limits: Limits) -> tuple[int, int]:
        hands = [hand & ~discard for hand in self._hand.hands]
        low, high, _ = self._solver.solve(self._hand.problem(hands), limits.nodes, limits.seconds)
        return low, high

    def value(self, discard: int) -> float:
        return self._bounds(discard, NO_LIMITS)[0]

    def each(self, tricks: float) -> list[int]:
        return [discard for discard in self._all() if self.value(discard) >= tricks]

    def count(self, tricks: float) -> int:
        return len(self.each(tricks))
