"""First-passage times of simulated matches: when each side's score first reaches the target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.cancelling import end_if_cancelled
from whistsolve.equity.hand_outcomes import HandOutcomes
from whistsolve.equity.transitions import Transitions
from whistsolve.errors import WhistError
from whistsolve.rules import Rules

__all__ = ["FirstPassages"]

#: Hands of each match that are drawn at first; twice as many where some matches are not over by then.
_HANDS: Final = 32
#: Hands of a simulated match before it is given up.
_MOST_HANDS: Final = 8192
#: First passages that are kept, each of all matches: more than players ask for in a match.
_KEPT: Final = 512
#: More points than a hand may bring here: a passage is its hand times this, less the points above the target.
_SPAN: Final = 1 << 16


class _Path(NamedTuple):
    """What a side has scored after each hand of each match, without a score before.

    Attributes
    ----------
    sums, lowest : ndarray
        int32, shape (matches, hands): the sum of its points, and the lowest sum so far.
    highest : ndarray
        int32, shape (hands, matches): the highest sum so far.
    from_barrier : ndarray
        int16, shape (matches,): the hand in which a side at the lowest score first reaches the target,
        whatever it had before; the number of hands where it does not.
    """

    sums: NDArray[np.int32]
    lowest: NDArray[np.int32]
    highest: NDArray[np.int32]
    from_barrier: NDArray[np.int16]


class FirstPassages:
    """Matches that end when a score reaches the target, simulated with the same hands from all scores.

    What a side scores in the hands of a match does not depend on the scores of the others. So the hand in
    which it first reaches the target (first-passage time) is found once for each of its own scores, in all
    matches together, and a match from any scores is won by the side that comes first. The chances are exactly
    those of simulating the matches hand by hand (`Transitions`), at a hundredth of the time.

    Parameters
    ----------
    transitions : Transitions
        Of rules that `fits` says are such.
    outcomes : HandOutcomes
    draw : callable
        The outcome of the hand of a number in each match: integers, shape (matches,).
    """

    def __init__(
        self, transitions: Transitions, outcomes: HandOutcomes, draw: Callable[[int], NDArray[np.intp]]
    ) -> None:
        self._rules, self._low, self._high = transitions.rules, transitions.low, transitions.high
        self._points, self._draw = outcomes.points, draw
        self._sides = outcomes.points.shape[1]
        #: The outcome of each hand of each match: shape (matches, hands).
        self._drawn: NDArray[np.intp] = np.empty((0, 0), dtype=np.intp)
        #: By how far a side follows the first dealer.
        self._paths: dict[int, _Path] = {}
        #: First passages by distance and score: shape (matches,). Of two the lower one wins.
        self._passages: dict[tuple[int, int], NDArray[np.int32]] = {}
        self._lengthen(_HANDS)

    @staticmethod
    def fits(rules: Rules, outcomes: HandOutcomes) -> bool:
        """Whether scores that reach the target are all that ends a match, and it does not matter who bid."""
        return (
            rules.match == "single_game"
            and rules.negative_target is None
            and rules.lies_limit is None
            and rules.hand_limit is None
            and not rules.win_on_own_bid
            and rules.tie_break != "bidder_first"
            and int(np.abs(outcomes.points).max()) < _SPAN
        )

    def win(self, scores: NDArray[np.int64], dealer: int) -> NDArray[np.float64]:
        """The share of matches that each side wins from some scores below the target: shapes (n, sides).

        Raises
        ------
        WhistError
            Where matches do not end.
        """
        won = np.zeros(scores.shape)
        tied: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]] = []
        for number, row in enumerate(scores.tolist()):
            end_if_cancelled()
            passages = self._passages_of(row, dealer)
            first = passages.min(axis=0)
            reached = passages == first
            alone = reached.sum(axis=0, dtype=np.int8) == 1
            won[number] = (reached & alone).sum(axis=1)
            several = np.flatnonzero(~alone)
            hands = -(-first[several].astype(np.intp) // _SPAN)
            tied.append((np.full(len(several), number), several, hands))
        states, rows, hands = (np.concatenate(each) for each in zip(*tied, strict=True))
        self._add_tied(won, scores, dealer, states, rows, hands)
        return np.asarray(won / self._drawn.shape[0])

    def _passages_of(self, scores: list[int], dealer: int) -> NDArray[np.int32]:
        """First passages of all sides, over so many hands that each match has one: shape (sides, matches)."""
        while True:
            several = [self._passage((i - dealer) % self._sides, score) for i, score in enumerate(scores)]
            passages = np.stack(several)
            if int(passages.min(axis=0).max()) < self._drawn.shape[1] * _SPAN:
                return passages
            self._lengthen(2 * self._drawn.shape[1])

    def _lengthen(self, hands: int) -> None:
        """Draws so many hands of each match in place of those so far."""
        if hands > _MOST_HANDS:
            raise WhistError("matches do not end: expected outcomes that end a match")
        self._drawn = np.stack([self._draw(hand) for hand in range(hands)], axis=1)
        self._paths.clear()
        self._passages.clear()

    def _passage(self, distance: int, score: int) -> NDArray[np.int32]:
        """When a side first reaches the target, so many seats after the first dealer's side."""
        if (distance, score) not in self._passages:
            path = self._path(distance)
            # Scores so far are at their highest where the sum was, or where the walk has left the barrier.
            short = path.highest < self._rules.target - score
            hands = np.minimum(short.sum(axis=0, dtype=np.int16), path.from_barrier)
            reached = hands < len(short)
            passages: NDArray[np.int32] = hands.astype(np.int32) * _SPAN
            if self._rules.tie_break == "highest_wins_then_replay":
                some = np.flatnonzero(reached), hands[reached]
                # A score that would fall below the lowest one stays there (a walk with a reflecting barrier).
                kept = np.maximum(score, self._low - path.lowest[some])
                passages[reached] -= kept + path.sums[some] - self._rules.target
            if len(self._passages) >= _KEPT:
                self._passages.clear()
            self._passages[distance, score] = passages
            return passages
        return self._passages[distance, score]

    def _path(self, distance: int) -> _Path:
        if distance not in self._paths:
            # The deal passes on, so that the side is one nearer to the dealer's from hand to hand.
            columns = (distance - np.arange(self._drawn.shape[1])) % self._sides
            sums = self._points[self._drawn, columns].cumsum(axis=1, dtype=np.int32)
            lowest = np.minimum.accumulate(sums, axis=1)
            highest = np.ascontiguousarray(np.maximum.accumulate(sums, axis=1).T)
            on_barrier = self._low - lowest + sums < self._rules.target
            from_barrier = np.logical_and.accumulate(on_barrier, axis=1).sum(axis=1, dtype=np.int16)
            self._paths[distance] = _Path(sums, lowest, highest, from_barrier)
        return self._paths[distance]

    def _add_tied(
        self,
        won: NDArray[np.float64],
        scores: NDArray[np.int64],
        dealer: int,
        states: NDArray[np.intp],
        rows: NDArray[np.intp],
        hands: NDArray[np.intp],
    ) -> None:
        """Adds the wins of each state in matches in which several reach the target in the same hand alike."""
        sides = np.arange(self._sides)
        after = np.empty((len(rows), self._sides), dtype=np.int64)
        for side in sides:
            path = self._path((side - dealer) % self._sides)
            kept = np.maximum(scores[states, side], self._low - path.lowest[rows, hands])
            after[:, side] = kept + path.sums[rows, hands]
        while len(rows):
            winners = after >= self._rules.target
            if self._rules.tie_break == "highest_wins_then_replay":
                winners &= after == after.max(axis=1, keepdims=True)
                winners &= winners.sum(axis=1, keepdims=True) == 1
            over = winners.any(axis=1)
            np.add.at(won, states[over], winners[over] / winners[over].sum(axis=1, keepdims=True))
            # Equal scores decide nothing: they play on.
            states, rows, hands, after = states[~over], rows[~over], hands[~over] + 1, after[~over]
            if len(rows) and int(hands.max()) >= self._drawn.shape[1]:
                self._lengthen(2 * self._drawn.shape[1])
            columns = (sides - dealer - hands[:, np.newaxis]) % self._sides
            points = self._points[self._drawn[rows, hands][:, np.newaxis], columns]
            after = np.clip(after, self._low, self._high) + points
            if self._rules.score_floor_zero:
                after = np.maximum(after, 0)
