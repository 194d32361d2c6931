"""``whistsolve bid``: what to call with a hand, which strain to name, what cards are worth."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import whistsolve as ws
from whistsolve.cli import options
from whistsolve.cli.auction_source import read_call_request
from whistsolve.cli.completion import complete_conventions, complete_files
from whistsolve.cli.output import print_answer, print_report
from whistsolve.rules import DEFAULT_RULES, Rules

if TYPE_CHECKING:
    from whistsolve.evaluation import WeightTable

#: The parameters that may be given with ``--table``.
_WITH_TABLE = {"as_table", "as_json", "preset", "settings"}


@options.command(
    """Every legal call: the chance to make it, expected points, the chance to win the match.

    HAND is the cards of the player to call, before the kitty, such as "AKQJ.T9.32.9876"; or a hand in PTN,
    the name of its file, or - for the standard input: then seat, dealer, calls and scores are those of the
    file, up to the call that --at or --seat names. Of a deal it is the hand of --seat. A hand without --seat,
    --dealer and --calls is that of the first to call. The cards that this
    player does not see are sampled: uniformly, or where others have called from their posterior given the
    calls. An interrupt gives the estimates so far.

    With --strains every strain that may be named is valued in place of calls; HAND may be with the kitty
    then, and a discard is recommended as well. What to discard in one strain is the command discard.
    """,
    'whistsolve bid "AKQJ.T9.32.9876" --seat S --dealer W --calls "pass 3+" --samples 12',
    "whistsolve bid hand.ptn --at 4 --discards estimated",
    epilog=lambda: "\n\n".join(
        map(str, ("Conventions:", *import_module("whistsolve.advice").CONVENTIONS.values()))
    ),
)
@click.argument("hand", required=False, shell_complete=complete_files)
@options.seat("--seat", help="Whose hand it is.")
@options.seat("--dealer", help="Who dealt.")
@click.option("--calls", metavar="CALLS", default="", help='The calls so far, such as "pass 3+".')
@options.number(
    "--at", least=1, help="PTN: at call N of the auction.  [default: who is to call, or the bid that won]"
)
@click.option(
    "--scores",
    metavar="LIST",
    help="Of all sides, or of each player.  [default: those of the hand in PTN, or 0,0]",
)
@options.rules
@options.number(
    "--samples", help="Layouts to sample, at most.  [default: 96, or fewer where no call can be much better]"
)
@options.number("--seed", default=0, help="Of the random layouts.")
@options.choice(
    "--discards",
    ["sampled", "double_dummy", "heuristic", "estimated"],
    "sampled",
    help="How the kitty is discarded; estimated: tricks come from the evaluator of hands, which is quick.",
)
@options.choice(
    "--play",
    ["double_dummy", "table"],
    None,
    help="How hands are played out; table: tricks are corrected for play in which nobody sees other hands."
    "  [default: table for four players with partners, or else double_dummy]",
)
@options.file("--model", help="How the others call: a file of whistsolve fit-calls.")
@click.option(
    "--convention",
    "conventions",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_conventions,
    help="What certain bids of the others show by agreement; see the names below. Repeatable.",
)
@options.time_limit("Sample for that time at most; before the first layouts, tricks are estimated.")
@options.threads
@options.memory
@click.option(
    "--strains", "as_strains", is_flag=True, help="What to name, for the seat that has won with CALLS or BID."
)
@click.option("--bid", "won", metavar="BID", help="With --strains, in place of calls: what has won.")
@click.option(
    "--table", "as_table", is_flag=True, help="What cards and suit lengths are worth, in tricks; no HAND."
)
@options.every("Every call or strain, not only those nearly as good as the best.")
@options.json()
def bid(
    hand: str | None,
    seat: str | None,
    dealer: str | None,
    calls: str,
    at: int | None,
    scores: str | None,
    rules: options.RulesOptions,
    conventions: tuple[str, ...],
    model: str | None,
    as_strains: bool,
    won: str | None,
    as_table: bool,
    every: bool,
    as_json: bool,
    **simulation: Any,
) -> None:
    if as_table:
        _refuse_others(click.get_current_context())
        _print_weights(rules.read(), as_json)
        return
    if won is not None and not as_strains:
        raise options.usage_error("--bid goes with --strains")
    if hand is None:
        raise options.usage_error("Missing argument 'HAND'")
    request = read_call_request(
        hand, seat, dealer, at, scores, rules, is_opening=not (calls or as_strains), named=as_strains
    )
    from whistsolve.advice import CallModel

    won = won or (request.won if not calls else None)
    question = {name: value for name, value in simulation.items() if value is not None}
    question |= {"rules": request.rules, "seat": request.seat, "dealer": request.dealer}
    question |= {"calls": calls or request.calls, "scores": request.scores}
    if conventions and model is not None:
        raise options.usage_error("--convention does not go with --model")
    if model is not None:
        question["model"] = CallModel.load(model)
        question["rules"] = question["rules"] or question["model"].rules
    if conventions:
        question["model"] = CallModel(request.rules or DEFAULT_RULES, conventions=conventions)
    if as_strains:
        print_report(as_json, partial(ws.evaluate_strains, request.hand, bid=won, **question), every=every)
    else:
        print_report(as_json, partial(ws.evaluate_bids, request.hand, **question), every=every)


def _refuse_others(context: click.Context) -> None:
    """Refuse options that have no effect with ``--table``."""
    for parameter in context.command.params:
        name = parameter.name or ""
        if name not in _WITH_TABLE and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            what = "a hand" if name == "hand" else parameter.opts[0]
            message = "does not go with --table: expected --rules, --set and --json at most"
            raise options.usage_error(f"{what} {message}")


def _print_weights(rules: Rules | None, as_json: bool) -> None:
    """The weights of the evaluator: how much cards and suit lengths add to the tricks that it predicts."""
    from whistsolve.evaluation import Evaluator
    from whistsolve.show import Line
    from whistsolve.show.advice import weight_lines

    table = Evaluator().table(rules)
    print_answer(as_json, {"table": _parts(table)}, Line(weight_lines(table)))


def _parts(table: WeightTable) -> list[dict[str, object]]:
    """A title for each kind of suit, with the tricks of each of its holdings."""
    from whistsolve.show.advice import WEIGHTS_CAPTION

    parts: list[dict[str, object]] = [{"title": WEIGHTS_CAPTION, "tricks": {}}]
    for column, name in enumerate(table.columns):
        tricks = {holding: values[column] for holding, values in table.rows if values[column] is not None}
        parts.append({"title": name, "tricks": tricks})
    return parts
