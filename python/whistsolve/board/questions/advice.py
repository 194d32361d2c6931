"""What could have been known: every call and every card valued by what one player sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from whistsolve.bidding import BidReport, CardReport, evaluate_bids, evaluate_cards
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.calls.self_play import default_equity, silent_model
from whistsolve.board.arguments import Arguments
from whistsolve.board.context import AnswerContext
from whistsolve.board.hands import BoardHand
from whistsolve.board.playing_out import PlayedOut
from whistsolve.board.states import AuctionOnBoard, StateOnBoard, auction_on_board, state_on_board
from whistsolve.dealing import short_deck
from whistsolve.errors import RulesError
from whistsolve.game import HandView
from whistsolve.inference.knowledge import Knowledge
from whistsolve.rules import Rules
from whistsolve.solving import Solver
from whistsolve.values import Hand, seat_index

__all__ = ["answer_bids", "answer_cards"]

#: Calls of an auction, and layouts of a report, at most.
_MOST_CALLS, _MOST_SAMPLES, _MOST_SEED = 200, 4096, 2**32 - 1
#: Layouts of the report at sight, whose tricks are estimated.
_AT_SIGHT: Final = 240


def answer_bids(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """Every call of a seat, at sight as the cards look, then over layouts that are played out."""
    hand = arguments.hand()
    seat = seat_index(arguments.text("seat"), hand.deal.seats)
    call = arguments.integer("call", 0, _MOST_CALLS) if "call" in arguments else None
    auction = auction_on_board(hand, seat, call)
    samples = arguments.integer("samples", 1, _MOST_SAMPLES) if "samples" in arguments else None
    question = _bids_question(hand, seat, auction, arguments.integer("seed", 0, _MOST_SEED, 0))

    def tell(report: BidReport) -> None:
        context.send(report=report.as_dict())

    cards = hand.deal.hands[seat]
    tell(evaluate_bids(cards, samples=_AT_SIGHT, discards="estimated", **question))
    report = evaluate_bids(
        cards, samples=samples, on_report=tell, threads=None, memory_mb=context.memory_mb, **question
    )
    return {"report": report.as_dict(), **_of_auction(hand, seat, auction)}


def answer_cards(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """Every card of the hand to play by what its player sees; and apart from it with all hands open."""
    hand = arguments.hand()
    at = arguments.integer("at", 0, len(hand.played), len(hand.played))
    is_open = arguments.flag("open")
    found = state_on_board(hand, at)
    state = found.state
    view = state.view(0 if state.to_act is None else state.to_act)
    if found.is_assumed:
        view = replace(view, turned=None)  # it was another card
    described: dict[str, Any] = {
        "view": _of_view(view, found, hand),
        "actual": hand.played[at] if at < len(hand.played) else None,
        "auction": "assumed" if found.is_assumed else "known",
    }
    context.send(**described)

    def tell(report: CardReport) -> None:
        context.send(report=report.as_dict())

    report = evaluate_cards(
        view,
        samples=arguments.integer("samples", 1, _MOST_SAMPLES, 48),
        seed=arguments.integer("seed", 0, _MOST_SEED, 0),
        knowledge=_knowledge(view, hand),
        model=_silent_model(state.rules) if found.is_assumed else None,
        on_report=tell,
        threads=None,
        memory_mb=context.memory_mb,
    )
    cards = None
    if is_open:
        with context.solver() as solver:
            cards = _with_open_hands(report, found, hand, at, solver)
    return {"report": report.as_dict(), **described, "open": cards}


# ------------------------------------------------------------------------------------------------- calls


def _bids_question(hand: BoardHand, seat: int, auction: AuctionOnBoard, seed: int) -> dict[str, Any]:
    rules = auction.rules
    return {
        "rules": rules,
        "seat": seat,
        "dealer": auction.before.dealer,
        "calls": [call for _, call in auction.before.calls],
        "scores": hand.scores or (0, 0),
        "seed": seed,
        "model": silent_model(rules) if auction.is_assumed else None,
        # That of the usual model, which calls in the same way.
        "equity": default_equity(rules),
    }


def _of_auction(hand: BoardHand, seat: int, auction: AuctionOnBoard) -> dict[str, Any]:
    before, whole = auction.before, auction.whole
    return {
        "seat": hand.named(seat),
        "dealer": hand.named(before.dealer),
        "heard": [{"seat": hand.named(player), "call": str(call)} for player, call in before.calls],
        "actual": auction.actual,
        "chances": [
            {"call": number, "seat": hand.named(player)} for number, (player, _) in enumerate(whole.calls)
        ],
        "auction": "assumed" if auction.is_assumed else "known",
    }


def _silent_model(rules: Rules) -> CallModel | None:
    """A model of calls that has no trust in those of others; none where the rules have no calls."""
    try:
        return silent_model(rules)
    except RulesError:
        return None


# ------------------------------------------------------------------------------------------------- cards


def _knowledge(view: HandView, hand: BoardHand) -> Knowledge | None:
    """What is known of a short deal: which cards were dealt."""
    dealt = short_deck(hand.deal, view.rules)
    return None if dealt is None else Knowledge.of_view(view, deck=dealt)


def _of_view(view: HandView, found: StateOnBoard, hand: BoardHand) -> dict[str, Any]:
    """What the player sees, by seats of the board."""
    chairs = view.seating.chairs
    seen = view.kitty if view.taken is None else view.taken

    def texts(cards: Mapping[int, Hand | None]) -> list[str | None]:
        return [None if cards[each] is None else str(cards[each]) for each in chairs]

    return {
        "seat": hand.named(found.seat_of(view.player)),
        "to_play": None if view.hand_to_play is None else hand.named(found.seat_of(view.hand_to_play)),
        "hands": texts(dict(enumerate(view.hands))),
        "sizes": [view.sizes[each] for each in chairs],
        "kitty": None if seen is None else str(seen),
        "discards": texts(dict(enumerate(view.discards))),
    }


def _with_open_hands(
    report: CardReport, found: StateOnBoard, hand: BoardHand, at: int, solver: Solver
) -> list[dict[str, Any]]:
    """Tricks of the side of the hand to play for every row of a report, with all hands open."""
    state = found.state
    # Who play against a declarer are one side, in the report too.
    declares = state.declarer is None or report.to_play in state.seating.side_hands(state.declarer)
    counted = report.to_play if state.declarer is None else state.declarer
    position = hand.position(at, found.seat_of(counted))
    point = PlayedOut.of(position)
    bounds = solver.bound_cards(position)
    rows = []
    for row in report.rows:
        if point.names_suit(row.card):
            tricks = int(solver.solve_position(position.followed_by(str(row))).tricks)
        else:
            tricks = bounds[row.card][0]
        rows.append({"card": str(row), "tricks": tricks if declares else row.most_tricks - tricks})
    return rows
