"""The page and its WebSocket as an ASGI application, for one token and one address of this machine."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from whistsolve.board.conversation import Conversation
from whistsolve.board.workers import Workers

__all__ = ["Doorkeeper", "board_application"]

#: Pages that may be open at once.
_MOST_PAGES: Final = 32
#: What WebSockets are closed with (RFC 6455, and the registry of IANA): try again later.
_TRY_LATER: Final = 1013
_TYPES: Final[Mapping[str, str]] = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}
#: Nothing runs in the page but its own script, and it speaks to nobody but this server.
_HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def board_application(token: str, hosts: frozenset[str]) -> ASGIApp:
    """The application.

    Parameters
    ----------
    token : str
        The first part of every path: who does not know it is refused.
    hosts : frozenset of str
        What the header ``Host`` may say, and after ``http://`` the header ``Origin``.
    """
    workers: Workers | None = None
    pages = 0

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        nonlocal workers
        async with Workers() as workers:
            yield

    async def talk(socket: WebSocket) -> None:
        nonlocal pages
        if workers is None or pages >= _MOST_PAGES:
            await socket.accept()
            await socket.close(_TRY_LATER, "too many pages are open")
            return
        pages += 1
        try:
            await Conversation(socket, workers).run()
        finally:
            pages -= 1

    async def show(request: Request) -> Response:
        file = _FILES.get(request.path_params["name"] or "index.html")
        if file is None:
            return PlainTextResponse("there is no such file\n", 404)
        return Response(file.read_bytes(), media_type=_TYPES[file.name.rpartition(".")[2]])

    routes = [WebSocketRoute(f"/{token}/ws", talk), Route(f"/{token}/{{name:path}}", show)]
    return Doorkeeper(Starlette(routes=routes, lifespan=lifespan), token, hosts)


def _files() -> dict[str, Traversable]:
    """The files of the page by the rest of their path: no other can be asked for."""
    folder = files("whistsolve.board")
    found = {file.name: file for file in (folder / "static").iterdir()}
    texts = {f"texts/{file.name}": file for file in (folder / "texts").iterdir()}
    return {name: file for name, file in {**found, **texts}.items() if name.rpartition(".")[2] in _TYPES}


_FILES: Final = _files()


class Doorkeeper:
    """Refuses what does not come from this server's own page, before anything reads it.

    - ``Host`` names this machine: another name that resolves to it (DNS rebinding) is refused.
    - ``Origin``, which browsers send with every WebSocket and which pages cannot forge, is this server's own.
    - The path begins with the token, compared in constant time.
    - Nothing is sent to the server but the requests of its page: ``GET`` and ``HEAD``, without a body.

    Parameters
    ----------
    inside : ASGIApp
        Who is asked for what is let in.
    token, hosts
        As for `board_application`.
    """

    def __init__(self, inside: ASGIApp, token: str, hosts: frozenset[str]) -> None:
        self._inside = inside
        self._token = token.encode()
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        if scope["type"] == "lifespan":
            await self._inside(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await self._refuse(scope, receive, send, *refusal)
        elif scope["type"] == "websocket":
            await self._inside(scope, receive, send)
        else:
            await self._inside(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a connection is refused, with the status for it."""
        headers = HTTPConnection(scope).headers
        is_socket = scope["type"] == "websocket"
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return 421, "this is not the host that you look for"
        origins = headers.getlist("origin")
        if (is_socket and not origins) or any(
            not origin.startswith("http://") or origin.removeprefix("http://") not in self._hosts
            for origin in origins
        ):
            return 403, "other pages may not ask here"
        first = str(scope["path"]).removeprefix("/").partition("/")[0]
        if not secrets.compare_digest(first.encode(errors="replace"), self._token):
            return 403, "the token of the address is wrong: open the link that `whistsolve board` shows"
        if is_socket:
            return None
        if scope["method"] not in ("GET", "HEAD"):
            return 405, "only GET is answered"
        if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
            return 413, "a body is not expected"
        return None

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(_REFUSED, why)
            return
        # The body that may follow is not read: the connection ends with the answer.
        response = PlainTextResponse(f"{why}\n", status, {"connection": "close"})
        await response(scope, receive, _with_headers(send))


#: A policy was broken; before a WebSocket is accepted servers answer the status 403 for it.
_REFUSED: Final = 1008


def _with_headers(send: Send) -> Send:
    """Sends with the headers that every answer has."""

    async def sending(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            own = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", ()), *own]}  # type: ignore[misc]
        await send(message)

    return sending
