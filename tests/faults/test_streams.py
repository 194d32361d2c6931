"""The command as a process; streams that are full, closed or gone: one line at most, and a status."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import NO_TRUMP, SMALL, done, process
from tests.support.long_commands import HUNG
from tests.support.thorough import by_default

DEAL = "N:AK..Q. QJ..K. T9..J. 87..T."
#: Verbs that print and end; by default the first, whose output is more than a pipe holds.
VERBS = {
    "deal": "--count 5000",
    "batch": "random:1:2 --rules whist --strains S+",
    "rules": "",
    "arena": "random random --rules whist --deals 2",
    "bench": "--deals 1",
    "bid": "AKQJ.T9.32.9876 --seat S --dealer E --samples 4",
    "discard": f"'{NO_TRUMP}'",
    "par": f"'{DEAL}' --rules bid_whist_no_kitty --dealer N",
    "play": "--seed 1",
    "report": f"'{NO_TRUMP}'",
    "score": f"'{NO_TRUMP}'",
    "selftest": "",
    "solve": f"'{DEAL}' --strain S+ --leader N",
    "table": f"'{DEAL}'",
    "trace": f"'{NO_TRUMP}'",
}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="streams are closed otherwise")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")


def shell(verb, ending):
    """Status of the command itself, standard output and standard error."""
    command = f'"{sys.executable}" -m whistsolve {verb} {VERBS[verb]}'
    line = f'{{ {command}; echo "status $?" >&3; }} 3>&2 {ending}'
    result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=HUNG)
    said = result.stderr.splitlines()
    (status,) = [line for line in said if line.startswith("status ")]
    return int(status.split()[1]), result.stdout, "\n".join(line for line in said if line != status)


def test_a_process_prints_what_the_command_does():
    assert process("table", "--json", stdin=SMALL) == (0, done("table", SMALL, "--json"), "")
    status, out, err = process("solve", "--strain", "S+", "--leader", "N", stdin="N:A... K... Q...\n")
    assert (status, out) == (2, "") and err.startswith("whistsolve: error: ") and err.count("\n") == 1


@full
@pytest.mark.parametrize("verb", by_default(1, VERBS))
def test_a_full_output(verb):
    status, _, said = shell(verb, "</dev/null >/dev/full")
    assert (status, said) == (2, "whistsolve: error: output: No space left on device")


@full
def test_nobody_can_read_what_is_wrong():
    """The status says it all the same."""
    for ending in ("2>/dev/full", ">&- 2>&- <&-"):
        command = f'"{sys.executable}" -m whistsolve solve nonsense {ending}'
        assert subprocess.run(["sh", "-c", command], timeout=HUNG).returncode == 2, ending


@pytest.mark.parametrize("verb", by_default(1, VERBS))
def test_a_reader_that_goes(verb):
    status, out, said = shell(verb, "</dev/null | head -c 1")
    assert status == 0 and len(out) == 1
    assert said in ("", "whistsolve: the output was closed before its end")


@pytest.mark.parametrize("verb", by_default("rules".__eq__, VERBS))
def test_streams_that_were_never_open(verb):
    for closed in (">&-", "<&-", "2>&-"):
        command = f'"{sys.executable}" -m whistsolve {verb} {VERBS[verb]} {closed}'
        result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=HUNG)
        assert (result.returncode, result.stderr) == (0, ""), closed
        assert (result.stdout == "") == (closed == ">&-"), closed
