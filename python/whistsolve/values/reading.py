"""Checked reading of numbers and text that callers pass, and safe quoting of wrong values in messages."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, SupportsIndex, TypeVar

from whistsolve.errors import WhistError

__all__ = [
    "plain_text",
    "printable",
    "read_flag",
    "read_instance",
    "read_integer",
    "read_list",
    "read_named",
    "read_several",
    "read_text",
    "shown",
]

_T = TypeVar("_T")
_SHORTENER = reprlib.Repr()
_SHORTENER.maxstring = 60
_SHORTENER.maxother = 60
_SHORTENER.maxlong = 40
#: Bytes of which the middle is left out before they are quoted: a file takes seconds to quote whole.
_MOST_BYTES: Final = 1000
#: Of a value in a message, quoted at most; items of items make it longer than one item may be.
_LONGEST = 160


def shown(value: object) -> str:
    """``repr`` of a value for a message: short, on one line, and never failing itself."""
    try:
        if isinstance(value, (bytes, bytearray)) and len(value) > _MOST_BYTES:
            value = value[:_LONGEST] + value[-_LONGEST:]
        text = " ".join(_SHORTENER.repr(value).splitlines())
    except Exception:
        # repr() of a foreign object may raise anything; of an int, ValueError beyond 4300 digits.
        text = f"a value of type {type(value).__name__}"
    text = printable(text)  # a foreign repr() may hold anything
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def printable(text: str) -> str:
    """Text with escapes for what no terminal should be sent, or no file can be written with."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def read_integer(
    value: object,
    what: str,
    error: type[WhistError],
    lowest: int | None = None,
    highest: int | None = None,
) -> int:
    """A whole number, perhaps of a range, from any integer type but ``bool``.

    Parameters
    ----------
    value : object
        What the caller passed.
    what : str
        Its name in the message.
    error : type
        The error to raise.
    lowest, highest : int or None
        The range, both ends allowed; ``None`` for no limit.

    Raises
    ------
    WhistError
        Of the given class, where the value is no whole number or lies outside the range.
    """
    number = _integer(value)
    if number is not None and (lowest is None or number >= lowest) and (highest is None or number <= highest):
        return number
    limits = ""
    if lowest is not None:
        limits = f", {lowest} or more" if highest is None else f" from {lowest} to {highest}"
    raise error(f"{what} {shown(value)} is wrong: expected a whole number{limits}")


def _integer(value: object) -> int | None:
    # isinstance() with a protocol is slow, and nearly every number is a plain int.
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # so says an array of many numbers; other exceptions are the caller's own
        return None


def read_text(value: object, what: str, error: type[WhistError], *, beyond_ascii: str = "") -> str:
    """Text without surrounding blanks, checked to be printable ASCII apart from the characters named.

    Raises
    ------
    WhistError
        Of the given class, where the value is no text or holds another character.
    """
    text = plain_text(value)
    if text is None:
        raise error(f"{what} {shown(value)} is wrong: expected text, got {type(value).__name__}")
    if not (text.isascii() and text.isprintable()):
        for character in text:
            if not (" " <= character <= "~" or character in "\t\r\n" or character in beyond_ascii):
                where = f"{what} {shown(value)}"
                raise error(f"{where} holds the character {character!a}: expected plain letters and digits")
    return text.strip(" \t\r\n")


def plain_text(value: object) -> str | None:
    """Text as a plain ``str``, whatever methods its class has; ``None`` for what is no text."""
    if type(value) is str:
        return value
    return str.__str__(value) if isinstance(value, str) else None


def read_instance(value: object, kind: type[_T], what: str, error: type[WhistError]) -> _T:
    """A value of a class.

    Raises
    ------
    WhistError
        Of the given class, where it is of another.
    """
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise error(f"{what} {shown(value)} is wrong: expected {article} {kind.__name__}")
    return value


def read_named(values: object, kind: type[_T], what: str, error: type[WhistError]) -> dict[str, _T]:
    """Values of a class by their names, from a mapping.

    Raises
    ------
    WhistError
        Of the given class, where they are no mapping, or hold something else.
    """
    if isinstance(values, Mapping):
        found = dict(values)
        if all(isinstance(name, str) and isinstance(each, kind) for name, each in found.items()):
            return found
    raise error(f"{what} {shown(values)} are wrong: expected a mapping of names to {kind.__name__}")


def read_flag(value: object, what: str, error: type[WhistError]) -> bool:
    """Whether something holds: ``True`` or ``False``, also of NumPy.

    Raises
    ------
    WhistError
        Of the given class, where it is neither.
    """
    # The type of NumPy by its name, which its versions spell in two ways: it is not imported for that.
    if (
        value is True
        or value is False
        or (type(value).__module__, type(value).__name__.rstrip("_")) == ("numpy", "bool")
    ):
        return bool(value)
    raise error(f"{what} {shown(value)} is wrong: expected True or False")


def read_several(value: Iterable[_T], what: str, error: type[WhistError]) -> Iterator[_T]:
    """What is iterated over; an array without axes cannot be, though its type says so."""
    try:
        if isinstance(value, Iterable):
            return iter(value)
    except TypeError:
        pass
    raise error(f"{what} {shown(value)} are wrong: expected several")


def read_list(value: Iterable[_T], what: str, error: type[WhistError], most: int) -> list[_T]:
    """What is iterated over, so many at most: of what has no end no more is read."""
    found = list(islice(read_several(value, what, error), most + 1))
    if len(found) > most:
        raise error(f"{what} {shown(value)} are too many: expected {most} at most")
    return found
