"""``whistsolve solve``: the double-dummy value of a deal or of a hand that was played."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.console import RenderableType
from rich.text import Text

import whistsolve as ws
from whistsolve.arguments import Limits, Progress
from whistsolve.cli.answers import Answer, print_answers
from whistsolve.cli.options import Verb, missing_option, seat_option, strain_option
from whistsolve.cli.output import card_values
from whistsolve.cli.ruleset import rules_for, rules_options
from whistsolve.cli.sources import Source, deal_source
from whistsolve.errors import PlayError
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules
from whistsolve.show import CardTricks, ContractLines, DealDiagram, SolutionLines
from whistsolve.solving.position import Position
from whistsolve.values import Card, Contract, Deal, Strain, seat_name

__all__ = ["solve"]


@click.command(
    cls=Verb,
    help="""Tricks that the declarer's side still wins, with both sides' best play, all hands open.

    DEAL is the text of a deal, the name of a file, or - (or nothing) for the standard input. A hand in PTN
    is solved with the hands after kitty and discards, from the first lead on; strain, declarer and leader
    are those of the file, and jokers in the rules as many as were dealt.

    With a limit, which holds for each deal, and once more for its cards, the answer may be bounds: at least
    and at most so many tricks.
    """,
    examples=[
        'whistsolve solve "N:AQ... K2... JT... 98..." --strain NT+ --leader N --cards',
        "whistsolve solve hand.ptn",
    ],
)
@deal_source
@strain_option
@seat_option("--leader", help="Who leads to the first trick.")
@seat_option("--declarer", help="Whose side's tricks are counted.  [default: the leader]")
@click.option("--played", metavar="CARDS", help='Cards played so far, in order, such as "SA SK S2 S3 H4".')
@click.option(
    "--after-trick", type=click.IntRange(0), metavar="N", help="PTN: solve after trick N of the play."
)
@rules_options
@click.option("--cards", "each_card", is_flag=True, help="Also the tricks that each legal card leads to.")
@click.option(
    "--node-limit", type=int, metavar="N", help="Search N cards at most; bounds where that is too few."
)
@click.option("--time-limit", type=float, metavar="SECONDS", help="Search so long at most; bounds likewise.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
def solve(
    deal: str | None,
    path: str | None,
    strain: str | None,
    leader: str | None,
    declarer: str | None,
    played: str | None,
    after_trick: int | None,
    preset: str | None,
    settings: tuple[str, ...],
    each_card: bool,
    node_limit: int | None,
    time_limit: float | None,
    as_json: bool,
) -> None:
    if played is not None and after_trick is not None:
        raise click.UsageError("--played and --after-trick are given: expected one of them")
    cards = None if played is None else tuple(played.replace(",", " ").split())

    def answer(source: Source, progress: Progress | None) -> Answer:
        hand = source.hand if isinstance(source.hand, PlayedHand) else None
        plays = cards or () if after_trick is None else _first_tricks(hand, after_trick)
        rules = rules_for(hand, preset, settings)
        position = _position(source.deal, hand, strain, leader, declarer, plays, rules)
        limits = Limits.read(node_limit, time_limit)
        solver = ws.Solver()
        solution = solver.solve_position(position, limits)
        bounds = solver.bound_cards(position, limits) if each_card else None
        return Answer(
            {**_as_json(position, plays, solution, bounds), **_table_json(position, hand)},
            _as_shown(position, solution, bounds, hand, after_trick or 0),
            heading=str(source.deal) if hand is None else "",
        )

    print_answers(deal, path, answer, what="solving", as_json=as_json)


def _first_tricks(hand: PlayedHand | None, count: int) -> tuple[Card, ...]:
    """The cards of the first tricks at the table."""
    if hand is None:
        raise click.UsageError("--after-trick is given with a deal: expected a hand in PTN")
    whole = len(hand.plays) // hand.seats
    if count > whole:
        raise PlayError(f"--after-trick {count} is wrong: the hand has {whole} whole tricks")
    return hand.plays[: count * hand.seats]


def _position(
    deal: Deal,
    hand: PlayedHand | None,
    strain: str | None,
    leader: str | None,
    declarer: str | None,
    played: Sequence[Card | str],
    rules: Rules,
) -> Position:
    """What is to be solved; what the options leave open is taken from the hand as played."""
    contract = None if hand is None else hand.contract
    in_strain: Strain | str | None = strain or (None if contract is None else contract.strain)
    leads: int | str | None = leader or (None if hand is None else hand.leader)
    declares: int | str | None = declarer
    if contract is not None:
        declares = contract.declarer if declares is None else declares
        leads = contract.declarer if leads is None else leads
    if in_strain is None or leads is None:
        raise missing_option("--strain" if in_strain is None else "--leader")
    return Position.read(deal, in_strain, leads, declares, played, rules)


def _contract(position: Position, hand: PlayedHand | None) -> Contract | None:
    """The contract of the hand as played, where just that is asked about."""
    contract = None if hand is None else hand.contract
    asked = (position.strain, position.declarer)
    return contract if contract is not None and (contract.strain, contract.declarer) == asked else None


def _taken(position: Position, hand: PlayedHand) -> int:
    """Tricks of the declarer's side at the table, counted as the solver counts."""
    taken = sum(hand.tricks_won[seat] for seat in position.side)
    first = next(iter(hand.tricks), None)
    won_first = first is not None and first.winner in position.side
    return taken + (position.rules.first_trick_weight - 1 if won_first else 0)


