"""Files of deals that vanish, shrink, grow or are exchanged while they are read; or cannot be read."""

import errno
import os
import sys
from pathlib import Path

import pytest
from tests.support.batches import answers, file_of, short_deals
from tests.support.command import process, refused

import whistsolve as ws

DEALS = short_deals(40)


def vanish(path):
    path.unlink()


def shrink(path):
    os.truncate(path, path.stat().st_size // 2)


def grow(path):
    with open(path, "a") as file:
        file.write(f"{DEALS[0]}\n")


def exchange(path):
    os.replace(file_of(path.with_name("other"), DEALS[::-1]), path)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be taken away")
@pytest.mark.parametrize(
    ("change", "after"), [(vanish, 3), (shrink, 23), (grow, 3), (exchange, 23), (vanish, 23), (shrink, 3)]
)
def test_a_file_that_changes_while_it_is_read(change, after, tmp_path):
    """What was answered before stays, nothing of other contents joins it, and the old file goes on."""
    folder, out, once = (tmp_path / name for name in ("in", "out", "once"))
    folder.mkdir()
    first, second = (
        file_of(folder / name, DEALS[at : at + 20]) for name, at in (("1.txt", 0), ("2.txt", 20))
    )
    kept = {path: path.read_bytes() for path in (first, second)}
    todo = [first if after < 20 else second]

    def progress(done, total):
        if done >= after and todo:
            change(todo.pop())

    words = "cannot be read: No such file" if change is vanish else "was changed while it was read"
    with pytest.raises(ws.WhistError, match=words):
        ws.run_batch(folder, out, strains=["S+"], chunk=1, progress=progress)
    done = [row["deal"] for row in answers(out)]
    assert done == [str(deal) for deal in DEALS[: len(done)]] and len(done) >= after
    with pytest.raises(ws.WhistError, match="was begun with input"):
        ws.run_batch(folder, out, strains=["S+"], resume=True)
    for file, data in kept.items():
        file.write_bytes(data)
    for each in (out, once):
        ws.run_batch(folder, each, strains=["S+"], resume=True)
    assert out.read_bytes() == once.read_bytes()


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that opens and cannot be read")
def test_a_file_that_opens_and_cannot_be_read():
    for verb in ("batch", "solve", "table", "trace", "report", "score", "board"):
        message = refused(verb, "/proc/self/mem")
        assert message == f"file '/proc/self/mem' cannot be read: {os.strerror(errno.EIO)}", verb


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no such device")
def test_a_pipe_that_has_a_name_is_read_by_a_minus():
    found = process("batch", "/dev/stdin", "--strains", "S+", stdin="N:A... K... Q... J...\n")
    words = "can be read only once: expected - for the standard input, or a file on a disk"
    assert found == (2, "", f"whistsolve: error: file '/dev/stdin' {words}\n")
