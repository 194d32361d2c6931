"""`Deadline`: when the time limit of a call ends."""

from __future__ import annotations

from time import monotonic

__all__ = ["Deadline"]


class Deadline:
    """The end of a time limit that starts when this is made.

    Parameters
    ----------
    seconds : float or None
        ``None`` for no limit.
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

        At least a microsecond: once the time is over, a search then returns the bounds it has at its root.
        """
        return None if self._end is None else max(self._end - monotonic(), 1e-6)
