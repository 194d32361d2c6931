"""Finds the hands of a deal that is written as a table, or with the hands round the table."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import Final

from whistsolve._internal.reading import shown
from whistsolve.errors import DealError
from whistsolve.values.seats import MAX_SEATS, SEAT_LETTERS
from whistsolve.values.written import ONE_CARD, RANKS, TRAILING_JOKERS, names_suits, plain_words

COMPASS_SEAT: Final = f"(?:NORTH|EAST|SOUTH|WEST|[{SEAT_LETTERS}])"
#: Seats as they are seen from South, the usual place of the one who writes.
AS_SOUTH: Final = {"ME": "S", "LHO": "W", "PARTNER": "N", "PARD": "N", "CHO": "N", "RHO": "E"}
OTHER_SEAT: Final = rf"{'|'.join(AS_SOUTH)}|PLAYER\s*\d"
_SEAT: Final = rf"(?P<seat>{COMPASS_SEAT}|[0-{MAX_SEATS - 1}](?=\s*\S)|{OTHER_SEAT})"
KITTY: Final = r"(?P<kitty>KITTY|WIDOW|BLIND|TALON|UNDEALT|DISCARD(?:S|ED)?|BURIED)"
LABEL: Final = re.compile(
    rf"\s*(?:{_SEAT}|{KITTY})(?:\s*\([^)]*\))?\*?(?:\s*[:=]\s*|[.)](?:\s+|$)|\s+-\s+|\s+|$)(?P<cards>.*)"
)
#: Bounded, as time would grow with the square of a line.
_NAME: Final = r"[A-Z][A-Z.'-]{0,30}(?: [A-Z.'-]{1,30}){0,5}"
#: A player's name beside the seat: ``SMITH (N)``, ``N (SMITH)``, ``N - SMITH``.
_NAMED: Final = re.compile(
    rf"(?<!\S)(?:(?P<name>{_NAME}(?: ?\d)?) ?\((?P<seat>{COMPASS_SEAT})\)"
    rf"|(?P<at>{COMPASS_SEAT}|{OTHER_SEAT})"
    rf"(?: ?\((?P<remark>[^)]{{0,80}})\)|\s-\s(?P<player>{_NAME})(?=\s\s|\s*:|\s*$)))"
)
WEST_EAST: Final = re.compile(r"\s*W(?:EST)?:?\s+(E)(?:AST)?:?\s*")
_NAMED_SUIT: Final = re.compile(
    rf"(?<![A-Z0-9])(?:SPADES?|HEARTS?|DIAMONDS?|CLUBS?|[SHDC](?=[\s:.=-]|[{RANKS}]|10|$))"
)
_SYMBOL: Final = re.compile("[♠♥♦♣]")
_WIDE_GAP: Final = re.compile(r"\s{2,}")
#: The middle of a diagram: a box, perhaps with letters of seats, or these letters alone beside cards.
_BOX: Final = re.compile(rf"\|(?:\s{{3,}}|\s*[{SEAT_LETTERS}+*-][{SEAT_LETTERS}\s+*-]*)\||\+-*\+|-{{5,}}")
_MIDDLE: Final = re.compile(r"(?<=\s)W[ +*-]*E(?!\S)")
_NORTH_ALONE: Final = re.compile(r"(?<!\S)N(?!\S)")
_SOUTH_ALONE: Final = re.compile(r"(?<!\S\s)(?<!\S)S(?=\s\s|$)")
_SEAT_WORD: Final = re.compile(rf"\b(?:{COMPASS_SEAT}|{OTHER_SEAT})\b")
_KITTY_LINE: Final = re.compile(rf"\s*{KITTY}\s*:")
#: A line that rules off the head of a table.
RULE: Final = re.compile(r"[\s|+:=-]*(?:--|:-|-:)[\s|+:=-]*")
_PIECE: Final = re.compile(r"\S+(?: \S+)*")


def is_one_suit(hand: str) -> bool:
    """Whether a hand is what may be left of the four that stand without their names in a table or diagram."""
    return 0 < len(hand.split()) < 4 and "." not in hand and not names_suits(hand)


def without_names(text: str) -> str:
    """A line or cell with blanks for the names beside the seat at its start, or beside East's later."""

    def seat_alone(found: re.Match[str]) -> str:
        seat, name = str(found["seat"] or found["at"]), found["name"] or found["player"] or found["remark"]
        if re.fullmatch(COMPASS_SEAT, name) and name[0] != seat[0]:
            raise DealError(f"{shown(found[0])} may be {name[0]} or {seat[0]}: expected one seat")
        apart = seat[0] == "E" or not text[: found.start()].strip()
        is_name = plain_words(name) == name and not set(name) <= set("AKQJTXSHDCBL '.-0123456789")
        clear = is_name or (found["remark"] and seat != "S")
        return seat.ljust(len(found[0])) if apart and clear else found[0]

    return _NAMED.sub(seat_alone, text)


