"""``whistsolve bid``: what to call with a hand."""

from __future__ import annotations

import click

import whistsolve as ws
from whistsolve.cli.options import memory_option, read_scores, threads_option
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.show import BidTable

__all__ = ["bid"]


@click.command(short_help="What to call with a hand: chances, points, and to win the match.")
@click.argument("hand")
@click.option("--seat", metavar="SEAT", required=True, help="Whose hand it is.")
@click.option("--dealer", metavar="SEAT", required=True, help="Who dealt.")
@click.option("--calls", metavar="CALLS", default="", help='The calls so far, such as "pass 3+".')
@click.option(
    "--scores", metavar="LIST", default="0,0", show_default=True, help="Of both sides, or of each player."
)
@rules_options
@click.option("--samples", type=int, metavar="N", default=96, show_default=True, help="Layouts, at most.")
@click.option("--seed", type=int, metavar="N", default=0, show_default=True, help="For layouts and discards.")
@click.option(
    "--discards",
    type=click.Choice(["honest", "clairvoyant", "thumb"]),
    default="honest",
    show_default=True,
    help="How the kitty is discarded.",
)
@threads_option
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def bid(
    hand: str,
    seat: str,
    dealer: str,
    calls: str,
    scores: str,
    preset: str | None,
    settings: tuple[str, ...],
    samples: int,
    seed: int,
    discards: str,
    threads: int | None,
    memory_mb: int,
    as_json: bool,
) -> None:
    """Every call that is legal now: the chance to make it, its points, the chance to win the match.

    HAND is the cards of who is to call, before the kitty, such as "AKQJ.T9.32.9876". The cards that it does
    not see are dealt at random many times, more often as they make the calls so far likely. An interrupt
    gives what is known by then.
    """
    with Working("looking at layouts") as working:
        try:
            report = ws.evaluate_bids(
                hand,
                rules=read_rules(preset, settings),
                seat=seat,
                dealer=dealer,
                calls=calls,
                scores=read_scores(scores),
                samples=samples,
                seed=seed,
                discards=discards,  # type: ignore[arg-type]  # click has checked it
                threads=threads,
                memory_mb=memory_mb,
                progress=working,
            )
        except ws.BidInterrupted as interrupt:
            working.make_room()
            _print(interrupt.report, as_json)
            raise
        working.make_room()
    _print(report, as_json)


def _print(report: ws.BidReport, as_json: bool) -> None:
    if as_json:
        print_json(report.as_dict())
    else:
        print_shown(BidTable(report))
