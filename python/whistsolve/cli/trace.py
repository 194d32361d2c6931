"""``whistsolve trace``: the tricks that the cards, the discard and the contract of a hand gave away."""

from __future__ import annotations

import click
from rich.text import Text

import whistsolve as ws
from whistsolve.analysis import CardValue, ContractValue, PlayAnalysis
from whistsolve.cli.answers import Answer, print_answers
from whistsolve.cli.options import memory_option
from whistsolve.cli.output import seat_value
from whistsolve.cli.ruleset import rules_for, rules_options
from whistsolve.cli.sources import Source, deal_source
from whistsolve.game.record import PlayedHand
from whistsolve.show import DealDiagram, PlayTrace

__all__ = ["trace"]


@click.command()
@deal_source
@rules_options
@click.option("--contract", "with_contract", is_flag=True, help="Also the best contract of the declarer.")
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each hand.")
def trace(
    deal: str | None,
    path: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    with_contract: bool,
    memory_mb: int,
    as_json: bool,
) -> None:
    """The tricks that each card of a played hand gave away, and its discard, with all hands open.

    DEAL is a hand in PTN, the name of a file of hands, or - (or nothing) for the standard input. A hand may
    be played in part; jokers in the rules are as many as were dealt.
    """

    def answer(source: Source) -> Answer:
        hand = source.hand
        if not isinstance(hand, PlayedHand):
            where = f"{source.location}: " if source.location else ""
            raise click.UsageError(
                f"{where}there is a deal and no play: expected hands in PTN",
                click.get_current_context(silent=True),
            )
        found = ws.analyse_play(
            hand,
            rules=rules_for(hand, preset, settings),
            contract=with_contract,
            memory_mb=memory_mb,
        )
        diagram = DealDiagram(source.deal, kitty="discards" if any(hand.removed) else "kitty")
        return Answer(_as_json(found), [diagram, Text(), PlayTrace(found)])

    print_answers(deal, path, answer, as_json=as_json)


def _as_json(found: PlayAnalysis) -> dict[str, object]:
    """All of an analysis by name, in a fixed order."""
    hand, first = found.hand, found.first_loss
    contract, leader = hand.contract, hand.leader
    return {
        "deal": str(hand.deal_in_play),
        "contract": None if contract is None else contract.to_text(hand.seats),
        "leader": None if leader is None else seat_value(leader, hand.seats),
        "side": [seat_value(seat, hand.seats) for seat in found.side],
        "best": found.best,
        "start": found.start,
        "end": found.end,
        "taken": found.taken,
        "finished": found.finished,
        "given_by_declarer": found.given_by_declarer,
        "given_by_defence": found.given_by_defence,
        "first_loss": None if first is None else first.number,
        "discard": _discard(found),
        "points": _points(found),
        "cards": [_card(card, hand.seats) for card in found.cards],
        "nodes": found.nodes,
    }


def _card(value: CardValue, seats: int) -> dict[str, object]:
    return {
        "number": value.number,
        "trick": value.trick,
        "seat": seat_value(value.seat, seats),
        "card": str(value.card),
        "by": "declarer" if value.by_declarer else "defence",
        "before": value.before,
        "after": value.after,
        "lost": value.lost,
        "better": [str(card) for card in value.better],
    }


def _discard(found: PlayAnalysis) -> dict[str, object] | None:
    discard = found.discard
    if discard is None:
        return None
    return {
        "seat": seat_value(discard.seat, found.hand.seats),
        "cards": [str(card) for card in discard.cards],
        "tricks": discard.tricks,
        "best": discard.best,
        "best_cards": [str(card) for card in discard.best_cards],
        "lost": discard.lost,
    }


def _points(found: PlayAnalysis) -> dict[str, object] | None:
    verdict, seats = found.contract, found.hand.seats

    def scored(value: ContractValue) -> dict[str, object]:
        return {
            "contract": value.contract.to_text(seats),
            "tricks": value.tricks,
            "points": value.points,
        }

    if verdict is None:
        return None
    return {
        "played": scored(verdict.played),
        "best": [scored(value) for value in verdict.best],
        "lost": verdict.lost,
    }
