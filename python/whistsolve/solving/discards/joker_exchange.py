"""The value of discards for which jokers of other hands are exchanged before the first lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations
from math import fsum
from typing import Final, Literal

from whistsolve import _core
from whistsolve.arguments import NO_LIMITS, Limits
from whistsolve.solving.deadline import Deadline
from whistsolve.solving.discards.solvers import FoundDiscard, SurplusHand

__all__ = ["ExchangedDiscards", "picks_for"]

#: How the card for a joker is found: drawn, or chosen to be the best or the worst for the declarer's side.
Pick = Literal["drawn", "best", "worst"]

_PICKS: Final[dict[str, tuple[Pick, Pick]]] = {  # by whether the joker's holder is of the declarer's side
    "random": ("drawn", "drawn"),
    "bidder_chooses": ("best", "best"),
    "holder_chooses_face_up": ("worst", "best"),
}


def picks_for(option: str, declarers_side: bool) -> Pick:
    """How a hand's joker is exchanged under an ``exchange_pick``, when all play with open cards."""
    return _PICKS[option][declarers_side]


class ExchangedDiscards:
    """The discards of one hand, of which the holders of jokers then receive some.

    A subgame is given by the cards that were received: the rest of the discard is then a discard of the
    smaller hand, so that one search with one transposition table solves all discards of a subgame. The value
    of a discard is the mean, the maximum or the minimum of the values of its subgames.

    Parameters
    ----------
    hand : SurplusHand
        With hands without any jokers.
    receivers : list of (int, Pick)
        Turn that receives a card for a joker and how it is found, in the order of exchange; the surplus has
        as many cards at least.
    """

    def __init__(self, hand: SurplusHand, receivers: list[tuple[int, Pick]]) -> None:
        self._hand = hand
        self._cards = hand.cards()
        self._receivers = receivers
        self._work = {"nodes": 0, "discards": 0, "relaxed": 0, "refuted": 0}
        #: The values of all discards that take so many tricks at least, once they are known.
        self._known: tuple[float, dict[int, float]] | None = None
        self._limits = NO_LIMITS
        self._deadline = Deadline(None)
        self.last: FoundDiscard | None = None

    def best(self, limits: Limits = NO_LIMITS) -> FoundDiscard:
        self._work = dict.fromkeys(self._work, 0)
        self._limits = limits
        self._deadline = Deadline(limits.seconds)
        most = self._hand.tricks
        first = sum(self._cards[: self._hand.surplus])
        self.last = FoundDiscard(0, most, first, self._work)
        try:
            low = self.value(first)
            self.last = FoundDiscard(low, most, first, self._work)
            # Nothing is known of the other discards before all subgames are solved.
            values = self._values(low)
        except _LimitReached:
            return self.last
        finally:
            self._limits = NO_LIMITS
            self._deadline = Deadline(None)
        found = max(values, key=values.__getitem__)
        self.last = FoundDiscard(values[found], values[found], found, self._work)
        return self.last

    def value(self, discard: int) -> float:
        cards = [card for card in self._cards if card & discard]
        solver = _core.Solver(self._hand.memory_bytes)
        values: dict[tuple[int, ...], float] = {}
        for received in permutations(cards, len(self._receivers)):
            subgame = self._subgame(received)
            if subgame not in values:
                self._check_limits()
                hands = self._after(received)
                hands[self._hand.turn] &= ~discard
                values[subgame] = solver.solve(self._hand.problem(hands), None, None)[0]
                self._work["discards"] += 1
        self._work["nodes"] += solver.stats["nodes"]
        return self._picked((), cards, values)

    def count(self, tricks: float) -> int:
        return len(self.each(tricks))

    def each(self, tricks: float) -> list[int]:
        return list(self._values(tricks))

    # What is received is a tuple of cards, one for each joker in the order of exchange.

    def _after(self, received: tuple[int, ...]) -> list[int]:
        """The hands with the cards that were received, the surplus not yet given up."""
        hands = list(self._hand.hands)
        for card, (turn, _) in zip(received, self._receivers, strict=True):
            hands[self._hand.turn] &= ~card
            hands[turn] |= card
        return hands

    def _subgame(self, received: tuple[int, ...]) -> tuple[int, ...]:
        """The same for all orders in which one hand receives the same cards."""
        turns = [turn for turn, _ in self._receivers]
        return tuple(sorted(received)) if len(set(turns)) == 1 else received

    def _picked(
        self, received: tuple[int, ...], cards: Iterable[int], values: Mapping[tuple[int, ...], float]
    ) -> float:
        """The value of a discard once some cards of it were received, by backward induction from subgames."""
        if len(received) == len(self._receivers):
            return values[self._subgame(received)]
        ways = [self._picked((*received, card), cards, values) for card in cards if card not in received]
        pick = self._receivers[len(received)][1]
        return max(ways) if pick == "best" else min(ways) if pick == "worst" else fsum(ways) / len(ways)

    def _values(self, least: float) -> dict[int, float]:
        """Every discard that takes at least so many tricks, with its value."""
        if self._known is not None and self._known[0] <= least:
            return {discard: value for discard, value in self._known[1].items() if value >= least}
        drawn = any(pick == "drawn" for _, pick in self._receivers)
        # Without a draw a value is that of one subgame, so that those below `least` may count as nothing.
        floor = 0 if drawn else int(least)
        subgames: dict[tuple[int, ...], dict[int, int]] = {}
        for received in permutations(self._cards, len(self._receivers)):
            subgame = self._subgame(received)
            if subgame not in subgames:
                subgames[subgame] = dict(self._solve_subgame(subgame, floor))
        values = {}
        for chosen in combinations(self._cards, self._hand.surplus):
            discard = sum(chosen)
            by_subgame = {
                self._subgame(received): subgames[self._subgame(received)].get(discard - sum(received), 0)
                for received in permutations(chosen, len(self._receivers))
            }
            value = self._picked((), chosen, by_subgame)
            if value >= least:
                values[discard] = value
        self._known = least, values
        return values

    def _solve_subgame(self, subgame: tuple[int, ...], floor: int) -> Iterator[tuple[int, int]]:
        """Discards of one subgame with their tricks, ascending, for those that take at least `floor`."""
        hand = self._hand
        solver = _core.DiscardSolver(hand.problem(self._after(subgame)), hand.turn, hand.memory_bytes)
        for tricks in range(max(floor, 1), hand.tricks + 1):
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
            raise _LimitReached
        if self._limits.nodes is not None and self._work["nodes"] >= self._limits.nodes:
            raise _LimitReached


class _LimitReached(Exception):
    pass
