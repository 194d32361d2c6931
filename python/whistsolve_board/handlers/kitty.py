"""The kitty: the best discards, the value of any given discard, and the best discard in every strain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from whistsolve.errors import NotationError
from whistsolve.game.auction.calls import all_strains
from whistsolve.solving.discards import Discards
from whistsolve.values import Card, seat_index
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.hands import BoardHand

#: Maximum number of equally good discards in an answer.
_MOST_TIES: Final = 200


def answer_discard(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The best discard, and all discards that are equally good."""
    position = arguments.hand().kitty_position()
    with context.discards(position) as discards:
        best = discards.best()
        found = {
            "holder": position.holder_name,
            "best": _cards(best.cards),
            "keep": str(best.hand),
            "tricks": best.tricks,
            "books": best.books,
            "expected": discards.expected,
        }
        context.send(**found)
        counts = {"optimal": discards.count(), "all": discards.total}
        context.send(**counts)
        ties = [_cards(cards) for cards in discards.optimal()[:_MOST_TIES]]
    return {**found, **counts, "ties": ties}


def answer_discard_value(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The tricks after a discard and after the best one, then the number of discards at least as good."""
    hand, marked = arguments.hand(), arguments.text("cards")
    with context.discards(hand.kitty_position()) as discards:
        [tricks] = discards.values([marked])
        best = discards.best().tricks
        found = {"tricks": tricks, "best": best, "lost": best - tricks, "all": discards.total}
        context.send(**found)
        return {**found, "as_good": discards.count(tricks)}


def answer_kitty_strains(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The best discard in every strain that the rules allow."""
    hand = arguments.hand()
    declarer = _declarer(arguments, hand)
    if declarer != hand.declarer:  # leader and holder follow from the declarer
        hand = replace(hand, strain=None, leader=None, holder=None)
    without_discard = replace(hand, declarer=declarer, discard=None, played=())
    strains: list[dict[str, Any]] = []
    for strain in all_strains(hand.rules):
        position = replace(without_discard, strain=strain).kitty_position()
        # Not from the pool: there these searches would displace the one that the page will use next.
        best = Discards.at(position, context.memory_mb).best()
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
    """The declarer given in the request, by default that of the hand."""
    if "declarer" in arguments:
        return seat_index(arguments.text("declarer"), hand.deal.seats, "declarer")
    if hand.declarer is None:
        raise NotationError("the hand has no declarer: expected one, or declarer in the request")
    return hand.declarer


def _cards(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
