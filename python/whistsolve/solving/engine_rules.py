"""`EngineRules`: seats, sides and joker rules in the numbering of the engine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from whistsolve import _core
from whistsolve.errors import DealError
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side
from whistsolve.values import Deal, Strain, seat_name

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
    """Rules in the form that the engine needs, for deals with ``seats`` hands, perhaps not theirs.

    The engine numbers hands by their turn: in counterclockwise play seats count backwards.
    """

    rules: Rules
    seats: int

    @classmethod
    def of(cls, rules: Rules, seats: int) -> EngineRules:
        """The engine rules of a call, cached for the latest call: most calls have the same rules."""
        latest = _LATEST[0] if _LATEST else None
        if latest is None or latest.rules is not rules or latest.seats != seats:
            latest = cls(rules, seats)
            _LATEST[:] = [latest]
        return latest

    def turn(self, seat: int) -> int:
        """The turn of a seat in the order of play, or the seat of a turn: the mapping is its own inverse."""
        return seat if self.rules.direction_of_play == "clockwise" else -seat % self.seats

    @cached_property
    def turns(self) -> list[int]:
        """The turn of each seat, which is also the seat of each turn."""
        return [self.turn(seat) for seat in range(self.seats)]

    def side(self, declarer: int) -> int:
        """The turns of the declarer's side as a bit mask; ``declarer`` is a seat."""
        return self._sides[declarer]

    @cached_property
    def _sides(self) -> tuple[int, ...]:
        """The side of each declarer by seat, as a bit mask of turns."""
        sides = [declarer_side(declarer, self.rules, self.seats) for declarer in range(self.seats)]
        return tuple(sum(1 << self.turn(seat) for seat in side) for side in sides)

    def in_turn(self, by_seat: list[int]) -> list[int]:
        """A list indexed by seat, reordered to be indexed by turn; the same list if nothing changes."""
        clockwise = self.rules.direction_of_play == "clockwise"
        return by_seat if clockwise else [by_seat[seat] for seat in self.turns]

    @cached_property
    def core_rules(self) -> _core.GameRules:
        """The engine's rules for play from the first trick on, the same for all deals."""
        return self._core_rules(self.rules.first_trick_weight)

    @cached_property
    def core_rules_later(self) -> _core.GameRules:
        """The engine's rules for positions after the first trick, where no trick counts two."""
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
        """Whether a joker led in this strain names a suit."""
        rules = self.rules
        named = rules.joker_lead_no_trump == "leader_names_suit" and rules.joker_no_trump != "removed"
        return named and strain.is_no_trump

    def check_jokers(self, deal: Deal, strain: Strain) -> None:
        """Raise DealError if a joker that must be exchanged before play is left in a hand for no-trump."""
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


#: The engine rules of the latest call, at most one.
_LATEST: Final[list[EngineRules]] = []
