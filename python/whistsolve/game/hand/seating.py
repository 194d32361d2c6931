"""Order of play, controllers and sides of the hands, and the seats of the table where the hands lie.

Players are numbered clockwise from 0, and each has the hand of that number. Dummies come after them: hand 3
in dummy whist; hands 2 and 3, of players 0 and 1, in double dummy whist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side, partner_of, turn_step

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Seating:
    """Hands around a table during play."""

    #: The hands in play, in order of play.
    order: tuple[int, ...]
    #: For each hand, the player who plays its cards.
    controllers: tuple[int, ...]
    #: For each hand, the number of its side.
    sides: tuple[int, ...]
    #: For each seat of the table, clockwise, the hand that lies there. Solving and scoring use these seats.
    chairs: tuple[int, ...]

    @classmethod
    def of(cls, rules: Rules, declarer: int = 0) -> Seating:
        """The seating for a declarer.

        In dummy whist `declarer` is the player whose hand lies opposite the dummy: the declarer, or without
        an auction the dummy's partner. In other games it changes nothing.

        Source: seed rules of dummy whist. Play goes from the declarer to the next player, the dummy and the
        third player. In double dummy whist it goes, clockwise, A, B, dummy A, dummy B, or under
        ``seating="facing"`` A, dummy B, B, dummy A: each dummy lies at its player's right.
        """
        step = turn_step(Rules.of(rules))
        if rules.game == "dummy":
            order: tuple[int, ...] = (declarer, (declarer + step) % 3, 3, (declarer - step) % 3)
            # The declarer sits on the chair of the same number, the others round the table in order of play.
            chairs = tuple(order[step * (chair - declarer) % 4] for chair in range(4))
            return cls(order, (0, 1, 2, declarer), _sides_with_dummies(chairs, declarer, rules), chairs)
        if rules.game == "double_dummy":
            chairs = (0, 3, 1, 2) if rules.seating == "facing" else (0, 1, 2, 3)
            order = chairs if step > 0 else (0, *chairs[:0:-1])
            if rules.double_dummy_mode == "two_hands":
                order = (0, 1)
            return cls(order, (0, 1, 0, 1), _sides_with_dummies(chairs, 0, rules), chairs)
        seats = tuple(range(rules.players))
        order = tuple(step * turn % rules.players for turn in seats)
        sides = tuple(min(declarer_side(seat, rules, rules.players)) for seat in seats)
        return cls(order, seats, sides, seats)

    @property
    def in_play(self) -> tuple[int, ...]:
        """The hands in play, clockwise round the table; the solver's seat numbers index this tuple."""
        return tuple(hand for hand in self.chairs if hand in self.order)

    def hand_after(self, hand: int, turns: int = 1) -> int:
        """The hand that plays `turns` turns after the given hand."""
        return self.order[(self.order.index(hand) + turns) % len(self.order)]

    def first_leader(self, rules: Rules, declarer: int | None, dealer: int) -> int:
        """The hand that leads to the first trick; `declarer` is ``None`` in games without an auction."""
        by_bidder = rules.first_leader in ("bidder", "left_of_bidder")
        first = declarer if by_bidder else dealer
        assert first is not None
        return self.hand_after(first, int(rules.first_leader.startswith("left")))

    def chair_of(self, hand: int) -> int:
        """The seat of the table where a hand lies."""
        return self.chairs.index(hand)

    def on_chairs(self, by_hand: Sequence[_T]) -> list[_T]:
        """Values given by hand, reordered by seat of the table."""
        return [by_hand[hand] for hand in self.chairs]

    def side_hands(self, hand: int) -> tuple[int, ...]:
        """The hands in play on the side of a hand, in ascending order."""
        return tuple(other for other in sorted(self.order) if self.sides[other] == self.sides[hand])


def _sides_with_dummies(chairs: Sequence[int], first: int, rules: Rules) -> tuple[int, ...]:
    """Sides of four hands: 0 for the hand on chair `first` and its partner, 1 for the other two."""
    side = {chairs[first], chairs[partner_of(first, rules)]}
    return tuple(int(hand not in side) for hand in range(4))
