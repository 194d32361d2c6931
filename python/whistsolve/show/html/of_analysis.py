"""Analyses of a deal or hand with all hands open: the play, its cards and contracts, claims, par."""

from __future__ import annotations

from whistsolve.analysis import (
    CardValue,
    CardValues,
    ClaimCheck,
    ContractValue,
    ContractVerdict,
    DiscardVerdict,
    PlayAnalysis,
)
from whistsolve.analysis.par import Par, ParContract
from whistsolve.show.claims import ClaimLines
from whistsolve.show.html.cards import card, cards, contract
from whistsolve.show.html.diagram import Diagram
from whistsolve.show.html.forms import form
from whistsolve.show.html.markup import AMBER, block, bold, caption, facts, grid, span, text
from whistsolve.show.html.of_game import tags_line
from whistsolve.show.html.terminal import from_terminal
from whistsolve.show.par import ParLines
from whistsolve.show.results import BEST_PLAY, tricks_of
from whistsolve.show.trace import PlayTrace
from whistsolve.values import Hand, seat_name

__all__: list[str] = []


@form.register(PlayAnalysis)
def _play_analysis(analysis: PlayAnalysis) -> str:
    """The hands as they were played, losing cards marked; below it the play trick by trick."""
    deal, seats = analysis.hand.deal_in_play, analysis.hand.seats
    marks = {each.card: f"trick {each.trick}: costs {_tricks(each.lost)}" for each in analysis.losses}
    if analysis.discard is not None and analysis.discard.lost:
        kept = Hand(analysis.discard.cards) - Hand(analysis.discard.best_cards)
        marks |= {each: "the best discard keeps it" for each in kept}
    names = []
    for seat in range(seats):
        lost = sum(each.lost for each in analysis.losses if each.seat == seat)
        names.append(seat_name(seat, seats) + (f" -{lost}" if lost else ""))
    middle_name = "discards" if any(analysis.hand.removed) else "kitty"
    sizes = (deal.hand_size,) * seats
    diagram = Diagram(tuple(names), deal.hands, sizes, deal.kitty or Hand(), middle_name, marks)
    legend = "marked: cards that cost their side tricks; behind a seat, how many in all" if marks else ""
    return block(
        tags_line(analysis.hand),
        diagram.svg(),
        caption(legend),
        from_terminal(PlayTrace(analysis)),
    )


def _tricks(number: int) -> str:
    return tricks_of(number, number)


def _value_row(value: CardValue) -> tuple[str, ...]:
    lost = span(f"-{value.lost}", f"color:{AMBER};font-weight:bold") if value.lost else "0"
    change = f"{value.before} → {value.after}" if value.lost else str(value.after)
    side = "declarer's side" if value.by_declarer else "defence"
    better = cards(value.better) if value.better else ""
    return str(value.trick), str(value.number), _seat(value), card(value.card), side, change, lost, better


def _seat(value: CardValue) -> str:
    """Of four hands the letter; how many there are is not known here, so that higher numbers stay numbers."""
    return seat_name(value.seat, 4) if value.seat < 4 else str(value.seat)


_VALUE_HEADS = ("trick", "no.", "seat", "card", "by", "tricks", "lost", "better")


@form.register(CardValue)
def _card_value(value: CardValue) -> str:
    return block(grid([_value_row(value)], head=_VALUE_HEADS, aligned="rrllllr"), caption(_OF_DECLARER))


@form.register(CardValues)
def _card_values(values: CardValues) -> str:
    if not values:
        return block(caption("no cards"))
    rows = [_value_row(value) for value in values]
    return block(grid(rows, head=_VALUE_HEADS, aligned="rrllllr"), caption(_OF_DECLARER))


_OF_DECLARER = f"tricks of the declarer's side in the whole hand, before and after the card; {BEST_PLAY}"


@form.register(DiscardVerdict)
def _discard_verdict(verdict: DiscardVerdict) -> str:
    lines = [("discard", cards(verdict.cards)), ("tricks", _tricks(verdict.tricks))]
    if verdict.lost:
        lines += [("best", f"{cards(verdict.best_cards)}: {_tricks(verdict.best)}")]
    lines.append(("lost", bold(_tricks(verdict.lost) if verdict.lost else "nothing")))
    return block(facts(lines), caption(f"tricks of the declarer's side; {BEST_PLAY}"))


def _contract_row(value: ContractValue) -> tuple[str, str, str]:
    return contract(value.contract), str(value.tricks), f"{value.points:+d}"


_CONTRACT_HEADS = ("contract", "tricks", "points")


@form.register(ContractValue)
def _contract_value(value: ContractValue) -> str:
    return block(grid([_contract_row(value)], head=_CONTRACT_HEADS, aligned="lrr"), caption(_OF_CONTRACT))


@form.register(ContractVerdict)
def _contract_verdict(verdict: ContractVerdict) -> str:
    rows = [("played", *_contract_row(verdict.played))]
    if verdict.lost:
        rows += [("best", *_contract_row(value)) for value in verdict.best]
    lost = f"{verdict.lost} points less than the best" if verdict.lost else "no contract scores more"
    return block(grid(rows, head=("", *_CONTRACT_HEADS), aligned="llrr"), caption(f"{lost}; {_OF_CONTRACT}"))


_OF_CONTRACT = f"points of the declarer's side less those of its opponents; {BEST_PLAY}"


@form.register(ClaimCheck)
def _claim_check(check: ClaimCheck) -> str:
    return block(from_terminal(ClaimLines(check, check.names)))


@form.register(Par)
def _par(par: Par) -> str:
    seats = len(par.points)
    # Calls that come to the same share a row.
    calls: dict[tuple[float, ...], list[object]] = {}
    for call, points in par.first_calls:
        calls.setdefault(points, []).append(call)
    best = [any(call in par.best_first_calls for call in same) for same in calls.values()]
    rows = [
        (("★ " if is_best else "") + " ".join(map(text, same)), *map(_points, points))
        for is_best, (points, same) in zip(best, calls.items(), strict=True)
    ]
    names = [text(seat_name(player, seats)) for player in range(seats)]
    return block(
        from_terminal(ParLines(par, name=lambda player: seat_name(player, seats))),
        grid(
            rows,
            head=("first call", *names),
            aligned="l" + "r" * seats,
            styles=["background:rgba(80,170,90,.22);font-weight:bold" if each else "" for each in best],
        ),
        caption(f"points of each player with best calls from there on; {BEST_PLAY}"),
    )


def _points(number: float) -> str:
    return f"{number:+.4g}" if number else "0"


@form.register(ParContract)
def _par_contract(value: ParContract) -> str:
    seats = len(value.points)
    points = ", ".join(
        f"{seat_name(player, seats)} {_points(each)}" for player, each in enumerate(value.points)
    )
    lines = [
        ("contract", bold(contract(value.contract, seats))),
        ("tricks", _tricks(value.tricks)),
        ("points", text(points)),
    ]
    return block(facts(lines), caption(f"tricks of the declarer's side; {BEST_PLAY}"))
