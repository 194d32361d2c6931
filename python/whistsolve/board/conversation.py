"""`Conversation`: the questions of one page, answered as they come, cancelled when it no longer asks them."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from whistsolve.board.arguments import Asked
from whistsolve.board.context import AnswerContext
from whistsolve.board.questions import BoardQuestion, question_named
from whistsolve.board.workers import Workers
from whistsolve.errors import WhistError
from whistsolve.values.reading import shown

__all__ = ["Conversation"]

#: Questions of one page that are being answered or wait; more are refused as `Busy`.
_MOST_QUESTIONS: Final = 24
#: Parts that wait to be sent; more are left out, for the end of an answer has everything.
_MOST_PARTS: Final = 256
#: Messages a second over time, and at once: more than any hand types, and what a page sends while it loads.
_RATE, _BURST = 40.0, 200.0
#: What WebSockets are closed with (RFC 6455): a policy was broken.
_BROKE_POLICY: Final = 1008


@dataclass(frozen=True, slots=True)
class _Question:
    """A question that is being answered, or waits for a worker."""

    task: asyncio.Task[None]
    given_up: threading.Event

    def cancel(self) -> None:
        """Ends it at once, wherever it is."""
        self.given_up.set()
        self.task.cancel()


class Conversation:
    """One page and its questions. What it sends is never trusted; what is wrong is answered, not raised.

    Parameters
    ----------
    socket : WebSocket
        Not yet accepted.
    workers : Workers
    """

    def __init__(self, socket: WebSocket, workers: Workers) -> None:
        self._socket = socket
        self._workers = workers
        self._asked: Final[dict[int, _Question]] = {}
        self._outgoing: Final[asyncio.Queue[dict[str, object]]] = asyncio.Queue()
        self._allowance, self._counted_at = _BURST, time.monotonic()

    async def run(self) -> None:
        """Answers until the page goes; then all its questions are cancelled."""
        await self._socket.accept()
        sending = asyncio.create_task(self._send_all())
        try:
            while True:
                text = await self._socket.receive_text()
                if not self._is_in_rate():
                    await self._socket.close(_BROKE_POLICY, "too many messages")
                    return
                self._take(text)
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return  # gone, or it sent bytes where text belongs
        finally:
            sending.cancel()
            await self._end_all()

    def _is_in_rate(self) -> bool:
        """Whether the page keeps to its rate of messages (a token bucket)."""
        now = time.monotonic()
        self._allowance = min(_BURST, self._allowance + (now - self._counted_at) * _RATE)
        self._counted_at = now
        self._allowance -= 1
        return self._allowance >= 0

    def _take(self, text: str) -> None:
        """One message of the page."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            self._refuse(None, "WhistError", "a message is no JSON object: expected one")
        elif "cancel" in message:
            number = message["cancel"]
            if isinstance(number, int) and number in self._asked:
                self._asked[number].cancel()
        else:
            self._ask(message)

    def _ask(self, message: Mapping[str, object]) -> None:
        number = message.get("id")
        if not isinstance(number, int) or isinstance(number, bool):
            self._refuse(None, "WhistError", f"id {shown(number)} is wrong: expected a whole number")
        elif number in self._asked:
            self._refuse(None, "WhistError", f"id {number} is asked already: expected another")
        elif len(self._asked) >= _MOST_QUESTIONS:
            self._refuse(number, "Busy", f"{_MOST_QUESTIONS} questions wait for an answer: expected fewer")
        else:
            try:
                question = question_named(message.get("question"))
            except WhistError as error:
                self._refuse(number, type(error).__name__, str(error))
                return
            given_up = threading.Event()
            task = asyncio.create_task(self._answer(number, question, Asked(message), given_up))
            self._asked[number] = _Question(task, given_up)
            task.add_done_callback(lambda _: self._asked.pop(number, None))

    async def _answer(
        self, number: int, question: BoardQuestion, asked: Asked, given_up: threading.Event
    ) -> None:
        """Asks a worker, and sends what it says."""
        loop = asyncio.get_running_loop()

        def send(part: Mapping[str, object]) -> None:
            """A part of the answer, from the thread of the worker."""
            loop.call_soon_threadsafe(self._part, number, part)

        context = AnswerContext(send, self._workers.shelf, given_up.is_set)

        try:
            found = await self._workers.pool(question.is_prompt).run(question.answer, asked, context)
        except asyncio.CancelledError:
            self._outgoing.put_nowait({"id": number, "cancelled": True})
            raise
        except WhistError as error:
            self._refuse(number, type(error).__name__, str(error))
        except Exception as error:  # a fault of ours: the page says so, and the next question is answered
            self._refuse(number, "InternalError", f"{type(error).__name__}: {error}")
        else:
            self._outgoing.put_nowait({"id": number, "done": found})

    def _part(self, number: int, part: Mapping[str, object]) -> None:
        if number in self._asked and self._outgoing.qsize() < _MOST_PARTS:
            self._outgoing.put_nowait({"id": number, "part": part})

    def _refuse(self, number: int | None, kind: str, message: str) -> None:
        named = {} if number is None else {"id": number}
        self._outgoing.put_nowait({**named, "error": {"kind": kind, "message": message}})

    async def _send_all(self) -> None:
        """Sends what is to be sent, one message after the other."""
        with suppress(WebSocketDisconnect, RuntimeError):  # gone: the reader sees it too
            while True:
                message = await self._outgoing.get()
                await self._socket.send_text(json.dumps(message, ensure_ascii=False))

    async def _end_all(self) -> None:
        asked = list(self._asked.values())
        for question in asked:
            question.cancel()
        await asyncio.gather(*(question.task for question in asked), return_exceptions=True)