def _as_json(
    position: Position,
    played: Sequence[Card | str],
    solution: ws.Solution,
    bounds: dict[Card, tuple[int, int]] | None,
) -> dict[str, object]:
    """The solution by name, in a fixed order."""
    values: dict[str, object] = {
        **position.as_dict(),
        "played": [str(card) for card in played],
        **solution.as_dict(),
    }
    return values if bounds is None else {**values, **card_values(bounds)}


def _table_json(position: Position, hand: PlayedHand | None) -> dict[str, object]:
    """What was done at the table, where the contract is that of the hand as played."""
    contract = _contract(position, hand)
    if contract is None or hand is None:
        return {}
    return {
        "contract": contract.to_text(hand.seats),
        "books_needed": position.rules.bid_base + contract.level,
        "tricks_played": sum(hand.tricks_won),
        "tricks_taken": _taken(position, hand),
    }


def _as_shown(
    position: Position,
    solution: ws.Solution,
    bounds: dict[Card, tuple[int, int]] | None,
    hand: PlayedHand | None,
    after_trick: int,
) -> list[RenderableType]:
    """The answer for people."""
    names = [seat_name(seat, position.deal.seats) for seat in range(position.deal.seats)]
    side = "-".join(names[seat] for seat in position.side)
    contract = _contract(position, hand)
    parts: list[RenderableType] = []
    if hand is not None:
        parts += [DealDiagram(position.deal, kitty="discards" if any(hand.removed) else "kitty"), Text()]
    if contract is not None and hand is not None:
        lines = ContractLines(
            contract,
            solution,
            declarer=names[position.declarer],
            side=side,
            needed=position.rules.bid_base + contract.level,
            after_trick=after_trick,
            has_plays=bool(position.played),
            taken=_taken(position, hand),
            played=sum(hand.tricks_won),
            size=hand.deal.hand_size,
        )
        parts.append(lines)
    else:
        leader = names[position.leader]
        parts.append(SolutionLines(solution, strain=position.strain, leader=leader, side=side))
    if bounds:
        # Whoever holds one of the legal cards is to play.
        card = next(iter(bounds))
        to_play = next(seat for seat, held in enumerate(position.deal.hands) if card in held)
        parts += [Text(), CardTricks(bounds, seat=names[to_play])]
    return parts
