"""`Standing`: the state of a match between two hands; and who scores together in a match."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve.game.auction.calls import CalledHand
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a match between two hands. Each tuple has a number per player, equal for partners.

    Attributes
    ----------
    scores : tuple of int
        Scores in this game; in a match of two sessions, in both together.
    dealer : int
        The next dealer.
    sets : tuple of int
        Contracts in which the player's side was set in this game.
    games : tuple of int
        Games won; a game won by a hand of ``two_games_for`` counts as ``boston_game_value`` games.
    ledger : tuple of int
        Points that are not part of the score: values of games of a rubber, bonuses of sessions, game points
        and their bonuses.
    session : int
        1, or 2 in the second session.
    winners : frozenset of int
        Players who have won the match; empty while it goes on.
    reason : str
        Why the match ended: ``renege``, ``set`` (rise and fly), ``lies_limit``, ``negative_target``,
        ``target``, ``hand_limit`` or ``time_limit``; for a match of several games ``best_of``, ``rubber`` or
        ``sessions``; empty while it goes on.
    hands : int
        Hands of this game that counted; void hands do not.
    minutes : float
        Minutes from the beginning of the match to the end of the last hand; 0 if they are not recorded.
    history : tuple of CalledHand
        The calls of the last hands of the match, oldest first, at most 100.
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
    history: tuple[CalledHand, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchSides:
    """Who scores together in a match."""

    rules: Rules
    #: In whist with one dummy, the player whose dummy it is.
    partner: int

    @property
    def everybody(self) -> frozenset[int]:
        """All players."""
        return frozenset(range(self.rules.players))

    @property
    def has_partner(self) -> bool:
        """Whether one player has the dummy for the whole match."""
        return self.rules.game == "dummy" and not self.rules.has_auction

    def of(self, player: int) -> frozenset[int]:
        """The players who score together with a player, including that player."""
        if self.has_partner and player != self.partner:
            # Whist with one dummy: its player is fixed for the match, and the other two are partners.
            return self.everybody - {self.partner}
        return declarer_side(player, self.rules, self.rules.players)

    def is_one(self, players: frozenset[int]) -> bool:
        """Whether the players are not empty and all on one side."""
        return bool(players) and players <= self.of(min(players))


def added(values: tuple[int, ...], players: frozenset[int], more: int) -> tuple[int, ...]:
    """The values by player, with `more` added for the given players."""
    return tuple(value + more * (player in players) for player, value in enumerate(values))
