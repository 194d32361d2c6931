"""Two runs with one output: the first writes, the second says so and touches nothing."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.folders import contents

import whistsolve as ws
from whistsolve.players import RandomPlayer

WHIST = ws.Rules.preset("whist")


def test_a_saved_run_has_one_writer(tmp_path: Path) -> None:
    file, refused = tmp_path / "deals.jsonl", []

    def play(deals: int, progress: object = None) -> None:
        ws.play_deals(RandomPlayer(), RandomPlayer(), deals=deals, rules=WHIST, save=file, progress=progress)  # type: ignore[arg-type]

    def progress(done: int, total: int) -> None:
        before = file.read_bytes()
        with pytest.raises(ws.WhistError, match=r"another run is writing to '.*deals\.jsonl'") as caught:
            play(9)
        refused.append(caught)
        assert file.read_bytes() == before

    play(3, progress)
    assert len(refused) == 3 and set(contents(tmp_path)) == {"deals.jsonl"}
    play(4)
    assert file.read_bytes().count(b"\n") == 5


_PROGRAM = """
import sys
import whistsolve as ws
from whistsolve.players import RandomPlayer
input()
try:
    ws.play_deals(RandomPlayer(), RandomPlayer(), deals=40, rules=ws.Rules.preset("whist"), save=sys.argv[1])
except ws.WhistError as error:
    sys.exit(f"refused: {error}")
"""


def test_processes_that_begin_at_once(tmp_path: Path) -> None:
    """Whoever comes second, while the first is at it, is refused; the file is that of one."""
    folder = tmp_path / "out"
    folder.mkdir()
    command = [sys.executable, "-c", _PROGRAM, str(folder / "deals")]
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    both = [subprocess.Popen(command, **pipes) for _ in range(2)]  # type: ignore[call-overload]
    for each in both:
        each.stdin.write("\n")
        each.stdin.flush()
    said = [each.communicate()[1] for each in both]
    assert 0 in [each.returncode for each in both]
    assert all(not each or "refused: another run is writing to" in each for each in said), said
    ws.play_deals(RandomPlayer(), RandomPlayer(), deals=40, rules=WHIST, save=tmp_path / "once")
    assert contents(folder)["deals"] == contents(tmp_path)["once"]
