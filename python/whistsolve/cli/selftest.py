"""``whistsolve selftest``: checks that an installation gives the known answers."""

from __future__ import annotations

import sys

import click

import whistsolve
from whistsolve.cli import options
from whistsolve.cli.output import Working, print_json
from whistsolve.solving.bench.self_test import run_self_test


@options.command(
    """Hold this installation to known answers.

    Random deals, a bridge table, the fixed bench and eight threads at once, in some seconds. Where an answer
    is not the known one, it is printed, and the exit status is 1.
    """,
    "whistsolve selftest",
)
@options.json()
def selftest(as_json: bool) -> None:
    with Working("testing") as working:
        result = run_self_test(progress=working)
    if as_json:
        values = {"version": whistsolve.__version__, "checks": result.checks, "wrong": result.wrong}
        seconds = round(result.seconds, 3)
        print_json({**values, "seconds": seconds, "architecture": result.architecture})
    else:
        verdict = "not as known" if result.wrong else "as known"
        sys.stdout.write(
            f"whistsolve {whistsolve.__version__}, {result.architecture}\n"
            f"{', '.join(result.checks)}\n{verdict}, {result.seconds:.1f} s\n"
        )
    if result.wrong:
        raise click.ClickException(f"wrong answers: {'; '.join(result.wrong)}")
