"""The kitty: best discards with all that are as good, the value of one that is marked, the strains."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from whistsolve.arguments import Resources
from whistsolve.board.arguments import Arguments
from whistsolve.board.context import AnswerContext
from whistsolve.board.hands import BoardHand
from whistsolve.errors import ContractError
from whistsolve.game.auction.calls import all_strains
from whistsolve.solving.discards.question import DiscardQuestion
from whistsolve.values import Card, seat_index

__all__ = ["answer_discard", "answer_discard_value", "answer_kitty_strains"]

#: Of equally good discards the page is shown so many.
_MOST_TIES: Final = 200


def answer_discard(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """The best discard, and all that do as well."""
    position = arguments.hand().kitty_position()
    with context.discards(position) as question:
        best = question.best()
        found = {
            "holder": position.holder_name,
            "best": _cards(best.cards),
            "keep": str(best.hand),
            "tricks": best.tricks,
            "books": best.books,
            "expected": question.expected,
        }
        context.send(**found)
        counts = {"optimal": question.count_optimal(), "all": question.all_discards}
        context.send(**counts)
        ties = [_cards(cards) for cards in question.optimal()[:_MOST_TIES]]
    return {**found, **counts, "ties": ties}


def answer_discard_value(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """What a discard takes against the best one, and then how many do as well as it."""
    hand, marked = arguments.hand(), arguments.text("cards")
    with context.discards(hand.kitty_position()) as question:
        [tricks] = question.values([marked])
        best = question.best().tricks
        found = {"tricks": tricks, "best": best, "lost": best - tricks, "all": question.all_discards}
        context.send(**found)
        return {**found, "as_good": question.count(tricks)}


def answer_kitty_strains(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """The best discard in every strain that the rules have."""
    hand = arguments.hand()
    declarer = _declarer(arguments, hand)
    if declarer != hand.declarer:  # who leads and takes the kitty follows from the declarer
        hand = replace(hand, strain=None, leader=None, holder=None)
    without_discard = replace(hand, declarer=declarer, discard=None, played=())
    strains: list[dict[str, Any]] = []
    for strain in all_strains(hand.rules):
        position = replace(without_discard, strain=strain).kitty_position()
        # Not one of those that are lent: the strains would take the place of the one that is marked in.
        best = DiscardQuestion(position, Resources.read(memory_mb=context.memory_mb)).best()
        strains.append({"strain": str(strain), "tricks": best.tricks, "discard": _cards(best.cards)})
        context.send(**strains[-1])
    most = max(each["tricks"] for each in strains)
    own = next((each["tricks"] for each in strains if each["strain"] == str(hand.strain)), None)
    return {
        "declarer": hand.named(declarer),
        "holder": position.holder_name,
        "strains": strains,
        "best": [each["strain"] for each in strains if each["tricks"] == most],
        "named": None if own is None else str(hand.strain),
        "lost": None if own is None else most - own,
        "timing": hand.rules.declare_timing,
    }


def _declarer(arguments: Arguments, hand: BoardHand) -> int:
    """Who is asked about."""
    if "declarer" in arguments:
        return seat_index(arguments.text("declarer"), hand.deal.seats, "declarer")
    if hand.declarer is None:
        raise ContractError("the hand has no declarer: expected one, or declarer in the question")
    return hand.declarer


def _cards(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