def seat_in(cell: str) -> str | None:
    """The seat, or the kitty, that a cell names and nothing else."""
    found = LABEL.fullmatch(without_names(cell))
    return None if found is None or found["cards"] else found["seat"] or found["kitty"]


def of_table(lines: list[str]) -> list[str]:
    """A labelled line for each hand of a table with a row or a column for each; other lines as they are."""
    marks = [mark for mark in "|\t;," if any([mark in line for line in lines[:2]])]
    if not lines or (not marks and len(_SEAT_WORD.findall(lines[0])) < 2):
        return lines
    below = [line for line in lines if _KITTY_LINE.match(line)]
    ruled = [line.strip(" ") for line in lines if line not in below and not RULE.fullmatch(line)]
    mark = next((mark for mark in marks if all(mark in line for line in ruled)), None)
    if mark:
        if any("+" not in line and at != 1 for at, line in enumerate(lines) if RULE.fullmatch(line)):
            return lines  # without the heads that belong above the rule
        ruled = [line[1:].removesuffix("|") if mark == line[0] == "|" else line for line in ruled]
        rows = [[cell.strip(" `*") for cell in row] for row in csv.reader(ruled, delimiter=mark)]
    else:
        rows = _in_columns([line.expandtabs() for line in lines if line not in below])
    in_columns = bool(rows) and len(rows[0]) > 2 and all(map(seat_in, rows[0][1:]))
    if len(rows) < 2 or not all(rows) or not (in_columns or all(seat_in(row[0]) for row in rows[1:])):
        return lines
    if len(set(map(len, rows))) > 1:
        raise DealError("the rows of the table have different numbers of cells: expected equal numbers")
    if in_columns:
        if len(rows) > 5 and seat_in(rows[0][0]) and set("BL").isdisjoint("".join(rows[5])):
            raise DealError("the fifth row of the table has no jokers: expected a row for each suit")
        rows = [list(column) for column in zip(*rows, strict=True)]
    heads = [] if seat_in(rows[0][0]) else rows.pop(0)
    suits = [plain_words(re.sub("^JOKERS?$", "J", head)).strip() for head in heads[1:]] if heads else None
    return [f"{seat_in(seat)}: {_of_cells(cells, suits)}" for seat, *cells in rows] + below


def _in_columns(lines: Sequence[str]) -> list[list[str]]:
    """The cells of hands side by side, below a line with their seats; suits may stand before them."""
    heads = _PIECE.findall(lines[0])
    heads = heads if len(heads) > 1 else lines[0].split()
    if not all(map(seat_in, heads)):
        return []
    starts = sorted({found.start() for line in lines[1:] for found in _PIECE.finditer(line)})
    rows = [[""] * (len(starts) - len(heads)) + heads]
    for line in lines[1:]:
        cells = [line[one:other] for one, other in zip(starts, [*starts[1:], None], strict=True)]
        if any(
            cell.strip() and (cell[0] == " " or (before[-2:].strip() and cell[0] not in "♠♥♦♣"))
            for before, cell in zip(["", *cells], cells, strict=False)
        ):
            raise DealError(f"{shown(line.strip())} may be of one column or the next: expected them in line")
        rows.append([cell.strip() for cell in cells])
    return rows


def _of_cells(cells: Sequence[str], suits: list[str] | None) -> str:
    """The text of a hand from a table with the given heads; without heads, by the suits in its cells."""
    if len(cells) == 1 and suits in (None, [""], ["HAND"], ["CARDS"]) and not is_one_suit(cells[0]):
        return cells[0]
    plain = [re.sub(r"[\s,;]+", " ", plain_words(cell)).strip(" :") for cell in cells]
    if suits is None and any(map(names_suits, plain)):
        held = [cell for cell in plain if cell not in ("", "-")]
        first, last = ("".join(sorted(cell[at] for cell in held if cell[0] not in "BL")) for at in (0, -1))
        after = last == "CDHS" and min(map(len, held)) > 1
        if first == "CDHS" or after or all(map(ONE_CARD.fullmatch, held)):
            return " ".join(held)
    elif (len(plain) if suits is None else sorted(suits)) in (4, 5, sorted("SHDC"), sorted("SHDCJ")):
        found = dict(zip(suits or "SHDCJ", plain, strict=False))
        fields = [found[suit].removeprefix(suit).strip(" :") for suit in "SHDC"] + [found.get("J", "")]
        if not any("." in cell or names_suits(cell) for cell in fields):
            return ".".join(fields) if suits else ",".join(fields[: len(cells)])
    raise DealError(f"{shown(' | '.join(cells))} may be of one suit or another: expected all four, or a hand")


