"""Syntax of PTN: splits text into hands, and hands into tags with the lines below them.

`whistsolve.notation.ptn_reader` interprets the tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError
from whistsolve.game.record.parts import FIELD_TAGS

#: Names of the seats clockwise from seat 0, by the number of hands.
SEATS: Final[dict[int, tuple[str, ...]]] = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("N", "E", "S", "W"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
#: For each joker's letter in PTN (high, low), its letter in the text of a `Hand` (big, little).
JOKERS = {"H": "B", "L": "L"}

#: The comment with which a hand begins.
HEADER = "% PTN ---------------------------"

_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\]\s*')
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(slots=True)
class Section:
    """One tag, and the lines below it that are neither blank nor comments."""

    #: The tag's name, and its text exactly as between the quotation marks.
    name: str
    text: str
    #: The tag's line number in the whole text, from 1.
    line: int
    #: The lines below the tag, each with its line number and without its line end.
    lines: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class HandText:
    """The exact text of one hand, with comments and blank lines, and its sections."""

    #: Parts of the source in order; joined only once, since a text may have a million lines.
    parts: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)

    @property
    def source(self) -> str:
        return "".join(self.parts)

    @property
    def line(self) -> int:
        """The line number of the first tag."""
        return self.sections[0].line

    def section(self, name: str) -> Section | None:
        """The section with this name, ``None`` if there is none."""
        return next((section for section in self.sections if section.name == name), None)


def is_ptn(text: str) -> bool:
    """Whether a text looks like PTN: its first line that is not blank is a tag or a ``%`` comment.

    Raises `NotationError` if ``text`` is not a string.
    """
    if not isinstance(text, str):
        raise NotationError(f"PTN {shown(text)} is wrong: expected text")
    return text.removeprefix("\ufeff").lstrip()[:1] in ("[", "%")


def split_hands(text: str) -> list[HandText]:
    """The hands in a text; their concatenated sources are the whole text.

    A hand begins with a ``% PTN`` comment, with an ``Event`` tag, or with a tag of deal, auction or play
    that the previous hand already has. Comments before the first tag of a hand belong to that hand.
    """
    hands = [HandText()]
    comments = ""
    for number, raw, line in numbered_lines(text):
        if not line or line.startswith("%"):
            if line.upper().startswith("% PTN") and hands[-1].sections:
                hands[-1].parts.append(comments)
                comments = ""
                hands.append(HandText())
            if comments or line:
                comments += raw
            else:
                hands[-1].parts.append(raw)  # blank lines below a hand belong to it
            continue
        if line.startswith("["):
            section = read_tag(number, line)
            if _begins_hand(section.name, hands[-1]):
                hands.append(HandText())
            hands[-1].sections.append(section)
        elif hands[-1].sections:
            hands[-1].sections[-1].lines.append((number, line))
        else:
            raise NotationError(f'line {number}: {shown(line)} is no tag: expected such as [Dealer "N"]')
        hands[-1].parts += comments, raw
        comments = ""
    hands[-1].parts.append(comments)
    return _without_tagless(hands)


def numbered_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """For every line its number, exact text with line end, and stripped text; only CR and LF end lines."""
    for number, match in enumerate(_LINE.finditer(text), 1):
        raw = match[0]
        yield number, raw, (raw.removeprefix("\ufeff") if number == 1 else raw).strip()


def read_tag(number: int, line: str) -> Section:
    """The section that the line of a tag begins."""
    match = _TAG.fullmatch(line)
    if match is None:
        raise NotationError(f'line {number}: {shown(line)} is no whole tag: expected such as [Dealer "N"]')
    return Section(match[1], match[2], number)


def _begins_hand(name: str, before: HandText) -> bool:
    if not before.sections or name not in ("Event", *FIELD_TAGS):
        return False
    # An Event tag may follow other tags of its hand, but not its tags of deal, auction or play.
    has_fields = any(section.name in FIELD_TAGS for section in before.sections)
    return (name == "Event" and has_fields) or before.section(name) is not None


def _without_tagless(hands: list[HandText]) -> list[HandText]:
    """The hands that have tags; text after the last of them becomes part of it."""
    kept = [hand for hand in hands if hand.sections]
    if kept and not hands[-1].sections:
        kept[-1].parts += hands[-1].parts
    return kept
