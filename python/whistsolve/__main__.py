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


class _EndedError(KeyboardInterrupt):
    """A signal came; a plain interrupt that passed `exec` would take the status of ``python -m``."""


def run() -> None:
    """Run the command line of this process, and exit with its status.

    A signal that the process was started to ignore is ignored.
    """
    came: list[int] = []
    over: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        if over:  # all is printed and saved, and the interpreter is shutting down: exit at once
            os._exit(over[0])
        if _loads_a_module(frame):
            os._exit(128 + number)
        came.append(number)
        raise _EndedError

    def dropped(error: sys.UnraisableHookArgs) -> None:
        # A signal during a destructor or a callback of the interpreter, which drop exceptions.
        if isinstance(error.exc_value, _EndedError):
            os._exit(128 + came[0])
        sys.__unraisablehook__(error)

    sys.unraisablehook = dropped
    try:
        for number in _SIGNALS:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, end)
        from whistsolve.cli import main

        status = main()
    except KeyboardInterrupt:
        status = _INTERRUPTED
    if status == _INTERRUPTED and came:
        status = 128 + came[0]
    over.append(status)
    if came:  # at once: threads that are still at work could keep the interpreter from shutting down
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):  # closed, or a pipe that nobody reads
                stream.flush()
        os._exit(status)
    sys.exit(status)


def _loads_a_module(frame: FrameType | None) -> bool:
    """Whether an import is under way; what is raised then may be lost.

    CPython and native modules turn it into other exceptions or, in callbacks of import locks, drop it.
    """
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


if __name__ == "__main__":
    run()
