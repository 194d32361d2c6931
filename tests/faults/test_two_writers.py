"""Two runs with one output: the first writes, the second says so and touches nothing."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.batches import short_deals
from tests.support.folders import contents

import whistsolve as ws
from whistsolve._internal.files import only_run
from whistsolve.players import RandomPlayer


def play(deals, save, **more):
    ws.play_deals(
        RandomPlayer(), RandomPlayer(), deals=deals, rules=ws.Rules.preset("whist"), save=save, **more
    )


def test_a_saved_run_has_one_writer(tmp_path):
    file, refused = tmp_path / "deals.jsonl", []

    def progress(done, total):
        before = file.read_bytes()
        with pytest.raises(ws.WhistError, match=r"another run is writing to '.*deals\.jsonl'") as caught:
            play(9, file)
        refused.append(caught)
        assert file.read_bytes() == before

    play(3, file, progress=progress)
    assert len(refused) == 3 and set(contents(tmp_path)) == {"deals.jsonl"}
    play(4, file)
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
