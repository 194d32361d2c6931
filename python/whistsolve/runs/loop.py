"""The loop of a batch: sends out chunks, writes the answers in order, and regularly commits them to disk."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Final, NamedTuple, TypeAlias

from whistsolve._internal.arguments import Progress
from whistsolve._internal.files import write_whole
from whistsolve._internal.reading import shown
from whistsolve._internal.shown import Shown
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import Interrupted, Stopped, WhistError
from whistsolve.runs.pool import results
from whistsolve.runs.questions import QUESTIONS
from whistsolve.runs.rows import Chunk, QuestionOptions
from whistsolve.runs.saved import GrowingFile, State, check_same_run, json_object
from whistsolve.runs.sinks import FileSink, write_rows
from whistsolve.runs.sources import Source

#: Version of the format of manifests and outputs.
_FORMAT: Final = 1
_KIND: Final = "whistsolve_batch"
#: Target time of a chunk in seconds, which determines its size; a kill loses little more work than that.
_CHUNK_SECONDS: Final = 2.0
#: Size of the first chunk, and the maximum size, in items.
_FIRST_CHUNK: Final = 4
_LARGEST_CHUNK: Final = 4096
#: Maximum factor by which a chunk is larger than the last.
_GROWTH: Final = 4
#: Minimum number of seconds between commits to disk, which follow whole chunks.
_COMMIT_SECONDS: Final = 1.0


#: Adds rows to an output.
_Add: TypeAlias = Callable[[Sequence[bytes]], object]


@dataclass(frozen=True, slots=True)
class BatchSummary(Shown):
    """How many rows a run of `run_batch` processed and answered."""

    #: Rows processed, including those of earlier runs that this one resumed.
    items: int = 0
    #: Rows answered.
    rows: int = 0
    #: The other rows; beside an output file, ``.errors.jsonl`` lists them.
    broken: int = 0
    #: Rows that earlier runs had processed.
    resumed: int = 0
    #: Source, line and reason of the first broken row that this run found; empty if there is none.
    first_broken: str = ""

    def __str__(self) -> str:
        if self.broken and not self.rows:
            return f"all of {self.items} rows are broken, none is answered; the first: {self.first_broken}"
        return f"{self.rows} of {self.items} rows answered, {self.broken} broken"


class Answered(NamedTuple):
    """The answers to a chunk: a line of JSON for each answered row, and one for each broken row."""

    rows: list[bytes]
    broken: list[bytes]
    #: That of the chunk.
    mark: str
    seconds: float


def answer_chunk(
    question: str, options: QuestionOptions, chunk: Chunk, progress: Progress | None = None
) -> Answered:
    """The answers to a chunk; an `Interrupted` carries those that were complete."""
    begun = time.perf_counter()
    rows: list[bytes] = []
    faults: list[tuple[int, WhistError]] = []
    interrupted = False
    try:
        for at, answer in enumerate(QUESTIONS[question].answers(chunk, options, progress)):
            if isinstance(answer, WhistError):
                faults.append((at, answer))
            else:
                rows.append(answer if isinstance(answer, bytes) else _line(chunk.first + at, answer))
    except KeyboardInterrupt:
        interrupted = True
    items = chunk.items() if faults else ()
    broken = []
    for at, fault in faults:
        reason, item = " ".join(str(fault).split()), items[at]
        line = {"source": item.source, "line": item.row.line, "reason": reason}
        broken.append(_line(item.number, line))
    answered = Answered(rows, broken, chunk.mark, time.perf_counter() - begun)
    if interrupted:
        raise Interrupted("interrupted", answered)
    return answered


def _line(number: int, answer: Mapping[str, object]) -> bytes:
    return f"{json.dumps({'number': number, **answer})}\n".encode("ascii")


class _Saved:
    """The output, its side file of broken rows and its manifest, which is replaced whole at each commit."""

    def __init__(self, sink: FileSink, output: Path, begun_with: Mapping[str, object]) -> None:
        self.sink, self._output = sink, output
        self._manifest = output.with_name(f"{output.name}.manifest.json")
        self.side = GrowingFile(output.with_name(f"{output.name}.errors.jsonl"), lazy=True)
        self._begun_with = json.loads(json.dumps({_KIND: _FORMAT, **begun_with}))

    def commit(self, summary: BatchSummary, mark: str, *, complete: bool) -> None:
        output = self.sink.finish() if complete else self.sink.sync()
        state = {
            "items": summary.items,
            "rows": summary.rows,
            "broken": summary.broken,
            "mark": mark,
            "output": output,
            "errors": self.side.sync(),
            "complete": complete,
        }
        text = json.dumps({**self._begun_with, "state": state}, indent=1)
        write_whole(self._manifest, f"{text}\n".encode())
        self.sink.settle()

    def begin(self) -> None:
        self._manifest.unlink(missing_ok=True)
        self.sink.begin()
        self.side.begin()
        self.commit(BatchSummary(), "", complete=False)

    def restore(self) -> tuple[BatchSummary, str, bool]:
        found, name = json_object(self._manifest.read_bytes()), self._manifest.name
        if found is None or _KIND not in found or not isinstance(found.get("state"), dict):
            raise WhistError(
                f"{shown(self._manifest)} is no manifest of a batch: expected one that was written"
            )
        state = State(f"{shown(name)} is no manifest of a batch: state", found.pop("state"))
        check_same_run(shown(self._output.name), found, self._begun_with)
        mark, complete = state.get("mark", str), state.get("complete", bool)
        errors, output = state.part("errors"), state.part("output")
        errors_kept = self.side.restore(errors)
        if errors_kept and self.sink.restore(output):
            rows, broken = self.sink.lines, self.side.lines
            items = state.count("items", rows + broken)
            return BatchSummary(items, rows, broken, items), mark, complete
        if not errors_kept or mark:
            raise WhistError(
                f"what {shown(name)} belongs to was cut off: expected it as it was left;"
                " to overwrite it begins anew"
            )
        items = self.sink.recover(output)  # the end of the file of JSON lines is missing
        self.side.keep_before(items)
        return BatchSummary(items, items - self.side.lines, self.side.lines, items), "", False


class BatchLoop:
    """Answers an input by chunks, in an executor or here; without a `size` they fit the time they take."""

    def __init__(
        self,
        question: str,
        options: QuestionOptions,
        executor: Executor | None,
        size: int | None,
        progress: Progress | None,
    ) -> None:
        self._work = partial(answer_chunk, question, options)
        self._executor, self._progress = executor, progress
        self._adapts, self._size = size is None, size or _FIRST_CHUNK
        self._done = BatchSummary()
        self._mark = ""

    def to_stream(self, source: Source, stream: IO[bytes]) -> BatchSummary:
        self._run(source, partial(write_rows, stream), None)
        return self._done

    def to_files(
        self, source: Source, sink: FileSink, output: Path, begun_with: Mapping[str, object], *, resume: bool
    ) -> BatchSummary:
        """Write all answers, or with `resume` the missing ones, to files; broken rows go to a side file."""
        saved, complete = _Saved(sink, output, begun_with), False
        with closing(sink), closing(saved.side):
            if resume:
                self._done, self._mark, complete = saved.restore()
            else:
                saved.begin()
            if not complete:
                self._run(source, sink.add, saved)
        return self._done

    def _run(self, source: Source, add: _Add, saved: _Saved | None) -> None:
        whole = True  # whether the files hold exactly what is counted
        committed = float("-inf")  # so that the first chunk is committed at once
        try:
            chunks = source.chunks(self._done.items, lambda: self._size, self._mark)
            if self._progress is not None and self._done.items:
                self._progress(self._done.items, source.total)
            with closing(self._answers(chunks, source.total)) as answers:
                for answered in answers:
                    items = len(answered.rows) + len(answered.broken)
                    if self._adapts and items:
                        wanted = int(_CHUNK_SECONDS * items / max(answered.seconds, 1e-6))
                        self._size = max(1, min(wanted, _GROWTH * items, _LARGEST_CHUNK))
                    whole = False
                    self._write(answered, add, saved)
                    whole = True
                    if saved is not None and time.monotonic() - committed > _COMMIT_SECONDS:
                        saved.commit(self._done, self._mark, complete=False)
                        committed = time.monotonic()
                    if self._progress is not None:
                        self._progress(self._done.items, source.total)
            if saved is not None:
                saved.commit(self._done, self._mark, complete=True)
        except BaseException as error:
            if saved is not None and whole:
                with suppress(OSError):  # then the last commit stays valid
                    if isinstance(error, Interrupted) and not error.partial.mark:
                        self._write(error.partial, add, saved)
                    saved.commit(self._done, self._mark, complete=False)
            if isinstance(error, KeyboardInterrupt):
                raise Interrupted(f"interrupted: {self._done}", self._done) from None
            if isinstance(error, Stopped):
                raise Stopped(str(error), self._done, error.reason) from None
            raise

    def _write(self, answered: Answered, add: _Add, saved: _Saved | None) -> None:
        rows, broken, done = answered.rows, answered.broken, self._done
        if saved is not None:
            saved.side.add(broken)
        add(rows)
        first = done.first_broken
        if broken and not first:
            row = json.loads(broken[0])
            first = f"{row['source']}, line {row['line']}: {row['reason']}"
        items = done.items + len(rows) + len(broken)
        self._mark = answered.mark
        self._done = BatchSummary(
            items, done.rows + len(rows), done.broken + len(broken), done.resumed, first
        )

    def _answers(self, chunks: Iterable[Chunk], total: int | None) -> Generator[Answered, None, None]:
        if self._executor is not None:
            name = "rows from number {0.first} on".format
            yield from results(self._work, chunks, self._executor, name, in_order=True)
            return
        progress = self._progress

        def within(done: int, _: object) -> None:
            assert progress is not None
            progress(self._done.items + done, total)

        for chunk in chunks:
            end_if_cancelled()
            yield self._work(chunk, None if progress is None else within)
