"""Reads deals as people and programs write them, of which `Deal` reads what it prints.

Text that can be read in two ways is refused, with both readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from whistsolve._internal.reading import shortened, shown
from whistsolve.errors import DealError, NotationError
from whistsolve.values.layouts import (
    AS_SOUTH,
    COMPASS_SEAT,
    KITTY,
    LABEL,
    OTHER_SEAT,
    WEST_EAST,
    in_compass,
    is_one_suit,
    of_table,
    with_voids,
    without_middle,
    without_names,
)
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, SEAT_LETTERS, seat_index
from whistsolve.values.written import (
    LIST_MARKS,
    RANK_WORDS,
    RANKS,
    SUITS,
    hand_mask,
    names_suits,
    plain_words,
)

#: More characters than any deal has; some patterns take time that grows with their square.
LONGEST_DEAL: Final = 20_000
#: Labels within a line: full names, or letters with a colon.
_INNER_NAME: Final = re.compile(
    rf"(?<![\s;,|])[\s;,|]+(?=(?:NORTH|EAST|SOUTH|WEST|KITTY|WIDOW|BLIND|UNDEALT|{OTHER_SEAT})\b)"
)
_INNER_LETTER: Final = re.compile(rf"(?<![\s;,])[\s;,]+(?=[{SEAT_LETTERS}]\s*[:=])")
#: What is too far apart to be of one hand, or has a bar between it.
_ASTRAY: Final = re.compile(rf"(?:[0{RANKS}] {{4}}|\S {{9}}|\|) *[{RANKS}]")
_NO_RANKS: Final = re.compile(r"(?:[\s,+-]|[BL]J?)*")
#: A title: neither cards, nor who holds them, nor suits but trumps, in an order that may be meant.
_TITLE: Final = re.compile(
    r"(?!\s*\d\W|.*(?:[♠♥♦♣]|JOKER|\b(?:[SHDC]|[BL]J|(?:SPADES|HEARTS|DIAMONDS|CLUBS)(?! (?:ARE|IS) TRUMP)"
    rf"|VOID|NONE|EMPTY|{'|'.join(RANK_WORDS)}|{KITTY}|{COMPASS_SEAT}|{OTHER_SEAT})\b))"
    r".*\b(?=[A-Z]{3})[A-Z]*[EFGIM-PRU-WYZ]"
)
#: Lines that printed diagrams have beside the cards.
_BESIDE: Final = re.compile(
    r"(?:BOARD|BD|DEAL)\W*(?:\d+\W*)?|(?:HAND|NUMBER)\W*\d+\W*|(?:OPENING )?LEAD\b.*"
    r"|(?:DEALER|DLR|EVENT|SCORING|CONTRACT|TRUMPS?|(?:DECLARER|LED|PLAYED|TRICKS)(?! ?\())\b.*"
    r"|\w+ (?:DEALS|DEALER|LEADS|TO LEAD)\W*|.*\bVUL\w*\b.*|(?:LOVE|GAME) ALL|\w+ (?:ARE|IS) TRUMPS?\W*"
    r"|(?:NS|EW|N-S|E-W)\s*:.*|PAR\s*:.*|IMPS|MATCHPOINTS|#.*|[=_*]{3,}|-{4,}"
)


def is_beside(line: str) -> bool:
    """Whether a line of a text has no cards but what is printed beside them: the board, dealer, contract."""
    return _BESIDE.fullmatch(line.strip().upper()) is not None


def read_deal(text: str) -> tuple[Sequence[str], str | None]:
    """As `_hands_in`, with a `DealError` for a hand whose dots do not say which suits it has."""
    hands, kitty = _hands_in(text)
    for hand in hands:
        if 0 < hand.count(".") < 3 and hand.strip(" .-") and not names_suits(hand):
            given, dots = shortened(hand.strip()), "." * (3 - hand.count("."))
            raise DealError(f"{shown(given)} may be {given}{dots} or {dots}{given}: expected three dots")
    return hands, kitty


def _hands_in(text: str) -> tuple[Sequence[str], str | None]:
    """The texts of the hands in upper-case text of a deal, in seat order, and of its kitty if it has one.

    Raises `DealError` if hands are missing or named twice, or no seat is named.
    """
    if len(text) > LONGEST_DEAL:
        raise DealError(f"deal {shown(text)} has {len(text)} characters: expected at most {LONGEST_DEAL}")
    if "\n" in text:
        text = LIST_MARKS.sub(lambda mark: " " * len(mark[0]), text.replace("**", ""))
    stripped = text.strip()
    plain = stripped.strip("\"'`")
    if plain[:1] == "[" and (tag := re.fullmatch(r'\[\s*DEAL\s+"(.*)"\s*\]', plain)):
        plain = tag[1]
    if "\n" not in plain and "\r" not in plain:
        found = _on_one_line(plain)
        if isinstance(found, tuple):
            return found
        lines = found
    else:
        laid_out = text.strip("\r\n") if plain == stripped else plain
        lines = [line.rstrip(" ") for line in laid_out.splitlines() if line.strip() and not is_beside(line)]
        while (tabled := of_table(lines)) is lines and lines and _TITLE.match(lines[0]):
            lines = lines[1:]
        lines = [line.expandtabs().rstrip() for line in tabled] if "\t" in plain else tabled
    lines = [without_names(line) if "(" in line or " - " in line else line for line in lines]
    labels = list(map(LABEL.fullmatch, lines))
    kitties = [label for label in labels if label is not None and label["kitty"] and label["cards"]]
    if len(kitties) > 1:
        raise DealError(f"deal {shown(plain)} has more than one kitty: expected one")
    kitty = None
    for label in kitties:
        kitty = label["cards"]
        lines.remove(label.string)
        labels.remove(label)
    if lines and all(label is not None and label["cards"] for label in labels):
        hands = [(label["seat"], label["cards"]) for label in labels if label is not None]
        held = [
            cards for _, cards in [*hands, ("", kitty or "")] if not _NO_RANKS.fullmatch(plain_words(cards))
        ]
        bare = [cards for cards in held if is_one_suit(cards)]
        if 0 < len(bare) < len(held):
            raise DealError(f"{shown(bare[0])} may be spades or another suit: expected suits")
        return _in_seat_order(hands), kitty
    lines = without_middle(lines, plain)
    labels = list(map(LABEL.fullmatch, lines))
    heads = [(at, head.start(1)) for at, line in enumerate(lines) if (head := WEST_EAST.fullmatch(line))]
    named = any(label is not None and label["seat"] != "S" for label in labels)
    if named and labels[0] is not None and not heads:
        blocks = _in_blocks(lines)
        kitty = blocks.pop("KITTY", None) or kitty
        diagram = _in_seat_order(blocks.items())
    else:
        diagram = in_compass(lines if heads else with_voids(lines, text), heads, plain)
    for hand in diagram:
        if is_one_suit(hand):
            raise DealError(f"{shown(hand.strip())} may be spades or another suit: expected all four suits")
        if astray := _ASTRAY.search(hand):
            raise DealError(f"{shown(astray[0])} may be of one hand or two: expected less between its cards")
    return diagram, kitty


def _on_one_line(plain: str) -> tuple[Sequence[str], str | None] | list[str]:
    """The hands after the first one's seat and a colon; or, if several seats are named, a line for each."""
    printed = plain[1:2] == ":" and plain.count(":") == 1  # the usual case, which takes no patterns
    lines = [] if printed else _INNER_NAME.split(plain)
    if not printed and len(lines) < 3:
        lines = _INNER_LETTER.split(plain)
        if sorted(line[0] for line in lines if line) != sorted(SEAT_LETTERS):
            lines = []
        elif "|" in lines[-1]:
            last, _, kitty = lines[-1].partition("|")
            lines[-1:] = [last, f"KITTY: {kitty}"]
    if len(lines) > 2:
        return [line.rstrip(" ;,|") for line in lines]
    first, colon, rest = plain.partition(":")
    if not colon:
        doubt = f": {first[0]} may be dealer or first hand" if re.match(r"[NESW]\s.*\.", first) else ""
        wrong = f"deal {shown(plain)} has no ':'{doubt}"
        raise DealError(f"{wrong}: expected the first hand's seat, a ':' and hands")
    table, bar, kitty = rest.partition("|")
    hands = table.split()
    if not MIN_SEATS <= len(hands) <= MAX_SEATS:
        count = "1 hand" if len(hands) == 1 else f"{len(hands)} hands"
        raise DealError(f"deal {shown(plain)} has {count} after the ':': expected 2 to 6")
    if "|" in kitty:
        raise DealError(f"deal {shown(plain)} has more than one '|': expected one kitty")
    if bar and not kitty.strip():
        raise DealError(f"deal {shown(plain)} has nothing after the '|': expected the kitty, or no '|'")
    if table.count(".") < 5 and "..." not in table:
        suits = [set(plain_words(hand)) & set(SUITS) for hand in hands]
        if max(map(len, suits)) < 2 or len(set().union(*suits)) == sum(map(len, suits)):
            raise DealError(
                f"deal {shown(plain)} may be one hand of {shortened(first.strip())} or {len(hands)} hands:"
                " expected a seat before each hand, or hands such as 'AK...'"
            )
    try:
        start = seat_index(first, len(hands), "the first seat of the deal")
    except NotationError as error:
        raise DealError(f"{error} (with {len(hands)} hands)") from None
    shift = -start % len(hands)
    return hands[shift:] + hands[:shift], kitty if bar else None


