"""Finds the deals in a text: one a line, in a table, or in parts; what stands around them is passed over."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Final, TypeAlias

from whistsolve._internal.files import Line, beginning_of
from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.values import Deal, Hand
from whistsolve.values.layouts import LABEL, RULE, seat_in
from whistsolve.values.written_deals import LONGEST_DEAL, is_beside

#: The line, the place, and the text of a deal, or why it cannot be read.
DealText: TypeAlias = tuple[int, str, str | NotationError]
_Placed: TypeAlias = tuple[int, str, str, str]
_SUIT: Final = r"(?:[SHDC]?(?:[2-9TJQKAX]|10)*|-)"
_HAND: Final = rf"(?:{_SUIT}\.){{3}}{_SUIT}(?:\.[BLJ]*)?(?![\w.])"
#: A line that is the text of a deal as `Deal` prints it, and a deal among other fields of a line.
_PRINTED: Final = re.compile(r"[NESW0-5]:[^\s.:]*\.[^\s:]*(?: [^\s.:]*\.[^\s:]*){1,5}(?: \| ?\S+)?")
_BETWEEN: Final = r"[\s,;:/]+"
_AMONG: Final = re.compile(
    rf"(?<![\w.])([NESW0-5])\s*:\s*({_HAND}(?:{_BETWEEN}{_HAND}){{1,5}})(?!\s*[|.])", re.IGNORECASE
)
_HANDS: Final = rf"(?P<hands>{_HAND}(?: {_HAND}){{3}})"
_SPACED: Final = r"(?:[2-9TJQKA]+|-)?(?: (?:[2-9TJQKA]+|-)?){3}"
#: Four hands of whom the first is known from the form of the line, and what stands beside them.
_FORMS: Final = {
    rf"(?:W:)?{_HANDS}:(?P<rest>[0-9A-F]{{20}})": "W",
    rf"(?P<hands>{_HAND}(?:[|;\t]{_HAND}){{3}})": "N",
    rf"(?P<hands>{_SPACED}(?:\|{_SPACED}){{3}})": "N",
    r"(?P<hands>(?:(?:^|\s+)[♠♤][2-9TJQKA]*[♥♡][2-9TJQKA]*[♦♢][2-9TJQKA]*[♣♧][2-9TJQKA]*){4})": "N",
    rf"(?:\d+\s+)?N\s+(?P<rest>NONE|BOTH|ALL|N-?S|E-?W|-)\s+{_HANDS}": "N",
}
_AS_PRINTED: Final = str.maketrans("|;\t♥♦♣♡♢♧", "   ......", "♠♤")
_LETTERED: Final = re.compile(rf"(?<!\S)([NESW])[\s:=]+({_HAND})")
_DOTTED: Final = re.compile(_HAND, re.IGNORECASE)
#: What a line of a deal may have; and a word that has none of it.
_CARDS: Final = re.compile(
    r"[♠♥♦♣♤♡♢♧|]|^\W*\[\s*\w|[2-9TJQKA10X-]*\.[2-9TJQKA10X-]*\.|^\W*(?:[NESW0-5]|NORTH|EAST|SOUTH|WEST)\s*[:=]"
)
_WORD: Final = re.compile(r"\b(?=[A-Z]{3})[A-Z]*[EFGIM-PRU-WYZ]")
_NUMBERS: Final = re.compile(r"[\d\s.,:%/+()[\]{}-]*|<[^<>]*>")
_HEADING: Final = re.compile(
    r"[^\w♠♥♦♣♤♡♢♧]*(?:(?:BOARD|BD|DEAL|HAND)\W*\d+\s*[.:)]?|\d+\s*[.:)])\s*|[=_*~-]{4,}", re.IGNORECASE
)
#: What only lines have in which cards stand: suits, dots, or ranks alone.
_SOME_CARDS: Final = re.compile(rf"{_CARDS.pattern}|^\W*[SHDC][\s:=][\s:=2-9TJQKAX10-]*$|^[\s2-9TJQKA10-]+$")
#: As many parts between empty lines may be one deal: North, West and East, South, and what was dealt.
_MOST_PARTS: Final = 4
#: A longer line has no fields beside a deal, and is no remark: patterns take time that grows with its square.
_LONGEST_LINE: Final = 2_000


def deal_texts(lines: Iterable[Line], name: str = "") -> Iterator[DealText]:
    """The deals of a text, in order.

    A text is one deal, or has a deal in each line or row, or in each part between empty lines or headings:
    the first that fits its beginning. Of lines without cards among deals, and fields beside a deal in its
    line, a `UserWarning` tells at the end, if the text has a name.
    """
    whole, first, lines = beginning_of(lines)
    if len(whole) <= LONGEST_DEAL and sum(bool(raw.strip()) for _, raw, _ in first) > 1:
        whole = whole.removeprefix("\ufeff")
        if _is(Deal, whole):
            yield next(number for number, raw, _ in first if raw.strip()), "", whole
            return
    plain, passed = list(_kept(first)), list[tuple[int, str]]()
    several = len(plain) > 1
    if several and (seats := _heads(plain[0][1])) and _DOTTED.search(plain[1][1][:_LONGEST_LINE]):
        found = _rows(_kept(lines), seats)
    elif not several or any(_is(Deal, _deal_in(text)[0]) for _, text, _ in plain):
        found = _lines(_kept(lines), passed, several)
    else:
        has_deal = any(is_deal for *_, is_deal in _joined(_parts(first)))
        if not has_deal and any("." in text and _is(Hand, text) for _, text, _ in plain):
            found = _lines(_kept(lines), passed, several=False)
        else:
            found = _parted(_joined(_parts(lines)), passed, has_deal)
    for number, place, text, fault in found:
        yield number, place, NotationError(fault) if fault else text
    if name:
        announce(passed, name)


def announce(passed: Sequence[tuple[int, str]], name: str = "the text") -> None:
    """A `UserWarning` for lines of a text that are no hands, with their numbers, if there are any."""
    if passed:
        (number, text), others = passed[0], len(passed) - 1
        more = f", and in {others} more" if others else ""
        warnings.warn(f"{name}: passed over {shown(text)} in line {number}{more}", UserWarning, stacklevel=2)


def _kept(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, stripped, without those that are beside deals."""
    for number, raw, fault in lines:
        text = raw.removeprefix("\ufeff").strip()
        is_aside = not text or (not _PRINTED.fullmatch(text) and (is_beside(text) or RULE.fullmatch(text)))
        if fault or not is_aside or (text and _heads(text)):
            yield number, text, fault


