"""Reads cards, hands and deals as people write them.

`Card`, `Hand` and `Deal` read what they print by themselves and leave all other text to this module. Text
that can be read in two ways is refused, with both readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from whistsolve._internal.reading import shown
from whistsolve.errors import DealError, NotationError
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, SEAT_LETTERS, seat_index

_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "CDHS"
#: The bit of each joker's card.
_JOKERS: Final = {"L": 1 << 52, "B": 1 << 53}
#: More characters than all cards in words; some patterns take time that grows with their square.
_LONGEST_HAND: Final = 2_000
_LONGEST_DEAL: Final = 20_000
_FIELDS: Final = ("spades", "hearts", "diamonds", "clubs")

_RANK_WORDS: Final = {
    "ACE": "A", "KING": "K", "QUEEN": "Q", "JACK": "J", "KNAVE": "J", "TEN": "T", "NINE": "9", "EIGHT": "8",
    "SEVEN": "7", "SIX": "6", "FIVE": "5", "FOUR": "4", "THREE": "3", "TREY": "3", "TWO": "2", "DEUCE": "2",
}  # fmt: skip
_WORD: Final = re.compile(
    rf"(?<![A-Z])(?:(?P<rank>{'|'.join(_RANK_WORDS)})(?:E?S)?|(?P<suit>SPADE|HEART|DIAMOND|CLUB)S?"
    r"|(?P<none>\(?(?:NONE|VOID)\)?)|(?:THE )?(?:(?P<big>BIG|HIGH)|LITTLE|SMALL|LOW)[ -]*JOKER"
    r"|(?P<both>(?:BOTH|TWO|2) JOKERS)|(?P<mark>AND|&|THE(?=\s)|JOKERS?\s*(?=[:=]|\s[BL])))(?![A-Z])"
)
_SYMBOLS: Final = str.maketrans("♠♥♦♣—", "SHDC-")
#: Jokers named as a suit is, in a line or before a colon.
_JOKER_LABEL: Final = re.compile(r"\bJ\s*[:=]|^\s*J(?=\s+[BL]J?\b)", re.MULTILINE)
_DASHES: Final = re.compile(r"-{2,}")
_SUIT_AND_DOT: Final = re.compile(r"(?<![A-Z0-9])([SHDC])\.(?=\s)")
_OF: Final = re.compile(rf"(?<=[{_RANKS}])\s*\bOF\s+(?=[SHDC]\b)")


def plain_words(text: str) -> str:
    """Upper-case text with letters in place of words and symbols: ``ACE OF ♠`` is ``AS``, 10 is ``T``."""

    def letter(found: re.Match[str]) -> str:
        if found["rank"]:
            return _RANK_WORDS[found["rank"]]
        if found["suit"]:
            return found["suit"][0]
        if found["none"]:
            return "-"
        return " " if found["mark"] else " BJ LJ " if found["both"] else " BJ " if found["big"] else " LJ "

    plain = _WORD.sub(letter, text).translate(_SYMBOLS).replace("10", "T")
    plain = _DASHES.sub("-", _JOKER_LABEL.sub(" ", plain))
    return _SUIT_AND_DOT.sub(r"\1 ", _OF.sub("", plain))


def names_suits(text: str) -> bool:
    """Whether the upper-case text of a hand names suits, by letter, word or symbol."""
    return not set(plain_words(text)).isdisjoint(_SUITS)


# Cards.


def card_text(plain: str) -> str | None:
    """The printed text of the card that upper-case text names, in either order; ``None`` for other text."""
    word = "".join(plain_words(plain).split())
    if word in ("BJ", "LJ"):
        return word
    if len(word) != 2:
        return None
    suit, rank = (word[0], word[1]) if word[0] in _SUITS else (word[1], word[0])
    return suit + rank if suit in _SUITS and rank in _RANKS else None


# Hands.

_TRAILING_JOKERS: Final = re.compile(r"(?:(?:^|[\s,;]+)(?:[BL]J?)+)+\s*$")
_TOKEN: Final = re.compile(
    rf"(?P<suit>[SHDC])|(?P<rank>[{_RANKS}])|(?P<void>-)|(?P<joker>[BL]J?)|(?P<gap>[\s,;:=/|.]+)|(?P<other>.)"
)
_ONE_CARD: Final = re.compile(rf"([SHDC])([{_RANKS}])|([{_RANKS}])([SHDC])|(?:[BL]J?)+")


def hand_mask(text: str) -> int:
    """The cards of a hand in upper-case text, a bit each.

    Raises `NotationError` if the text cannot be read, can be read in two ways, or names a card twice.
    """
    if len(text) > _LONGEST_HAND:
        raise NotationError(
            f"hand {shown(text)} has {len(text)} characters: expected at most {_LONGEST_HAND}"
        )
    plain = plain_words(text).strip()
    if "JOKER" in plain:
        raise NotationError(
            f"a joker of hand {shown(text)} may be BJ or LJ: expected the big or the little one"
        )
    parts = plain.split(".")
    named = [not set(part).isdisjoint(_SUITS) for part in parts]
    if len(parts) == 2 and named[0] and not parts[1]:
        return _by_suits(parts[0], text)  # a full stop
    if len(parts) > 1 and not (all(named) and plain[0] in _SUITS + _RANKS):
        return _in_fields(parts, text)
    if any(named):
        return _by_suits(plain, text)
    jokers = _TRAILING_JOKERS.search(plain)
    fields = re.split(r"[,;/|]", plain)
    if len(fields) in (4, 5) and (len(fields) == 5 or any(len(field.strip()) != 1 for field in fields)):
        return _in_fields(fields, text)
    words = re.split(r"[\s,;/|]+", plain[: jokers.start()] if jokers else plain)
    lines = [line for line in plain.splitlines() if line.strip()]
    if len(words) > 4 and len(lines) == 4:
        return _in_fields(lines, text)
    groups = words if len(words) > 1 else re.split(rf"(?<=[{_RANKS}])-(?=[{_RANKS}])", words[0])
    if len(groups) == 4 and all(len(group) == 1 and group != "-" for group in groups):
        raise NotationError(
            f"hand {shown(text)} may be {'.'.join(groups)} or the spades {''.join(groups)}: expected suits"
        )
    if len(groups) not in (1, 4):
        raise NotationError(
            f"hand {shown(text)} names no suits: expected such as 'AKQ.JT9.876.5432' or '♠AKQ ♥T9 ♦- ♣2 BJ'"
        )
    return _in_fields([*groups, *[""] * (4 - len(groups)), jokers[0] if jokers else ""], text)


def _in_fields(fields: Sequence[str], text: str) -> int:
    """Spades, hearts, diamonds, clubs and perhaps jokers, in this order."""
    if len(fields) > 5:
        raise NotationError(
            f"hand {shown(text)} has {len(fields)} parts between dots:"
            " expected spades.hearts.diamonds.clubs and, with jokers, .jokers"
        )
    *suits, last = fields
    found = _TRAILING_JOKERS.search(last) if len(fields) < 5 and len(last.split()) > 1 else None
    if found:
        last, jokers = last[: found.start()], found[0]
    else:
        jokers = ""
    if len(fields) == 5:
        jokers = last
    else:
        suits.append(last)
    cards: list[int] = []
    for name, suit, ranks in zip(_FIELDS, reversed(range(4)), suits, strict=False):
        letters = re.sub(r"[\s,;]+", "", ranks)
        for letter in "" if letters == "-" else letters:
            if letter not in _RANKS:
                raise NotationError(
                    f"{letter!r} among the {name} of hand {shown(text)} is wrong:"
                    " expected A K Q J T 9 8 7 6 5 4 3 2 or, for none, '-'"
                )
            cards.append(1 << 13 * suit + _RANKS.index(letter))
    letters = re.sub(r"(?<=[BL])J|[\s,;:=]+", "", jokers)
    for letter in "" if letters == "-" else letters:
        if letter not in _JOKERS:
            raise NotationError(
                f"{letter!r} among the jokers of hand {shown(text)} is wrong: expected B or L"
            )
        cards.append(_JOKERS[letter])
    return _mask(cards, text)


def _mask(cards: Iterable[int], text: str) -> int:
    mask = 0
    for bit in cards:
        if mask & bit:
            raise NotationError(f"hand {shown(text)} names {_card(bit)} twice: expected every card once")
        mask |= bit
    return mask


def _card(bit: int) -> str:
    suit, rank = divmod(bit.bit_length() - 1, 13)
    return _SUITS[suit] + _RANKS[rank] if suit < 4 else "LB"[rank] + "J"


def _bit(suit: str, rank: str) -> int:
    return 1 << 13 * _SUITS.index(suit) + _RANKS.index(rank)


def _by_suits(plain: str, text: str) -> int:
    """Text that names suits: each before its ranks, each after them, or cards in either order."""
    tokens = [(str(found.lastgroup), found[0], found.start()) for found in _TOKEN.finditer(plain)]
    for kind, _, start in tokens:
        if kind == "other":
            word = next(word for word in re.finditer(r"\S+", plain) if word.end() > start)
            raise NotationError(
                f"{shown(word[0])} in hand {shown(text)} is wrong: expected suits with their ranks, jokers"
                " last, such as '♠AKQ ♥T9 ♦- ♣2 BJ'"
            )
    readings = [
        cards
        for cards in (_suits_first(tokens, plain), _ranks_first(tokens), _cards(plain))
        if cards is not None
    ]
    if not readings and tokens[-1][0] == "suit" and tokens[0][0] == "suit":
        raise NotationError(
            f"hand {shown(text)} has nothing after {plain[-1]}: expected ranks, or '-' for none"
        )
    if not readings:
        raise NotationError(
            f"hand {shown(text)} is wrong: expected each suit with its ranks after it, or '-' for none, or"
            " each rank with its suit after it, such as '♠AKQ ♥T9 ♦- ♣2 BJ' or 'AS KS 10H'"
        )
    masks = list(dict.fromkeys(_mask(cards, text) for cards in readings))
    if len(masks) > 1:
        one, other = (
            " ".join(_card(1 << at) for at in range(53, -1, -1) if mask >> at & 1) for mask in masks
        )
        raise NotationError(
            f"hand {shown(text)} may be {one} or {other}: expected all suits before their ranks"
        )
    return masks[0]


def _suits_first(tokens: Sequence[tuple[str, str, int]], plain: str) -> list[int] | None:
    cards: list[int] = []
    below = False  # whether a line has ended since the last card
    held: dict[str, int] = {}  # the number of cards of each suit named
    voids: set[str] = set()
    suit, dash = "", False  # the open suit, and whether a dash has just followed it
    for kind, letter, _ in tokens:
        if kind == "suit":
            suit, dash, below = letter, False, False
            held.setdefault(suit, 0)
        elif kind == "joker":
            cards.append(_JOKERS[letter[0]])
            suit = ""
        elif kind == "void":
            if not suit or held[suit]:
                return None
            voids.add(suit)
            dash = True
        elif kind == "rank":
            if not suit or (suit in voids and not dash) or (below and held[suit]):
                return None
            voids.discard(suit)  # "S-AKQ": the dash is a hyphen
            cards.append(_bit(suit, letter))
            held[suit] += 1
        else:
            dash, below = False, below or "\n" in letter
    missing = [suit for suit, count in held.items() if not count and suit not in voids]
    glued = any(
        kind == "suit"
        and letter in missing
        and re.search(r"\w", plain[max(start - 1, 0) : start] + plain[start + 1 : start + 2])
        for kind, letter, start in tokens
    )  # a suit without cards is a word by itself
    return None if not held or glued or (missing and len(held) < 4) else cards


def _ranks_first(tokens: Sequence[tuple[str, str, int]]) -> list[int] | None:
    cards: list[int] = []
    ranks: list[str] = []
    for kind, letter, _ in tokens:
        if kind == "rank":
            ranks.append(letter)
        elif kind == "suit" and ranks:
            cards += [_bit(letter, rank) for rank in ranks]
            ranks = []
        elif kind == "joker" and not ranks:
            cards.append(_JOKERS[letter[0]])
        elif kind != "gap":
            return None
    return None if ranks else cards


def _cards(plain: str) -> list[int] | None:
    cards: list[int] = []
    for word in re.split(r"[\s,;]+", plain.strip(" ,;\r\n\t")):
        found = _ONE_CARD.fullmatch(word)
        if found is None:
            return None
        if found[1] or found[4]:
            cards.append(_bit(found[1] or found[4], found[2] or found[3]))
        else:
            cards += [_JOKERS[letter] for letter in word.replace("J", "")]
    return cards


# Deals.

_SEAT: Final = rf"(?P<seat>NORTH|EAST|SOUTH|WEST|[{SEAT_LETTERS}]|[0-{MAX_SEATS - 1}](?=\s*\S))"
_KITTY: Final = r"(?P<kitty>KITTY|WIDOW|BLIND|TALON|UNDEALT|DISCARDS?)"
_LABEL: Final = re.compile(
    rf"\s*(?:{_SEAT}|{_KITTY})(?:\s*\([^)]*\))?(?:\s*[:=]\s*|\s+-\s+|\s+|$)(?P<cards>.*)"
)
#: Labels within a line: full names, or letters with a colon.
_INNER_NAME: Final = re.compile(
    r"(?<![\s;,|])[\s;,|]+(?=(?:NORTH|EAST|SOUTH|WEST|KITTY|WIDOW|BLIND|UNDEALT)\b)"
)
_INNER_LETTER: Final = re.compile(rf"(?<![\s;,])[\s;,]+(?=[{SEAT_LETTERS}]\s*[:=])")
_WEST_EAST: Final = re.compile(r"\s*W(?:EST)?\s+E(?:AST)?\s*")
_NAMED_SUIT: Final = re.compile(
    rf"(?<![A-Z0-9])(?:SPADES?|HEARTS?|DIAMONDS?|CLUBS?|[SHDC](?=[\s:.=-]|[{_RANKS}]|10|$))"
)
_SYMBOL: Final = re.compile("[♠♥♦♣]")
_WIDE_GAP: Final = re.compile(r"\s{2,}")
#: The names of seats in the middle of a diagram, behind West's cards.
_COMPASS: Final = re.compile(rf"\s{{2,}}[{SEAT_LETTERS}](?:\s+[{SEAT_LETTERS}])?\s*$")
#: Lines that printed diagrams have beside the cards.
_BESIDE: Final = re.compile(
    r"(?:BOARD|BD|DEAL|HAND)\W*(?:\d+\W*)?|(?:OPENING )?LEAD\b.*"
    r"|(?:DEALER|DLR|EVENT|SCORING|CONTRACT|TRUMPS?)\b.*"
    r"|\w+ (?:DEALS|DEALER|LEADS|TO LEAD)\W*|.*\bVUL\w*\b.*|(?:LOVE|GAME) ALL|\w+ (?:ARE|IS) TRUMPS?\W*"
    r"|IMPS|MATCHPOINTS|#.*|[=_*]{3,}|-{4,}"
)


def is_beside(line: str) -> bool:
    """Whether a line of a text has no cards but what is printed beside them: the board, dealer, contract."""
    return _BESIDE.fullmatch(line.strip().upper()) is not None


def read_deal(text: str) -> tuple[Sequence[str], str | None]:
    """The texts of the hands in upper-case text of a deal, in seat order, and of its kitty if it has one.

    Raises `DealError` if hands are missing or named twice, or no seat is named.
    """
    if len(text) > _LONGEST_DEAL:
        raise DealError(f"deal {shown(text)} has {len(text)} characters: expected at most {_LONGEST_DEAL}")
    plain = text.strip("\"'`")
    if plain[:1] == "[" and (tag := re.fullmatch(r'\[\s*DEAL\s+"(.*)"\s*\]', plain)):
        plain = tag[1]
    if "\n" not in plain and "\r" not in plain:
        found = _on_one_line(plain)
        if isinstance(found, tuple):
            return found
        lines = found
    else:
        lines = [line for line in _lines(plain) if not is_beside(line)]
    labels = [_LABEL.fullmatch(line) for line in lines]
    kitties = [
        at for at, label in enumerate(labels) if label is not None and label["kitty"] and label["cards"]
    ]
    if len(kitties) > 1:
        raise DealError(f"deal {shown(text)} has more than one kitty: expected one")
    kitty = None
    if kitties:
        found_kitty = labels[kitties[0]]
        kitty = found_kitty["cards"] if found_kitty else None
        del lines[kitties[0]], labels[kitties[0]]
    middle = next((at for at, line in enumerate(lines) if _WEST_EAST.fullmatch(line)), None)
    if middle is not None:
        return _in_named_compass(lines, middle), kitty
    if all(label is not None and label["cards"] for label in labels):
        hands = [(label["seat"], label["cards"]) for label in labels if label is not None]
        return _in_seat_order(hands), kitty
    if (
        lines
        and labels[0] is not None
        and any(label is not None and label["seat"] != "S" for label in labels)
    ):
        blocks = _in_blocks(lines)
        below = blocks.pop("KITTY", None)
        return _in_seat_order(blocks.items()), below or kitty
    return _in_bare_compass(lines, text), kitty


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.expandtabs().splitlines() if line.strip()]


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
        raise DealError(
            f"deal {shown(plain)} has no ':': expected the seat of the first hand, a ':' and the hands"
        )
    table, bar, kitty = rest.partition("|")
    hands = table.split()
    if not MIN_SEATS <= len(hands) <= MAX_SEATS:
        count = "1 hand" if len(hands) == 1 else f"{len(hands)} hands"
        raise DealError(f"deal {shown(plain)} has {count} after the ':': expected 2 to 6")
    if "|" in kitty:
        raise DealError(f"deal {shown(plain)} has more than one '|': expected one kitty")
    if bar and not kitty.strip():
        raise DealError(f"deal {shown(plain)} has nothing after the '|': expected the kitty, or no '|'")
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
    for name, cards in listed:
        lettered = name[0] in SEAT_LETTERS
        seat = SEAT_LETTERS.index(name[0]) if lettered else int(name)
        if seat in hands or seat >= len(listed) or (lettered and len(listed) != len(SEAT_LETTERS)):
            raise DealError(f"seat {name} in the diagram is wrong: expected each of {len(listed)} seats once")
        hands[seat] = cards
    return [hands[seat] for seat in range(len(listed))]


def _in_blocks(lines: Sequence[str]) -> dict[str, str]:
    """Hands one below the other, each in the lines after its seat; ``S`` may also be spades."""
    blocks: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        label = _LABEL.fullmatch(line)
        if label is not None and _heads_block(label):
            name = "KITTY" if label["kitty"] else label["seat"][0]
            if name in blocks:
                raise DealError(f"{name} is in the diagram twice: expected every hand once")
            current = blocks[name] = [label["cards"]] if label["cards"] else []
        else:
            current.append(line)
    return {name: "\n".join(cards) for name, cards in blocks.items()}


def _heads_block(label: re.Match[str]) -> bool:
    cards = label["cards"]
    if label["kitty"] or len(label["seat"]) > 1 or not cards:
        return True
    if label["seat"].isdigit():
        return ":" in label[0]
    if label["seat"] != "S":
        return True
    try:
        hand_mask(cards)
    except NotationError:
        return False
    return "." in cards or names_suits(cards)


def _in_named_compass(lines: Sequence[str], middle: int) -> Sequence[str]:
    """Four hands round the table, each below its seat's name; those of West and East beside each other."""
    heads = {
        name: [at for at, line in enumerate(lines) if line.partition("(")[0].strip(" :") in (name, name[0])]
        for name in ("NORTH", "SOUTH")
    }
    south = next((at for at in heads["SOUTH"] if at > middle), None)
    if heads["NORTH"][:1] != [0] or south is None:
        missing = "N" if south is not None else "S"
        raise DealError(f"the diagram has no line with {missing} alone: expected the names of all four hands")
    west, east = _beside(
        lines[middle + 1 : south],
        lines[middle].rindex("E", 0, len(lines[middle].rstrip().removesuffix("AST"))),
    )
    return ["\n".join(lines[1:middle]), east, "\n".join(lines[south + 1 :]), west]


