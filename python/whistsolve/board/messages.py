"""Messages as text, strictly JSON, how many a page may send, and those that wait to be sent to it."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, NoReturn

from starlette.websockets import WebSocket, WebSocketDisconnect

from whistsolve.errors import WhistError

__all__ = ["Outgoing", "Rate", "message_of", "text_of"]

#: Messages a second over time, and at once: more than any hand types, and what a page sends while it loads.
_RATE, _BURST = 40.0, 200.0
#: Parts that wait to be sent; more are left out, for the end of an answer has everything.
_MOST_PARTS: Final = 256
#: Characters that wait to be sent: more than all questions of a page can be owed at once.
_MOST_CHARACTERS: Final = 1 << 23


def message_of(text: str | None) -> dict[str, Any]:
    """The object that a message is.

    Raises
    ------
    WhistError
        Where it is none: no text, no JSON, other JSON, or a number that is not finite.
    """
    try:
        message = None if text is None else json.loads(text, parse_float=_finite, parse_constant=_no_json)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise WhistError("a message is no JSON object: expected one")
    return message


def text_of(message: Mapping[str, object]) -> str:
    """A message as text, in ASCII: a lone surrogate that the page sent has no other form.

    Raises
    ------
    ValueError, TypeError
        Where it has a value that JSON does not have.
    """
    return json.dumps(message, allow_nan=False, separators=(",", ":"))


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_json(text)


def _no_json(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


class Rate:
    """How many messages a page may send (a token bucket)."""

    def __init__(self) -> None:
        self._allowance, self._counted_at = _BURST, time.monotonic()

    def allows(self) -> bool:
        """Whether one more is within the rate."""
        now = time.monotonic()
        self._allowance = min(_BURST, self._allowance + (now - self._counted_at) * _RATE)
        self._counted_at = now
        self._allowance -= 1
        return self._allowance >= 0


class Outgoing:
    """Messages that wait to be sent to a page, in order, no more of them than memory is set aside for."""

    def __init__(self) -> None:
        self._waiting: Final[asyncio.Queue[str]] = asyncio.Queue()
        self._characters = 0
        self._is_too_much: Final = asyncio.Event()

    def put(self, text: str) -> None:
        """Takes a message that the page has to get; where it reads too slowly for that, see `overflow`."""
        if self._characters + len(text) > _MOST_CHARACTERS:
            self._is_too_much.set()
            return
        self._characters += len(text)
        self._waiting.put_nowait(text)

    def put_part(self, text: str) -> None:
        """Takes a message that may be left out."""
        if self._waiting.qsize() < _MOST_PARTS and self._characters < _MOST_CHARACTERS // 2:
            self.put(text)

    async def send(self, socket: WebSocket) -> None:
        """Sends what there is, until the page goes."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self._waiting.get()
                await socket.send_text(text)
                self._characters -= len(text)

    async def overflow(self) -> str:
        """Ends once the page is owed more than is kept for it, and says so."""
        await self._is_too_much.wait()
        return "answers are not read"
