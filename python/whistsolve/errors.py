"""Every error that a caller can cause, and the two exceptions that carry the partial result of a call."""

from __future__ import annotations

from typing import Generic, Literal, TypeAlias, TypeVar

__all__ = [
    "ActError",
    "DealError",
    "Interrupted",
    "LayoutError",
    "NotationError",
    "RulesError",
    "StopReason",
    "Stopped",
    "WhistError",
]


class WhistError(ValueError):
    """An argument passed to whistsolve is wrong.

    The message names the seat, card or field, says what is wrong with it and what was expected.

    Notes
    -----
    An exception raised by an object of the caller, in its ``__index__``, ``__iter__`` or ``__eq__``, or in a
    callback, is passed on unchanged, with two exceptions. A ``TypeError`` of ``__index__`` or ``__iter__``,
    which arrays raise, means that the value has the wrong type and becomes a `WhistError`. An exception of
    ``__repr__``, which is only called for messages, is replaced by the name of the type.
    """


class NotationError(WhistError):
    """A card, hand, seat, strain, contract, condition or file that does not exist or cannot be read."""


class DealError(WhistError):
    """Hands that do not make a deal: a card twice, unequal sizes, too few or too many hands."""


class RulesError(WhistError):
    """An option that does not exist, a value that it cannot have, or options that exclude each other."""


class ActError(WhistError):
    """An act that is not legal now: out of turn, at the wrong stage of the hand, or against a rule."""


class LayoutError(WhistError):
    """Knowledge of how the cards lie, or a condition on deals, that no or hardly any layout satisfies."""


_Partial = TypeVar("_Partial")

#: Why a call ended before it was complete: ``cancel``, a limit, or a player or process that failed.
StopReason: TypeAlias = Literal["cancelled", "time", "nodes", "failed"]


class Interrupted(KeyboardInterrupt, Generic[_Partial]):
    """A keyboard interrupt that ended a long call. ``except KeyboardInterrupt`` catches it.

    Attributes
    ----------
    partial : object
        What was finished, of the type that the call documents; ``None`` if nothing was.
    """

    def __init__(self, message: str, partial: _Partial) -> None:
        super().__init__(message)
        self.partial = partial

    def __reduce__(self) -> tuple[type[Interrupted[_Partial]], tuple[str, _Partial]]:
        return type(self), (str(self), self.partial)


class Stopped(WhistError, Generic[_Partial]):
    """A `Cancellation`, a limit or a failure ended a call before it was complete; not a `KeyboardInterrupt`.

    Attributes
    ----------
    partial : object
        What was finished, of the type that the call documents; ``None`` if nothing was.
    reason : {'cancelled', 'time', 'nodes', 'failed'}
        ``'failed'`` if a player or a worker process failed.
    """

    def __init__(self, message: str, partial: _Partial, reason: StopReason) -> None:
        super().__init__(message)
        self.partial = partial
        self.reason: StopReason = reason

    def __reduce__(self) -> tuple[type[Stopped[_Partial]], tuple[str, _Partial, StopReason]]:
        return type(self), (str(self), self.partial, self.reason)


def unanswered(where: str, expected: str) -> RulesError:
    """The error of a question that has no answer under the rules; docs/games.md lists where."""
    return RulesError(f"there is no answer where {where}: expected {expected}")
