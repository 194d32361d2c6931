"""Reads cards, hands and deals as people write them.

`Card`, `Hand` and `Deal` read what they print by themselves and leave all other text to this module. Text
that can be read in two ways is refused, with both readings.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from typing import Final

from whistsolve._internal.reading import shortened, shown
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
_COUNTED: Final = r"(?:\s*\(\d{1,2}\))?"
_WORD: Final = re.compile(
    rf"(?<![A-Z])(?:(?P<mark>(?:NO|WITHOUT) JOKERS?|JOKERS?{_COUNTED}\s*[:=]\s*(?:NONE|NO|[-—]+|0)(?!\w))"
    r"|(?P<jokers>(?:THE )?(?:BIG|HIGH|LITTLE|SMALL|LOW)[ -]*JOKER|(?:BOTH|TWO|2) JOKERS(?!\s*[:=(])"
    rf"|JOKERS?{_COUNTED}\s*[:=,(]?\s*(?:BIG|HIGH|LITTLE|SMALL|LOW|BOTH)"
    r"(?:(?:\s|,|&|AND)+(?:BIG|HIGH|LITTLE|SMALL|LOW))?(?:\)|(?![ -]*JOKER|\w)))"
    rf"|(?P<rank>{'|'.join(_RANK_WORDS)})(?:E?S)?|(?P<suit>SPADE|HEART|DIAMOND|CLUB)S?{_COUNTED}"
    r"|(?P<none>\(?(?:NONE|VOID|EMPTY)\)?(?!\d))|(?P<has>(?<!\w)HAS(?!\w))"
    rf"|AND|&|THE(?=\s)|JOKERS?{_COUNTED}\s*(?=\s[BL][BLJ]*\b|[:=]\s*(?:$|[BL][BLJ]*\b"
    r"|(?:THE|BIG|HIGH|LITTLE|SMALL|LOW)\b)))(?![A-Z])"
)
#: What may stand before the cards of a hand; ``HAS`` elsewhere is no ace of hearts.
_HOLDS: Final = re.compile(r"^\s*(?:HAS|HAVE|HAD|HOLDS?|WITH)(?:\s*:|\s)")
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
        if jokers := found["jokers"]:
            each = re.sub("BOTH|.+ JOKERS", "BIG LOW", jokers)
            return " BJ " * len(re.findall("BIG|HIGH", each)) + " LJ " * len(re.findall("LIT|SM|LOW", each))
        return "has" if found["has"] else " "

    plain = _WORD.sub(letter, _HOLDS.sub("", text.replace("**", ""))).translate(_SYMBOLS).replace("10", "T")
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


def card_texts(text: str) -> list[str]:
    """The cards that text names one after the other, in letters or words, each as `Card` reads it."""
    parts = re.split("[,;]", plain_words(text.upper()))
    return [card for part in parts for card in ([part] if card_text(part) else part.split())]


# Hands.

_TRAILING_JOKERS: Final = re.compile(r"(?:(?:^|[\s,;+]+)(?:[BL]J?)+)+\s*$")
_TOKEN: Final = re.compile(
    rf"(?P<suit>[SHDC])|(?P<rank>[{_RANKS}])|(?P<void>-)|(?P<joker>[BL]J?)|(?P<gap>[\s,;:=/|.+]+)"
)
_ONE_CARD: Final = re.compile(rf"([SHDC])([{_RANKS}])|([{_RANKS}])([SHDC])|(?:[BL]J?)+")
#: Marks of quotations, and of lists before seats and suits.
_MARKS: Final = re.compile(r"^[ \t]*(?:>[> ]*|[*-] {1,2}(?!W +E)(?=KITTY|[B-IL-PRSU-Z♠♥♦♣]))", re.MULTILINE)
#: Hyphens between ranks one by one; two ranks alone may be the ends of a sequence.
_HYPHENS: Final = re.compile(rf"(?<![{_RANKS}-])[{_RANKS}](?:-[{_RANKS}])+(?![{_RANKS}-])")
#: Words at the end that may be of a joker, and ranks without suits that show how others are written.
_LAST: Final = r"(?:[\s,;+]+(?:[BL]J?)+)*[\s,;.]*$"
_TURNED_JOKER: Final = re.compile(r"((?<![BL])J[BL](?!J)|(?<!\w)J[\s,;+]+[BL](?!\w))")
_LAST_JACK: Final = re.compile(rf"(?<=[{_RANKS}])[\s,;+]+(J[K2]?[BL]?){_LAST}")
_SPACED_JACK: Final = re.compile(rf"(?:^|\W)(?:[{_RANKS}](?!\w).*)?[AKQ][\s,;]+J{_LAST}", re.DOTALL)
_JACK_OF_HEARTS: Final = re.compile(rf"(?<!\w)(HJ){_LAST}")


def hand_mask(text: str) -> int:
    """The cards of a hand in upper-case text, a bit each.

    Raises `NotationError` if the text cannot be read, can be read in two ways, or names a card twice.
    """
    if len(text) > _LONGEST_HAND:
        raise NotationError(f"hand {shown(text)} has {len(text)} characters: expected up to {_LONGEST_HAND}")
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
    suits = plain[: jokers.start()] if jokers else plain
    words = re.split(r"[\s,;/|]+", suits)
    lines = [line for line in plain.splitlines() if line.strip()]
    if len(words) > 4 and len(lines) == 4:
        return _in_fields(lines, text)
    groups = words if len(words) > 1 else re.split(rf"(?<=[{_RANKS}])-(?=[{_RANKS}])", words[0])
    if len(groups) == 4 and all(len(group) == 1 and group != "-" for group in groups):
        raise NotationError(
            f"hand {shown(text)} may be {'.'.join(groups)} or the spades {''.join(groups)}: expected suits"
        )
    rows = sum(bool(line.strip()) for line in suits.splitlines())
    if len(groups) not in (1, 4) or (len(groups) == 4 and rows not in (1, 4)):
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
    found = _TRAILING_JOKERS.search(fields[-1]) if len(fields) < 5 and len(fields[-1].split()) > 1 else None
    jokers = found[0] if found else fields[4] if len(fields) == 5 else ""
    suits = [*fields[:-1], fields[-1][: found.start()]] if found else fields
    cards: list[int] = []
    for name, suit, ranks in zip(_FIELDS, reversed(range(4)), suits, strict=False):
        letters = re.sub(r"[\s,;]+", "", ranks)
        for letter in "" if letters == "-" else letters:
            if letter not in _RANKS:
                raise NotationError(
                    f"{shown(letter)} among the {name} of hand {shown(text)} is wrong:"
                    " expected A K Q J T 9 8 7 6 5 4 3 2 or, for none, '-'"
                )
            cards.append(1 << 13 * suit + _RANKS.index(letter))
    letters = re.sub(r"(?<=[BL])J|[\s,;:=+]+", "", jokers)
    for letter in "" if letters == "-" else letters:
        if letter not in _JOKERS:
            raise NotationError(
                f"{shown(letter)} among the jokers of hand {shown(text)} is wrong: expected B or L"
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
    plain = _MARKS.sub("", plain)
    if any(hyphens[0].count("-") > 1 for hyphens in _HYPHENS.finditer(plain)):
        plain = _HYPHENS.sub(lambda hyphens: hyphens[0].replace("-", ""), plain)
    jack = None if _SPACED_JACK.search(plain) else _LAST_JACK.search(plain)
    high = _JACK_OF_HEARTS.search(plain) if "HJ" in text else None
    letters = not re.search("[♠♥♦♣]|SPADE|HEART|DIAMOND|CLUB", text)
    if high and letters and ("H" not in plain[: high.start()] or _cards(plain)):
        high = None
    if joker := _TURNED_JOKER.search(plain) or jack or high:
        raise NotationError(f"{joker[1]} in hand {shown(text)} may be a jack or a joker: expected BJ or LJ")
    if odd := re.search(rf"\S*[^{_RANKS}SHDCBL\s,;:=/|.+-]\S*", plain):
        raise NotationError(
            f"{shown(odd[0])} in hand {shown(text)} is wrong: expected suits with their ranks, jokers"
            " last, such as '♠AKQ ♥T9 ♦- ♣2 BJ'"
        )
    tokens = [(str(token.lastgroup), token[0], token.start()) for token in _TOKEN.finditer(plain)]
    found = (_suits_first(tokens, plain), _ranks_first(tokens), _cards(plain))
    readings = [cards for cards in found if cards is not None]
    if not readings and tokens[-1][0] == "suit" and tokens[0][0] == "suit":
        raise NotationError(f"hand {shown(text)} has nothing after {plain[-1]}: expected ranks, '-' for none")
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
    below = carried = False  # whether a line has ended since the last suit, and the next has its ranks
    held: dict[str, int] = {}  # the number of cards of each suit named
    voids: set[str] = set()
    suit, dash = "", False  # the open suit, and whether a dash has just followed it
    last = ""
    for kind, letter, _ in tokens:
        if kind == "suit":
            if carried or (below and letter in held):
                return None
            suit, dash, below = letter, False, False
            held.setdefault(suit, 0)
        elif kind == "joker":
            cards.append(_JOKERS[letter[0]])
            suit = ""
        elif kind == "void":
            if not suit or held[suit]:
                return None
            voids.add(suit)
            dash = last == "suit"
        elif kind == "rank":
            if not suit or (suit in voids and not dash) or (below and held[suit]):
                return None
            voids.discard(suit)  # "S-AKQ": the dash is a hyphen
            cards.append(_bit(suit, letter))
            held[suit] += 1
            carried = carried or below
        else:
            ends = "\n" in letter
            dash, below, carried = False, below or ends, carried and not ends
        last = kind
    missing = [suit for suit, count in held.items() if not count and suit not in voids]
    glued = any(
        kind == "suit"
        and letter in missing
        and re.search(r"\w", plain[max(start - 1, 0) : start] + plain[start + 1 : start + 2])
        for kind, letter, start in tokens
    )  # a suit without cards is a word by itself
    whole = len(held) == 4 == sum(kind == "suit" for kind, _, _ in tokens)
    return None if not held or glued or (missing and not whole) else cards


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

_COMPASS_SEAT: Final = f"(?:NORTH|EAST|SOUTH|WEST|[{SEAT_LETTERS}])"
#: Seats as they are seen from South, the usual place of the one who writes.
_AS_SOUTH: Final = {"ME": "S", "LHO": "W", "PARTNER": "N", "PARD": "N", "CHO": "N", "RHO": "E"}
_OTHER_SEAT: Final = rf"{'|'.join(_AS_SOUTH)}|PLAYER\s*\d"
_SEAT: Final = rf"(?P<seat>{_COMPASS_SEAT}|[0-{MAX_SEATS - 1}](?=\s*\S)|{_OTHER_SEAT})"
_KITTY: Final = r"(?P<kitty>KITTY|WIDOW|BLIND|TALON|UNDEALT|DISCARD(?:S|ED)?|BURIED)"
_LABEL: Final = re.compile(
    rf"\s*(?:{_SEAT}|{_KITTY})(?:\s*\([^)]*\))?\*?(?:\s*[:=]\s*|[.)](?:\s+|$)|\s+-\s+|\s+|$)(?P<cards>.*)"
)
_NAME: Final = r"[A-Z][A-Z.'-]*(?: [A-Z.'-]+)*"
#: A player's name beside the seat: ``SMITH (N)``, ``N (SMITH)``, ``N - SMITH``.
_NAMED: Final = re.compile(
    rf"(?<!\S)(?:(?P<name>{_NAME}(?: ?\d)?) ?\((?P<seat>{_COMPASS_SEAT})\)"
    rf"|(?P<at>{_COMPASS_SEAT}|{_OTHER_SEAT})"
    rf"(?: ?\((?P<remark>[^)]*)\)|\s-\s(?P<player>{_NAME})(?=\s\s|\s*:|\s*$)))"
)
#: Labels within a line: full names, or letters with a colon.
_INNER_NAME: Final = re.compile(
    rf"(?<![\s;,|])[\s;,|]+(?=(?:NORTH|EAST|SOUTH|WEST|KITTY|WIDOW|BLIND|UNDEALT|{_OTHER_SEAT})\b)"
)
_INNER_LETTER: Final = re.compile(rf"(?<![\s;,])[\s;,]+(?=[{SEAT_LETTERS}]\s*[:=])")
_WEST_EAST: Final = re.compile(r"\s*W(?:EST)?:?\s+(E)(?:AST)?:?\s*")
_NAMED_SUIT: Final = re.compile(
    rf"(?<![A-Z0-9])(?:SPADES?|HEARTS?|DIAMONDS?|CLUBS?|[SHDC](?=[\s:.=-]|[{_RANKS}]|10|$))"
)
_SYMBOL: Final = re.compile("[♠♥♦♣]")
_WIDE_GAP: Final = re.compile(r"\s{2,}")
#: The middle of a diagram: a box, perhaps with letters of seats, or these letters alone beside cards.
_BOX: Final = re.compile(rf"\|(?:\s{{3,}}|\s*[{SEAT_LETTERS}+*-][{SEAT_LETTERS}\s+*-]*)\||\+-*\+|-{{5,}}")
_MIDDLE: Final = re.compile(r"(?<=\s)W[ +*-]*E(?!\S)")
_NORTH_ALONE: Final = re.compile(r"(?<!\S)N(?!\S)")
_SOUTH_ALONE: Final = re.compile(r"(?<!\S\s)(?<!\S)S(?=\s\s|$)")
_SEAT_WORD: Final = re.compile(rf"\b(?:{_COMPASS_SEAT}|{_OTHER_SEAT})\b")
_KITTY_LINE: Final = re.compile(rf"\s*{_KITTY}\s*:")
_RULE: Final = re.compile(r"[\s|+:=-]*(?:--|:-|-:)[\s|+:=-]*")
#: What is too far apart to be of one hand, or has a bar between it.
_ASTRAY: Final = re.compile(rf"(?:[0{_RANKS}] {{4}}|\S {{9}}|\|) *[{_RANKS}]")
_NO_RANKS: Final = re.compile(r"(?:[\s,+-]|[BL]J?)*")
_PIECE: Final = re.compile(r"\S+(?: \S+)*")
#: A title: neither cards, nor who holds them, nor suits but trumps, in an order that may be meant.
_TITLE: Final = re.compile(
    r"(?!\s*\d\W|.*(?:[♠♥♦♣]|JOKER|\b(?:[SHDC]|[BL]J|(?:SPADES|HEARTS|DIAMONDS|CLUBS)(?! (?:ARE|IS) TRUMP)"
    rf"|VOID|NONE|EMPTY|{'|'.join(_RANK_WORDS)}|{_KITTY}|{_COMPASS_SEAT}|{_OTHER_SEAT})\b))"
    r".*\b(?=[A-Z]{3})[A-Z]*[EFGIM-PRU-WYZ]"
)
#: Lines that printed diagrams have beside the cards.
_BESIDE: Final = re.compile(
    r"(?:BOARD|BD|DEAL|HAND)\W*(?:\d+\W*)?|(?:OPENING )?LEAD\b.*"
    r"|(?:DEALER|DLR|EVENT|SCORING|CONTRACT|TRUMPS?|(?:DECLARER|LED|PLAYED|TRICKS)(?! ?\())\b.*"
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
    if "\n" in text:
        text = _MARKS.sub(lambda mark: " " * len(mark[0]), text.replace("**", ""))
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
        while (tabled := _of_table(lines)) is lines and lines and _TITLE.match(lines[0]):
            lines = lines[1:]
        lines = [line.expandtabs().rstrip() for line in tabled] if "\t" in plain else tabled
    labels = list(map(_LABEL.fullmatch, lines))
    if "(" in plain or " - " in plain:
        lines = [_without_names(line) if "(" in line or " - " in line else line for line in lines]
        labels = list(map(_LABEL.fullmatch, lines))
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
        bare = [cards for cards in held if _is_one_suit(cards)]
        if 0 < len(bare) < len(held):
            raise DealError(f"{shown(bare[0])} may be spades or another suit: expected suits")
        return _in_seat_order(hands), kitty
    if _BOX.search(plain) or _MIDDLE.search(plain):
        lines = _without_middle(lines)
        labels = list(map(_LABEL.fullmatch, lines))
    heads = [(at, head.start(1)) for at, line in enumerate(lines) if (head := _WEST_EAST.fullmatch(line))]
    named = any(label is not None and label["seat"] != "S" for label in labels)
    if named and labels[0] is not None and not heads:
        blocks = _in_blocks(lines)
        kitty = blocks.pop("KITTY", None) or kitty
        diagram = _in_seat_order(blocks.items())
    else:
        diagram = _in_compass(lines if heads else _with_voids(lines, text), heads, plain)
    for hand in diagram:
        if _is_one_suit(hand):
            raise DealError(f"{shown(hand.strip())} may be spades or another suit: expected all four suits")
        if astray := _ASTRAY.search(hand):
            raise DealError(f"{shown(astray[0])} may be of one hand or two: expected less between its cards")
    return diagram, kitty


def _is_one_suit(hand: str) -> bool:
    """Whether a hand is what may be left of the four that stand without their names in a table or diagram."""
    return 0 < len(hand.split()) < 4 and "." not in hand and not names_suits(hand)


def _without_names(text: str) -> str:
    """A line or cell with blanks for the names beside the seat at its start, or beside East's later."""

    def seat_alone(found: re.Match[str]) -> str:
        seat, name = str(found["seat"] or found["at"]), found["name"] or found["player"] or found["remark"]
        if re.fullmatch(_COMPASS_SEAT, name) and name[0] != seat[0]:
            raise DealError(f"{shown(found[0])} may be {name[0]} or {seat[0]}: expected one seat")
        apart = seat[0] == "E" or not text[: found.start()].strip()
        is_name = plain_words(name) == name and not set(name) <= set("AKQJTXSHDCBL '.-0123456789")
        clear = is_name or (found["remark"] and seat != "S")
        return seat.ljust(len(found[0])) if apart and clear else found[0]

    return _NAMED.sub(seat_alone, text)