def _is(kind: type[Deal] | type[Hand], text: str) -> bool:
    try:
        return bool(kind.from_text(text))
    except WhistError:
        return False


def is_remark(text: str) -> bool:
    """Whether a line is surely no deal: words, or numbers, and nothing that may be cards."""
    if len(text) > _LONGEST_LINE:
        return False
    upper = text.upper()
    several = len(re.split(r"[\s,;]+", upper)) > 2 or ":" in upper or "," in upper
    said = _WORD.search(upper) if several else None
    return not _CARDS.search(upper) and bool(said or _NUMBERS.fullmatch(upper))


def _deal_in(text: str) -> tuple[str, str]:
    """The deal in a line that programs write, as `Deal` reads it, and the other fields of the line."""
    if _PRINTED.fullmatch(text) or len(text) > _LONGEST_LINE:
        return text, ""
    upper = text.upper().strip(" \t,;")
    for form, seat in _FORMS.items():
        if found := re.fullmatch(form, upper):
            hands = found["hands"]
            if "|" in hands and "." not in hands:  # suits between spaces
                hands = hands.replace(" ", ".")
            return f"{seat}:{hands.translate(_AS_PRINTED)}", found.groupdict().get("rest", "")
    named = _LETTERED.findall(upper)
    if len({seat for seat, _ in named}) == len(named) == 4 and re.fullmatch(
        r"\d*[\s,;|.]*", _LETTERED.sub("", upper)
    ):
        return "\n".join(f"{seat}: {hand}" for seat, hand in named), ""
    among = list(_AMONG.finditer(text))
    rest = text if len(among) != 1 else f"{text[: among[0].start()]} {text[among[0].end() :]}".strip()
    if _DOTTED.search(rest) or not among:
        return text, ""
    rest = "" if re.fullmatch(r"\W*(?:\d*|deal)\W*", rest, re.IGNORECASE) else rest
    return f"{among[0][1]}:{re.sub(_BETWEEN, ' ', among[0][2])}", rest


