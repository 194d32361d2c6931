"""The command line on terminals, in pipes and under interrupts."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from tests.support.command import NO_TRUMP, SMALL, Screen, done, process

from whistsolve.cli import output

# Progress.


#: A safety net only: what takes so long, on a machine however busy, has hung.
HUNG = 300


def screen_of_work(monkeypatch, screen, patience, seconds, words=""):
    """What is shown, once the time is over and the words have appeared."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "_PROGRESS_AFTER_SECONDS", patience)
    monkeypatch.setattr(sys, "stderr", screen)
    stdout = sys.stdout
    with output.Working("dealing cards") as working:
        for number in range(4):
            working(number, 4)
            time.sleep(seconds / 4)
            assert sys.stdout is stdout
        end = time.monotonic() + HUNG
        while not all(word in screen.getvalue() for word in words.split("|")):
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.02)
    return screen.getvalue()


def test_long_work_shows_progress_on_a_terminal(monkeypatch):
    text = screen_of_work(monkeypatch, Screen(), 0.02, 0.2, "dealing cards|/4")
    assert "dealing cards" in text and "/4" in text


def test_progress_of_long_runs_has_a_rate_and_the_time_left(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "_PROGRESS_AFTER_SECONDS", 0.0)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with output.Working("answering", rate=True) as working:
        end, done = time.monotonic() + HUNG, 0
        while not ("/s" in screen.getvalue() and "00:" in screen.getvalue()):
            assert time.monotonic() < end, "waited in vain"
            done += 1
            working(done, 1_000_000)
            time.sleep(0.02)


def test_short_work_and_files_show_none(monkeypatch):
    assert screen_of_work(monkeypatch, Screen(), 30, 0.01) == ""
    assert screen_of_work(monkeypatch, io.StringIO(), 0.02, 0.2) == ""


def test_progress_makes_room_for_results_on_the_same_terminal(monkeypatch):
    screen = Screen()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "_PROGRESS_AFTER_SECONDS", 0.02)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdout", screen)
    with output.Working("dealing cards") as working:
        working.make_room()
        time.sleep(0.2)
    assert screen.getvalue() == ""


# As processes.


def test_as_a_process():
    assert process("table", "--json", stdin=SMALL) == (0, done("table", SMALL, "--json"), "")
    status, out, err = process("solve", NO_TRUMP)
    assert (status, out, err) == (0, done("solve", NO_TRUMP), "")
    status, out, err = process("solve", "--strain", "S+", "--leader", "N", stdin="N:A... K... Q...\n")
    assert (status, out) == (2, "") and err.startswith("whistsolve: error: ") and err.count("\n") == 1


def test_a_closed_pipe_ends_quietly():
    with start("deal", "--count", "1000000", "--seed", "1") as running:
        assert running.stdout.readline().startswith(b"N:")
        running.stdout.close()
        assert running.wait(HUNG) == 0
        assert running.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupted_process_says_nothing_and_ends_with_130():
    with start("deal", "--count", "100000000", "--seed", "1") as running:
        assert running.stdout.readline().startswith(b"N:")
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=HUNG)
        assert (running.returncode, err) == (130, b"")


#: A command that hears a signal in a destructor, which drops the exception of its handler.
DROPPED = f"""
import signal, time, whistsolve.__main__, whistsolve.cli

class Heard:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def main():
    Heard()
    time.sleep({HUNG})

whistsolve.cli.main = main
whistsolve.__main__.run()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupt_that_the_interpreter_drops_ends_the_process():
    command = [sys.executable, "-c", DROPPED]
    assert (
        subprocess.run(command, capture_output=True, timeout=HUNG, preexec_fn=hears_interrupts).returncode
        == 130
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupted_arena_prints_and_keeps_what_is_finished(tmp_path):
    file = tmp_path / "run.jsonl"
    arguments = ("arena", "heuristic", "random", "--rules", "whist", "--processes", "2", "--json")
    with start(*arguments, "--deals", "1000000", "--save", file) as running:
        end = time.monotonic() + HUNG
        while not file.exists() or file.read_bytes().count(b"\n") < 4:
            assert time.monotonic() < end and running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=HUNG)
        assert (running.returncode, err) == (130, b"")
    found = json.loads(out)
    assert found["deals"] == len(file.read_bytes().splitlines()) - 1 >= 3
    again = json.loads(done(*arguments[:5], "--json", "--deals", found["deals"], "--resume", file))
    alone = json.loads(done(*arguments[:5], "--json", "--deals", found["deals"]))
    assert again["pairings"] == alone["pairings"]
    # Two processes may finish deals out of order, so that one of the first may be missing at the interrupt.
    kept = [each for each in found["played"] if each["number"] < found["deals"]]
    assert len(kept) >= found["deals"] - 1 and all(each in again["played"] for each in kept)


def hears_interrupts():
    # A shell that runs tests in the background may have told them, and what they start, to ignore the signal.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(*args):
    command = [sys.executable, "-m", "whistsolve", *args]
    before = None if sys.platform == "win32" else hears_interrupts
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before)


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed otherwise")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_closed_streams(closed):
    command = f'exec "{sys.executable}" -m whistsolve table "{SMALL}" --json {closed}'
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=HUNG)
    assert (result.returncode, result.stderr) == (0, "")
    assert (result.stdout == "") == (closed == ">&-")


# Long work on a terminal.

#: Stands for a file of many hands in PTN.
FILE = object()


def watched(words, *args):
    """What a process shows on a terminal, its standard error stream, until some words; the process itself."""
    import pty

    leader, follower = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    running = subprocess.Popen(
        [sys.executable, "-m", "whistsolve", *map(str, args)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=follower, env=environment,
        preexec_fn=hears_interrupts,
    )  # fmt: skip
    os.close(follower)
    seen = b""
    with contextlib.suppress(OSError):  # Linux says so where the process has closed the terminal
        while words not in seen:
            more = os.read(leader, 4096)
            if not more:
                break
            seen += more
    return seen, running, leader


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals")
@pytest.mark.parametrize(
    ("words", "args"),
    [
        (b"sampling layouts", ("bid", "AKQJ.T9.32.9876", "--seat", "S", "--dealer", "E", "--samples", 5000)),
        (b"solving the table", ("table", FILE, "--kitty", "--threads", 1)),
        (b"solving card by card", ("trace", FILE)),
        (b"hands", ("report", FILE)),
        (b"matches", ("arena", "heuristic", "sampling", "--matches", 1000)),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_long_work_tells_of_itself_and_ends_at_once(words, args, tmp_path):
    """Progress is shown on the terminal while results go elsewhere; an interrupt ends the work with 130."""
    file = tmp_path / "many.ptn"
    if FILE in args:
        file.write_bytes(NO_TRUMP.read_bytes() * 200)
    seen, running, leader = watched(words, *(file if each is FILE else each for each in args))
    with running:
        assert words in seen
        running.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):
            while os.read(leader, 4096):
                pass
        os.close(leader)
        running.communicate(timeout=HUNG)
        assert running.returncode == 130
