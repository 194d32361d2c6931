"""SIGINT, SIGTERM, SIGHUP and SIGKILL at random moments of every verb."""

import itertools
import signal
import subprocess
import sys

import pytest
from tests.support.batches import contents, file_of, short_deals
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
KILL = getattr(signal, "SIGKILL", TERMINATE)
#: Seconds until a signal comes: while modules are loaded, and while it works.
DELAYS = (0.0, 1.5)
#: By default these, once each.
SOME = {"arena in processes": INTERRUPT, "batch": HANG_UP, "play": INTERRUPT, "report": TERMINATE}
EACH = [*((name, 1) for name in SOME), *((name, 4) for name in JOBS)]


@pytest.fixture
def rng(request):
    return seed_of_faults(request)


@pytest.mark.parametrize(("name", "times"), by_default(len(SOME), EACH))
def test_every_verb_ends_as_told(name, times, rng, tmp_path):
    signals = itertools.cycle([SOME.get(name, INTERRUPT), TERMINATE, HANG_UP, KILL])
    for number in itertools.islice(signals, times):
        delay = rng.uniform(*DELAYS) / (2 if times == 1 else 1)
        case = f"{name}, {signal.Signals(number).name} after {delay:.4f} s"
        with at_work(name, many_hands(tmp_path), tmp_path / f"out {rng.random()}") as job:
            status, said = job.end_with(number, delay)
        wanted = {-number} if number == KILL else {128 + number}
        # A short one may be done.
        assert status in (wanted | {0} if name in SHORT else wanted), f"{case}: {status} {said}"
        assert said == "", f"{case}: {said}"
        assert rest_of_session(job.process.pid) == [], case


def test_what_is_told_to_ignore_a_closed_terminal_goes_on(tmp_path):
    """As `nohup` starts it; another signal ends it still."""
    with at_work("batch", tmp_path, tmp_path / "out", ignored=HANG_UP) as job:
        job.process.send_signal(HANG_UP)
        assert job.end_with(TERMINATE, 1.0) == (128 + TERMINATE, "")


#: What a signal handler raises in a finalizer is lost, as in what import locks call and in native modules.
FINALIZED = """
import atexit, signal, sys, time, whistsolve.__main__
class Finalized:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
"""
LOADING = """
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "whistsolve.cli":
            Finalized()
sys.meta_path.insert(0, Finder())
"""
IN_PLACE_OF_MAIN = "import whistsolve.cli\nwhistsolve.cli.main = lambda: "
HELD = "sys.held = Finalized()\n"
PROGRAMS = {
    "while modules are loaded": LOADING,
    "that the interpreter drops": f"{IN_PLACE_OF_MAIN}[Finalized() is None, time.sleep({HUNG})]",
    "when signals are handled no more": f"{HELD}{IN_PLACE_OF_MAIN}0",
    "while Python shuts down": f"{HELD}{IN_PLACE_OF_MAIN}[0, atexit.register(sys.held.__del__)][0]",
    # CPython remembers a plain interrupt that passes `exec`, as dataclasses call it, and ends ``-m`` with it.
    "while text is run in a module": f"{IN_PLACE_OF_MAIN}exec('signal.raise_signal(signal.SIGTERM)')",
}


@pytest.mark.parametrize("when", PROGRAMS)
def test_a_signal_at_an_odd_moment(when, tmp_path):
    (tmp_path / "started.py").write_text(f"{FINALIZED}{PROGRAMS[when]}\nwhistsolve.__main__.run()\n")
    command = [sys.executable, "-m", "started"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HUNG, cwd=tmp_path)
    status = 0 if "no more" in when else 128 + TERMINATE
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


@pytest.mark.parametrize(
    ("form", "times"), by_default(1, [("parquet", 3), ("jsonl", 3), ("jsonl", 12), ("parquet", 12)])
)
def test_a_batch_ended_again_and_again_is_that_of_one_run(form, times, rng, tmp_path):
    deals = file_of(tmp_path / "deals.txt", short_deals(100 * times))
    ended, once = tmp_path / "ended", tmp_path / "once"
    for folder in (ended, once):
        folder.mkdir()
    more = ("--resume", "--strains", "S+,NT-", "--format", form, "--threads", "1")
    ends = 0
    for number in [KILL, TERMINATE, INTERRUPT] * (times // 3 + 1):
        with at_work("batch of a file", deals, ended / "out", *more) as job:
            # The first at once, so that there is an end however fast the machine is.
            status, said = job.end_with(number, rng.uniform(*DELAYS) if ends else 0.0)
        assert status in (0, -number, 128 + number) and said == ""
        ends += status != 0
        if status == 0:
            break
    for folder in (ended, once):
        ws.run_batch(deals, folder / "out", strains=("S+", "NT-"), format=form, resume=True)
    assert ends and contents(ended) == contents(once)


@pytest.mark.parametrize("times", by_default(1, [2, 8]))
def test_an_arena_ended_again_and_again_is_that_of_one_run(times, rng, tmp_path):
    ended, once = tmp_path / "ended", tmp_path / "once"
    for folder in (ended, once):
        folder.mkdir()
    out = ended / "out"
    for number in ([KILL, TERMINATE] * times)[:times]:
        saving = "--resume" if out.exists() else "--save"
        with at_work("arena at random", tmp_path, out, saving, str(out)) as job:
            assert job.end_with(number, rng.uniform(*DELAYS)) in ((-number, ""), (128 + number, ""))
    done = max(0, out.read_bytes().count(b"\n") - 1) if out.exists() else 0
    for folder in (ended, once):
        options = {"deals": done + 3, "rules": ws.Rules.preset("whist"), "save": folder / "out"}
        ws.play_deals(RandomPlayer(), RandomPlayer(), **options)
    assert contents(ended) == contents(once)
