"""Sides: which seats of the table play together, and which players score together.

Seats that play together are partners, or a player and the dummy opposite. Players that score together are
partners in a game of four, or a team in bid whist of six; otherwise every player is a side. In play, all
other sides are opponents of the declarer's side.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from whistsolve._internal.reading import read_integer, read_several, shown
from whistsolve._internal.words import read_seat
from whistsolve.errors import ActError, WhistError
from whistsolve.rules.rules import Rules
from whistsolve.values.seats import SEAT_LETTERS, seats_named_as


def turn_step(rules: Rules) -> int:
    """The step from a seat to the next in turn: 1 clockwise, -1 counterclockwise."""
    return 1 if rules.direction_of_play == "clockwise" else -1


def plays_with_partners(rules: Rules, seats: int | None = None) -> bool:
    """Whether so many hands, by default one for each player, have partners or teams."""
    hands = rules.players if seats is None else seats
    return (rules.is_partnership and hands == 4) or (rules.has_teams and hands == 6)


def partner_of(seat: int, rules: Rules) -> int:
    """The seat on the side of a given one of four: opposite, or at the right if double dummies face."""
    if rules.game == "double_dummy" and rules.seating == "facing":
        return seat ^ 3
    return (seat + 2) % 4


def declarer_side(declarer: int, rules: Rules, seats: int) -> frozenset[int]:
    """The seats of the declarer's side: alone, with partner or dummy, or every second or third as a team."""
    if not plays_with_partners(rules, seats):
        return frozenset({declarer})
    if seats == 4:
        return frozenset({declarer, partner_of(declarer, rules)})
    return frozenset(range(declarer % rules.teams, seats, rules.teams))


def are_partners(seat: int, other: int, rules: Rules) -> bool:
    """Whether two players of a game without dummies score together; true if they are the same player."""
    return side_of(seat, rules) == side_of(other, rules)


def side_of(seat: int, rules: Rules) -> int:
    """The number of a player's side for scoring: sides count in order of play from the side of seat 0."""
    return turn_step(rules) * seat % rules.side_count


def read_player(player: object, rules: Rules, what: str = "player") -> int:
    """The number of a player, from the number or, with four hands, from the seat: ``S``, ``South``."""
    if isinstance(player, str):
        number = read_seat(player, rules.dealt_hands)
        if number is None and player.isascii() and player.strip().isdigit() and len(player) < 10:
            number = int(player)
        if number is None:
            letters = ", ".join(SEAT_LETTERS[: rules.players]) + ", or " if rules.dealt_hands == 4 else ""
            expected = f"{letters}a whole number from 0 to {rules.players - 1}"
            raise ActError(f"{what} {shown(player)} is wrong: expected {expected}")
        player = number
    return read_integer(player, what, ActError, 0, rules.players - 1)


def player_names(player: object, rules: Rules) -> tuple[str, ...]:
    """The names of all players for messages, in the caller's style: ``S``, ``South`` or ``player 2``."""
    return seats_named_as(player, rules.dealt_hands, "player {}")


def each_score(scores: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The scores before a hand, checked to be one for each player."""
    several = islice(read_several(scores, "scores", WhistError), rules.players + 1)
    given = tuple(read_integer(score, "score", WhistError) for score in several)
    if len(given) != rules.players:
        raise WhistError(f"scores {shown(scores)} are wrong: expected one each for {rules.players} players")
    return given


def read_scores(scores: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Scores by player, given by player or, with partners, by side; two zeros are valid in any game."""
    given = list(islice(read_several(scores, "scores", WhistError), rules.players + 1))
    if len(given) == 2 and not any(read_integer(score, "score", WhistError) for score in given):
        return (0,) * rules.players
    if len(given) == rules.side_count and plays_with_partners(rules):
        given *= rules.players // len(given)  # sides repeat in seat order
    return each_score(given, rules)
