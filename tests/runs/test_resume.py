"""Runs that end early and go on: the bytes of one run, or a refusal; what memory and disks they take."""

import json
import sys
from pathlib import Path

import pytest
from tests.support.batches import (
    SHORT,
    answers,
    contents,
    file_of,
    short_deals,
    source_with_wrong_lines,
    start_batch,
)
from tests.support.long_commands import HUNG
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.runs import BatchSummary, RandomDeals, saved

STRAINS = ("S+", "NT-")
OPTIONS = {"strains": STRAINS, "part_rows": 9}


@pytest.fixture
def source(tmp_path):
    (tmp_path / "out").mkdir()
    return source_with_wrong_lines(tmp_path / "deals.txt")


class Enough(Exception):
    pass


def run_until(count, source, out, **options):
    """A run that ends early."""

    def progress(done, total):
        if done >= count:
            raise Enough

    with pytest.raises(Enough):
        ws.run_batch(source, out, progress=progress, **{"chunk": 2, **OPTIONS, **options})


@pytest.mark.parametrize(
    ("question", "options"),
    by_default(2, [("table", {"threads": 2}), ("cards", {"threads": 2}), ("table", {"processes": 2})]),
)
def test_a_cancelled_run_is_resumed(question, options, tmp_path):
    """What it had answered is in the file, wherever rows are answered: here, in threads, in processes."""
    rows = [{"deal": str(deal)} for deal in short_deals(12)]
    if question == "cards":
        rows = [{**row, "strain": "NT+", "leader": "N"} for row in rows]
    whole, out, cancellation = tmp_path / "whole.jsonl", tmp_path / "out.jsonl", ws.Cancellation()
    here = {name: value for name, value in options.items() if name != "processes"}
    ws.run_batch(rows, whole, question, **here)

    def progress(done, total):
        if done >= 3:  # more than a chunk
            cancellation.cancel()

    with pytest.raises(ws.Stopped, match=r"^cancelled: ") as caught:
        ws.run_batch(rows, out, question, chunk=2, progress=progress, cancel=cancellation, **options)
    partial = caught.value.partial
    assert isinstance(partial, BatchSummary) and 0 < partial.items < len(rows)
    assert len(answers(out)) == partial.rows
    ws.run_batch(rows, out, question, resume=True, cancel=ws.Cancellation(), **here)
    assert out.read_bytes() == whole.read_bytes()


def test_a_run_is_interrupted_before_its_first_row(tmp_path):
    def interrupt(done, total):
        raise KeyboardInterrupt

    source, out = RandomDeals(1, 2), tmp_path / "out.jsonl"
    with pytest.raises(ws.Interrupted) as caught:
        ws.run_batch(source, out, threads=1, progress=interrupt)
    assert caught.value.partial.rows == 0
    assert ws.run_batch(source, out, resume=True).rows == 2


def test_rows_that_wait_for_a_part_are_not_made_up(source, tmp_path):
    out = tmp_path / "out" / "out.parquet"
    run_until(20, source, out)
    waiting = next(out.parent.glob("out.parquet.rows-*"))
    waiting.write_bytes(waiting.read_bytes()[:-5])
    kept = contents(out.parent)
    with pytest.raises(ws.WhistError, match=r"rows-\d+\.jsonl' was cut off: expected the rows that wait"):
        ws.run_batch(source, out, resume=True, **OPTIONS)
    assert contents(out.parent) == kept, "what is there is left as it was"


# What is refused.


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_a_manifest_that_was_edited(name, source, tmp_path):
    out = tmp_path / name
    run_until(20, source, out)
    manifest = Path(f"{out}.manifest.json")
    whole = manifest.read_text("utf-8")
    for field, values in {
        "items": (-7, 3, 39, 10**9, 2**63, 10**30, 40.0, True, None),
        "complete": ("no", 1),
        "output": ([], {}, {"bytes": -1, "crc32": 0}, {"bytes": 2**64, "crc32": 0}),
        "errors": (None, {"bytes": -1, "crc32": 0}, {"bytes": 0, "crc32": "0"}),
        "mark": (5,),
    }.items():
        for value in values:
            document = json.loads(whole)
            document["state"][field] = value
            manifest.write_text(json.dumps(document), "utf-8")
            words = rf"manifest\.json' is no manifest of a batch: state\.{field}[. ].*expected"
            with pytest.raises(ws.WhistError, match=words):
                ws.run_batch(source, out, resume=True, **OPTIONS)
    for text in ("", "{", "[]", "{}", '{"whistsolve_batch": 1, "state": 3}'):
        manifest.write_text(text, "utf-8")
        with pytest.raises(ws.WhistError, match="is no manifest of a batch"):
            ws.run_batch(source, out, resume=True, **OPTIONS)


