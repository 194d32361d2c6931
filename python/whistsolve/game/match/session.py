"""Rise and fly: matches at one table, where the losers give their seats to the next side waiting."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from whistsolve._internal.reading import is_instance, read_list, shown
from whistsolve._internal.shown import Shown
from whistsolve.errors import ActError, WhistError
from whistsolve.game.match.match import Match
from whistsolve.rules.sides import plays_with_partners, side_of

#: Maximum number of sides, so that reading an endless iterable stops.
_MOST_SIDES = 10_000


@dataclass(frozen=True, slots=True)
class Session(Shown):
    """Two sides at the table and others waiting; `of` creates a session, `after` adds a match to it.

    Source: seed rules of bid whist, "rise and fly". Under ``rise_and_fly="off"`` no side leaves.

    Examples
    --------
    >>> session = Session.of(["Ann and Bob", "Cy and Di", "Ed and Fay"])
    >>> session.table, session.waiting
    (('Ann and Bob', 'Cy and Di'), ('Ed and Fay',))
    """

    #: The side of player 0, then the side of player 1.
    table: tuple[str, str]
    #: Sides waiting, the next one first.
    waiting: tuple[str, ...]
    #: Games won by each side, in the order in which the sides were named. A game won by a hand of
    #: ``two_games_for`` counts ``boston_game_value``, usually two; a match of several games counts one.
    games: tuple[tuple[str, int], ...]
    #: The number of matches so far.
    matches: int = 0

    @classmethod
    def of(cls, sides: Iterable[str]) -> Session:
        """A session of the given sides, of which the first two sit down.

        Raises `WhistError` if there are fewer than two or more than 10,000 sides, one is not a string, or a
        name occurs twice.
        """
        names = read_list(sides, "sides", WhistError, _MOST_SIDES)
        for name in names:
            if not isinstance(name, str):
                raise WhistError(f"side {shown(name)} is wrong: expected a name")
        if isinstance(sides, str) or len(names) < 2 or len(set(names)) < len(names):
            raise WhistError(f"sides {shown(sides)} are wrong: expected two or more different names")
        return cls((names[0], names[1]), tuple(names[2:]), tuple((name, 0) for name in names))

    def after(self, match: Match) -> Session:
        """The session after one more match between the sides at the table.

        Raises `ActError` if the match is not over, or not between two sides of partners.
        """
        if not is_instance(match, Match) or not match.is_over:
            raise ActError(f"match {shown(match)} cannot be counted: expected one that is over")
        winners = {side_of(player, match.rules) for player in match.winners}
        two_sides = plays_with_partners(match.rules) and match.rules.side_count == 2
        if not two_sides or len(winners) != 1:
            raise ActError("the match cannot be counted: expected one of two sides of partners")
        side = winners.pop()
        won = self.table[side]
        counted = max(match.standing.games) if match.rules.match == "single_game" else 1
        games = tuple((name, number + counted * (name == won)) for name, number in self.games)
        table, waiting = self.table, self.waiting
        if match.leaving and waiting:
            table = (won, waiting[0]) if side == 0 else (waiting[0], won)
            waiting = (*waiting[1:], self.table[1 - side])
        return replace(self, table=table, waiting=waiting, games=games, matches=self.matches + 1)
