"""`Cancellation`, by which calls are ended from elsewhere, and what every call does that takes one."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, NoReturn, ParamSpec, Protocol, TypeAlias, TypeVar, runtime_checkable

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.values  # noqa: F401
from whistsolve import _core
from whistsolve.errors import CallCancelled, WhistError
from whistsolve.values.reading import shown

__all__ = [
    "Cancel",
    "Cancellation",
    "Event",
    "cancellable",
    "end_if_cancelled",
    "ended_by",
    "heeding",
    "in_threads",
]

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

    Every call takes a `threading.Event` as well, or anything else with its ``is_set``, such as the events of
    multiprocessing and asyncio: a thread looks at it fifty times a second for as long as the call takes, and
    what ``is_set`` raises ends the call and is raised by it. A `Cancellation` needs no such thread.

    What is passed to a call holds for all that the call does in its thread, calls within callbacks and
    players among them. Where one of those is passed the same, it leaves the end to the outer call, which has
    the ``partial`` of the whole. A call that was done before it saw a cancellation returns what it found.

    It is of one process, and cannot be pickled: pass an event of multiprocessing to processes of your own.

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

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Cancellation cannot be pickled or copied, since another one would cancel nothing: expected an"
            " event of multiprocessing for other processes"
        )

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


class _Watched:
    """A cancellation that is cancelled as soon as an event is set, for the length of a block."""

    def __init__(self, event: Event) -> None:
        self.cancellation: Final = Cancellation()
        #: What the event raised when it was asked.
        self.error: BaseException | None = None
        self._event = event
        self._over: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._watch, name="whistsolve-cancel", daemon=True)

    def __enter__(self) -> _Watched:
        if self._event.is_set():
            self.cancellation.cancel()
        else:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join(_LOOK_EVERY)  # not for as long as an event takes that does not answer

    def _watch(self) -> None:
        try:
            while not self._over.wait(_LOOK_EVERY):
                if self._event.is_set():
                    break
            else:
                return
        except BaseException as error:  # for the call: in this thread nobody would see it
            self.error = error
        self.cancellation.cancel()


def ended_by(cancellation: Cancellation, function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function for other threads, whose calls a cancellation ends with a `KeyboardInterrupt`."""

    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        with heeding(cancellation):
            end_if_cancelled()
            return function(*args, **kwargs)

    return call


@contextmanager
def in_threads(function: Callable[_P, _R], threads: int) -> Iterator[Callable[_P, Future[_R]]]:
    """A context that has a function called in threads, which end with it.

    They heed what the calling thread heeds. Where an exception leaves the context, such as an interrupt,
    which only reaches the main thread, calls that run are ended and those that wait are not made.
    """
    ending = Cancellation()
    with heeding(ending), ThreadPoolExecutor(threads) as pool:
        call = ended_by(_HEEDED.cancellation or ending, function)
        try:
            yield lambda *args, **kwargs: pool.submit(call, *args, **kwargs)
        except BaseException:
            ending.cancel()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


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
        if isinstance(cancel, Cancellation):
            return _call(lambda: function(*args, **kwargs), cancel)
        if isinstance(cancel, type) or not isinstance(cancel, Event):
            expected = "expected a Cancellation, an event such as threading.Event, or None"
            raise WhistError(f"cancel {shown(cancel)} is wrong: {expected}")
        with _Watched(cancel) as watched:
            try:
                return _call(lambda: function(*args, **kwargs), watched.cancellation)
            except CallCancelled as cancelled:
                if watched.error is None:
                    raise
                raise watched.error from cancelled

    return call


def _call(function: Callable[[], _R], cancellation: Cancellation) -> _R:
    """What a function gives that heeds a cancellation, unless that ends it."""
    outer = _HEEDED.cancellation or Cancellation()
    if cancellation.cancelled and not outer.cancelled:
        raise CallCancelled("cancelled before it began", None)
    try:
        with heeding(cancellation):
            end_if_cancelled()
            return function()
    except KeyboardInterrupt as interrupt:
        # The end of a call around it too is nothing to be handled here, as a fault of a bot would be.
        if outer.cancelled or not cancellation.cancelled:
            raise
        raise _cancelled_by(interrupt) from interrupt


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
