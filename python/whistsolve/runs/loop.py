"""The loop of a batch: chunks out, answers back in order, written, and now and then made safe on the disk."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import IO, Any, Final, NamedTuple

from whistsolve._internal.arguments import Progress
from whistsolve._internal.reading import shown
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import Interrupted, Stopped, WhistError
from whistsolve.runs.pool import results
from whistsolve.runs.questions import Answer, read_question
from whistsolve.runs.rows import Chunk, Fields, Item, QuestionOptions
from whistsolve.runs.saved import GrowingFile, Manifest
from whistsolve.runs.sinks import FileSink, StreamSink
from whistsolve.runs.sources import Source
from whistsolve.values.shown import Shown

#: Seconds that a chunk is to take, by which its size is chosen; what is lost by a kill is not much more.
_CHUNK_SECONDS: Final = 2.0
#: Items of the first chunk, and the most of any.
_FIRST_CHUNK: Final = 4
_LARGEST_CHUNK: Final = 4096
#: How much larger than the one before a chunk may be.
_GROWTH: Final = 4
#: Seconds after which rows are made safe on the disk, whole chunks at a time.
_COMMIT_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class BatchSummary(Shown):
    """How many rows a run of `run_batch` looked at and answered.

    Attributes
    ----------
    items : int
        Rows of the input, those done by earlier runs that this one resumed included.
    rows : int
        Those that were answered.
    broken : int
        The others, which are in the side file.
    resumed : int
        Items that an earlier run had done.
    first_broken : str
        Source, line and reason of the first one that this run found; empty where there is none.
    """

    items: int = 0
    rows: int = 0
    broken: int = 0
    resumed: int = 0
    first_broken: str = ""

    def __str__(self) -> str:
        return f"{self.rows} of {self.items} rows answered, {self.broken} broken"


class Answered(NamedTuple):
    """The answers to a chunk: a line of JSON for each row that was answered, and for each broken one.

    `items` is the number of both, `mark` that of the chunk, `seconds` the time that it took.
    """

    items: int
    rows: tuple[str, ...]
    broken: tuple[str, ...]
    mark: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ChunkWork:
    """A question with its options, which is called with chunks; it can be pickled."""

    question: str
    options: QuestionOptions

    def __call__(self, chunk: Chunk, progress: Progress | None = None) -> Answered:
        """Answer a chunk; `progress` is called with the items done, where the question counts them.

        `Interrupted` has the answers before it.
        """
        begun = time.perf_counter()
        items = chunk.items()
        fields = [Fields(item.number, item.row, self.options.given) for item in items if not item.row.fault]
        answers = read_question(self.question).answers(fields, self.options, progress)
        rows: list[str] = []
        broken: list[str] = []
        interrupted = False
        try:
            for item in items:
                answer = WhistError(item.row.fault) if item.row.fault else next(answers)
                (broken if isinstance(answer, WhistError) else rows).append(_line(item, answer))
        except KeyboardInterrupt:
            interrupted = True
        seconds = time.perf_counter() - begun
        answered = Answered(len(rows) + len(broken), tuple(rows), tuple(broken), chunk.mark, seconds)
        if interrupted:
            raise Interrupted("interrupted", answered)
        return answered


def _line(item: Item, answer: Answer) -> str:
    """A line of the output, or of the side file."""
    if not isinstance(answer, WhistError):
        return json.dumps({"number": item.number, **answer})
    reason = " ".join(str(answer).split())
    place = {"number": item.number, "source": item.source, "line": item.row.line}
    return json.dumps({**place, "reason": reason})


class Pace:
    """How many items the next chunk has: as many as take some seconds, by those before, or a fixed number."""

    def __init__(self, fixed: int | None) -> None:
        self._fixed = fixed
        self._size = fixed or _FIRST_CHUNK

    def __call__(self) -> int:
        return self._size

    def learn(self, answered: Answered) -> None:
        """Learn from a chunk that is done."""
        if self._fixed is None and answered.items:
            wanted = int(_CHUNK_SECONDS * answered.items / max(answered.seconds, 1e-6))
            self._size = max(1, min(wanted, _GROWTH * answered.items, _LARGEST_CHUNK))


@dataclass(frozen=True, slots=True)
class _Saved:
    """A file and its side file, and how they are made safe."""

    sink: FileSink
    side: GrowingFile
    manifest: Manifest

    def commit(self, summary: BatchSummary, mark: str, *, complete: bool) -> None:
        """Make everything safe that the summary counts, and say so in the manifest."""
        output = self.sink.finish() if complete else self.sink.sync()
        self.manifest.write(
            {
                "items": summary.items,
                "rows": summary.rows,
                "broken": summary.broken,
                "mark": mark,
                "output": output,
                "errors": self.side.sync(),
                "complete": complete,
            }
        )
        self.sink.settle()

    def begin(self) -> None:
        self.manifest.path.unlink(missing_ok=True)
        self.sink.begin()
        self.side.begin()
        self.commit(BatchSummary(), "", complete=False)

    def restore(self) -> tuple[BatchSummary, str, bool]:
        """What an earlier run did, its mark, and whether that was all."""
        state = self.manifest.read()
        try:
            return self._restored(state)
        except WhistError:
            raise  # which is a ValueError too
        except (KeyError, TypeError, ValueError, OverflowError):
            name = shown(self.manifest.path.name)
            raise WhistError(f"{name} is no manifest of a batch: expected one that was written") from None

    def _restored(self, state: Mapping[str, Any]) -> tuple[BatchSummary, str, bool]:
        items, mark = int(state["items"]), str(state["mark"])
        errors_kept = self.side.restore(state["errors"])
        if errors_kept and self.sink.restore(state["output"]):
            rows, broken = int(state["rows"]), int(state["broken"])
            return BatchSummary(items, rows, broken, items), mark, bool(state["complete"])
        if not errors_kept or mark:
            raise WhistError(
                f"what {shown(self.manifest.path.name)} belongs to was cut off: expected it as it was left;"
                " to overwrite it begins anew"
            )
        # The end of a file of lines is missing: what is whole of it is kept.
        items = self.sink.recover(items)
        self.side.recover(items)
        return BatchSummary(items, items - self.side.lines, self.side.lines, items), "", False

    def close(self) -> None:
        self.sink.close()
        self.side.close()


class BatchLoop:
    """A question on its way through an input; without an executor chunks are answered in this process."""

    def __init__(
        self, work: ChunkWork, executor: Executor | None, pace: Pace, progress: Progress | None
    ) -> None:
        self._work, self._executor, self._pace, self._progress = work, executor, pace, progress
        self._done = BatchSummary()
        self._mark = ""

    def to_stream(self, source: Source, stream: IO[bytes]) -> BatchSummary:
        """Everything into a stream; broken rows are only counted."""
        self._run(source, StreamSink(stream), None)
        return self._done

    def to_files(self, source: Source, sink: FileSink, manifest: Manifest, *, resume: bool) -> BatchSummary:
        """Everything into files, or what is missing there; the side file of broken rows is beside them."""
        saved = _Saved(sink, GrowingFile(manifest.errors, lazy=True), manifest)
        try:
            complete = False
            if resume:
                self._done, self._mark, complete = saved.restore()
            else:
                saved.begin()
            if not complete:
                self._run(source, sink, saved)
        finally:
            saved.close()
        return self._done

    def _run(self, source: Source, sink: FileSink | StreamSink, saved: _Saved | None) -> None:
        whole = True  # whether the files hold what is counted and no more
        committed = float("-inf")  # the first chunk is made safe at once
        try:
            chunks = source.chunks(self._done.items, self._pace, self._mark)
            if self._progress is not None and self._done.items:
                self._progress(self._done.items, source.total)
            with closing(self._answers(chunks, source.total)) as answers:
                for answered in answers:
                    self._pace.learn(answered)
                    whole = False
                    self._write(answered, sink, saved)
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
                with suppress(OSError):  # what was committed before stays
                    if isinstance(error, Interrupted) and not error.partial.mark:
                        self._write(error.partial, sink, saved)
                    saved.commit(self._done, self._mark, complete=False)
            if isinstance(error, KeyboardInterrupt):
                raise Interrupted(f"interrupted: {self._done}", self._done) from None
            if isinstance(error, Stopped):
                raise Stopped(str(error), self._done, error.reason) from None
            raise

    def _write(self, answered: Answered, sink: FileSink | StreamSink, saved: _Saved | None) -> None:
        if saved is not None:
            saved.side.add(answered.broken)
        sink.add(answered.rows)
        done, self._mark = self._done, answered.mark
        self._done = BatchSummary(
            done.items + answered.items,
            done.rows + len(answered.rows),
            done.broken + len(answered.broken),
            done.resumed,
            done.first_broken or (_shown_broken(answered.broken[0]) if answered.broken else ""),
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


def _shown_broken(broken: str) -> str:
    """A broken row as messages have it."""
    row = json.loads(broken)
    return f"{row['source']}, line {row['line']}: {row['reason']}"
