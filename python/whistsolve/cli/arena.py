"""``whistsolve arena``: duplicate matches between two players, or the play of the cards alone."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import whistsolve as ws
from whistsolve.cli import options
from whistsolve.cli.completion import complete_players
from whistsolve.cli.output import Working, print_answer

if TYPE_CHECKING:
    from whistsolve.players import DealsResult, MatchesResult

_MATCHES = 100


@options.command(
    """Play duplicate matches between the players A and B, each match twice with the sides exchanged.

    With --deals the cards alone: one player bids and discards for all, then the cards of each deal are played
    by A against B, by B against A, and by B on both sides.

    A and B are players by name, or module:Class with a class of your own, whose objects have a method
    act(view). An illegal act or an exception loses the match, or leaves out the deal, and is reported; the
    others go on.""",
    "whistsolve arena heuristic random --matches 2",
    epilog=lambda: f"Players: {', '.join(import_module('whistsolve.players').PLAYERS)}.",
)
@click.argument("a", shell_complete=complete_players)
@click.argument("b", shell_complete=complete_players)
@options.number("--matches", help=f"How many, two for each pair.  [default: {_MATCHES}]")
@options.number("--deals", help="Play the cards of N deals in place of matches.")
@options.number("--seed", default=0, help="Of the deals.")
@options.number("--processes", default=1, help="How many share the work.")
@click.option(
    "--before-play",
    metavar="PLAYER",
    shell_complete=complete_players,
    help="Who acts for all before the first lead, to compare card play.  [with --deals: modelled]",
)
@click.option("--itself", is_flag=True, help="With --deals: A plays on both sides too.")
@options.file("--save", help="Write what is done to a new FILE, pair by pair or deal by deal.")
@options.file("--resume", help="Go on with the same run, with what FILE has; add to it.")
@options.rules
@options.json()
def arena(
    a: str,
    b: str,
    matches: int | None,
    deals: int | None,
    before_play: str | None,
    itself: bool,
    save: str | None,
    resume: str | None,
    rules: options.RulesOptions,
    as_json: bool,
    **run: Any,
) -> None:
    """After an interrupt, or if a process died, print the result of what is finished."""
    if matches is not None and deals is not None:
        raise click.UsageError("--matches and --deals exclude each other: expected one of them")
    if itself and deals is None:
        raise click.UsageError("--itself is of single deals: expected --deals with it")
    run |= {
        "rules": rules.read(),
        "before_play": before_play,
        "save": _file(save, resume),
    }
    from whistsolve.show import describe

    result: MatchesResult | DealsResult
    try:
        with Working("matches" if deals is None else "deals") as working:
            if deals is None:
                count = _MATCHES if matches is None else matches
                result = ws.play_matches(a, b, matches=count, progress=working, **run)
            else:
                result = ws.play_deals(a, b, deals=deals, itself=itself, progress=working, **run)
    except (ws.Interrupted, ws.Stopped) as early:
        if early.partial is not None:
            print_answer(as_json, early.partial.as_dict(), describe(early.partial))
        raise
    print_answer(as_json, result.as_dict(), describe(result))


def _file(save: str | None, resume: str | None) -> str | None:
    """The file to write to, which must be new for ``--save`` and exist for ``--resume``."""
    if save is not None and resume is not None:
        raise click.UsageError("--save and --resume exclude each other: expected one of them")
    if save is not None and Path(save).exists():
        raise click.UsageError(f"{save} exists: expected a new file for --save, or --resume")
    if resume is not None and not Path(resume).exists():
        raise click.UsageError(f"{resume} does not exist: expected a file for --resume, or --save")
    return save if resume is None else resume
