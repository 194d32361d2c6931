"""Programs run in a process of their own, which a test can see crash or hang."""

import os
import signal
import subprocess
import sys
from textwrap import dedent

import pytest

#: A safety net only: what runs so long has hung.
HUNG = 600.0

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


def run_program(text, *arguments):
    """The lines that a program prints, whose warnings are errors, and which has to end well and quietly."""
    command = [
        sys.executable,
        "-W",
        "error",
        "-c",
        f"import sys\nsys.path[:0] = {sys.path!r}\n{dedent(text)}",
    ]
    with subprocess.Popen(
        [*command, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            output, errors = running.communicate(timeout=HUNG)
        except BaseException:
            if hasattr(os, "killpg"):  # with the processes that it began
                os.killpg(running.pid, signal.SIGKILL)
            running.kill()
            raise
    assert (running.returncode, errors) == (0, ""), output
    return output.splitlines()
