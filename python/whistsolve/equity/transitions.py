"""One hand of a match, for many matches at once: from a state to the next one or to the end of the match."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from whistsolve.equity.game_ends import GameEnds, HandsPlayed
from whistsolve.equity.match_state import MatchState
from whistsolve.rules import Rules


@dataclass(frozen=True, slots=True)
class Matches:
    """States of n matches: shapes (n, sides), and (n,) for `hands`. See `MatchState`."""

    scores: NDArray[np.int64]
    sets: NDArray[np.int64]
    games: NDArray[np.int64]
    hands: NDArray[np.int64]

    @classmethod
    def one(cls, state: MatchState) -> Matches:
        """A single match."""
        scores, sets, games = (np.array([each]) for each in (state.scores, state.sets, state.games))
        return cls(scores, sets, games, np.array([state.hands]))

    def states(self) -> list[MatchState]:
        """The state of each match."""
        columns = (each.tolist() for each in (self.scores, self.sets, self.games, self.hands))
        return [
            MatchState(tuple(scores), tuple(sets), tuple(games), hands)
            for scores, sets, games, hands in zip(*columns, strict=True)
        ]

    def of(self, rows: NDArray[np.bool_] | NDArray[np.intp]) -> Matches:
        """The matches that a mask or indices select."""
        return Matches(self.scores[rows], self.sets[rows], self.games[rows], self.hands[rows])


@dataclass(frozen=True, slots=True)
class Contracts:
    """The contract of a hand in each match: shapes (n,).

    `declarers` is the declarer's side, -1 if nobody declared or it is unknown; `made` and `two_games` are as
    for `HandOutcomes`; `counted` is whether the hand counts, that is, was not thrown in.
    """

    declarers: NDArray[np.int64]
    made: NDArray[np.bool_]
    two_games: NDArray[np.bool_]
    counted: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class HandsAfter:
    """The result of a hand in each match: the next state, meaningless for matches that are over.

    `over`, shape (n,), is whether the match is over; `shares`, float64, shape (n, sides), each side's share
    of the win if it is, otherwise 0; `won`, shape (n, sides), how many games the hand won for each side.
    """

    matches: Matches
    over: NDArray[np.bool_]
    shares: NDArray[np.float64]
    won: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Transitions:
    """The rules by which a hand changes the state of a match; scores are clipped to `low` and `high`."""

    rules: Rules
    low: int
    high: int

    @classmethod
    def of(cls, rules: Rules) -> Transitions:
        """The transitions under the rules; scores above the target stay distinct if they may not win yet."""
        target = rules.target
        assert target is not None  # by `has_equity`
        low = -target if rules.negative_target is None else rules.negative_target + 1
        low = max(low, 0) if rules.score_floor_zero else low
        return cls(rules, low, 2 * target if rules.win_on_own_bid else target - 1)

    def after(self, matches: Matches, points: NDArray[np.int64], contracts: Contracts) -> HandsAfter:
        """The result of a hand in each match; points are integers, shape (n, sides) or (sides,)."""
        rules = self.rules
        scores = matches.scores + points
        if rules.score_floor_zero:
            scores = np.maximum(scores, 0)
        sets, hands = matches.sets, matches.hands + contracts.counted
        played = HandsPlayed(scores, sets, hands, contracts.declarers, contracts.made)
        missed = played.is_declarer & ~contracts.made[:, np.newaxis]
        played = replace(played, sets=sets + missed)
        winners, by_target = GameEnds(rules).winners(played)
        worth = np.ones(len(scores), dtype=np.int64)
        won_by_declarer = (winners & played.is_declarer & contracts.made[:, np.newaxis]).any(axis=1)
        worth[by_target & won_by_declarer & contracts.two_games] = rules.boston_game_value
        won = winners * worth[:, np.newaxis]
        games = matches.games + won
        over, shares = self._ends(winners, games)
        again = winners.any(axis=1) & ~over
        following = Matches(
            np.where(again[:, np.newaxis], 0, np.clip(scores, self.low, self.high)),
            np.where(again[:, np.newaxis], 0, played.sets),
            games,
            np.where(again, 0, hands),
        )
        return HandsAfter(following, over, shares, won)

    def _ends(
        self, winners: NDArray[np.bool_], games: NDArray[np.int64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Whether matches are over, and each side's share of the win."""
        best = winners
        if self.rules.match == "best_of":
            leading = 2 * games > self.rules.best_of
            best = leading & (games == games.max(axis=1, keepdims=True)) & winners.any(axis=1, keepdims=True)
        shares = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
        return np.asarray(best.any(axis=1)), np.asarray(shares, dtype=np.float64)
