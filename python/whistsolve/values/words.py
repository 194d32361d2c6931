"""How people say and write seats, suits, strains and numbers: one reader for each kind of word.

Readers return ``None`` for text that is no such word; what is raised then is for the callers to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from whistsolve.errors import WhistError
from whistsolve.values.reading import read_text

__all__ = [
    "DIRECTION_PATTERN",
    "GAP_PATTERN",
    "MARK_PATTERN",
    "NUMBER_PATTERN",
    "SEAT_WORDS",
    "SUIT_PATTERN",
    "TRUMP_PATTERN",
    "StrainWords",
    "read_direction",
    "read_number",
    "read_seat",
    "read_strain_words",
    "read_suit",
    "read_symbols",
    "read_trump",
]

Direction = Literal["uptown", "downtown"]
Aces = Literal["good", "bad"]

#: What text may hold beyond ASCII. Telephones write U+FE0F after a suit symbol.
_SYMBOLS: Final = "♠♥♦♣↑↓⇣—\ufe0f"
_SUITS: Final = {"SPADE": "S", "HEART": "H", "DIAMOND": "D", "CLUB": "C"} | dict(
    zip("SHDC♠♥♦♣", "SHDC" * 2, strict=True)
)
_UPTOWN: Final = ("UPTOWN", "UP", "HIGH", "STRAIGHT")
_DOWNTOWN: Final = ("DOWNTOWN", "DOWN", "LOW", "SPECIAL")
#: Marks, with the direction and what they say of aces.
_MARKS: Final[dict[str, tuple[Direction, Aces | None]]] = {
    **dict.fromkeys("+↑", ("uptown", None)),
    **dict.fromkeys("-↓", ("downtown", "good")),
    **dict.fromkeys("~⇣", ("downtown", "bad")),
}
_NUMBERS: Final = (
    *("ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN"),
    *("TWELVE", "THIRTEEN", "FOURTEEN", "FIFTEEN", "SIXTEEN", "SEVENTEEN"),
)
#: The seats 0 to 3 of four in words.
SEAT_WORDS: Final = ("North", "East", "South", "West")
_SEATS: Final = {word: seat for seat, name in enumerate(SEAT_WORDS) for word in (name.upper(), name[0])}

# Patterns of upper-case text.
GAP_PATTERN: Final = r"[\s,_]*"
SUIT_PATTERN: Final = r"(?:SPADES?|HEARTS?|DIAMONDS?|CLUBS?|[SHDC♠♥♦♣])"
TRUMP_PATTERN: Final = rf"(?:NO[\s_-]*TRUMPS?|NT|NO|{SUIT_PATTERN})"
DIRECTION_PATTERN: Final = f"(?:{'|'.join((*_UPTOWN, *_DOWNTOWN))})"
MARK_PATTERN: Final = r"[-+~↑↓⇣]"
NUMBER_PATTERN: Final = rf"(?:\d{{1,2}}|{'|'.join(reversed(_NUMBERS))})"

_ACES: Final = rf"(?:{GAP_PATTERN}ACES?{GAP_PATTERN}(?P<aces>GOOD|BAD))?"
_TRUMP_FIRST: Final = re.compile(
    rf"(?P<trump>{TRUMP_PATTERN})?{GAP_PATTERN}(?P<ranking>{MARK_PATTERN}|{DIRECTION_PATTERN})?{_ACES}",
    re.ASCII,
)
_TRUMP_LAST: Final = re.compile(
    rf"(?P<ranking>{DIRECTION_PATTERN}){GAP_PATTERN}(?P<trump>{TRUMP_PATTERN}){_ACES}", re.ASCII
)


@dataclass(frozen=True, slots=True)
class StrainWords:
    """What words say of a strain; ``None`` for what they leave open.

    Attributes
    ----------
    trump : str or None
        ``S``, ``H``, ``D``, ``C`` or ``NT``.
    direction : str or None
        ``uptown`` or ``downtown``.
    aces : str or None
        Downtown ``good`` or ``bad``. The marks ``-`` and ``~`` say it, "downtown" alone does not.
    """

    trump: str | None
    direction: Direction | None
    aces: Aces | None


def read_symbols(value: object, what: str, error: type[WhistError]) -> str:
    """Upper-case text of plain letters, digits, suit symbols and arrows.

    Raises
    ------
    WhistError
        Of the given class, where the value is no text or holds another character.
    """
    return read_text(value, what, error, beyond_ascii=_SYMBOLS).replace("\ufe0f", "").upper()


def read_seat(text: str, seats: int) -> int | None:
    """A seat from ``N`` or ``North`` (with four hands only), or its number, ``0``."""
    word = text.strip(" \t\r\n").upper() if text.isascii() else ""
    if seats == 4 and word in _SEATS:
        return _SEATS[word]
    return int(word) if len(word) == 1 and word in "0123456789"[:seats] else None


def read_suit(word: str) -> str | None:
    """The letter of a suit from an upper-case word: ``S``, ``SPADE``, ``SPADES``, ``♠``."""
    return _SUITS.get(word) or (_SUITS.get(word[:-1]) if len(word) > 2 and word[-1] == "S" else None)


def read_trump(word: str) -> str | None:
    """A suit, or ``NT`` for no-trump: ``NT``, ``NO``, ``NO TRUMP``, ``NO-TRUMPS``."""
    return "NT" if re.fullmatch(r"NT|NO(?:[\s_-]*TRUMPS?)?", word) else read_suit(word)


def read_direction(word: str) -> Direction | None:
    """A direction: ``UPTOWN UP HIGH STRAIGHT``, ``DOWNTOWN DOWN LOW SPECIAL``, or ``+ - ↑ ↓``."""
    if word in _UPTOWN or word in _DOWNTOWN:
        return "uptown" if word in _UPTOWN else "downtown"
    direction, aces = _MARKS.get(word, (None, None))
    return None if aces == "bad" else direction


def read_number(word: str) -> int | None:
    """A number from 0: digits, or ``ZERO`` to ``SEVENTEEN``."""
    if word.isascii() and word.isdigit():
        return int(word)
    return _NUMBERS.index(word) if word in _NUMBERS else None


def read_strain_words(text: str) -> StrainWords | None:
    """What upper-case text says of a strain: ``S-``, ``SPADES LOW``, ``LOW SPADES``, ``NT``, ``DOWNTOWN``."""
    match = _TRUMP_FIRST.fullmatch(text) or _TRUMP_LAST.fullmatch(text)
    if match is None or not (match["trump"] or match["ranking"]):
        return None
    trump = read_trump(match["trump"]) if match["trump"] else None
    if not match["ranking"]:
        return None if match["aces"] else StrainWords(trump, None, None)
    direction, aces = _MARKS.get(match["ranking"], (read_direction(match["ranking"]), None))
    if match["aces"]:
        if match["ranking"] in _MARKS or direction == "uptown":
            return None
        aces = "good" if match["aces"] == "GOOD" else "bad"
    return StrainWords(trump, direction, aces)