def _seat_in(cell: str) -> str | None:
    """The seat, or the kitty, that a cell names and nothing else."""
    found = _LABEL.fullmatch(_without_names(cell))
    return None if found is None or found["cards"] else found["seat"] or found["kitty"]


def _of_table(lines: list[str]) -> list[str]:
    """A labelled line for each hand of a table with a row or a column for each; other lines as they are."""
    marks = [mark for mark in "|\t;," if any([mark in line for line in lines[:2]])]
    if not lines or (not marks and len(_SEAT_WORD.findall(lines[0])) < 2):
        return lines
    below = [line for line in lines if _KITTY_LINE.match(line)]
    ruled = [line.strip(" ") for line in lines if line not in below and not _RULE.fullmatch(line)]
    mark = next((mark for mark in marks if all(mark in line for line in ruled)), None)
    if mark:
        if any("+" not in line and at != 1 for at, line in enumerate(lines) if _RULE.fullmatch(line)):
            return lines  # without the heads that belong above the rule
        ruled = [line[1:].removesuffix("|") if mark == line[0] == "|" else line for line in ruled]
        rows = [[cell.strip(" `*") for cell in row] for row in csv.reader(ruled, delimiter=mark)]
    else:
        rows = _in_columns([line.expandtabs() for line in lines if line not in below])
    in_columns = bool(rows) and len(rows[0]) > 2 and all(map(_seat_in, rows[0][1:]))
    if len(rows) < 2 or not all(rows) or not (in_columns or all(_seat_in(row[0]) for row in rows[1:])):
        return lines
    if len(set(map(len, rows))) > 1:
        raise DealError("the rows of the table have different numbers of cells: expected equal numbers")
    if in_columns:
        if len(rows) > 5 and _seat_in(rows[0][0]) and set("BL").isdisjoint("".join(rows[5])):
            raise DealError("the fifth row of the table has no jokers: expected a row for each suit")
        rows = [list(column) for column in zip(*rows, strict=True)]
    heads = [] if _seat_in(rows[0][0]) else rows.pop(0)
    suits = [plain_words(re.sub("^JOKERS?$", "J", head)).strip() for head in heads[1:]] if heads else None
    return [f"{_seat_in(seat)}: {_of_cells(cells, suits)}" for seat, *cells in rows] + below


