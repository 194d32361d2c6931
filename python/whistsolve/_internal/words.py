"""Parsers for the words that people use for seats, suits, strains and numbers, one for each kind of word.

A parser returns ``None`` for text that is not such a word; the caller decides which error to raise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from whistsolve._internal.reading import read_text
from whistsolve.errors import WhistError

Direction = Literal["uptown", "downtown"]
Aces = Literal["good", "bad"]

#: The characters beyond ASCII that text may contain.
_SYMBOLS: Final = "♠♥♦♣↑↓⇣—"
#: Other forms of them, of blanks and boxes, as web pages have them. Phones write U+FE0F after a suit.
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╯╰", "+"),
        **dict(zip("♤♡♢♧–−─━═│┃║\u00a0\u2002\u2003\u2009\u202f", "♠♥♦♣-----|||     ", strict=True)),
        "\ufe0e": "",
        "\ufe0f": "",
    }
)
_SUITS: Final = {"SPADE": "S", "HEART": "H", "DIAMOND": "D", "CLUB": "C"} | dict(
    zip("SHDC♠♥♦♣", "SHDC" * 2, strict=True)
)
_UPTOWN: Final = ("UPTOWN", "UP", "HIGH", "STRAIGHT")
_DOWNTOWN: Final = ("DOWNTOWN", "DOWN", "LOW", "SPECIAL")
#: The marks for rankings, each with its direction and whether aces are good or bad (``None``: not said).
_MARKS: Final[dict[str, tuple[Direction, Aces | None]]] = {
    **dict.fromkeys("+↑", ("uptown", None)),
    **dict.fromkeys("-↓", ("downtown", "good")),
    **dict.fromkeys("~⇣", ("downtown", "bad")),
}
_NUMBER_WORDS: Final = """
    ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN
    SEVENTEEN
"""
_NUMBERS: Final = _NUMBER_WORDS.split()
#: The names of seats 0 to 3 in a deal of four hands.
SEAT_WORDS: Final = ("North", "East", "South", "West")
_SEATS: Final = {word: seat for seat, name in enumerate(SEAT_WORDS) for word in (name.upper(), name[0])}

# Regular expressions for upper-case text.
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
    """The parts of a strain that words specify; ``None`` for a part that they leave open."""

    #: ``S``, ``H``, ``D``, ``C`` or ``NT``.
    trump: str | None
    direction: Direction | None
    #: Set for downtown only: the marks ``-`` and ``~`` specify it, the word "downtown" does not.
    aces: Aces | None


def read_symbols(value: object, what: str, error: type[WhistError], *, strip: bool = True) -> str:
    """The text in upper case, checked to have only ASCII characters, suit symbols and arrows."""
    if isinstance(value, str) and not value.isascii():
        value = str.translate(value, _PLAIN)
    return read_text(value, what, error, beyond_ascii=_SYMBOLS, strip=strip).upper()


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
    """An integer from 0 up, from digits or from ``ZERO`` to ``SEVENTEEN``."""
    if word.isascii() and word.isdigit():
        return int(word)
    return _NUMBERS.index(word) if word in _NUMBERS else None


def read_strain_words(text: str) -> StrainWords | None:
    """The strain that upper-case text names: ``S-``, ``SPADES LOW``, ``LOW SPADES``, ``NT``, ``DOWNTOWN``."""
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
