"""`Cancellation`, by which calls are ended from elsewhere, and what every call does that takes one."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, ParamSpec, Protocol, TypeAlias, TypeVar, runtime_checkable

from whistsolve import _core
from whistsolve.errors import CallCancelled, WhistError
from whistsolve.values.reading import shown

__all__ = ["Cancel", "Cancellation", "Event", "cancellable", "end_if_cancelled", "heeding", "in_threads"]

_P = ParamSpec("_P")
_R = TypeVar("_R")

#: Seconds between two looks at an event: with those of the engine far below the tenth that is promised.
_LOOK_EVERY: Final = 0.02


@runtime_checkable
class Event(Protocol):
    """What an event looks like to a call: `threading.Event`, and those of multiprocessing and asyncio."""

    def is_set(self) -> bool:
        """Whether the call is to end."""


class Cancellation:
    """Ends long calls from elsewhere: from another thread, a signal handler, or a callback of the call.

    Passed as ``cancel`` to any number of calls, one after another or at once in several threads. They end
    within a tenth of a second of `cancel`, with `CallCancelled`, whose ``partial`` is what was finished. It
    cannot be taken back: a call that begins later ends at once.

    Every call takes a `threading.Event` as well, or anything else with its ``is_set``: a thread looks at it
    fifty times a second for as long as the call takes. A `Cancellation` needs no such thread.

    Examples
    --------
    >>> import whistsolve as ws
    >>> cancellation = Cancellation()
    >>> def enough(done, total):
    ...     if done >= 1:
    ...         cancellation.cancel()
    >>> deals = (ws.Deal.random(seed) for seed in range(1_000_000))
    >>> try:
    ...     ws.solve_many(deals, progress=enough, cancel=cancellation)
    ... except ws.CallCancelled as cancelled:
    ...     partial = cancelled.partial
    >>> partial.whole_deals >= 1
    True
    """

    __slots__ = ("_core", "_followers")

    def __init__(self) -> None:
        self._core: Final = _core.Cancellation()
        #: What is cancelled with it. A list, and no lock, as a signal handler may cancel.
        self._followers: Final[list[Cancellation]] = []

    def cancel(self) -> None:
        """Ends the calls that were passed it, and those that will be. May be called from any thread."""
        self._core.cancel()
        for follower in tuple(self._followers):
            follower.cancel()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._core.cancelled

    def __repr__(self) -> str:
        return f"<Cancellation: {'cancelled' if self.cancelled else 'not cancelled'}>"

    @contextmanager
    def _cancels(self, follower: Cancellation) -> Iterator[None]:
        """A context in which it cancels another as well."""
        self._followers.append(follower)
        try:
            if self.cancelled:  # asked after the entry, so that none is missed
                follower.cancel()
            yield
        finally:
            self._followers.remove(follower)


#: What long calls take as ``cancel``.
Cancel: TypeAlias = Cancellation | Event


class _Heeded(threading.local):
    """What the calls that a thread begins heed, as the engine has it too."""

    cancellation: Cancellation | None = None


_HEEDED: Final = _Heeded()


@contextmanager
def heeding(cancellation: Cancellation) -> Iterator[None]:
    """A context whose calls a cancellation ends with a `KeyboardInterrupt`, as an interrupt does.

    Contexts nest: a call heeds those of all that it is in. Threads begun inside have contexts of their own.
    """
    outer = _HEEDED.cancellation
    if outer is None:
        with _entered(cancellation, None):
            yield
        return
    both = Cancellation()
    with outer._cancels(both), cancellation._cancels(both), _entered(both, outer):
        yield


@contextmanager
def _entered(cancellation: Cancellation, outer: Cancellation | None) -> Iterator[None]:
    _HEEDED.cancellation = cancellation
    cancellation._core.__enter__()
    try:
        yield
    finally:
        _HEEDED.cancellation = outer
        if outer is None:
            cancellation._core.__exit__()
        else:
            outer._core.__enter__()


@contextmanager
def _following(cancel: Cancel) -> Iterator[Cancellation]:
    """A cancellation that is cancelled as soon as an event is set."""
    if isinstance(cancel, Cancellation):
        yield cancel
        return
    if isinstance(cancel, type) or not isinstance(cancel, Event):
        expected = "expected a Cancellation, an event such as threading.Event, or None"
        raise WhistError(f"cancel {shown(cancel)} is wrong: {expected}")
    event, cancellation, done = cancel, Cancellation(), threading.Event()

    def look() -> None:
        while not event.is_set():
            if done.wait(_LOOK_EVERY):
                return
        cancellation.cancel()

    if event.is_set():
        cancellation.cancel()
    thread = threading.Thread(target=look, name="whistsolve-cancel", daemon=True)
    thread.start()
    try:
        yield cancellation
    finally:
        done.set()
        thread.join()


def in_threads(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function for threads that a call starts, in which it heeds what the calling thread heeds now."""
    cancellation = _HEEDED.cancellation
    if cancellation is None:
        return function

    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        with heeding(cancellation):
            return function(*args, **kwargs)

    return call


def cancellable(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Makes a function heed what it is passed as ``cancel``, a keyword argument of its own.

    Where that ended it, the interrupt by which calls end becomes a `CallCancelled` with its ``partial``. An
    interrupt from the keyboard stays what it is.
    """

    @functools.wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        cancel = kwargs.get("cancel")
        if cancel is None:
            return function(*args, **kwargs)
        with _following(cancel) as cancellation:  # type: ignore[arg-type]
            if cancellation.cancelled:
                raise CallCancelled("cancelled before it began", None)
            try:
                with heeding(cancellation):
                    return function(*args, **kwargs)
            except KeyboardInterrupt as interrupt:
                if not cancellation.cancelled:
                    raise
                raise _cancelled_by(interrupt) from interrupt

    return call


def _cancelled_by(interrupt: KeyboardInterrupt) -> CallCancelled:
    """The error of a call that ended with an interrupt because it was cancelled."""
    said = str(interrupt)
    rest = said.removeprefix("interrupted")
    message = "cancelled" + (f": {said}" if said and rest == said else rest)
    return CallCancelled(message, getattr(interrupt, "partial", None))


def end_if_cancelled() -> None:
    """For loops that take longer than a person waits: ends a call that was cancelled.

    Raises
    ------
    KeyboardInterrupt
        Where it was.
    """
    if _core.Cancellation.current().cancelled:
        raise KeyboardInterrupt