def _in_columns(lines: Sequence[str]) -> list[list[str]]:
    """The cells of hands side by side, below a line with their seats; suits may stand before them."""
    heads = _PIECE.findall(lines[0])
    heads = heads if len(heads) > 1 else lines[0].split()
    if not all(map(_seat_in, heads)):
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
    if len(cells) == 1 and suits in (None, [""], ["HAND"], ["CARDS"]) and not _is_one_suit(cells[0]):
        return cells[0]
    plain = [re.sub(r"[\s,;]+", " ", plain_words(cell)).strip(" :") for cell in cells]
    if suits is None and any(map(names_suits, plain)):
        held = [cell for cell in plain if cell not in ("", "-")]
        first, last = ("".join(sorted(cell[at] for cell in held if cell[0] not in "BL")) for at in (0, -1))
        after = last == "CDHS" and min(map(len, held)) > 1
        if first == "CDHS" or after or all(map(_ONE_CARD.fullmatch, held)):
            return " ".join(held)
    elif (len(plain) if suits is None else sorted(suits)) in (4, 5, sorted("SHDC"), sorted("SHDCJ")):
        found = dict(zip(suits or "SHDCJ", plain, strict=False))
        fields = [found[suit].removeprefix(suit).strip(" :") for suit in "SHDC"] + [found.get("J", "")]
        if not any("." in cell or names_suits(cell) for cell in fields):
            return ".".join(fields) if suits else ",".join(fields[: len(cells)])
    raise DealError(f"{shown(' | '.join(cells))} may be of one suit or another: expected all four, or a hand")


