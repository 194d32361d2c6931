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
from tests.support.board import HUNG, KEY, UPGRADE, Place, running_board
from websockets.exceptions import ConnectionClosed

from whistsolve.errors import WhistError
from whistsolve_board import connections, messages
from whistsolve_board.server import BoardServer

PATHS_OUT = ["../server.py", "%2e%2e/server.py", "%2e%2e%2fserver.py", "..%5cserver.py", "..\\server.py"]
PATHS_OUT += ["index.html%00", "%00", "index.html/", "./index.html", "/etc/passwd", "%2fetc%2fpasswd"]
PATHS_OUT += ["%252e%252e%252fserver.py", "__init__.py", "ws", "%c0%ae%c0%ae/server.py"]
NONSENSE = (
    b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),  # TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\nHost: x\r\n\r\n",
    b"GET /%zz HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
)


def test_the_files_of_the_page_are_served_and_no_others(place: Place) -> None:
    kinds = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    assert place.get() == place.get("index.html")
    for file in (files("whistsolve_board") / "static").iterdir():
        status, headers, body = place.get(file.name)
        assert (status, body) == (200, file.read_bytes()), file.name
        assert headers["content-type"].startswith(kinds[file.name.rpartition(".")[2]])
    for path in PATHS_OUT:
        answer = place.raw(place.head(path=place.path + path))
        assert answer.split()[1] in (b"404", b"403", b"400"), path
        assert b"BoardServer" not in answer and b"root:" not in answer, path


def sent_all(connection: socket.socket, data: bytes = b"") -> bytes:
    """All that comes until the server closes the connection, after some bytes."""
    answer = b""
    with suppress(ConnectionError):
        if data:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        while more := connection.recv(1 << 16):
            answer += more
    return answer


def test_nonsense_and_endless_heads_are_refused(place: Place) -> None:
    for nonsense in NONSENSE:
        with place.connection() as connection:
            answer = sent_all(connection, nonsense)
        assert answer == b"" or int(answer.split()[1]) in (400, 403, 421, 505), nonsense
    assert place.status(place.head(f"X: {'x' * 15_000}")) == 200
    assert place.status(place.head(*["X: x"] * 200_000)) in (None, 400)
    assert place.status(f"GET {place.path}{'x' * 1_000_000}".encode()) in (None, 400)
    # Of more than the largest piece that asyncio reads at a time, and within one.
    for length in (20_000, 100_000, 1_000_000):
        assert place.status(place.head(f"X: {'x' * length}")) in (None, 400), length


