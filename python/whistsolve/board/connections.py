"""Connections to the board, with the limits of time and room that those of uvicorn leave open."""

from __future__ import annotations

import asyncio
import logging
from asyncio import Transport
from contextlib import suppress
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Response
from websockets.server import ServerProtocol

from whistsolve.board.doorkeeper import answer_headers

__all__ = ["LONGEST_HEAD", "MOST_CONNECTIONS", "PageConnection", "RequestConnection"]

#: Connections at once, of which a page has few; more are ended as they come.
MOST_CONNECTIONS: Final = 128
#: Bytes of the head of a request.
LONGEST_HEAD: Final = 1 << 14
#: Seconds for a request and its answer, both of which come and go at once on one machine.
_LONGEST_REQUEST: Final = 10.0
#: Seconds for which a page may read nothing of what waits for it, or stay once it was told to go.
_LONGEST_STALL: Final = 20.0
#: Bytes that wait for a page which asks on and does not read the answers.
_MOST_UNREAD: Final = 1 << 20


class RequestConnection(H11Protocol):
    """A connection for one request, which ends after some seconds whatever comes of it.

    Where the request asks for a WebSocket, the connection is handed on to a `PageConnection`.
    """

    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Takes the connection, or ends it where there are too many."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._limit = self.loop.call_later(_LONGEST_REQUEST, self._end)

    def connection_lost(self, exc: Exception | None) -> None:
        """Lets the connection go."""
        if self._limit is not None:
            self._limit.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answers what is no HTTP, or longer than the head of a request may be."""
        headers = [
            *answer_headers(),
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"connection", b"close"),
        ]
        response = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (response, h11.Data(data=f"{msg}\n".encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def shutdown(self) -> None:
        """Ends the connection at once: no answer takes longer than the event loop needs to be here."""
        self.transport.abort()

    def _end(self) -> None:
        if self.transport.get_protocol() is self:  # and not handed on
            self.transport.abort()


class PageConnection(WebSocketsSansIOProtocol):
    """The connection of a WebSocket, of which no more waits in memory than the page reads in time."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.conn = _Handshake(max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error"))
        self._stall: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Takes bytes of the page; where they are none of a WebSocket the connection ends."""
        if self.transport.get_write_buffer_size() > _MOST_UNREAD:  # it has us answer pings, and reads nothing
            self.transport.abort()
            return
        with suppress(Exception):
            super().data_received(data)
            if self.handshake_initiated:
                return
        # The first bytes are a whole head; one that was not understood, such as a longer line than the
        # handshake may have, would be waited for without end.
        self.transport.abort()

    def pause_writing(self) -> None:
        """Has those wait who send, since the page does not read."""
        self.writable.clear()
        self._stall = self.loop.call_later(_LONGEST_STALL, self.transport.abort)

    def resume_writing(self) -> None:
        """Lets them send on."""
        self._stalled_no_more()
        self.writable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Lets the connection go, and those who still would send to it."""
        self._stalled_no_more()
        super().connection_lost(exc)
        self.writable.set()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The conversation is over: the page has some seconds to read the rest of it and to close."""
        super().on_task_complete(task)
        self.loop.call_later(_LONGEST_STALL, self.transport.abort)

    def shutdown(self) -> None:
        """Tells the page to go, and ends the connection where it does not listen."""
        super().shutdown()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _stalled_no_more(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


class _Handshake(ServerProtocol):
    """A handshake whose refusals have the headers of every answer."""

    def reject(self, status: Any, text: str) -> Response:
        response = super().reject(status, text)
        for name, value in answer_headers():
            response.headers[name.decode()] = value.decode()
        return response
