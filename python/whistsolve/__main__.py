"""The command as a process, also ``python -m whistsolve``, and its signal handling from start to exit.

It imports next to nothing, so that signals are handled while the rest is loaded.
"""

import _signal as signal  # type: ignore[import-not-found]  # `signal` loads enumerations
import atexit
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

#: Signals on which the command saves finished work and exits with the status that shells use, 128 + n.
#: SIGHUP, on systems that have it, is sent when the terminal is closed.
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name))
_INTERRUPTED = 128 + signal.SIGINT


class _EndedError(KeyboardInterrupt):
    """A signal came; a plain interrupt that passed `exec` would take the status of ``python -m``."""


def run() -> None:
    """Run the command line of this process, and exit with its status.

    A signal that the process was started to ignore is ignored.
    """
    came: list[int] = []
    over: list[int] = []

    def end(number: int, frame: "FrameType | None") -> None:
        if over or _loads_a_module(frame):
            os._exit(128 + number)
        came.append(number)
        raise _EndedError

    def dropped(error: "sys.UnraisableHookArgs") -> None:
        # A signal during a destructor or a callback of the interpreter, which drop exceptions.
        if isinstance(error.exc_value, _EndedError):
            os._exit(128 + came[0])
        sys.__unraisablehook__(error)

    def leave() -> None:
        """Exit while signals are still handled: Python would let go of them before it is at its end."""
        if not over:  # a traceback is printed
            return
        from contextlib import suppress

        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):  # closed, or a pipe that nobody reads
                stream.flush()
        os._exit(over[0])

    sys.unraisablehook = dropped
    try:
        for number in _SIGNALS:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, end)
        atexit.register(leave)  # before all others, so that it is called last
        from whistsolve.cli import main

        over.append(main())
    except KeyboardInterrupt:
        over.append(_INTERRUPTED)
    if came:  # at once: threads that are still at work could keep the interpreter from shutting down
        over[0] = 128 + came[0] if over[0] == _INTERRUPTED else over[0]
        leave()
    sys.exit(over[0])


def _loads_a_module(frame: "FrameType | None") -> bool:
    """Whether an import is under way; what is raised then may be lost.

    CPython and native modules turn it into other exceptions or, in callbacks of import locks, drop it.
    """
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


if __name__ == "__main__":
    run()