def without_middle(lines: list[str], text: str) -> list[str]:
    """The lines of a diagram without a box in the middle, or the letters of the seats there beside cards."""
    if not (_BOX.search(text) or _MIDDLE.search(text)):
        return lines
    lines = [_BOX.sub(lambda box: " " * len(box[0]), line) for line in lines]
    for at, line in enumerate(lines):
        center = _MIDDLE.search(line)
        if center is None or WEST_EAST.fullmatch(line):
            continue
        left, right = center.span()
        lines[at] = line[:left] + " " * (right - left) + line[right:]
        for letter, rows in ((_NORTH_ALONE, range(at - 1, 0, -1)), (_SOUTH_ALONE, range(at + 1, len(lines)))):
            alone = [(row, found) for row in rows[:2] if (found := letter.search(lines[row]))]
            row = next((row for row, found in alone if left < found.start() < right - 1), None)
            if row is None:
                break  # S may be spades if there is no N
            lines[row] = letter.sub(" ", lines[row], count=1)
        break
    return [line.rstrip() for line in lines if line.strip()]


def with_voids(lines: list[str], text: str) -> list[str]:
    """The twelve lines that endplay prints, with dashes for the suits that it leaves blank."""
    rows = text.strip("\r\n").expandtabs().splitlines()
    rows = [line for line in rows if not line.strip() or line.rstrip() in lines]
    starts = [{found.start() for found in _PIECE.finditer(row)} for row in rows]
    middle, beside = set().union(*starts[:4], *starts[8:]), set().union(*starts[4:8])
    empty = [at for at, columns in enumerate(starts) if columns != (beside if 4 <= at < 8 else middle)]
    between_hands = {3, 8} <= {at for at in empty if not starts[at]}
    is_printed = (len(rows), len(middle), len(beside)) == (12, 1, 2) and empty and not between_hands
    if not is_printed or names_suits(text):
        return lines
    for at in empty:
        for column in sorted((beside if 4 <= at < 8 else middle) - starts[at]):
            rows[at] = rows[at][:column].ljust(column) + "-" + rows[at][column + 1 :]
    return rows


def in_compass(lines: Sequence[str], heads: Sequence[tuple[int, int]], text: str) -> Sequence[str]:
    """North, then West and East beside each other, then South; ``heads`` is where these two are named."""
    if heads:
        names = [line.partition("(")[0].strip(" :") for line in lines]
        middle, edge = heads[0]
        first = middle + 1
        last = next((at for at in range(first, len(lines)) if names[at] in ("S", "SOUTH")), 0)
        if names[0] not in ("N", "NORTH") or not last:
            missing = "N" if last else "S"
            raise DealError(f"the diagram has no line with {missing} alone: expected the names of all hands")
        north, south = lines[1:middle], lines[last + 1 :]
    else:
        wide = [any(gap.start() and len(gap[0]) > 2 for gap in _WIDE_GAP.finditer(line)) for line in lines]
        pairs = [at for at, line in enumerate(lines) if wide[at] and len(_halves(line)) > 1]
        if not pairs or not pairs[0] or pairs[-1] == len(lines) - 1:
            stray = next((line for line in lines if not LABEL.fullmatch(line)), text)
            raise DealError(
                f"{shown(stray)} in deal {shown(text)} names no seats: expected such as"
                " 'N:AK... QJ... T9... 87...', a line for each seat, or the hands round the table"
            )
        first, last = pairs[0], pairs[-1] + 1
        while last < len(lines) - 1 and TRAILING_JOKERS.fullmatch(plain_words(lines[last]).strip()):
            last += 1  # of West or East: South's are below South's cards
        north, south = lines[:first], lines[last:]
        edge = min(len(_halves(lines[at])[0]) for at in pairs)
    west, east = _beside(lines[first:last], edge)
    return ["\n".join(north), east, "\n".join(south), west]


def _halves(line: str) -> list[str]:
    """What West and East hold in a line: split before the second suit named, else at its only wide gap."""
    symbols = [found.start() for found in _SYMBOL.finditer(line)]
    suits = symbols or [found.start() for found in _NAMED_SUIT.finditer(line)]
    if len(suits) == 2:
        return [line[: suits[1]], line[suits[1] :]]
    gaps = [] if len(suits) == 1 else [gap for gap in _WIDE_GAP.finditer(line) if line[: gap.start()].strip()]
    widest = max((gap.end() - gap.start() for gap in gaps), default=0)
    cuts = [gap.end() for gap in gaps if gap.end() - gap.start() == widest]
    return [line[: cuts[0]], line[cuts[0] :]] if len(cuts) == 1 else [line]


def _beside(lines: Sequence[str], edge: int) -> tuple[str, str]:
    """The hands of West and East; ``edge`` is the column at which East's begins in lines of one of them."""
    west, east = [], []
    named = [bool(_SYMBOL.search(line) or _NAMED_SUIT.search(line)) for line in lines]
    for line, names in zip(lines, named, strict=True):
        halves = _halves(line)
        stray = any(named) and not names and not set(plain_words(line)).isdisjoint(RANKS.replace("J", ""))
        if len(halves) == 1:
            stray = stray or bool(not names and line[:edge].strip() and line[edge:].strip())
            halves = ["", line] if len(line) - len(line.lstrip()) >= edge else [line, ""]
        if stray:
            raise DealError(
                f"{shown(line.strip())} in the diagram may be cards of West and East: expected two blanks"
                " or more between them"
            )
        west.append(halves[0])
        east.append(halves[1])
    return "\n".join(west), "\n".join(east)
