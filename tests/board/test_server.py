"""The server of the board: access for its own page alone, connections of every kind, and page sessions."""

import json
import queue
import re
import socket
import struct
import webbrowser
from contextlib import ExitStack, suppress
from importlib.resources import files
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.board import HUNG, KEY, UPGRADE, Place, board_process, running_board
from tests.support.board_answers import ask
from tests.support.sources import BOARD
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame

import whistsolve as ws
from whistsolve import errors
from whistsolve.errors import WhistError
from whistsolve.rules import PRESETS
from whistsolve.solving.bench.fixed import HARD_DEALS
from whistsolve_board import connections, messages
from whistsolve_board.handlers import HANDLERS, rules
from whistsolve_board.server import BoardServer


@pytest.fixture(scope="session")
def place():
    """A server in a process of its own, that prints nothing in all tests, and answers after them."""
    with board_process() as found:
        yield found
        with found.page() as page:
            assert page.ask("hello")


@pytest.fixture
def page(place):
    with place.page() as found:
        yield found


# Access: requests of its own page, from this machine, with the token, and no others.

#: With the port of the board in the place of PORT.
ORIGINS = ["http://evil.example", "null", "", "127.0.0.1:PORT", "http://127.0.0.1", "http://127.0.0.1:PORT0"]
ORIGINS += ["https://127.0.0.1:PORT", "HTTP://127.0.0.1:PORT", "http://[::1]:PORT", "http://127.0.0.1:PORT/"]
ORIGINS += ["http://127.0.0.1:PORT.evil.example", "http://127.0.0.1:PORT@evil.example"]
ORIGINS += ["http://evil.example/http://127.0.0.1:PORT", "http://127.0.0.1:PORT\xff"]
HOSTS = ["evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:PORT.evil.example", "127.0.0.2:PORT"]
HOSTS += ["[::1]:PORT", "2130706433:PORT", "localhost.:PORT", "user@127.0.0.1:PORT"]


def test_the_own_page_is_admitted(place):
    local = f"localhost:{place.port}"
    encoded = "".join(f"%{ord(letter):02x}" for letter in place.token)
    own = [place.head(), place.head(host=local), place.head(f"Origin: {place.origin}")]
    assert [place.status(head) for head in [*own, place.head(path=f"/{encoded}/")]] == [200] * 4
    for origin in (place.origin, f"http://{local}"):
        with place.page(origin=origin) as page:
            assert page.ask("hello")["version"]
    answer = place.raw(place.head(method="HEAD"))
    assert answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"\r\n\r\n")  # no body


def test_links_lead_to_the_page_that_is_named():
    with board_process("--public", "https://example.org/whist/") as place, place.page() as page:
        assert page.ask("hello")["public"] == "https://example.org/whist/"


def test_other_origins_are_refused(place):
    for origin in ORIGINS:
        line = f"Origin: {origin.replace('PORT', str(place.port))}"
        assert (place.status(place.upgrade(line)), place.status(place.head(line))) == (403, 403), origin
    own = f"Origin: {place.origin}"  # a WebSocket has one
    assert place.status(place.upgrade()) == 403
    assert {place.status(place.upgrade(own, more)) for more in (own, "Origin: null")} <= {400, 403}


def test_other_host_names_are_refused(place):
    for host in HOSTS:
        name = host.replace("PORT", str(place.port))
        for own in ([], [f"Origin: {place.origin}"], [f"Origin: http://{name}"]):
            heads = (place.head(*own, host=name), place.upgrade(*own, host=name))
            assert [place.status(head) for head in heads] == [421, 421], (host, own)
    for head in (place.head(f"Host: {place.host}:{place.port}"), place.head(host="")):  # two, and none
        assert place.status(head) in (400, 421), head
    # Of HTTP 1.0, which does not ask for the header.
    assert place.status(place.head(host="").replace(b"HTTP/1.1", b"HTTP/1.0")) == 421


