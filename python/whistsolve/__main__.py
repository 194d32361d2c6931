"""The command as a process, also ``python -m whistsolve``, and its signal handling from start to exit."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Final

#: Signals on which the command saves finished work and exits with the status that shells use, 128 + n.
#: SIGHUP, on systems that have it, is sent when the terminal is closed.
_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name)
)
_INTERRUPTED: Final = 128 + signal.SIGINT


def run() -> None:
    """Run the command line of this process, and exit with its status.

    A signal that the process was started to ignore is ignored.
    """
    came: list[int] = []
    over: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        if over:  # all is printed and saved, and the interpreter is shutting down: exit at once
            os._exit(over[0])
        came.append(number)
        raise KeyboardInterrupt

    def end_at_once(lost: sys.UnraisableHookArgs) -> None:
        """What a signal raises in a finalizer or a callback of a weak reference goes no further."""
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            sys.__unraisablehook__(lost)
            return
        over.append(128 + came[0])
        with suppress(OSError, RuntimeError, ValueError):  # closed, or in the middle of being written to
            sys.stdout.flush()
        os._exit(over[0])

    sys.unraisablehook = end_at_once
    for number in _SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, end)
    try:
        from whistsolve.cli import main

        status = main()
    except KeyboardInterrupt:
        status = _INTERRUPTED
    # CPython raises these for an interrupt while it loads a native module or, before 3.12, makes a class.
    except (ImportError, RuntimeError):
        if not came:
            raise
        status = _INTERRUPTED
    if status == _INTERRUPTED and came:
        status = 128 + came[0]
    over.append(status)
    sys.exit(status)


if __name__ == "__main__":
    run()
