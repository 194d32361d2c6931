"""A point of the play: its hands, the value of every legal card, best play to the end, and claims."""

from __future__ import annotations

from typing import Any

from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.solving import BestLine, Solver
from whistsolve.values import seat_index
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.hands import BoardHand
from whistsolve_board.playing_out import PlayedOut


def answer_position(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The hands at a point of the play, and the double-dummy value of every legal card."""
    hand, at = _point(arguments)
    if not hand.is_in_play:
        return {"position": _of_deal(hand), "values": None}
    point = PlayedOut.of(hand.position(at))
    described = {**_of_deal(hand), **_of_play(hand, point, at)}
    context.send(position=described)
    with context.solver() as solver:
        return {"position": described, "values": _values(point, solver)}


def answer_line(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """Best play from a point to the end."""
    hand, at = _point(arguments)
    with context.solver() as solver:
        line = BestLine.of(hand.position(at), solver)
    return {"cards": [str(played) for played in line], "tricks": line.tricks}


def answer_claim(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """Whether the claim of a seat's side holds, and a line of play that refutes it if not."""
    hand, at = _point(arguments)
    seat = seat_index(arguments.text("seat"), hand.deal.seats)
    left = PlayedOut.of(hand.position(at)).left
    claimed = arguments.integer("tricks", 0, left)
    line: tuple[tuple[CardPlayed, ...], ...] = ()
    with context.solver() as solver:
        position = hand.position(at, counted=seat)
        tricks = int(solver.solve_position(position).tricks)
        if tricks < claimed:
            line = BestLine.of(position, solver).refuting(claimed, left)
    return {
        "holds": tricks >= claimed,
        "claimed": claimed,
        "left": left,
        "tricks": tricks,
        "refutation": [
            {"seat": hand.named(played.hand), "card": str(played)} for trick in line for played in trick
        ],
    }


def _point(arguments: Arguments) -> tuple[BoardHand, int]:
    """The hand, and the number of cards played up to the point shown."""
    hand = arguments.hand()
    return hand, arguments.integer("at", 0, len(hand.played), len(hand.played))


def _of_deal(hand: BoardHand) -> dict[str, Any]:
    """The hands as dealt, and the hands before the first lead."""
    deal, in_play = hand.deal, hand.deal_in_play
    return {
        "seats": [hand.named(seat) for seat in range(deal.seats)],
        "dealt": [str(cards) for cards in deal.hands],
        "kitty": None if deal.kitty is None else str(deal.kitty),
        "hands": [str(cards) for cards in in_play.hands],
        "out": None if in_play.kitty is None else str(in_play.kitty),
    }


def _of_play(hand: BoardHand, point: PlayedOut, at: int) -> dict[str, Any]:
    """The contract, the tricks played, and whose turn it is."""
    position, rules = point.position, hand.rules
    taker = hand.takes
    return {
        "hands": [str(cards) for cards in point.hands],
        "strain": str(position.strain),
        "declarer": hand.named(position.declarer),
        "leader": hand.named(position.leader),
        "holder": None if taker is None else hand.named(taker),
        "level": hand.level,
        "side": [hand.named(seat) for seat in position.side],
        "to_play": None if point.to_play is None else hand.named(point.to_play),
        "legal": [str(card) for card in point.legal],
        "names_suit": [str(card) for card in point.legal if point.names_suit(card)],
        "trick": [{"seat": hand.named(played.hand), "card": str(played)} for played in point.trick],
        "tricks": [
            {
                "leader": hand.named(trick.leader),
                "cards": [str(played) for played in trick.cards],
                "winner": hand.named(trick.winner),
            }
            for trick in point.tricks
        ],
        "won": list(point.won),
        "left": point.left,
        "at": at,
        "length": len(hand.played),
        "needed": None if hand.level is None else rules.bid_base + hand.level,
        "kitty_books": rules.books_from_kitty if hand.deal.kitty is not None else 0,
    }


def _values(point: PlayedOut, solver: Solver) -> dict[str, Any] | None:
    """Tricks of the declarer's side for every legal card: best cards first, equal ones by preference."""
    if point.to_play is None:
        return None
    bounds = solver.bound_cards(point.position)
    best = next(iter(bounds.values()))[0]
    cards = [{"card": str(card), "tricks": low, "best": low == best} for card, (low, _) in bounds.items()]
    return {"tricks": best, "cards": cards}