def test_the_token_and_the_path_have_to_be_right(place):
    token, at = place.token, f"{place.host}:{place.port}"
    last = "b" if token[-1] == "a" else "a"
    near = ["", token[:-1], token + "x", token[:-1] + last, token.swapcase(), f"{token}%20", f"{token}%00"]
    for wrong in [*near, f"x/../{token}", f"/{token}", "%ff%fe", "\xff" * 32, token[0] * 4000]:
        expected = {400, 403} if "\xff" in wrong else {403}
        socket = place.upgrade(f"Origin: {place.origin}", path=f"/{wrong}/ws")
        heads = [place.head(path=f"/{wrong}/"), place.head(path=f"/{wrong}"), socket]
        assert {place.status(head) for head in heads} <= expected, wrong
    with running_board() as other:
        assert other.token != place.token and len(other.token) == len(place.token) == 32
        assert other.status(other.head(path=place.path)) == 403
    own = (f"http://{at}{place.path}", f"http://evil.example{place.path}", at, f"{place.token}/")
    for target in (*own, f"/{place.path}", "*", f"?{place.path}"):
        head = place.head(path="/x").replace(b"/x", target.encode(), 1)
        assert place.status(head) in (400, 403), target


def test_methods_other_than_get_and_bodies_are_refused(place):
    preflight = ("Origin: http://evil.example", "Access-Control-Request-Method: GET")
    for method in ("POST", "OPTIONS", "TRACE", "CONNECT", "get", "GETX"):
        heads = (place.head(method=method), place.head(*preflight, method=method))
        assert [place.status(head) for head in heads] == [405, 403], method
        # With an upgrade other methods are not even parsed.
        socket = place.upgrade(f"Origin: {place.origin}", method=method)
        assert place.status(socket) in (None, 400, 405), method
    chunked, waits = place.head("Transfer-Encoding: chunked"), "Expect: 100-continue"
    heads = [place.head(f"Content-Length: {length}") for length in (0, 1, 10 << 20)]
    heads += [chunked, place.head(waits, "Content-Length: 9")]
    assert [place.status(head) for head in heads] == [200, 413, 413, 413, 413]
    # A body that comes all the same is not read.
    assert place.status(chunked, b"nonsense\r\n" * 100_000) in (None, 400, 413)


def test_every_response_has_the_security_headers(place):
    own = f"Origin: {place.origin}"
    with place.connection() as connection:
        connection.sendall(place.upgrade(own))
        accepted = connection.recv(1 << 16)
    answers = [
        ({101}, accepted),
        ({200}, place.raw(place.head())),
        ({307}, place.raw(place.head(path=f"/{place.token}"))),
        ({404}, place.raw(place.head(path="nothing"))),
        ({403, 404}, place.raw(place.upgrade(own, path="nothing"))),
        ({400}, place.raw(b"nonsense\r\n\r\n")),
        ({400}, place.raw(place.head(own, *UPGRADE))),
        ({403}, place.raw(place.head(path="/"))),
        ({403}, place.raw(place.upgrade())),
        ({405}, place.raw(place.head(method="POST"))),
        ({413}, place.raw(place.head("Content-Length: 1"))),
        ({421}, place.raw(place.head(host="evil.example"))),
        ({421}, place.raw(place.upgrade(host="evil.example"))),
    ]
    expected = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cache-control": "no-store",
        "x-frame-options": "DENY",
    }
    for statuses, answer in answers:
        first, *lines = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
        assert int(first.split()[1]) in statuses, answer
        found = {key.lower(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
        assert expected.items() <= found.items(), first
        whole = found["content-security-policy"]
        policy = dict(part.strip().partition(" ")[::2] for part in whole.split(";"))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'", first
        assert policy["script-src"] == policy["style-src"] == "'self'" and "unsafe" not in whole, first
        assert not [each for each in found if each.startswith("access-control-")], first
        assert not {"server", "set-cookie"} & set(found), first


# Connections.

PATHS_OUT = ["../server.py", "%2e%2e/server.py", "%2e%2e%2fserver.py", "..%5cserver.py", "..\\server.py"]
PATHS_OUT += ["index.html%00", "%00", "index.html/", "./index.html", "/etc/passwd", "%2fetc%2fpasswd"]
PATHS_OUT += ["%252e%252e%252fserver.py", "__init__.py", "ws", "%c0%ae%c0%ae/server.py"]
NONSENSE = (
    b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),  # TLS
    b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\nHost: x\r\n\r\n",
    b"GET /%zz HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
)


def test_the_files_of_the_page_are_served_and_no_others(place):
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


def sent_all(connection, data=b""):
    """All that comes until the server closes the connection, after some bytes."""
    answer = b""
    with suppress(ConnectionError):
        if data:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        while more := connection.recv(1 << 16):
            answer += more
    return answer


def test_nonsense_and_endless_heads_are_refused(place):
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


def test_a_browser_is_given_an_address_that_is_valid_once(monkeypatch):
    """Other users of the machine may read the arguments of its process."""
    links = queue.Queue()
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


def test_wrong_handshakes_are_refused_and_leave_nothing(monkeypatch):
    version = "Sec-WebSocket-Version: 13"
    wrong = [["Sec-WebSocket-Version: 12", KEY], [version], [version, "Sec-WebSocket-Key: short"]]
    wrong += [[version, KEY, KEY], [version, KEY, f"X: {'x' * 10_000}"], [version, KEY, *["X: x"] * 500]]
    wrong += [[version, "Sec-WebSocket-Extensions: (((("]]
    methods = ("GET", "POST") * 3  # more than the connections that there may be
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 4)
    with running_board() as place:
        for lines in wrong:
            for method in methods:
                head = place.head(f"Origin: {place.origin}", *UPGRADE, *lines, method=method)
                assert place.status(head) in (None, 400, 403, 405, 426), lines[-1][:40]
            assert place.get()[0] == 200


