"""Access to the board: requests of its own page, from this machine, with the token, and no others."""

from collections.abc import Mapping

from tests.support.board import UPGRADE, Place, running_board

#: With the port of the board in the place of PORT.
ORIGINS = ["http://evil.example", "null", "", "127.0.0.1:PORT", "http://127.0.0.1", "http://127.0.0.1:PORT0"]
ORIGINS += ["https://127.0.0.1:PORT", "HTTP://127.0.0.1:PORT", "http://[::1]:PORT", "http://127.0.0.1:PORT/"]
ORIGINS += ["http://127.0.0.1:PORT.evil.example", "http://127.0.0.1:PORT@evil.example"]
ORIGINS += ["http://evil.example/http://127.0.0.1:PORT", "http://127.0.0.1:PORT\xff"]
HOSTS = ["evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:PORT.evil.example", "127.0.0.2:PORT"]
HOSTS += ["[::1]:PORT", "2130706433:PORT", "localhost.:PORT", "user@127.0.0.1:PORT"]


def test_the_own_page_is_admitted(place: Place) -> None:
    local = f"localhost:{place.port}"
    encoded = "".join(f"%{ord(letter):02x}" for letter in place.token)
    own = [place.head(), place.head(host=local), place.head(f"Origin: {place.origin}")]
    assert [place.status(head) for head in [*own, place.head(path=f"/{encoded}/")]] == [200] * 4
    for origin in (place.origin, f"http://{local}"):
        with place.page(origin=origin) as page:
            assert page.ask("hello")["version"]
    answer = place.raw(place.head(method="HEAD"))
    assert answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"\r\n\r\n")  # no body


def test_other_origins_are_refused(place: Place) -> None:
    for origin in ORIGINS:
        line = f"Origin: {origin.replace('PORT', str(place.port))}"
        assert (place.status(place.upgrade(line)), place.status(place.head(line))) == (403, 403), origin
    own = f"Origin: {place.origin}"  # a WebSocket has one
    assert place.status(place.upgrade()) == 403
    assert {place.status(place.upgrade(own, more)) for more in (own, "Origin: null")} <= {400, 403}


def test_other_host_names_are_refused(place: Place) -> None:
    for host in HOSTS:
        name = host.replace("PORT", str(place.port))
        for own in ([], [f"Origin: {place.origin}"], [f"Origin: http://{name}"]):
            heads = (place.head(*own, host=name), place.upgrade(*own, host=name))
            assert [place.status(head) for head in heads] == [421, 421], (host, own)
    wrong = [
        place.head(f"Host: {place.host}:{place.port}"),
        place.head("Host: evil.example"),
        place.head(host=""),
    ]
    assert {place.status(head) for head in wrong} <= {400, 421}
    # Of HTTP 1.0, which does not ask for the header.
    assert place.status(place.head(host="").replace(b"HTTP/1.1", b"HTTP/1.0")) == 421


def test_the_token_has_to_be_right(place: Place) -> None:
    token = place.token
    last = "a" if token[-1] != "a" else "b"
    near = ["", token[:-1], token + "x", token[:-1] + last, token.swapcase(), f"{token}%20", f"{token}%00"]
    for wrong in [*near, f"x/../{token}", f"/{token}", "%ff%fe", "\xff" * 32, token[0] * 4000]:
        expected = {400, 403} if "\xff" in wrong else {403}
        socket = place.upgrade(f"Origin: {place.origin}", path=f"/{wrong}/ws")
        heads = [place.head(path=f"/{wrong}/"), place.head(path=f"/{wrong}"), socket]
        assert {place.status(head) for head in heads} <= expected, wrong
    with running_board() as other:
        assert other.token != place.token and len(other.token) == len(place.token) == 32
        assert other.status(other.head(path=place.path)) == 403


def test_a_request_names_a_path(place: Place) -> None:
    at = f"{place.host}:{place.port}"
    own = (f"http://{at}{place.path}", f"http://evil.example{place.path}", at, f"{place.token}/")
    for target in (*own, f"/{place.path}", "*", f"?{place.path}"):
        head = place.head(path="/x").replace(b"/x", target.encode(), 1)
        assert place.status(head) in (400, 403), target


def test_methods_other_than_get_and_bodies_are_refused(place: Place) -> None:
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


def answers(place: Place) -> Mapping[str, bytes]:
    """A response of every status."""
    own = f"Origin: {place.origin}"
    with place.connection() as connection:
        connection.sendall(place.upgrade(own))
        accepted = connection.recv(1 << 16)
    return {
        "101": accepted,
        "200": place.raw(place.head()),
        "307": place.raw(place.head(path=f"/{place.token}")),
        "404": place.raw(place.head(path="nothing")),
        "403 or 404 of a WebSocket": place.raw(place.upgrade(own, path="nothing")),
        "400": place.raw(b"nonsense\r\n\r\n"),
        "400 of a WebSocket": place.raw(place.head(own, *UPGRADE)),
        "403": place.raw(place.head(path="/")),
        "403 of a WebSocket": place.raw(place.upgrade()),
        "405": place.raw(place.head(method="POST")),
        "413": place.raw(place.head("Content-Length: 1")),
        "421": place.raw(place.head(host="evil.example")),
        "421 of a WebSocket": place.raw(place.upgrade(host="evil.example")),
    }


def test_every_response_has_the_security_headers(place: Place) -> None:
    expected = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cache-control": "no-store",
        "x-frame-options": "DENY",
    }
    for name, answer in answers(place).items():
        first, *lines = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
        assert first.split()[1] in name.partition(" of")[0], (name, answer)
        found = {key.lower(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
        assert expected.items() <= found.items(), name
        whole = found["content-security-policy"]
        policy = dict(part.strip().partition(" ")[::2] for part in whole.split(";"))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'", name
        assert policy["script-src"] == policy["style-src"] == "'self'" and "unsafe" not in whole, name
        assert not [each for each in found if each.startswith("access-control-")], name
        assert not {"server", "set-cookie"} & set(found), name
