"""Protocols for uvicorn with limits on time and memory that uvicorn itself does not have."""

from __future__ import annotations

import asyncio
import logging
from asyncio import Transport
from contextlib import suppress
from types import NoneType
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Response
from websockets.server import ServerProtocol

from whistsolve._internal.reading import is_instance
from whistsolve_board.access import response_headers

#: Maximum number of open connections, of which a page has few; for one more the oldest request is dropped.
MOST_CONNECTIONS: Final = 128
#: Maximum number of bytes in the head of a request.
LONGEST_HEAD: Final = 1 << 14
#: Maximum seconds for a request and its response, which take milliseconds on one machine.
_LONGEST_REQUEST: Final = 10.0
#: Maximum seconds for which a page may leave data unread, or stay connected after its session was closed.
_LONGEST_STALL: Final = 20.0
#: Maximum bytes buffered for a page that sends requests and does not read the answers.
_MOST_UNREAD: Final = 1 << 20


class RequestConnection(H11Protocol):
    """A connection for one request, closed after some seconds; a WebSocket continues as `PageConnection`."""

    _limit: asyncio.TimerHandle
    _received = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Accepts the connection; if there are too many, closes the one that has waited longest."""
        super().connection_made(transport)
        self._limit = self.loop.call_later(_LONGEST_REQUEST, self._end)
        if len(self.connections) > MOST_CONNECTIONS:
            open_ones = [each for each in self.connections if isinstance(each, RequestConnection)]
            waiting = [each for each in open_ones if not each.transport.is_closing()]
            min(waiting, key=lambda each: each._limit.when()).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Receives bytes of the request; h11 itself admits a long head that arrives at once."""
        self._received += len(data)
        if self._received <= LONGEST_HEAD:
            super().data_received(data)
        elif is_instance(self.cycle, NoneType):  # annotated as if it were always one
            self.send_400_response("Invalid HTTP request received.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancels the time limit."""
        self._limit.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Responds to a request that is not HTTP, or whose head is too long."""
        headers = [
            *response_headers(),
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"connection", b"close"),
        ]
        response = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (response, h11.Data(data=f"{msg}\n".encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def shutdown(self) -> None:
        """Closes the connection at once: every response is written in one turn of the event loop."""
        self.transport.abort()

    def _end(self) -> None:
        if self.transport.get_protocol() is self:  # else a WebSocket has taken over the connection
            self.transport.abort()


class PageConnection(WebSocketsSansIOProtocol):
    """The connection of a WebSocket, which is closed if the page does not read the data sent to it."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.conn = _Handshake(max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error"))
        self._stall: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Receives bytes; closes the connection if they do not belong to a WebSocket."""
        if self.transport.get_write_buffer_size() > _MOST_UNREAD:  # such as answers to pings
            self.transport.abort()
            return
        with suppress(Exception):
            super().data_received(data)
            if self.handshake_initiated:
                return
        # The first bytes contain the whole head; with a head that cannot be parsed, such as one with too
        # long a line, the handshake would wait for ever.
        self.transport.abort()

    def pause_writing(self) -> None:
        """Makes senders wait, since the page does not read."""
        self.writable.clear()
        self._stall = self.loop.call_later(_LONGEST_STALL, self.transport.abort)

    def resume_writing(self) -> None:
        """Lets senders continue."""
        self._end_stall()
        self.writable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Releases senders that still wait."""
        self._end_stall()
        super().connection_lost(exc)
        self.writable.set()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Called when the session has ended: the page has some seconds to read the rest and to close."""
        super().on_task_complete(task)
        self.loop.call_later(_LONGEST_STALL, self.transport.abort)

    def shutdown(self) -> None:
        """Closes the WebSocket, and the connection at once if the page has left data unread."""
        super().shutdown()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _end_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


class _Handshake(ServerProtocol):
    """A WebSocket handshake whose refusals have the headers that every response has."""

    def reject(self, status: Any, text: str) -> Response:
        response = super().reject(status, text)
        for name, value in response_headers():
            response.headers[name.decode()] = value.decode()
        return response
