"""The library's own side of the protocol of bots: it answers messages for a player of any kind."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from whistsolve import __version__
from whistsolve._internal.reading import shown
from whistsolve.errors import WhistError
from whistsolve.game import HandView
from whistsolve.players.contest import agreements_of
from whistsolve.players.external import PROTOCOL
from whistsolve.players.named import player_of
from whistsolve.players.player import Player


def answers(player: Player | str, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The messages that a player sends in answer to lines of the protocol, until ``bye`` or their end.

    A line that is wrong, and an exception of the player, is answered by a message of the type ``error``.

    Parameters
    ----------
    player : Player or str
        A player, or its name as in `player_named`. One that sees all hands is refused.
    lines : iterable of str
        Messages as JSON, one a line; see docs/protocol.md.

    Raises
    ------
    WhistError
        If there is no such player.
    """
    actor = player_of(player, "player")
    if getattr(actor, "sees_all_hands", False):
        raise WhistError(f"player {actor!r} sees all hands: expected one that acts from a view")
    for line in lines:
        try:
            message = _read(line)
            kind = message.get("type")
            if kind == "bye":
                return
            if kind == "hello":
                if message.get("protocol") != PROTOCOL:
                    wrong = shown(message.get("protocol"))
                    raise WhistError(f"protocol {wrong} is wrong: expected {PROTOCOL}")
                said = agreements_of(actor)
                name = f"{actor!r} of whistsolve {__version__}"
                yield {"type": "ready", "protocol": PROTOCOL, "name": name, "agreements": said}
            elif kind == "turn":
                view = HandView.from_dict(message.get("view", {}))
                yield {"type": "bestact", "act": str(actor.act(view))}  # type: ignore[arg-type]
            elif kind not in ("match", "agreements", "hand", "act", "over"):
                raise WhistError(f"type {shown(kind)} is wrong: expected hello, match, hand, turn, bye, ...")
        except Exception as error:  # a foreign player may raise anything
            text = str(error) if isinstance(error, WhistError) else f"{type(error).__name__}: {error}"
            yield {"type": "error", "message": text}


def _read(line: str) -> Mapping[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise WhistError(f"line {shown(line)} is wrong: expected a JSON object")
    return message
