"""Who plays with whom."""

from __future__ import annotations

from whistsolve.rules import Rules

__all__ = ["partner_of"]


def partner_of(seat: int, rules: Rules) -> int:
    """The hand that plays on the side of a hand, with four hands in a game of partners or of dummies.

    Opposite, but in double dummy whist with ``seating="facing"`` the first and the last in order of play are
    of one side.
    """
    if rules.game == "double_dummy" and rules.seating == "facing":
        return seat ^ (3 if rules.direction_of_play == "clockwise" else 1)
    return (seat + 2) % 4
