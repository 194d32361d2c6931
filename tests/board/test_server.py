"""The server of the board, whatever a connection does: it is served or refused, and the server runs on."""

import json
import os
import queue
import socket
import struct
import webbrowser
from contextlib import ExitStack, suppress
from importlib.resources import files

import pytest
from tests.support.board import HUNG, Place, running_board
from websockets.exceptions import ConnectionClosed

from whistsolve.errors import WhistError
from whistsolve_board import connections, messages
from whistsolve_board.server import BoardServer


def test_all_files_of_the_page_are_served(place: Place) -> None:
    kinds = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    assert place.get() == place.get("index.html")
    for file in (files("whistsolve_board") / "static").iterdir():
        status, headers, body = place.get(file.name)
        assert (status, body) == (200, file.read_bytes()), file.name
        assert headers["content-type"].startswith(kinds[file.name.rpartition(".")[2]])


@pytest.mark.parametrize(
    "path",
    [
        "../server.py",
        "%2e%2e/server.py",
        "%2e%2e%2fserver.py",
        "..%5cserver.py",
        "..\\server.py",
        "index.html%00",
        "%00",
        "index.html/",
        "./index.html",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "%252e%252e%252fserver.py",
        "__init__.py",
        "ws",
        "%c0%ae%c0%ae/server.py",
    ],
)
def test_no_path_leads_out_of_the_page(place: Place, path: str) -> None:
    request = f"GET {place.path}{path} HTTP/1.1\r\nHost: {place.host}:{place.port}\r\n\r\n"
    answer = place.raw(request.encode())
    assert answer.split()[1] in (b"404", b"403", b"400"), answer
    assert b"BoardServer" not in answer and b"root:" not in answer


def request_of(place: Place, *lines: str, method: str = "GET") -> bytes:
    given = [f"{method} {place.path} HTTP/1.1", f"Host: {place.host}:{place.port}", *lines, "", ""]
    return "\r\n".join(given).encode()


def answered(answer: bytes, *statuses: int) -> bool:
    """Whether an answer has one of the statuses; one sent before the request was whole can be lost."""
    return answer == b"" or int(answer.split()[1]) in statuses


def test_bodies_are_not_read(place: Place) -> None:
    body = bytes(10 << 20)
    chunk = b"100000\r\n" + bytes(1 << 20) + b"\r\n"
    for method in ("GET", "POST"):
        size = request_of(place, f"Content-Length: {len(body)}", method=method)
        assert answered(place.raw(size, body), 413, 405)
        assert answered(place.raw(request_of(place, method=method), body), 200, 405)
        chunked = request_of(place, "Transfer-Encoding: chunked", method=method)
        assert answered(place.raw(chunked, *[chunk] * 10, b"0\r\n\r\n"), 413, 405)
        assert answered(place.raw(chunked, b"nonsense\r\n" * 100_000), 400, 413, 405)
        assert answered(place.raw(request_of(place, "Expect: 100-continue", "Content-Length: 9")), 413)
        both = request_of(place, "Content-Length: 5", "Transfer-Encoding: chunked", method=method)
        assert answered(place.raw(both, chunk), 400, 413, 405)


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),  # TLS
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\nHost: x\r\n\r\n",
        b"GET /%zz HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    ],
)
def test_nonsense_is_refused(place: Place, nonsense: bytes) -> None:
    with place.connection() as connection, suppress(ConnectionError):
        connection.sendall(nonsense)
        connection.shutdown(socket.SHUT_WR)
        assert answered(rest_of(connection), 400, 403, 421, 505)


