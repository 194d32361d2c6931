"""``whistsolve batch``: lines in order, wrong lines, interrupts, going on. Limits of ``whistsolve solve``."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.support import command
from tests.support.command import SMALL, THREE, run

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals

SHORT = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34)
TWO = ("--strains", "S+,NT-")
_CHUNK = 64
#: A safety net only: what waits so long has hung.
HUNG = 60.0


def done(*args: object, stdin: str | bytes | None = None) -> list[dict[str, Any]]:
    """The JSON lines of a batch that has to succeed."""
    return [json.loads(line) for line in command.done("batch", *args, stdin=stdin).splitlines()]


def refused(*args: object, stdin: str | bytes | None = None) -> str:
    """The message of a batch that has to be refused, having printed nothing else."""
    return command.refused("batch", *args, stdin=stdin)


def short_deals(count: int) -> list[ws.Deal]:
    return array_to_deals(random_deals(count, 1, SHORT)[:, :4])


def file_of(path: Path, deals: list[ws.Deal]) -> Path:
    path.write_text("".join(f"{deal}\n" for deal in deals), "utf-8")
    return path


# ------------------------------------------------------------------------------------------------- the lines


def test_every_deal_has_a_line_in_order(tmp_path: Path) -> None:
    deals = short_deals(2 * _CHUNK + 5)
    found = done(file_of(tmp_path / "deals", deals), *TWO)
    want = ws.solve_many(deals, ["S+", "NT-"])
    same = {"leaders": ["N", "E", "S", "W"], "strains": ["S+", "NT-"]}
    assert found == [
        {"number": number, "deal": str(deal), **same, "tricks": want[number].tolist()}
        for number, deal in enumerate(deals)
    ]


def test_all_strains_and_rules_as_table_has_them(tmp_path: Path) -> None:
    deals = short_deals(3)
    path = file_of(tmp_path / "deals", deals)
    for options in ([], ["--rules", "bid_whist_no_kitty"], ["--set", "kitty_book=first_trick_winner"]):
        found = done(path, *options, "--threads", 2, "--memory-mb", 8, "--json")
        for deal, line in zip(deals, found, strict=True):
            status, out, _ = run("table", str(deal), "--json", *options)
            assert status == 0
            assert json.loads(out) == {key: line[key] for key in ("strains", "leaders", "tricks")}


def test_blank_lines_and_comments_are_passed_over() -> None:
    text = f"\ufeff# two deals\n\n  {SMALL}  \r\n   # three hands now\n{THREE}\n{THREE}\n\n{SMALL}"
    found = done("-", "--strains", "NT+", stdin=text)
    assert [line["number"] for line in found] == [0, 1, 2, 3]
    assert [line["deal"] for line in found] == [SMALL, THREE, THREE, SMALL]
    four, three = ["N", "E", "S", "W"], [0, 1, 2]
    assert [line["leaders"] for line in found] == [four, three, three, four]
    assert [line["tricks"][0] for line in found] == [[1], [2], [2], [1]]


def test_a_file_is_written_and_the_screen_is_not(tmp_path: Path) -> None:
    path = file_of(tmp_path / "deals", short_deals(70))
    out = tmp_path / "out"
    out.write_text("something old", "utf-8")
    assert "out' is there already: expected resume" in refused(path, "-o", out, *TWO)
    assert "has no manifest beside it" in refused(path, "-o", out, *TWO, "--resume")
    assert out.read_text("utf-8") == "something old"
    assert done(path, "-o", out, *TWO, "--overwrite") == []
    assert [json.loads(line) for line in out.read_text("ascii").splitlines()] == done(path, *TWO)


def test_files_of_a_folder_that_are_not_read_are_named(tmp_path: Path) -> None:
    file_of(tmp_path / "deals.txt", short_deals(1))
    (tmp_path / "notes.md").write_text("nothing", "utf-8")
    for options in ([], ["--resume"]):
        status, _, err = run("batch", tmp_path, *TWO, "-o", tmp_path / "out.jsonl", *options)
        assert (status, err) == (0, "note: passed over, by their endings: notes.md\n")


# ------------------------------------------------------------------------------------------------ wrong calls


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("N:A... K... Q...", "line 3: .*"),
        ("N:A... K... Q... A...", "line 3: SA is in the hand of N and in the hand of W.*"),
        ("hand", "line 3: .*"),
        (b"N:\x81 K Q J", "line 3: it is no text: expected UTF-8 or Windows-1252, .*"),
    ],
)
def test_a_wrong_line_is_named_and_stops_nothing(line: str | bytes, words: str) -> None:
    wrong = line if isinstance(line, bytes) else line.encode()
    status, out, err = run("batch", "-", *TWO, stdin=f"{SMALL}\n\n".encode() + wrong + b"\n" + SMALL.encode())
    assert status == 2 and re.fullmatch(f"whistsolve: error: standard input, {words}\n", err)
    assert [json.loads(each)["number"] for each in out.splitlines()] == [0, 2]


def test_a_joker_that_should_have_been_exchanged_names_its_line() -> None:
    text = f"{SMALL}\nN:A....B K2... Q3... J4...\n"
    status, out, err = run(
        "batch", "-", "--set", "joker_no_trump=exchanged", "--strains", "S+,NT+", stdin=text
    )
    assert status == 2 and "line 2: N holds BJ in NT+" in err
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], ["Missing argument", "batch --help"]),
        (["nothing"], ["'nothing'", "cannot be read"]),
        (["-", "--overwrite"], ["--overwrite", "-o"]),
        (["-", "-o", "x", "--resume", "--overwrite"], ["--resume and --overwrite"]),
        (["-", "--format", "parquet"], ["--format parquet", "-o"]),
        (["-", "--scheduler", "x", "--processes", "2"], ["--processes", "address"]),
        (["random:x:1"], ["random:SEED:COUNT"]),
        (["-"], ["no deal in '-'", "one a line"]),
        (["-", "--resume"], ["--resume", "-o"]),
        (["-", "-o", "no/such/room"], ["'no/such/room'", "cannot be written"]),
        (["-", "--strains", "X"], ["strain 'X'"]),
        (["-", "--threads", "0"], ["threads 0"]),
        (["-", "--rules", "none"], ["'none'"]),
    ],
)
def test_wrong_calls_are_one_line(args: list[str], words: list[str]) -> None:
    message = refused(*args, stdin="# nothing\n")
    for word in words:
        assert word in message


def test_the_deals_are_not_overwritten(tmp_path: Path) -> None:
    path = file_of(tmp_path / "deals", short_deals(2))
    before = path.read_text("utf-8")
    assert "is the file of deals" in refused(path, "-o", path)
    assert path.read_text("utf-8") == before


# -------------------------------------------------------------------------------------------------- going on


@pytest.mark.parametrize("cut", [37, -400])
def test_going_on_gives_the_file_of_one_run(tmp_path: Path, cut: int) -> None:
    """Wherever the file was cut off, also in the middle of a line."""
    path = file_of(tmp_path / "deals", short_deals(_CHUNK + 9))
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert done(path, "-o", whole, *TWO) == []
    out.write_bytes(whole.read_bytes()[:cut])
    shutil.copy(f"{whole}.manifest.json", f"{out}.manifest.json")
    assert done(path, "-o", out, *TWO, "--resume") == []
    assert out.read_bytes() == whole.read_bytes()
    assert done(path, "-o", out, *TWO, "--resume") == [], "there is nothing left to do"
    assert out.read_bytes() == whole.read_bytes()


#: Cutthroat with a led joker that nobody need follow: with the smallest table a deal takes minutes.
FREE_PLAY = ws.Rules.preset("cutthroat_3", joker_no_trump="free_discard", joker_lead_no_trump="free_play")
INTERRUPTIBLE = """
import signal, sys
from whistsolve.cli import main
# A shell that starts this in the background may have told it to ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send to another process")
def test_an_interrupt_leaves_what_is_finished_and_the_rest_follows(tmp_path: Path) -> None:
    easy = array_to_deals(
        random_deals(_CHUNK + 6, 5, ws.Rules.preset("cutthroat_3", hand_size=3, kitty_size=45))[:, :3]
    )
    path = file_of(tmp_path / "deals", [*easy, *[ws.Deal.random(3, FREE_PLAY)] * 4])
    out = tmp_path / "out"
    rules = ("--rules", "cutthroat_3", "--set", "joker_no_trump=free_discard")
    options = ("--strains", "NT+", *rules, "--set", "joker_lead_no_trump=free_play", "--memory-mb", "1")
    process_of = [sys.executable, "-c", INTERRUPTIBLE, "batch", str(path), "-o", str(out), *options]
    with subprocess.Popen(process_of, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            end = time.monotonic() + HUNG
            while not out.exists() or out.read_bytes().count(b"\n") < 20:
                assert process.poll() is None and time.monotonic() < end, "waited in vain"
                time.sleep(0.02)
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            printed = process.communicate(timeout=HUNG)
        finally:
            process.kill()
    assert (process.returncode, *printed) == (130, "", "")
    lines = out.read_bytes()
    assert lines.endswith(b"\n") and 20 < lines.count(b"\n") <= len(easy), "of a chunk that was not done"
    assert [json.loads(line) for line in lines.splitlines()] == done(
        file_of(tmp_path / "shorter", easy[: lines.count(b"\n")]), *options
    )
    state = json.loads(Path(f"{out}.manifest.json").read_text("ascii"))["state"]
    assert state["items"] == lines.count(b"\n") and not state["complete"]


# -------------------------------------------------------------------------------------------- limits of solve


def test_limits_give_bounds() -> None:
    deal = ws.Deal.random(1)
    asked = (str(deal), "--strain", "NT+", "--leader", "N")
    exact = json.loads(command.done("solve", *asked, "--json", "--cards"))
    found = json.loads(command.done("solve", *asked, "--json", "--cards", "--node-limit", 2000))
    assert exact["exact"] is True and exact["low"] == exact["high"] == exact["tricks"]
    assert found["exact"] is False and found["tricks"] is None and found["books"] is None
    assert found["low"] <= exact["tricks"] <= found["high"]
    assert list(found["cards"]) == list(found["card_bounds"])
    assert list(exact["cards"]) == list(map(str, ws.solve_cards(deal, "NT+", "N")))
    assert set(found["cards"]) == set(exact["cards"])
    for card, (low, high) in found["card_bounds"].items():
        assert low <= exact["cards"][card] <= high
        assert found["cards"][card] == (low if low == high else None)
    assert "card_bounds" not in exact
    said = command.done("solve", *asked, "--node-limit", 2000)
    words = (
        f"{found['low']} to {found['high']} for the declarer's side, N-S (not exact: the limit was reached; "
    )
    assert f"tricks  {words}" in said
    assert f"{found['low'] + 1} to {found['high'] + 1} with the kitty's" in said
    assert "tricks  if N plays" in command.done("solve", *asked, "--cards", "--time-limit", 1e-6)


def test_the_bounds_of_a_contract() -> None:
    hand = Path(__file__).parents[1] / "data" / "ptn" / "trickster-241.ptn"
    said = command.done("solve", hand, "--node-limit", 1)
    found = json.loads(command.done("solve", hand, "--node-limit", 1, "--json"))
    low, high = found["low"], found["high"]
    assert low < 8 <= high and found["books_needed"] == 9
    assert f"{low} to {high} tricks for the declarer's side, N-S (not exact: the limit was reached; " in said
    assert f"{low + 1} to {high + 1} books with the kitty's: made or short" in said
