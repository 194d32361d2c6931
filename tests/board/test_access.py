"""Access to the board: requests of its own page, from this machine, with the token, and no others."""

import asyncio
import base64
from collections.abc import Mapping
from typing import Any

import pytest
from tests.support.board import Place, board_process

from whistsolve_board.access import AccessCheck


def status_of(answer: bytes) -> int:
    """The status of a raw answer, which says no more than its one line."""
    assert answer.startswith(b"HTTP/1.1 "), answer
    return int(answer.split()[1])


def headers_of(answer: bytes) -> list[tuple[str, str]]:
    lines = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")[1:]
    return [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]


def head(place: Place, first: str = "", *lines: str, host: str | None = None) -> bytes:
    """The head of a request; where its first line is not given, that of the page."""
    at = f"{place.host}:{place.port}" if host is None else host
    given = [first or f"GET {place.path} HTTP/1.1", *([f"Host: {at}"] if at else []), *lines]
    return "\r\n".join([*given, "", ""]).encode("latin-1")


def upgrade(place: Place, *lines: str, path: str = "", first: str = "", host: str | None = None) -> bytes:
    """The head of a request for a WebSocket."""
    key = base64.b64encode(bytes(16)).decode()
    wanted = ("Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}")
    line = first or f"GET {path or place.path + 'ws'} HTTP/1.1"
    return head(place, line, *wanted, "Sec-WebSocket-Version: 13", *lines, host=host)


def test_the_own_page_is_admitted(place: Place) -> None:
    assert status_of(place.raw(head(place))) == 200
    assert status_of(place.raw(head(place, host=f"localhost:{place.port}"))) == 200
    assert status_of(place.raw(head(place, "", f"Origin: {place.origin}"))) == 200
    for origin in (place.origin, f"http://localhost:{place.port}"):
        with place.page(origin=origin) as page:
            assert page.ask("hello")["version"]


def test_a_head_is_answered_without_a_body(place: Place) -> None:
    answer = place.raw(head(place, f"HEAD {place.path} HTTP/1.1"))
    assert status_of(answer) == 200 and answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "",
        "https://127.0.0.1:PORT",
        "http://127.0.0.1",
        "http://127.0.0.1:PORT0",
        "http://127.0.0.1:PORT.evil.example",
        "http://127.0.0.1:PORT@evil.example",
        "http://evil.example/http://127.0.0.1:PORT",
        "http://127.0.0.1:PORT/",
        "HTTP://127.0.0.1:PORT",
        "127.0.0.1:PORT",
        "http://[::1]:PORT",
        "http://127.0.0.1:PORT\xff",
    ],
)
def test_other_origins_are_refused(place: Place, origin: str) -> None:
    line = f"Origin: {origin.replace('PORT', str(place.port))}"
    assert status_of(place.raw(upgrade(place, line))) == 403
    assert status_of(place.raw(head(place, "", line))) == 403


def test_a_websocket_has_one_origin(place: Place) -> None:
    own = f"Origin: {place.origin}"
    assert status_of(place.raw(upgrade(place))) == 403
    assert status_of(place.raw(upgrade(place, own, own))) in (400, 403)
    assert status_of(place.raw(upgrade(place, own, "Origin: null"))) in (400, 403)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:PORT",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1:PORT.evil.example",
        "127.0.0.2:PORT",
        "[::1]:PORT",
        "2130706433:PORT",
        "localhost.:PORT",
        "user@127.0.0.1:PORT",
    ],
)
def test_other_host_names_are_refused(place: Place, host: str) -> None:
    name = host.replace("PORT", str(place.port))
    for own in ([], [f"Origin: {place.origin}"], [f"Origin: http://{name}"]):
        assert status_of(place.raw(head(place, "", *own, host=name))) == 421
        assert status_of(place.raw(upgrade(place, *own, host=name))) == 421


def test_there_is_one_host(place: Place) -> None:
    at = f"Host: {place.host}:{place.port}"
    assert status_of(place.raw(head(place, "", at))) in (400, 421)
    assert status_of(place.raw(head(place, "", "Host: evil.example"))) in (400, 421)
    assert status_of(place.raw(head(place, host=""))) in (400, 421)
    # Of HTTP 1.0, which does not ask for the header.
    assert status_of(place.raw(head(place, f"GET {place.path} HTTP/1.0", host=""))) == 421


def test_the_token_has_to_be_right(place: Place) -> None:
    token = place.token
    last = "a" if token[-1] != "a" else "b"
    near = ["", token[:-1], token + "x", token[:-1] + last, token.swapcase(), f"{token}%20", f"{token}%00"]
    for wrong in [*near, f"x/../{token}", f"/{token}", "%ff%fe", "\xff" * 32, token[0] * 4000]:
        expected = (400, 403) if "\xff" in wrong else (403,)
        for path in (f"/{wrong}/", f"/{wrong}"):
            assert status_of(place.raw(head(place, f"GET {path} HTTP/1.1"))) in expected, path
        socket = upgrade(place, f"Origin: {place.origin}", path=f"/{wrong}/ws")
        assert status_of(place.raw(socket)) in expected, wrong


