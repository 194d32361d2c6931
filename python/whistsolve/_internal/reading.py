"""Validation of numbers and text that callers pass, and safe quoting of wrong values in messages."""

from __future__ import annotations

import operator
import os
import re
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, Final, SupportsIndex, TypeVar

from whistsolve.errors import WhistError

_T = TypeVar("_T")
_SHORTENER = reprlib.Repr()
_SHORTENER.maxstring = 60
_SHORTENER.maxother = 60
_SHORTENER.maxlong = 40
#: Maximum number of characters quoted of a value.
_LONGEST: Final = 80


def path_text(path: str | os.PathLike[str]) -> str:
    """A path as text that can be written anywhere: bytes of it that are no UTF-8 are replaced."""
    # Python has bytes that it cannot decode as some surrogates; others are in names on Windows alone.
    text = re.sub("[\ud800-\udc7f\udd00-\udfff]", "\ufffd", os.fspath(path))
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def shown(value: object) -> str:
    """``repr`` of a value, or of the text of a path, for a message: short, on one line; it never raises."""
    try:
        if isinstance(value, os.PathLike):
            value = path_text(value)
        if isinstance(value, (bytes, bytearray)) and len(value) > 2 * _LONGEST:
            value = value[:_LONGEST] + value[-_LONGEST:]  # quoting a whole file would take seconds
        text = _SHORTENER.repr(value)
    except Exception:
        # repr() of a foreign object may raise anything; that of an int raises ValueError above 4300 digits.
        text = f"a value of type {type(value).__name__}"
    return shortened(text)


def shortened(text: str, most: int = _LONGEST) -> str:
    """The text on one line as `printable`, without its middle if it is longer than so many characters."""
    text = printable(" ".join(text.splitlines()))
    return text if len(text) <= most else f"{text[: most // 2 - 1]}...{text[2 - most // 2 :]}"


def printable(text: str) -> str:
    """The text with escapes for all unprintable characters, which could harm a terminal or fail to encode."""
    text = path_text(text)  # or other text, in which it replaces what stands for no character
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def read_integer(
    value: object, what: str, error: type[WhistError], lowest: int | None = None, highest: int | None = None
) -> int:
    """An int from any integer type except ``bool``, within the range if one is given (ends included)."""
    number: int | None = None
    if type(value) is int:  # isinstance() with a protocol is slow, and nearly every number is a plain int
        number = value
    elif not isinstance(value, bool) and isinstance(value, SupportsIndex):
        with suppress(TypeError):  # of an array of several numbers; other errors are of the caller's code
            number = operator.index(value)
    if number is not None and (lowest is None or number >= lowest) and (highest is None or number <= highest):
        return number
    limits = ""
    if lowest is not None:
        limits = f", {lowest} or more" if highest is None else f" from {lowest} to {highest}"
    raise error(f"{what} {shown(value)} is wrong: expected a whole number{limits}")


def read_text(
    value: object, what: str, error: type[WhistError], *, beyond_ascii: str = "", strip: bool = True
) -> str:
    """Text, with ``strip`` without blanks around it, checked to be printable ASCII or ``beyond_ascii``."""
    text = plain_text(value)
    if text is None:
        raise error(f"{what} {shown(value)} is wrong: expected text, got {type(value).__name__}")
    if not (text.isascii() and text.isprintable()):
        for character in text:
            if not (" " <= character <= "~" or character in "\t\r\n" or character in beyond_ascii):
                where = f"{what} {shown(value)}"
                raise error(f"{where} holds the character {character!a}: expected plain letters and digits")
    return text.strip(" \t\r\n") if strip else text


def plain_text(value: object) -> str | None:
    """Text as a plain ``str``, even if a subclass overrides its methods; ``None`` if it is not a ``str``."""
    if type(value) is str:
        return value
    return str.__str__(value) if isinstance(value, str) else None


def read_choice(value: object, what: str, error: type[WhistError], choices: Iterable[str]) -> str:
    """One of several texts, as a plain ``str``."""
    text = plain_text(value)
    if text is None or text not in choices:
        listed = " or ".join(", ".join(map(repr, choices)).rsplit(", ", 1))
        raise error(f"{what} {shown(value)} is wrong: expected {listed}")
    return text


def is_instance(value: object, kind: Any) -> bool:
    """`isinstance` for values whose annotation not every caller keeps: type checkers conclude nothing."""
    return isinstance(value, kind)


def read_instance(value: object, kind: type[_T], what: str, error: type[WhistError]) -> _T:
    """The value, checked to be an instance of a class."""
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise error(f"{what} {shown(value)} is wrong: expected {article} {kind.__name__}")
    return value


def read_named(values: object, kind: type[_T], what: str, error: type[WhistError]) -> dict[str, _T]:
    """A dict of a mapping, checked to have names (``str``) as keys and instances of a class as values."""
    if isinstance(values, Mapping):
        found = dict(values)
        if all(isinstance(name, str) and isinstance(each, kind) for name, each in found.items()):
            return found
    raise error(f"{what} {shown(values)} are wrong: expected a mapping of names to {kind.__name__}")


def read_flag(value: object, what: str, error: type[WhistError]) -> bool:
    """A ``bool``, from ``True``, ``False`` or a NumPy bool."""
    # The NumPy type is recognised by name, ``bool`` or ``bool_`` by version, to avoid importing NumPy.
    if (
        value is True
        or value is False
        or (type(value).__module__, type(value).__name__.rstrip("_")) == ("numpy", "bool")
    ):
        return bool(value)
    raise error(f"{what} {shown(value)} is wrong: expected True or False")


def read_several(value: Iterable[_T], what: str, error: type[WhistError]) -> Iterator[_T]:
    """An iterator over an iterable argument; a NumPy array of dimension 0 fails only in ``iter()``."""
    try:
        if isinstance(value, Iterable):
            return iter(value)
    except TypeError:
        pass
    raise error(f"{what} {shown(value)} are wrong: expected several")


def read_list(value: Iterable[_T], what: str, error: type[WhistError], most: int) -> list[_T]:
    """The items of an iterable, at most ``most``: reading stops after one more, since it may be endless."""
    found = list(islice(read_several(value, what, error), most + 1))
    if len(found) > most:
        raise error(f"{what} {shown(value)} are too many: expected {most} at most")
    return found
