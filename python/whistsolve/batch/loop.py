"""The loop of a batch: chunks out, answers back in order, written, and now and then made safe on the disk."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import IO, Any, Final

from whistsolve.arguments import Progress
from whistsolve.batch.answers import Answered, ChunkInterrupted
from whistsolve.batch.executors import Place
from whistsolve.batch.growing import GrowingFile
from whistsolve.batch.inputs import Source
from whistsolve.batch.manifest import Manifest
from whistsolve.batch.sinks import Sink, StreamSink
from whistsolve.batch.work import ChunkWork
from whistsolve.errors import Interrupted, WhistError
from whistsolve.values.reading import shown
from whistsolve.values.shown import Shown

__all__ = ["BatchLoop", "BatchRunInterrupted", "BatchSummary", "Pace"]

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
    """What came of a run.

    Attributes
    ----------
    items : int
        Rows of the input that were looked at, those of earlier runs that this one went on with included.
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


class BatchRunInterrupted(Interrupted[BatchSummary]):
    """An interrupt that ended `run_batch`; what was done is in the output, and ``resume`` goes on after it.

    Attributes
    ----------
    partial : BatchSummary
        What was done.
    """


class Pace:
    """How many items the next chunk has: as many as take some seconds, by those before, or a fixed number."""

    def __init__(self, fixed: int | None) -> None:
        self._fixed = fixed
        self._size = fixed or _FIRST_CHUNK

    def __call__(self) -> int:
        return self._size

    def told(self, answered: Answered) -> None:
        """Learn from a chunk that is done."""
        if self._fixed is None and answered.items:
            wanted = int(_CHUNK_SECONDS * answered.items / max(answered.seconds, 1e-6))
            self._size = max(1, min(wanted, _GROWTH * answered.items, _LARGEST_CHUNK))


@dataclass(frozen=True, slots=True)
class _Saved:
    """A file and its side file, and how they are made safe."""

    sink: Sink
    side: GrowingFile
    manifest: Manifest

    def commit(self, summary: BatchSummary, mark: str, *, complete: bool) -> None:
        """Make everything safe that the summary counts, and say so in the manifest."""
        output = self.sink.finish() if complete else self.sink.sync()
        self.manifest.write(
            {
                **{"items": summary.items, "rows": summary.rows, "broken": summary.broken, "mark": mark},
                **{"output": output, "errors": self.side.sync(), "complete": complete},
            }
        )
        self.sink.settle()

    def begin(self) -> None:
        self.manifest.remove()
        self.sink.begin()
        self.side.begin()
        self.commit(BatchSummary(), "", complete=False)

    def restore(self) -> tuple[BatchSummary, str, bool]:
        """What an earlier run did, the mark of it, and whether that was all."""
        state = self.manifest.read()
        try:
            return self._restored(state)
        except WhistError:
            raise
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
    """A question on its way through an input.

    Parameters
    ----------
    work : ChunkWork
    place : Place
        Where chunks are answered.
    pace : Pace
    progress : callable or None
    """

    def __init__(self, work: ChunkWork, place: Place, pace: Pace, progress: Progress | None) -> None:
        self._work, self._place, self._pace, self._progress = work, place, pace, progress
        self._done = BatchSummary()
        self._mark = ""

    def to_stream(self, source: Source, stream: IO[bytes]) -> BatchSummary:
        """Everything into a stream; broken rows are only counted."""
        self._run(source, StreamSink(stream), None)
        return self._done

    def to_files(
        self, source: Source, sink: Sink, side: GrowingFile, manifest: Manifest, *, resume: bool
    ) -> BatchSummary:
        """Everything into files, or what is missing there."""
        saved = _Saved(sink, side, manifest)
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

    def _run(self, source: Source, sink: Sink, saved: _Saved | None) -> None:
        whole = True  # whether the files hold what is counted and no more
        committed = float("-inf")  # the first chunk is made safe at once
        try:
            chunks = source.chunks(self._done.items, self._pace, self._mark)
            told = self._told(source.total)
            if self._progress is not None and self._done.items:
                self._progress(self._done.items, source.total)
            with closing(self._place(self._work, chunks, told)) as answers:
                for answered in answers:
                    self._pace.told(answered)
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
                    if isinstance(error, ChunkInterrupted) and not error.partial.mark:
                        self._write(error.partial, sink, saved)
                    saved.commit(self._done, self._mark, complete=False)
            if isinstance(error, KeyboardInterrupt):
                raise BatchRunInterrupted(f"interrupted: {self._done}", self._done) from None
            raise

    def _write(self, answered: Answered, sink: Sink, saved: _Saved | None) -> None:
        if saved is not None:
            saved.side.add(answered.broken)
        sink.add(answered.rows)
        self._count(answered)

    def _told(self, total: int | None) -> Progress | None:
        """What is told the items done of a chunk that is answered here."""
        progress = self._progress
        if progress is None:
            return None
        return lambda done, _: progress(self._done.items + done, total)

    def _count(self, answered: Answered) -> None:
        done = self._done
        self._mark = answered.mark
        self._done = BatchSummary(
            done.items + answered.items,
            done.rows + len(answered.rows),
            done.broken + len(answered.broken),
            done.resumed,
            done.first_broken or (_in_words(answered.broken[0]) if answered.broken else ""),
        )


def _in_words(broken: str) -> str:
    """A broken row in a message."""
    row = json.loads(broken)
    return f"{row['source']}, line {row['line']}: {row['reason']}"
