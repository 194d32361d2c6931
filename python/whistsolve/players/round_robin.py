"""`play_round_robin`: every player against every other in duplicate matches, and ratings of all."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import read_progress
from whistsolve._internal.files import read_path
from whistsolve._internal.reading import read_integer, read_list
from whistsolve._internal.shown import Shown
from whistsolve.advice.statistics import Interval, normal_interval
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import Interrupted, Stopped, WhistError
from whistsolve.players.arena import play_matches
from whistsolve.players.contest import player_name
from whistsolve.players.contest_result import Failure
from whistsolve.players.matches_result import HandInMatch, MatchesResult
from whistsolve.players.named import player_of
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.rules import RulesLike
from whistsolve.tabular import Column, Tabular, integers, numbers, texts

#: Players of a round robin.
_MOST_PLAYERS: Final = 64
#: Elo points for odds of 10 to 1.
_ELO: Final = 400.0
#: Between every two players, so many drawn matches are added: without them who won all would have no rating.
_DRAWN: Final = 1.0
_STEPS: Final = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in a round robin."""

    name: str
    #: Matches played.
    matches: int
    #: The share of them that the player won.
    share: float
    #: Elo rating; the mean of all players is 0. 400 points are odds of 10 to 1.
    elo: float
    #: Its 95 % interval, by pairs of matches.
    interval: Interval


@dataclass(frozen=True, repr=False)
class RoundRobinResult(Shown, Tabular):
    """The result of `play_round_robin`.

    As a table (see `Tabular`) it has a row for each player, the best first: ``player`` (text), ``matches``
    (int64), ``share``, ``elo``, ``elo_low``, ``elo_high`` (float64).
    """

    names: tuple[str, ...]
    #: Those of players 0 and 1, 0 and 2, and so on, as far as they were played.
    results: tuple[MatchesResult, ...]

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Matches that a player's illegal act or exception ended."""
        return tuple(failure for result in self.results for failure in result.failures)

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """The ratings, the best first.

        They are those of the Bradley-Terry model with the highest likelihood. The matches of a pair are not
        independent, so that errors are those of pairs (sandwich estimator). Sources: R. A. Bradley and
        M. E. Terry, Biometrika 39 (1952), 324-345; H. White, Econometrica 50 (1982), 1-25.
        """
        number = len(self.names)
        games = [
            (i, j, pair.share)
            for (i, j), result in zip(_pairings(number), self.results, strict=False)
            for pair in result.pairs
        ]
        strengths, errors = _fitted(number, games)
        found = []
        for player, name in enumerate(self.names):
            own = [share if i == player else 1 - share for i, j, share in games if player in (i, j)]
            elo = float(strengths[player])
            share = float(np.mean(own)) if own else float("nan")
            found.append(Rating(name, 2 * len(own), share, elo, normal_interval(elo, float(errors[player]))))
        return tuple(sorted(found, key=lambda rating: -rating.elo))

    def __repr__(self) -> str:
        return f"<RoundRobinResult: {len(self.names)} players, {len(self.results)} pairings>"

    def _columns(self) -> Mapping[str, Column]:
        rows = self.ratings
        return {
            "player": texts([row.name for row in rows]),
            "matches": integers([row.matches for row in rows]),
            "share": numbers([row.share for row in rows]),
            "elo": numbers([row.elo for row in rows]),
            "elo_low": numbers([row.interval[0] for row in rows]),
            "elo_high": numbers([row.interval[1] for row in rows]),
        }

    def as_dict(self) -> dict[str, object]:
        """The ratings, and the result of each pairing, for JSON."""
        return {"ratings": self.to_dicts(), "pairings": [each.as_dict() for each in self.results]}


@cancellable
def play_round_robin(
    players: Sequence[Player | PeekingPlayer | str],
    *,
    matches: int,
    rules: RulesLike | None = None,
    seed: int = 0,
    processes: int = 1,
    before_play: Player | PeekingPlayer | str | None = None,
    progress: Callable[[int, int], object] | None = None,
    on_hand: Callable[[HandInMatch], object] | None = None,
    save: str | os.PathLike[str] | None = None,
    cancel: Cancellation | None = None,
) -> RoundRobinResult:
    """Every player against every other, in duplicate matches with the same deals.

    ``players`` are 2 to 64. ``matches`` is the number for each two of them. ``save`` is a folder, made if
    need be, for the file of each two players, so that a killed run can be continued. Other arguments and
    errors are as for `play_matches`; ``progress`` counts the matches of all pairings together, and a
    ``partial`` has the pairings that are finished, and the last in part.

    Examples
    --------
    >>> result = play_round_robin(["random", "heuristic"], matches=4)
    >>> [rating.name for rating in result.ratings]
    ['HeuristicPlayer()', 'RandomPlayer(seed=0)']
    """
    read_progress(progress)
    several = [
        player_of(each, f"{number}")
        for number, each in enumerate(read_list(players, "players", WhistError, _MOST_PLAYERS))
    ]
    if len(several) < 2:
        raise WhistError("there is one player: expected two or more")
    pairings = _pairings(len(several))
    each = 2 * -(-read_integer(matches, "matches", WhistError, 1) // 2)
    folder = None if save is None else read_path(save, "save")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    results: list[MatchesResult] = []
    names = tuple(map(player_name, several))

    def counted(done: int, _: int) -> None:
        if progress is not None:
            progress(len(results) * each + done, len(pairings) * each)

    def result(last: MatchesResult | None = None) -> RoundRobinResult:
        return RoundRobinResult(names, (*results, *([] if last is None else [last])))

    play = partial(play_matches, matches=matches, rules=rules, seed=seed, processes=processes)
    play = partial(play, before_play=before_play, progress=counted, on_hand=on_hand)
    for i, j in pairings:
        try:
            found = play(several[i], several[j], save=folder and folder / f"{i}-{j}.jsonl")
        except Interrupted as early:
            raise Interrupted(str(early), result(early.partial)) from None
        except Stopped as early:
            raise Stopped(str(early), result(early.partial), early.reason) from None
        results.append(found)
    return result()


def _pairings(number: int) -> list[tuple[int, int]]:
    return list(itertools.combinations(range(number), 2))


def _fitted(
    number: int, games: Sequence[tuple[int, int, float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Elo ratings with mean 0, and their standard errors, from shares of pairs of two matches."""
    drawn = [(i, j, 0.5) for i, j in _pairings(number)]
    weights = np.array([2.0] * len(games) + [_DRAWN] * len(drawn))
    first, second, share = (np.array(column) for column in zip(*games, *drawn, strict=True))
    sign = np.zeros((len(weights), number))
    rows = np.arange(len(weights))
    sign[rows, first.astype(int)], sign[rows, second.astype(int)] = 1.0, -1.0
    strengths = np.zeros(number)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-(sign @ strengths)))
        information = (sign * (weights * chance * (1 - chance))[:, np.newaxis]).T @ sign
        inverse = np.linalg.pinv(information)
        step = inverse @ (sign.T @ (weights * (share - chance)))
        strengths += step
        if np.abs(step).max() < 1e-9:
            break
    scores = sign * (weights * (share - chance))[:, np.newaxis]
    covariance = inverse @ (scores.T @ scores) @ inverse
    unit = _ELO / np.log(10)
    return unit * strengths, unit * np.sqrt(np.maximum(np.diag(covariance), np.diag(inverse)))
