"""`Cancellation`, which ends calls from other code, and the handling of the ``cancel`` argument."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Final, NoReturn, ParamSpec, TypeVar

from whistsolve import _core
from whistsolve._internal import LOCK
from whistsolve._internal.reading import shown
from whistsolve.errors import Interrupted, Stopped, WhistError

__all__ = [
    "Cancellation",
    "cancellable",
    "end_if_cancelled",
    "ended_after",
    "ended_by",
    "in_threads",
    "made_once",
    "subject_to",
]

#: By how many seconds `ended_after` is late.
_GRACE: Final = 0.002

_P = ParamSpec("_P")
_R = TypeVar("_R")


class Cancellation:
    """Ends long calls from another thread, from a signal handler, or from a callback of the call.

    Pass the object as ``cancel`` to any number of calls, one after another or in several threads at once.
    Once `cancel` is called, they raise `Stopped` within a tenth of a second; its ``partial`` is what was
    finished, of the type that the call documents, or ``None``. A keyboard interrupt ends the calls as fast,
    with an `Interrupted` or a plain `KeyboardInterrupt`. Cancelling is final: later calls end at once.

    A cancellation applies to all that a call does in its thread, including calls in callbacks and players. If
    an inner call is passed the same object, the outer call ends, with its own ``partial``. A call that is
    complete before it notices a cancellation returns its result.

    A cancellation belongs to one process and cannot be pickled.

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
    ... except ws.Stopped as cancelled:
    ...     partial = cancelled.partial
    >>> partial.cells_done >= 1
    True
    """

    __slots__ = ("_core",)

    def __init__(self) -> None:
        self._core = _core.Cancellation()

    def cancel(self) -> None:
        """Ends all calls that were or will be passed this object. May be called from any thread."""
        self._core.cancel()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._core.cancelled

    def __repr__(self) -> str:
        return f"<Cancellation: {'cancelled' if self.cancelled else 'not cancelled'}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Cancellation cannot be pickled or copied, since another one would cancel nothing: expected one"
            " made in this process"
        )


class _Current(threading.local):
    """The cancellation that applies to the calls of a thread; the engine stores it as well."""

    cancellation: Cancellation | None = None


_CURRENT: Final = _Current()


@contextmanager
def subject_to(cancellation: Cancellation) -> Iterator[None]:
    """A context in which a cancellation ends this thread's calls with a `KeyboardInterrupt`; they nest."""
    outer, inner = _CURRENT.cancellation, cancellation
    if outer is not None:
        inner = Cancellation()
        inner._core = _core.Cancellation(outer._core, cancellation._core)
    _CURRENT.cancellation = inner
    inner._core.__enter__()
    try:
        yield
    finally:
        _CURRENT.cancellation = outer
        if outer is None:
            inner._core.__exit__()
        else:
            outer._core.__enter__()


@contextmanager
def ended_after(seconds: float | None) -> Iterator[None]:
    """A context that long calls inside leave after some seconds without an error; never for ``None``."""
    if seconds is None:
        yield
        return
    over, outer = Cancellation(), _CURRENT.cancellation
    over._core = _core.Cancellation(seconds + _GRACE)
    try:
        with subject_to(over):
            yield
    except KeyboardInterrupt:
        if not over.cancelled or (outer is not None and outer.cancelled):
            raise


def ended_by(cancellation: Cancellation, function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The function wrapped for other threads, so that a cancellation ends it with a `KeyboardInterrupt`."""

    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        with subject_to(cancellation):
            end_if_cancelled()
            return function(*args, **kwargs)

    return call


@contextmanager
def in_threads(function: Callable[_P, _R], threads: int) -> Iterator[Callable[_P, Future[_R]]]:
    """A context that gives a function to submit calls to threads, which end with it and its cancellations."""
    ending = Cancellation()
    with subject_to(ending), ThreadPoolExecutor(threads) as pool:
        call = ended_by(_CURRENT.cancellation or ending, function)
        try:
            yield lambda *args, **kwargs: pool.submit(call, *args, **kwargs)
        except BaseException:
            ending.cancel()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def made_once(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Decorates a long function whose last 16 values are kept, made in a thread that no caller cancels."""

    @functools.lru_cache(16)
    def kept(*key: object) -> tuple[list[threading.Thread], list[_R]]:
        return [threading.Thread()], []

    def make(made: list[_R], *args: _P.args, **kwargs: _P.kwargs) -> None:
        with suppress(BaseException):  # raised below, to each who asks
            made.append(function(*args, **kwargs))

    @functools.wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        with LOCK:
            threads, made = kept(args, *kwargs.items())
            if not made and not threads[0].is_alive():  # a new one, or that of a fork's parent
                for lazy in ("linalg", "ma", "random"):  # what NumPy loads when it is used, in any thread
                    import_module(f"numpy.{lazy}")
                threads[0] = threading.Thread(target=make, args=(made, *args), kwargs=kwargs, daemon=True)
                with suppress(RuntimeError):  # no thread begins while Python ends
                    threads[0].start()
        while threads[0].is_alive():
            end_if_cancelled()
            threads[0].join(0.02)
        return made[0] if made else function(*args, **kwargs)

    return call


def cancellable(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Decorates a long call: a function that has a keyword argument ``cancel`` and a ``partial`` of its own.

    If ``cancel`` ended it, the engine's `KeyboardInterrupt` becomes a `Stopped`. The ``partial`` of a long
    call inside this one is dropped: the caller expects another type.
    """

    @functools.wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        cancel = kwargs.get("cancel")
        try:
            if cancel is None:
                return function(*args, **kwargs)
            if not isinstance(cancel, Cancellation):
                raise WhistError(f"cancel {shown(cancel)} is wrong: expected a Cancellation or None")
            return _call(lambda: function(*args, **kwargs), cancel)
        except (Interrupted, Stopped) as error:
            own = _own(error)
            own.__dict__[_LEFT] = True
            if own is error:
                raise
            raise own from error
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            names = ", ".join(name for name in inspect.signature(function).parameters if name != "self")
            raise TypeError(f"{error}: expected some of {names}") from None

    return call


#: The attribute that marks an exception that has left a long call.
_LEFT: Final = "_left_a_long_call"


def _own(error: BaseException) -> BaseException:
    """The error, without its ``partial`` if that comes from a long call inside this one."""
    if isinstance(error, (Interrupted, Stopped)) and _LEFT in error.__dict__ and error.partial is not None:
        if isinstance(error, Interrupted):
            return Interrupted("interrupted", None)
        return Stopped(f"ended early: {error.reason}", None, error.reason)
    return error


def _call(function: Callable[[], _R], cancellation: Cancellation) -> _R:
    outer = _CURRENT.cancellation or Cancellation()
    if cancellation.cancelled and not outer.cancelled:
        raise Stopped("cancelled before it began", None, "cancelled")
    try:
        with subject_to(cancellation):
            end_if_cancelled()
            return function()
    except KeyboardInterrupt as interrupt:
        # If an enclosing call is to end too, a `Stopped` here might be handled as a failure, such as a bot's.
        if outer.cancelled or not cancellation.cancelled:
            raise
        own = _own(interrupt)
        text = str(own)
        rest = text.removeprefix("interrupted")
        message = "cancelled" + (f": {text}" if text and rest == text else rest)
        raise Stopped(message, getattr(own, "partial", None), "cancelled") from interrupt


def end_if_cancelled() -> None:
    """Raises a `KeyboardInterrupt` if the call was cancelled; long loops in Python call it regularly."""
    if _core.Cancellation.current().cancelled:
        raise KeyboardInterrupt
