"""Discards where jokers of other hands are exchanged for them before the first lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations
from math import fsum
from time import monotonic
from typing import Final, Literal

from whistsolve import _core
from whistsolve.errors import SolveStopped
from whistsolve.solving.discards.search import Found, Holding

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

    A game is given by the cards that were received: the rest of the discard is a discard of the smaller hand
    in that game, so that each such game is searched with one table. A discard is worth what the games of its
    cards are, by mean, most or least.

    Parameters
    ----------
    holding : Holding
        With hands without any jokers.
    receivers : list of (int, Pick)
        Turn that receives a card for a joker and how it is found, in the order of exchange; the surplus has
        as many cards at least.
    """

    def __init__(self, holding: Holding, receivers: list[tuple[int, Pick]]) -> None:
        self._holding = holding
        self._cards = holding.cards()
        self._receivers = receivers
        self._work = {"nodes": 0, "discards": 0, "relaxed": 0, "refuted": 0}
        self._at_work: _core.DiscardSolver | _core.Solver | None = None
        self._stopped = False
        #: What best() found of all discards that are worth so much at least.
        self._known: tuple[float, dict[int, float]] | None = None
        self._until: float | None = None
        self._nodes: int | None = None
        self.last: Found | None = None

    def best(self, node_limit: int | None = None, time_limit: float | None = None) -> Found:
        self._work = dict.fromkeys(self._work, 0)
        self._until = None if time_limit is None else monotonic() + time_limit
        self._nodes = node_limit
        first = sum(self._cards[: self._holding.surplus])
        self.last = (0, self._holding.tricks, first, self._work)
        try:
            low = self._value(first)
            self.last = (low, self._holding.tricks, first, self._work)
            # Nothing is known of the other discards before all games are.
            worth = self._worth(low)
        except _LimitReached:
            return self.last
        finally:
            self._until = self._nodes = None
        found = max(worth, key=worth.__getitem__)
        self.last = (worth[found], worth[found], found, self._work)
        return self.last

    def value(
        self, discard: int, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[float, float]:
        self._until = None if time_limit is None else monotonic() + time_limit
        self._nodes = None if node_limit is None else self._work["nodes"] + node_limit
        try:
            exact = self._value(discard)
        except _LimitReached:
            return 0, self._holding.tricks
        finally:
            self._until = self._nodes = None
        return exact, exact

    def count(self, tricks: float) -> int:
        return len(self.each(tricks))

    def each(self, tricks: float) -> list[int]:
        return list(self._worth(tricks))

    def stop(self) -> None:
        self._stopped = True
        at_work = self._at_work
        if at_work is not None:
            at_work.stop()

    # What is received is a tuple of cards, one for each joker in the order of exchange.

    def _after(self, received: tuple[int, ...]) -> list[int]:
        """The hands with the cards that were received, the surplus not yet given up."""
        hands = list(self._holding.hands)
        for card, (turn, _) in zip(received, self._receivers, strict=True):
            hands[self._holding.at] &= ~card
            hands[turn] |= card
        return hands

    def _game(self, received: tuple[int, ...]) -> tuple[int, ...]:
        """The same for all orders in which one hand receives the same cards."""
        turns = [turn for turn, _ in self._receivers]
        return tuple(sorted(received)) if len(set(turns)) == 1 else received

    def _value(self, discard: int) -> float:
        cards = [card for card in self._cards if card & discard]
        solver = self._at_work = _core.Solver(self._holding.memory)
        values: dict[tuple[int, ...], float] = {}
        for received in permutations(cards, len(self._receivers)):
            game = self._game(received)
            if game not in values:
                self._look()
                hands = self._after(received)
                hands[self._holding.at] &= ~discard
                values[game] = solver.solve(self._holding.problem(hands), None, None)[0]
                self._work["discards"] += 1
        self._work["nodes"] += solver.stats["nodes"]
        return self._picked((), cards, values)

    def _picked(
        self, received: tuple[int, ...], cards: Iterable[int], values: Mapping[tuple[int, ...], float]
    ) -> float:
        """What a discard is worth once some cards of it were received, from the values of games."""
        if len(received) == len(self._receivers):
            return values[self._game(received)]
        ways = [self._picked((*received, card), cards, values) for card in cards if card not in received]
        pick = self._receivers[len(received)][1]
        return max(ways) if pick == "best" else min(ways) if pick == "worst" else fsum(ways) / len(ways)

    def _worth(self, least: float) -> dict[int, float]:
        """What every discard is worth that is worth at least so much."""
        if self._known is not None and self._known[0] <= least:
            return {discard: worth for discard, worth in self._known[1].items() if worth >= least}
        drawn = any(pick == "drawn" for _, pick in self._receivers)
        floor = 0 if drawn else int(least)  # values below it count as nothing
        values: dict[tuple[int, ...], dict[int, int]] = {}
        for received in permutations(self._cards, len(self._receivers)):
            game = self._game(received)
            if game not in values:
                values[game] = dict(self._levels(game, floor))
        worth = {}
        for chosen in combinations(self._cards, self._holding.surplus):
            discard = sum(chosen)
            of_games = {
                self._game(received): values[self._game(received)].get(discard - sum(received), 0)
                for received in permutations(chosen, len(self._receivers))
            }
            value = self._picked((), chosen, of_games)
            if value >= least:
                worth[discard] = value
        self._known = least, worth
        return worth

    def _levels(self, game: tuple[int, ...], floor: int) -> Iterator[tuple[int, int]]:
        """Discards of one game with their tricks, rising, for those that take at least `floor`."""
        given = self._holding
        solver = _core.DiscardSolver(given.problem(self._after(game)), given.at, given.memory)
        self._at_work = solver
        for tricks in range(max(floor, 1), given.tricks + 1):
            self._look()
            reached = solver.each(tricks)
            self._work["nodes"] += solver.nodes
            self._work["discards"] += len(reached)
            if not reached:
                return
            for discard in reached:
                yield discard, tricks

    def _look(self) -> None:
        if self._stopped:
            raise SolveStopped("stopped")
        if self._until is not None and monotonic() >= self._until:
            raise _LimitReached
        if self._nodes is not None and self._work["nodes"] >= self._nodes:
            raise _LimitReached


class _LimitReached(Exception):
    pass
