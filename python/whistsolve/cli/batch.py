"""``whistsolve batch``: one evaluation for every row of long inputs, in runs that can be resumed."""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from whistsolve._internal.arguments import Resources
from whistsolve._internal.reading import path_text, printable, shown
from whistsolve.cli import options
from whistsolve.cli.output import Working, note
from whistsolve.errors import NotationError, WhistError

if TYPE_CHECKING:
    from whistsolve.runs import BatchSummary

#: How often Dask retries a chunk whose worker died.
_RETRIES = 3
_QUESTIONS = ("table", "solve", "cards", "discard", "kitty", "bids", "trace")


@options.command(
    """Answer one question for many deals; by default, solve every table.

    FILE has a deal a line, JSON lines or Parquet with a field "deal", or hands in PTN, PBN or LIN. It may be
    a folder of these, random:SEED:COUNT[:FIRST], or - for the standard input. OUT has a row for each deal.

    A run that ended early goes on with --resume. OUT.errors.jsonl has the wrong rows, which stop nothing.
    """,
    "whistsolve batch deals.txt --strains S+,NT- -o tricks.jsonl",
    "whistsolve batch hands/ --question discard -o discards.parquet",
)
@options.files("sources")
@click.option("-o", "--output", "path", metavar="OUT", help="File to write.  [default: -, standard output]")
@click.option("--resume", is_flag=True, help="Go on after the last row of OUT.")
@click.option("--overwrite", is_flag=True, help="Replace OUT.")
@options.choice("--question", _QUESTIONS, "table")
@options.choice("--format", ["jsonl", "parquet"], None, note="by the name of OUT if not given.")
@options.strains
@options.strain("solve, cards, discard: the strain of rows without one.")
@options.seat("--leader", help="Who leads, likewise.")
@options.seat("--declarer", help="Whose tricks are counted, likewise.")
@options.seat("--holder", help="discard: who takes the kitty.")
@options.seat("--seat", help="bids: who calls, in rows that do not say it.")
@options.seat("--dealer", help="Who dealt, likewise.")
@click.option("--calls", metavar="CALLS", help='The calls so far, likewise, such as "pass 3+".')
@click.option("--scores", metavar="LIST", help="The scores before, likewise, such as 5,-2.")
@options.number("--samples", help="bids: layouts to sample at most.")
@options.number("--seed", help="bids: seed of the first row; one more for each next.")
@options.rules
@options.threads
@options.memory
@options.number("--processes", help="Processes of this machine that share the work.")
@click.option("--scheduler", metavar="ADDRESS", help="Dask cluster: tcp://host:port, or auto for one here.")
@options.json("The default: JSON lines.")
def batch(
    sources: tuple[str, ...],
    path: str | None,
    resume: bool,
    overwrite: bool,
    question: Any,
    format: Any,
    strains: str | None,
    rules: options.RulesOptions,
    threads: int | None,
    memory_mb: int,
    processes: int | None,
    scheduler: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    path = None if path == "-" else path
    if (resume or overwrite) and path is None:
        option = "--resume" if resume else "--overwrite"
        raise click.UsageError(f"{option} is given without -o: expected the file to go on with")
    if resume and overwrite:
        raise click.UsageError("--resume and --overwrite are given: expected one of them")
    if format == "parquet" and path is None:
        raise click.UsageError("--format parquet is given without -o: expected a folder to write to")
    if scheduler is not None and processes is not None and scheduler != "auto":
        raise click.UsageError("--processes is given with an address: expected it without, or with auto")
    used = rules.read()
    Resources.read(threads, memory_mb)
    fields = {name: value for name, value in given.items() if value is not None}
    if "scores" in fields:
        fields["scores"] = tuple(options.read_numbers(fields["scores"]))
    from whistsolve.runs import run_batch
    from whistsolve.runs.readers import SUFFIXES

    with ExitStack() as stack:
        working = stack.enter_context(Working("answering", rate=True))
        executor = None if scheduler is None else stack.enter_context(_cluster(scheduler, processes))
        if path is None:
            working.make_room()  # on a terminal the rows show progress themselves
        output: Any = sys.stdout.buffer if path is None else path
        try:
            summary = run_batch(
                sources[0] if len(sources) == 1 else [Path(source) for source in sources],
                output,
                question,
                rules=used,
                strains=options.split_strains(strains),
                given=fields,
                format=format,
                executor=executor,
                processes=None if executor is not None else processes,
                threads=threads,
                memory_mb=memory_mb,
                resume=resume,
                overwrite=overwrite,
                progress=working,
            )
        except BrokenPipeError:
            click.echo("whistsolve: the output was closed before its end", err=True)
            raise
    files = (file for source in sources for file in sorted(Path(source).rglob("[!.]*")) if file.is_file())
    own = "\0" if path is None else Path(path).name
    others = [
        each.name for each in files if not (each.suffix.lower() in SUFFIXES or each.name.startswith(own))
    ]
    if others:
        note(f"passed over, by their endings: {' '.join(others[:5])}{' ...' if others[5:] else ''}")
    _print_broken(summary, sources, path)


@contextmanager
def _cluster(scheduler: str, processes: int | None) -> Iterator[Executor]:
    """The executor of a Dask scheduler: the one at the given address, or with ``auto`` one started here."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise WhistError("a scheduler needs Dask: expected pip install 'whistsolve[dask]'") from None
    if scheduler == "auto":
        # Workers ignore interrupts, which this process handles; each would print an error. Starting the
        # resource tracker unblocks interrupts, so it is started before them.
        if sys.platform != "win32":
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()
        from whistsolve.runs.pool import no_interrupts

        with no_interrupts():
            local = distributed.LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                processes=True,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,  # its errors are those of closing workers
            )
        with local, distributed.Client(local) as client:
            yield client.get_executor(pure=False, retries=_RETRIES)
        return
    try:
        client = distributed.Client(scheduler)
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise WhistError(f"no Dask scheduler answers at {shown(scheduler)}: {error}") from None
    with client:
        yield client.get_executor(pure=False, retries=_RETRIES)


def _print_broken(summary: BatchSummary, sources: tuple[str, ...], path: str | None) -> None:
    """Report broken rows in one line on standard error; raise if there is no side file or good row."""
    if not summary.items:
        raise NotationError(
            f"there is no deal in {shown(' '.join(sources))}: expected one a line, or hands in PTN, PBN, LIN"
        )
    if not summary.broken:
        return
    first = summary.first_broken or "see the side file"
    others = f" ({summary.broken} of {summary.items} rows are broken)" if summary.broken > 1 else ""
    if path is None:
        raise WhistError(f"{first}{others}")
    seen = f"{path_text(path)}.errors.jsonl"
    line = f"{summary.broken} of {summary.items} rows are broken, see {seen}; the first: {first}"
    if not summary.rows:
        raise WhistError(line)
    click.echo(f"whistsolve: {printable(line)}", err=True)
