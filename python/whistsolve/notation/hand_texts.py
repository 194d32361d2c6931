"""Splits texts of PTN and PBN into hands, and these into tags with their lines; errors give the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from whistsolve._internal.files import Line
from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record.parts import FIELD_TAGS

#: Texts for "no seat" or "no contract", also "not yet".
_NOTHING = ("", "-", "?", "PASS")
_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\]\s*')
_NAME = re.compile(r"\[\s*([A-Za-z0-9_]*)")
#: A row of the play that stands below an empty line.
_ROW = re.compile(r"[SHDC][2-9TJQKA](?!\w)|-\s")
#: Tags of PBN that end a board: below an empty line they belong to the one before.
_LATER = ("Declarer", "Contract", "Result", "Score", "Auction", "Play", "Note")
#: Maximum characters of a hand, with all that stands before the next.
_LONGEST_HAND: Final = 1 << 20


@dataclass(slots=True)
class Section:
    """One tag, and the lines below it that are neither blank nor comments."""

    name: str
    text: str  # exactly as between the quotation marks
    line: int  # of the tag in the whole text, from 1
    lines: list[tuple[int, str]] = field(default_factory=list)  # below the tag, with their numbers


@dataclass(slots=True)
class HandText:
    """The exact text of one hand, with comments and blank lines, and its sections."""

    #: Parts of the source in order; joined only once, since a text may have a million lines.
    parts: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    line: int = 0  # the number of its first line, 0 while it has none but comments
    error: WhistError | None = None  # of the first line that cannot be read
    #: Lines of no tag, with their numbers, such as the statistics of a dealing program.
    remarks: list[tuple[int, str]] = field(default_factory=list)

    def section(self, name: str) -> Section | None:
        """The section with this name, ``None`` if there is none."""
        return next((section for section in self.sections if section.name == name), None)

    def given(self, name: str) -> Section | None:
        """The section with this name, ``None`` also if its text says that there is nothing."""
        section = self.section(name)
        return None if section is None or section.text.strip().upper() in _NOTHING else section

    def add(self, number: int, line: str, *, pbn: bool, ended: bool) -> None:
        """Add a line that is neither blank nor a comment; ``ended`` is whether it is below an empty line."""
        self.line = self.line or number
        last = self.sections[-1] if self.sections else None
        is_field = last is not None and last.name in FIELD_TAGS and last.name not in ("Auction", "Play")
        try:
            if line.startswith("["):
                self.sections.append(read_tag(number, line))
            elif pbn and (last is None or is_field or (ended and not _ROW.match(line))):
                self.remarks.append((number, line))
            elif last is None:
                raise NotationError(f'line {number}: {shown(line)} is no tag: expected such as [Dealer "N"]')
            else:
                last.lines.append((number, line))
        except NotationError as error:
            self.error = self.error or error


def split_hands(lines: Iterable[Line], *, pbn: bool = False) -> Iterator[HandText]:
    """The hands in a text; their concatenated sources are the whole text, if all can be read.

    A hand begins with a ``% PTN`` comment, with an ``Event`` tag, or with a tag of deal, auction or play
    that the previous hand already has. Comments before the first tag of a hand belong to that hand. In PBN,
    a hand begins with a second ``Event``, ``Board`` or ``Deal``, and below an empty line with most tags.
    """
    hand, names, waiting = HandText(), set[str](), HandText()
    comments, size, ended, is_open = "", 0, False, False
    for number, raw, fault in lines:
        line = raw.removeprefix("\ufeff").strip()
        size += len(raw)
        if is_open and line.startswith("[Event "):
            hand.error = hand.error or NotationError(f"line {number}: expected a '}}' for the comment above")
            is_open = False
        if pbn and line and (is_open or not line.startswith(("[", "%", ";"))):
            line, is_open = _without_comments(line, is_open)
            line = line or "%"
        is_aside = not fault and (not line or line.startswith(("%", ";") if pbn else "%"))
        found = None if is_aside else _NAME.match(line)
        name = "" if found is None else found[1]
        if pbn:
            begins = name in ("Event", "Board", "Deal") and name in names
            begins = begins or (name == "Event" and "Deal" in names)
            begins = begins or (ended and bool(name) and (name in names or name not in _LATER))
        elif name == "Event":  # which may follow other tags of its hand, but not those of deal and play
            begins = "Event" in names or not names.isdisjoint(FIELD_TAGS)
        else:
            begins = name in names and name in FIELD_TAGS
        is_header = is_aside and line.upper().startswith("% PTN")
        if hand.line and (begins or is_header):
            if is_header:
                hand.parts.append(comments)
                comments = ""
            if waiting.line:
                yield waiting
            waiting, hand, size, ended = hand, HandText(), len(raw), False
            names.clear()
        ended = hand.line > 0 and (ended or not line)
        if is_aside:
            if comments or line:
                comments += raw
            else:
                hand.parts.append(raw)  # blank lines below a hand belong to it
        elif fault or size > _LONGEST_HAND:
            hand.line = hand.line or number
            why = fault or f"too long: expected at most {_LONGEST_HAND >> 20} MiB for a hand"
            hand.error = hand.error or NotationError(f"line {number if fault else hand.line}: {why}")
        else:
            names.add(name)
            hand.add(number, line, pbn=pbn, ended=ended)
            hand.parts += comments, raw
            comments = ""
    hand.parts.append(comments)
    if hand.line:
        yield from (waiting, hand) if waiting.line else (hand,)
    elif waiting.line:  # text after the last hand becomes part of it
        waiting.parts += hand.parts
        yield waiting


def _without_comments(line: str, in_comment: bool) -> tuple[str, bool]:
    """A line of PBN without the comments in braces, and whether one goes on in the next."""
    if in_comment:
        _, end, line = line.partition("}")
        if not end:
            return "", True
    ended, end, rest = line.rpartition("}")  # so that each comment that is looked for has an end
    plain, begin, _ = (re.sub(r"\{[^}]*\}", " ", ended + end) + rest).partition("{")
    return plain.strip(), bool(begin)


def read_tag(number: int, line: str) -> Section:
    """The section that the line of a tag begins."""
    match = _TAG.fullmatch(line)
    if match is None:
        raise NotationError(f'line {number}: {shown(line)} is no whole tag: expected such as [Dealer "N"]')
    return Section(match[1], match[2], number)
