"""``whistsolve selftest``: whether an installation gives the known answers."""

from __future__ import annotations

import sys

import click

import whistsolve
from whistsolve.cli.failures import Failed
from whistsolve.cli.options import Verb
from whistsolve.cli.output import Working, print_json
from whistsolve.solving.bench.self_test import run_self_test

__all__ = ["selftest"]


@click.command(
    cls=Verb,
    help="""Hold this installation to known answers.

    Random deals, a bridge table, the fixed bench and eight threads at once, in some seconds. Where an answer
    is not the known one, it is printed, and the exit status is 1.
    """,
    examples=["whistsolve selftest"],
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def selftest(as_json: bool) -> None:
    with Working("testing") as working:
        result = run_self_test(progress=working)
    if as_json:
        print_json(
            {
                "version": whistsolve.__version__,
                "checks": list(result.checks),
                "wrong": list(result.wrong),
                "seconds": round(result.seconds, 3),
                "architecture": result.architecture,
            }
        )
    else:
        said = "not as known" if result.wrong else "as known"
        sys.stdout.write(
            f"whistsolve {whistsolve.__version__}, {result.architecture}\n"
            f"{', '.join(result.checks)}\n{said}, {result.seconds:.1f} s\n"
        )
    if result.wrong:
        raise Failed(f"wrong answers: {'; '.join(result.wrong)}")