def frame(opcode, payload=b"", *, last=True, masked=True):
    """A frame of a WebSocket as a page sends it."""
    return Frame(opcode, payload, last).serialize(mask=masked)


HELLO = json.dumps({"id": 1, "question": "hello"}).encode()
BROKEN = {
    "no mask": frame(1, HELLO, masked=False),
    "unknown opcode": frame(3, HELLO),
    "no UTF-8": frame(1, b"\xff\xfe"),
    "a length of 2**63": bytes([0x81, 0xFF]) + b"\xff" * 8 + bytes(4),
    "a long message": frame(1, b'"' + b"x" * (10 << 20) + b'"'),
    "in pieces": b"".join(frame(1 if not n else 0, bytes(1 << 17), last=False) for n in range(80)),
    "half a frame": frame(1, HELLO)[:-3],
}


def opened(place):
    """A WebSocket as it is, after its handshake."""
    connection = place.connection()
    connection.sendall(place.upgrade(f"Origin: {place.origin}"))
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connection.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return connection


def test_broken_frames_and_broken_pages_end_the_connection(place):
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


def test_pages_are_bounded(place):
    with ExitStack() as stack:
        pages = [stack.enter_context(place.page()) for _ in range(32)]
        with place.page() as late, pytest.raises(ConnectionClosed) as closed:
            late.receive()
        assert closed.value.rcvd.code == 1013
        assert pages[0].ask("hello") and pages[-1].ask("hello")
    with place.page() as page:
        assert page.ask("hello")


def test_a_connection_has_a_limited_time_for_its_request(monkeypatch):
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


def test_pages_that_do_not_read_or_close_are_closed(monkeypatch):
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


def test_it_listens_at_this_machine_alone_on_a_port_that_nobody_else_uses(place):
    assert place.host == "127.0.0.1"
    for other in ("127.0.0.2", "::1"):
        with pytest.raises(OSError), socket.create_connection((other, place.port), HUNG):
            pass
    with pytest.raises(WhistError, match=f"^port {place.port} cannot be used: "):
        BoardServer(place.port)
    for port in (-1, 65536, "80"):
        with pytest.raises(WhistError, match=r"^port .* is wrong: expected a whole number from 0 to 65535"):
            BoardServer(port)


# What the page is made of.

SOURCE, STATIC = BOARD / "page" / "source", BOARD / "static"


def stem(key):
    """A key without the ending of its number."""
    return key.removesuffix(".one").removesuffix(".other")