def test_a_browser_is_given_an_address_that_is_valid_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other users of the machine may read the arguments of its process."""
    links: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr(webbrowser, "open", links.put)
    with running_board(opens_browser=True, fragment="deal=x") as place:
        link = links.get(timeout=HUNG)
        assert place.token not in link and link.endswith("/#deal=x")
        given = Place(link)
        own = f"Origin: {place.origin}"
        heads = (given.head(host="there"), given.upgrade(own), given.upgrade())
        assert [given.status(head) for head in heads] == [421, 403, 403]
        status, headers, _ = given.get()
        assert (status, headers["location"]) == (303, place.path)
        assert given.get()[0] == 403 and place.get()[0] == 200


def test_wrong_handshakes_are_refused_and_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    version = "Sec-WebSocket-Version: 13"
    wrong: list[list[str]] = [
        ["Sec-WebSocket-Version: 12", KEY],
        [version],
        [version, "Sec-WebSocket-Key: short"],
        [version, KEY, KEY],
        [version, KEY, f"X: {'x' * 10_000}"],
        [version, KEY, *["X: x"] * 500],
        [version, "Sec-WebSocket-Extensions: (((("],
    ]
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 4)
    with running_board() as place:
        for lines in wrong:
            for number in range(6):  # more than the connections that there may be
                head = place.head(
                    f"Origin: {place.origin}", *UPGRADE, *lines, method=("GET", "POST")[number % 2]
                )
                assert place.status(head) in (None, 400, 403, 405, 426), lines[-1][:40]
            assert place.get()[0] == 200


def frame(opcode: int, payload: bytes = b"", *, last: bool = True, masked: bool = True) -> bytes:
    """A frame of a WebSocket as a page sends it, with a mask of zeros."""
    size = len(payload)
    kind, more = (size, b"") if size < 126 else (126, struct.pack("!H", min(size, 0xFFFF)))
    if size > 0xFFFF:
        kind, more = 127, struct.pack("!Q", size)
    mask = bytes(4) if masked else b""
    return bytes([last << 7 | opcode, masked << 7 | kind]) + more + mask + payload


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
    "in pieces": b"".join(frame(1 if not n else 0, bytes(1 << 17), last=False) for n in range(80)),
    "half a frame": frame(1, HELLO)[:-3],
}


def opened(place: Place) -> socket.socket:
    """A WebSocket as it is, after its handshake."""
    connection = place.connection()
    connection.sendall(place.upgrade(f"Origin: {place.origin}"))
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connection.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return connection


def test_broken_frames_and_broken_pages_end_the_connection(place: Place) -> None:
    for broken in BROKEN.values():
        with opened(place) as connection:
            sent_all(connection, broken)
    for number in range(0, len(HELLO) * 2, 5):  # a page may break off at any byte
        with opened(place) as connection:
            connection.sendall((frame(1, HELLO) * 2)[:number])
            if number % 2:  # with a reset
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    with place.page() as page:
        assert page.ask("hello")


def test_many_connections_are_served_or_refused(place: Place) -> None:
    """Some 200 that send nothing, or half a head: an open page is still answered, and so is a new one."""
    with place.page() as page, ExitStack() as stack:
        many = [stack.enter_context(place.connection()) for _ in range(200)]
        for connection in many[::2]:
            with suppress(ConnectionError):
                connection.sendall(place.head()[:-2])
        assert page.ask("hello") and place.get()[0] == 200
        refused = 0
        for connection in many:
            connection.settimeout(0)
            with suppress(BlockingIOError):
                try:
                    refused += connection.recv(1) == b""
                except ConnectionError:
                    refused += 1
        assert refused >= 200 - connections.MOST_CONNECTIONS
    assert place.get()[0] == 200


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
        for begun in (b"", b"GET", place.head()[:-2], place.head("Content-Length: 5")[:-2]):
            place.raw(begun)
        # A head that never ends, byte by byte.
        with place.connection() as connection, suppress(ConnectionError):
            connection.sendall(b"GET / HTTP/1.1\r\nX: ")
            while True:
                connection.sendall(b"x")
        assert page.ask("hello")  # its connection is older than that by now


def test_pages_that_do_not_read_or_close_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_MOST_CHARACTERS", 1 << 15)
    monkeypatch.setattr(connections, "_LONGEST_STALL", 0.03)
    rules = frame(1, json.dumps({"id": 1, "question": "rules"}).encode())
    pings = frame(9, bytes(125)) * 500
    with monkeypatch.context() as patched, running_board() as place, place.page() as other:
        patched.setattr(messages, "_BURST", 1e9)
        for sent in (rules, pings):
            with opened(place) as connection, suppress(ConnectionError):
                while True:  # until it is closed
                    connection.sendall(sent)
            assert other.ask("hello")
    monkeypatch.setattr(messages, "_BURST", 3.0)
    monkeypatch.setattr(messages, "_RATE", 0.0)
    with running_board() as place, opened(place) as connection:
        connection.sendall(frame(1, HELLO) * 4)
        sent_all(connection)  # without sending a close


def test_a_server_ends_while_pages_are_open_and_do_not_read() -> None:
    with ExitStack() as stack, running_board() as place:  # they stay until the server has gone
        for begun in (b"", b"GET / HTTP/1.1\r\n"):
            stack.enter_context(place.connection()).sendall(begun)
        for _ in range(3):
            stack.enter_context(opened(place)).sendall(frame(1, HELLO) * 50)
        page = stack.enter_context(place.page(close_timeout=0))
        assert page.ask("hello")


# Where it listens.


def test_it_listens_at_this_machine_alone_on_a_port_that_nobody_else_uses(place: Place) -> None:
    assert place.host == "127.0.0.1"
    for other in ("127.0.0.2", "::1"):
        with pytest.raises(OSError), socket.create_connection((other, place.port), HUNG):
            pass
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
