"""`Doorkeeper`: lets in what comes from the server's own page, and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Doorkeeper", "answer_headers"]

_Headers = list[tuple[bytes, bytes]]


def answer_headers(hosts: Iterable[str] = ()) -> _Headers:
    """The headers that every answer has, whatever else it is.

    Nothing runs in the page but its own script, it speaks to nobody but this server, no other page can show
    it or read it, and no address of it is passed on. No header lets other origins in (CORS).

    Parameters
    ----------
    hosts : iterable of str
        Where the page's WebSocket may be: not every browser takes ``'self'`` for those.
    """
    sockets = "".join(f" ws://{host}" for host in sorted(hosts))
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:;"
        f" connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    named = {
        "content-security-policy": policy,
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
    }
    return [(name.encode(), value.encode()) for name, value in named.items()]


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
    token : str
        The first part of every path.
    hosts : frozenset of str
        What the header ``Host`` may say, and after ``http://`` the header ``Origin``.
    """

    def __init__(self, inside: ASGIApp, token: str, hosts: frozenset[str]) -> None:
        self._inside = inside
        self._token = token.encode()
        self._hosts = hosts
        self._headers = answer_headers(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one WebSocket."""
        if scope["type"] == "lifespan":
            await self._inside(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._inside(scope, receive, self._with_headers(send))
        else:
            await self._refuse(scope, receive, send, *refusal)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why something is refused, after the status for it."""
        headers = HTTPConnection(scope).headers
        is_socket = scope["type"] == "websocket"
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return 421, "this is not the host that you look for"
        origins = headers.getlist("origin")
        if (is_socket and len(origins) != 1) or any(not self._is_own(origin) for origin in origins):
            return 403, "other pages may not ask here"
        before, _, path = str(scope["path"]).partition("/")
        token = path.partition("/")[0].encode(errors="replace")
        if before or not secrets.compare_digest(token, self._token):
            return 403, "the token of the address is wrong: open the link that `whistsolve board` shows"
        if is_socket:
            return None
        if scope["method"] not in ("GET", "HEAD"):
            return 405, "only GET is answered"
        if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
            return 413, "a body is not expected"
        return None

    def _is_own(self, origin: str) -> bool:
        scheme, separator, host = origin.partition("://")
        return (scheme, separator) == ("http", "://") and host in self._hosts

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
        response = PlainTextResponse(f"{why}\n", status, {"allow": "GET, HEAD"} if status == 405 else None)
        # Of a WebSocket that is refused in this way, Starlette makes the events that it needs.
        await response(scope, receive, self._with_headers(send))

    def _with_headers(self, send: Send) -> Send:
        """Sends with the headers that every answer has."""

        async def sending(message: Message) -> None:
            if message["type"] in _BEGINNINGS:
                own = self._headers if message["type"] == "websocket.accept" else [*self._headers, _LAST]
                message = {**message, "headers": [*message.get("headers", ()), *own]}
            await send(message)

        return sending


#: The events of ASGI with the head of an answer.
_BEGINNINGS: Final = ("http.response.start", "websocket.http.response.start", "websocket.accept")
#: A connection serves one request: what may follow it, such as a body, is not read.
_LAST: Final = (b"connection", b"close")
