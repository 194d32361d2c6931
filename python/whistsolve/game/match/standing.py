"""`Standing`: the state of a match between two hands; and who scores together in a match."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side

__all__ = ["MatchSides", "Standing", "added"]


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a match between two hands. Tuples have a number for each player, equal for partners.

    Attributes
    ----------
    scores : tuple of int
        Scores of the game; of both sessions where there are two.
    dealer : int
        The next dealer.
    sets : tuple of int
        Contracts in which the player's side was set in this game.
    games : tuple of int
        Games won; one that was won by a hand of ``two_games_for`` counts ``boston_game_value``.
    ledger : tuple of int
        Points kept apart from the score: values of games of a rubber, bonuses of sessions, game points and
        their bonuses.
    session : int
        1, or 2 in the second session.
    winners : frozenset of int
        Players who have won the match; empty while it goes on.
    reason : str
        Why the match ended: ``renege``, ``set`` (rise and fly), ``lies_limit``, ``negative_target``,
        ``target``, ``hand_limit`` or ``time_limit``; where it is more than a game ``best_of``, ``rubber`` or
        ``sessions``; empty while it goes on.
    hands : int
        Hands of this game that counted: void ones do not.
    minutes : float
        Minutes from the beginning of the match to the end of the last hand, where they are kept.
    """

    scores: tuple[int, ...]
    dealer: int
    sets: tuple[int, ...]
    games: tuple[int, ...]
    ledger: tuple[int, ...]
    session: int = 1
    winners: frozenset[int] = frozenset()
    reason: str = ""
    hands: int = 0
    minutes: float = 0.0


@dataclass(frozen=True, slots=True)
class MatchSides:
    """Who scores together in a match.

    Attributes
    ----------
    rules : Rules
    partner : int
        In whist with one dummy, the player whose dummy it is.
    """

    rules: Rules
    partner: int

    @property
    def everybody(self) -> frozenset[int]:
        """All players."""
        return frozenset(range(self.rules.players))

    @property
    def has_partner(self) -> bool:
        """Whether one player has the dummy for the whole match."""
        return self.rules.game == "dummy" and self.rules.trump_rule == "last_dealt_card"

    def of(self, player: int) -> frozenset[int]:
        """The players who score together with a player, the player among them."""
        if self.has_partner and player != self.partner:
            # Whist with one dummy: its player is fixed for the match, and the other two are partners.
            return self.everybody - {self.partner}
        return declarer_side(player, self.rules, self.rules.players)

    def is_one(self, players: frozenset[int]) -> bool:
        """Whether there are players, and they are all of one side."""
        return bool(players) and players <= self.of(min(players))


def added(values: tuple[int, ...], players: frozenset[int], more: int) -> tuple[int, ...]:
    """Numbers of all players, those of some raised."""
    return tuple(value + more * (player in players) for player, value in enumerate(values))
