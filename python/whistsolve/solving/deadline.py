"""`Deadline`: the moment at which the time limit of a call ends."""

from __future__ import annotations

from time import monotonic

__all__ = ["Deadline"]


class Deadline:
    """The end of a time limit that begins now; without one it never comes.

    Parameters
    ----------
    seconds : float or None
    """

    __slots__ = ("_end",)

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self._end is not None and monotonic() >= self._end

    def seconds_left(self) -> float | None:
        """The time limit of a search that is to end then, ``None`` for none.

        A microsecond once the time is over: the engine then gives the bounds that it knows without a search.
        """
        return None if self._end is None else max(self._end - monotonic(), 1e-6)
