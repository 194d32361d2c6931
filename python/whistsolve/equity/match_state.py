"""`MatchState`: what the chances of winning a match depend on, for each side."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve._internal.reading import read_instance
from whistsolve.errors import WhistError
from whistsolve.game import Standing
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of


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
    def of(cls, standing: Standing, rules: Rules) -> MatchState:
        """The state of a match at a standing; WhistError if it is not a Standing, or `rules` not Rules."""
        read_instance(standing, Standing, "standing", WhistError)
        rules = Rules.of(rules)
        players = [0] * side_count(rules)
        for player in range(rules.players):
            players[side_of(player, rules)] = player
        scores, sets, games = (
            tuple(values[player] for player in players)
            for values in (standing.scores, standing.sets, standing.games)
        )
        return cls(scores, sets, games, standing.hands)