def test_an_output_that_is_there_is_not_touched(source, tmp_path):
    out = tmp_path / "out" / "out.jsonl"
    run_until(9, source, out, part_rows=1000)
    before = contents(out.parent)
    (tmp_path / "other").mkdir()
    others = file_of(tmp_path / "other" / source.name, short_deals(3))
    with pytest.raises(ws.WhistError, match=r"out\.jsonl' is there already: expected resume"):
        ws.run_batch(source, out, strains=STRAINS)
    for change, words in (
        ({"rules": SHORT}, "rules.hand_size 12 and not 5"),
        ({"strains": ("NT-", "S+")}, r"strains \['S\+', 'NT-'\] and not \['NT-', 'S\+'\]"),
        ({"question": "kitty"}, "question 'table' and not 'kitty'"),
        ({"format": "parquet"}, "out.jsonl' is a file|format 'jsonl' and not 'parquet'"),
        ({"source": RandomDeals(1, 60, SHORT)}, r"begun with input\.kind 'files' and not 'random'"),
        ({"source": others}, r"begun with input\.sha256"),
    ):
        given = {"source": source, "strains": STRAINS, **change}
        with pytest.raises(ws.WhistError, match=words):
            ws.run_batch(given.pop("source"), out, resume=True, **given)
        assert contents(out.parent) == before, words
    file_of(source, short_deals(3))
    ws.run_batch(source, out, strains=STRAINS, overwrite=True)
    assert len(answers(out)) == 3 and not Path(f"{out}.errors.jsonl").exists()
    given, other = ({"strain": "S+", "leader": leader} for leader in "NE")
    ws.run_batch(source, out, "solve", given=given, overwrite=True)
    with pytest.raises(ws.WhistError, match=r"begun with given\.leader"):
        ws.run_batch(source, out, "solve", given=other, resume=True)


def test_another_stream_is_refused(tmp_path):
    deals, out = short_deals(20), tmp_path / "out.jsonl"
    run_until(9, iter(deals), out, chunk=4)
    before = contents(tmp_path)
    for wrong in (iter([*deals[:5], deals[0], *deals[6:]]), deals[:7]):
        with pytest.raises(ws.WhistError, match="the first 8 rows of rows are not those"):
            ws.run_batch(wrong, out, strains=STRAINS, resume=True)
        assert contents(tmp_path) == before
    ws.run_batch(iter(deals), out, strains=STRAINS, resume=True)
    assert [row["deal"] for row in answers(out)] == [str(deal) for deal in deals]


# Disks and memory.


@pytest.mark.skipif(sys.platform == "win32", reason="limits of other systems")
def test_a_full_disk_loses_nothing(source, tmp_path):
    out, once = tmp_path / "out.jsonl", tmp_path / "once.jsonl"

    def limit():
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    process = start_batch(source, "-o", out, "--strains", "S+,NT-", preexec_fn=limit)
    _, err = process.communicate(timeout=HUNG)
    assert "out.jsonl: File too large" in err and err.count("\n") == 1 and process.returncode == 2
    assert out.stat().st_size <= 4000
    for path in (out, once):
        ws.run_batch(source, path, strains=STRAINS, resume=True)
    assert out.read_bytes() == once.read_bytes()


def test_memory_does_not_grow_with_the_input(tmp_path):
    """Of rows that are read as they go there are never more than a few chunks."""
    read = most = 0

    def rows():
        nonlocal read
        for _ in range(300):
            read += 1
            yield "N:A... K... Q... J..."

    def progress(done, total):
        nonlocal most
        most = max(most, read - done)

    summary = ws.run_batch(rows(), tmp_path / "out", strains=["S+"], chunk=20, progress=progress)
    assert summary.items == 300 and most <= 20


def test_lines_changed_before_others_were_cut_off(source, tmp_path, monkeypatch):
    """A line that is none, a foreign one and one of deep nesting; what is known to be right is kept."""
    monkeypatch.setattr(saved, "_MARK_LINES", 3)
    monkeypatch.setattr(saved, "_MOST_MARKS", 8)
    out = tmp_path / "out" / "out.jsonl"
    ws.run_batch(source, out, strains=STRAINS)
    once = contents(out.parent)
    *lines, _ = out.read_bytes().splitlines(keepends=True)
    size = len(once["out.jsonl"]) - 1
    for changed in (b'{"number": 2, "hello": "edited by hand"}\n', b"[" * 100_000 + b"\n", b"x\n"):
        out.write_bytes(b"".join([lines[0], changed, *lines[2:]])[:size])
        with pytest.raises(ws.WhistError, match="was changed since it was written"):
            ws.run_batch(source, out, strains=STRAINS, resume=True)
    for behind in (b"", b'{"number": 58}\n', b"[" * 100_000):
        out.write_bytes((b"".join(lines[:-1]) + behind)[:size])
        assert 40 < ws.run_batch(source, out, strains=STRAINS, resume=True).resumed < 60
        assert contents(out.parent) == once
