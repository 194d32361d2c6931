"""``whistsolve arena``: matches between players, or the play of the cards alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import whistsolve as ws
from whistsolve.cli import options
from whistsolve.cli.output import print_found

if TYPE_CHECKING:
    from whistsolve.players import HandInMatch

_MATCHES = 100


@options.command(
    """Play matches between players: A against B, or every two of more.

    Each match is played twice, with the sides exchanged. With --deals only the cards are played: A against B,
    then B against A, then B on both sides.

    A player is one of the package (random, heuristic, modelled, sampling_quick, sampling, sampling_strong,
    double_dummy); module:Class, your class with a method act(view); or exec:COMMAND, a program
    (docs/protocol.md).

    A player that fails loses the match, or the deal is left out. Failures are listed, and the exit status is
    1.
    """,
    "whistsolve arena heuristic random --matches 2",
    "whistsolve arena heuristic random --deals 4",
)
@click.argument("players", nargs=-1, required=True, shell_complete=options.complete_players)
@options.number("--matches", help=f"Matches, two for each pair.  [default: {_MATCHES}]")
@options.number("--deals", help="Play the cards of N deals instead.")
@options.number("--seed", default=0, help="Seed of the deals.")
@options.number("--processes", default=1, help="Processes that share the work.")
@click.option(
    "--before-play",
    metavar="PLAYER",
    shell_complete=options.complete_players,
    help="Who bids and discards for all.  [--deals: modelled]",
)
@click.option("--itself", is_flag=True, help="With --deals: A plays on both sides too.")
@options.file("--ptn", help="New FILE in PTN for the hands of matches.")
@options.file("--log", help="Folder for the messages of programs.")
@click.option(
    "--move-seconds", metavar="S", type=float, default=10.0, help="For each act of a program.  [default: 10]"
)
@options.file("--save", help="New FILE for the finished pairs or deals.")
@options.file("--resume", help="Go on with the run in FILE, and add to it.")
@options.rules
@options.json()
def arena(
    players: tuple[str, ...],
    matches: int | None,
    deals: int | None,
    before_play: str | None,
    itself: bool,
    ptn: str | None,
    log: str | None,
    move_seconds: float,
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
    if len(players) < 2 or (deals is not None and len(players) > 2):
        raise click.UsageError(f"{len(players)} players are given: expected two, or with matches more")
    if ptn is not None and deals is not None:
        raise click.UsageError("--ptn is of matches: expected no --deals with it")
    run |= {"rules": rules.read(), "before_play": before_play, "save": save if resume is None else resume}
    if save is not None and resume is not None:
        raise click.UsageError("--save and --resume exclude each other: expected one of them")
    if save is not None and Path(save).exists():
        raise click.UsageError(f"{save} exists: expected a new file for --save, or --resume")
    if resume is not None and not Path(resume).exists():
        raise click.UsageError(f"{resume} does not exist: expected a file for --resume, or --save")
    from whistsolve.players import ExternalPlayer, play_round_robin, player_named
    from whistsolve.show import describe

    seated = [
        ExternalPlayer(name.removeprefix("exec:"), move_seconds=move_seconds, log=log)
        if name.startswith("exec:")
        else player_named(name)
        for name in players
    ]
    ask: Callable[..., object]
    with nullcontext() if ptn is None else Path(ptn).open("x", encoding="utf-8") as records:

        def write(hand: HandInMatch) -> None:
            if hand.state.is_over and hand.state.strain is not None:
                records.write(f"{hand.record()}\n")  # type: ignore[union-attr]

        if deals is not None:
            ask = partial(ws.play_deals, *seated, deals=deals, itself=itself)
        else:
            ask = partial(play_round_robin, seated) if len(seated) > 2 else partial(ws.play_matches, *seated)
            count = _MATCHES if matches is None else matches
            ask = partial(ask, matches=count, on_hand=None if ptn is None else write)
        what = "matches" if deals is None else "deals"
        result = print_found(as_json, what, partial(ask, **run), describe)
    if result.failures:
        raise click.ClickException(f"{len(result.failures)} failed: expected none")
