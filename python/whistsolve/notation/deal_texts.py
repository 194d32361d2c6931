"""Finds the deals in a text: one a line, in a table, or in parts; what stands around them is passed over."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

from whistsolve._internal.files import Line
from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.values import Deal, Hand
from whistsolve.values.layouts import LABEL, seat_in
from whistsolve.values.written_deals import LONGEST_DEAL, is_beside

#: The line, the place, and the text of a deal, or why it cannot be read.
DealText: TypeAlias = tuple[int, str, str | NotationError]
_SUIT: Final = r"(?:[SHDC]?(?:[2-9TJQKAX]|10)*|-)"
_HAND: Final = rf"(?:{_SUIT}\.){{3}}{_SUIT}(?:\.[BLJ]*)?(?![\w.])"
#: A line that is the text of a deal as `Deal` prints it, and a deal among other fields of a line.
_PRINTED: Final = re.compile(r"[NESW0-5]:[^\s.]*\.\S*(?: [^\s.]*\.\S*){1,5}(?: \| ?\S+)?")
_BETWEEN: Final = r"[\s,;:/]+"
_AMONG: Final = re.compile(
    rf"(?<![\w.])([NESW0-5])\s*:\s*({_HAND}(?:{_BETWEEN}{_HAND}){{1,5}})(?!\s*[|.])", re.IGNORECASE
)
_DOTTED: Final = re.compile(_HAND, re.IGNORECASE)
#: What a line of a deal may have; and a word that has none of it.
_CARDS: Final = re.compile(
    r"[♠♥♦♣♤♡♢♧|]|^\W*\[|[2-9TJQKA10X-]*\.[2-9TJQKA10X-]*\.|^\W*(?:[NESW0-5]|NORTH|EAST|SOUTH|WEST)\s*[:=]"
)
_WORD: Final = re.compile(r"\b(?=[A-Z]{3})[A-Z]*[EFGIM-PRU-WYZ]")
_NUMBERS: Final = re.compile(r"[\d\s.,:%/+-]*")
_HEADING: Final = re.compile(r"\W*(?:BOARD|BD|DEAL|HAND)?\W*\d+\s*[.:)]?\s*|[=_*~-]{4,}", re.IGNORECASE)
#: As many characters show how the deals of a text are written.
FIRST: Final = 1 << 16


def announce(passed: Sequence[tuple[int, str]], name: str) -> None:
    """A `UserWarning` of the lines of a text that `deal_texts` passed over, if there are some."""
    if passed:
        what = "1 line is no deal and is" if len(passed) == 1 else f"{len(passed)} lines are no deals and are"
        number, text = passed[0]
        first = f"first line {number}: {shown(text)}"
        warnings.warn(f"{name}: {what} passed over, {first}", UserWarning, stacklevel=2)


def deal_texts(lines: Iterable[Line], passed: list[tuple[int, str]]) -> Iterator[DealText]:
    """The deals of a text, in order.

    A text is one deal, or has a deal in each line or row, or in each part between empty lines or headings:
    the first that fits its beginning. Lines without cards among deals, and fields beside a deal in its line,
    are added to ``passed`` with their numbers.
    """
    lines, first, size = iter(lines), list[Line](), 0
    for line in lines:
        first.append(line)
        size += len(line[1])
        if size > FIRST:
            break
    if size <= LONGEST_DEAL and sum(bool(raw.strip()) for _, raw, _ in first) > 1:
        whole = "".join(raw for _, raw, _ in first).removeprefix("\ufeff")
        if _is_deal(whole):
            yield next(number for number, raw, _ in first if raw.strip()), "", whole
            return
    plain = [(number, text, fault) for number, text, fault in _kept(first) if text or fault]
    if len(plain) > 1 and (seats := _heads(plain[0][1])) and all(map(_DOTTED.search, [plain[1][1]])):
        found = _rows(_kept(chain(first, lines)), seats)
    elif len(plain) <= 1 or any(_is_deal(_deal_in(text)[0]) for _, text, _ in plain):
        found = _lines(_kept(chain(first, lines)), passed, len(plain) > 1)
    else:
        parts = list(_parts(first))
        has_deal = any(_is_deal(text) for _, text, _ in parts)
        if not has_deal and any(map(_is_hand, plain)):
            found = _lines(_kept(chain(first, lines)), passed, several=False)
        else:
            found = _parted(_parts(chain(first, lines)), passed, has_deal)
    yield from found


def _kept(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, stripped, without those that are beside deals."""
    for number, raw, fault in lines:
        text = raw.removeprefix("\ufeff").strip()
        if fault or (text and (_PRINTED.fullmatch(text) or not is_beside(text))):
            yield number, text, fault


