"""The command line as tests call it: in this process, or in one of its own."""

import inspect
import io
import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner
from tests.support.valid import check_printed

import whistsolve as ws
from whistsolve.cli import app

DATA = Path(__file__).parents[1] / "data"
NO_TRUMP = DATA / "ptn" / "trickster-241.ptn"
SPADES = DATA / "ptn" / "trickster-327.ptn"
SMALL = "N:AQ... K2... JT... 98..."
THREE = "0:AK... QJ... T9..."
UPTOWN = ("--strain", "NT+", "--leader", "N")
PRESETS = ws.Rules.preset_names()


class Screen(io.StringIO):
    """Text that is shown on a terminal."""

    encoding = "utf-8"

    def isatty(self):
        return True


def run(*args, stdin=None):
    """Status, standard output and standard error of a command."""
    apart = {"mix_stderr": False} if "mix_stderr" in inspect.signature(CliRunner).parameters else {}
    result = CliRunner(**apart).invoke(app, [str(arg) for arg in args], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if "--json" in args or (args[:1] == ("batch",) and result.stdout.startswith("{")):
        check_printed(args[0], result.stdout)
    return result.exit_code, result.stdout, result.stderr


def done(*args, stdin=None):
    """The output of a command that has to succeed."""
    status, out, err = run(*args, stdin=stdin)
    assert status == 0 and all(line.startswith("note: ") for line in err.splitlines())
    return out


def refused(*args, stdin=None):
    """The message of a command that has to be refused."""
    status, out, err = run(*args, stdin=stdin)
    assert (status, out) == (2, "")
    assert err.startswith("whistsolve: error: ") and err.endswith("\n") and err.count("\n") == 1
    return err.removeprefix("whistsolve: error: ").rstrip("\n")


def process(*args, stdin="", **environment):
    """The same in a process of its own."""
    command = [sys.executable, "-m", "whistsolve", *map(str, args)]
    result = subprocess.run(
        command, input=stdin, capture_output=True, text=True, timeout=300, env=os.environ | environment
    )
    return result.returncode, result.stdout, result.stderr
