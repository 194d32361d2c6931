"""Messages as strict JSON, the rate limit for messages of a page, and the queue of messages to it."""

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

#: Messages per second in the long run, more than anybody types; and in a burst, enough for a page that loads.
_RATE, _BURST = 40.0, 200.0
#: Maximum number of parts in the queue; further parts are dropped, as the end of an answer has everything.
_MOST_PARTS: Final = 256
#: Maximum number of characters in the queue: more than the answers to all of a page's requests need at once.
_MOST_CHARACTERS: Final = 1 << 23


def message_of(text: str | None) -> dict[str, Any]:
    """The JSON object in a message; a `WhistError` if it is not one, or has a number that is not finite."""
    try:
        message = None if text is None else json.loads(text, parse_float=_finite, parse_constant=_not_json)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise WhistError("the message is not a JSON object: expected one")
    return message


def text_of(message: Mapping[str, object]) -> str:
    """A message as ASCII text: a lone surrogate, which the page may have sent, needs an escape."""
    return json.dumps(message, allow_nan=False, separators=(",", ":"))


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _not_json(text)


def _not_json(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number in JSON")


class RateLimit:
    """A token bucket for the messages of a page."""

    def __init__(self) -> None:
        self._allowance, self._counted_at = _BURST, time.monotonic()

    def allows(self) -> bool:
        """Whether one more message is within the limit."""
        now = time.monotonic()
        self._allowance = min(_BURST, self._allowance + (now - self._counted_at) * _RATE)
        self._counted_at = now
        self._allowance -= 1
        return self._allowance >= 0


class Outgoing:
    """A bounded queue of messages to a page."""

    def __init__(self) -> None:
        self._waiting: Final[asyncio.Queue[str]] = asyncio.Queue()
        self._characters = 0
        self._is_too_much: Final = asyncio.Event()

    def put(self, text: str) -> None:
        """Queues a message that must arrive; if the queue is full, `overflow` returns."""
        if self._characters + len(text) > _MOST_CHARACTERS:
            self._is_too_much.set()
            return
        self._characters += len(text)
        self._waiting.put_nowait(text)

    def put_part(self, text: str) -> None:
        """Queues a message that may be dropped."""
        if self._waiting.qsize() < _MOST_PARTS and self._characters < _MOST_CHARACTERS // 2:
            self.put(text)

    async def send(self, socket: WebSocket) -> None:
        """Sends queued messages until the page has disconnected."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self._waiting.get()
                await socket.send_text(text)
                self._characters -= len(text)

    async def overflow(self) -> str:
        """Waits until the queue is full because the page does not read its answers; returns the reason."""
        await self._is_too_much.wait()
        return "answers are not read"
