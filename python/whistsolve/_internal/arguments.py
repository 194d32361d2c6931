"""Arguments shared by many public functions: their defaults, readers, limits and resources."""

from __future__ import annotations

import contextlib
import math
import numbers
import os
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeAlias

from whistsolve._internal.reading import is_instance, read_integer, shown
from whistsolve.errors import WhistError

#: Default cap on the transposition tables of a process, in MiB.
DEFAULT_MEMORY_MB: Final = 256

#: Called with the number of items done and the total number, ``None`` while that is not known.
Progress: TypeAlias = Callable[[int, int | None], object]

#: Python's limit on decimal digits can be lowered to 640 digits; numbers of fewer bits than this fit.
_LONGEST_DECIMAL: Final = 2000
#: The maximum node limit, an unsigned 64-bit integer in the engine.
_MOST_NODES: Final = 2**64 - 1
#: Maximum number of threads that a call starts.
_MOST_THREADS: Final = 256


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one search: nodes (cards played in it) and wall-clock time; ``None`` for no limit."""

    nodes: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, node_limit: int | None = None, time_limit: float | None = None) -> Limits:
        """The limits of a call: at least one node, more than 0 seconds."""
        if node_limit is None and time_limit is None:
            return NO_LIMITS
        nodes = None if node_limit is None else read_integer(node_limit, "node_limit", WhistError, 1)
        seconds = None if time_limit is None else read_seconds(time_limit, "time_limit")
        return cls(None if nodes is None else min(nodes, _MOST_NODES), seconds)


def read_seconds(value: object, what: str) -> float:
    """A length of time in seconds, from any real number type except ``bool``."""
    if isinstance(value, numbers.Real) and not is_instance(value, bool):
        # Raised by float() if the number is too large or not a real one; others come from the caller's code.
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            seconds = float(value)
            if seconds > 0 and math.isfinite(seconds):
                return seconds
    raise WhistError(f"{what} {shown(value)} is wrong: expected seconds, a number above 0")


#: No limit: the search ends only with its exact result.
NO_LIMITS: Final = Limits()


class Deadline:
    """The end of a time limit in seconds, which starts on construction; ``None`` for no limit."""

    __slots__ = ("_end",)

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self._end is not None and monotonic() >= self._end

    def seconds_left(self, reserved: float = 0.0) -> float | None:
        """The time limit for a search that is to end `reserved` before the deadline; ``None`` for no limit.

        At least a microsecond, so that a search started after the deadline still returns bounds at its root.
        """
        return None if self._end is None else max(self._end - monotonic() - reserved, 1e-6)


@dataclass(frozen=True, slots=True)
class Resources:
    """How much of the machine a call may use; results do not depend on it."""

    #: No more than `memory_mb`.
    threads: int
    #: Cap on the transposition tables of all threads together, in MiB.
    memory_mb: int

    @classmethod
    def read(cls, threads: int | None = 1, memory_mb: int = DEFAULT_MEMORY_MB) -> Resources:
        """Threads from 1 to 256, ``None`` for one per processor; memory from 1 to 65536 MiB.

        Each thread needs at least one MiB: with less memory there are fewer threads.
        """
        if threads is None:
            available = getattr(os, "sched_getaffinity", None)  # not on every platform
            count = min(len(available(0)) if available else os.cpu_count() or 1, _MOST_THREADS)
        else:
            count = read_integer(threads, "threads", WhistError, 1, _MOST_THREADS)
        memory = read_integer(memory_mb, "memory_mb", WhistError, 1, 65536)
        return cls(min(count, memory), memory)

    def of_one_thread(self) -> Resources:
        """The share of one thread, if each has a transposition table of its own."""
        return Resources(1, self.memory_mb // self.threads)

    @property
    def memory_bytes(self) -> int:
        """The cap in bytes, the unit of the engine."""
        return self.memory_mb << 20


def read_progress(progress: object) -> None:
    """Checks that ``progress`` is callable or ``None``."""
    read_callback(progress, "progress", "two numbers")


def read_callback(function: object, name: str, given: str) -> None:
    """Checks that an argument is callable or ``None``; `given` describes what it is called with."""
    if function is not None and not callable(function):
        raise WhistError(f"{name} {shown(function)} is wrong: expected a function of {given}")


def seed_text(seed: object) -> str:
    """A seed as text for `random.Random`, whose draws for a text seed are the same in every version.

    In decimal; in hexadecimal if it is longer than the decimal text that Python may refuse to write.
    """
    number = read_integer(seed, "seed", WhistError)
    return str(number) if number.bit_length() < _LONGEST_DECIMAL else hex(number)
