"""Match equity: the probability to win a match from any score, by dynamic programming or simulation.

A match is an absorbing Markov chain: its states are the scores of all sides and the side that deals, its
transitions the outcomes of a hand, and it is absorbed where a score ends the match.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.errors import RulesError, WhistError
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count
from whistsolve.values.reading import read_integer, read_several, shown

__all__ = ["HandOutcomes", "MatchEquity"]

#: Most states for which the chain is solved; matches of larger ones are simulated.
_MOST_STATES = 200_000
#: Convergence: no probability changes by this much in a sweep.
_TOLERANCE = 1e-12
#: Sweeps of the iteration, and hands of a simulated match, before it is given up.
_MOST_SWEEPS = 20_000
#: Matches that are simulated for each score asked for: a standard error of 0.0025 at most.
_SIMULATED = 40_000


@dataclass(frozen=True, slots=True, eq=False)
class HandOutcomes:
    """The distribution of the points that a hand scores for each side, counted from the dealer's.

    Parameters
    ----------
    points : ndarray
        Integers, shape (outcomes, sides): column 0 is the dealer's side, the others follow in order of play.
    probabilities : ndarray
        float64, shape (outcomes,), summing to one.

    Raises
    ------
    WhistError
        Where the shapes do not fit, or probabilities are negative or do not sum to one.
    """

    points: NDArray[np.int64]
    probabilities: NDArray[np.float64]

    def __post_init__(self) -> None:
        points = np.asarray(self.points)
        probabilities = np.asarray(self.probabilities, dtype=np.float64)
        if points.ndim != 2 or points.dtype.kind not in "iu" or probabilities.shape != points.shape[:1]:
            raise WhistError("outcomes are wrong: expected whole points, shape (n, sides), and n chances")
        if not len(probabilities) or (probabilities < 0).any() or abs(probabilities.sum() - 1) > 1e-9:
            raise WhistError("chances of outcomes are wrong: expected none below 0, and 1 in all")
        object.__setattr__(self, "points", points.astype(np.int64))
        object.__setattr__(self, "probabilities", probabilities)

    @classmethod
    def of_hands(cls, points: NDArray[np.int64]) -> HandOutcomes:
        """The empirical distribution of some hands.

        Parameters
        ----------
        points : ndarray
            Integers, shape (hands, sides): column 0 is the dealer's side.
        """
        rows, counts = np.unique(np.asarray(points), axis=0, return_counts=True)
        return cls(rows, counts / counts.sum())


class MatchEquity:
    """The probability of each side to win the match from any score, where hands are independent draws.

    Parameters
    ----------
    rules : Rules
        Target, limit below, and who wins where several reach the target.
    outcomes : HandOutcomes
        The distribution of a hand, with as many sides as the rules have.
    seed : int
        Of the random numbers of matches that are simulated.
    matches : int
        How many matches are simulated for each score asked for.

    Raises
    ------
    RulesError
        Where the rules have no single game to win, or nothing that ends it.
    WhistError
        Where the outcomes are of another number of sides, or never end a match.

    Notes
    -----
    The absorption probabilities of a Markov chain, by dynamic programming. Scores can fall as well as rise,
    so that the chain has cycles, and no order of the states solves each in one step. It is solved by value
    iteration (Bellman 1957) without a choice of actions, each dealer's table updated in place as in the
    method of Gauss and Seidel, until no probability changes by more than 1e-12. Where there are more than
    200,000 states, as in cutthroat, matches are simulated from the score asked for, with common random
    numbers for all scores, so that differences between scores have less variance.

    Simplifications: without a limit below, scores are cut off at minus the target. Missed bids
    (``lies_limit``), reneges, and games that count double are left out. Under
    ``tie_break="highest_wins_then_replay"`` the highest of several wins, and equal ones play on at one below
    the target.

    Examples
    --------
    >>> hand = HandOutcomes(np.array([[3, 0], [0, 3], [-4, 0], [0, -4]]), np.full(4, 0.25))
    >>> equity = MatchEquity(Rules.preset("bid_whist_seed"), hand)
    >>> [round(chance, 3) for chance in equity.win((0, 0), dealer=0)]
    [0.5, 0.5]
    """

    __slots__ = ("_draws", "_low", "_matches", "_outcomes", "_rules", "_seed", "_sides", "_size", "_table")

    def __init__(
        self, rules: Rules, outcomes: HandOutcomes, *, seed: int = 0, matches: int = _SIMULATED
    ) -> None:
        if not isinstance(rules, Rules) or rules.match != "single_game" or rules.rise_and_fly == "on_set":
            raise RulesError("rules are wrong: expected match='single_game', and a score to be won by")
        if not isinstance(outcomes, HandOutcomes):
            raise WhistError(f"outcomes {shown(outcomes)} are wrong: expected HandOutcomes")
        self._rules = rules
        self._outcomes = outcomes
        self._sides = side_count(rules)
        if outcomes.points.shape[1] != self._sides:
            raise WhistError(f"outcomes are of {outcomes.points.shape[1]} sides: expected {self._sides}")
        if not outcomes.points.any():
            raise WhistError("outcomes never change a score: expected some that end a match")
        self._seed = read_integer(seed, "seed", WhistError)
        self._matches = read_integer(matches, "matches", WhistError, 1, 10_000_000)
        limit = rules.negative_target
        #: The lowest score that does not end the match, and how many scores do not.
        self._low = -rules.target if limit is None else limit + 1
        self._size = rules.target - self._low
        self._table: NDArray[np.float64] | None = None
        self._draws: dict[int, NDArray[np.intp]] = {}
        if self._sides * self._size**self._sides <= _MOST_STATES:
            self._table = self._solve()

    @property
    def rules(self) -> Rules:
        """The rules of the matches."""
        return self._rules

    @property
    def is_exact(self) -> bool:
        """Whether the chain is solved; otherwise matches are simulated."""
        return self._table is not None

    def win(self, scores: Sequence[int], dealer: int) -> tuple[float, ...]:
        """The probability of each side to win the match.

        Parameters
        ----------
        scores : sequence of int
            For each side. A score that ends the game is allowed: then the winner is certain.
        dealer : int
            The side that deals next.

        Raises
        ------
        WhistError
            Where there is not a score for each side, or no such dealer.
        """
        read = [
            read_integer(each, "score", WhistError) for each in read_several(scores, "scores", WhistError)
        ]
        if len(read) != self._sides:
            raise WhistError(
                f"scores {shown(scores)} are wrong: expected one for each of {self._sides} sides"
            )
        deals = read_integer(dealer, "dealer", WhistError, 0, self._sides - 1)
        after = np.array([read], dtype=np.int64)
        over, shares = self._ends(after)
        if over[0]:
            return tuple(shares[0].tolist())
        if self._table is not None:
            state = tuple(self._clipped(after)[0] - self._low)
            cell = deals, *state
            return tuple(self._table[cell].tolist())
        return self._simulate(self._clipped(after)[0], deals)

    def _clipped(self, scores: NDArray[np.int64]) -> NDArray[np.int64]:
        """Scores of a match that goes on, within the table: ties at the target play on from one below it."""
        return np.clip(scores, self._low, self._rules.target - 1)

    def _ends(self, scores: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Which scores, shape (n, sides), are absorbing, and each side's share of the win there."""
        rules = self._rules
        shares = np.zeros(scores.shape, dtype=np.float64)
        over = np.zeros(len(scores), dtype=np.bool_)
        if rules.negative_target is not None:
            lost = scores <= rules.negative_target
            over |= lost.any(axis=1)
            # The winner is the highest of those that have not lost.
            candidates = np.where(lost, -(10**9), scores)
            best = candidates == candidates.max(axis=1, keepdims=True)
            best &= ~(lost.all(axis=1, keepdims=True))
            count = np.maximum(best.sum(axis=1, keepdims=True), 1)
            shares = np.where(over[:, None], best / count, shares)
        reached = scores >= rules.target
        by_target = reached.any(axis=1) & ~over
        if rules.tie_break == "shared":
            winners = reached
        else:
            winners = reached & (scores == scores.max(axis=1, keepdims=True))
            by_target &= winners.sum(axis=1) == 1
        count = np.maximum(winners.sum(axis=1, keepdims=True), 1)
        shares = np.where(by_target[:, None], winners / count, shares)
        return over | by_target, shares

    def _solve(self) -> NDArray[np.float64]:
        """Absorption probabilities by dealer and scores: shape (dealers, size, ..., size, sides)."""
        sides, size = self._sides, self._size
        grid = np.array(list(itertools.product(range(size), repeat=sides)), dtype=np.int64) + self._low
        strides = size ** np.arange(sides - 1, -1, -1)
        #: Probabilities to win in this hand, and the transitions to states that are not absorbing.
        immediate = np.zeros((sides, len(grid), sides))
        moves: list[list[tuple[float, NDArray[np.int64], NDArray[np.bool_]]]] = [[] for _ in range(sides)]
        for dealer in range(sides):
            for points, probability in zip(self._outcomes.points, self._outcomes.probabilities, strict=True):
                after = grid + np.roll(points, dealer)
                over, shares = self._ends(after)
                immediate[dealer] += probability * np.where(over[:, None], shares, 0)
                index = (self._clipped(after) - self._low) @ strides
                moves[dealer].append((float(probability), index, ~over))
        table = np.full((sides, len(grid), sides), 1 / sides)
        for _ in range(_MOST_SWEEPS):
            change = 0.0
            for dealer in range(sides):
                following = table[(dealer + 1) % sides]
                new = immediate[dealer].copy()
                for probability, index, goes_on in moves[dealer]:
                    new += probability * following[index] * goes_on[:, None]
                change = max(change, float(np.abs(new - table[dealer]).max()))
                table[dealer] = new
            if change < _TOLERANCE:
                return table.reshape((sides, *([size] * sides), sides))
        raise WhistError("chances do not settle: expected outcomes that end a match")

    def _simulate(self, scores: NDArray[np.int64], dealer: int) -> tuple[float, ...]:
        """The Monte Carlo estimate from one state: the share of simulated matches that each side wins."""
        playing: NDArray[np.intp] = np.arange(self._matches)
        scored = np.repeat(scores[None, :], self._matches, axis=0)
        won = np.zeros(self._sides)
        for hand in range(_MOST_SWEEPS):
            if not len(playing):
                return tuple((won / self._matches).tolist())
            points = self._outcomes.points[self._draw_hand(hand)[playing]]
            after = scored + np.roll(points, (dealer + hand) % self._sides, axis=1)
            over, shares = self._ends(after)
            won += shares[over].sum(axis=0)
            playing, scored = playing[~over], self._clipped(after[~over])
        raise WhistError("matches do not end: expected outcomes that end a match")

    def _draw_hand(self, number: int) -> NDArray[np.intp]:
        """The outcome of the hand of a number in each match: common random numbers for every score."""
        if number not in self._draws:
            generator = np.random.Generator(np.random.PCG64([self._seed % 2**64, number]))
            cumulative = self._outcomes.probabilities.cumsum()
            quantiles = generator.random(self._matches) * cumulative[-1]
            indices = np.searchsorted(cumulative, quantiles, side="right")
            self._draws[number] = np.minimum(indices, len(cumulative) - 1)
        return self._draws[number]
