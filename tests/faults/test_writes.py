"""A disk that fails at any write, flush, rename or removal; two writers: an error, later the same bytes."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.support.batches import SHORT, contents, short_deals, source_with_wrong_lines
from tests.support.failing_writes import every, failing_disk
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve._internal.files import only_run, write_whole
from whistsolve.cli.dialogue import save_hand
from whistsolve.equity import HandOutcomes, MatchEquity, load_equity, save_equity
from whistsolve.game import HandState
from whistsolve.players import RandomPlayer
from whistsolve.runs import loop


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(loop, "_COMMIT_SECONDS", 0.0)
    monkeypatch.setattr(os, "fsync", lambda file: None)


def run(path, resume):
    """A batch or an arena, by the name of its output."""
    if path.name.startswith("out"):
        given = {"strains": ("S+",), "rules": SHORT, "chunk": 3, "part_rows": 5, "resume": resume}
        return ws.run_batch(path.parents[1] / "deals.txt", path, **given)
    play, more = (ws.play_deals, {"deals": 5}) if path.stem == "deals" else (ws.play_matches, {"matches": 8})
    return play(RandomPlayer(), RandomPlayer(), rules=ws.Rules.preset("whist"), save=path, **more)


def check_nothing_half_written_is_whole(folder, want):
    """What stands there after an error: whole parts alone, and no manifest that claims more."""
    for path in folder.rglob("part-*.parquet"):
        assert path.read_bytes() == want[str(path.relative_to(folder))]
    for path in folder.glob("*.manifest.json"):
        if json.loads(path.read_bytes())["state"]["complete"]:
            found = contents(folder)
            assert {name: found.get(name) for name in want} == want


# Of the calls that change something, in the suite so many of a hundred fail in turn; at night all of them.
@pytest.mark.parametrize("step", by_default(1, [11, 1]))
@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet", "deals.jsonl", "matches.jsonl"])
def test_a_run_goes_on_after_any_call_that_failed(name, step, tmp_path):
    source_with_wrong_lines(tmp_path / "deals.txt", 15)
    folder = tmp_path / "once"
    folder.mkdir()
    with failing_disk(folder, None, stays=False) as disk:
        run(folder / name, False)
    want = contents(folder)
    assert disk.calls > 8 and not [name for name in want if name.endswith((".new", ".lock"))]
    refused = 0
    for number, error, stays in every(disk.calls, step):
        folder = tmp_path / f"out {number}"
        folder.mkdir()
        case = f"call {number} of {disk.calls}, {errno.errorcode[error]}, {stays=}"
        try:
            with failing_disk(folder, number, error, stays=stays):
                run(folder / name, True)
        except (OSError, ws.WhistError) as caught:
            refused += 1
            assert os.strerror(error) in str(caught), case
        check_nothing_half_written_is_whole(folder, want)
        run(folder / name, True)
        assert contents(folder) == want, case
    assert refused


def test_overwriting_fails_without_a_mixture(tmp_path):
    """An output that is begun anew is never taken for one that goes on."""
    source = source_with_wrong_lines(tmp_path / "deals.txt", 9)
    (tmp_path / "once").mkdir()
    ws.run_batch(source, tmp_path / "once" / "out", strains=["S+"])
    for number in range(12):
        out = tmp_path / f"out {number}" / "out"
        out.parent.mkdir()
        ws.run_batch(source, out, strains=["NT-"])
        try:
            with failing_disk(out.parent, number, stays=True):
                ws.run_batch(source, out, strains=["S+"], overwrite=True)
        except (OSError, ws.WhistError):
            pass
        try:
            ws.run_batch(source, out, strains=["S+"], resume=True)
        except ws.WhistError as error:  # it is still the one before, or nobody knows whose rows these are
            assert "begun with strains" in str(error) or "has no manifest" in str(error)
            ws.run_batch(source, out, strains=["S+"], overwrite=True)
        assert contents(out.parent) == contents(tmp_path / "once"), number


def save_probability(path, value):
    outcomes = HandOutcomes(np.array([[3, 0, 1], [1, 4, 0]]), np.array([value, 1 - value]))
    save_equity(MatchEquity(ws.Rules.preset("cutthroat_3"), outcomes, matches=20), path)


def save_text(path, value):
    write_whole(path, f"{value}".encode() * 100)


def save_ptn(path, value):
    rules = ws.Rules.preset("bid_whist")
    save_hand(HandState(ws.Deal.random(int(value * 8), rules), rules, dealer=0), str(path))


@pytest.mark.parametrize("save", [save_probability, save_text, save_ptn])
def test_a_file_is_replaced_or_left_alone(save, tmp_path):
    path = tmp_path / "kept"
    save(path, 0.25)
    old = path.read_bytes()
    with failing_disk(tmp_path, None, stays=False) as disk:
        save(path, 0.5)
    new = path.read_bytes()
    assert old != new and disk.calls >= 4
    for number, error, stays in every(disk.calls, 1):
        path.write_bytes(old)
        with failing_disk(tmp_path, number, error, stays=stays), pytest.raises((OSError, ws.WhistError)):
            save(path, 0.5)
        # Once it has its name, only that the name is safe can fail.
        assert path.read_bytes() in ((old, new) if number == disk.calls - 1 else (old,)), number
        (tmp_path / "kept.new").unlink(missing_ok=True)
    if save is save_probability:
        assert load_equity(path).outcomes.probabilities[0] in (0.25, 0.5)


def test_a_link_stays_and_a_device_is_written_to(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", b"some")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_bytes() == b"some"
    write_whole(Path(os.devnull), b"some")
    assert not Path(os.devnull).is_file()


class Narrow:
    """A stream that takes a few bytes at a time, as pipes without a buffer do."""

    taken = b""

    def write(self, data):
        self.taken += data[:7]
        return len(data[:7])

    def flush(self):
        pass


def test_a_stream_that_takes_a_part_gets_the_rest(tmp_path):
    source, narrow = source_with_wrong_lines(tmp_path / "deals.txt", 9), Narrow()
    for output in (narrow, tmp_path / "out"):
        ws.run_batch(source, output, strains=["S+"])
    assert narrow.taken == (tmp_path / "out").read_bytes()


# Two runs with one output: the first writes, the second says so and touches nothing.


def test_a_saved_run_has_one_writer(tmp_path):
    file, refused = tmp_path / "deals.jsonl", []

    def play(deals, **more):
        players, rules = (RandomPlayer(), RandomPlayer()), ws.Rules.preset("whist")
        ws.play_deals(*players, deals=deals, rules=rules, save=file, **more)

    def progress(done, total):
        before = file.read_bytes()
        with pytest.raises(ws.WhistError, match=r"another run is writing to '.*deals\.jsonl'") as caught:
            play(9)
        refused.append(caught)
        assert file.read_bytes() == before

    play(3, progress=progress)
    assert len(refused) == 3 and set(contents(tmp_path)) == {"deals.jsonl"}
    play(4)
    assert file.read_bytes().count(b"\n") == 5


_HOLDS = """
import pathlib, sys
from whistsolve._internal.files import only_run
with only_run(pathlib.Path(sys.argv[1])):
    print("in", flush=True)
    input()
"""


def test_a_batch_has_one_writer(tmp_path):
    out, refused = tmp_path / "out.jsonl", []

    def progress(done, total):
        for options in ({"resume": True}, {"overwrite": True}, {}):
            with pytest.raises(ws.WhistError, match="another run is writing to") as caught:
                ws.run_batch(short_deals(3), out, **options)
            refused.append(caught)

    ws.run_batch(short_deals(3), out, progress=progress)
    assert refused
    command = [sys.executable, "-c", _HOLDS, str(out)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "in\n"
        with pytest.raises(ws.WhistError, match="another run"):
            ws.run_batch(short_deals(3), out, resume=True)
        process.kill()
    with only_run(out):
        assert Path(f"{out}.lock").exists(), "the one that was killed has let it go"
    assert not Path(f"{out}.lock").exists()