def _without_middle(lines: list[str]) -> list[str]:
    """The lines of a diagram without a box in the middle, or the letters of the seats there beside cards."""
    lines = [_BOX.sub(lambda box: " " * len(box[0]), line) for line in lines]
    for at, line in enumerate(lines):
        center = _MIDDLE.search(line)
        if center is None or _WEST_EAST.fullmatch(line):
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


def _with_voids(lines: list[str], text: str) -> list[str]:
    """The twelve lines that endplay prints, with dashes for the suits that it leaves blank."""
    rows = text.strip("\r\n").expandtabs().splitlines()
    rows = [line for line in rows if not line.strip() or line.rstrip() in lines]
    starts = [{found.start() for found in _PIECE.finditer(row)} for row in rows]
    middle, beside = set().union(*starts[:4], *starts[8:]), set().union(*starts[4:8])
    empty = [at for at, columns in enumerate(starts) if columns != (beside if 4 <= at < 8 else middle)]
    between_hands = {3, 8} <= {at for at in empty if not starts[at]}
    if (
        len(rows) != 12
        or len(middle) != 1
        or len(beside) != 2
        or not empty
        or between_hands
        or names_suits(text)
    ):
        return lines
    for at in empty:
        for column in sorted((beside if 4 <= at < 8 else middle) - starts[at]):
            rows[at] = rows[at][:column].ljust(column) + "-" + rows[at][column + 1 :]
    return rows


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
        raise DealError(f"deal {shown(plain)} has no ':': expected the first hand's seat, a ':' and hands")
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
        suits = [set(plain_words(hand)) & set(_SUITS) for hand in hands]
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
    said = [name for name, _ in listed if name in _AS_SOUTH]
    if said and len(said) < max(4, len(listed)):
        usual = _AS_SOUTH[said[0]]
        raise DealError(f"{said[0]} may be {usual}, with Me at S, or not: expected Me, LHO, Partner and RHO")
    first = min(int(name[-1]) if name[-1].isdigit() else 1 for name, _ in listed)  # of players
    for name, cards in listed:
        letter = _AS_SOUTH.get(name, name[0])
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
        label = _LABEL.fullmatch(line)
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


def _in_compass(lines: Sequence[str], heads: Sequence[tuple[int, int]], text: str) -> Sequence[str]:
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
            stray = next((line for line in lines if not _LABEL.fullmatch(line)), text)
            raise DealError(
                f"{shown(stray)} in deal {shown(text)} names no seats: expected such as"
                " 'N:AK... QJ... T9... 87...', a line for each seat, or the hands round the table"
            )
        first, last = pairs[0], pairs[-1] + 1
        while last < len(lines) - 1 and _TRAILING_JOKERS.fullmatch(plain_words(lines[last]).strip()):
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
        stray = any(named) and not names and not set(plain_words(line)).isdisjoint(_RANKS.replace("J", ""))
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
