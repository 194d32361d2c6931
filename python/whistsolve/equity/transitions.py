"""One hand of a match, for many matches at once: its outcomes, and the states of matches before and after."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import read_instance, shown
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import Standing
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import side_of


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match between two hands; tuples have a number for each side, in order of play from seat 0's side.

    `sets` are missed bids in this game, `games` are games won in this match, `hands` is the number of hands
    of this game that counted.
    """

    scores: tuple[int, ...]
    sets: tuple[int, ...]
    games: tuple[int, ...]
    hands: int

    @classmethod
    def of(cls, standing: Standing, rules: RulesLike) -> MatchState:
        """The state of a match at a standing; WhistError if it is not a Standing, or `rules` not Rules."""
        read_instance(standing, Standing, "standing", WhistError)
        rules = Rules.of(rules)
        players = {side_of(player, rules): player for player in range(rules.players)}
        scores, sets, games = (
            tuple(values[players[side]] for side in range(rules.side_count))
            for values in (standing.scores, standing.sets, standing.games)
        )
        return cls(scores, sets, games, standing.hands)


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

    `over`, (n,), is whether the match is over; `shares`, (n, sides), each side's share of the win, 0 if it is
    not; `won`, (n, sides), how many games the hand won for each side.
    """

    matches: Matches
    over: NDArray[np.bool_]
    shares: NDArray[np.float64]
    won: NDArray[np.int64]


class AfterHand(NamedTuple):
    """For each side: its probability of winning the match, and the games just won, negative if lost."""

    win: tuple[float, ...]
    games: tuple[int, ...]


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
        declared = contracts.declarers[:, np.newaxis] == np.arange(scores.shape[1])
        made = declared & contracts.made[:, np.newaxis]
        sets, hands = matches.sets + (declared & ~made), matches.hands + contracts.counted
        winners, by_target = self._winners(scores, sets, hands, declared, made)
        worth = np.ones(len(scores), dtype=np.int64)
        two_games = by_target & (winners & made).any(axis=1) & contracts.two_games
        worth[two_games] = rules.boston_game_value
        won = winners * worth[:, np.newaxis]
        games = matches.games + won
        best = winners
        if rules.match == "best_of":
            leading = (2 * games > rules.best_of) & (games == games.max(axis=1, keepdims=True))
            best = leading & winners.any(axis=1, keepdims=True)
        over = np.asarray(best.any(axis=1))
        shares = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
        again = winners.any(axis=1) & ~over
        following = Matches(
            np.where(again[:, np.newaxis], 0, np.clip(scores, self.low, self.high)),
            np.where(again[:, np.newaxis], 0, sets),
            games,
            np.where(again, 0, hands),
        )
        return HandsAfter(following, over, shares, won)

    def _winners(
        self,
        scores: NDArray[np.int64],
        sets: NDArray[np.int64],
        hands: NDArray[np.int64],
        declared: NDArray[np.bool_],
        made: NDArray[np.bool_],
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Who wins each game, (n, sides), nobody if it goes on; and whether by reaching the target, (n,).

        The precedence of ends is that of `game.match.ends`; reneges and the time limit are ignored.
        """
        rules = self.rules
        found: NDArray[np.bool_] = np.zeros(scores.shape, dtype=np.bool_)
        if rules.lies_limit is not None:
            missed = declared & ~made
            found = (missed & (sets >= rules.lies_limit)).any(axis=1, keepdims=True) & ~missed
        if rules.negative_target is not None:
            fallen = scores <= rules.negative_target
            left = _highest(~fallen, scores) | fallen.all(axis=1, keepdims=True)
            left &= fallen.any(axis=1, keepdims=True)
            found = _first(found, _winners_among(left, scores, declared, rules.negative_tie_break))
        before = found.any(axis=1)
        assert rules.target is not None  # by `has_equity`
        reached = scores >= rules.target
        if rules.win_on_own_bid:
            reached &= made
        found = _first(found, _winners_among(reached, scores, declared, rules.tie_break))
        by_target = np.asarray(found.any(axis=1) & ~before)
        if rules.hand_limit is not None:
            last = (hands >= rules.hand_limit)[:, np.newaxis]
            best = last & _highest(np.ones_like(found), scores)
            found = _first(found, _winners_among(best, scores, declared, rules.tie_break))
        return found, by_target


