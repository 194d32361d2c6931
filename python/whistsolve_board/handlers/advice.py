"""Advice for one seat: the value of every call and every card, from what its player sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from whistsolve.advice import BidReport, CardReport, evaluate_bids, evaluate_cards
from whistsolve.advice.calls.call_model import CallModel, default_equity, silent_model
from whistsolve.errors import RulesError
from whistsolve.game import HandView
from whistsolve.inference.knowledge import Knowledge
from whistsolve.rules import Rules, short_deck
from whistsolve.solving import Solver
from whistsolve.values import Hand, seat_index
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.hands import BoardHand
from whistsolve_board.playing_out import PlayedOut
from whistsolve_board.states import AuctionOnBoard, StateOnBoard, auction_on_board, state_on_board

#: Maximum number of calls of an auction, of layouts of a report, and maximum seed.
_MOST_CALLS, _MOST_SAMPLES, _MOST_SEED = 200, 4096, 2**32 - 1
#: Number of layouts of the first report, whose tricks are estimated, not solved.
_AT_SIGHT: Final = 240


def answer_bids(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The value of every call of a seat: first from estimated tricks, then from layouts played out."""
    hand = arguments.hand()
    seat = seat_index(arguments.text("seat"), hand.deal.seats)
    call = arguments.integer("call", 0, _MOST_CALLS) if "call" in arguments else None
    auction = auction_on_board(hand, seat, call)
    samples = arguments.integer("samples", 1, _MOST_SAMPLES) if "samples" in arguments else None
    given = _bids_arguments(hand, seat, auction, arguments.integer("seed", 0, _MOST_SEED, 0))

    def send(report: BidReport) -> None:
        context.send(report=report.as_dict())

    cards = hand.deal.hands[seat]
    send(evaluate_bids(cards, samples=_AT_SIGHT, discards="estimated", **given))
    report = evaluate_bids(
        cards, samples=samples, on_report=send, threads=None, memory_mb=context.memory_mb, **given
    )
    return {"report": report.as_dict(), **_of_auction(hand, seat, auction)}


def answer_cards(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The value of every card of the hand to play, by what its player sees and, on request, double dummy."""
    hand = arguments.hand()
    at = arguments.integer("at", 0, len(hand.played), len(hand.played))
    is_open = arguments.flag("open")
    found = state_on_board(hand, at)
    state = found.state
    view = state.view(0 if state.to_act is None else state.to_act)
    if found.is_assumed:
        view = replace(view, turned=None)  # the card turned up is assumed: it must not count as known
    described: dict[str, Any] = {
        "view": _of_view(view, found, hand),
        "actual": hand.played[at] if at < len(hand.played) else None,
        "auction": "assumed" if found.is_assumed else "known",
    }
    context.send(**described)

    def send(report: CardReport) -> None:
        context.send(report=report.as_dict())

    report = evaluate_cards(
        view,
        samples=arguments.integer("samples", 1, _MOST_SAMPLES, 48),
        seed=arguments.integer("seed", 0, _MOST_SEED, 0),
        knowledge=_knowledge(view, hand),
        model=_silent_model(state.rules) if found.is_assumed else None,
        on_report=send,
        threads=None,
        memory_mb=context.memory_mb,
    )
    cards = None
    if is_open:
        with context.solver() as solver:
            cards = _with_open_hands(report, found, hand, at, solver)
    return {"report": report.as_dict(), **described, "open": cards}


def _bids_arguments(hand: BoardHand, seat: int, auction: AuctionOnBoard, seed: int) -> dict[str, Any]:
    rules = auction.rules
    return {
        "rules": rules,
        "seat": seat,
        "dealer": auction.before.dealer,
        "calls": [call for _, call in auction.before.calls],
        "scores": hand.scores or (0, 0),
        "seed": seed,
        "model": silent_model(rules) if auction.is_assumed else None,
        # The silent model makes the same calls as the default model, so the equity of that one can be used.
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
    """A call model that infers nothing from calls; ``None`` if the rules have no call model."""
    try:
        return silent_model(rules)
    except RulesError:
        return None


def _knowledge(view: HandView, hand: BoardHand) -> Knowledge | None:
    """The view's knowledge with the cards of a short deal; ``None`` for a deal of the full deck."""
    dealt = short_deck(hand.deal, view.rules)
    return None if dealt is None else Knowledge.of_view(view, deck=dealt)


def _of_view(view: HandView, found: StateOnBoard, hand: BoardHand) -> dict[str, Any]:
    """What the player sees, in the seat order of the board."""
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
    """For every row of a report, the double-dummy tricks of the side of the hand to play."""
    state = found.state
    # All opponents of a declarer are counted as one side, as in the report.
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
