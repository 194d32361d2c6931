"""Calls of pure Python ended where what awaits them is cancelled, as the engine ends its own."""

from __future__ import annotations

from whistsolve import _core

__all__ = ["end_if_cancelled"]


def end_if_cancelled() -> None:
    """For loops that take longer than a person waits: ends a call that `whistsolve.aio` has cancelled.

    Raises
    ------
    KeyboardInterrupt
        Where it has.
    """
    if _core.Cancellation.current().cancelled:
        raise KeyboardInterrupt