def test_a_token_is_the_same_however_it_is_encoded(place: Place) -> None:
    encoded = "".join(f"%{ord(letter):02x}" for letter in place.token)
    assert status_of(place.raw(head(place, f"GET /{encoded}/ HTTP/1.1"))) == 200


def test_tokens_differ_and_are_long(place: Place) -> None:
    with board_process() as other:
        assert other.token != place.token and len(other.token) == len(place.token) == 32
        assert status_of(other.raw(head(other, f"GET {place.path} HTTP/1.1"))) == 403


@pytest.mark.parametrize(
    "target",
    ["http://HOST/TOKEN/", "http://evil.example/TOKEN/", "//TOKEN/", "*", "HOST", "TOKEN/", "?/TOKEN/"],
)
def test_a_request_names_a_path(place: Place, target: str) -> None:
    filled = target.replace("HOST", f"{place.host}:{place.port}").replace("TOKEN", place.token)
    assert status_of(place.raw(head(place, f"GET {filled} HTTP/1.1"))) in (400, 403)


def test_methods_other_than_get_and_bodies_are_refused(place: Place) -> None:
    preflight = ("Origin: http://evil.example", "Access-Control-Request-Method: GET")
    for method in ("POST", "OPTIONS", "TRACE", "CONNECT", "get", "GETX"):
        assert status_of(place.raw(head(place, f"{method} {place.path} HTTP/1.1"))) == 405
        assert status_of(place.raw(head(place, f"{method} {place.path} HTTP/1.1", *preflight))) == 403
        # With an upgrade other methods are not even parsed.
        first = f"{method} {place.path}ws HTTP/1.1"
        answer = place.raw(upgrade(place, f"Origin: {place.origin}", first=first))
        assert answer == b"" or status_of(answer) in (400, 405)
    for line in ("Content-Length: 1", "Transfer-Encoding: chunked"):
        assert status_of(place.raw(head(place, "", line))) == 413
    assert status_of(place.raw(head(place, "", "Content-Length: 0"))) == 200


def answers(place: Place) -> Mapping[str, bytes]:
    """A response of every status."""
    own = f"Origin: {place.origin}"
    with place.connection() as connection:
        connection.sendall(upgrade(place, own))
        accepted = connection.recv(1 << 16)
    return {
        "101": accepted,
        "200": place.raw(head(place)),
        "307": place.raw(head(place, f"GET /{place.token} HTTP/1.1")),
        "404": place.raw(head(place, f"GET {place.path}nothing HTTP/1.1")),
        "404 of a WebSocket": place.raw(upgrade(place, own, path=f"{place.path}nothing")),
        "400": place.raw(b"nonsense\r\n\r\n"),
        "400 of a WebSocket": place.raw(head(place, "", own, "Upgrade: websocket", "Connection: Upgrade")),
        "403": place.raw(head(place, "GET / HTTP/1.1")),
        "403 of a WebSocket": place.raw(upgrade(place)),
        "405": place.raw(head(place, f"POST {place.path} HTTP/1.1")),
        "413": place.raw(head(place, "", "Content-Length: 1")),
        "421": place.raw(head(place, host="evil.example")),
        "421 of a WebSocket": place.raw(upgrade(place, host="evil.example")),
    }


def test_every_response_has_the_security_headers(place: Place) -> None:
    for name, answer in answers(place).items():
        found: dict[str, Any] = dict(headers_of(answer))
        assert name.startswith(str(status_of(answer))) or name == "404 of a WebSocket", (name, answer)
        expected = {
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cross-origin-resource-policy": "same-origin",
            "cross-origin-opener-policy": "same-origin",
            "cache-control": "no-store",
            "x-frame-options": "DENY",
        }
        assert expected.items() <= found.items(), name
        policy = dict(
            part.strip().partition(" ")[::2] for part in found["content-security-policy"].split(";")
        )
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'", name
        assert policy["script-src"] == policy["style-src"] == "'self'", name
        assert "unsafe" not in found["content-security-policy"], name
        assert not any(header.startswith("access-control-") for header in found), name
        assert "server" not in found and "set-cookie" not in found, name


def test_the_application_gets_nothing_that_is_refused() -> None:
    reached: list[str] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope["path"])

    check = AccessCheck(application, "token", frozenset({"here:1"}), "once")

    def status(kind: str, path: str, *headers: tuple[bytes, bytes]) -> int | None:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": f"{kind}.connect"}

        scope = {"type": kind, "method": "GET", "path": path, "headers": list(headers), "extensions": {}}
        asyncio.run(check(scope, receive, send))
        return sent[0]["status"] if sent else None

    at, own = (b"host", b"here:1"), (b"origin", b"http://here:1")
    assert status("http", "/token/", (b"host", b"there")) == 421
    assert status("http", "/tok\xe9n/", at) == status("http", "/\ud800/", at) == 403
    assert status("websocket", "/token/ws", at) == 403
    assert (
        status("http", "/once/", (b"host", b"there")) == 421
        and status("websocket", "/once/ws", at, own) == 403
    )
    assert (status("http", "/once/", at), status("http", "/once/", at)) == (303, 403)
    assert reached == []
    assert status("http", "/token/", at) is status("websocket", "/token/ws", at, own) is None
    assert reached == ["/token/", "/token/ws"]