def test_every_text_is_used_and_has_both_numbers():
    """That every key in use has a text is an error of the type checker."""
    keys = list(json.loads((SOURCE / "en.json").read_text("utf-8")))
    assert keys == sorted(keys)
    source = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.ts*"))
    used = set(re.findall(r"'([^'\n]+)'", source))
    beginnings = tuple(re.findall(r"`([a-z_]+\.[a-z_.]*)\$\{", source))
    assert {f"preset.{name}" for name in PRESETS} == {key for key in keys if key.startswith("preset.")}
    assert not [key for key in keys if not {key, stem(key)} & used and not key.startswith(beginnings)]
    plural = {stem(key) for key in keys if key != stem(key)}
    assert plural and not [name for name in plural if not {f"{name}.one", f"{name}.other"} <= set(keys)]


def test_the_page_keeps_its_content_security_policy_and_the_licence_of_its_library():
    """No script or style of its own, nothing from elsewhere, and no other library than Preact."""
    page = (STATIC / "index.html").read_text("utf-8")
    assert page.count("<script") == 1 and '<script type="module" src="board.js"></script>' in page
    assert not [word for word in ("<style", "style=", "onload=", "onclick=", "//") if word in page]
    assert "//" not in (STATIC / "board.css").read_text("utf-8")
    script = (STATIC / "board.js").read_text("utf-8")
    assert not re.search(r"^import |\beval\(|\bnew Function\(", script, re.MULTILINE)
    assert "Copyright (c) 2015-present Jason Miller" in script
    package = json.loads((BOARD / "page" / "package.json").read_text("utf-8"))
    assert list(package["dependencies"]) == ["preact"]


# Page sessions: whatever a page sends is answered as the protocol says, and the session goes on.

SMALL = {"deal": "N:AK... QJ... T9... 87..."}
#: Requests that a page may have at once.
MOST = 24
KINDS = {name for name, error in vars(errors).items() if isinstance(error, type)} | {"Busy"}


NO_REQUESTS = ["", "{", "null", "{1: 2}", "\ufeff{}", "{}", '{"question": "hello"}']
NO_REQUESTS += ['{"id": 1, "question": "hello",}', '{"id": 1, "question": "hello", "x": 1e999}', b"\xff"]
NO_REQUESTS += ['{"id": 1, "question": "hello", "more": Infinity}', '{"id": 1, "question": ' + "[" * 400_000]
NO_REQUESTS += ["[" * 500_000, "9" * 10_000, '[{"id": 1}]', b'{"id": 1, "question": "hello"}']
WRONG_IDS = ("1.0", "-1", "true", '"1"', "[1]", "null", "9" * 400, str(2**53), "1e3")
NO_REQUESTS += [f'{{"id": {number}, "question": "hello"}}' for number in WRONG_IDS]
NO_REQUESTS += [f'{{"cancel": {number}}}' for number in WRONG_IDS]


def test_other_messages_are_answered_without_an_id(place):
    for message in NO_REQUESTS:
        with place.page() as page:
            page.send(message)
            answer = page.receive()
            assert set(answer) == {"error"} and set(answer["error"]) == {"kind", "message"}, message[:40]
            assert answer["error"]["kind"] == "WhistError" and ": expected " in answer["error"]["message"]
            for highest in (0, 2**53 - 1):
                page.send({"id": highest, "question": "hello"})
                assert page.receive()["id"] == highest, message[:40]


def test_unknown_requests_fields_and_ids_do_no_harm(page):
    for name in ("nothing", "", "HELLO", 1, None, [], "__class__", "hello\ud800", "x" * 10_000):
        page.send({"id": 5, "question": name})
        answer = page.receive()
        assert set(answer) == {"id", "error"} and answer["id"] == 5, name
        message = answer["error"]["message"]
        assert message.startswith("question ") and "hello, " in message and len(message) < 2_000, name
    page.send('{"id": 1, "question": "rules", "rules": "\\ud800"}')
    assert page.receive()["error"]["kind"] == "RulesError"
    page.send('{"id": 1, "id": 2, "question": "x", "question": "hello", "\\ud800": [[[[{}]]]]}')
    assert page.receive()["id"] == 2
    # Cancelling an unknown request has no answer.
    for number in (0, 1, 2**53 - 1):
        page.send({"cancel": number})
    assert page.begin("hello") == 1
    assert page.receive()["id"] == 1
    page.send({"cancel": 1})  # too late: it has been answered
    assert page.ask("hello")


