"""``whistsolve par``: what the auction comes to when everybody sees all hands."""

from __future__ import annotations

import click
from rich.text import Text

import whistsolve as ws
from whistsolve.cli.options import memory_option, read_scores, threads_option
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.ruleset import rules_for, rules_options
from whistsolve.cli.sources import Source, deal_source, read_source
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules
from whistsolve.show import ParLines
from whistsolve.values import seat_name

__all__ = ["par"]


@click.command(short_help="What the auction comes to when all see all.")
@deal_source
@click.option("--dealer", metavar="SEAT", help="Who dealt.  [default: that of the hand in PTN]")
@click.option(
    "--scores", metavar="LIST", default="0,0", show_default=True, help="Of both sides, or of each player."
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
    """The contract and the score that best calls lead to, with best discards and best play of all sides.

    DEAL is the text of a deal as dealt, with its kitty after a '|', the name of a file, or - (or nothing) for
    the standard input. Who can win the game by the hand wants that above all points.
    """
    before = read_scores(scores)
    sources = read_source(deal, path)
    with Working("solving") as working:
        for number, source in enumerate(sources):
            working(number, len(sources))
            with source.at_fault():
                played = source.hand if isinstance(source.hand, PlayedHand) else None
                rules = rules_for(played, preset, settings)
                whole = source.hand.deal if isinstance(source.hand, PlayedHand) else source.hand
                dealt_by = _dealer(source, dealer)
                found = ws.par(
                    whole, dealt_by, rules=rules, scores=before, threads=threads, memory_mb=memory_mb
                )
            working.make_room()
            if as_json:
                print_json({"deal": str(whole), "dealer": dealt_by, **_as_json(found, rules)})
            else:
                lines = ParLines(found, name=lambda player, rules=rules: _name(player, rules))  # type: ignore[misc]
                print_shown(lines, *([Text()] if number < len(sources) - 1 else []))


def _dealer(source: Source, dealer: str | None) -> str | int:
    if dealer is not None:
        return dealer
    if isinstance(source.hand, PlayedHand) and source.hand.dealer is not None:
        return seat_name(source.hand.dealer, source.hand.seats)
    raise click.UsageError("Missing option '--dealer'", click.get_current_context(silent=True))


def _name(player: int, rules: Rules) -> str:
    return seat_name(player, rules.players)


def _as_json(found: ws.Par, rules: Rules) -> dict[str, object]:
    """Par by name, in a fixed order."""
    return {
        "points": list(found.points),
        "calls": [[_name(player, rules), str(call)] for player, call in found.calls],
        "contracts": [
            {
                "level": each.contract.level,
                "strain": str(each.contract.strain),
                "declarer": _name(each.contract.declarer, rules),
                "tricks": each.tricks,
                "points": list(each.points),
            }
            for each in found.contracts
        ],
        "first_calls": {str(call): list(points) for call, points in found.first_calls},
        "best_first_calls": [str(call) for call in found.best_first_calls],
    }
