"""``whistsolve bid``: what to call with a hand."""

from __future__ import annotations

import re
from typing import Any

import click
from click.core import ParameterSource
from rich.text import Text

import whistsolve as ws
from whistsolve.cli.options import memory_option, read_scores, threads_option
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.evaluation import Evaluator
from whistsolve.rules import Rules
from whistsolve.show import AdviceTable

__all__ = ["bid"]

#: What goes with ``--table``.
_WITH_TABLE = {"as_table", "as_json", "preset", "settings"}
#: A line of the table: what is held, and what it is worth.
_HOLDING = re.compile(r"\s+(\S.*?)\s+([-+]\d+\.\d+)")


@click.command(short_help="What to call with a hand: chances, points, and to win the match.")
@click.argument("hand", required=False)
@click.option("--seat", metavar="SEAT", help="Whose hand it is.")
@click.option("--dealer", metavar="SEAT", help="Who dealt.")
@click.option("--calls", metavar="CALLS", default="", help='The calls so far, such as "pass 3+".')
@click.option(
    "--scores", metavar="LIST", default="0,0", show_default=True, help="Of both sides, or of each player."
)
@rules_options
@click.option("--samples", type=int, metavar="N", default=96, show_default=True, help="Layouts, at most.")
@click.option("--seed", type=int, metavar="N", default=0, show_default=True, help="For layouts and discards.")
@click.option(
    "--discards",
    type=click.Choice(["sampled", "double_dummy", "heuristic", "estimated"]),
    default="sampled",
    show_default=True,
    help="How the kitty is discarded; estimated: tricks are guessed, for many layouts at once.",
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
    scores: str,
    preset: str | None,
    settings: tuple[str, ...],
    samples: int,
    seed: int,
    discards: str,
    threads: int | None,
    memory_mb: int,
    as_strains: bool,
    won: str | None,
    as_table: bool,
    as_json: bool,
) -> None:
    """Every call that is legal now: the chance to make it, its points, the chance to win the match.

    HAND is the cards of who is to call, before the kitty, such as "AKQJ.T9.32.9876". The cards that it does
    not see are dealt at random many times, more often as they make the calls so far likely. An interrupt
    gives what is known by then.

    With --strains every strain that may be named is valued in place of calls; HAND may be with the kitty
    then, and what to bury is said as well.
    """
    if as_table:
        _refuse_others(click.get_current_context())
        _print_table(read_rules(preset, settings), as_json)
        return
    if hand is None or seat is None or dealer is None:
        missing = (
            "argument 'HAND'" if hand is None else f"option '{'--seat' if seat is None else '--dealer'}'"
        )
        raise click.UsageError(f"Missing {missing}", click.get_current_context())
    if won is not None and not as_strains:
        raise click.UsageError("--bid goes with --strains", click.get_current_context())
    asked: dict[str, Any] = {
        "rules": read_rules(preset, settings),
        "seat": seat,
        "dealer": dealer,
        "calls": calls,
        "scores": read_scores(scores),
        "samples": samples,
        "seed": seed,
        "discards": discards,
        "threads": threads,
        "memory_mb": memory_mb,
    }
    report: ws.BidReport | ws.StrainReport
    with Working("looking at layouts") as working:
        try:
            if as_strains:
                report = ws.evaluate_strains(hand, bid=won, progress=working, **asked)
            else:
                report = ws.evaluate_bids(hand, progress=working, **asked)
        except (ws.BidInterrupted, ws.StrainsInterrupted) as interrupt:
            working.make_room()
            _print(interrupt.partial, as_json)
            raise
        working.make_room()
    _print(report, as_json)


def _print(report: ws.BidReport | ws.StrainReport, as_json: bool) -> None:
    if as_json:
        print_json(report.as_dict())
    else:
        print_shown(AdviceTable(report))


def _refuse_others(context: click.Context) -> None:
    """Refuse what says nothing where a table is asked for."""
    for parameter in context.command.params:
        name = parameter.name or ""
        if name not in _WITH_TABLE and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            what = "a hand" if name == "hand" else parameter.opts[0]
            raise click.UsageError(
                f"{what} does not go with --table: expected --rules, --set and --json at most", context
            )


def _print_table(rules: Rules | None, as_json: bool) -> None:
    """What cards and suit lengths are worth to the quick evaluator."""
    table = Evaluator().table(rules)
    if as_json:
        print_json({"table": _parts(table)})
    else:
        print_shown(Text(table))


def _parts(table: str) -> list[dict[str, object]]:
    """The parts of a table: a title, and tricks for each holding below it."""
    parts: list[tuple[str, dict[str, float]]] = []
    for line in filter(None, table.splitlines()):
        holding = _HOLDING.fullmatch(line)
        if holding is None or not parts:
            parts.append((line.strip(), {}))
        else:
            parts[-1][1][holding[1]] = float(holding[2])
    return [{"title": title, "tricks": tricks} for title, tricks in parts]
