"""SIGINT, SIGTERM, SIGHUP and SIGKILL at random moments of every verb."""

import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.batches import file_of, short_deals
from tests.support.folders import contents
from tests.support.long_commands import (
    HUNG,
    JOBS,
    SHORT,
    at_work,
    many_hands,
    rest_of_session,
    seed_of_faults,
)
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.players import RandomPlayer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such signals")

INTERRUPT, TERMINATE = signal.SIGINT, signal.SIGTERM
HANG_UP = getattr(signal, "SIGHUP", TERMINATE)
#: Seconds until a signal comes: while modules are loaded, and while it works.
DELAYS = (0.0, 1.5)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    return seed_of_faults(request)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return many_hands(tmp_path)


def end(name: str, number: int, delay: float, file: Path, out: Path, *more: str) -> None:
    """Ends a verb with a signal, and holds it to what is promised."""
    case = f"{name} {' '.join(more)}, {signal.Signals(number).name} after {delay:.4f} s"
    with at_work(name, file, out, *more) as job:
        status, said = job.end_with(number, delay)
    wanted = {-number} if number == signal.SIGKILL else {128 + number}
    # A short one may be done.
    assert status in (wanted | {0} if name in SHORT else wanted), f"{case}: {status} {said}"
    assert said == "", f"{case}: {said}"
    assert rest_of_session(job.process.pid) == [], case


@pytest.mark.parametrize("name", JOBS)
def test_every_verb_ends_as_told(name: str, rng: random.Random, file: Path, tmp_path: Path) -> None:
    for each, number in zip(JOBS, (INTERRUPT, TERMINATE, HANG_UP) * len(JOBS), strict=False):
        delay = rng.uniform(*DELAYS) / 2
        if each == name:
            end(name, number, delay, file, tmp_path / "out")


def test_what_is_told_to_ignore_a_closed_terminal_goes_on(file: Path, tmp_path: Path) -> None:
    """As `nohup` starts it; another signal ends it still."""
    with at_work("batch", file, tmp_path / "out", ignored=HANG_UP) as job:
        job.process.send_signal(HANG_UP)
        assert job.end_with(TERMINATE, 1.0) == (128 + TERMINATE, "")


#: What a signal handler raises in a finalizer is lost, as in what import locks call and in native modules.
LOADING = """
import signal, sys
class Finalized:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "whistsolve.cli":
            Finalized()
sys.meta_path.insert(0, Finder())
from whistsolve.__main__ import run
run()
"""


def test_a_signal_while_modules_are_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, timeout=HUNG)
    assert (done.returncode, done.stdout, done.stderr) == (128 + TERMINATE, "", "")


#: A finalizer that the interpreter calls when it handles signals no more, and what it calls before that.
SHUT_DOWN = """
import atexit, signal, sys, whistsolve.cli
from whistsolve.__main__ import run
class Finalized:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
sys.held = Finalized()
whistsolve.cli.main = lambda: {}
run()
"""


@pytest.mark.parametrize(
    ("main", "status"), [("0", 0), ("[0, atexit.register(sys.held.__del__)][0]", 128 + TERMINATE)]
)
def test_a_signal_while_python_shuts_down(main: str, status: int) -> None:
    command = [sys.executable, "-c", SHUT_DOWN.format(main)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HUNG)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


#: CPython remembers a plain interrupt that passes `exec`, as dataclasses call it, and ends ``-m`` with it.
IN_EXEC = """
import signal, whistsolve.__main__, whistsolve.cli
whistsolve.cli.main = lambda: exec("signal.raise_signal(signal.SIGTERM)")
whistsolve.__main__.run()
"""


def test_a_signal_while_text_is_run_in_a_module(tmp_path: Path) -> None:
    (tmp_path / "started.py").write_text(IN_EXEC)
    command = [sys.executable, "-m", "started"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HUNG, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (128 + TERMINATE, "", "")


@pytest.mark.thorough
@pytest.mark.parametrize("name", JOBS)
def test_every_verb_ends_at_many_moments(name: str, rng: random.Random, file: Path, tmp_path: Path) -> None:
    for number in (INTERRUPT, TERMINATE, HANG_UP, signal.SIGKILL) * 8:
        out = tmp_path / f"out {rng.random()}"
        end(name, number, rng.uniform(*DELAYS), file, out)


@pytest.mark.parametrize("times", by_default(1, [3, 40]))
@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_batch_ended_again_and_again_is_that_of_one_run(
    form: str, times: int, rng: random.Random, tmp_path: Path
) -> None:
    deals = file_of(tmp_path / "deals.txt", short_deals(100 * times))
    folder = tmp_path / "ended"
    folder.mkdir()
    more = ("--resume", "--strains", "S+,NT-", "--format", form, "--threads", "1")
    ends = 0
    for number in [signal.SIGKILL, TERMINATE, INTERRUPT] * (times // 3 + 1):
        with at_work("batch of a file", deals, folder / "out", *more) as job:
            # The first at once, so that there is an end however fast the machine is.
            status, said = job.end_with(number, rng.uniform(*DELAYS) if ends else 0.0)
        assert status in (0, -number, 128 + number) and said == ""
        ends += status != 0
        if status == 0:
            break
    ws.run_batch(deals, folder / "out", strains=("S+", "NT-"), format=form, resume=True)  # type: ignore[arg-type]
    (tmp_path / "once").mkdir()
    ws.run_batch(deals, tmp_path / "once" / "out", strains=("S+", "NT-"), format=form)  # type: ignore[arg-type]
    assert ends and contents(folder) == contents(tmp_path / "once")


@pytest.mark.parametrize("times", by_default(1, [2, 20]))
def test_an_arena_ended_again_and_again_is_that_of_one_run(
    times: int, rng: random.Random, tmp_path: Path
) -> None:
    folder = tmp_path / "ended"
    folder.mkdir()
    out = folder / "out"
    for number in ([signal.SIGKILL, TERMINATE] * times)[:times]:
        with at_work(
            "arena at random", tmp_path, out, "--resume" if out.exists() else "--save", str(out)
        ) as job:
            status, said = job.end_with(number, rng.uniform(*DELAYS))
        assert (status, said) in ((-number, ""), (128 + number, ""))
    done = max(0, out.read_bytes().count(b"\n") - 1) if out.exists() else 0
    options: dict[str, Any] = {"deals": done + 3, "rules": ws.Rules.preset("whist")}
    (tmp_path / "once").mkdir()
    ws.play_deals(RandomPlayer(), RandomPlayer(), save=out, **options)
    ws.play_deals(RandomPlayer(), RandomPlayer(), save=tmp_path / "once" / "out", **options)
    assert contents(folder) == contents(tmp_path / "once")
