"""Matches that are simulated from a score: hand by hand, or by first-passage times if these decide them."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.cancelling import end_if_cancelled
from whistsolve.equity.transitions import HandOutcomes, Matches, Transitions
from whistsolve.errors import WhistError
from whistsolve.rules import Rules

#: Hands of each match whose outcomes are cached; those of longer matches are drawn again, which is quick.
_KEPT_HANDS: Final = 512
#: Maximum number of hands of a match simulated hand by hand; if one takes longer, the simulation fails.
_MOST_IN_TURN: Final = 20_000
#: Hands drawn for each match at first, and at most; the number is doubled until all matches are over.
_HANDS, _MOST_HANDS = 32, 8192
#: Maximum number of first passages cached, each for all matches: more than players need in a match.
_KEPT: Final = 512
#: More than the points of any hand (`fits`): a passage is coded as hand * _SPAN - points above the target.
_SPAN: Final = 1 << 16


class _Path(NamedTuple):
    """What a side has scored after each hand of each match, counted from 0.

    `sums` and `lowest`, (matches, hands), are the sum of its points and the lowest sum so far; `highest`,
    (hands, matches), the highest. `from_barrier`, (matches,), is the hand in which a side that has been at
    the lowest possible score first reaches the target; the number of hands if it does not.
    """

    sums: NDArray[np.int32]
    lowest: NDArray[np.int32]
    highest: NDArray[np.int32]
    from_barrier: NDArray[np.int16]


class SimulatedMatches:
    """Matches played hand by hand with drawn outcomes: common random numbers for all scores."""

    def __init__(self, transitions: Transitions, outcomes: HandOutcomes, matches: int, seed: int) -> None:
        self.transitions, self.outcomes = transitions, outcomes
        self._cumulative = outcomes.probabilities.cumsum()
        self._matches, self._seed = matches, seed
        self._drawn: dict[int, NDArray[np.intp]] = {}

    def drawn(self, number: int) -> NDArray[np.intp]:
        """The outcome of the hand with this number in each match: shape (matches,)."""
        found = self._drawn.get(number)
        if found is None:
            generator = np.random.Generator(np.random.PCG64([self._seed % 2**64, number]))
            quantiles = generator.random(self._matches) * self._cumulative[-1]
            indices = np.searchsorted(self._cumulative, quantiles, side="right")
            found = np.minimum(indices, len(self._cumulative) - 1)
            if number < _KEPT_HANDS:
                self._drawn[number] = found
        return found

    def win(self, start: Matches, dealer: int) -> tuple[float, ...]:
        """The share of matches that each side wins from one state, a Monte Carlo estimate."""
        sides = self.outcomes.points.shape[1]
        playing: NDArray[np.intp] = np.arange(self._matches)
        matches = start.of(np.zeros(self._matches, dtype=np.intp))
        won = np.zeros(sides)
        for hand in range(_MOST_IN_TURN):
            end_if_cancelled()
            if not len(playing):
                return tuple((won / self._matches).tolist())
            rows, deals = self.drawn(hand)[playing], (dealer + hand) % sides
            points = np.roll(self.outcomes.points[rows], deals, axis=1)
            after = self.transitions.after(matches, points, self.outcomes.contracts(rows, deals))
            won += after.shares[after.over].sum(axis=0)
            playing, matches = playing[~after.over], after.matches.of(~after.over)
        raise WhistError("matches do not end: expected outcomes that end a match")


class FirstPassages:
    """Matches that end when a score reaches the target, simulated with the same hands from all scores.

    A side's points do not depend on the scores of the others. So the hand in which it first reaches the
    target is found once for each of its own scores, in all matches at once. The earliest side wins. The
    chances are those of `SimulatedMatches`, in a hundredth of the time.

    Threads may share one: `drawn` is passed along, and cache keys have the number of its hands.
    """

    def __init__(self, simulated: SimulatedMatches) -> None:
        transitions, outcomes = simulated.transitions, simulated.outcomes
        self._rules, self._low, self._high = transitions.rules, transitions.low, transitions.high
        assert self._rules.target is not None  # by `has_equity`
        self._target = self._rules.target
        self._points, self._draw = outcomes.points, simulated.drawn
        self._sides = outcomes.points.shape[1]
        #: The outcome of each hand of each match: shape (matches, hands).
        self._drawn: NDArray[np.intp] = np.empty((0, 0), dtype=np.intp)
        #: Paths by hands and distance: how many sides a side is after the first dealer's.
        self._paths: dict[tuple[int, int], _Path] = {}
        #: First passages by hands, distance and score: shape (matches,). The side with the lowest one wins.
        self._passages: dict[tuple[int, int, int], NDArray[np.int32]] = {}
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
        won, drawn = np.zeros(scores.shape), self._drawn
        tied: list[NDArray[np.intp]] = []
        for number, row in enumerate(scores.tolist()):
            end_if_cancelled()
            while True:
                each = [self._passage((i - dealer) % self._sides, at, drawn) for i, at in enumerate(row)]
                first = (passages := np.stack(each)).min(axis=0)
                if int(first.max()) < drawn.shape[1] * _SPAN:  # every match is won
                    break
                drawn = self._lengthen(2 * drawn.shape[1])
            reached = passages == first
            alone = reached.sum(axis=0, dtype=np.int8) == 1
            won[number] = (reached & alone).sum(axis=1)
            several = np.flatnonzero(~alone)
            hands = -(-first[several].astype(np.intp) // _SPAN)
            tied.append(np.stack([np.full(len(several), number), several, hands]))
        self._add_tied(won, scores, dealer, np.concatenate(tied, axis=1), drawn)
        return np.asarray(won / drawn.shape[0])

    def _lengthen(self, hands: int) -> NDArray[np.intp]:
        """Draw this many hands of each match, and forget what was computed from fewer."""
        if hands > _MOST_HANDS:
            raise WhistError("matches do not end: expected outcomes that end a match")
        drawn = self._drawn = np.stack([self._draw(hand) for hand in range(hands)], axis=1)
        self._paths, self._passages = {}, {}
        return drawn

    def _passage(self, distance: int, score: int, drawn: NDArray[np.intp]) -> NDArray[np.int32]:
        """When the side at a distance after the first dealer's first reaches the target from a score."""
        key = drawn.shape[1], distance, score
        passages = self._passages.get(key)
        if passages is None:
            path = self._path(distance, drawn)
            # The target is reached either from the first score or from the barrier, the lowest score.
            short = path.highest < self._target - score
            hands = np.minimum(short.sum(axis=0, dtype=np.int16), path.from_barrier)
            reached = hands < len(short)
            passages = hands.astype(np.int32) * _SPAN
            if self._rules.tie_break == "highest_wins_then_replay":
                some = np.flatnonzero(reached), hands[reached]
                # A score that would fall below the lowest one stays there (a walk with a reflecting barrier).
                kept = np.maximum(score, self._low - path.lowest[some])
                passages[reached] -= kept + path.sums[some] - self._target
            if len(self._passages) >= _KEPT:
                self._passages.clear()
            self._passages[key] = passages
        return passages

    def _path(self, distance: int, drawn: NDArray[np.intp]) -> _Path:
        path = self._paths.get((drawn.shape[1], distance))
        if path is None:
            # The deal passes on, so that with each hand the side is one nearer to the dealer's.
            columns = (distance - np.arange(drawn.shape[1])) % self._sides
            sums = self._points[drawn, columns].cumsum(axis=1, dtype=np.int32)
            lowest = np.minimum.accumulate(sums, axis=1)
            highest = np.ascontiguousarray(np.maximum.accumulate(sums, axis=1).T)
            on_barrier = self._low - lowest + sums < self._target
            from_barrier = np.logical_and.accumulate(on_barrier, axis=1).sum(axis=1, dtype=np.int16)
            path = self._paths[drawn.shape[1], distance] = _Path(sums, lowest, highest, from_barrier)
        return path

    def _add_tied(
        self,
        won: NDArray[np.float64],
        scores: NDArray[np.int64],
        dealer: int,
        tied: NDArray[np.intp],
        drawn: NDArray[np.intp],
    ) -> None:
        """Add to `won` the results of matches in which several sides reach the target in the same hand."""
        states, rows, hands = tied
        sides = np.arange(self._sides)
        after = np.empty((len(rows), self._sides), dtype=np.int64)
        for side in sides:
            path = self._path((side - dealer) % self._sides, drawn)
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
            if len(rows) and int(hands.max()) >= drawn.shape[1]:
                drawn = self._lengthen(2 * drawn.shape[1])
            columns = (sides - dealer - hands[:, np.newaxis]) % self._sides
            points = self._points[drawn[rows, hands][:, np.newaxis], columns]
            after = np.clip(after, self._low, self._high) + points
            if self._rules.score_floor_zero:
                after = np.maximum(after, 0)
