"""``whistsolve bid``: what to call with a hand, which strain to name, what cards are worth."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource
from rich.text import Text

import whistsolve as ws
from whistsolve.arguments import DEFAULT_RULES
from whistsolve.bidding import CONVENTIONS, CallModel
from whistsolve.cli.auction_source import read_call_request
from whistsolve.cli.completion import complete_conventions, complete_files
from whistsolve.cli.options import Verb, memory_option, seat_option, threads_option
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.evaluation import Evaluator, WeightTable
from whistsolve.rules import Rules
from whistsolve.show import AdviceTable
from whistsolve.show.weights import CAPTION, weight_lines

__all__ = ["bid"]

#: What goes with ``--table``.
_WITH_TABLE = {"as_table", "as_json", "preset", "settings"}
#: The conventions that may be named, each with what it shows.
_EPILOG = "\n\n".join(("Conventions:", *map(str, CONVENTIONS.values())))


@click.command(
    cls=Verb,
    help="""Every legal call: the chance to make it, expected points, the chance to win the match.

    HAND is the cards of the player to call, before the kitty, such as "AKQJ.T9.32.9876"; or a hand in PTN,
    the name of its file, or - for the standard input: then seat, dealer, calls and scores are those of the
    file, up to the call that --at or --seat names. Of a deal it is the hand of --seat. The cards that this
    player does not see are sampled: uniformly, or where others have called from their posterior given the
    calls. An interrupt gives the estimates so far.

    With --strains every strain that may be named is valued in place of calls; HAND may be with the kitty
    then, and what to discard is said as well.
    """,
    examples=[
        'whistsolve bid "AKQJ.T9.32.9876" --seat S --dealer W --calls "pass 3+" --samples 12',
        "whistsolve bid hand.ptn --at 4 --discards estimated",
    ],
    epilog=_EPILOG,
)
@click.argument("hand", required=False, shell_complete=complete_files)
@seat_option("--seat", help="Whose hand it is.")
@seat_option("--dealer", help="Who dealt.")
@click.option("--calls", metavar="CALLS", default="", help='The calls so far, such as "pass 3+".')
@click.option(
    "--at",
    type=click.IntRange(1),
    metavar="N",
    help="PTN: at call N of the auction.  [default: who is to call, or the bid that won]",
)
@click.option(
    "--scores",
    metavar="LIST",
    help="Of all sides, or of each player.  [default: those of the hand in PTN, or 0,0]",
)
@rules_options
@click.option(
    "--samples",
    type=int,
    metavar="N",
    help="Layouts to sample, at most.  [default: 96, or fewer where no call can be much better]",
)
@click.option("--seed", type=int, metavar="N", default=0, show_default=True, help="Of the random layouts.")
@click.option(
    "--discards",
    type=click.Choice(["sampled", "double_dummy", "heuristic", "estimated"]),
    default="sampled",
    show_default=True,
    help="How the kitty is discarded; estimated: tricks come from the evaluator of hands, which is quick.",
)
@click.option(
    "--play",
    type=click.Choice(["double_dummy", "table"]),
    default="double_dummy",
    show_default=True,
    help="How hands are played out; table: tricks are corrected for play in which nobody sees other hands.",
)
@click.option(
    "--convention",
    "conventions",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_conventions,
    help="What certain bids of the others show by agreement; see the names below. Repeatable.",
)
@threads_option
@memory_option
@click.option(
    "--strains", "as_strains", is_flag=True, help="What to name, for the seat that has won with CALLS or BID."
)
@click.option("--bid", "won", metavar="BID", help="With --strains, in place of calls: what has won.")
@click.option(
    "--table", "as_table", is_flag=True, help="What cards and suit lengths are worth, in tricks; no HAND."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def bid(
    hand: str | None,
    seat: str | None,
    dealer: str | None,
    calls: str,
    at: int | None,
    scores: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    samples: int | None,
    seed: int,
    discards: str,
    play: str,
    conventions: tuple[str, ...],
    threads: int | None,
    memory_mb: int,
    as_strains: bool,
    won: str | None,
    as_table: bool,
    as_json: bool,
) -> None:
    if as_table:
        _refuse_others(click.get_current_context())
        _print_weights(read_rules(preset, settings), as_json)
        return
    if won is not None and not as_strains:
        raise click.UsageError("--bid goes with --strains", click.get_current_context())
    if hand is None:
        raise click.UsageError("Missing argument 'HAND'", click.get_current_context())
    request, rules = read_call_request(hand, seat, dealer, at, scores, preset, settings, named=as_strains)
    won = won or (request.won if not calls else None)
    question: dict[str, Any] = {
        "rules": rules,
        "seat": request.seat,
        "dealer": request.dealer,
        "calls": calls or request.calls,
        "scores": request.scores,
        "seed": seed,
        "discards": discards,
        "play": play,
        "model": CallModel(rules or DEFAULT_RULES, conventions=conventions) if conventions else None,
        "threads": threads,
        "memory_mb": memory_mb,
        **({} if samples is None else {"samples": samples}),
    }
    report: ws.BidReport | ws.StrainReport
    with Working("sampling layouts") as working:
        try:
            if as_strains:
                report = ws.evaluate_strains(request.hand, bid=won, progress=working, **question)
            else:
                report = ws.evaluate_bids(request.hand, progress=working, **question)
        except (ws.BidsInterrupted, ws.StrainsInterrupted) as interrupt:
            working.make_room()
            _print_report(interrupt.partial, as_json)
            raise
        working.make_room()
    _print_report(report, as_json)


def _print_report(report: ws.BidReport | ws.StrainReport, as_json: bool) -> None:
    if as_json:
        print_json(report.as_dict())
    else:
        print_shown(AdviceTable(report))


def _refuse_others(context: click.Context) -> None:
    """Refuse options that have no effect with ``--table``."""
    for parameter in context.command.params:
        name = parameter.name or ""
        if name not in _WITH_TABLE and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            what = "a hand" if name == "hand" else parameter.opts[0]
            raise click.UsageError(
                f"{what} does not go with --table: expected --rules, --set and --json at most", context
            )


def _print_weights(rules: Rules | None, as_json: bool) -> None:
    """The weights of the evaluator: how much cards and suit lengths add to the tricks that it predicts."""
    table = Evaluator().table(rules)
    if as_json:
        print_json({"table": _parts(table)})
    else:
        print_shown(Text(weight_lines(table)))


def _parts(table: WeightTable) -> list[dict[str, object]]:
    """A title for each kind of suit, with the tricks of each of its holdings."""
    parts: list[dict[str, object]] = [{"title": CAPTION, "tricks": {}}]
    for column, name in enumerate(table.columns):
        tricks = {holding: values[column] for holding, values in table.rows if values[column] is not None}
        parts.append({"title": name, "tricks": tricks})
    return parts