def _is_deal(text: str) -> bool:
    try:
        return bool(Deal.from_text(text))
    except WhistError:
        return False


def _is_hand(line: Line) -> bool:
    try:
        return "." in line[1] and bool(Hand.from_text(line[1]))
    except WhistError:
        return False


def is_remark(text: str) -> bool:
    """Whether a line is surely no deal: words, or numbers, and nothing that may be cards."""
    upper = text.upper()
    is_prose = (len(upper.split()) > 2 or ":" in upper) and _WORD.search(upper) is not None
    return not _CARDS.search(upper) and (is_prose or _NUMBERS.fullmatch(upper) is not None)


def _deal_in(text: str) -> tuple[str, str]:
    """The deal among other fields of a line, such as a number before and tricks after it, and the others."""
    if _PRINTED.fullmatch(text) or len(found := list(_AMONG.finditer(text))) != 1:
        return text, ""
    rest = f"{text[: found[0].start()]} {text[found[0].end() :]}".strip()
    if not rest.strip("\"'`,;:") or _DOTTED.search(rest):
        return text, ""
    return f"{found[0][1]}:{re.sub(_BETWEEN, ' ', found[0][2])}", rest


def _lines(lines: Iterable[Line], passed: list[tuple[int, str]], several: bool) -> Iterator[DealText]:
    for number, text, fault in lines:
        if fault:
            yield number, f"line {number}", NotationError(fault)
        elif _PRINTED.fullmatch(text):
            yield number, f"line {number}", text
        elif several and is_remark(text):
            passed.append((number, text))
        else:
            deal, rest = _deal_in(text)
            yield number, f"line {number}", deal
            if rest:
                passed.append((number, rest))


def _heads(text: str) -> dict[int, str]:
    """The seat of each column, if a line is the head of a table of deals."""
    cells = re.split(r"\s*[,;\t|]\s*", text.upper())
    found = {at: seat for at, cell in enumerate(cells) if cell and (seat := seat_in(cell))}
    return found if len(found) > 1 else {}


def _rows(lines: Iterator[Line], seats: dict[int, str]) -> Iterator[DealText]:
    next(lines)
    for number, text, fault in lines:
        cells = re.split(r"\s*[,;\t|]\s*", text)
        held = (f"{seat}: {cells[at]}" for at, seat in seats.items() if at < len(cells) and cells[at])
        yield number, f"line {number}", NotationError(fault) if fault else "\n".join(held)


def _parts(lines: Iterable[Line]) -> Iterator[tuple[int, str, str]]:
    """Parts between empty lines, headings, and where the first seat is named again; each with its faults."""
    part: list[str] = []
    start, label, faults = 0, "", ""
    for number, raw, fault in lines:
        text = raw.strip()
        seat = LABEL.fullmatch(text.upper()) if text and len(text) < 200 else None
        named = "" if seat is None or not seat["cards"] or "." not in text else str(seat["seat"])
        if part and (not text or _HEADING.fullmatch(text) or (named and named == label)):
            yield start, "".join(part), faults
            part, faults = [], ""
        if text or fault:
            if not part:
                start, label = number, named
            part.append(raw)
            faults = faults or fault
    if part:
        yield start, "".join(part), faults


def _parted(
    parts: Iterable[tuple[int, str, str]], passed: list[tuple[int, str]], has_deal: bool
) -> Iterator[DealText]:
    at = 0
    for start, text, fault in parts:
        rows = [row for row in text.splitlines() if row.strip() and not is_beside(row)]
        if not rows and not fault:
            continue
        if has_deal and not fault and all(map(is_remark, rows)):
            passed += [(start + at, row.strip()) for at, row in enumerate(rows)]
            continue
        at += 1
        yield start, f"diagram {at}", NotationError(fault) if fault else text
