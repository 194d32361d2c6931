"""``whistsolve engine``: a player of the library as a bot for other programs."""

from __future__ import annotations

import click

from whistsolve.cli import options
from whistsolve.cli.completion import complete_players
from whistsolve.cli.output import print_json
from whistsolve.cli.sources import typed_lines
from whistsolve.errors import WhistError


@options.command(
    """Act as a bot: read messages as JSON, one a line, on the standard input, and answer on the output.

    docs/protocol.md has the protocol, which `whistsolve arena exec:COMMAND ...` speaks from the other side.
    PLAYER is one by name, or module:Class.""",
    "whistsolve engine sampling_quick",
)
@click.argument("player", default="sampling", shell_complete=complete_players)
def engine(player: str) -> None:
    from whistsolve.players.engine import answers

    try:
        for answer in answers(player, typed_lines()):
            print_json(answer)
    except WhistError as error:
        print_json({"type": "error", "message": str(error)})
        raise
