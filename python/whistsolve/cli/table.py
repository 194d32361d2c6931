"""``whistsolve table``: tricks for every leader and strain."""

from __future__ import annotations

from typing import Literal

import click

import whistsolve as ws
from whistsolve._internal.arguments import Progress
from whistsolve.cli import options
from whistsolve.cli.sources import Answer, Source, SourceOptions, deal_source, print_answers
from whistsolve.show import describe
from whistsolve.values.seats import seat_value


@options.command(
    """Tricks of the leader's side for every leader and strain, with both sides' best play, all hands
    open.

    DEAL is the text of a deal, the name of a file, or - (or nothing) for the standard input. Of a hand in
    PTN, the hands after kitty and discards are taken; with --kitty those that were dealt.
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
@options.json("Print a JSON object for each deal.")
def table(
    source: SourceOptions,
    strains: str | None,
    rules: options.RulesOptions,
    with_kitty: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    used, columns = rules.read(), options.split_strains(strains)

    def answer(each: Source, progress: Progress | None) -> Answer:
        deal = each.dealt if with_kitty else each.deal
        kitty: Literal["optimal"] | None = "optimal" if with_kitty else None
        tricks = ws.table(deal, strains=columns, rules=used, kitty=kitty, threads=threads, progress=progress)
        values = {
            "strains": [str(strain) for strain in tricks.strains],
            "leaders": [seat_value(leader, tricks.seats) for leader in range(tricks.seats)],
            "tricks": tricks.to_numpy().tolist(),
        }
        return Answer(values, describe(tricks), heading=str(deal))

    print_answers(source, answer, what="solving the table", as_json=as_json)
