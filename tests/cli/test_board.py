"""``whistsolve board``: what it opens, what it refuses, and how it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from tests.support.board import HUNG, Place, board_command, board_process
from tests.support.command import NO_TRUMP, SMALL, done, refused

import whistsolve as ws
from whistsolve.notation import read_ptn
from whistsolve_board.server import BoardServer

HAND = {"rules": "bid_whist jokers=0", "deal": SMALL}
CONTRACT = {"rules": "bid_whist", "deal": SMALL, "strain": "S+", "declarer": "N"}
PBN = '[Event "x"]\n[Board "1"]\n[Deal "{}"]\n[Declarer "S"]\n[Contract "3NT"]\n'
THIRTEEN = str(ws.Deal.random(1, ws.Rules.preset("whist")))
#: Takes long, on both kinds of workers.
LONG: dict[str, Any] = {"question": "table", "kitty": True, "hand": {"deal": str(ws.Deal.random(5))}}
interrupts = pytest.mark.skipif(sys.platform == "win32", reason="no such signal")


# What it opens.


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, str]]:
    """The hand of the link that a command tells; the server ends before it begins."""
    run = BoardServer.run

    def ends(self: BoardServer, **settings: Any) -> None:
        self.stop()
        run(self, **settings)

    monkeypatch.setattr(BoardServer, "run", ends)
    return lambda *arguments, stdin=None: (
        Place(json.loads(done("board", "--no-browser", "--json", *arguments, stdin=stdin))["link"]).hand
    )


Opened = Callable[..., dict[str, str]]


def test_without_a_deal_the_board_is_empty(opened: Opened) -> None:
    assert opened() == opened(stdin=SMALL) == {}


@pytest.mark.parametrize(
    ("given", "hand"),
    [
        (SMALL, HAND),
        (f"http://127.0.0.1:1/x/#deal={SMALL.replace(' ', '+')}&strain=S%2B&declarer=N", CONTRACT),
        (f"#deal={SMALL.replace(' ', '%20')}&strain=S%2B&declarer=N&at=0&unknown=1", {**CONTRACT, "at": "0"}),
    ],
)
def test_a_deal_or_a_link(opened: Opened, given: str, hand: dict[str, str]) -> None:
    assert opened(given) == hand
    assert opened("#" + urlencode(hand)) == hand


@pytest.mark.parametrize("kind", ["text", "ptn", "pbn"])
def test_a_file_of_any_form(opened: Opened, tmp_path: Path, kind: str) -> None:
    text = {"text": f"# a deal\n\n{SMALL}\n", "ptn": NO_TRUMP.read_text("utf-8"), "pbn": PBN.format(THIRTEEN)}
    file = tmp_path / "hand"
    file.write_text(text[kind], "utf-8")
    found = opened(file)
    assert found == opened("--file", file) == opened("-", stdin=text[kind])
    if kind == "text":
        assert found == HAND
    elif kind == "ptn":
        [read] = read_ptn(text["ptn"])
        assert found["deal"] == str(read.deal) and len(found["played"].split()) == 48
    else:
        assert found["deal"] == THIRTEEN and found["strain"] == "NT+"


def test_rules_are_part_of_the_link(opened: Opened) -> None:
    chosen = ("--rules", "cutthroat_3", "--set", "joker_no_trump=free_discard")
    assert opened("0:AK... QJ... T9...", *chosen)["rules"] == "cutthroat_3 joker_no_trump=free_discard"


def test_the_link_is_printed_for_people() -> None:
    with board_command("--no-browser", SMALL) as running:
        assert running.stdout is not None
        line = running.stdout.readline().decode()
        link = re.fullmatch(r"The board is at (http://127\.0\.0\.1:\d+/\S+#deal\S+|http://\S+)\n", line)
        assert link is not None and Place(link[1]).hand == HAND
        assert running.stdout.readline() == b"Ctrl-C ends it." + os.linesep.encode()
        running.terminate()
        assert running.communicate(timeout=HUNG) == (b"", b"")


def test_a_port_of_ones_own() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        assert refused("board", "--no-browser", "--port", port).startswith(f"port {port} cannot be used: ")
    with board_process("--port", str(port)) as place:
        assert place.port == port


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other browsers are asked there")
def test_the_page_is_opened(tmp_path: Path) -> None:
    # Told by a browser that writes down what it is to open.
    noted = tmp_path / "opened"
    os.mkfifo(noted)
    browser = f"{sys.executable} -c 'import sys; open(sys.argv[1], \"w\").write(sys.argv[2])' {noted} %s"
    with board_command("--json", SMALL, BROWSER=browser) as running:
        assert running.stdout is not None
        page, given = Place(json.loads(running.stdout.readline())["link"]), Place(noted.read_text())
        found = given.hand, given.get()[1].get("location")
        running.terminate()
        assert running.communicate(timeout=HUNG) == (b"", b"")
    assert found == (page.hand, page.path) and given.token != page.token


# What it refuses: one line, and the status 2.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["N:AK... QQ..."], "seat"),
        (["nowhere.ptn"], "'nowhere.ptn' is neither a file nor a deal: expected"),
        ([""], "expected"),
        (["http://127.0.0.1:1/x/#"], "the hand has no deal"),
        (["http://127.0.0.1:1/x/#deal=nonsense"], "expected"),
        (["#deal=N:A...+K...+Q...+J...&strain=S%2B"], "the hand has no declarer"),
        ([SMALL, "--set", "jokers=x"], "jokers"),
        (["--port", "65536"], "65536"),
    ],
)
def test_what_cannot_be_opened(arguments: list[str], message: str) -> None:
    assert message in refused("board", "--no-browser", *arguments)


@pytest.mark.parametrize("missing", ["starlette", "websockets"])
def test_without_its_packages_it_says_how_to_get_them(missing: str) -> None:
    program = f"""
