"""`run_batch`: answers a question for every row of a long input, in a run that can be killed and resumed."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, Literal

from whistsolve import __version__
from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Progress, Resources, read_progress
from whistsolve._internal.files import only_run, read_path
from whistsolve._internal.reading import read_choice, read_flag, read_integer, shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import WhistError
from whistsolve.rules import Rules, RulesLike
from whistsolve.runs.loop import BatchLoop, BatchSummary
from whistsolve.runs.pool import MOST_PROCESSES, WorkerProcesses
from whistsolve.runs.questions import QUESTIONS
from whistsolve.runs.rows import QuestionOptions
from whistsolve.runs.sinks import FileSink, JsonLines, ParquetParts
from whistsolve.runs.sources import BatchSource, read_batch_source
from whistsolve.values.strains import StrainLike, read_strains

#: Default number of rows in each Parquet file.
_PART_ROWS: Final = 65_536


@cancellable
def run_batch(
    source: BatchSource,
    output: str | Path | IO[bytes],
    question: Literal["table", "solve", "cards", "discard", "kitty", "bids", "trace"] = "table",
    *,
    rules: RulesLike | None = None,
    strains: Iterable[StrainLike] | None = None,
    given: Mapping[str, object] | None = None,
    format: Literal["jsonl", "parquet"] | None = None,
    executor: Executor | None = None,
    processes: int | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    chunk: int | None = None,
    part_rows: int = _PART_ROWS,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> BatchSummary:
    """Answer a question for every row of an input of any length, and write the answers in row order.

    A run that ends early, by an interrupt, a kill or a power failure, can be resumed. The output is then byte
    for byte that of an uninterrupted run. Memory does not grow with the length of the input.

    Parameters
    ----------
    source : path, RandomDeals, iterable, ndarray or data frame
        A file, or a folder of files: lines of text (``.txt``, ``.deals``), JSON lines (``.jsonl``,
        ``.ndjson``), PTN (``.ptn``), PBN (``.pbn``), LIN (``.lin``) or Parquet (``.parquet``); a file of
        another name is recognised by its contents. A list of `Path` for several. ``"-"`` for standard input,
        ``"random:SEED:COUNT:FIRST"`` or `RandomDeals` for deals that each worker generates itself. Or an
        iterable of deals, their texts, hands, or mappings of field names to values; an array of deals or a
        data frame, as for `solve_many`, whose other columns are fields (needs pyarrow).
    output : path or binary stream
        A file of JSON lines, or for Parquet a folder of parts. Beside it are files with its name and a
        suffix: ``.manifest.json``, with the question and the progress; ``.errors.jsonl``, if rows are
        broken; and ``.lock``, while it is written. A stream has none of these.
    question : str
        ``table``: `solve_many`, tricks for every leader and strain. ``solve``: `solve`. ``cards``:
        `solve_cards`. ``discard``: `best_discard`. ``kitty``: `table` with ``kitty="optimal"``. ``bids``:
        `evaluate_bids`. ``trace``: `analyse_play` of played hands, what they lost by seat.
    rules : Rules, optional
        `Rules("bid_whist")` by default.
    strains : iterable of Strain or str, optional
        The columns of ``table`` and ``kitty``; by default the ten usual ones.
    given : mapping from str to object, optional
        Fields for rows that lack them: ``strain``, ``leader``, ``declarer``, ``played``, ``holder``; for
        ``bids``, ``seat``, ``dealer``, ``calls``, ``scores``, ``samples``, ``seed``, ``discards``. They
        override the auction and contract recorded in PTN and PBN. To a ``seed`` given for all rows, the
        number of each row is added.
    format : str, optional
        ``jsonl`` or ``parquet``; by default ``parquet`` if the output's name ends in ``.parquet``.
    executor : concurrent.futures.Executor, optional
        Answers the chunks; by default, this process does. For Dask, pass
        ``client.get_executor(pure=False, retries=3)``, which retries a chunk if its worker dies.
    processes : int, optional
        Number of worker processes on this machine, instead of an executor. If one dies, its chunk is
        tried once more in another.
    threads : int, optional
        Threads of each process: by default one with `executor` or `processes`, else one per processor.
    memory_mb : int
        Cap on the transposition tables of each process, 1 to 65536 MiB; at most one thread per MiB is used.
    chunk : int, optional
        Number of rows answered together; by default adapted to the time that they take.
    part_rows : int
        Rows of each Parquet file.
    resume, overwrite : bool
        Continue an earlier run, whose rules, question, strains and input must be the same, or begin if there
        is no output yet; or begin anew, replacing any earlier output.
    progress : callable, optional
        Called in the calling thread with the number of rows done and the total number, ``None`` if that is
        not known. An exception that it raises ends the run.
    cancel : Cancellation, optional
        See `Cancellation`. Chunks already running in other processes of an `executor` are not stopped.

    Raises
    ------
    WhistError
        If an argument is wrong; if the output exists and neither `resume` nor `overwrite` is given; if it
        was begun with another question, rules, strains, version or input (the message names the first
        difference); if another run is writing to it. A wrong row raises nothing.
    OSError
        If the disk is full or a stream is closed. The run can be resumed from the last state on disk.
    Interrupted, Stopped
        See `Cancellation`; the ``partial`` is a `BatchSummary`. The reason is ``"failed"`` if the executor
        breaks down, or if two processes die over the same chunk.

    Examples
    --------
    >>> import io, json
    >>> out = io.BytesIO()
    >>> run_batch(["N:AK... QJ... T9... 87..."], out, strains=["NT+"]).rows
    1
    >>> json.loads(out.getvalue())["tricks"]
    [[2], [0], [2], [0]]
    """
    chosen = QUESTIONS[read_choice(question, "question", WhistError, QUESTIONS)]
    used = Rules.or_default(rules)
    columns = read_strains(strains, used.only_ranking)
    fields = _read_given(given, question, chosen.takes)
    if executor is not None and not isinstance(executor, Executor):
        raise WhistError(
            f"executor {shown(executor)} is wrong: expected one of concurrent.futures, such as what"
            " Client.get_executor() of Dask gives"
        )
    if executor is not None and processes is not None:
        raise WhistError("executor and processes are both given: expected one of them")
    if processes is not None:
        processes = read_integer(processes, "processes", WhistError, 1, MOST_PROCESSES)
    if threads is None and (executor is not None or processes is not None):
        threads = 1
    resources = Resources.read(threads, memory_mb)
    read_progress(progress)
    size = None if chunk is None else read_integer(chunk, "chunk", WhistError, 1, 1_000_000)
    rows_of_part = read_integer(part_rows, "part_rows", WhistError, 1, 10_000_000)
    if read_flag(resume, "resume", WhistError) & read_flag(overwrite, "overwrite", WhistError):
        raise WhistError("resume and overwrite are both given: expected one of them")
    options = QuestionOptions(used, columns, fields, resources)
    with ExitStack() as stack:
        if processes is not None:
            executor = stack.enter_context(WorkerProcesses(processes))
        loop = BatchLoop(question, options, executor, size, progress)
        # A deal may be called `text`, and what was dealt before the discards is read wherever a row has it.
        read = partial(read_batch_source, source, used, fields={*chosen.takes, "text", "dealt"})
        if not isinstance(output, (str, Path)):
            is_binary = callable(getattr(output, "write", None)) and not isinstance(output, io.TextIOBase)
            if resume or not is_binary:
                expected = "a file to go on with" if resume else "a path or a binary stream"
                raise WhistError(f"output {shown(output)} is wrong: expected {expected}")
            return loop.to_stream(read(lambda path: False), output)
        path = read_path(output, "output")
        if format is None:
            format = "parquet" if path.suffix.lower() == ".parquet" else "jsonl"
        read_choice(format, "format", WhistError, ("jsonl", "parquet"))
        try:
            if path.exists() and not path.is_file() and not path.is_dir():  # such as /dev/null
                stream = stack.enter_context(open(path, "wb", buffering=0))
                return loop.to_stream(read(lambda path: False), stream)
            stack.enter_context(only_run(path))
        except OSError as error:
            raise WhistError(f"output {shown(path)} cannot be written: {error.strerror or error}") from None
        sink = ParquetParts(path, chosen.schema, rows_of_part) if format == "parquet" else JsonLines(path)
        _check_not_input(source, path)
        resuming = _is_resumed(path, sink, resume=resume, overwrite=overwrite)
        items = read(lambda file: _is_beside(file, path))
        begun_with = {
            "whistsolve": __version__,
            "question": question,
            "format": format,
            **({"part_rows": rows_of_part} if format == "parquet" else {}),
            "rules": asdict(used),
            "strains": [str(strain) for strain in columns],
            "given": fields,
            "input": items.identity(),
        }
        return loop.to_files(items, sink, path, begun_with, resume=resuming)


def _read_given(given: object, question: str, takes: Collection[str]) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise WhistError(
            f"given {shown(given)} is wrong: expected fields by name, such as {{'strain': 'S+'}}"
        )
    for field in given:
        if field not in takes:
            raise WhistError(
                f"the question {question!r} takes no {shown(field)}: expected {', '.join(takes)}"
            )
    plain: dict[str, Any] = json.loads(json.dumps(dict(given), default=str))
    return {field: value for field, value in plain.items() if value is not None}


def _is_resumed(path: Path, sink: FileSink, *, resume: bool, overwrite: bool) -> bool:
    has_manifest = path.with_name(f"{path.name}.manifest.json").exists()
    if overwrite or not (has_manifest or sink.has_rows()):
        return False
    if not resume:
        raise WhistError(
            f"output {shown(path)} is there already: expected resume (--resume), to go on with it,"
            " or overwrite (--overwrite), to begin anew"
        )
    if not has_manifest:
        raise WhistError(
            f"{shown(path)} has no manifest beside it: expected the output of a batch, to go on with it"
        )
    return True


def _check_not_input(source: object, output: Path) -> None:
    paths = source if isinstance(source, (list, tuple)) else [source]
    for path in paths:
        with suppress(OSError, ValueError):  # raised for text that is not the name of a file
            if isinstance(path, (str, Path)) and output.exists() and Path(path).samefile(output):
                break
    else:
        return
    raise WhistError(f"{shown(output)} is the file of deals: expected another to write to")


def _is_beside(file: Path, output: Path) -> bool:
    """Whether a file is the output, a part in its folder, or one of the files kept beside it."""
    file, output = file.resolve(), output.resolve()
    own = tuple(f"{output.name}.{kind}" for kind in ("manifest.json", "errors.jsonl", "rows-"))
    return output in (file, file.parent) or (file.parent == output.parent and file.name.startswith(own))
