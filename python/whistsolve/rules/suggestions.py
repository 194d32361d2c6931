"""Suggestions in errors: a known word for one that is misspelt, never one of another meaning.

Words are compared part by part, and in order. A part may differ by a typing error alone: not where both are
words that these rules use, nor where one is the opposite of the other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from whistsolve.values.reading import plain_text

__all__ = ["is_turned_round", "nearest", "parts_of"]

#: Words near in spelling or form to others, which are never taken for misspellings.
_WORDS_OF_THEIR_OWN: Final = """
    above accept add after all allow always anti anticlockwise any asc back bad before below best
    bid big both can cannot clockwise counterclockwise deal dealer decrease defender desc disable
    discard double down downtown drop each even ever every exclude fall false first forbid forced
    free gain gains good half hand have hide high higher highest hold include increase inside keep
    large last late leader least left less lose loser loses loss low lower lowest made make many max
    may min minus more most must never new next no nobody none not odd off old on once one only open
    opponent optional other out outside over partner pass player plus rear refuse reject remove
    required right same see set short show single small take taker three true twice two under up
    upper uptown win winner wins with without worst
"""
_PLAIN_WORDS: Final = frozenset(_WORDS_OF_THEIR_OWN.split())
#: Without these an option says the opposite.
_NEGATIONS: Final = frozenset(
    ("no", "not", "never", "none", "without", "off", "un", "non", "in", "im", "dis", "anti", "counter")
)
#: A name that is cut short before one of these might as well go on with its opposite.
_DECISIVE: Final = _NEGATIONS | frozenset(
    ("gain", "gains", "lose", "loses", "loss", "high", "low", "uptown", "downtown", "up", "down")
)
_MOST_LETTERS: Final = 80
#: Names that are equally near and still told.
_MOST_NAMES: Final = 3


def parts_of(name: str) -> tuple[str, ...]:
    """The words and numbers of a name, in lower case: ``low``, ``beats``, ``high``."""
    return tuple(re.findall(r"[a-z]+|[0-9]+", name.lower()))


def nearest(given: object, known: Iterable[str], words: Collection[str] = ()) -> str:
    """``"; did you mean ...?"`` where known names were misspelt or cut short, else nothing.

    Parameters
    ----------
    given : object
        What a caller wrote.
    known : iterable of str
        The names that would have been right.
    words : collection of str
        Parts of all names in use: none of them is a misspelling of another.
    """
    text = plain_text(given)
    if text is None:
        return ""
    names = list(known)
    proper = _PLAIN_WORDS.union(words, *map(parts_of, names))
    parts = parts_of(text[:_MOST_LETTERS])
    found = [
        (errors, name) for name in names if (errors := _errors(parts, parts_of(name), proper)) is not None
    ]
    fewest = min(found, default=(0, ""))[0]
    best = [repr(name) for errors, name in found if errors == fewest]
    if not 1 <= len(best) <= _MOST_NAMES:
        return ""
    return f"; did you mean {' or '.join(filter(None, (', '.join(best[:-1]), best[-1])))}?"


def is_turned_round(given: object, name: str) -> bool:
    """Whether the same words stand in another order: "a over b" says the opposite of "b over a"."""
    text = plain_text(given)
    if text is None:
        return False
    parts, known = parts_of(text[:_MOST_LETTERS]), parts_of(name)
    return parts != known and sorted(parts) == sorted(known)


def _errors(given: tuple[str, ...], name: tuple[str, ...], proper: Collection[str]) -> float | None:
    """How many typing errors make a name what was given; ``None`` where that says something else."""
    if not given:
        return None
    if "".join(given) == "".join(name):
        return 0
    if len(given) == 1 < len(name) and given[0] not in proper:  # written without underscores
        run = _distance("".join(given), "".join(name))
        return run if run == 1 else None
    if len(given) > len(name):
        return None
    missing = name[len(given) :]
    if not _DECISIVE.isdisjoint(missing):
        return None
    total = float(len(missing))
    for one, other in zip(given, name, strict=False):
        errors = _errors_of_part(one, other, proper)
        if errors is None:
            return None
        total += errors
    return total


def _errors_of_part(given: str, part: str, proper: Collection[str]) -> int | None:
    if given == part:
        return 0
    if given.isdigit() or part.isdigit():
        return None
    if given.rstrip("s") == part.rstrip("s"):
        return 1
    if given in proper or any(
        given == negation + part or part == negation + given for negation in _NEGATIONS
    ):
        return None
    allowed = 0 if len(part) < 3 else 1 if len(part) < 6 else 2
    errors = _distance(given, part)
    return errors if errors <= allowed else None


def _distance(one: str, other: str) -> int:
    """Letters added, left out, changed, or exchanged with the next (optimal string alignment distance)."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            best = min(last[j] + 1, row[-1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, last = last, row
    return last[-1]
