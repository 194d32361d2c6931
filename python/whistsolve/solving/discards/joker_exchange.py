"""The value of discards if jokers of other hands are exchanged for some of them before the first lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations
from math import fsum
from typing import Final, Literal

from whistsolve import _core
from whistsolve._internal.arguments import NO_LIMITS, Deadline, Limits
from whistsolve.errors import Stopped
from whistsolve.solving.discards.solvers import FoundDiscard, SurplusHand

#: How the card for a joker is picked: drawn blindly, or as the best or the worst for the declarer's side.
Pick = Literal["drawn", "best", "worst"]

#: For each ``exchange_pick``, the pick for jokers of opponents and for jokers of the declarer's side, if all
#: play double dummy.
PICKS: Final[dict[str, tuple[Pick, Pick]]] = {
    "random": ("drawn", "drawn"),
    "bidder_chooses": ("best", "best"),
    "holder_chooses_face_up": ("worst", "best"),
}


class ExchangedDiscards:
    """The discards of one hand; hands that hold jokers then receive cards of the discard for them.

    A subgame is defined by the cards received. The rest of the discard is then a discard of the hand without
    these cards, so that one search with one transposition table solves all discards of a subgame. The value
    of a discard is the mean, the maximum or the minimum of the values of its subgames.

    The jokers have been removed from the hands. ``receivers`` are the turns that receive a card for a joker,
    in the order of exchange, each with its pick; the surplus has a card for each.
    """

    def __init__(self, hand: SurplusHand, receivers: list[tuple[int, Pick]]) -> None:
        self._hand = hand
        self._cards = hand.cards()
        self._receivers = receivers
        self._work = {"nodes": 0, "discards": 0, "relaxed": 0, "refuted": 0}
        #: Cached: a number of tricks, and the values of all discards that win at least as many.
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

    # Below, ``received`` is a tuple of card masks, one for each joker in the order of exchange.

    def _after(self, received: tuple[int, ...]) -> list[int]:
        """The hands after the exchange; the rest of the surplus is not yet discarded."""
        hands = list(self._hand.hands)
        for card, (turn, _) in zip(received, self._receivers, strict=True):
            hands[self._hand.turn] &= ~card
            hands[turn] |= card
        return hands

    def _subgame(self, received: tuple[int, ...]) -> tuple[int, ...]:
        """The key of a subgame: if one hand receives all cards, their order does not matter."""
        turns = [turn for turn, _ in self._receivers]
        return tuple(sorted(received)) if len(set(turns)) == 1 else received

    def _picked(
        self, received: tuple[int, ...], cards: Iterable[int], values: Mapping[tuple[int, ...], float]
    ) -> float:
        """The value of a discard after the cards ``received``, by backward induction from the subgames."""
        if len(received) == len(self._receivers):
            return values[self._subgame(received)]
        ways = [self._picked((*received, card), cards, values) for card in cards if card not in received]
        pick = self._receivers[len(received)][1]
        return max(ways) if pick == "best" else min(ways) if pick == "worst" else fsum(ways) / len(ways)

    def _values(self, least: float) -> dict[int, float]:
        """Every discard that wins at least ``least`` tricks, with its value."""
        if self._known is not None and self._known[0] <= least:
            return {discard: value for discard, value in self._known[1].items() if value >= least}
        drawn = any(pick == "drawn" for _, pick in self._receivers)
        # Without a draw the value of a discard is that of one subgame: values below `least` may be set to 0.
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
        """Pairs (discard, tricks) in one subgame, from `floor` up; a discard's last pair has its value."""
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
            raise Stopped("the time limit was reached", None, "time")
        if self._limits.nodes is not None and self._work["nodes"] >= self._limits.nodes:
            raise Stopped("the node limit was reached", None, "nodes")
