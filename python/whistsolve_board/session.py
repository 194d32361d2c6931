"""`PageSession`: the WebSocket of one page, whose requests are answered concurrently until it closes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from starlette.websockets import WebSocket

from whistsolve._internal.reading import read_integer, shown
from whistsolve.errors import WhistError
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext, Workers
from whistsolve_board.handlers import Handler, handler_named
from whistsolve_board.messages import Outgoing, RateLimit, message_of, text_of

#: Maximum number of requests of one page that run or wait; further ones get the error `Busy`.
_MOST_REQUESTS: Final = 24
#: The largest integer up to which all integers are exact in JavaScript.
_HIGHEST_ID: Final = 2**53 - 1
#: The WebSocket close code for a policy violation (RFC 6455).
_BROKE_POLICY: Final = 1008


class PageSession:
    """One page and its requests. Input of the page is never trusted; errors in it are sent as answers.

    Parameters
    ----------
    socket : WebSocket
        A WebSocket that is not yet accepted.
    workers : Workers
    """

    def __init__(self, socket: WebSocket, workers: Workers) -> None:
        self._socket = socket
        self._workers = workers
        #: Requests that run or wait for a thread, by id; the result of each task is its last message.
        self._requests: Final[dict[int, asyncio.Task[str]]] = {}
        self._outgoing: Final = Outgoing()
        self._rate: Final = RateLimit()

    async def run(self) -> None:
        """Answers requests until the page has disconnected, then cancels the remaining ones."""
        await self._socket.accept()
        loops = (self._receive_all(), self._outgoing.send(self._socket), self._outgoing.overflow())
        tasks = [asyncio.create_task(loop) for loop in loops]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await self._cancel_all()
        reason = next((task.result() for task in done if task.result() is not None), None)
        if reason is not None:
            await self._socket.close(_BROKE_POLICY, reason)

    async def _receive_all(self) -> str | None:
        """Receives messages until the page disconnects; returns the reason if it sends them too fast."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            if not self._rate.allows():
                return "too many messages"
            self._receive(message.get("text"))

    def _receive(self, text: str | None) -> None:
        """Handles one message of the page; ``text`` is ``None`` if the message is not text."""
        try:
            message = message_of(text)
            if "cancel" in message:
                request = self._requests.get(_id(message["cancel"], "cancel"))
                if request is not None:  # None if the request has just ended
                    request.cancel()
                return
            number = _id(message.get("id"), "id")
            if number in self._requests:
                raise WhistError(f"id {number} is used by another request: expected a new one")
        except WhistError as error:
            self._outgoing.put(_error(None, type(error).__name__, str(error)))
            return
        self._start(number, message)

    def _start(self, number: int, message: Mapping[str, object]) -> None:
        """Starts the task that answers a request, or sends an error."""
        if len(self._requests) >= _MOST_REQUESTS:
            busy = f"{_MOST_REQUESTS} requests wait for an answer: expected fewer"
            self._outgoing.put(_error(number, "Busy", busy))
            return
        try:
            handler = handler_named(message.get("question"))
        except WhistError as error:
            self._outgoing.put(_error(number, type(error).__name__, str(error)))
            return
        task = asyncio.create_task(self._answer(number, handler, Arguments(message)))
        self._requests[number] = task
        task.add_done_callback(lambda ended: self._end(number, ended))

    async def _answer(self, number: int, handler: Handler, arguments: Arguments) -> str:
        """Runs the handler in a thread; returns the last message of the answer."""
        loop = asyncio.get_running_loop()

        # Both run in the thread, so that the event loop can send while a long answer is serialized.
        def send(part: Mapping[str, object]) -> None:
            loop.call_soon_threadsafe(self._outgoing.put_part, text_of({"id": number, "part": part}))

        def answer() -> str:
            context = RequestContext(send, self._workers.solvers, self._workers.public)
            return text_of({"id": number, "done": handler.answer(arguments, context)})

        try:
            return await self._workers.threads(handler.is_prompt).run(answer)
        except (asyncio.CancelledError, KeyboardInterrupt):
            return text_of({"id": number, "cancelled": True})
        except WhistError as error:
            return _error(number, type(error).__name__, str(error))
        except BaseException as error:  # a bug: the page shows it, and the next request is answered
            return _error(number, "InternalError", f"{type(error).__name__}: {shown(str(error))}")

    def _end(self, number: int, task: asyncio.Task[str]) -> None:
        """Sends the last message of a request, also if it was cancelled before its task could make one."""
        del self._requests[number]
        cancelled = task.cancelled()
        self._outgoing.put(text_of({"id": number, "cancelled": True}) if cancelled else task.result())

    async def _cancel_all(self) -> None:
        requests = list(self._requests.values())
        for request in requests:
            request.cancel()
        await asyncio.gather(*requests, return_exceptions=True)


def _id(value: object, name: str) -> int:
    return read_integer(value, name, WhistError, 0, _HIGHEST_ID)


def _error(number: int | None, kind: str, message: str) -> str:
    """The message of an error, with the id of the request if it is known."""
    request = {} if number is None else {"id": number}
    return text_of({**request, "error": {"kind": kind, "message": message}})
