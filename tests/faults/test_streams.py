"""Standard streams that are full, closed or gone, one line at most, and a status."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import DATA
from tests.support.long_commands import HUNG
from tests.support.thorough import by_default

HAND = DATA / "ptn" / "trickster-241.ptn"
DEAL = "N:AK..Q. QJ..K. T9..J. 87..T."
#: Verbs with work that is soon done.
VERBS = {
    "batch": "random:1:2 --rules whist --strains S+",
    "deal": "--count 100",
    "rules": "",
}
#: The others that print and end.
OTHERS = {
    "arena": "random random --rules whist --deals 2",
    "bench": "--deals 1",
    "bid": "AKQJ.T9.32.9876 --seat S --dealer E --samples 4",
    "discard": f"'{HAND}'",
    "par": f"'{DEAL}' --rules bid_whist_no_kitty --dealer N",
    "play": "--seed 1",
    "report": f"'{HAND}'",
    "score": f"'{HAND}'",
    "selftest": "",
    "solve": f"'{DEAL}' --strain S+ --leader N",
    "table": f"'{DEAL}'",
    "trace": f"'{HAND}'",
}
EACH = by_default(len(VERBS), [*VERBS, *OTHERS])
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="streams are closed otherwise")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")


def shell(verb: str, ending: str) -> tuple[int, str, str]:
    """Status of the command itself, standard output and standard error."""
    arguments = (VERBS | OTHERS)[verb]
    command = (
        f'{{ "{sys.executable}" -m whistsolve {verb} {arguments}; echo "status $?" >&3; }} 3>&2 {ending}'
    )
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=HUNG)
    said = result.stderr.splitlines()
    (status,) = [line for line in said if line.startswith("status ")]
    return int(status.split()[1]), result.stdout, "\n".join(line for line in said if line != status)


@full
@pytest.mark.parametrize("verb", EACH)
def test_a_full_output(verb: str) -> None:
    status, _, said = shell(verb, "</dev/null >/dev/full")
    assert (status, said) == (2, "whistsolve: error: output: No space left on device")


@full
def test_nobody_can_read_what_is_wrong() -> None:
    """The status says it all the same."""
    for ending in ("2>/dev/full", "2>&-", ">&- 2>&- <&-"):
        command = f'"{sys.executable}" -m whistsolve solve nonsense {ending}'
        assert subprocess.run(["sh", "-c", command], timeout=HUNG).returncode == 2, ending


@pytest.mark.parametrize("verb", EACH)
def test_a_reader_that_goes(verb: str) -> None:
    status, out, said = shell(verb, "</dev/null | head -c 1")
    assert status == 0 and len(out) == 1
    assert said in ("", "whistsolve: the output was closed before its end")


@pytest.mark.parametrize("verb", EACH)
@pytest.mark.parametrize("closed", [">&-", "<&-"])
def test_streams_that_were_never_open(verb: str, closed: str) -> None:
    status, _, said = shell(verb, closed)
    assert (status, said) == (0, "")
