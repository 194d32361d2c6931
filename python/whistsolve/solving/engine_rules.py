"""`EngineRules`: seats, sides and jokers as the engine numbers them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from whistsolve import _core
from whistsolve.errors import DealError
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side
from whistsolve.values.deals import Deal
from whistsolve.values.seats import seat_name
from whistsolve.values.strains import Strain

__all__ = ["EngineRules"]

_JOKER_KINDS: Final = {
    "must_discard_first_void": 0,
    "free_discard": 0,
    "exchanged": 0,
    "high_no_suit": 1,
    "removed": 2,
}
_JOKER_LEADS: Final = {
    "first_suited_card": 0,
    "free_play": 1,
    "forbidden_unless_only_jokers": 2,
    "leader_names_suit": 3,
}


@dataclass(frozen=True)
class EngineRules:
    """Rules as the engine takes them, for deals of so many hands.

    The engine numbers hands by their turn in the order of play: clockwise these are the seats,
    counterclockwise the seats read backwards.

    Attributes
    ----------
    rules : Rules
    seats : int
        Hands of a deal, which need not be as many as the rules deal.
    """

    rules: Rules
    seats: int

    @classmethod
    def of(cls, rules: Rules, seats: int) -> EngineRules:
        """The rules of a call, which are mostly those of the call before."""
        latest = _LATEST[0] if _LATEST else None
        if latest is None or latest.rules is not rules or latest.seats != seats:
            latest = cls(rules, seats)
            _LATEST[:] = [latest]
        return latest

    def turn(self, seat: int) -> int:
        """The turn of a seat in the order of play, or the seat of a turn: the mapping is its own inverse."""
        return seat if self.rules.direction_of_play == "clockwise" else -seat % self.seats

    def side(self, declarer: int) -> int:
        """The turns of the declarer's side, as bits."""
        return self._sides[declarer]

    @cached_property
    def _sides(self) -> tuple[int, ...]:
        """The side of each declarer."""
        sides = [declarer_side(declarer, self.rules, self.seats) for declarer in range(self.seats)]
        return tuple(sum(1 << self.turn(seat) for seat in side) for side in sides)

    def in_turn(self, by_seat: Sequence[int]) -> list[int]:
        """A list by seat, put in order of turns."""
        if self.rules.direction_of_play == "clockwise":
            return list(by_seat)
        return [by_seat[self.turn(turn)] for turn in range(self.seats)]

    @cached_property
    def core_rules(self) -> _core.GameRules:
        """What is the same for all deals under the rules."""
        return self._core_rules(self.rules.first_trick_weight)

    @cached_property
    def core_rules_later(self) -> _core.GameRules:
        """The same for hands of which the first trick has been played: none counts two."""
        return self._core_rules(1)

    def _core_rules(self, first_trick_weight: int) -> _core.GameRules:
        return _core.GameRules(
            first_trick_weight=first_trick_weight,
            joker_kind=_JOKER_KINDS[self.rules.joker_no_trump],
            joker_lead=_JOKER_LEADS[self.rules.joker_lead_no_trump],
            must_throw=self.rules.joker_no_trump == "must_discard_first_void",
            any_time=self.rules.joker_any_time,
        )

    def names_suit(self, strain: Strain) -> bool:
        """Whether a joker that is led names a suit."""
        rules = self.rules
        named = rules.joker_lead_no_trump == "leader_names_suit" and rules.joker_no_trump != "removed"
        return named and strain.is_no_trump

    def check_jokers(self, deal: Deal, strain: Strain) -> None:
        """Where jokers are exchanged before play, none may be left in a no-trump hand.

        Raises
        ------
        DealError
            Names the first seat that holds one.
        """
        if not strain.is_no_trump or self.rules.joker_no_trump != "exchanged":
            return
        for seat, hand in enumerate(deal.hands):
            for card in hand:
                if card.is_joker:
                    raise DealError(
                        f"{seat_name(seat, self.seats)} holds {card} in {strain}: under"
                        " joker_no_trump='exchanged' jokers are given up for discards before the first lead;"
                        " expected the hands after that (exchange_jokers makes them)"
                    )


#: The rules of the latest call, or nothing.
_LATEST: Final[list[EngineRules]] = []
