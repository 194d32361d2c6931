"""What is done with a chunk, wherever it is done: its items read, answered, and written as lines."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from whistsolve.arguments import Progress
from whistsolve.batch.answers import Answer, Answered, AnswersInterrupted, ChunkInterrupted
from whistsolve.batch.fields import Fields, QuestionOptions
from whistsolve.batch.items import Chunk, Item
from whistsolve.batch.questions import read_question
from whistsolve.errors import WhistError

__all__ = ["ChunkWork"]


@dataclass(frozen=True, slots=True)
class ChunkWork:
    """A question with its options, which is called with chunks; it can be pickled."""

    question: str
    options: QuestionOptions

    def __call__(self, chunk: Chunk, progress: Progress | None = None) -> Answered:
        """Answer a chunk. `progress` is told the items done, where the question tells them.

        Raises
        ------
        ChunkInterrupted
            A `KeyboardInterrupt`, with the answers before it.
        """
        begun = time.perf_counter()
        items = chunk.items()
        whole = [item for item in items if not item.row.fault]
        fields = [Fields(item.number, item.row, self.options.given) for item in whole]
        interrupted = False
        try:
            found = read_question(self.question).answers(fields, self.options, progress) if fields else []
        except AnswersInterrupted as error:
            found, interrupted = error.partial, True
        answers = iter(found)
        rows: list[str] = []
        broken: list[str] = []
        for item in items:
            answer = WhistError(item.row.fault) if item.row.fault else next(answers, None)
            if answer is None:
                break
            (broken if isinstance(answer, WhistError) else rows).append(_line(item, answer))
        seconds = time.perf_counter() - begun
        answered = Answered(len(rows) + len(broken), tuple(rows), tuple(broken), chunk.mark, seconds)
        if interrupted:
            raise ChunkInterrupted("interrupted", answered)
        return answered


def _line(item: Item, answer: Answer) -> str:
    """A line of the output, or of the side file."""
    if not isinstance(answer, WhistError):
        return json.dumps({"number": item.number, **answer})
    reason = " ".join(str(answer).split())
    place = {"number": item.number, "source": item.source, "line": item.row.line}
    return json.dumps({**place, "reason": reason})
