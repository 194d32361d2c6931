"""``whistsolve board``: what it opens, what it refuses, and how it ends."""

import json
import os
import signal
import socket
import sys
from urllib.parse import urlencode

import pytest
from tests.support.board import HUNG, Place, board_command
from tests.support.command import NO_TRUMP, SMALL, done, refused
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.notation import read_ptn
from whistsolve_board.server import BoardServer

HAND = {"rules": "bid_whist jokers=0", "deal": SMALL}
CONTRACT = {"rules": "bid_whist", "deal": SMALL, "strain": "S+", "declarer": "N"}
#: Takes long, on both kinds of workers.
LONG = {"question": "table", "kitty": True, "hand": {"deal": str(ws.Deal.random(5))}}


# What it opens.


@pytest.fixture
def opened(monkeypatch):
    """The hand of the link that a command tells; the server ends before it begins."""
    run = BoardServer.run

    def ends(self, **settings):
        self.stop()
        run(self, **settings)

    monkeypatch.setattr(BoardServer, "run", ends)
    asked = ("board", "--no-browser", "--json")
    return lambda *arguments, stdin=None: (
        Place(json.loads(done(*asked, *arguments, stdin=stdin))["link"]).hand
    )


def test_a_deal_or_a_link(opened):
    assert opened() == opened(stdin=SMALL) == {}
    plain, spaced = SMALL.replace(" ", "+"), SMALL.replace(" ", "%20")
    for given, hand in (
        (SMALL, HAND),
        (f"http://127.0.0.1:1/x/#deal={plain}&strain=S%2B&declarer=N", CONTRACT),
        (f"#deal={spaced}&strain=S%2B&declarer=N&at=0&unknown=1", {**CONTRACT, "at": "0"}),
    ):
        assert opened(given) == opened("#" + urlencode(hand)) == hand
    chosen = ("--rules", "cutthroat_3", "--set", "joker_no_trump=free_discard")
    assert opened("0:AK... QJ... T9...", *chosen)["rules"] == "cutthroat_3 joker_no_trump=free_discard"


def test_a_file_of_any_form(opened, tmp_path):
    thirteen, ptn = str(ws.Deal.random(1, ws.Rules.preset("whist"))), NO_TRUMP.read_text("utf-8")
    pbn = f'[Event "x"]\n[Board "1"]\n[Deal "{thirteen}"]\n[Declarer "S"]\n[Contract "3NT"]\n'
    found = []
    for number, text in enumerate((f"# a deal\n\n{SMALL}\n", ptn, pbn)):
        file = tmp_path / str(number)
        file.write_text(text, "utf-8")
        found.append(opened(file))
        assert found[-1] == opened("--file", file) == opened("-", stdin=text)
    assert found[0] == HAND and len(found[1]["played"].split()) == 48
    assert found[1]["deal"] == str(read_ptn(ptn)[0].deal)
    assert (found[2]["deal"], found[2]["strain"]) == (thirteen, "NT+")


def test_the_link_is_printed_for_people_and_has_a_port_of_ones_own(opened):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        assert refused("board", "--no-browser", "--port", port).startswith(f"port {port} cannot be used: ")
    link, end = done("board", "--no-browser", "--port", port, SMALL).splitlines()
    place = Place(link.removeprefix("The board is at "))
    assert (place.hand, place.port, end) == (HAND, port, "Ctrl-C ends it.")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other browsers are asked there")
def test_the_page_is_opened(tmp_path):
    """Told by a browser that writes down what it is to open; a reader of the output may go."""
    noted = tmp_path / "opened"
    os.mkfifo(noted)
    browser = f"{sys.executable} -c 'import sys; open(sys.argv[1], \"w\").write(sys.argv[2])' {noted} %s"
    with board_command("--json", SMALL, BROWSER=browser) as running:
        page, given = Place(json.loads(running.stdout.readline())["link"]), Place(noted.read_text())
        running.stdout.close()
        found = given.hand, given.get()[1].get("location"), page.get()[0]
        running.terminate()
        assert running.stderr.read() == b""
    assert found == (page.hand, page.path, 200) and given.token != page.token


# What it refuses: one line, and the status 2.


def test_what_cannot_be_opened():
    for arguments, message in (
        (["N:AK... QQ..."], "seat"),
        (["nowhere.ptn"], "'nowhere.ptn' is neither a file nor a deal: expected"),
        ([""], "expected"),
        (["http://127.0.0.1:1/x/#"], "the hand has no deal"),
        (["http://127.0.0.1:1/x/#deal=nonsense"], "expected"),
        (["#deal=N:A...+K...+Q...+J...&strain=S%2B"], "the hand has no declarer"),
        ([SMALL, "--set", "jokers=x"], "jokers"),
        (["--port", "65536"], "65536"),
        (["--public", "example.org"], "example.org"),
    ):
        assert message in refused("board", "--no-browser", *arguments), arguments


def test_without_its_packages_it_says_how_to_get_them(monkeypatch):
    """A fault of ours is not taken for a missing package."""
    for missing in ("starlette", "websockets", "whistsolve_board.session"):
        with monkeypatch.context() as patch:
            for name in list(sys.modules):
                if name.split(".")[0] in ("whistsolve_board", missing):
                    patch.delitem(sys.modules, name)
            patch.setitem(sys.modules, missing, None)
            if missing.startswith("whistsolve"):
                with pytest.raises(ImportError, match=missing):
                    done("board", "--no-browser")
            else:
                message = refused("board", "--no-browser")
                assert 'pip install "whistsolve[board]"' in message and missing in message


# How it ends.


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize(("way", "busy"), by_default(1, [("SIGTERM", True), ("SIGINT", False)]))
def test_it_ends_with_a_signal(way, busy):
    with board_command("--no-browser", "--json") as running:
        place = Place(json.loads(running.stdout.readline())["link"])
        with place.page(close_timeout=0) as page, place.page(close_timeout=0) as other, place.connection():
            for _ in range(10 * busy):
                page.begin(**LONG)
            assert page.ask("hello") and other.ask("hello")
            running.send_signal(getattr(signal, way))
            assert running.communicate(timeout=HUNG) == (b"", b"")
        assert running.returncode == (130 if way == "SIGINT" else 143)
