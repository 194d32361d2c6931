"""``whistsolve arena``: duplicate matches between two players, or the play of the cards alone."""

from __future__ import annotations

from pathlib import Path

import click

import whistsolve as ws
from whistsolve.cli.completion import complete_players
from whistsolve.cli.options import Verb, file_option
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.players.named import PLAYERS, player_named
from whistsolve.show import DealsLines, MatchesLines

__all__ = ["arena"]

_MATCHES = 100


@click.command(
    cls=Verb,
    examples=[
        "whistsolve arena heuristic random --matches 2",
    ],
    help=f"""Play duplicate matches between the players A and B, each match twice with the sides exchanged.

    With --deals the cards alone: one player bids and discards for all, then the cards of each deal are played
    by A against B, by B against A, and by B on both sides.

    A and B are {", ".join(PLAYERS)}, or module:Class with a class of your own, whose objects have a method
    act(view). An illegal act or an exception loses the match, or leaves out the deal, and is reported; the
    others go on.""",
)
@click.argument("a", shell_complete=complete_players)
@click.argument("b", shell_complete=complete_players)
@click.option("--matches", type=int, metavar="N", help=f"How many, two for each pair.  [default: {_MATCHES}]")
@click.option("--deals", type=int, metavar="N", help="Play the cards of so many deals in place of matches.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of the deals.")
@click.option(
    "--processes", type=int, default=1, show_default=True, metavar="N", help="How many share the work."
)
@click.option(
    "--before-play",
    metavar="PLAYER",
    shell_complete=complete_players,
    help="Who acts for all before the first lead, to compare card play.  [with --deals: modelled]",
)
@click.option("--itself", is_flag=True, help="With --deals: A plays on both sides too.")
@file_option("--save", metavar="FILE", help="Write what is done to a new FILE, pair by pair or deal by deal.")
@file_option("--resume", metavar="FILE", help="Go on with the same run, with what FILE has; add to it.")
@rules_options
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def arena(
    a: str,
    b: str,
    matches: int | None,
    deals: int | None,
    seed: int,
    processes: int,
    before_play: str | None,
    itself: bool,
    save: str | None,
    resume: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play, and print what came of it; after an interrupt or a process that died, of what is finished."""
    if matches is not None and deals is not None:
        raise click.UsageError("--matches and --deals exclude each other: expected one of them")
    if itself and deals is None:
        raise click.UsageError("--itself is of single deals: expected --deals with it")
    players = player_named(a), player_named(b)
    bidder = None if before_play is None else player_named(before_play)
    file, rules = _file(save, resume), read_rules(preset, settings)
    result: ws.MatchesResult | ws.DealsResult
    try:
        with Working("matches" if deals is None else "deals") as working:
            if deals is None:
                result = ws.play_matches(
                    *players,
                    matches=_MATCHES if matches is None else matches,
                    rules=rules,
                    seed=seed,
                    processes=processes,
                    before_play=bidder,
                    progress=working,
                    save=file,
                )
            else:
                result = ws.play_deals(
                    *players,
                    deals=deals,
                    rules=rules,
                    seed=seed,
                    processes=processes,
                    before_play=bidder,
                    itself=itself,
                    progress=working,
                    save=file,
                )
    except (ws.MatchesInterrupted, ws.DealsInterrupted, ws.MatchesStopped, ws.DealsStopped) as early:
        _print(early.partial, as_json=as_json)
        raise
    _print(result, as_json=as_json)


def _file(save: str | None, resume: str | None) -> str | None:
    """The file that is written to: a new one to save to, one that exists to resume."""
    if save is not None and resume is not None:
        raise click.UsageError("--save and --resume exclude each other: expected one of them")
    if save is not None and Path(save).exists():
        raise click.UsageError(f"{save} exists: expected a new file for --save, or --resume")
    if resume is not None and not Path(resume).exists():
        raise click.UsageError(f"{resume} does not exist: expected a file for --resume, or --save")
    return save if resume is None else resume


def _print(result: ws.MatchesResult | ws.DealsResult, *, as_json: bool) -> None:
    if as_json:
        print_json(result.as_dict())
    elif isinstance(result, ws.DealsResult):
        print_shown(DealsLines(result))
    else:
        print_shown(MatchesLines(result))