import sys
sys.modules[{missing!r}] = None
from whistsolve.cli import main
sys.exit(main(["board", "--no-browser"]))
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HUNG)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1 and 'pip install "whistsolve[board]"' in ended.stderr
    assert ended.stderr.startswith("whistsolve: error: ") and missing in ended.stderr


def test_a_fault_of_ours_is_not_taken_for_a_missing_package() -> None:
    program = """
import sys
sys.modules["whistsolve_board.session"] = None
from whistsolve.cli import main
main(["board", "--no-browser"])
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HUNG)
    assert ended.returncode == 1 and "whistsolve_board.session" in ended.stderr


# How it ends.


@interrupts
@pytest.mark.parametrize(
    ("way", "point"),
    [
        ("SIGINT", "at once"),
        ("SIGINT", "while it answers"),
        ("SIGTERM", "while it answers"),
    ],
)
def test_it_ends_with_a_signal(way: str, point: str) -> None:
    with board_command("--no-browser", "--json") as running:
        assert running.stdout is not None
        place = Place(json.loads(running.stdout.readline())["link"])
        if point == "at once":
            running.send_signal(getattr(signal, way))
        else:
            with (
                place.page(close_timeout=0) as page,
                place.page(close_timeout=0) as other,
                place.connection(),
            ):
                for _ in range(10):
                    page.begin(**LONG)
                assert page.ask("hello") and other.ask("hello")
                running.send_signal(getattr(signal, way))
                out, err = running.communicate(timeout=HUNG)
                assert (out, err) == (b"", b"")
        assert running.communicate(timeout=HUNG) == (b"", b"")
        assert running.returncode == (130 if way == "SIGINT" else 143)


def test_a_reader_of_its_output_may_go() -> None:
    with board_command("--no-browser", "--json") as running:
        assert running.stdout is not None
        place = Place(json.loads(running.stdout.readline())["link"])
        running.stdout.close()
        assert place.get()[0] == 200
        running.terminate()
        assert running.stderr is not None and running.stderr.read() == b""