def _lines(lines: Iterable[Line], passed: list[tuple[int, str]], several: bool) -> Iterator[_Placed]:
    for number, text, fault in lines:
        deal, rest = _deal_in(text)
        if several and not fault and deal == text and is_remark(text):
            passed.append((number, text))
            continue
        yield number, f"line {number}", deal, fault
        if rest:
            passed.append((number, rest))


def _heads(text: str) -> dict[int, str]:
    """The seat of each column, if a line is the head of a table of deals."""
    cells = re.split(r"\s*[,;\t|]\s*", text.upper())
    found = {at: seat for at, cell in enumerate(cells) if cell and (seat := seat_in(cell))}
    return found if len(found) > 1 else {}


def _rows(lines: Iterator[Line], seats: dict[int, str]) -> Iterator[_Placed]:
    next(lines)
    for number, text, fault in lines:
        cells = re.split(r"\s*[,;\t|]\s*", text)
        held = (f"{seat}: {cells[at]}" for at, seat in seats.items() if at < len(cells) and cells[at])
        yield number, f"line {number}", "\n".join(held), fault


def _parts(lines: Iterable[Line]) -> Iterator[Line]:
    """Parts between empty lines, headings, and where the first seat is named again; each with its faults."""
    part: list[str] = []
    start, label, faults = 0, "", ""
    for number, raw, fault in lines:
        text = raw.strip()
        seat = LABEL.fullmatch(text.upper().lstrip("-*> ")) if text and len(text) < 200 else None
        named = "" if seat is None or not seat["cards"] or "." not in text else str(seat["seat"])
        ends = (
            not text.strip("> ")
            or _HEADING.fullmatch(text)
            or (label and (named == label or is_remark(text)))
        )
        if part and ends:
            yield start, _of_columns(part), faults
            part, faults = [], ""
        if text.strip("> ") or fault:
            if not part:
                start, label = number, named
            part.append(raw)
            faults = faults or fault
    if part:
        yield start, _of_columns(part), faults


def _of_columns(part: list[str]) -> str:
    """The text of a part; of four hands side by side below their number, as dealing programs print them."""
    rows = [re.split(r"\s{2,}", row.strip()) for row in part[1:]]
    if not re.fullmatch(r"\s*\d+\.\s*", part[0]) or [len(row) for row in rows] != [4] * 4:
        return "".join(part)
    hands = (".".join(row[at].replace(" ", "") for row in rows) for at in range(4))
    return f"N:{' '.join(hands)}"


def _joined(parts: Iterable[Line]) -> Iterator[tuple[int, str, str, bool]]:
    """Parts, some joined into a deal that has empty lines, each with whether it is a deal."""
    parts, waiting = iter(parts), list[Line]()
    while waiting := [*waiting, *islice(parts, _MOST_PARTS - len(waiting))]:
        texts = list(accumulate(text for _, text, _ in waiting))
        of_deal = (at for at, text in enumerate(texts, 1) if _has_cards(waiting[0][1]) and _is(Deal, text))
        count = next(of_deal, 0)
        used = max(count, 1)
        fault = next((each for *_, each in waiting[:used] if each), "")
        yield waiting[0][0], texts[used - 1], fault, count > 0
        del waiting[:used]


def _has_cards(text: str) -> bool:
    rows = (row for row in text.splitlines() if not is_beside(row))
    return any(len(row) > _LONGEST_LINE or _SOME_CARDS.search(row.upper()) for row in rows)


def _parted(
    parts: Iterable[tuple[int, str, str, bool]], passed: list[tuple[int, str]], has_deal: bool
) -> Iterator[_Placed]:
    at = 0
    for start, text, fault, _ in parts:
        rows = [row for row in text.splitlines() if row.strip() and not is_beside(row)]
        if has_deal and not fault and not _has_cards(text):
            passed += [(start + line, row.strip()) for line, row in enumerate(rows)]
        elif rows or fault:
            at += 1
            yield start, f"diagram {at}", text, fault
