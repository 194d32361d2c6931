"""``whistsolve solve``: the double-dummy value of a deal or of a hand that was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

import whistsolve as ws
from whistsolve._internal.arguments import Limits, Progress
from whistsolve._internal.reading import shown
from whistsolve.cli import options
from whistsolve.cli.output import card_values
from whistsolve.cli.sources import Answer, Source, SourceOptions, deal_source, print_answers
from whistsolve.errors import ActError
from whistsolve.rules import Rules
from whistsolve.rules.reading import read_strain
from whistsolve.values import Card
from whistsolve.values.written import card_texts

if TYPE_CHECKING:
    from whistsolve.game.record import PlayedHand
    from whistsolve.show import Block
    from whistsolve.show.solving import AtTable
    from whistsolve.solving.position import Position


@options.command(
    """Tricks that the declarer's side still wins, with both sides' best play, all hands open.

    DEAL is the text of a deal, the name of a file, or - (or nothing) for the standard input. A hand in PTN
    is solved with the hands after kitty and discards, from the first lead on; strain, declarer and leader
    are those of the file, and jokers in the rules as many as were dealt.

    With a limit, which holds for each deal, and once more for its cards, the answer may be bounds: at least
    at most that many tricks.
    """,
    'whistsolve solve "N:AQ... K2... JT... 98..." --strain NT+ --leader N --cards',
    "whistsolve solve hand.ptn",
)
@deal_source
@options.strain()
@options.seat("--leader", help="Who leads to the first trick.")
@options.seat("--declarer", help="Whose side's tricks are counted.  [default: the leader]")
@click.option("--played", metavar="CARDS", help='Cards played so far, or since --after-trick: "SA SK S2".')
@options.number("--after-trick", least=0, help="PTN: solve after trick N of the play.")
@options.rules
@click.option("--cards", "each_card", is_flag=True, help="Also the tricks that each legal card leads to.")
@click.option("--line", "with_line", is_flag=True, help="Also a line of best play to the end, in any time.")
@options.number("--node-limit", help="Search N cards at most; bounds where that is too few.")
@options.time_limit()
@options.json("Print a JSON object for each deal.")
def solve(
    source: SourceOptions,
    played: str | None,
    after_trick: int | None,
    rules: options.RulesOptions,
    each_card: bool,
    with_line: bool,
    node_limit: int | None,
    time_limit: float | None,
    as_json: bool,
    **named: str | None,
) -> None:
    cards = () if played is None else tuple(card_texts(played))

    def answer(each: Source, progress: Progress | None) -> Answer:
        from whistsolve.show import BLANK, Diagram, describe
        from whistsolve.show.phrases import seat_names
        from whistsolve.show.solving import card_tricks, solved_contract
        from whistsolve.show.solving import solution as solution_facts
        from whistsolve.solving import BestLine

        hand = each.played
        before = () if after_trick is None else _first_tricks(hand, after_trick)
        position = _position(each, (*before, *cards), rules.for_hand(hand), **named)
        limits = Limits.read(node_limit, time_limit)
        solver = ws.Solver()
        solution = solver.solve_position(position, limits)
        bounds = solver.bound_cards(position, limits) if each_card else None
        values = {**position.as_dict(), **solution.as_dict()}
        if bounds is not None:
            values |= card_values(bounds)
        line = BestLine.of(position, solver) if with_line else None
        if line is not None:
            values["line"] = line.as_dict()["line"]
        names = seat_names(position.deal.seats)
        side = "-".join(names[seat] for seat in position.side)
        table = _at_table(position, hand)
        if table is not None:
            contract = table.contract.to_text(position.deal.seats)
            values |= {"contract": contract, "books_needed": table.needed}
            values |= {"tricks_played": table.played, "tricks_taken": table.taken}
        blocks: list[Block] = []
        if hand is not None:
            blocks = [Diagram.of_deal(position.deal, "discards" if any(hand.removed) else "kitty"), BLANK]
        if table is None:
            shown = solution if position.deal.kitty else replace(solution, kitty_books=0)
            blocks += solution_facts(shown, position.strain, names[position.leader], side)
        else:
            blocks += solved_contract(solution, table, position, side)
        if bounds:
            to_play = names[position.seat_of(next(iter(bounds)))]
            blocks += [BLANK, *card_tricks(bounds, to_play)]
        if line is not None:
            blocks += [BLANK, *describe(line)]
        return Answer(values, blocks, heading=str(each.deal) if hand is None else "")

    print_answers(source, answer, what="solving", as_json=as_json)


def _first_tricks(hand: PlayedHand | None, count: int) -> tuple[Card, ...]:
    """The cards of the first ``count`` tricks as played."""
    if hand is None:
        raise click.UsageError("--after-trick is given with a deal: expected a hand in PTN")
    whole = len(hand.plays) // hand.seats
    if count > whole:
        raise ActError(f"--after-trick {shown(count)} is wrong: the hand has {whole} whole tricks")
    return hand.plays[: count * hand.seats]


def _position(
    source: Source,
    played: Sequence[Card | str],
    rules: Rules,
    strain: str | None,
    leader: str | None,
    declarer: str | None,
) -> Position:
    """The position to solve; values for omitted options are taken from the hand as played."""
    hand = source.played
    contract = None if hand is None else hand.contract
    in_strain = strain or (None if contract is None else contract.strain)
    leads: int | str | None = leader or (None if hand is None else hand.leader)
    declares: int | str | None = declarer
    if contract is not None:
        declares = contract.declarer if declares is None else declares
        leads = contract.declarer if leads is None else leads
    if in_strain is None or leads is None:
        raise options.missing("--strain" if in_strain is None else "--leader")
    from whistsolve.solving.position import Position

    return Position.read(source.deal, read_strain(in_strain, rules), leads, declares, played, rules)


def _at_table(position: Position, hand: PlayedHand | None) -> AtTable | None:
    """The hand's result in real play; ``None`` if the contract solved is not the hand's own."""
    from whistsolve.show.solving import AtTable

    contract = None if hand is None else hand.contract
    if hand is None or contract is None or contract.level == 0:
        return None
    if (contract.strain, contract.declarer) != (position.strain, position.declarer):
        return None
    taken = sum(hand.tricks_won[seat] for seat in position.side)
    first = next(iter(hand.tricks), None)
    if first is not None and first.winner in position.side:
        taken += position.rules.first_trick_weight - 1
    needed = position.rules.bid_base + contract.level
    return AtTable(contract, needed, taken, sum(hand.tricks_won), hand.deal.hand_size)
