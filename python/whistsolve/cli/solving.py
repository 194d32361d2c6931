"""``whistsolve solve``, ``table`` and ``par``: what deals are worth with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count, product
from typing import TYPE_CHECKING, Any, Literal

import click

import whistsolve as ws
from whistsolve._internal.arguments import Limits, Progress
from whistsolve._internal.reading import shown
from whistsolve.cli import options
from whistsolve.cli.output import card_values
from whistsolve.cli.sources import Answer, Source, SourceOptions, deal_source, print_answers
from whistsolve.errors import ActError, NotationError
from whistsolve.rules import Rules
from whistsolve.rules.reading import read_strain
from whistsolve.values import Card, Strain, seat_name
from whistsolve.values.seats import seat_value
from whistsolve.values.strains import STRAINS
from whistsolve.values.written import card_texts

if TYPE_CHECKING:
    from whistsolve.game.record import PlayedHand
    from whistsolve.show.solving import AtTable
    from whistsolve.solving.position import Position


@options.command(
    """Solve a deal: the tricks that the declarer's side still wins with best play, all hands open.

    DEAL is the text of a deal, a file, or - (or nothing) for the standard input. A hand in PTN gives strain,
    declarer and leader, and is solved after kitty and discards.

    With a limit the answer may be bounds. The limit is for each deal, and once more for --cards.
    """,
    'whistsolve solve "N:AQ... K2... JT... 98..." --strain NT+ --leader N --cards',
    "whistsolve solve hand.ptn",
)
@deal_source
@options.strain()
@options.seat("--leader", help="Who leads to the first trick.")
@options.seat("--declarer", help="Whose tricks are counted.  [default: the leader]")
@click.option("--played", metavar="CARDS", help='Cards played so far, or since --after-trick: "SA SK".')
@options.number("--after-trick", least=0, help="PTN: solve after trick N of the play.")
@options.rules
@click.option("--cards", "each_card", is_flag=True, help="Also the tricks of each legal card.")
@click.option("--line", "with_line", is_flag=True, help="Also a line of best play to the end.")
@options.number("--node-limit", help="Search N cards at most, then give bounds.")
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
        before: tuple[Card, ...] = ()
        if after_trick is not None:
            if hand is None:
                raise click.UsageError("--after-trick is given with a deal: expected a hand in PTN")
            if after_trick > (whole := len(hand.plays) // hand.seats):
                given = shown(after_trick)
                raise ActError(f"--after-trick {given} is wrong: the hand has {whole} whole tricks")
            before = hand.plays[: after_trick * hand.seats]
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
        if table is None:
            counted = solution if position.deal.kitty else replace(solution, kitty_books=0)
            blocks = solution_facts(counted, position.strain, names[position.leader], side)
        else:
            blocks = solved_contract(solution, table, position, side)
        if hand is not None:
            blocks += [BLANK, Diagram.of_deal(position.deal, "discards" if any(hand.removed) else "kitty")]
        if bounds:
            to_play = names[position.seat_of(next(iter(bounds)))]
            blocks += [BLANK, *card_tricks(bounds, to_play)]
        if line is not None:
            blocks += [BLANK, *describe(line)]
        return Answer(values, blocks, heading=str(each.deal) if hand is None else "")

    print_answers(source, answer, what="solving", as_json=as_json)


def _position(
    source: Source,
    played: Sequence[Card | str],
    rules: Rules,
    strain: Strain | str | None,
    leader: int | str | None,
    declarer: int | str | None,
) -> Position:
    if (hand := source.played) is not None:
        leader = hand.leader if leader is None else leader
        if (contract := hand.contract) is not None:
            strain, declarer = strain or contract.strain, declarer or contract.declarer
            leader = contract.declarer if leader is None else leader
    if strain is None or leader is None:
        raise options.missing("--strain" if strain is None else "--leader")
    from whistsolve.solving.position import Position

    return Position.read(source.deal, read_strain(strain, rules), leader, declarer, played, rules)


def _at_table(position: Position, hand: PlayedHand | None) -> AtTable | None:
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


@options.command(
    """Solve every leader and strain: the tricks of the leader's side with best play, all hands open.

    DEAL is the text of a deal, a file, or - (or nothing) for the standard input. A hand in PTN is solved
    after kitty and discards, with --kitty as dealt. With --rules the strains are those that the rules allow.
    """,
    'whistsolve table "N:AQ... K2... JT... 98..." --strains S+,NT-',
    "whistsolve table hand.ptn --kitty",
)
@deal_source
@options.strains
@options.rules
@click.option(
    "--kitty", "with_kitty", is_flag=True, help="The leader takes the kitty and discards best first."
)
@options.threads
@click.option("--pbn", is_flag=True, help="Print PBN with the tricks of every contract, as in bridge.")
@options.json("Print a JSON object for each deal.")
def table(
    source: SourceOptions,
    strains: str | None,
    rules: options.RulesOptions,
    with_kitty: bool,
    threads: int | None,
    pbn: bool,
    as_json: bool,
) -> None:
    used = rules.or_default()
    backwards, boards = used.direction_of_play == "counterclockwise", count(1)
    if pbn and backwards:
        expected = "expected those of a game that goes clockwise, such as --rules bid_whist_no_kitty"
        raise click.UsageError(f"--pbn is given with rules that play counterclockwise: {expected}")

    def answer(each: Source, progress: Progress | None) -> Answer:
        from whistsolve.game.auction.calls import all_strains
        from whistsolve.notation import format_pbn
        from whistsolve.show import describe
        from whistsolve.show.document import dim

        deal = each.dealt if with_kitty else each.deal
        kitty: Literal["optimal"] | None = "optimal" if with_kitty else None
        named = options.split_strains(strains) or all_strains(used)
        columns = STRAINS[:5] if pbn else [read_strain(each, used) for each in named]
        if pbn:
            format_pbn(deal)  # raises if the deal cannot be written
        tricks = ws.table(deal, strains=columns, rules=used, kitty=kitty, threads=threads, progress=progress)
        if pbn:
            # In bridge the hand after the declarer's leads, and the declarer's side takes the other tricks.
            contracts = product(range(4), tricks.strains)
            declarers = {
                (s, strain): deal.hand_size - int(tricks[(s + 1) % 4, strain]) for s, strain in contracts
            }
            number = next(boards)
            text = format_pbn(deal, declarers, number)
            with suppress(NotationError):  # the contract may be none of bridge
                text = format_pbn(each.hand if deal == each.dealt else deal, declarers, number)
            return Answer({}, (), text=text)
        values = {
            "strains": [str(strain) for strain in tricks.strains],
            "leaders": [seat_value(leader, tricks.seats) for leader in range(tricks.seats)],
            "tricks": tricks.to_numpy().tolist(),
        }
        direction = [dim("play goes counterclockwise")] if backwards else []
        return Answer(values, [*describe(tricks), *direction], heading=str(deal))

    print_answers(source, answer, what="solving the table", as_json=as_json)


@options.command(
    """Find the contract and the score of best calls, best discards and best play, with all hands open.

    DEAL is a deal with its kitty after a '|', a file, or - (or nothing) for the standard input. Winning the
    game with the hand counts more than any points.
    """,
    "whistsolve par hand.ptn",
    'whistsolve par "N:AKQ... JT9... 876... 543..." --dealer N --rules bid_whist_no_kitty',
)
@deal_source
@options.seat("--dealer", help="Who dealt.  [default: that of the hand]")
@click.option(
    "--scores", metavar="LIST", default="0,0", show_default=True, help="Before the hand, by side or player."
)
@options.rules
@options.threads
@options.memory
@options.json("Print a JSON object for each deal.")
def par(
    source: SourceOptions,
    dealer: str | None,
    scores: str,
    rules: options.RulesOptions,
    as_json: bool,
    **resources: Any,
) -> None:
    before = options.read_numbers(scores)

    def answer(each: Source, progress: Progress | None) -> Answer:
        used = rules.for_hand(each.hand)
        dealt_by = dealer
        if dealt_by is None and each.played is not None and each.played.dealer is not None:
            dealt_by = seat_name(each.played.dealer, each.played.seats)
        if dealt_by is None:
            raise options.missing("--dealer")
        found = ws.par(each.dealt, dealt_by, rules=used, scores=before, progress=progress, **resources)
        from whistsolve.show.analysis import par_facts
        from whistsolve.show.phrases import seat_names

        values = {"deal": str(each.dealt), "dealer": dealt_by, **found.as_dict()}
        return Answer(values, par_facts(found, seat_names(used.players)))

    print_answers(source, answer, what="solving all contracts", as_json=as_json)
