"""``whistsolve table``: tricks for every leader and strain."""

from __future__ import annotations

from contextlib import suppress
from itertools import count, product
from typing import Literal

import click

import whistsolve as ws
from whistsolve._internal.arguments import Progress
from whistsolve.cli import options
from whistsolve.cli.sources import Answer, Source, SourceOptions, deal_source, print_answers
from whistsolve.errors import NotationError
from whistsolve.rules.reading import read_strain
from whistsolve.values.seats import seat_value
from whistsolve.values.strains import STRAINS


@options.command(
    """Tricks of the leader's side for every leader and strain, with both sides' best play, all hands
    open.

    DEAL is the text of a deal, the name of a file, or - (or nothing) for the standard input. Of a hand in
    PTN, the hands after kitty and discards are taken; with --kitty those that were dealt. With --rules the
    columns are by default the strains that the rules allow.
    """,
    'whistsolve table "N:AQ... K2... JT... 98..." --strains S+,NT-',
)
@deal_source
@options.strains
@options.rules
@click.option(
    "--kitty",
    "with_kitty",
    is_flag=True,
    help="Every leader is a declarer who takes the kitty first and makes the best discard.",
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
