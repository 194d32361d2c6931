"""``whistsolve engine``: a player of the library as a bot for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click

from whistsolve import __version__
from whistsolve._internal.reading import shown
from whistsolve.cli import options
from whistsolve.cli.output import print_json
from whistsolve.cli.sources import typed_lines
from whistsolve.errors import WhistError
from whistsolve.game import HandView
from whistsolve.players import player_named
from whistsolve.players.external import PROTOCOL, agreements_of
from whistsolve.runs.saved import json_object


@options.command(
    """Be a bot for another program: read JSON messages, a line each, and answer on the output.

    PLAYER is a player of the package or module:Class. docs/protocol.md describes the messages. `whistsolve
    arena exec:COMMAND ...` plays against such a bot.
    """,
    "whistsolve engine sampling_quick",
    "whistsolve engine heuristic",
)
@click.argument("player", default="sampling", shell_complete=options.complete_players)
def engine(player: str) -> None:
    try:
        for answer in answers(player, typed_lines()):
            print_json(answer)
    except WhistError as error:
        print_json({"type": "error", "message": str(error)})
        raise


def answers(name: str, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The messages in answer to lines of the protocol, until ``bye``; errors are messages too."""
    player = player_named(name)
    if getattr(player, "sees_all_hands", False):
        raise WhistError(f"player {player!r} sees all hands: expected one that acts from a view")
    for line in lines:
        try:
            message = json_object(line)
            if message is None:
                raise WhistError(f"line {shown(line)} is wrong: expected a JSON object")
            kind = message.get("type")
            if kind == "bye":
                return
            if kind == "hello":
                if message.get("protocol") != PROTOCOL:
                    wrong = shown(message.get("protocol"))
                    raise WhistError(f"protocol {wrong} is wrong: expected {PROTOCOL}")
                own = f"{player!r} of whistsolve {__version__}"
                said = agreements_of(player)
                yield {"type": "ready", "protocol": PROTOCOL, "name": own, "agreements": said}
            elif kind == "turn":
                view = HandView.from_dict(message.get("view", {}))
                yield {"type": "bestact", "act": str(player.act(view))}  # type: ignore[arg-type]
            elif kind not in ("match", "agreements", "hand", "act", "over"):
                raise WhistError(f"type {shown(kind)} is wrong: expected hello, match, hand, turn, bye, ...")
        except Exception as error:  # a foreign player may raise anything
            text = str(error) if isinstance(error, WhistError) else f"{type(error).__name__}: {error}"
            yield {"type": "error", "message": text}
