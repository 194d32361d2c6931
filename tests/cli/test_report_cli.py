"""``report``, and ``trace`` of several files with pages and pictures to write."""

import csv
import json
from pathlib import Path

import pytest
from tests.game.test_record import played
from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused, run
from tests.support.traced import HAND_241

import whistsolve as ws
from whistsolve.analysis import report_hands
from whistsolve.game import record_hand
from whistsolve.notation import format_ptn
from whistsolve.rules import Rules


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder with three files, one in a folder below: two hands and two that cannot be analysed."""
    folder = tmp_path / "club"
    (folder / "late").mkdir(parents=True)
    first = NO_TRUMP.read_text("utf-8").replace('[North "(Auto)"]', '[North "<b>Ann</b>"]')
    (folder / "a.ptn").write_text(first + SPADES.read_text("utf-8"), "utf-8")
    (folder / "late" / "b.ptn").write_bytes(NO_TRUMP.read_bytes())
    (folder / "c.ptn").write_text(SPADES.read_text("utf-8").replace("SK SQ", "SQ SK"), "utf-8")
    (folder / "notes.txt").write_text("no hands\n", "utf-8")
    return folder


def test_a_report_of_a_folder(club: Path, tmp_path: Path) -> None:
    page, table = tmp_path / "club.html", tmp_path / "club.csv"
    text = done("report", club, "-o", page, "--csv", table)
    for words in (
        "<b>Ann</b>",
        "a.ptn, hand 1",
        "late/b.ptn",
        "not complete: 28 cards",
        "line 23: W plays SQ",
    ):
        assert words in text
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [row["source"] for row in rows if row["reason"]] == ["a.ptn, hand 2", "c.ptn"]
    assert [row["play"] for row in rows if row["player"] == "S"] == ["1", "1"]
    html = page.read_text("utf-8")
    assert "<h1>club: 2 hands, Trickster Cards: " in html and html.count("better") == 5
    assert html.count('id="hand-') == 2 and "&lt;b&gt;Ann" in html and "<b>Ann" not in html
    assert "@media print" in html and "break-before:page" in html and "prefers-color-scheme:dark" in html
    assert not any(words in html for words in ("<script", "http:", "https:", "url("))


@pytest.mark.parametrize("command", ["report", "trace"])
def test_names_command_no_terminal(tmp_path: Path, command: str) -> None:
    text, path = NO_TRUMP.read_text("utf-8"), tmp_path / "hand.ptn"
    path.write_text(text.replace("(Auto)", "\x1b[31mred\ttape"), "utf-8")
    shown = done(command, path, path)
    assert r"\x1b[31mred\ttape" in shown and all(map(str.isprintable, shown.splitlines()))


def test_names_are_no_formulas_in_the_table(tmp_path: Path) -> None:
    path, table = tmp_path / "hand.ptn", tmp_path / "table.csv"
    path.write_text(NO_TRUMP.read_text("utf-8").replace("(Auto)", "=1+1"), "utf-8")
    done("report", path, "--csv", table)
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert any(name.startswith("'=1+1") for row in rows for name in row.values())
    assert not any(name.startswith("=") for row in rows for name in row.values())


def test_a_report_as_json(club: Path) -> None:
    told = json.loads(done("report", club / "late", "--json"))
    assert told == json.loads(json.dumps(report_hands([HAND_241], sources=["b.ptn"]).as_dict()))
    assert json.loads(done("report", "--rules", "trickster", "--set", "jokers=0", NO_TRUMP, "--json"))["rows"]


def test_a_report_that_has_no_hand_is_an_error(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert "none of 1 hands can be analysed; trickster-327.ptn: the hand is not" in refused(
        "report", SPADES, "-o", page
    )
    assert not page.exists()
    assert "names ending in .ptn .pbn" in refused("report", tmp_path)
    (tmp_path / "deal.txt").write_text(f"{SMALL}\n", "utf-8")
    assert "line 1: a deal and no play" in refused("report", tmp_path / "deal.txt")
    assert "'nothing.ptn' cannot be read" in refused("report", "nothing.ptn")
    assert "preset" in refused("report", NO_TRUMP, "--rules", "nonsense")


def test_an_interrupt_keeps_what_was_done(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed = iter([False, True])

    def interrupted(*args: object, **kwargs: object) -> object:
        if next(analysed):
            raise KeyboardInterrupt
        return ws.analyse_play(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr("whistsolve.analysis.hands_report.analyse_play", interrupted)
    page = tmp_path / "page.html"
    status, out, err = run("report", club / "a.ptn", club / "late", "-o", page)
    assert status == 130 and "a.ptn, hand 1" in out and not err
    assert page.read_text("utf-8").count('id="hand-') == 1


def test_a_trace_of_several_files(club: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    text = done("trace", club / "a.ptn", club / "late", "--html", page)
    heads = [line for line in text.splitlines() if "; " in line and "ptn" in line]
    assert heads == [
        "a.ptn, hand 1: N <b>Ann</b>, E (Auto), S, W (Auto); 3NT↑ by S",
        "a.ptn, hand 2: N Bot, E Bot, S Real Player, W Bot; 4♠↓ by Real Player",
        "b.ptn: N (Auto), E (Auto), S, W (Auto); 3NT↑ by S",
    ]
    html = page.read_text("utf-8")
    assert html.count('id="hand-') == 3 and "hand 1: N &lt;b&gt;Ann" in html
    assert done("trace", club / "late", "--json") == done("trace", NO_TRUMP, "--json")
    status, text, err = run("trace", club, "--html", page)
    assert status == 2 and err.startswith("whistsolve: error: c.ptn: line 23: W plays SQ")
    assert text.count("given away") == page.read_text("utf-8").count('id="hand-') == 3


def test_the_picture_of_a_play(tmp_path: Path) -> None:
    picture = tmp_path / "play.svg"
    done("trace", NO_TRUMP, "--svg", picture)
    text = picture.read_text("utf-8")
    assert text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "<title>trick 10: costs 1 trick</title>" in text
    status, _, err = run("trace", NO_TRUMP, NO_TRUMP, "--svg", picture)
    assert status == 2 and "--svg is of one hand, and there are 2" in err


def test_other_commands_take_several_too_or_say_how_many(club: Path) -> None:
    assert len(done("table", NO_TRUMP, club / "late", "--json", "--strains", "S+").splitlines()) == 2
    assert "there are 2 deals: expected one" in refused("play", NO_TRUMP, NO_TRUMP)


def test_hands_without_an_auction_or_with_two_hands_in_play(tmp_path: Path) -> None:
    for preset in ("whist", "dummy_classic", "humbug"):
        (tmp_path / f"{preset}.ptn").write_text(format_ptn(record_hand(played(Rules.preset(preset), 1))))
    found = json.loads(done("report", tmp_path, "--json"))
    rows = {row["source"]: row for row in found["rows"]}
    assert len(found["hands"]) == 3 and not any(row["reason"] for row in rows.values())
    assert rows["whist.ptn"]["needed"] is None is rows["whist.ptn"]["made"]
    assert rows["whist.ptn"]["points"] == 0 and rows["humbug.ptn"]["needed"] == 7
    assert "♦↑ by E, N +2, E 0, S +2, W 0" in done("report", tmp_path, "-o", tmp_path / "page.html")


PBN = """[Event ""]
[Board "1"]
[North "Jürgen"]
[Deal "N:A... K... Q... J..."]
[Declarer "S"]
[Contract "1S"]
"""


def test_names_in_windows_1252_are_read_by_all_commands(tmp_path: Path) -> None:
    file = tmp_path / "club.pbn"
    file.write_bytes(f'{PBN}[Play "W"]\nSJ SA SK SQ\n'.encode("cp1252"))
    options = [
        f"--set={each}" for each in ("hand_size=1", "kitty_size=48", "jokers=0", "bid_base=0", "min_bid=1")
    ]
    for command in ("report", "trace"):
        assert "Jürgen" in done(command, file, *([file] * (command == "trace")), *options)
    assert "S +2" in done("score", file, *options)
    for data in (PBN.encode("utf-16"), bytes(range(1, 256))):
        file.write_bytes(data)
        for command in ("report", "trace", "score"):
            message = refused(command, file)
            assert message.endswith("is no text: expected UTF-8 or Windows-1252, not UTF-16 or a binary file")
