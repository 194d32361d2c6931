"""The played hand: what each card, the discard and the contract gave away, and par."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from whistsolve.analysis import CardValue, PlayAnalysis
from whistsolve.analysis.par import par
from whistsolve.board.arguments import Arguments
from whistsolve.board.context import AnswerContext
from whistsolve.board.hands import BoardHand
from whistsolve.board.report import traced, traced_with_contract
from whistsolve.errors import WhistError
from whistsolve.game.record.record import dealt_hands

__all__ = ["answer_par", "answer_trace"]


def answer_trace(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """The play card by card, and what each seat gave away."""
    hand = arguments.hand()

    def tell(card: CardValue) -> None:
        context.send(card=_of_card(card, hand))

    found = traced(hand, context.memory_mb, tell)
    # The other strains, for the contract, take longer than all before them.
    context.send(analysis=_described(found, hand))
    with_contract = traced_with_contract(hand, context.memory_mb, context.progress)
    return _described(with_contract or found, hand)


def answer_par(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """The contract and the score that best calls lead to."""
    hand = arguments.hand()
    if hand.dealer is None:
        raise WhistError("the hand has no dealer: expected one, for the auction to begin at his left")
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
    """An analysis for the page, whose seats are texts, with a line for each seat."""
    values: dict[str, Any] = {
        **found.as_dict(),
        "leader": hand.named(hand.leads),
        "side": [hand.named(seat) for seat in found.side],
        "cards": [_of_card(card, hand) for card in found.cards],
        "account": _account(found, hand),
    }
    if hand.level is None:  # a record has one in any case
        values["contract"] = f"{hand.strain} by {hand.named(hand.required_contract()[1])}"
    if found.discard is not None:
        values["discard"] = {**values["discard"], "seat": hand.named(found.discard.seat)}
    return values


def _of_card(card: CardValue, hand: BoardHand) -> dict[str, Any]:
    return {**card.as_dict(hand.deal.seats), "seat": hand.named(card.seat)}


def _account(found: PlayAnalysis, hand: BoardHand) -> list[dict[str, Any]]:
    """What each seat gave away by bid, discard and cards."""
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
