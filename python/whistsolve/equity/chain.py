"""The Markov chain of a match: chances of winning from every state, solved by value iteration."""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve.cancelling import end_if_cancelled
from whistsolve.equity.transitions import HandOutcomes, HandsAfter, Matches, MatchState, Transitions
from whistsolve.errors import WhistError
from whistsolve.rules import Rules

#: The iteration has converged if no probability changes by this much in a sweep.
_TOLERANCE: Final = 1e-12
#: Maximum number of sweeps; an iteration that has not converged by then fails.
_MOST_SWEEPS: Final = 20_000
#: Chances of every side, by dealer and scores: shape (dealers, scores, sides).
_Table: TypeAlias = NDArray[np.float64]


class Layer(NamedTuple):
    """The part of a state that never returns to an earlier value within a match."""

    games: tuple[int, ...]
    sets: tuple[int, ...]
    hands: int


class MatchChain:
    """Chances of winning from every state of matches under the given rules.

    States fall into layers (games won, missed bids, hands played); a match never returns to an earlier one.
    Within a layer scores can fall as well as rise, so that no order of the states solves each in one step.
    """

    def __init__(self, rules: Rules, outcomes: HandOutcomes) -> None:
        self._rules, self._outcomes = rules, outcomes
        self._sides = rules.side_count
        self._transitions = Transitions.of(rules)
        self._span = self._transitions.high - self._transitions.low + 1
        self._strides = self._span ** np.arange(self._sides - 1, -1, -1)
        self._tables: dict[Layer, _Table] = {}
        games = range(rules.best_of // 2 + 1 if rules.match == "best_of" else 1)
        layers = [
            Layer(won, sets, hands)
            for won in itertools.product(games, repeat=self._sides)
            for sets in itertools.product(range(rules.lies_limit or 1), repeat=self._sides)
            for hands in range(rules.hand_limit or 1)
        ]
        # By backward induction: each layer after those that it can lead to.
        for layer in sorted(layers, key=lambda each: (-sum(each.games), -sum(each.sets), -each.hands)):
            self._tables[layer] = self._solved(layer)

    @staticmethod
    def size(rules: Rules) -> int:
        """The number of states of the chain."""
        span, sides = Transitions.of(rules), rules.side_count
        games = rules.best_of // 2 + 1 if rules.match == "best_of" else 1
        most = (span.high - span.low + 1) * (rules.lies_limit or 1) * games
        # A float power, capped far above every limit: exact powers of large integers would be slow.
        return sides * int(min(float(most) ** sides, 1e15)) * (rules.hand_limit or 1)

    def win(self, state: MatchState, dealer: int) -> tuple[float, ...]:
        """Each side's chance of winning from a state in which the match is not over."""
        scores = np.clip(state.scores, self._transitions.low, self._transitions.high)
        table = self._tables[self._layer(state.games, state.sets, state.hands)]
        return tuple(table[dealer, int((scores - self._transitions.low) @ self._strides)].tolist())

    def _layer(self, games: tuple[int, ...], sets: tuple[int, ...], hands: int) -> Layer:
        """The layer of a state; components that the rules do not depend on are 0."""
        nothing = (0,) * self._sides
        return Layer(
            games if self._rules.match == "best_of" else nothing,
            nothing if self._rules.lies_limit is None else sets,
            # A tie after the last hand is played on: every further hand is again the last one.
            0 if self._rules.hand_limit is None else min(hands, self._rules.hand_limit - 1),
        )

    def _solved(self, layer: Layer) -> _Table:
        """The table of a layer; the layers that it can lead to must have been solved."""
        sides, span = self._sides, self._span
        grid = np.array(list(itertools.product(range(span), repeat=sides)), dtype=np.int64)
        number = len(grid)
        start = Matches(
            grid + self._transitions.low,
            np.tile(np.array(layer.sets, dtype=np.int64), (number, 1)),
            np.tile(np.array(layer.games, dtype=np.int64), (number, 1)),
            np.full(number, layer.hands, dtype=np.int64),
        )
        #: Chances of winning by this hand or in later layers, which are solved; and moves within the layer.
        known = np.zeros((sides, number, sides))
        moves: list[list[tuple[float, NDArray[np.int64], NDArray[np.bool_]]]] = [[] for _ in range(sides)]
        for dealer in range(sides):
            for row, probability in enumerate(self._outcomes.probabilities.tolist()):
                end_if_cancelled()
                points = np.roll(self._outcomes.points[row], dealer)
                contracts = self._outcomes.contracts(np.full(number, row), dealer)
                after = self._transitions.after(start, points, contracts)
                index = (after.matches.scores - self._transitions.low) @ self._strides
                inside, chances = self._split(layer, after, index, dealer)
                known[dealer] += probability * chances
                moves[dealer].append((probability, index, inside))
        return self._iterated(known, moves)

    def _split(
        self, layer: Layer, after: HandsAfter, index: NDArray[np.int64], dealer: int
    ) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Which matches stay in the layer, and each side's chances in those that are over or leave it."""
        matches, chances = after.matches, after.shares.copy()
        inside = np.zeros(len(chances), dtype=np.bool_)
        rows = np.flatnonzero(~after.over)
        if not len(rows):
            return inside, chances
        parts = np.concatenate([matches.games, matches.sets, matches.hands[:, np.newaxis]], axis=1)
        kinds, which = np.unique(parts[rows], axis=0, return_inverse=True)
        for number, kind in enumerate(kinds.tolist()):
            chosen = rows[which.reshape(-1) == number]
            games, sets = tuple(kind[: self._sides]), tuple(kind[self._sides : -1])
            following = self._layer(games, sets, kind[-1])
            if following == layer:
                inside[chosen] = True
            else:
                chances[chosen] = self._tables[following][(dealer + 1) % self._sides, index[chosen]]
        return inside, chances

    def _iterated(
        self, known: _Table, moves: list[list[tuple[float, NDArray[np.int64], NDArray[np.bool_]]]]
    ) -> _Table:
        """Value iteration in place (Gauss-Seidel), one dealer after another."""
        sides = self._sides
        moves = [[move for move in each if move[2].any()] for each in moves]
        table = np.full(known.shape, 1 / sides)
        for _ in range(_MOST_SWEEPS):
            end_if_cancelled()
            change = 0.0
            for dealer in range(sides):
                following = table[(dealer + 1) % sides]
                new = known[dealer].copy()
                for probability, index, inside in moves[dealer]:
                    new += probability * following[index] * inside[:, None]
                change = max(change, float(np.abs(new - table[dealer]).max()))
                table[dealer] = new
            if change < _TOLERANCE:
                return table
        raise WhistError("chances do not settle: expected outcomes that end a match")
