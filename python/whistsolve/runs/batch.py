"""`run_batch`: a question for every row of a long input, in a run that may end at any moment and go on."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack, suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final, Literal

from whistsolve._internal.arguments import (
    DEFAULT_MEMORY_MB,
    Progress,
    Resources,
    read_progress,
    read_rules,
    read_strains,
)
from whistsolve._internal.files import only_run, read_path
from whistsolve._internal.reading import read_flag, read_integer, shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.runs.loop import BatchLoop, BatchSummary, ChunkWork, Pace
from whistsolve.runs.pool import MOST_PROCESSES, WorkerProcesses
from whistsolve.runs.questions import BatchQuestion, read_question
from whistsolve.runs.rows import QuestionOptions
from whistsolve.runs.saved import Manifest
from whistsolve.runs.sinks import FileSink, JsonLines, ParquetParts
from whistsolve.runs.sources import BatchSource, read_batch_source
from whistsolve.values.strains import Strain

#: Rows of a file of Parquet.
_PART_ROWS: Final = 65_536


@cancellable
def run_batch(
    source: BatchSource,
    output: str | Path | IO[bytes],
    question: Literal["table", "solve", "cards", "discard", "kitty", "bids"] = "table",
    *,
    rules: Rules | None = None,
    strains: Iterable[Strain | str] | None = None,
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
    """Ask a question of every row of an input of any length, and write the answers in the order of the rows.

    A run may end at any moment, by an interrupt, a kill or the loss of power, and be resumed: the output is
    then byte for byte that of a run that never ended. Memory does not grow with the length of the input.

    Parameters
    ----------
    source : path, RandomDeals or iterable
        A file, or a folder of files: lines of text (``.txt``, ``.deals``), JSON lines (``.jsonl``,
        ``.ndjson``), PTN (``.ptn``), PBN (``.pbn``) or Parquet (``.parquet``); other names by their contents.
        A list of `Path` for several. ``"-"`` for the standard input, ``"random:SEED:COUNT"`` or `RandomDeals`
        for deals that are made where they are answered. Or an iterable of deals, their texts, hands, or
        mappings of fields by name.
    output : path or binary stream
        A file of JSON lines, or for Parquet a folder of parts. Beside it are, with its name before theirs,
        ``.manifest.json``, the question and how far the output has come; ``.errors.jsonl`` where rows are
        broken; and ``.lock`` while it is written. A stream has none of these.
    question : str
        ``table``: `solve_many`, tricks for every leader and strain. ``solve``: `solve`. ``cards``:
        `solve_cards`. ``discard``: `best_discard`. ``kitty``: `table` with ``kitty="optimal"``. ``bids``:
        `evaluate_bids`.
    rules : Rules, optional
        `Rules.preset("bid_whist")` where they are left out.
    strains : iterable of Strain or str, optional
        The columns of ``table`` and ``kitty``, the ten usual ones where they are left out.
    given : mapping from str to object, optional
        Fields of rows that do not have them: ``strain``, ``leader``, ``declarer``, ``played``, ``holder``;
        for ``bids`` ``seat``, ``dealer``, ``calls``, ``scores``, ``samples``, ``seed``, ``discards``. They
        take the place of what was played in PTN and PBN. A ``seed`` given for all rows has the number of the
        row added.
    format : str, optional
        ``jsonl`` or ``parquet``; by the ending of the output's name where it is left out.
    executor : concurrent.futures.Executor, optional
        Where chunks are answered; in this process where it is left out. That of a Dask client is
        ``client.get_executor(pure=False, retries=3)``, which tries a chunk again whose worker dies.
    processes : int, optional
        The number of processes of this machine that answer, in place of an executor. Where one dies its
        chunk is tried once more in another.
    threads : int, optional
        Of each process: as many as there are processors in this one, otherwise one.
    memory_mb : int
        Cap on the transposition tables of each process, 1 to 65536 MiB; it has no more threads than MiB.
    chunk : int, optional
        Items that are answered together; by the time they take where it is left out.
    part_rows : int
        Rows of each file of Parquet.
    resume : bool
        Go on with what is there: rules, question, strains and input have to be the same. Where nothing is
        there, the run begins.
    overwrite : bool
        Begin anew, whatever is there.
    progress : callable, optional
        Called from the calling thread with the number of items done and in all, ``None`` where that is not
        known. An exception of it ends the run.
    cancel : Cancellation, optional
        See `Cancellation`. Processes of an `executor` finish the chunks that they have begun, for nobody.

    Returns
    -------
    BatchSummary

    Raises
    ------
    WhistError
        If an argument is wrong; if the output exists and neither `resume` nor `overwrite` is
        given; where it was begun with another question, rules, strains, version or input: names the first
        difference; where another run is writing to it. A row that is wrong raises nothing.
    OSError
        If the disk is full or a stream is closed. What was safe on the disk before can be resumed.
    Interrupted, Stopped
        See `Cancellation`; the ``partial`` is a `BatchSummary`. The reason is ``"failed"`` where the
        executor breaks down, or two processes die over the same chunk.

    Examples
    --------
    >>> import io, json
    >>> out = io.BytesIO()
    >>> run_batch(["N:AK... QJ... T9... 87..."], out, strains=["NT+"]).rows
    1
    >>> json.loads(out.getvalue())["tricks"]
    [[2], [0], [2], [0]]
    """
    chosen = read_question(question)
    used = read_rules(rules)
    columns = read_strains(strains)
    fields = _read_given(given, question, chosen)
    number = _read_processes(executor, processes)
    if threads is None and (executor is not None or number is not None):
        threads = 1
    Resources.read(threads, memory_mb)
    read_progress(progress)
    size = None if chunk is None else read_integer(chunk, "chunk", WhistError, 1, 1_000_000)
    rows_of_part = read_integer(part_rows, "part_rows", WhistError, 1, 10_000_000)
    if read_flag(resume, "resume", WhistError) & read_flag(overwrite, "overwrite", WhistError):
        raise WhistError("resume and overwrite are both given: expected one of them")
    options = QuestionOptions(used, columns, fields, threads, memory_mb)
    with ExitStack() as stack:
        if number is not None:
            executor = stack.enter_context(WorkerProcesses(number))
        loop = BatchLoop(ChunkWork(question, options), executor, Pace(size), progress)
        if not isinstance(output, (str, Path)):
            output = _read_stream(output, resume=resume)
            return loop.to_stream(read_batch_source(source, used, lambda path: False), output)
        path = read_path(output, "output")
        kind = _read_format(format, path)
        try:
            if path.exists() and not path.is_file() and not path.is_dir():  # such as /dev/null
                stream = stack.enter_context(open(path, "wb", buffering=0))
                return loop.to_stream(read_batch_source(source, used, lambda path: False), stream)
            stack.enter_context(only_run(path))
        except OSError as error:
            raise WhistError(
                f"output {shown(str(path))} cannot be written: {error.strerror or error}"
            ) from None
        sink = ParquetParts(path, chosen.schema, rows_of_part) if kind == "parquet" else JsonLines(path)
        _check_not_input(source, path)
        resuming = _is_resumed(path, sink, resume=resume, overwrite=overwrite)
        items = read_batch_source(source, used, lambda file: _is_beside(file, path))
        begun_with = _begun_with(question, kind, rows_of_part, options, items.identity())
        return loop.to_files(items, sink, Manifest(path, begun_with), resume=resuming)


def _read_stream(output: IO[bytes], *, resume: bool) -> IO[bytes]:
    """What is no path: a binary stream, which no run goes on with."""
    is_binary = callable(getattr(output, "write", None)) and not isinstance(output, io.TextIOBase)
    if resume or not is_binary:
        expected = "expected a file to go on with" if resume else "expected a path or a binary stream"
        raise WhistError(f"output {shown(output)} is wrong: {expected}")
    return output


def _read_given(given: object, name: str, question: BatchQuestion) -> dict[str, Any]:
    """Fields for all rows, as plain values."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise WhistError(
            f"given {shown(given)} is wrong: expected fields by name, such as {{'strain': 'S+'}}"
        )
    for field in given:
        if field not in question.takes:
            expected = ", ".join(question.takes)
            raise WhistError(f"the question {name!r} takes no {shown(field)}: expected {expected}")
    return {field: _plain(value) for field, value in given.items() if value is not None}


