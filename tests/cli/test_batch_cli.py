"""``whistsolve batch``: what is printed and what is written, wrong lines, wrong calls, going on."""

import json
import shutil

from tests.support import command
from tests.support.batches import answers, file_of, short_deals
from tests.support.command import SMALL, run

TWO = ("--strains", "S+,NT-")


def done(*args, stdin=None):
    """The JSON lines of a batch that has to succeed."""
    return [json.loads(line) for line in command.done("batch", *args, stdin=stdin).splitlines()]


def test_every_deal_has_a_line_in_order_as_table_has_it(tmp_path):
    deals = short_deals(70)
    path = file_of(tmp_path / "deals", deals)
    found = done(path, *TWO)
    assert [(line["number"], line["deal"]) for line in found] == [*enumerate(map(str, deals))]
    assert done(path, *TWO, "-o", "-") == found
    asked = [(found, TWO)]
    path = file_of(tmp_path / "few", deals[:3])
    for more in ([], ["--rules", "bid_whist_no_kitty"], ["--set", "kitty_book=first_trick_winner"]):
        asked.append((done(path, *more, "--threads", 2, "--memory-mb", 8, "--json"), more))
    for lines, options in asked:
        for line in lines[-3:]:
            want = json.loads(command.done("table", line["deal"], "--json", *options))
            assert want == {key: line[key] for key in ("strains", "leaders", "tricks")}, options


def test_a_file_is_written_and_gone_on_with(tmp_path):
    """It gives the file of one run, also cut off in the middle of a line."""
    path, out, whole = file_of(tmp_path / "deals", short_deals(70)), tmp_path / "out", tmp_path / "whole"
    out.write_text("something old", "utf-8")
    before = path.read_text("utf-8")
    for args, words in (
        ((path, "-o", out), "out' is there already: expected resume"),
        ((path, "-o", out, "--resume"), "has no manifest beside it"),
        ((path, "-o", path), "is the file of deals"),
    ):
        assert words in command.refused("batch", *args, *TWO)
    assert (out.read_text("utf-8"), path.read_text("utf-8")) == ("something old", before)
    assert done(path, "-o", out, *TWO, "--overwrite") == done(path, "-o", whole, *TWO) == []
    assert out.read_bytes() == whole.read_bytes() and answers(out) == done(path, *TWO)
    assert run("batch", "-", "-o", tmp_path / "wrong", *TWO, stdin="hand\n")[0] == 2
    for cut in (37, -400, None):  # at last there is nothing left to do
        out.write_bytes(whole.read_bytes()[:cut])
        shutil.copy(f"{whole}.manifest.json", f"{out}.manifest.json")
        assert done(path, "-o", out, *TWO, "--resume") == []
        assert out.read_bytes() == whole.read_bytes(), cut


def test_files_of_a_folder_that_are_not_read_are_named(tmp_path):
    file_of(tmp_path / "deals.txt", short_deals(1))
    (tmp_path / "notes.md").write_text("nothing", "utf-8")
    for options in ([], ["--resume"]):
        status, _, err = run("batch", tmp_path, *TWO, "-o", tmp_path / "out.jsonl", *options)
        assert (status, err) == (0, "note: passed over, by their endings: notes.md\n")


def test_a_wrong_line_is_named_and_stops_nothing():
    exchanged = ("--set", "joker_no_trump=exchanged", "--strains", "S+,NT+")
    for line, options, words in (
        (b"hand", TWO, ""),
        (b"N:A... K... Q... A...", TWO, "SA is in the hand of N and in the hand of W"),
        (b"N:\x81 K Q J", TWO, "it is no text: expected UTF-8 or Windows-1252, "),
        (b"N:A....B K2... Q3... J4...", exchanged, "N holds BJ in NT+"),
    ):
        text = f"{SMALL}\n\n".encode() + line + b"\n" + SMALL.encode()
        status, out, err = run("batch", "-", *options, stdin=text)
        assert err.startswith(f"whistsolve: error: standard input, line 3: {words}") and err.count("\n") == 1
        assert (status, [json.loads(each)["number"] for each in out.splitlines()]) == (2, [0, 2]), line


def test_wrong_calls_are_one_line():
    for args, words in (
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
    ):
        message = command.refused("batch", *args, stdin="# nothing\n")
        assert [each for each in words if each not in message] == [], (args, message)
