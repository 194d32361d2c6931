"""Runs that end early and go on: the bytes of one run, or a refusal; locks; disks that are full."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.batches import (
    SHORT,
    answers,
    file_of,
    short_deals,
    source_with_wrong_lines,
    start_batch,
)

import whistsolve as ws
from whistsolve._internal.files import only_run
from whistsolve.runs import RandomDeals, loop, saved

STRAINS = ("S+", "NT-")
#: A safety net only: what waits so long has hung.
HUNG = 120.0
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of other systems")


class Enough(Exception):
    pass


def contents(output: Path) -> dict[str, bytes]:
    """Everything that a run leaves, by name; the manifest too."""
    files = [path for path in output.parent.rglob("*") if path.is_file() and output.name in str(path)]
    return {str(path.relative_to(output.parent)): path.read_bytes() for path in files}


def ended_after(count: int) -> Any:
    def progress(done: int, total: int | None) -> None:
        if done >= count:
            raise Enough

    return progress


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
@pytest.mark.parametrize("commit", [0.0, 1e9])
def test_ended_again_and_again(
    tmp_path: Path, name: str, commit: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "_COMMIT_SECONDS", commit)
    source = source_with_wrong_lines(tmp_path / "deals.txt")
    (tmp_path / "once").mkdir()
    options: dict[str, Any] = {"strains": STRAINS, "part_rows": 9}
    ws.run_batch(source, tmp_path / "once" / name, **options)
    out = tmp_path / name
    for count in (1, 3, 20, 21, 44):
        with pytest.raises(Enough):
            ws.run_batch(source, out, resume=True, chunk=2, progress=ended_after(count), **options)
        state = json.loads(Path(f"{out}.manifest.json").read_text(encoding="utf-8"))["state"]
        assert state["items"] > count - 3 and not state["complete"], "a chunk at most is lost"
    summary = ws.run_batch(source, out, resume=True, **options)
    assert (summary.items, summary.rows, summary.broken) == (60, 51, 9) and summary.resumed >= 42
    want = {key: value for key, value in contents(tmp_path / "once" / name).items()}
    assert {key: value for key, value in contents(out).items() if not key.startswith("once")} == want
    assert ws.run_batch(source, out, resume=True, **options).resumed == 60


def test_rows_that_wait_for_a_part_are_not_made_up(tmp_path: Path) -> None:
    source = source_with_wrong_lines(tmp_path / "deals.txt")
    out = tmp_path / "out.parquet"
    options: dict[str, Any] = {"strains": STRAINS, "part_rows": 9}
    with pytest.raises(Enough):
        ws.run_batch(source, out, chunk=2, progress=ended_after(20), **options)
    waiting = next(tmp_path.glob("out.parquet.rows-*"))
    waiting.write_bytes(waiting.read_bytes()[:-5])
    kept = contents(out)
    with pytest.raises(ws.WhistError, match=r"rows-\d+\.jsonl' was cut off: expected the rows that wait"):
        ws.run_batch(source, out, resume=True, **options)
    assert contents(out) == kept, "what is there is left as it was"


def test_lines_changed_before_others_were_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is none, a foreign one and one of deep nesting; what is known to be right is kept."""
    monkeypatch.setattr(saved, "_MARK_LINES", 3)
    monkeypatch.setattr(saved, "_MOST_MARKS", 8)
    source, out = source_with_wrong_lines(tmp_path / "deals.txt"), tmp_path / "out.jsonl"
    ws.run_batch(source, out, strains=STRAINS)
    once = contents(out)
    *lines, _ = out.read_bytes().splitlines(keepends=True)
    for changed in (b'{"number": 2, "hello": "edited by hand"}\n', b"[" * 100_000 + b"\n", b"x\n"):
        out.write_bytes(b"".join([lines[0], changed, *lines[2:]])[: len(once["out.jsonl"]) - 1])
        with pytest.raises(ws.WhistError, match="was changed since it was written"):
            ws.run_batch(source, out, strains=STRAINS, resume=True)
    for behind in (b"", b'{"number": 58}\n', b"[" * 100_000):
        out.write_bytes((b"".join(lines[:-1]) + behind)[: len(once["out.jsonl"]) - 1])
        assert 40 < ws.run_batch(source, out, strains=STRAINS, resume=True).resumed < 60
        assert contents(out) == once


# --------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("items", value) for value in (-7, 3, 39, 10**9, 2**63, 10**30, 40.0, True, None)),
        *(("complete", value) for value in ("no", 1)),
        *(("output", value) for value in ([], {}, {"bytes": -1, "crc32": 0}, {"bytes": 2**64, "crc32": 0})),
        *(("errors", value) for value in (None, {"bytes": -1, "crc32": 0}, {"bytes": 0, "crc32": "0"})),
        ("mark", 5),
    ],
)
@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_a_manifest_that_was_edited(name: str, field: str, value: object, tmp_path: Path) -> None:
    source, out = source_with_wrong_lines(tmp_path / "deals.txt"), tmp_path / name
    options: dict[str, Any] = {"strains": ["S+"], "part_rows": 9}
    with pytest.raises(Enough):
        ws.run_batch(source, out, chunk=2, progress=ended_after(20), **options)
    manifest = Path(f"{out}.manifest.json")
    document = json.loads(manifest.read_text("utf-8"))
    document["state"][field] = value
    manifest.write_text(json.dumps(document), "utf-8")
    words = rf"manifest\.json' is no manifest of a batch: state\.{field}[. ].*expected"
    with pytest.raises(ws.WhistError, match=words):
        ws.run_batch(source, out, resume=True, **options)


