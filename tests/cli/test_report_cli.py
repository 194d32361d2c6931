"""``report`` and ``trace`` of several files, with pages and pictures to write."""

import csv

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused, run

import whistsolve as ws


@pytest.fixture
def club(tmp_path):
    """A folder with three files, one in a folder below: two hands, one unfinished, one that is wrong."""
    folder = tmp_path / "club"
    (folder / "late").mkdir(parents=True)
    first, spades = NO_TRUMP.read_text("utf-8"), SPADES.read_text("utf-8")
    first = first.replace('[North "(Auto)"]', '[North "<b>Ann</b>"]')
    (folder / "a.ptn").write_text(first + spades, "utf-8")
    (folder / "late" / "b.ptn").write_bytes(NO_TRUMP.read_bytes())
    (folder / "c.ptn").write_text(spades.replace("SK SQ", "SQ SK"), "utf-8")
    (folder / "notes.txt").write_text("no hands\n", "utf-8")
    return folder


def rows_of(table):
    return list(csv.DictReader(table.read_text("utf-8").splitlines()))


def test_a_report_of_a_folder(club, tmp_path):
    page, table = tmp_path / "club.html", tmp_path / "club.csv"
    text = done("report", club, "-o", page, "--csv", table)
    assert done("report", club, "-o", "-") == page.read_text("utf-8")
    for words in (
        "<b>Ann</b>",
        "a.ptn, hand 1",
        "late/b.ptn",
        "by Real Player, unfinished after 28 cards",
        "line 23: W plays SQ",
    ):
        assert words in text
    rows = rows_of(table)
    assert [row["source"] for row in rows if row["reason"]] == ["c.ptn"]
    assert {row["points"] for row in rows if row["source"] == "a.ptn, hand 2"} == {""}
    assert [row["play"] for row in rows if row["player"] == "S"] == ["1", "1"]
    html = page.read_text("utf-8")
    assert "<h1>club: 3 hands</h1>" in html
    assert html.count('id="hand-') == 3 and "&lt;b&gt;Ann" in html and "<b>Ann" not in html
    assert "@media print" in html and "break-before:page" in html and "prefers-color-scheme:dark" in html
    assert not any(words in html for words in ("<script", "http:", "https:", "url("))


def test_names_command_no_terminal_and_are_no_formulas(tmp_path):
    text, path, table = NO_TRUMP.read_text("utf-8"), tmp_path / "hand.ptn", tmp_path / "table.csv"
    path.write_text(text.replace("(Auto)", "\x1b[31mred\ttape"), "utf-8")
    for command in ("report", "trace"):
        shown = done(command, path, path)
        assert r"\x1b[31mred\ttape" in shown and all(map(str.isprintable, shown.splitlines()))
    path.write_text(text.replace("(Auto)", "=1+1"), "utf-8")
    done("report", path, "--csv", table)
    names = [name for row in rows_of(table) for name in row.values()]
    assert any(name.startswith("'=1+1") for name in names)
    assert not any(name.startswith("=") for name in names)


def test_a_report_that_has_no_hand_is_an_error(tmp_path):
    page, empty = tmp_path / "page.html", tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "deal.txt").write_text(f"{SMALL}\n", "utf-8")
    passed, bidding = tmp_path / "passed.pbn", tmp_path / "bidding.ptn"
    passed.write_text(f'% PBN\n[Dealer "N"]\n[Deal "{SMALL}"]\n[Contract "Pass"]\n', "utf-8")
    bidding.write_text(SPADES.read_text("utf-8").partition("[Play")[0], "utf-8")
    none = "none of 1 hands can be analysed; "
    for args, words in (
        ((passed, "-o", page), f"{none}passed.pbn: the hand was passed out"),
        ((bidding, "-o", page), f"{none}bidding.ptn: the hand is not complete: 0 cards"),
        ((empty,), "names ending in .ptn .pbn"),
        ((tmp_path / "deal.txt",), "line 1: a deal and no play"),
        (("nothing.ptn",), "'nothing.ptn' cannot be read"),
        ((NO_TRUMP, "--rules", "nonsense"), "preset"),
    ):
        assert words in refused("report", *args)
    assert not page.exists()


def test_an_interrupt_keeps_what_was_done(club, tmp_path, monkeypatch):
    analysed = iter([False, True])

    def interrupted(*args, **kwargs):
        if next(analysed):
            raise KeyboardInterrupt
        return ws.analyse_play(*args, **kwargs)

    monkeypatch.setattr("whistsolve.analysis.hands_report.analyse_play", interrupted)
    page = tmp_path / "page.html"
    status, out, err = run("report", club / "a.ptn", club / "late", "-o", page)
    assert status == 130 and "a.ptn, hand 1" in out and not err
    assert page.read_text("utf-8").count('id="hand-') == 1


def test_a_trace_of_several_files(club, tmp_path):
    page = tmp_path / "page.html"
    text = done("trace", club / "a.ptn", club / "late", "--html", page)
    assert [line for line in text.splitlines() if "; " in line and "ptn" in line] == [
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


def test_names_in_windows_1252_are_read_by_all_commands(tmp_path):
    tags = ['Board "1"', 'North "Jürgen"', 'Deal "N:A... K... Q... J..."', 'Declarer "S"', 'Contract "1S"']
    pbn = "".join(f"[{tag}]\n" for tag in ['Event ""', *tags])
    file = tmp_path / "club.pbn"
    file.write_bytes(f'{pbn}[Play "W"]\nSJ SA SK SQ\n'.encode("cp1252"))
    changes = ("hand_size=1", "kitty_size=48", "jokers=0", "bid_base=0", "min_bid=1")
    options = [f"--set={each}" for each in changes]
    assert "Jürgen" in done("report", file, *options)
    assert "Jürgen" in done("trace", file, file, *options)
    assert "S +2" in done("score", file, *options)
    for data in (pbn.encode("utf-16"), bytes(range(1, 256))):
        file.write_bytes(data)
        for command in ("report", "trace", "score"):
            message = refused(command, file)
            assert message.endswith("is no text: expected UTF-8 or Windows-1252, not UTF-16 or a binary file")


def test_the_picture_of_a_play(tmp_path):
    picture = tmp_path / "play.svg"
    done("trace", NO_TRUMP, "--svg", picture)
    text = picture.read_text("utf-8")
    assert text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "<title>trick 10: costs 1 trick</title>" in text
    status, _, err = run("trace", NO_TRUMP, NO_TRUMP, "--svg", picture)
    assert status == 2 and "--svg is of one hand, and there are 2" in err
