"""`HandReport`: all that a file of the analysis of a hand has, worked out once for every kind of file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from whistsolve.analysis import CardValue, PlayAnalysis, analyse_play
from whistsolve.arguments import Progress, Resources
from whistsolve.board.hands import BoardHand
from whistsolve.errors import ContractError, RulesError, WhistError
from whistsolve.game.auction.calls import all_strains
from whistsolve.solving import BestDiscard, KittyTable, TrickTable, table
from whistsolve.solving.discards.question import DiscardQuestion

__all__ = ["DiscardFound", "HandReport", "traced", "traced_with_contract"]

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class DiscardFound:
    """The best discard of a hand.

    Attributes
    ----------
    best : BestDiscard
    holder : str
    optimal, discards : int
        How many are as good, and how many there are.
    made : float or None
        Tricks after the discard of the hand.
    """

    best: BestDiscard
    holder: str
    optimal: int
    discards: int
    made: float | None


@dataclass(frozen=True, slots=True)
class HandReport:
    """The parts of a report. A part is ``None`` where the hand has none, and why where it cannot be had.

    Attributes
    ----------
    hand : BoardHand
    table : TrickTable or WhistError
        By leader, with the hands as they are in play.
    kitty_table : KittyTable, WhistError or None
        By declarer, with the best discard.
    discard : DiscardFound, WhistError or None
        Of the contract.
    trace : PlayAnalysis, WhistError or None
        With the contract compared where its level is known and the rules allow it.
    """

    hand: BoardHand
    table: TrickTable | WhistError
    kitty_table: KittyTable | WhistError | None
    discard: DiscardFound | WhistError | None
    trace: PlayAnalysis | WhistError | None

    @classmethod
    def of(cls, hand: BoardHand, memory_mb: int, progress: Progress) -> HandReport:
        """The report of a hand.

        Parameters
        ----------
        hand : BoardHand
        memory_mb : int
            Cap on the transposition tables of each part.
        progress : callable
            Takes the parts done and their number.
        """
        answered = 0

        def told(part: _Part) -> _Part:
            nonlocal answered
            answered += 1
            progress(answered, 4)
            return part

        strains = all_strains(hand.rules)
        given: dict[str, Any] = {"strains": strains, "rules": hand.rules, "memory_mb": memory_mb}
        has_kitty = bool(hand.deal.kitty)
        return cls(
            hand,
            told(_part(lambda: table(hand.deal_in_play, **given))),
            told(_part(lambda: _kitty_table(hand, given)) if has_kitty else None),
            told(_part(lambda: _discard(hand, memory_mb)) if has_kitty and hand.is_in_play else None),
            told(_part(lambda: _whole_trace(hand, memory_mb)) if hand.played else None),
        )

    def as_dict(self) -> dict[str, object]:
        """The report for JSON: the fields of the hand, tables, discard and trace, each with tricks."""
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


def traced(
    hand: BoardHand, memory_mb: int, on_card: Callable[[CardValue], object] | None = None
) -> PlayAnalysis:
    """The analysis of the play of a hand.

    Raises
    ------
    WhistError
        As `BoardHand.record` and `analyse_play`.
    """
    return analyse_play(hand.record(), rules=hand.rules, memory_mb=memory_mb, on_card=on_card)


def traced_with_contract(
    hand: BoardHand, memory_mb: int, progress: Progress | None = None
) -> PlayAnalysis | None:
    """The same with the contract compared; ``None`` where its level or its points are not known."""
    if hand.level is None:
        return None
    with suppress(RulesError, ContractError):
        return analyse_play(
            hand.record(), rules=hand.rules, contract=True, memory_mb=memory_mb, progress=progress
        )
    return None


def _part(work: Callable[[], _Part]) -> _Part | WhistError:
    """A part, or why it cannot be had."""
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
    question = DiscardQuestion(position, Resources.read(memory_mb=memory_mb))
    best = question.best()
    made = None if hand.discard is None else question.values([hand.discard])[0]
    return DiscardFound(best, position.holder_name, question.count_optimal(), question.all_discards, made)


def _whole_trace(hand: BoardHand, memory_mb: int) -> PlayAnalysis:
    return traced_with_contract(hand, memory_mb) or traced(hand, memory_mb)


def _in_json(part: Any, known: Callable[[Any], dict[str, Any]]) -> dict[str, Any] | None:
    """A part for JSON; why there is none as ``error``."""
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
