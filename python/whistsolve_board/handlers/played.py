"""The played hand: the tricks or points lost by each card, the discard and the contract; and par."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from whistsolve.analysis import CardValue, PlayAnalysis
from whistsolve.analysis.par import par
from whistsolve.errors import NotationError, RulesError, WhistError
from whistsolve.game.record.played_hand import dealt_hands
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.hands import BoardHand
from whistsolve_board.report import traced


def answer_trace(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The play card by card, and the tricks that each seat lost by mistakes."""
    hand = arguments.hand()

    def send(card: CardValue) -> None:
        context.send(card=_of_card(card, hand))

    found = traced(hand, context.memory_mb, on_card=send)
    # Sent first, since comparing the contract with other strains takes longer than the rest.
    context.send(analysis=_described(found, hand))
    if hand.level is not None:
        with suppress(RulesError, NotationError):
            found = traced(hand, context.memory_mb, contract=True, progress=context.progress)
    return _described(found, hand)


def answer_par(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """Par: the contract and the score that result from best calls on all sides."""
    hand = arguments.hand()
    if hand.dealer is None:
        raise WhistError("the hand has no dealer: expected one, whose left-hand neighbour calls first")
    as_dealt = replace(hand, calls=(), discard=None, played=())
    deal, dealer = dealt_hands(as_dealt.record(), hand.rules)
    assert dealer is not None
    found = par(
        deal,
        dealer,
        rules=hand.rules,
        scores=hand.scores or (0, 0),
        memory_mb=context.memory_mb,
        progress=context.progress,
    )
    return found.as_dict()


def _described(found: PlayAnalysis, hand: BoardHand) -> dict[str, Any]:
    """An analysis as a document for the page: seats are names, and each seat has a row of its losses."""
    values: dict[str, Any] = {
        **found.as_dict(),
        "leader": hand.named(hand.leads),
        "side": [hand.named(seat) for seat in found.side],
        "cards": [_of_card(card, hand) for card in found.cards],
        "account": _account(found, hand),
    }
    if hand.level is None:  # the level in the record is only assumed
        values["contract"] = f"{hand.strain} by {hand.named(hand.required_contract()[1])}"
    if found.discard is not None:
        values["discard"] = {**values["discard"], "seat": hand.named(found.discard.seat)}
    return values


def _of_card(card: CardValue, hand: BoardHand) -> dict[str, Any]:
    return {**card.as_dict(hand.deal.seats), "seat": hand.named(card.seat)}


def _account(found: PlayAnalysis, hand: BoardHand) -> list[dict[str, Any]]:
    """What each seat lost by its bid, its discard and its cards."""
    discard, verdict = found.discard, found.contract
    return [
        {
            "seat": hand.named(seat),
            "bid": verdict.lost if verdict is not None and seat == hand.declarer else None,
            "discard": discard.lost if discard is not None and seat == discard.seat else None,
            "play": lost,
        }
        for seat, lost in enumerate(found.given_by_seat)
    ]
