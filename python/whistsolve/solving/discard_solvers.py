"""Searches for the best discard of one hand: all discards at once, one by one, or with jokers exchanged."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from math import fsum
from typing import Final, Literal, NamedTuple, TypeAlias

from whistsolve import _core
from whistsolve._internal.arguments import NO_LIMITS, Deadline, Limits
from whistsolve.errors import Stopped
from whistsolve.values import Hand

#: How the card for a joker is picked: drawn blindly, or as the best or the worst for the declarer's side.
Pick = Literal["drawn", "best", "worst"]

#: For each ``exchange_pick``, the pick for jokers of opponents and for jokers of the declarer's side, if all
#: play double dummy.
PICKS: Final[dict[str, tuple[Pick, Pick]]] = {
    "random": ("drawn", "drawn"),
    "bidder_chooses": ("best", "best"),
    "holder_chooses_face_up": ("worst", "best"),
}
#: The counters of a search, as in `BestDiscard`.
WORK: Final = ("nodes", "discards", "relaxed", "refuted")
#: The cards received for jokers, as masks, in the order of exchange.
_Received: TypeAlias = tuple[int, ...]


class FoundDiscard(NamedTuple):
    """Bounds of the tricks after the best discard, and the mask of a discard that wins at least `low`.

    ``work`` has a number for each name in `WORK`.
    """

    low: float
    high: float
    mask: int
    work: dict[str, int]


@dataclass(eq=False)
class DiscardSolver(ABC):
    """Evaluates discards of a hand with more cards than the others: masks of the cards to give up.

    ``problem`` makes the engine's problem from masks by turn; before the discard these are ``hands``.
    The hand of ``turn`` discards ``surplus`` cards. ``tricks`` is the deal's total, the first one weighted.
    ``receivers`` are the turns that receive a card of the discard for a joker, in the order of exchange, each
    with its pick; the jokers have been removed from the hands. Values are tricks of the declarer's side.
    """

    problem: Callable[[list[int]], _core.Problem]
    hands: tuple[int, ...]
    turn: int
    surplus: int
    memory_bytes: int
    tricks: int
    receivers: list[tuple[int, Pick]]

    #: The best result so far of the running or last call of `best`; ``None`` if there is none yet.
    last: FoundDiscard | None = field(default=None, init=False)

    @cached_property
    def _cards(self) -> list[int]:
        """The cards of the hand as masks, low ones first within a suit."""
        return [1 << card.index for card in reversed(list(Hand.from_mask(self.hands[self.turn])))]

    @abstractmethod
    def best(self, limits: Limits = NO_LIMITS) -> FoundDiscard:
        """The best discard, or the best so far if a limit is reached."""

    @abstractmethod
    def value(self, discard: int) -> float:
        """Tricks after the given discard."""

    @abstractmethod
    def each(self, tricks: float) -> list[int]:
        """The discards that win at least ``tricks`` tricks."""

    def count(self, tricks: float) -> int:
        """The number of discards that win at least ``tricks`` tricks."""
        return len(self.each(tricks))

    def close(self) -> None:
        """Frees the transposition table, if there is one; the next search makes another."""
        vars(self).pop("_solver", None)


class SearchedDiscards(DiscardSolver):
    """All discards in one search of the engine, with one transposition table (`_core.DiscardSolver`)."""

    @cached_property
    def _solver(self) -> _core.DiscardSolver:
        return _core.DiscardSolver(self.problem([*self.hands]), self.turn, self.memory_bytes)

    def best(self, limits: Limits = NO_LIMITS) -> FoundDiscard:
        try:
            return FoundDiscard(*self._solver.best(limits.nodes, limits.seconds))
        except KeyboardInterrupt:
            self.last = FoundDiscard(*self._solver.last) if self._solver.last else None
            raise

    def value(self, discard: int) -> float:
        return self._solver.value(discard)[0]

    def each(self, tricks: float) -> list[int]:
        return self._solver.each(int(tricks))

    def count(self, tricks: float) -> int:
        return self._solver.count(int(tricks))


class EnumeratedDiscards(DiscardSolver):
    """Every discard searched as a separate deal: slow, for rules by which some discards shorten the play."""

    @cached_property
    def _solver(self) -> _core.Solver:
        return _core.Solver(self.memory_bytes)

    def _all(self) -> Iterator[int]:
        return map(sum, combinations(self._cards, self.surplus))

    def best(self, limits: Limits = NO_LIMITS) -> FoundDiscard:
        before = self._solver.nodes
        deadline = Deadline(limits.seconds)
        best, high, found = -1.0, 0.0, 0
        for seen, discard in enumerate(self._all(), 1):
            # Limits hold for all discards together; if little is left, a search still returns trivial bounds.
            used = self._solver.nodes - before
            nodes = None if limits.nodes is None else max(limits.nodes - used, 1)
            low, most = self._bounds(discard, Limits(nodes, deadline.seconds_left()))
            high = max(high, most)
            if low > best:
                best, found = low, discard
            # If the search is interrupted here, discards not yet searched might win all tricks.
            work = {"nodes": used, "discards": seen, "relaxed": 0, "refuted": 0}
            self.last = FoundDiscard(best, self.tricks, found, work)
        self.last = FoundDiscard(best, high, found, {**work, "nodes": self._solver.nodes - before})
        return self.last

    def _bounds(self, discard: int, limits: Limits) -> tuple[int, int]:
        hands = [hand & ~discard for hand in self.hands]
        return self._solver.solve(self.problem(hands), limits.nodes, limits.seconds)[:2]

    def value(self, discard: int) -> float:
        return self._bounds(discard, NO_LIMITS)[0]

    def each(self, tricks: float) -> list[int]:
        return [discard for discard in self._all() if self.value(discard) >= tricks]


@dataclass(eq=False)
class ExchangedDiscards(DiscardSolver):
    """The discards of one hand; hands that hold jokers then receive cards of the discard for them.

    A subgame is defined by the cards received. The rest of the discard is then a discard of the hand without
    these cards, so that one search with one transposition table solves all discards of a subgame. The value
    of a discard is the mean, the maximum or the minimum of the values of its subgames.
    """

    _work: dict[str, int] = field(default_factory=lambda: dict.fromkeys(WORK, 0), init=False)
    #: Cached: a number of tricks, and the values of all discards that win at least as many.
    _known: tuple[float, dict[int, float]] | None = field(default=None, init=False)
    _limits: Limits = field(default=NO_LIMITS, init=False)
    _deadline: Deadline = field(default_factory=lambda: Deadline(None), init=False)

    def best(self, limits: Limits = NO_LIMITS) -> FoundDiscard:
        self._work = dict.fromkeys(WORK, 0)
        self._limits = limits
        self._deadline = Deadline(limits.seconds)
        most = self.tricks
        first = sum(self._cards[: self.surplus])
        self.last = FoundDiscard(0, most, first, self._work)
        try:
            low = self.value(first)
            self.last = FoundDiscard(low, most, first, self._work)
            # The values of other discards are known only after all subgames are solved.
            values = self._values(low)
        except Stopped:
            return self.last
        finally:
            self._limits = NO_LIMITS
            self._deadline = Deadline(None)
        found = max(values, key=values.__getitem__)
        self.last = FoundDiscard(values[found], values[found], found, self._work)
        return self.last

    def value(self, discard: int) -> float:
        cards = [card for card in self._cards if card & discard]
        solver = _core.Solver(self.memory_bytes)
        values: dict[_Received, float] = {}
        for received in permutations(cards, len(self.receivers)):
            subgame = self._subgame(received)
            if subgame not in values:
                self._check_limits()
                hands = self._after(received)
                hands[self.turn] &= ~discard
                values[subgame] = solver.solve(self.problem(hands), None, None)[0]
                self._work["discards"] += 1
        self._work["nodes"] += solver.stats["nodes"]
        return self._picked((), cards, values)

    def each(self, tricks: float) -> list[int]:
        return list(self._values(tricks))

    def _after(self, received: _Received) -> list[int]:
        """The hands after the exchange; the rest of the surplus is not yet discarded."""
        hands = list(self.hands)
        for card, (turn, _) in zip(received, self.receivers, strict=True):
            hands[self.turn] &= ~card
            hands[turn] |= card
        return hands

    def _subgame(self, received: _Received) -> _Received:
        """The key of a subgame: if one hand receives all cards, their order does not matter."""
        turns = [turn for turn, _ in self.receivers]
        return tuple(sorted(received)) if len(set(turns)) == 1 else received

    def _picked(self, received: _Received, cards: Iterable[int], values: Mapping[_Received, float]) -> float:
        """The value of a discard after the cards ``received``, by backward induction from the subgames."""
        if len(received) == len(self.receivers):
            return values[self._subgame(received)]
        ways = [self._picked((*received, card), cards, values) for card in cards if card not in received]
        pick = self.receivers[len(received)][1]
        return max(ways) if pick == "best" else min(ways) if pick == "worst" else fsum(ways) / len(ways)

    def _values(self, least: float) -> dict[int, float]:
        """Every discard that wins at least ``least`` tricks, with its value."""
        if self._known is not None and self._known[0] <= least:
            return {discard: value for discard, value in self._known[1].items() if value >= least}
        drawn = any(pick == "drawn" for _, pick in self.receivers)
        # Without a draw the value of a discard is that of one subgame: values below `least` may be set to 0.
        floor = 0 if drawn else int(least)
        subgames: dict[_Received, dict[int, int]] = {}
        for received in permutations(self._cards, len(self.receivers)):
            subgame = self._subgame(received)
            if subgame not in subgames:
                subgames[subgame] = dict(self._solve_subgame(subgame, floor))
        values = {}
        for chosen in combinations(self._cards, self.surplus):
            discard = sum(chosen)
            by_subgame = {
                self._subgame(received): subgames[self._subgame(received)].get(discard - sum(received), 0)
                for received in permutations(chosen, len(self.receivers))
            }
            value = self._picked((), chosen, by_subgame)
            if value >= least:
                values[discard] = value
        self._known = least, values
        return values

    def _solve_subgame(self, subgame: _Received, floor: int) -> Iterator[tuple[int, int]]:
        """Pairs (discard, tricks) in one subgame, from `floor` up; a discard's last pair has its value."""
        solver = _core.DiscardSolver(self.problem(self._after(subgame)), self.turn, self.memory_bytes)
        for tricks in range(max(floor, 1), self.tricks + 1):
            self._check_limits()
            reached = solver.each(tricks)
            self._work["nodes"] += solver.nodes
            self._work["discards"] += len(reached)
            if not reached:
                return
            for discard in reached:
                yield discard, tricks

    def _check_limits(self) -> None:
        if self._deadline.is_over:
            raise Stopped("the time limit was reached", None, "time")
        if self._limits.nodes is not None and self._work["nodes"] >= self._limits.nodes:
            raise Stopped("the node limit was reached", None, "nodes")