def _in_bare_compass(lines: Sequence[str], text: str) -> Sequence[str]:
    """Four hands round the table without names: North, then West and East beside each other, then South."""
    wide = [any(gap.start() and len(gap[0]) > 2 for gap in _WIDE_GAP.finditer(line)) for line in lines]
    pairs = [at for at, line in enumerate(lines) if wide[at] and len(_halves(line)) > 1]
    if not pairs or not pairs[0] or pairs[-1] == len(lines) - 1:
        raise DealError(
            f"deal {shown(text)} names no seats: expected such as 'N:AK... QJ... T9... 87...', a line for"
            " each seat, or the hands round the table"
        )
    first, last = pairs[0], pairs[-1] + 1
    edge = min(len(_halves(lines[at])[0]) for at in pairs)
    west, east = _beside(lines[first:last], edge)
    return ["\n".join(lines[:first]), east, "\n".join(lines[last:]), west]


def _halves(line: str) -> list[str]:
    """What West and East hold in a line: split before the second suit named, else at its only wide gap."""
    symbols = [found.start() for found in _SYMBOL.finditer(line)]
    suits = symbols or [found.start() for found in _NAMED_SUIT.finditer(line)]
    if len(suits) == 2:
        return [_COMPASS.sub("", line[: suits[1]]), line[suits[1] :]]
    gaps = [] if len(suits) == 1 else [gap for gap in _WIDE_GAP.finditer(line) if line[: gap.start()].strip()]
    widest = max((gap.end() - gap.start() for gap in gaps), default=0)
    cuts = [gap.end() for gap in gaps if gap.end() - gap.start() == widest]
    return [line[: cuts[0]], line[cuts[0] :]] if len(cuts) == 1 else [line]


def _beside(lines: Sequence[str], edge: int) -> tuple[str, str]:
    """The hands of West and East; ``edge`` is the column at which East's begins in lines of one of them."""
    west, east = [], []
    for line in lines:
        halves = _halves(line)
        if len(halves) == 1:
            crosses = line[:edge].strip() and line[edge:].strip()
            if crosses and not (_SYMBOL.search(line) or _NAMED_SUIT.search(line)):
                raise DealError(
                    f"{shown(line.strip())} in the diagram may be cards of West and East: expected two blanks"
                    " or more between them"
                )
            halves = ["", line] if len(line) - len(line.lstrip()) >= edge else [line, ""]
        west.append(halves[0])
        east.append(halves[1])
    return "\n".join(west), "\n".join(east)
