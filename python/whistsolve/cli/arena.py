"""``whistsolve arena``: duplicate matches between two players."""

from __future__ import annotations

import click

import whistsolve as ws
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.players.named import PLAYERS, player_named
from whistsolve.show import MatchesLines

__all__ = ["arena"]


@click.command(
    short_help="Duplicate matches between two players.",
    help=f"""Play duplicate matches between the players A and B, each match twice with the sides exchanged.

    A and B are {", ".join(PLAYERS)}, or module:Class with a class of your own, whose objects have a method
    act(view). An illegal act or an exception loses the match and is reported; the others go on.""",
)
@click.argument("a")
@click.argument("b")
@click.option(
    "--matches", type=int, default=100, show_default=True, metavar="N", help="How many, two for each pair."
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of the deals.")
@click.option(
    "--processes", type=int, default=1, show_default=True, metavar="N", help="How many share the matches."
)
@click.option(
    "--before-play", metavar="PLAYER", help="Who acts for all before the first lead, to compare card play."
)
@rules_options
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def arena(
    a: str,
    b: str,
    matches: int,
    seed: int,
    processes: int,
    before_play: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play the matches and print the share that A won; after an interrupt that of the pairs finished."""
    try:
        with Working("matches") as working:
            result = ws.play_matches(
                player_named(a),
                player_named(b),
                matches=matches,
                rules=read_rules(preset, settings),
                seed=seed,
                processes=processes,
                before_play=None if before_play is None else player_named(before_play),
                progress=working,
            )
    except ws.MatchesInterrupted as interrupt:
        _print(interrupt.partial, as_json=as_json)
        raise
    _print(result, as_json=as_json)


def _print(result: ws.MatchesResult, *, as_json: bool) -> None:
    if as_json:
        print_json(result.as_dict())
    else:
        print_shown(MatchesLines(result))