def test_long_messages_and_too_many_end_the_session(place):
    with place.page() as page:
        page.send({"id": 1, "question": "read", "text": "x" * 1_000_000})
        assert page.receive()["error"]
        page.send({"id": 2, "question": "read", "text": "x" * (1 << 20)})
        with pytest.raises(ConnectionClosed):
            page.receive()
    with place.page() as page, pytest.raises(ConnectionClosed) as closed:
        for _ in range(1000):
            page.send('{"cancel": 0}')
        while True:
            page.receive()
    assert closed.value.rcvd.code == 1008


_KNOWN = ("", "N", "-1", "4", "S+", "SA SK", "H5 D3", "pass 3-", "3 -2", "bid_whist", "svg", "% PBN")
_DEALS = ("N:AK... QJ... T9... 87... | H5 D3", "0:AK... QJ... T9...", '[Deal "N:AK... QJ... T9... 87..."]')
_ODD = ("\x00", "\ud800", "٣", "²", "1_0", "9" * 5000, "[" * 3000, "jokers=x", "#deal=N%3AAK...+QJ...+T9...")
_TEXTS = st.text(max_size=20) | st.sampled_from([*_KNOWN, *_DEALS, *_ODD])
_NUMBERS = st.integers(-3, 20) | st.sampled_from([2**31, -(2**63), 10**400, 0.5, -0.0, 1e300])
_VALUES = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _TEXTS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_TEXTS, inner, max_size=3)),
    max_leaves=5,
)
_HAND = {"deal": "N:AK... QJ... T9... 87... | H5 D3", "dealer": "S", "calls": "pass", "scores": "0 0"}
_HAND |= {"strain": "S+", "level": "1", "declarer": "N", "discard": "H5 D3", "played": "SQ ST", "title": "x"}
_GAME = ask("new_game", rules="whist", strength="quick", seed=1)["game"] | {"scores": "0 0"}


def _changed(fields, *more):
    """Objects of which some fields are left out, or have other values."""
    names = st.sampled_from([*fields, *more])
    changes = st.dictionaries(names, st.one_of(st.none(), _VALUES), max_size=4)
    return st.one_of(st.just(SMALL), changes.map(lambda changed: {**fields, **changed}), _VALUES)


#: Each request is sent with some arguments that are not its own.
ARGUMENTS = ["act", "as", "at", "call", "cards", "declarer", "kitty", "open", "rules", "samples", "seat"]
ARGUMENTS += ["seed", "strains", "strength", "text", "tricks", "where"]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    question=st.sampled_from(sorted(HANDLERS)),
    hand=_changed(_HAND, "rules", "leader", "holder"),
    game=_changed(_GAME),
    arguments=st.dictionaries(st.sampled_from(ARGUMENTS), _VALUES, max_size=4),
    few=st.sampled_from([{}, {"samples": 2}]),
)
def test_whatever_a_field_is_the_answer_is_one_of_the_protocol(place, question, hand, game, arguments, few):
    with place.page() as page:
        answer = page.asked(question, **{"hand": hand, "game": game, **arguments, **few})
        assert page.ask("hello")  # the session goes on
    if "error" in answer.end:
        assert answer.error["kind"] in KINDS, answer.error
        assert set(answer.error) == {"kind", "message"} and answer.error["message"]
    else:
        assert isinstance(answer.done, dict)
    assert all(isinstance(part, dict) for part in answer.parts)


_LONG = {"question": "table", "kitty": True, "hand": {"deal": str(ws.Deal.random(5))}}
_HARD = {"question": "table", "kitty": False, "hand": {"deal": HARD_DEALS[0].deal, "rules": "whist"}}
#: Needs one of the threads that long requests occupy.
_SHORT = {"question": "table", "kitty": False, "hand": SMALL}


