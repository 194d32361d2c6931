"""The page and its WebSocket as an ASGI application, for one token and one address of this machine."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from whistsolve.board.conversation import Conversation
from whistsolve.board.doorkeeper import Doorkeeper
from whistsolve.board.workers import Workers

if sys.version_info >= (3, 11):
    from importlib.resources.abc import Traversable
else:
    from importlib.abc import Traversable

__all__ = ["board_application"]

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


def board_application(token: str, hosts: frozenset[str]) -> ASGIApp:
    """The application.

    Parameters
    ----------
    token : str
        The first part of every path: who does not know it is refused.
    hosts : frozenset of str
        What the header ``Host`` may say, and after ``http://`` the header ``Origin``.
    """
    workers = Workers()
    served = _files()
    pages = 0

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with workers:
            yield

    async def talk(socket: WebSocket) -> None:
        nonlocal pages
        if pages >= _MOST_PAGES:
            await socket.accept()
            await socket.close(_TRY_LATER, "too many pages are open")
            return
        pages += 1
        try:
            await Conversation(socket, workers).run()
        finally:
            pages -= 1

    async def show(request: Request) -> Response:
        name = request.path_params["name"] or "index.html"
        if name not in served:
            return PlainTextResponse("there is no such file\n", 404)
        return Response(served[name].read_bytes(), media_type=_TYPES[_ending(name)])

    routes = [WebSocketRoute(f"/{token}/ws", talk), Route(f"/{token}/{{name:path}}", show)]
    return Doorkeeper(Starlette(routes=routes, lifespan=lifespan), token, hosts)


def _files() -> dict[str, Traversable]:
    """The files of the page by the rest of their path: no other can be asked for."""
    folder = files("whistsolve.board")
    found = {file.name: file for file in (folder / "static").iterdir()}
    found |= {f"texts/{file.name}": file for file in (folder / "texts").iterdir()}
    return {name: file for name, file in found.items() if _ending(name) in _TYPES}


def _ending(name: str) -> str:
    return name.rpartition(".")[2]
