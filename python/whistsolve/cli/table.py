"""``whistsolve table``: tricks for every leader and strain."""

from __future__ import annotations

import click

import whistsolve as ws
from whistsolve.arguments import Progress
from whistsolve.cli.answers import Answer, print_answers
from whistsolve.cli.options import Verb, split_strains, strains_option, threads_option
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.cli.sources import Source, deal_source
from whistsolve.show import TrickGrid
from whistsolve.values import Deal
from whistsolve.values.seats import seat_value

__all__ = ["table"]


@click.command(
    cls=Verb,
    help="""Tricks of the leader's side for every leader and strain, with both sides' best play, all hands
    open.

    DEAL is the text of a deal, the name of a file, or - (or nothing) for the standard input. Of a hand in
    PTN, the hands after kitty and discards are taken; with --kitty those that were dealt.
    """,
    examples=[
        'whistsolve table "N:AQ... K2... JT... 98..." --strains S+,NT-',
    ],
)
@deal_source
@strains_option
@rules_options
@click.option(
    "--kitty",
    "with_kitty",
    is_flag=True,
    help="Every leader is a declarer who takes the kitty first and makes the best discard.",
)
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
def table(
    deal: str | None,
    path: str | None,
    strains: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    with_kitty: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    rules = read_rules(preset, settings)
    columns = None if strains is None else split_strains(strains)

    def answer(source: Source, progress: Progress | None) -> Answer:
        dealt = source.hand if isinstance(source.hand, Deal) else source.hand.deal
        deal = dealt if with_kitty else source.deal
        tricks = ws.table(
            deal,
            strains=columns,
            rules=rules,
            threads=threads,
            kitty="optimal" if with_kitty else None,
            progress=progress,
        )
        values = {
            "strains": [str(strain) for strain in tricks.strains],
            "leaders": [seat_value(leader, tricks.seats) for leader in range(tricks.seats)],
            "tricks": tricks.to_numpy().tolist(),
        }
        return Answer(values, [TrickGrid(tricks)], heading=str(deal))

    print_answers(deal, path, answer, what="solving the table", as_json=as_json, end_with_blank=True)
