"""The page and its WebSocket as an ASGI application, for one token and one local address."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from whistsolve_board.access import AccessCheck
from whistsolve_board.context import Workers
from whistsolve_board.session import PageSession

#: Maximum number of pages that are open at once.
_MOST_PAGES: Final = 32
#: The WebSocket close code "Try Again Later" (IANA registry).
_TRY_LATER: Final = 1013
_TYPES: Final[Mapping[str, str]] = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}


def board_application(token: str, hosts: frozenset[str], entrance: str, public: str) -> ASGIApp:
    """The application; token, hosts and entrance are those of `AccessCheck`, public that of the context."""
    workers = Workers(public)
    served = _files()
    pages = 0

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with workers:
            yield

    async def connect(socket: WebSocket) -> None:
        nonlocal pages
        if pages >= _MOST_PAGES:
            await socket.accept()
            await socket.close(_TRY_LATER, "too many pages are open")
            return
        pages += 1
        try:
            await PageSession(socket, workers).run()
        finally:
            pages -= 1

    async def serve(request: Request) -> Response:
        name = request.path_params["name"] or "index.html"
        if name not in served:
            return PlainTextResponse("there is no such file\n", 404)
        return Response(served[name].read_bytes(), media_type=_TYPES[_ending(name)])

    routes = [WebSocketRoute(f"/{token}/ws", connect), Route(f"/{token}/{{name:path}}", serve)]
    return AccessCheck(Starlette(routes=routes, lifespan=lifespan), token, hosts, entrance)


def _files() -> dict[str, Traversable]:
    """The files of the page by name; no other files are served."""
    found = (files("whistsolve_board") / "static").iterdir()
    return {file.name: file for file in found if _ending(file.name) in _TYPES}


def _ending(name: str) -> str:
    return name.rpartition(".")[2]