def _in_seat_order(named: Iterable[tuple[str, str]]) -> Sequence[str]:
    hands: dict[int, str] = {}
    listed = list(named)
    if not MIN_SEATS <= len(listed) <= MAX_SEATS:
        raise DealError(f"the diagram has {len(listed)} hands: expected {MIN_SEATS} to {MAX_SEATS}")
    said = [name for name, _ in listed if name in AS_SOUTH]
    if said and len(said) < max(4, len(listed)):
        usual = AS_SOUTH[said[0]]
        raise DealError(f"{said[0]} may be {usual}, with Me at S, or not: expected Me, LHO, Partner and RHO")
    first = min(int(name[-1]) if name[-1].isdigit() else 1 for name, _ in listed)  # of players
    for name, cards in listed:
        letter = AS_SOUTH.get(name, name[0])
        lettered = letter in SEAT_LETTERS
        seat = SEAT_LETTERS.index(letter) if lettered else int(name[-1]) - min(first, letter == "P")
        if seat in hands or not 0 <= seat < len(listed) or (lettered and len(listed) != len(SEAT_LETTERS)):
            raise DealError(f"seat {name} in the diagram is wrong: expected each of {len(listed)} seats once")
        hands[seat] = cards
    return [hands[seat] for seat in range(len(listed))]


def _in_blocks(lines: Sequence[str]) -> dict[str, str]:
    """Hands one below the other, each in the lines after its seat; ``S`` may also be spades."""
    blocks: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        label = LABEL.fullmatch(line)
        if label is not None and _heads_block(label):
            name = "KITTY" if label["kitty"] else re.sub("(?<=^[NESW]).*", "", label["seat"])
            if name in blocks:
                raise DealError(f"{name} is in the diagram twice: expected every hand once")
            current = blocks[name] = [label["cards"]] if label["cards"] else []
        else:
            current.append(line)
    return {name: "\n".join(cards) for name, cards in blocks.items()}


def _heads_block(label: re.Match[str]) -> bool:
    seat, cards = label["seat"], label["cards"]
    if seat != "S" or not cards:
        return not cards or not seat or not seat.isdigit() or ":" in label[0]
    try:
        hand_mask(cards)
    except NotationError:
        return False
    return "." in cards or names_suits(cards)
