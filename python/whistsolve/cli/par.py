"""``whistsolve par``: the double-dummy result of the auction (all hands open)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import whistsolve as ws
from whistsolve._internal.arguments import Progress
from whistsolve.cli import options
from whistsolve.cli.sources import Answer, Source, SourceOptions, deal_source, print_answers
from whistsolve.values import seat_name

if TYPE_CHECKING:
    from whistsolve.game.record import PlayedHand


@options.command(
    """The contract and the score that best calls lead to, with best discards and best play of all sides.

    DEAL is the text of a deal as dealt, with its kitty after a '|', the name of a file, or - (or nothing) for
    the standard input. To win the game with the hand counts above all points.
    """,
    "whistsolve par hand.ptn",
)
@deal_source
@options.seat("--dealer", help="Who dealt.  [default: that of the hand in PTN]")
@click.option(
    "--scores", metavar="LIST", default="0,0", show_default=True, help="Of all sides, or of each player."
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
    before = options.read_scores(scores)

    def answer(each: Source, progress: Progress | None) -> Answer:
        used = rules.for_hand(each.hand)
        dealt_by = _dealer(each.played, dealer)
        found = ws.par(each.dealt, dealt_by, rules=used, scores=before, progress=progress, **resources)
        from whistsolve.show.analysis import par_facts
        from whistsolve.show.phrases import seat_names

        values = {"deal": str(each.dealt), "dealer": dealt_by, **found.as_dict()}
        return Answer(values, par_facts(found, seat_names(used.players)))

    print_answers(source, answer, what="solving all contracts", as_json=as_json)


def _dealer(hand: PlayedHand | None, dealer: str | None) -> str:
    if dealer is not None:
        return dealer
    if hand is not None and hand.dealer is not None:
        return seat_name(hand.dealer, hand.seats)
    raise options.missing("--dealer")
