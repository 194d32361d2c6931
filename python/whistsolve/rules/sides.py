"""Sides: which seats of the table play together, and which players score together.

Seats that play together are partners, or a player and the dummy opposite. Players that score together are
partners in a game of four, or a team of bid whist of six; otherwise every player is a side. Whoever declares,
all other sides play together against his.

`game.Seating` and `game.Match` build on these functions and add what depends on more than rules and seat.
`Seating` numbers hands, dummies last, and maps the sides of seats to them. In whist with one dummy and no
auction the owner of the dummy is fixed for a match, so that `Match.side_of` has the other two score together.
"""

from __future__ import annotations

from whistsolve.rules.rules import Rules

__all__ = [
    "are_partners",
    "declarer_side",
    "partner_of",
    "plays_with_partners",
    "side_count",
    "side_of",
    "turn_step",
]


def turn_step(rules: Rules) -> int:
    """What the turn adds to the number of a seat: 1 clockwise, -1 counterclockwise."""
    return 1 if rules.direction_of_play == "clockwise" else -1


def plays_with_partners(rules: Rules, seats: int | None = None) -> bool:
    """Whether hands have partners: two against two with four hands, or the teams of six players.

    Parameters
    ----------
    rules : Rules
    seats : int, optional
        Hands of a deal, which need not be as many as the game deals; those of the players where left out.
        Six hands have partners only under rules of six players.
    """
    hands = rules.players if seats is None else seats
    return (rules.is_partnership and hands == 4) or (rules.has_teams and hands == 6)


def partner_of(seat: int, rules: Rules) -> int:
    """The seat that plays on the side of a seat, with four hands in a game of partners or of dummies.

    Opposite, but in double dummy whist with ``seating="facing"`` the first and the last in order of play are
    of one side.
    """
    if rules.game == "double_dummy" and rules.seating == "facing":
        return seat ^ (3 if rules.direction_of_play == "clockwise" else 1)
    return (seat + 2) % 4


def declarer_side(declarer: int, rules: Rules, seats: int) -> frozenset[int]:
    """The seats of the declarer's side: with partner or dummy, with six players his team, or he alone.

    Two teams sit alternately, and of three teams each has two opposite seats.
    """
    if not plays_with_partners(rules, seats):
        return frozenset({declarer})
    if seats == 4:
        return frozenset({declarer, partner_of(declarer, rules)})
    return frozenset(range(declarer % rules.teams, seats, rules.teams))


def are_partners(seat: int, other: int, rules: Rules) -> bool:
    """Whether two players of a game without dummies score together; every player does with himself."""
    return side_of(seat, rules) == side_of(other, rules)


def side_count(rules: Rules) -> int:
    """How many sides score: two of partners, the teams of six, otherwise one for each player."""
    if rules.has_teams:
        return rules.teams
    return 2 if plays_with_partners(rules) else rules.players


def side_of(seat: int, rules: Rules) -> int:
    """The number of the side that a player scores for, in order of play from the side of seat 0 on."""
    return turn_step(rules) * seat % side_count(rules)
