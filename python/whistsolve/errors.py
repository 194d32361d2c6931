"""Every error that a caller can cause: one base class, and a subclass for each cause."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

__all__ = [
    "ActError",
    "CallCancelled",
    "CardError",
    "ConditionError",
    "ContractError",
    "DealError",
    "EndedEarly",
    "HandError",
    "Interrupted",
    "LayoutError",
    "NotationError",
    "PlayError",
    "RulesError",
    "SeatError",
    "SolveStopped",
    "StrainError",
    "WhistError",
]


class WhistError(ValueError):
    """Something that was passed to whistsolve is wrong.

    The message names the seat, card or field, says what is wrong with it and what was expected.

    Notes
    -----
    An exception that an object of the caller raises, in its ``__index__``, ``__iter__`` or ``__eq__``, or in
    a function that is called back, passes through as it is. Two are taken for "no such value" and become a
    `WhistError`: a ``TypeError`` of ``__index__`` or ``__iter__``, as arrays raise it, and any exception of
    ``__repr__``, which is only asked for messages.
    """


class ActError(WhistError):
    """An act that cannot be done now: out of turn, at another stage of the hand, or against a rule."""


class CardError(WhistError):
    """A card that does not exist or cannot be read."""


class HandError(WhistError):
    """A hand that cannot be read, or that holds a card twice."""


class DealError(WhistError):
    """Hands that do not make a deal: a card twice, unequal sizes, too few or too many hands."""


class LayoutError(WhistError):
    """Knowledge of how the cards lie that contradicts itself, or that hardly any layout agrees with."""


class StrainError(WhistError):
    """A trump suit or ranking that does not exist or cannot be read."""


class ConditionError(WhistError):
    """A condition on deals that cannot be read, that no deal satisfies, or that hardly any does."""


class ContractError(WhistError):
    """A contract whose level, strain or declarer cannot be."""


class RulesError(WhistError):
    """An option that does not exist, a value it cannot take, or options that exclude each other."""


class SeatError(WhistError):
    """A seat that the deal does not have."""


class PlayError(WhistError):
    """A card played by a hand that does not hold it or may not play it now."""


class NotationError(WhistError):
    """A file or text in a foreign notation that cannot be read."""


class SolveStopped(WhistError):
    """A search that was told to stop before it had its answer.

    Attributes
    ----------
    low, high : int or None
        What is certain all the same of the tricks that `solve` was asked for: at least `low`, at most
        `high`. ``None`` where single cards were asked for.
    """

    def __init__(self, message: str, low: int | None = None, high: int | None = None) -> None:
        super().__init__(message)
        self.low = low
        self.high = high


_Partial = TypeVar("_Partial")


class EndedEarly(BaseException, Generic[_Partial]):
    """The end of a call before it was done, with what was finished; a base of errors and interrupts.

    Attributes
    ----------
    partial : object
        What was finished, of the type that the subclass names.
    """

    def __init__(self, message: str, partial: _Partial) -> None:
        super().__init__(message)
        self.partial = partial

    def __reduce__(self) -> tuple[type[EndedEarly[_Partial]], tuple[str, _Partial]]:
        return type(self), (str(self), self.partial)


class Interrupted(EndedEarly[_Partial], KeyboardInterrupt):
    """An interrupt that ended a long call. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : object
        What was finished, of the type that the subclass names.
    """


class CallCancelled(EndedEarly[Any], WhistError):
    """A call that what it was passed as ``cancel`` ended before it was done; no `KeyboardInterrupt`.

    Attributes
    ----------
    partial : object
        What was finished: the ``partial`` of the interrupt by which the same call ends elsewhere, such as the
        `PartialBatch` of `BatchInterrupted`. ``None`` where nothing was, or the call has no such interrupt.
    """
