"""``whistsolve batch``: a question asked of every row of long inputs, in runs that may end and go on."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import click

from whistsolve.arguments import Resources
from whistsolve.batch import BatchSummary, run_batch
from whistsolve.batch.executors import cluster
from whistsolve.cli.completion import complete_files, complete_strain
from whistsolve.cli.options import (
    Verb,
    memory_option,
    read_scores,
    seat_option,
    split_strains,
    strains_option,
    threads_option,
)
from whistsolve.cli.output import Working
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.errors import NotationError, WhistError
from whistsolve.values.reading import shown

__all__ = ["batch"]

_QUESTIONS = ("table", "solve", "cards", "discard", "kitty", "bids")


@click.command(
    cls=Verb,
    help="""Many deals at once: by default the tricks of every leader and strain, with both sides' best play.

    FILE has deals, a line each, JSON lines with a field "deal", Parquet with such a column, or hands in PTN
    or PBN; or is a folder of such files, random:SEED:COUNT for random deals, or - for the standard input. OUT
    gets a JSON object a line for each row, in their order; or is a folder of Parquet files.

    A run can end at any moment, also by a kill: --resume goes on, given the same input, question, strains and
    rules, and the result is that of a run that never ended. OUT.manifest.json says what was asked. Rows that
    are wrong are in OUT.errors.jsonl, with source, line number and reason, and stop nothing.
    """,
    examples=[
        "whistsolve batch deals.txt --strains S+,NT- -o tricks.jsonl",
        "whistsolve batch hands/ --question discard -o discards.parquet",
        "whistsolve batch random:1:20 --strains NT+ -o tricks.parquet --scheduler auto",
    ],
)
@click.argument("sources", metavar="FILE...", nargs=-1, required=True, shell_complete=complete_files)
@click.option("-o", "--output", "path", metavar="OUT", help="File to write.  [default: standard output]")
@click.option("--resume", is_flag=True, help="Go on after the last row that OUT has.")
@click.option("--overwrite", is_flag=True, help="Begin anew where there is an OUT.")
@click.option(
    "--question",
    type=click.Choice(_QUESTIONS),
    default="table",
    show_default=True,
    help="What is asked of every row.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "parquet"]),
    help="JSON lines, or a folder of Parquet files.  [default: by the name of OUT]",
)
@strains_option
@click.option(
    "--strain",
    metavar="STRAIN",
    help="solve, cards, discard: of rows that name none.",
    shell_complete=complete_strain,
)
@seat_option("--leader", help="Likewise: who leads to the first trick.")
@seat_option("--declarer", help="Likewise: whose side's tricks are counted.")
@seat_option("--holder", help="discard: who takes the kitty.")
@seat_option("--seat", help="bids: who calls, in rows that do not say it.")
@seat_option("--dealer", help="Likewise: who dealt.")
@click.option("--calls", metavar="CALLS", help='Likewise: the calls so far, such as "pass 3+".')
@click.option("--scores", metavar="LIST", help="Likewise: before the hand, such as 5,-2.")
@click.option("--samples", type=int, metavar="N", help="bids: Monte Carlo samples at most.")
@click.option("--seed", type=int, metavar="N", help="bids: to which the number of the row is added.")
@rules_options
@threads_option
@memory_option
@click.option("--processes", type=int, metavar="N", help="Answer in so many processes of this machine.")
@click.option(
    "--scheduler", metavar="ADDRESS", help="Answer on a Dask cluster: tcp://host:port, or auto for one here."
)
@click.option("--json", "as_json", is_flag=True, help="JSON, as without it.")
def batch(
    sources: tuple[str, ...],
    path: str | None,
    resume: bool,
    overwrite: bool,
    question: str,
    form: str | None,
    strains: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    threads: int | None,
    memory_mb: int,
    processes: int | None,
    scheduler: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    if (resume or overwrite) and path is None:
        option = "--resume" if resume else "--overwrite"
        raise click.UsageError(f"{option} is given without -o: expected the file to go on with")
    if resume and overwrite:
        raise click.UsageError("--resume and --overwrite are given: expected one of them")
    if form == "parquet" and path is None:
        raise click.UsageError("--format parquet is given without -o: expected a folder to write to")
    if scheduler is not None and processes is not None and scheduler != "auto":
        raise click.UsageError("--processes is given with an address: expected it without, or with auto")
    rules = read_rules(preset, settings)
    Resources.read(threads, memory_mb)
    fields = {name: value for name, value in given.items() if value is not None}
    if "scores" in fields:
        fields["scores"] = read_scores(fields["scores"])
    with ExitStack() as stack:
        working = stack.enter_context(Working("answering", rate=True))

        client = None if scheduler is None else stack.enter_context(cluster(scheduler, processes))
        output: Any = path if path is not None else _StandardOutput(working)
        try:
            summary = run_batch(
                sources[0] if len(sources) == 1 else [Path(source) for source in sources],
                output,
                cast(Any, question),
                rules=rules,
                strains=None if strains is None else split_strains(strains),
                given=fields,
                format=cast(Any, form),
                executor=client,
                processes=None if client is not None else processes,
                threads=threads,
                memory_mb=memory_mb,
                resume=resume,
                overwrite=overwrite,
                progress=working,
            )
        except BrokenPipeError:
            click.echo("whistsolve: the output was closed before its end", err=True)
            raise
    _say_what_is_broken(summary, sources, path)


class _StandardOutput:
    """Standard output as bytes, whatever it is at the moment."""

    def __init__(self, working: Working) -> None:
        self._working = working

    def write(self, data: bytes) -> int:
        self._working.make_room()
        return sys.stdout.buffer.write(data)

    def flush(self) -> None:
        sys.stdout.buffer.flush()


def _say_what_is_broken(summary: BatchSummary, sources: tuple[str, ...], path: str | None) -> None:
    """One line on the standard error stream where rows were left out."""
    if not summary.items:
        raise NotationError(
            f"there is no deal in {shown(' '.join(sources))}: expected one a line, or hands in PTN or PBN"
        )
    if not summary.broken:
        return
    first = summary.first_broken or "see the side file"
    others = f" ({summary.broken} of {summary.items} rows are broken)" if summary.broken > 1 else ""
    if path is None:
        raise WhistError(f"{first}{others}")
    line = f"{summary.broken} of {summary.items} rows are broken, see {path}.errors.jsonl; the first: {first}"
    if not summary.rows:
        raise WhistError(line)
    click.echo(f"whistsolve: {line}", err=True)
