"""Every command with work for long, in a process of its own that a signal finds at any moment."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.command import NO_TRUMP

#: A safety net only: what takes so long, on a machine however busy, has hung.
HUNG = 300.0
#: Stand for a file of many hands in PTN, and for a file to write to.
FILE, OUT = "<file>", "<out>"

_WHIST, _MANY = ("--rules", "whist"), ("--matches", "100000")
_DEALS = ("random:1:10000000", *_WHIST, "--strains", "S+")
#: A command and its arguments. Those that would soon be done read a standard input that does not end.
JOBS = {
    "arena": ("arena", "heuristic", "random", *_WHIST, "--deals", "100000", "--save", OUT),
    "arena in processes": ("arena", "heuristic", "sampling", *_MANY, "--processes", "2", "--save", OUT),
    "batch": ("batch", *_DEALS, "-o", OUT),
    "batch in processes": ("batch", *_DEALS, "-o", OUT, "--processes", "2"),
    "batch printed": ("batch", *_DEALS),
    "batch to parquet": ("batch", *_DEALS, "-o", OUT, "--format", "parquet"),
    "bench": ("bench", "--hard"),
    "bid": ("bid", "AKQJ.T9.32.9876", "--seat", "S", "--dealer", "E", "--samples", "100000"),
    "board": ("board", "--no-browser"),
    "deal": ("deal", "--count", "1000000000", "--seed", "1"),
    "discard": ("discard", FILE),
    "par": ("par", FILE, "--threads", "1"),
    "play": ("play", "--seed", "1"),
    "report": ("report", FILE),
    "rules": ("rules",),
    "score": ("score", "-"),
    "selftest": ("selftest",),
    "solve": ("solve", "-"),
    "table": ("table", FILE, "--kitty", "--threads", "1"),
    "trace": ("trace", FILE),
}
#: Those of which tests take up what was done.
RESUMED = {
    "arena at random": ("arena", "random", "random", *_WHIST, "--deals", "100000"),
    "batch of a file": ("batch", FILE, "-o", OUT),
}
#: Those that may be done before the signal comes.
SHORT = {"rules", "selftest"}

#: Writes to a descriptor that the command handles signals: before that, Python itself is starting.
_PROGRAM = """
import _signal, os, sys
ready, known = int(sys.argv.pop(1)), _signal.signal
def noted(number, handler):
    before = known(number, handler)
    if number == _signal.SIGTERM:
        os.write(ready, b".")
    return before
_signal.signal = noted
import whistsolve.__main__
whistsolve.__main__.run()
"""


class Job:
    """A command at work: its process leads a session of its own, and prints to nowhere."""

    def __init__(self, process):
        self.process = process

    def end_with(self, number, delay):
        """Sends a signal after a delay in seconds: the exit status, and what it wrote to standard error."""
        time.sleep(delay)
        self.process.send_signal(number)
        err = self.process.stderr
        hung = threading.Timer(HUNG, os.killpg, (self.process.pid, signal.SIGKILL))
        hung.start()
        errors = err.read()  # to its end, also that of its children, which have the same
        hung.cancel()
        return self.process.wait(HUNG), errors.decode()


@contextmanager
def at_work(name, file, out, *more, ignored=None):
    """A command whose process handles signals by now, but for one that it ignores; at the end it is gone."""
    arguments = [
        {FILE: str(file), OUT: str(out)}.get(each, each) for each in (*(JOBS | RESUMED)[name], *more)
    ]
    ours, theirs = os.pipe()

    def hears_signals():
        # A shell that runs tests in the background, or `nohup`, may have these ignored.
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)

    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, str(theirs), *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        pass_fds=[theirs], start_new_session=True, preexec_fn=hears_signals,
    )  # fmt: skip
    os.close(theirs)
    try:
        assert os.read(ours, 1) == b".", "it ended before it began"
        yield Job(process)
    finally:
        process.kill()
        with process:  # waits, and closes its pipes
            os.close(ours)


def rest_of_session(session):
    """The processes of a session that go on after a while: none, where all is well."""
    end = time.monotonic() + HUNG
    while (left := _in_session(session)) and time.monotonic() < end:
        time.sleep(0.05)
    return left


def _in_session(session):
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            state, _, _, of = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(of) == session and state != "Z":
                found.append(int(folder.name))
    return found


def seed_of_faults(request):
    """Of the environment variable ``FAULTS_SEED``; without it fixed in the suite, and other ones at night."""
    given = os.environ.get("FAULTS_SEED")
    if given is None:
        thorough = request.node.get_closest_marker("thorough") is not None
        given = time.strftime("%Y%m%d") if thorough else "1"
    print(f"to repeat it: FAULTS_SEED={given}")
    return random.Random(f"{given} {request.node.originalname}")


def many_hands(folder):
    """A file of two hundred hands in PTN."""
    path = folder / "many.ptn"
    path.write_bytes(NO_TRUMP.read_bytes() * 200)
    return path
