"""``whistsolve par``: the result of the auction with all hands open."""

from __future__ import annotations

import click

import whistsolve as ws
from whistsolve.arguments import Progress
from whistsolve.cli.answers import Answer, print_answers
from whistsolve.cli.options import (
    Verb,
    memory_option,
    missing_option,
    read_scores,
    seat_option,
    threads_option,
)
from whistsolve.cli.ruleset import rules_for, rules_options
from whistsolve.cli.sources import Source, deal_source
from whistsolve.game.record import PlayedHand
from whistsolve.show import ParLines
from whistsolve.values import seat_name

__all__ = ["par"]


@click.command(
    cls=Verb,
    help="""The contract and the score that best calls lead to, with best discards and best play of all sides.

    DEAL is the text of a deal as dealt, with its kitty after a '|', the name of a file, or - (or nothing) for
    the standard input. To win the game with the hand counts above all points.
    """,
    examples=[
        "whistsolve par hand.ptn",
    ],
)
@deal_source
@seat_option("--dealer", help="Who dealt.  [default: that of the hand in PTN]")
@click.option(
    "--scores", metavar="LIST", default="0,0", show_default=True, help="Of all sides, or of each player."
)
@rules_options
@threads_option
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
def par(
    deal: str | None,
    path: str | None,
    dealer: str | None,
    scores: str,
    preset: str | None,
    settings: tuple[str, ...],
    threads: int | None,
    memory_mb: int,
    as_json: bool,
) -> None:
    before = read_scores(scores)

    def answer(source: Source, progress: Progress | None) -> Answer:
        hand = source.hand if isinstance(source.hand, PlayedHand) else None
        rules = rules_for(hand, preset, settings)
        dealt = source.hand.deal if isinstance(source.hand, PlayedHand) else source.hand
        dealt_by = _dealer(hand, dealer)
        found = ws.par(
            dealt,
            dealt_by,
            rules=rules,
            scores=before,
            threads=threads,
            memory_mb=memory_mb,
            progress=progress,
        )
        names = [seat_name(player, rules.players) for player in range(rules.players)]
        values = {"deal": str(dealt), "dealer": dealt_by, **found.as_dict()}
        return Answer(values, [ParLines(found, name=names.__getitem__)])

    print_answers(deal, path, answer, what="solving all contracts", as_json=as_json)


def _dealer(hand: PlayedHand | None, dealer: str | None) -> str:
    if dealer is not None:
        return dealer
    if hand is not None and hand.dealer is not None:
        return seat_name(hand.dealer, hand.seats)
    raise missing_option("--dealer")