def _first(found: NDArray[np.bool_], more: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.where(found.any(axis=1, keepdims=True), found, more)


def _highest(players: NDArray[np.bool_], scores: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of the given players have the highest score among them."""
    counted = np.where(players, scores, np.iinfo(np.int64).min)
    return np.asarray(players & (counted == counted.max(axis=1, keepdims=True)))


def _winners_among(
    candidates: NDArray[np.bool_], scores: NDArray[np.int64], declared: NDArray[np.bool_], rule: str
) -> NDArray[np.bool_]:
    """The winners among sides that have met a condition for winning; nobody if another hand must decide."""
    if rule == "shared":
        return candidates
    best = _highest(candidates, scores)
    best &= best.sum(axis=1, keepdims=True) == 1
    if rule == "bidder_first":
        bidder = candidates & declared
        best = np.where(bidder.any(axis=1, keepdims=True), bidder, best)
    return best


@dataclass(frozen=True, slots=True, eq=False)
class HandOutcomes:
    """The distribution of the points that a hand scores for each side, sides numbered from the dealer's.

    Contracts are given for all outcomes or for none. They are needed if the end of a game depends on who
    declared; see `MatchEquity`.

    `points` are integers, shape (outcomes, sides): column 0 is the dealer's side, the others follow in order
    of play. The rest have shape (outcomes,): `probabilities`, float64, sum to one; `declarers`, integers, are
    the declarers' sides, counted from the dealer's, -1 for a hand that was thrown in; `made` and `two_games`,
    bool, are whether the contract was made, and whether a game that it wins counts ``boston_game_value``.

    Raises `WhistError` if the shapes do not match, or probabilities are negative or do not sum to one.
    """

    points: NDArray[np.int64]
    probabilities: NDArray[np.float64]
    declarers: NDArray[np.int64] | None = None
    made: NDArray[np.bool_] | None = None
    two_games: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        points = read_column(self.points, "points", "iu", (None, None))
        number, sides = points.shape
        probabilities = read_column(self.probabilities, "chances", "iuf", (number,)).astype(np.float64)
        if not number or (probabilities < 0).any() or not abs(probabilities.sum() - 1) <= 1e-9:
            raise WhistError("chances of outcomes are wrong: expected none below 0, and 1 in all")
        columns: dict[str, NDArray[Any]] = {"points": points.astype(np.int64), "probabilities": probabilities}
        given = self.declarers, self.made, self.two_games
        if any(each is not None for each in given):
            declarers, columns["made"], columns["two_games"] = read_contracts(*given, number)
            if (declarers < -1).any() or (declarers >= sides).any():
                raise WhistError(f"declarers of outcomes are wrong: expected sides below {sides}, or -1")
            columns["declarers"] = declarers.astype(np.int64)
        for name, column in columns.items():
            object.__setattr__(self, name, column)

    def contracts(self, rows: NDArray[np.intp], dealer: int) -> Contracts:
        """The contracts of the given outcomes; `dealer` is the side that deals."""
        if self.declarers is None or self.made is None or self.two_games is None:
            never = np.zeros(len(rows), dtype=np.bool_)
            return Contracts(np.full(len(rows), -1, dtype=np.int64), never, never, ~never)
        counted = self.declarers[rows] >= 0
        declarers = np.where(counted, (self.declarers[rows] + dealer) % self.points.shape[1], -1)
        return Contracts(declarers, self.made[rows], self.two_games[rows], counted)

    @classmethod
    def of_hands(
        cls,
        points: NDArray[np.int64],
        declarers: NDArray[np.int64] | None = None,
        made: NDArray[np.bool_] | None = None,
        two_games: NDArray[np.bool_] | None = None,
    ) -> HandOutcomes:
        """The empirical distribution of the given hands, with their contracts if these are given.

        Arrays are as for ``HandOutcomes(...)``, shape (hands, sides) and (hands,); WhistError if one has the
        wrong type or shape.
        """
        columns = [read_column(points, "points", "iu", (None, None))]
        if declarers is not None and made is not None and two_games is not None:
            contracts = read_contracts(declarers, made, two_games, len(columns[0]))
            columns.append(np.stack(contracts, axis=1).astype(np.int64))
        rows, counts = np.unique(np.concatenate(columns, axis=1), axis=0, return_counts=True)
        chances = counts / counts.sum()
        if len(columns) == 1:
            return cls(rows, chances)
        return cls(rows[:, :-3], chances, rows[:, -3], rows[:, -2] == 1, rows[:, -1] == 1)


def check_outcomes(outcomes: HandOutcomes, rules: Rules) -> None:
    """Raises an error of `MatchEquity` unless the outcomes can end matches under the rules."""
    sides = rules.side_count
    if outcomes.points.shape[1] != sides:
        raise WhistError(f"outcomes are of {outcomes.points.shape[1]} sides: expected {sides}")
    if not outcomes.points.any():
        raise WhistError("outcomes never change a score: expected some that end a match")
    if outcomes.declarers is not None or not rules.has_auction:
        return
    asking = {
        f"lies_limit {rules.lies_limit}": rules.lies_limit is not None,
        "win_on_own_bid": rules.win_on_own_bid,
        "tie_break 'bidder_first'": rules.tie_break == "bidder_first",
        "negative_tie_break 'bidder_first'": rules.negative_target is not None
        and rules.negative_tie_break == "bidder_first",
        "boston_game_value 2 of best_of": rules.match == "best_of" and rules.boston_game_value == 2,
    }
    for option, asks in asking.items():
        if asks:
            raise RulesError(
                f"{option} asks who declared: expected outcomes with declarers, made and two_games"
            )


def read_contracts(
    declarers: object, made: object, two_games: object, number: int
) -> tuple[NDArray[Any], NDArray[np.bool_], NDArray[np.bool_]]:
    """The columns of contracts: declarers, whether each made it, and whether a game that it wins is two."""
    return (
        read_column(declarers, "declarers", "iu", (number,)),
        read_column(made, "made", "b", (number,)),
        read_column(two_games, "two_games", "b", (number,)),
    )


def read_column(values: object, what: str, kinds: str, shape: tuple[int | None, ...]) -> NDArray[Any]:
    """The values as an array of one of the given kinds (letters of ``dtype.kind``) and the given shape."""
    # Other sequences may be endless, so that NumPy would never return.
    if _is_plain(values):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            found = np.asarray(values)
            lengths = zip(shape, found.shape, strict=True)  # ValueError for another number of axes
            if found.dtype.kind in kinds and all(wanted in (None, length) for wanted, length in lengths):
                return found
    kind = {"b": "True and False", "iu": "whole numbers"}.get(kinds, "numbers")
    expected = ", ".join("any" if length is None else str(length) for length in shape)
    raise WhistError(f"{what} {shown(values)} are wrong: expected an array of {kind}, shape ({expected})")


def _is_plain(values: object, axes: int = 2) -> bool:
    """Whether sequences, nested as deep as there are axes, are all lists, tuples or arrays."""
    if isinstance(values, (list, tuple)):
        return axes > 0 and all(_is_plain(each, axes - 1) or not hasattr(each, "__len__") for each in values)
    return hasattr(values, "__array__")
