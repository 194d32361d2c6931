"""What rows are answered with, and what was answered of a chunk when an interrupt ends it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from whistsolve.errors import Interrupted, WhistError

__all__ = ["Answer", "Answered", "AnswersInterrupted", "ChunkInterrupted", "collected"]

#: What a row is answered with, by name, or why it cannot be.
Answer: TypeAlias = dict[str, object] | WhistError


class AnswersInterrupted(Interrupted[list[Answer]]):
    """An interrupt that ended a question.

    Attributes
    ----------
    partial : list
        The answers to the first rows, without a gap.
    """


class Answered(NamedTuple):
    """What came of a chunk.

    Attributes
    ----------
    items : int
        How many, answered or not.
    rows : tuple of str
        A line of JSON for each that was answered, in order, without its end.
    broken : tuple of str
        A line of JSON for each of the others.
    mark : str
        That of the chunk.
    seconds : float
        What it took.
    """

    items: int
    rows: tuple[str, ...]
    broken: tuple[str, ...]
    mark: str
    seconds: float


class ChunkInterrupted(Interrupted[Answered]):
    """An interrupt that ended a chunk.

    Attributes
    ----------
    partial : Answered
        Of its first items, without a gap.
    """


def collected(answers: Iterable[Answer]) -> list[Answer]:
    """The answers as a list.

    Raises
    ------
    AnswersInterrupted
        A `KeyboardInterrupt`, with those before it.
    """
    found: list[Answer] = []
    try:
        for answer in answers:
            found.append(answer)
    except KeyboardInterrupt:
        raise AnswersInterrupted("interrupted", found) from None
    return found
