"""Ends of a game for many scores at once: who wins it, in the order that `game.match.ends` has for one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.rules import Rules

__all__ = ["GameEnds", "HandsPlayed"]


@dataclass(frozen=True, slots=True)
class HandsPlayed:
    """Games after a hand each.

    Attributes
    ----------
    scores, sets : ndarray
        Integers, shape (n, sides): after the hand.
    hands : ndarray
        Integers, shape (n,): hands that counted, this one among them.
    declarers : ndarray
        Integers, shape (n,): the declarer's side, -1 where it is not known or there was none.
    made : ndarray
        bool, shape (n,): whether the contract was made.
    """

    scores: NDArray[np.int64]
    sets: NDArray[np.int64]
    hands: NDArray[np.int64]
    declarers: NDArray[np.int64]
    made: NDArray[np.bool_]

    @property
    def is_declarer(self) -> NDArray[np.bool_]:
        """Whether a side has declared: shape (n, sides)."""
        sides = np.arange(self.scores.shape[1])
        return np.asarray(self.declarers[:, np.newaxis] == sides)


@dataclass(frozen=True, slots=True)
class GameEnds:
    """The rules by which a game ends. Reneges and time are left out."""

    rules: Rules

    def winners(self, played: HandsPlayed) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Who wins each game, shape (n, sides), nobody where it goes on; and whether by the target, (n,)."""
        found = self._first(self._by_lies(played), self._by_floor(played))
        before = found.any(axis=1)
        found = self._first(found, self._by_target(played))
        by_target = np.asarray(found.any(axis=1) & ~before)
        return self._first(found, self._by_hands(played)), by_target

    @staticmethod
    def _first(found: NDArray[np.bool_], more: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return np.where(found.any(axis=1, keepdims=True), found, more)

    def _by_lies(self, played: HandsPlayed) -> NDArray[np.bool_]:
        limit = self.rules.lies_limit
        if limit is None:
            return np.zeros(played.scores.shape, dtype=np.bool_)
        missed = played.is_declarer & ~played.made[:, np.newaxis]
        lost = (missed & (played.sets >= limit)).any(axis=1, keepdims=True)
        return np.asarray(lost & ~missed)

    def _by_floor(self, played: HandsPlayed) -> NDArray[np.bool_]:
        low = self.rules.negative_target
        if low is None:
            return np.zeros(played.scores.shape, dtype=np.bool_)
        fallen = played.scores <= low
        left = _highest(~fallen, played.scores)
        everybody = fallen.all(axis=1, keepdims=True)
        candidates = fallen.any(axis=1, keepdims=True) & (left | everybody)
        return _winners_among(candidates, played, self.rules.negative_tie_break)

    def _by_target(self, played: HandsPlayed) -> NDArray[np.bool_]:
        reached = played.scores >= self.rules.target
        if self.rules.win_on_own_bid:
            reached &= played.is_declarer & played.made[:, np.newaxis]
        return _winners_among(reached, played, self.rules.tie_break)

    def _by_hands(self, played: HandsPlayed) -> NDArray[np.bool_]:
        limit = self.rules.hand_limit
        if limit is None:
            return np.zeros(played.scores.shape, dtype=np.bool_)
        last = (played.hands >= limit)[:, np.newaxis]
        everybody = np.ones(played.scores.shape, dtype=np.bool_)
        return _winners_among(last & _highest(everybody, played.scores), played, self.rules.tie_break)


def _highest(players: NDArray[np.bool_], scores: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Those of some sides with the highest score."""
    counted = np.where(players, scores, np.iinfo(np.int64).min)
    return np.asarray(players & (counted == counted.max(axis=1, keepdims=True)))


def _winners_among(candidates: NDArray[np.bool_], played: HandsPlayed, rule: str) -> NDArray[np.bool_]:
    """Winners among sides that all could win; nobody where another hand decides."""
    if rule == "shared":
        return candidates
    best = _highest(candidates, played.scores)
    best &= best.sum(axis=1, keepdims=True) == 1
    if rule == "bidder_first":
        bidder = candidates & played.is_declarer
        best = np.where(bidder.any(axis=1, keepdims=True), bidder, best)
    return best