def _plain(value: object) -> object:
    """A value as JSON has it: cards, strains and hands are their text."""
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return str(value)


def _read_processes(executor: object, processes: object) -> int | None:
    """The number of processes where there is one; the executor is checked too."""
    if executor is not None and not isinstance(executor, Executor):
        raise WhistError(
            f"executor {shown(executor)} is wrong: expected one of concurrent.futures, such as what"
            " Client.get_executor() of Dask gives"
        )
    if processes is None:
        return None
    if executor is not None:
        raise WhistError("executor and processes are both given: expected one of them")
    return read_integer(processes, "processes", WhistError, 1, MOST_PROCESSES)


def _read_format(given: object, path: Path) -> Literal["jsonl", "parquet"]:
    if given is None:
        return "parquet" if path.suffix.lower() == ".parquet" else "jsonl"
    if given == "parquet":
        return "parquet"
    if given != "jsonl":
        raise WhistError(f"format {shown(given)} is wrong: expected jsonl or parquet")
    return "jsonl"


def _is_resumed(path: Path, sink: FileSink, *, resume: bool, overwrite: bool) -> bool:
    """Whether this run goes on with what is there, and does not begin."""
    has_manifest = path.with_name(f"{path.name}.manifest.json").exists()
    if overwrite or not (has_manifest or sink.has_rows()):
        return False
    if not resume:
        raise WhistError(
            f"output {shown(str(path))} is there already: expected resume (--resume), to go on with it,"
            " or overwrite (--overwrite), to begin anew"
        )
    if not has_manifest:
        raise WhistError(
            f"{shown(str(path))} has no manifest beside it: expected the output of a batch, to go on with it"
        )
    return True


def _check_not_input(source: object, output: Path) -> None:
    """Check that the output is not a file that is read."""
    paths = source if isinstance(source, (list, tuple)) else [source]
    for path in paths:
        with suppress(OSError, ValueError):  # of text that is not the name of a file
            if isinstance(path, (str, Path)) and output.exists() and Path(path).samefile(output):
                break
    else:
        return
    raise WhistError(f"{shown(str(output))} is the file of deals: expected another to write to")


def _is_beside(file: Path, output: Path) -> bool:
    """Whether a file is the output, belongs to it, or is a part of it."""
    file, output = file.resolve(), output.resolve()
    own = (f"{output.name}.manifest.json", f"{output.name}.errors.jsonl")
    is_waiting = file.name.startswith(f"{output.name}.rows-")
    return output in (file, file.parent) or (
        file.parent == output.parent and (file.name in own or is_waiting)
    )


def _begun_with(
    question: str, kind: str, part_rows: int, options: QuestionOptions, given_input: Mapping[str, object]
) -> dict[str, object]:
    """Everything that the output depends on, for the manifest."""
    from whistsolve import __version__  # answers of another version may be others

    return {
        "whistsolve": __version__,
        "question": question,
        "format": kind,
        **({"part_rows": part_rows} if kind == "parquet" else {}),
        "rules": asdict(options.rules),
        "strains": [str(strain) for strain in options.strains],
        "given": options.given,
        "input": given_input,
    }
