"""Ends of many games at once: who wins each, with the same precedence of ends as in `game.match.ends`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.rules import Rules


@dataclass(frozen=True, slots=True)
class HandsPlayed:
    """Games after a hand each: integers, `scores` and `sets` of shape (n, sides), `hands` that counted (n,).

    `sets` are missed bids; `declarers`, shape (n,), is the declarer's side, -1 if it is unknown or there was
    none; `made`, bool, shape (n,), is whether the contract was made.
    """

    scores: NDArray[np.int64]
    sets: NDArray[np.int64]
    hands: NDArray[np.int64]
    declarers: NDArray[np.int64]
    made: NDArray[np.bool_]

    @property
    def is_declarer(self) -> NDArray[np.bool_]:
        """Whether each side declared: bool, shape (n, sides)."""
        sides = np.arange(self.scores.shape[1])
        return np.asarray(self.declarers[:, np.newaxis] == sides)


@dataclass(frozen=True, slots=True)
class GameEnds:
    """The rules by which a game ends. Reneges and the time limit are ignored."""

    rules: Rules

    def winners(self, played: HandsPlayed) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Who wins each game, (n, sides), nobody if it goes on; and whether by reaching the target, (n,)."""
        rules = self.rules
        found: NDArray[np.bool_] = np.zeros(played.scores.shape, dtype=np.bool_)
        if rules.lies_limit is not None:
            found = _first(found, self._by_lies(played, rules.lies_limit))
        if rules.negative_target is not None:
            found = _first(found, self._by_floor(played, rules.negative_target))
        before = found.any(axis=1)
        found = _first(found, self._by_target(played))
        by_target = np.asarray(found.any(axis=1) & ~before)
        if rules.hand_limit is not None:
            last = (played.hands >= rules.hand_limit)[:, np.newaxis]
            best = last & _highest(np.ones_like(found), played.scores)
            found = _first(found, _winners_among(best, played, rules.tie_break))
        return found, by_target

    def _by_lies(self, played: HandsPlayed, limit: int) -> NDArray[np.bool_]:
        missed = played.is_declarer & ~played.made[:, np.newaxis]
        lost = (missed & (played.sets >= limit)).any(axis=1, keepdims=True)
        return np.asarray(lost & ~missed)

    def _by_floor(self, played: HandsPlayed, low: int) -> NDArray[np.bool_]:
        fallen = played.scores <= low
        left = _highest(~fallen, played.scores)
        everybody = fallen.all(axis=1, keepdims=True)
        candidates = fallen.any(axis=1, keepdims=True) & (left | everybody)
        return _winners_among(candidates, played, self.rules.negative_tie_break)

    def _by_target(self, played: HandsPlayed) -> NDArray[np.bool_]:
        assert self.rules.target is not None  # by `has_equity`
        reached = played.scores >= self.rules.target
        if self.rules.win_on_own_bid:
            reached &= played.is_declarer & played.made[:, np.newaxis]
        return _winners_among(reached, played, self.rules.tie_break)


def _first(found: NDArray[np.bool_], more: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.where(found.any(axis=1, keepdims=True), found, more)


def _highest(players: NDArray[np.bool_], scores: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of the given players have the highest score among them."""
    counted = np.where(players, scores, np.iinfo(np.int64).min)
    return np.asarray(players & (counted == counted.max(axis=1, keepdims=True)))


def _winners_among(candidates: NDArray[np.bool_], played: HandsPlayed, rule: str) -> NDArray[np.bool_]:
    """The winners among sides that have met a condition for winning; nobody if another hand must decide."""
    if rule == "shared":
        return candidates
    best = _highest(candidates, played.scores)
    best &= best.sum(axis=1, keepdims=True) == 1
    if rule == "bidder_first":
        bidder = candidates & played.is_declarer
        best = np.where(bidder.any(axis=1, keepdims=True), bidder, best)
    return best
