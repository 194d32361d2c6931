"""`HandReport`: the analysis of a hand that the board writes to files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from whistsolve._internal.arguments import Progress
from whistsolve.analysis import PlayAnalysis, analyse_play
from whistsolve.errors import WhistError
from whistsolve.game.auction.calls import all_strains
from whistsolve.solving import BestDiscard, KittyTable, TrickTable, table
from whistsolve.solving.discards import Discards
from whistsolve_board.hands import BoardHand

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class DiscardFound:
    """The best discard and its holder, the numbers of optimal and all discards, and the made one's tricks."""

    best: BestDiscard
    holder: str
    optimal: int
    discards: int
    made: float | None


@dataclass(frozen=True, slots=True)
class HandReport:
    """The parts of a report: ``None`` if the hand lacks the data, the error if a part cannot be computed.

    `table` is by leader, for the hands in play; `kitty_table` by declarer, with the best discard.
    `trace` compares the contract with others if its level is known and the rules allow it.
    """

    hand: BoardHand
    table: TrickTable | WhistError
    kitty_table: KittyTable | WhistError | None
    discard: DiscardFound | WhistError | None
    trace: PlayAnalysis | WhistError | None

    @classmethod
    def of(cls, hand: BoardHand, memory_mb: int, progress: Progress) -> HandReport:
        """The report of a hand, with transposition tables of at most `memory_mb` for each part."""
        parts = 0

        def counted(part: _Part) -> _Part:
            nonlocal parts
            parts += 1
            progress(parts, 4)
            return part

        strains = all_strains(hand.rules)
        given: dict[str, Any] = {"strains": strains, "rules": hand.rules, "memory_mb": memory_mb}
        has_kitty = bool(hand.deal.kitty)
        compared = False if hand.level is None else None
        return cls(
            hand,
            counted(_part(lambda: table(hand.deal_in_play, **given))),
            counted(_part(lambda: _kitty_table(hand, given)) if has_kitty else None),
            counted(_part(lambda: _discard(hand, memory_mb)) if has_kitty and hand.is_in_play else None),
            counted(_part(lambda: traced(hand, memory_mb, contract=compared)) if hand.played else None),
        )

    def as_dict(self) -> dict[str, object]:
        """The report as a dict for JSON."""
        kitty = self.kitty_table
        discards = None
        if isinstance(kitty, KittyTable):
            discards = [
                [[str(card) for card in kitty.discard(seat, strain).cards] for strain in kitty.strains]
                for seat in kitty.leaders
            ]
        return {
            "hand": self.hand.fields(),
            "table": _in_json(self.table, _of_table),
            "kitty_table": _in_json(kitty, lambda found: {**_of_table(found), "discards": discards}),
            "discard": _in_json(self.discard, _of_discard),
            "trace": _in_json(self.trace, lambda found: found.as_dict()),
        }


def traced(hand: BoardHand, memory_mb: int, **options: Any) -> PlayAnalysis:
    """The analysis of the play of a hand, with further arguments of `analyse_play`."""
    return analyse_play(hand.record(), rules=hand.rules, memory_mb=memory_mb, **options)


def _part(work: Callable[[], _Part]) -> _Part | WhistError:
    """The part that ``work`` computes, or the error it raises."""
    try:
        return work()
    except WhistError as error:
        return error


def _kitty_table(hand: BoardHand, given: Mapping[str, Any]) -> KittyTable:
    found = table(hand.deal, kitty="optimal", **given)
    assert isinstance(found, KittyTable)
    return found


def _discard(hand: BoardHand, memory_mb: int) -> DiscardFound:
    position = hand.kitty_position()
    discards = Discards.at(position, memory_mb)
    best = discards.best()
    made = None if hand.discard is None else discards.values([hand.discard])[0]
    return DiscardFound(best, position.holder_name, discards.count(), discards.total, made)


def _in_json(part: Any, known: Callable[[Any], dict[str, Any]]) -> dict[str, Any] | None:
    """A part for JSON; an error as an object with the key ``error``."""
    if part is None:
        return None
    return {"error": str(part)} if isinstance(part, WhistError) else known(part)


def _of_table(found: TrickTable) -> dict[str, Any]:
    return {
        "rows": list(found.leaders),
        "strains": [str(strain) for strain in found.strains],
        "tricks": found.low.tolist(),
    }


def _of_discard(found: DiscardFound) -> dict[str, Any]:
    return {
        "holder": found.holder,
        **found.best.as_dict(),
        "optimal": found.optimal,
        "all": found.discards,
        "made": found.made,
    }