@pytest.mark.parametrize("way", ["cancelled", "closed at once", "closed"])
def test_cancelled_requests_free_their_threads(place, way):
    with place.page() as other, place.page(close_timeout=0) as page:
        numbers = [page.begin(**(_LONG if number % 2 else _HARD)) for number in range(MOST)]
        assert page.asked("hello").error["kind"] == "Busy"
        # Short requests do not wait for long ones of any page.
        last = numbers.pop()
        page.send({"cancel": last})
        assert page.answer(last).end == {"id": last, "cancelled": True}
        assert page.ask("position", hand=SMALL) and other.ask("hello")
        if way == "cancelled":
            for number in numbers:
                page.send({"cancel": number})
            assert page.ask(**_SHORT)
        else:
            (page.socket if way == "closed" else page.socket.socket).close()
        assert other.ask(**_SHORT)


def test_every_request_has_one_end_and_an_id_of_its_own(page):
    for _ in range(MOST - 1):
        number = page.begin(**_LONG)
        page.send({"cancel": number})
        page.send({"cancel": number})
    ended = [page.receive() for _ in range(MOST - 1)]
    assert all(message.get("cancelled") is True for message in ended)
    assert len({message["id"] for message in ended}) == MOST - 1
    assert page.ask("hello") and page.ask(**_SHORT)
    number = page.begin(**_LONG)
    page.send({"id": number, "question": "hello"})
    while "error" not in (message := page.receive()):
        pass
    assert set(message) == {"error"}
    assert f"id {number} is used by another request" in message["error"]["message"]
    page.send({"cancel": number})
    assert page.answer(number).end == {"id": number, "cancelled": True}


def test_an_error_in_a_handler_is_answered(monkeypatch):
    faults = (ZeroDivisionError("x"), MemoryError(), RecursionError(), SystemExit(3), GeneratorExit())
    answers = {type(fault).__name__: Mock(side_effect=fault) for fault in faults}
    # What JSON does not have, in an answer and in a part of one.
    answers |= {"JSON compliant": Mock(return_value={"value": float("nan")})}
    answers |= {"set": Mock(side_effect=lambda arguments, context: context.send(value={1}))}
    with running_board() as place, place.page() as page:
        for name, answer in answers.items():
            with monkeypatch.context() as patched:
                patched.setattr(rules, "answer_hello", answer)
                error = page.asked("hello").error
            assert error["kind"] == "InternalError" and name in error["message"]
            assert page.ask("hello")


def test_parts_that_the_page_does_not_read_are_dropped(monkeypatch):
    def sends(arguments, context):
        for number in range(5_000):
            context.send(number=number)
        return {"all": True}

    monkeypatch.setattr(messages, "_MOST_PARTS", 3)
    monkeypatch.setattr(rules, "answer_hello", sends)
    with running_board() as place, place.page() as page:
        answer = page.asked("hello")
        numbers = [part["number"] for part in answer.parts]
        assert answer.done == {"all": True} and numbers == sorted(numbers)


def test_many_connections_are_served_or_refused(place):
    with place.page() as page, ExitStack() as stack:
        many = [stack.enter_context(place.connection()) for _ in range(200)]
        for connection in many[::2]:
            with suppress(ConnectionError):
                connection.sendall(place.head()[:-2])
        assert page.ask("hello") and place.get()[0] == 200
        served = 0
        for connection in many:
            connection.settimeout(0)
            try:
                served += connection.recv(1) != b""
            except BlockingIOError:
                served += 1
            except ConnectionError:
                pass
        assert served <= connections.MOST_CONNECTIONS
    assert place.get()[0] == 200


def test_a_server_ends_while_pages_are_open_and_do_not_read():
    with ExitStack() as stack, running_board() as place:  # they stay until the server has gone
        for begun in (b"", b"GET / HTTP/1.1\r\n"):
            stack.enter_context(place.connection()).sendall(begun)
        for _ in range(3):
            stack.enter_context(opened(place)).sendall(frame(1, HELLO) * 50)
        page = stack.enter_context(place.page(close_timeout=0))
        assert page.ask("hello")
