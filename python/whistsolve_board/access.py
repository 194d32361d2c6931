"""`AccessCheck`: ASGI middleware that accepts only requests of the server's own page."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_Headers = list[tuple[bytes, bytes]]


def response_headers(hosts: Iterable[str] = ()) -> _Headers:
    """The headers of every response.

    The page runs only its own script and connects only to this server; no other page can embed or read it,
    and its address is not sent as a referrer. No header allows other origins (CORS).

    Parameters
    ----------
    hosts : iterable of str
        Hosts of the page's WebSocket: not every browser includes WebSockets in ``'self'``.
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


class AccessCheck:
    """Refuses requests that do not come from this server's own page, before other code reads them.

    - ``Host`` names this machine: another name that resolves to it (DNS rebinding) is refused.
    - ``Origin``, which browsers send with every WebSocket and pages cannot forge, is this server's own.
    - The path begins with the token, compared in constant time.
    - The method is ``GET`` or ``HEAD``, without a body.

    Parameters
    ----------
    application : ASGIApp
        The application that gets the accepted requests.
    token : str
        The first part of every path.
    hosts : frozenset of str
        Allowed values of the header ``Host``, and of ``Origin`` after its ``http://``.
    entrance : str
        A token that leads to the page once: others may read the arguments of a browser's process.
    """

    def __init__(self, application: ASGIApp, token: str, hosts: frozenset[str], entrance: str) -> None:
        self._application = application
        self._token, self._entrance = token.encode(), entrance.encode()
        self._hosts = hosts
        self._headers = response_headers(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request or one WebSocket."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._application(scope, receive, self._with_headers(send))
        else:
            await self._refuse(scope, receive, send, *refusal)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Status and reason of a refusal; ``None`` if the request is accepted."""
        headers = HTTPConnection(scope).headers
        is_socket = scope["type"] == "websocket"
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return 421, "this server has another host name"
        origins = headers.getlist("origin")
        if (is_socket and len(origins) != 1) or any(not self._is_own(origin) for origin in origins):
            return 403, "requests of other pages are not answered"
        before, _, path = str(scope["path"]).partition("/")
        token = path.partition("/")[0].encode(errors="replace")
        if not is_socket and secrets.compare_digest(token, self._entrance):
            self._entrance = secrets.token_bytes()
            return 303, "the page has another address"
        if before or not secrets.compare_digest(token, self._token):
            return 403, "the token of the address is wrong: expected the link that `whistsolve board` shows"
        if is_socket:
            return None
        if scope["method"] not in ("GET", "HEAD"):
            return 405, "only GET is answered"
        if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
            return 413, "a request has no body here"
        return None

    def _is_own(self, origin: str) -> bool:
        scheme, separator, host = origin.partition("://")
        return (scheme, separator) == ("http", "://") and host in self._hosts

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
        more = {405: {"allow": "GET, HEAD"}, 303: {"location": f"/{self._token.decode()}/"}}
        response = PlainTextResponse(f"{why}\n", status, more.get(status))
        # Starlette turns this into the events that refuse a WebSocket.
        await response(scope, receive, self._with_headers(send))

    def _with_headers(self, send: Send) -> Send:
        """``send``, with the headers that every response has added to the response."""

        async def sending(message: Message) -> None:
            if message["type"] in _BEGINNINGS:
                own = self._headers if message["type"] == "websocket.accept" else [*self._headers, _LAST]
                message = {**message, "headers": [*message.get("headers", ()), *own]}
            await send(message)

        return sending


#: The ASGI events that carry the head of a response.
_BEGINNINGS: Final = ("http.response.start", "websocket.http.response.start", "websocket.accept")
#: Each connection serves one request, so that nothing that follows it, such as a body, is read.
_LAST: Final = (b"connection", b"close")