def test_an_output_that_is_there_is_not_touched(tmp_path: Path) -> None:
    source, out = source_with_wrong_lines(tmp_path / "deals.txt"), tmp_path / "out.jsonl"
    with pytest.raises(Enough):
        ws.run_batch(source, out, strains=STRAINS, chunk=2, progress=ended_after(9))
    before = contents(out)
    with pytest.raises(ws.WhistError, match=r"out\.jsonl' is there already: expected resume"):
        ws.run_batch(source, out, strains=STRAINS)
    changes: list[tuple[dict[str, Any], str]] = [
        ({"rules": SHORT}, "rules.hand_size 12 and not 5"),
        ({"strains": ("NT-", "S+")}, r"strains \['S\+', 'NT-'\] and not \['NT-', 'S\+'\]"),
        ({"question": "kitty"}, "question 'table' and not 'kitty'"),
        ({"format": "parquet"}, "out.jsonl' is a file|format 'jsonl' and not 'parquet'"),
    ]
    for change, words in changes:
        with pytest.raises(ws.WhistError, match=words):
            ws.run_batch(source, out, resume=True, **{"strains": STRAINS, **change})
        assert contents(out) == before
    file_of(tmp_path / "deals.txt", short_deals(3))
    with pytest.raises(ws.WhistError, match=r"begun with input\.sha256"):
        ws.run_batch(source, out, strains=STRAINS, resume=True)
    with pytest.raises(ws.WhistError, match=r"begun with input\.kind 'files' and not 'random'"):
        ws.run_batch(RandomDeals(1, 60, SHORT), out, strains=STRAINS, resume=True)
    assert contents(out) == before
    ws.run_batch(source, out, strains=STRAINS, overwrite=True)
    assert len(answers(out)) == 3 and not Path(f"{out}.errors.jsonl").exists()


def test_another_stream_is_refused(tmp_path: Path) -> None:
    deals, out = short_deals(20), tmp_path / "out.jsonl"

    def rows(other: bool = False) -> Iterator[ws.Deal]:
        yield from deals[:5]
        yield deals[0] if other else deals[5]
        yield from deals[6:]

    with pytest.raises(Enough):
        ws.run_batch(rows(), out, strains=STRAINS, chunk=4, progress=ended_after(9))
    before = contents(out)
    for wrong in (rows(other=True), deals[:7]):
        with pytest.raises(ws.WhistError, match="the first 8 rows of rows are not those"):
            ws.run_batch(wrong, out, strains=STRAINS, resume=True)
        assert contents(out) == before
    ws.run_batch(rows(), out, strains=STRAINS, resume=True)
    assert [row["deal"] for row in answers(out)] == [str(deal) for deal in deals]


def test_two_runs_on_one_output_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    refused: list[str] = []

    def progress(done: int, total: int | None) -> None:
        for options in ({"resume": True}, {"overwrite": True}, {}):
            with pytest.raises(ws.WhistError) as caught:
                ws.run_batch(short_deals(3), out, **options)
            refused.append(str(caught.value))

    ws.run_batch(short_deals(3), out, strains=STRAINS, progress=progress)
    assert refused and all("another run is writing to" in each for each in refused)
    program = f"""
from pathlib import Path
from whistsolve._internal.files import only_run
with only_run(Path({str(out)!r})):
    print("in", flush=True)
    input()
"""
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "in\n"
        with pytest.raises(ws.WhistError, match="another run"):
            ws.run_batch(short_deals(3), out, resume=True)
        process.kill()
    with only_run(out):
        assert Path(f"{out}.lock").exists(), "the one that was killed has let it go"
    assert not Path(f"{out}.lock").exists()


# ----------------------------------------------------------------------------------- disks and pipes


def one_line(process: subprocess.Popen[str]) -> str:
    _, err = process.communicate(timeout=HUNG)
    assert err.count("\n") == 1 and "Traceback" not in err, err
    return err


@posix
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    source, out = source_with_wrong_lines(tmp_path / "deals.txt"), tmp_path / "out.jsonl"

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    process = start_batch(source, "-o", out, "--strains", "S+,NT-", preexec_fn=limit)
    assert "out.jsonl: File too large" in one_line(process) and process.returncode == 2
    assert out.stat().st_size <= 4000
    ws.run_batch(source, out, strains=STRAINS, resume=True)
    ws.run_batch(source, tmp_path / "once", strains=STRAINS)
    assert out.read_bytes() == (tmp_path / "once").read_bytes()


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    """A path below a file, which nobody may write to, whoever they are."""
    source = source_with_wrong_lines(tmp_path / "deals.txt")
    process = start_batch(source, "-o", source / "out.jsonl")
    assert "cannot be written: Not a directory" in one_line(process) and process.returncode == 2


def test_memory_does_not_grow_with_the_input(tmp_path: Path) -> None:
    """Of rows that are read as they go there are never more than a few chunks."""
    read = written = most = 0

    def rows() -> Iterator[str]:
        nonlocal read
        for _ in range(3000):
            read += 1
            yield "N:A... K... Q... J..."

    def progress(done: int, total: int | None) -> None:
        nonlocal written, most
        written = done
        most = max(most, read - written)

    summary = ws.run_batch(rows(), tmp_path / "out", strains=["S+"], chunk=20, progress=progress)
    assert summary.items == 3000 and most <= 20
