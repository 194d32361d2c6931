"""Suggestions in error messages: the known name nearest to a misspelt one, never one of another meaning."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final

from whistsolve._internal.reading import plain_text

_MOST_LETTERS: Final = 80
#: Minimum similarity of a word and its misspelling, a ratio of `difflib`.
_ALIKE: Final = 0.8


def nearest(given: object, known: Iterable[str]) -> str:
    """``"; did you mean ...?"`` if ``given`` is a misspelling of a known name, else an empty string.

    Names are compared word by word in order, as a word added, left out or replaced can reverse the meaning:
    ``dealer_may_bid`` is no misspelling of ``dealer_must_bid``, nor ``anticlockwise`` of ``clockwise``.
    """
    parts = _parts_of(given)
    names = [name for name in known if parts and _is_misspelling(parts, _parts_of(name))]
    best = difflib.get_close_matches("_".join(parts), names, 1, 0)
    return f"; did you mean {best[0]!r}?" if best else ""


def is_turned_round(given: object, name: str) -> bool:
    """Whether names have the same words in a different order: "a over b" is the opposite of "b over a"."""
    parts, known = _parts_of(given), _parts_of(name)
    return parts != known and sorted(parts) == sorted(known)


def _parts_of(name: object) -> list[str]:
    """The words and numbers of a name, in lower case: ``low``, ``beats``, ``high``."""
    return re.findall(r"[a-z]+|[0-9]+", (plain_text(name) or "")[:_MOST_LETTERS].lower())


def _is_misspelling(given: list[str], name: list[str]) -> bool:
    if "".join(given) == "".join(name):
        return True
    return len(given) == len(name) and all(map(_is_misspelt_word, given, name))


def _is_misspelt_word(given: str, word: str) -> bool:
    if given == word:
        return True
    # Short words, another first letter or a prefix can reverse a meaning: ever and never, named and unnamed.
    if min(len(given), len(word)) < 4 or given[0] != word[0] or given.endswith(word):
        return False
    return difflib.SequenceMatcher(None, given, word).ratio() >= _ALIKE
