"""Files of deals that vanish, shrink, grow or are exchanged while they are read; or cannot be read."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.batches import answers, file_of, short_deals
from tests.support.command import process

import whistsolve as ws

DEALS = short_deals(40)


def vanish(path: Path) -> None:
    path.unlink()


def shrink(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def grow(path: Path) -> None:
    with open(path, "a") as file:
        file.write(f"{DEALS[0]}\n")


def exchange(path: Path) -> None:
    other = file_of(path.with_name("other"), DEALS[::-1])
    os.replace(other, path)


CHANGES = [
    pytest.param(vanish, "cannot be read: No such file", id="vanish"),
    *(
        pytest.param(each, "was changed while it was read", id=each.__name__)
        for each in (shrink, grow, exchange)
    ),
]


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be taken away")
@pytest.mark.parametrize(("change", "words"), CHANGES)
@pytest.mark.parametrize("after", [3, 23])
def test_a_file_that_changes_while_it_is_read(
    change: Callable[[Path], None], words: str, after: int, tmp_path: Path
) -> None:
    """What was answered before stays, nothing of other contents joins it, and the old file goes on."""
    folder = tmp_path / "in"
    folder.mkdir()
    first = file_of(folder / "first.txt", DEALS[:20])
    second = file_of(folder / "second.txt", DEALS[20:])
    kept = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (first, second)}
    path = first if after < 20 else second
    changed = False

    def progress(done: int, total: int | None) -> None:
        nonlocal changed
        if done >= after and not changed:
            changed = True
            change(path)

    out = tmp_path / "out"
    with pytest.raises(ws.WhistError, match=words):
        ws.run_batch(folder, out, strains=["S+"], chunk=1, progress=progress)
    done = answers(out)
    assert [row["deal"] for row in done] == [str(deal) for deal in DEALS[: len(done)]]
    assert len(done) >= after
    with pytest.raises(ws.WhistError, match="was begun with input"):
        ws.run_batch(folder, out, strains=["S+"], resume=True)
    for file, (data, _) in kept.items():
        file.write_bytes(data)
    ws.run_batch(folder, out, strains=["S+"], resume=True)
    ws.run_batch(folder, tmp_path / "once", strains=["S+"])
    assert out.read_bytes() == (tmp_path / "once").read_bytes()


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that opens and cannot be read")
@pytest.mark.parametrize("verb", ["batch", "solve", "table", "trace", "report", "score", "board"])
def test_a_file_that_opens_and_cannot_be_read(verb: str) -> None:
    status, out, err = process(verb, "/proc/self/mem")
    assert (status, out) == (2, "")
    assert err == (f"whistsolve: error: file '/proc/self/mem' cannot be read: {os.strerror(errno.EIO)}\n")


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no such device")
def test_a_pipe_that_has_a_name_is_read_by_a_minus() -> None:
    status, out, err = process("batch", "/dev/stdin", "--strains", "S+", stdin="N:A... K... Q... J...\n")
    assert (status, out) == (2, "")
    assert err == (
        "whistsolve: error: file '/dev/stdin' can be read only once: expected - for the standard input, or a"
        " file on a disk\n"
    )
