"""`MatchState`: what the chances to win a match depend on, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve.arguments import require_rules
from whistsolve.errors import WhistError
from whistsolve.game import Standing
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of
from whistsolve.values.reading import read_instance

__all__ = ["MatchState"]


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match between two hands; tuples have a number for each side, in order of play from that of seat 0.

    Attributes
    ----------
    scores : tuple of int
    sets : tuple of int
        Missed bids in this game.
    games : tuple of int
        Games won in this match.
    hands : int
        Hands of this game that counted.
    """

    scores: tuple[int, ...]
    sets: tuple[int, ...]
    games: tuple[int, ...]
    hands: int

    @classmethod
    def of(cls, standing: Standing, rules: Rules) -> MatchState:
        """The state of a match at a standing.

        Raises
        ------
        WhistError
            Where it is no standing, or they are no rules.
        """
        read_instance(standing, Standing, "standing", WhistError)
        require_rules(rules)
        players = [0] * side_count(rules)
        for player in range(rules.players):
            players[side_of(player, rules)] = player
        scores, sets, games = (
            tuple(values[player] for player in players)
            for values in (standing.scores, standing.sets, standing.games)
        )
        return cls(scores, sets, games, standing.hands)
