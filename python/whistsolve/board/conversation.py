"""`Conversation`: the questions of one page, answered as they come, cancelled when it no longer asks them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from starlette.websockets import WebSocket

from whistsolve.board.arguments import Arguments
from whistsolve.board.context import AnswerContext
from whistsolve.board.messages import Outgoing, Rate, message_of, text_of
from whistsolve.board.questions import BoardQuestion, question_named
from whistsolve.board.workers import Workers
from whistsolve.errors import WhistError
from whistsolve.values.reading import read_integer, shown

__all__ = ["Conversation"]

#: Questions of one page that are being answered or wait; more are refused as `Busy`.
_MOST_QUESTIONS: Final = 24
#: The last whole number up to which those of JavaScript are exact.
_HIGHEST_NUMBER: Final = 2**53 - 1
#: What WebSockets are closed with (RFC 6455): a policy was broken.
_BROKE_POLICY: Final = 1008


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
        #: Those that are answered or wait for a worker: each ends with the message that ends the answer.
        self._questions: Final[dict[int, asyncio.Task[str]]] = {}
        self._outgoing: Final = Outgoing()
        self._rate: Final = Rate()

    async def run(self) -> None:
        """Answers until the page goes; then all its questions are cancelled."""
        await self._socket.accept()
        ends = (self._take_all(), self._outgoing.send(self._socket), self._outgoing.overflow())
        sides = [asyncio.create_task(side) for side in ends]
        try:
            done, _ = await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for side in sides:
                side.cancel()
            await self._end_all()
        reason = next((side.result() for side in done if side.result() is not None), None)
        if reason is not None:
            await self._socket.close(_BROKE_POLICY, reason)

    async def _take_all(self) -> str | None:
        """Takes the messages of the page until it goes, or until it sends too many: then says so."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            if not self._rate.allows():
                return "too many messages"
            self._take(message.get("text"))

    def _take(self, text: str | None) -> None:
        """One message of the page; ``None`` for one that is no text."""
        try:
            message = message_of(text)
            if "cancel" in message:
                question = self._questions.get(_number(message["cancel"], "cancel"))
                if question is not None:  # or it ended just now
                    question.cancel()
                return
            number = _number(message.get("id"), "id")
            if number in self._questions:
                raise WhistError(f"id {number} is asked already: expected another")
        except WhistError as error:
            self._outgoing.put(_refusal(None, type(error).__name__, str(error)))
            return
        self._ask(number, message)

    def _ask(self, number: int, message: Mapping[str, object]) -> None:
        """Begins to answer a question."""
        if len(self._questions) >= _MOST_QUESTIONS:
            busy = f"{_MOST_QUESTIONS} questions wait for an answer: expected fewer"
            self._outgoing.put(_refusal(number, "Busy", busy))
            return
        try:
            question = question_named(message.get("question"))
        except WhistError as error:
            self._outgoing.put(_refusal(number, type(error).__name__, str(error)))
            return
        task = asyncio.create_task(self._answer(number, question, Arguments(message)))
        self._questions[number] = task
        task.add_done_callback(lambda ended: self._end(number, ended))

    async def _answer(self, number: int, question: BoardQuestion, arguments: Arguments) -> str:
        """Has a worker answer; the message that ends the answer."""
        loop = asyncio.get_running_loop()

        # Both in the thread of the worker: long answers are written while others are sent.
        def send(part: Mapping[str, object]) -> None:
            loop.call_soon_threadsafe(self._outgoing.put_part, text_of({"id": number, "part": part}))

        def answer() -> str:
            context = AnswerContext(send, self._workers.shelf)
            return text_of({"id": number, "done": question.answer(arguments, context)})

        try:
            return await self._workers.pool(question.is_prompt).run(answer)
        except (asyncio.CancelledError, KeyboardInterrupt):
            return text_of({"id": number, "cancelled": True})
        except WhistError as error:
            return _refusal(number, type(error).__name__, str(error))
        except BaseException as error:  # a fault of ours: the page says so, and the next question is answered
            return _refusal(number, "InternalError", f"{type(error).__name__}: {shown(str(error))}")

    def _end(self, number: int, task: asyncio.Task[str]) -> None:
        """Sends how a question ended; one that was cancelled before it began has nothing to say itself."""
        del self._questions[number]
        cancelled = task.cancelled()
        self._outgoing.put(text_of({"id": number, "cancelled": True}) if cancelled else task.result())

    async def _end_all(self) -> None:
        questions = list(self._questions.values())
        for question in questions:
            question.cancel()
        await asyncio.gather(*questions, return_exceptions=True)


def _number(value: object, what: str) -> int:
    """The number of a question.

    Raises
    ------
    WhistError
        Where it is none.
    """
    return read_integer(value, what, WhistError, 0, _HIGHEST_NUMBER)


def _refusal(number: int | None, kind: str, message: str) -> str:
    """Why there is no answer; without a number where it is not known which question is meant."""
    named = {} if number is None else {"id": number}
    return text_of({**named, "error": {"kind": kind, "message": message}})
