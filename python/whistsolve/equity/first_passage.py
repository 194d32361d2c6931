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

#: Hands drawn for each match at first; the number is doubled until all matches are over by then.
_HANDS: Final = 32
#: Maximum number of hands of a simulated match; if one takes longer, the simulation fails.
_MOST_HANDS: Final = 8192
#: Maximum number of first passages cached, each for all matches: more than players need in a match.
_KEPT: Final = 512
#: More than the points of any hand (`fits`): a passage is coded as hand * _SPAN - points above the target.
_SPAN: Final = 1 << 16


class _Path(NamedTuple):
    """What a side has scored after each hand of each match, counted from 0.

    `sums` and `lowest`, int32, shape (matches, hands), are the sum of its points and the lowest sum so far;
    `highest`, shape (hands, matches), the highest sum so far. `from_barrier`, int16, shape (matches,), is the
    hand in which a side that has been at the lowest possible score first reaches the target, whatever its
    score at first; the number of hands if it does not.
    """

    sums: NDArray[np.int32]
    lowest: NDArray[np.int32]
    highest: NDArray[np.int32]
    from_barrier: NDArray[np.int16]


class FirstPassages:
    """Matches that end when a score reaches the target, simulated with the same hands from all scores.

    What a side scores in the hands of a match does not depend on the scores of the others. So the hand in
    which it first reaches the target (first-passage time) is found once for each of its own scores, in all
    matches at once, and a match from any scores is won by the side with the earliest one. The chances are
    exactly those of simulating the matches hand by hand (`Transitions`), in a hundredth of the time.

    `draw` gives the outcome of the hand with a given number in each match: integers, shape (matches,).
    """

    def __init__(
        self, transitions: Transitions, outcomes: HandOutcomes, draw: Callable[[int], NDArray[np.intp]]
    ) -> None:
        self._rules, self._low, self._high = transitions.rules, transitions.low, transitions.high
        assert self._rules.target is not None  # by `has_equity`
        self._target = self._rules.target
        self._points, self._draw = outcomes.points, draw
        self._sides = outcomes.points.shape[1]
        #: The outcome of each hand of each match: shape (matches, hands).
        self._drawn: NDArray[np.intp] = np.empty((0, 0), dtype=np.intp)
        #: Paths by distance: how many sides a side is after the first dealer's.
        self._paths: dict[int, _Path] = {}
        #: First passages by distance and score: shape (matches,). The side with the lowest one wins.
        self._passages: dict[tuple[int, int], NDArray[np.int32]] = {}
        self._lengthen(_HANDS)

    @staticmethod
    def fits(rules: Rules, outcomes: HandOutcomes) -> bool:
        """Whether only scores that reach the target end a match, and it does not matter who bid."""
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
        """The share of matches that each side wins from given scores below the target: both (n, sides)."""
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
        """First passages of all sides, with enough hands that every match is won: shape (sides, matches)."""
        while True:
            several = [self._passage((i - dealer) % self._sides, score) for i, score in enumerate(scores)]
            passages = np.stack(several)
            if int(passages.min(axis=0).max()) < self._drawn.shape[1] * _SPAN:
                return passages
            self._lengthen(2 * self._drawn.shape[1])

    def _lengthen(self, hands: int) -> None:
        """Draw this many hands of each match, and clear what was computed from fewer."""
        if hands > _MOST_HANDS:
            raise WhistError("matches do not end: expected outcomes that end a match")
        self._drawn = np.stack([self._draw(hand) for hand in range(hands)], axis=1)
        self._paths.clear()
        self._passages.clear()

    def _passage(self, distance: int, score: int) -> NDArray[np.int32]:
        """When the side at a distance after the first dealer's first reaches the target from a score."""
        if (distance, score) not in self._passages:
            path = self._path(distance)
            # The target is reached either from the first score or from the barrier, the lowest score.
            short = path.highest < self._target - score
            hands = np.minimum(short.sum(axis=0, dtype=np.int16), path.from_barrier)
            reached = hands < len(short)
            passages: NDArray[np.int32] = hands.astype(np.int32) * _SPAN
            if self._rules.tie_break == "highest_wins_then_replay":
                some = np.flatnonzero(reached), hands[reached]
                # A score that would fall below the lowest one stays there (a walk with a reflecting barrier).
                kept = np.maximum(score, self._low - path.lowest[some])
                passages[reached] -= kept + path.sums[some] - self._target
            if len(self._passages) >= _KEPT:
                self._passages.clear()
            self._passages[distance, score] = passages
            return passages
        return self._passages[distance, score]

    def _path(self, distance: int) -> _Path:
        if distance not in self._paths:
            # The deal passes on, so that with each hand the side is one nearer to the dealer's.
            columns = (distance - np.arange(self._drawn.shape[1])) % self._sides
            sums = self._points[self._drawn, columns].cumsum(axis=1, dtype=np.int32)
            lowest = np.minimum.accumulate(sums, axis=1)
            highest = np.ascontiguousarray(np.maximum.accumulate(sums, axis=1).T)
            on_barrier = self._low - lowest + sums < self._target
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
        """Add to `won` the results of matches in which several sides reach the target in the same hand."""
        sides = np.arange(self._sides)
        after = np.empty((len(rows), self._sides), dtype=np.int64)
        for side in sides:
            path = self._path((side - dealer) % self._sides)
            kept = np.maximum(scores[states, side], self._low - path.lowest[rows, hands])
            after[:, side] = kept + path.sums[rows, hands]
        while len(rows):
            winners = after >= self._target
            if self._rules.tie_break == "highest_wins_then_replay":
                winners &= after == after.max(axis=1, keepdims=True)
                winners &= winners.sum(axis=1, keepdims=True) == 1
            over = winners.any(axis=1)
            np.add.at(won, states[over], winners[over] / winners[over].sum(axis=1, keepdims=True))
            # Ties that decide nothing are played on.
            states, rows, hands, after = states[~over], rows[~over], hands[~over] + 1, after[~over]
            if len(rows) and int(hands.max()) >= self._drawn.shape[1]:
                self._lengthen(2 * self._drawn.shape[1])
            columns = (sides - dealer - hands[:, np.newaxis]) % self._sides
            points = self._points[self._drawn[rows, hands][:, np.newaxis], columns]
            after = np.clip(after, self._low, self._high) + points
            if self._rules.score_floor_zero:
                after = np.maximum(after, 0)