def rest_of(connection: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    answer = b""
    while more := connection.recv(1 << 16):
        answer += more
    return answer


def test_heads_have_an_end(place: Place) -> None:
    assert place.raw(request_of(place, f"X: {'x' * 15_000}")).split()[1] == b"200"
    assert answered(place.raw(request_of(place, f"X: {'x' * 1_000_000}")), 400)
    assert answered(place.raw(request_of(place, *["X: x"] * 200_000)), 400)
    assert answered(place.raw(f"GET {place.path}{'x' * 1_000_000}".encode()), 400)


def test_a_long_head_is_refused_also_at_once(place: Place) -> None:
    """Of the largest piece that asyncio reads at a time, and within one."""
    for length in (20_000, 100_000):
        assert answered(place.raw(request_of(place, f"X: {'x' * length}")), 400)


def test_a_browser_is_given_an_address_that_is_valid_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other users of the machine may read the arguments of its process."""
    links: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr(webbrowser, "open", links.put)
    with running_board(opens_browser=True, fragment="deal=x") as place:
        link = links.get(timeout=HUNG)
        assert place.token not in link and link.endswith("/#deal=x")
        given = Place(link)
        status, headers, _ = given.get()
        assert (status, headers["location"]) == (303, place.path)
        assert given.get()[0] == 403 and place.get()[0] == 200


def test_wrong_handshakes_are_refused_and_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    version, key = "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    wrong: list[list[str]] = [
        ["Sec-WebSocket-Version: 12", key],
        [version],
        [version, "Sec-WebSocket-Key: short"],
        [version, key, key],
        [version, key, f"X: {'x' * 10_000}"],
        [version, key, *["X: x"] * 500],
        [version, "Sec-WebSocket-Extensions: (((("],
    ]
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 4)
    with running_board() as place:
        for lines in wrong:
            handshake = (f"Origin: {place.origin}", "Upgrade: websocket", "Connection: Upgrade", *lines)
            for number in range(6):  # more than the connections that there may be
                request = request_of(place, *handshake, method=("GET", "POST")[number % 2])
                assert answered(place.raw(request), 400, 403, 405, 426)
            assert place.get()[0] == 200


def frame(
    opcode: int, payload: bytes = b"", *, last: bool = True, masked: bool = True, bits: int = 0
) -> bytes:
    """A frame of a WebSocket as a page sends it, with a mask of zeros."""
    size = len(payload)
    kind, more = (size, b"") if size < 126 else (126, struct.pack("!H", min(size, 0xFFFF)))
    if size > 0xFFFF:
        kind, more = 127, struct.pack("!Q", size)
    mask = bytes(4) if masked else b""
    return bytes([last << 7 | bits << 4 | opcode, masked << 7 | kind]) + more + mask + payload


HELLO = json.dumps({"id": 1, "question": "hello"}).encode()
BROKEN = {
    "no mask": frame(1, HELLO, masked=False),
    "unknown opcode": frame(3, HELLO),
    "a continuation of nothing": frame(0, HELLO),
    "no UTF-8": frame(1, b"\xff\xfe"),
    "a surrogate in UTF-8": frame(1, b'"\xed\xa0\x80"'),
    "a ping in pieces": frame(9, b"x", last=False),
    "a length of 2**63": bytes([0x81, 0xFF]) + b"\xff" * 8 + bytes(4),
    "a long message": frame(1, b'"' + b"x" * (10 << 20) + b'"'),
    "a long message in pieces": b"".join(
        frame(1 if not n else 0, bytes(1 << 17), last=False) for n in range(80)
    ),
    "half a frame": frame(1, HELLO)[:-3],
}


def opened(place: Place) -> socket.socket:
    """A WebSocket as it is, after its handshake."""
    connection = place.connection()
    lines = [
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Origin: {place.origin}",
    ]
    path = f"{place.path}ws"
    head = [f"GET {path} HTTP/1.1", f"Host: {place.host}:{place.port}", *lines]
    connection.sendall("\r\n".join([*head, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""]).encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connection.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return connection


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_frames_end_the_connection(place: Place, kind: str) -> None:
    with opened(place) as connection, suppress(ConnectionError):
        connection.sendall(BROKEN[kind])
        connection.shutdown(socket.SHUT_WR)
        rest_of(connection)


def test_a_page_may_break_off_at_any_byte(place: Place) -> None:
    for number in range(0, len(frame(1, HELLO)) * 2, 5):
        with opened(place) as connection:
            connection.sendall((frame(1, HELLO) * 2)[:number])
            if number % 2:  # with a reset
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_many_connections_are_served_or_refused(place: Place) -> None:
    """Some 200 that send nothing, or half a head: an open page is still answered, and so is a new one."""
    with place.page() as page, ExitStack() as stack:
        many = [stack.enter_context(place.connection()) for _ in range(200)]
        for connection in many[::2]:
            with suppress(ConnectionError):
                connection.sendall(request_of(place)[:-2])
        assert page.ask("hello") and place.get()[0] == 200
        refused = 0
        for connection in many:
            connection.settimeout(0)
            with suppress(BlockingIOError):
                refused += _is_over(connection)
        assert refused >= 200 - connections.MOST_CONNECTIONS
    assert place.get()[0] == 200


def _is_over(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_pages_are_bounded(place: Place) -> None:
    with ExitStack() as stack:
        pages = [stack.enter_context(place.page()) for _ in range(32)]
        with place.page() as late:
            with pytest.raises(ConnectionClosed) as closed:
                late.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        assert pages[0].ask("hello") and pages[-1].ask("hello")
    with place.page() as page:
        assert page.ask("hello")


# With limits that are soon reached, in a thread of this process.


def test_a_connection_has_a_limited_time_for_its_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_LONGEST_REQUEST", 0.1)
    with running_board() as place, place.page() as page:
        for begun in (b"", b"GET", request_of(place)[:-2], request_of(place, "Content-Length: 5")[:-2]):
            with place.connection() as connection, suppress(ConnectionError):
                connection.sendall(begun)
                rest_of(connection)
        # A head that never ends, byte by byte.
        with place.connection() as connection, suppress(ConnectionError):
            connection.sendall(b"GET / HTTP/1.1\r\nX: ")
            while True:
                connection.sendall(b"x")
        assert page.ask("hello")  # its connection is older than that by now


def test_a_page_that_does_not_read_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_MOST_CHARACTERS", 1 << 17)
    monkeypatch.setattr(messages, "_BURST", 1e9)
    monkeypatch.setattr(connections, "_LONGEST_STALL", 0.1)
    with running_board() as place, place.page() as other, opened(place) as connection:
        request = frame(1, json.dumps({"id": 1, "question": "rules"}).encode())
        with suppress(ConnectionError):
            while True:  # until it is closed
                connection.sendall(request)
        assert other.ask("hello")


def test_a_page_that_only_pings_is_answered_or_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_LONGEST_STALL", 0.1)
    with running_board() as place, place.page() as other, opened(place) as connection:
        with suppress(ConnectionError):
            while True:
                connection.sendall(frame(9, bytes(125)) * 500)
        assert other.ask("hello")


def test_a_page_that_does_not_close_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_BURST", 3.0)
    monkeypatch.setattr(messages, "_RATE", 0.0)
    monkeypatch.setattr(connections, "_LONGEST_STALL", 0.1)
    with running_board() as place, opened(place) as connection:
        connection.sendall(frame(1, HELLO) * 4)
        rest_of(connection)  # without sending a close


def test_a_server_ends_while_pages_are_open_and_do_not_read() -> None:
    with ExitStack() as stack, running_board() as place:  # they stay until the server has gone
        for begun in (b"", b"GET / HTTP/1.1\r\n"):
            stack.enter_context(place.connection()).sendall(begun)
        for _ in range(3):
            stack.enter_context(opened(place)).sendall(frame(1, HELLO) * 50)
        page = stack.enter_context(place.page(close_timeout=0))
        assert page.ask("hello")


# Where it listens.


def test_it_listens_at_this_machine_alone(place: Place) -> None:
    assert place.host == "127.0.0.1"
    for other in ("127.0.0.2", "::1"):
        with pytest.raises(OSError), socket.create_connection((other, place.port), HUNG):
            pass


def test_a_port_is_a_number_that_nobody_else_uses(place: Place) -> None:
    with pytest.raises(WhistError, match=f"^port {place.port} cannot be used: "):
        BoardServer(place.port)
    for port in (-1, 65536, "80"):
        with pytest.raises(WhistError, match=r"^port .* is wrong: expected a whole number from 0 to 65535"):
            BoardServer(port)  # type: ignore[arg-type]


@pytest.mark.skipif(os.name == "nt", reason="ports are held longer there")
def test_a_port_can_be_used_again_at_once() -> None:
    with running_board() as place, place.page() as page:
        page.ask("hello")
    server = BoardServer(place.port)
    assert server.address.startswith(f"http://127.0.0.1:{place.port}/") and place.token not in server.address
    server.stop()
    server.run()
