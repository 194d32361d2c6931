"""Reads cards and hands as people write them.

`Card` and `Hand` read what they print by themselves and leave all other text to this module. Text that can be
read in two ways is refused, with both readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
#: The bit of each joker's card.
_JOKERS: Final = {"L": 1 << 52, "B": 1 << 53}
#: More characters than all cards in words; some patterns take time that grows with their square.
_LONGEST_HAND: Final = 2_000
_FIELDS: Final = ("spades", "hearts", "diamonds", "clubs")

RANK_WORDS: Final = {
    "ACE": "A", "KING": "K", "QUEEN": "Q", "JACK": "J", "KNAVE": "J", "TEN": "T", "NINE": "9", "EIGHT": "8",
    "SEVEN": "7", "SIX": "6", "FIVE": "5", "FOUR": "4", "THREE": "3", "TREY": "3", "TWO": "2", "DEUCE": "2",
}  # fmt: skip
_COUNTED: Final = r"(?:\s*\(\d{1,2}\))?"
_WORD: Final = re.compile(
    rf"(?<![A-Z])(?:(?P<mark>(?:NO|WITHOUT) JOKERS?|JOKERS?{_COUNTED}\s*[:=]\s*(?:NONE|NO|[-—]+|0)(?!\w))"
    r"|(?P<jokers>(?:THE )?(?:BIG|HIGH|LITTLE|SMALL|LOW)[ -]*JOKER|(?:BOTH|TWO|2) JOKERS(?!\s*[:=(])"
    rf"|JOKERS?{_COUNTED}\s*[:=,(]?\s*(?:BIG|HIGH|LITTLE|SMALL|LOW|BOTH)"
    r"(?:(?:\s|,|&|AND)+(?:BIG|HIGH|LITTLE|SMALL|LOW))?(?:\)|(?![ -]*JOKER|\w)))"
    rf"|(?P<rank>{'|'.join(RANK_WORDS)})(?:E?S)?|(?P<suit>SPADE|HEART|DIAMOND|CLUB)S?{_COUNTED}"
    r"|(?P<none>\(?(?:NONE|VOID|EMPTY)\)?(?!\d))|(?P<has>(?<!\w)HAS(?!\w))"
    rf"|AND|&|THE(?=\s)|JOKERS?{_COUNTED}\s*(?=\s[BL][BLJ]*\b|[:=]\s*(?:$|[BL][BLJ]*\b"
    r"|(?:THE|BIG|HIGH|LITTLE|SMALL|LOW)\b)))(?![A-Z])"
)
#: What may stand before the cards of a hand; ``HAS`` elsewhere is no ace of hearts.
_HOLDS: Final = re.compile(r"^\s*(?:HAS|HAVE|HAD|HOLDS?|WITH)(?:\s*:|\s)")
_SYMBOLS: Final = str.maketrans("♠♥♦♣—", "SHDC-")
#: Jokers named as a suit is, in a line or before a colon.
_JOKER_LABEL: Final = re.compile(r"\bJ\s*[:=]|^\s*J(?=\s+[BL]J?\b)", re.MULTILINE)
#: Suits as web pages and forums write them: ``&SPADES;`` and ``!S``.
_MARKED: Final = re.compile(r"&([SHDC])(?:PADE|EART|IAM|LUB)S;|!(?=[SHDC])")
_DASHES: Final = re.compile(r"-{2,}")
_SUIT_AND_DOT: Final = re.compile(r"(?<![A-Z0-9])([SHDC])\.(?=\s)")
_OF: Final = re.compile(rf"(?<=[{RANKS}])\s*\bOF\s+(?=[SHDC]\b)")


def plain_words(text: str) -> str:
    """Upper-case text with letters in place of words and symbols: ``ACE OF ♠`` is ``AS``, 10 is ``T``."""

    def letter(found: re.Match[str]) -> str:
        if found["rank"]:
            return RANK_WORDS[found["rank"]]
        if found["suit"]:
            return found["suit"][0]
        if found["none"]:
            return "-"
        if jokers := found["jokers"]:
            each = re.sub("BOTH|.+ JOKERS", "BIG LOW", jokers)
            return " BJ " * len(re.findall("BIG|HIGH", each)) + " LJ " * len(re.findall("LIT|SM|LOW", each))
        return "has" if found["has"] else " "

    plain = (
        _WORD.sub(letter, _HOLDS.sub("", _MARKED.sub(r"\1", text).replace("**", "")))
        .translate(_SYMBOLS)
        .replace("10", "T")
    )
    plain = _DASHES.sub("-", _JOKER_LABEL.sub(" ", plain))
    return _SUIT_AND_DOT.sub(r"\1 ", _OF.sub("", plain))


def names_suits(text: str) -> bool:
    """Whether the upper-case text of a hand names suits, by letter, word or symbol."""
    return not set(plain_words(text)).isdisjoint(SUITS)


# Cards.


def card_text(plain: str) -> str | None:
    """The printed text of the card that upper-case text names, in either order; ``None`` for other text."""
    word = "".join(plain_words(plain).split())
    if word in ("BJ", "LJ"):
        return word
    if len(word) != 2:
        return None
    suit, rank = (word[0], word[1]) if word[0] in SUITS else (word[1], word[0])
    return suit + rank if suit in SUITS and rank in RANKS else None


def card_texts(text: str) -> list[str]:
    """The cards that text names one after the other, in letters or words, each as `Card` reads it."""
    parts = re.split("[,;]", plain_words(text.upper()))
    return [card for part in parts for card in ([part] if card_text(part) else part.split())]


# Hands.

TRAILING_JOKERS: Final = re.compile(r"(?:(?:^|[\s,;+]+)(?:[BL]J?)+)+\s*$")
_TOKEN: Final = re.compile(
    rf"(?P<suit>[SHDC])|(?P<rank>[{RANKS}])|(?P<void>-)|(?P<joker>[BL]J?)|(?P<gap>[\s,;:=/|.+]+)"
)
ONE_CARD: Final = re.compile(rf"([SHDC])([{RANKS}])|([{RANKS}])([SHDC])|(?:[BL]J?)+")
#: Marks of quotations, and of lists before seats and suits.
LIST_MARKS: Final = re.compile(
    r"^[ \t]*(?:>[> ]*|[*-] {1,2}(?!W +E)(?=KITTY|[B-IL-PRSU-Z♠♥♦♣]))", re.MULTILINE
)
#: Hyphens between ranks one by one; two ranks alone may be the ends of a sequence.
_HYPHENS: Final = re.compile(rf"(?<![{RANKS}-])[{RANKS}](?:-[{RANKS}])+(?![{RANKS}-])")
#: Words at the end that may be of a joker, and ranks without suits that show how others are written.
_LAST: Final = r"(?:[\s,;+]+(?:[BL]J?)+)*[\s,;.]*$"
_TURNED_JOKER: Final = re.compile(r"((?<![BL])J[BL](?!J)|(?<!\w)J[\s,;+]+[BL](?!\w))")
_LAST_JACK: Final = re.compile(rf"(?<=[{RANKS}])[\s,;+]+(J[K2]?[BL]?){_LAST}")
_SPACED_JACK: Final = re.compile(rf"(?:^|\W)(?:[{RANKS}](?!\w).*)?[AKQ][\s,;]+J{_LAST}", re.DOTALL)
_JACK_OF_HEARTS: Final = re.compile(rf"(?<!\w)(HJ){_LAST}")


def hand_mask(text: str) -> int:
    """The cards of a hand in upper-case text, a bit each.

    Raises `NotationError` if the text cannot be read, can be read in two ways, or names a card twice.
    """
    if not text:
        raise NotationError("the hand is empty text: expected such as 'AKQ.JT9.876.5432', or '...' for none")
    if len(text) > _LONGEST_HAND:
        raise _wrong(text, f"has {len(text)} characters: expected up to {_LONGEST_HAND}")
    plain = plain_words(text).strip()
    if "JOKER" in plain:
        raise NotationError(
            f"a joker of hand {shown(text)} may be BJ or LJ: expected the big or the little one"
        )
    parts = plain.split(".")
    named = [not set(part).isdisjoint(SUITS) for part in parts]
    if len(parts) == 2 and named[0] and not parts[1]:
        return _by_suits(parts[0], text)  # a full stop
    if len(parts) > 1 and not (all(named) and plain[0] in SUITS + RANKS):
        return _in_fields(parts, text)
    if any(named):
        return _by_suits(plain, text)
    jokers = TRAILING_JOKERS.search(plain)
    fields = re.split(r"[,;/|]", plain)
    if len(fields) in (4, 5) and (len(fields) == 5 or any(len(field.strip()) != 1 for field in fields)):
        return _in_fields(fields, text)
    suits = plain[: jokers.start()] if jokers else plain
    words = re.split(r"[\s,;/|]+", suits)
    lines = [line for line in plain.splitlines() if line.strip()]
    if len(words) > 4 and len(lines) == 4:
        return _in_fields(lines, text)
    groups = words if len(words) > 1 else re.split(rf"(?<=[{RANKS}])-(?=[{RANKS}])", words[0])
    if len(groups) == 4 and all(len(group) == 1 and group != "-" for group in groups):
        raise _wrong(text, f"may be {'.'.join(groups)} or the spades {''.join(groups)}: expected suits")
    rows = sum(bool(line.strip()) for line in suits.splitlines())
    if len(groups) not in (1, 4) or (len(groups) == 4 and rows not in (1, 4)):
        raise _wrong(text, "names no suits: expected such as 'AKQ.JT9.876.5432' or '♠AKQ ♥T9 ♦- ♣2 BJ'")
    return _in_fields([*groups, *[""] * (4 - len(groups)), jokers[0] if jokers else ""], text)


def _wrong(text: str, problem: str) -> NotationError:
    return NotationError(f"hand {shown(text)} {problem}")


def _in_fields(fields: Sequence[str], text: str) -> int:
    """Spades, hearts, diamonds, clubs and perhaps jokers, in this order."""
    if len(fields) > 5:
        expected = "expected spades.hearts.diamonds.clubs and, with jokers, .jokers"
        raise _wrong(text, f"has {len(fields)} parts between dots: {expected}")
    found = TRAILING_JOKERS.search(fields[-1]) if len(fields) < 5 and len(fields[-1].split()) > 1 else None
    jokers = found[0] if found else fields[4] if len(fields) == 5 else ""
    suits = [*fields[:-1], fields[-1][: found.start()]] if found else fields
    cards: list[int] = []
    plain = [re.sub(r"[\s,;]+", "", ranks) for ranks in suits]
    if all(letters[:1] in (suit, "", "-") for suit, letters in zip("SHDC", plain, strict=False)):
        plain = [letters.lstrip(suit) for suit, letters in zip("SHDC", plain, strict=False)]  # "SAK.HQ.D.C2"
    for name, suit, letters in zip(_FIELDS, reversed(range(4)), plain, strict=False):
        for letter in "" if letters == "-" else letters:
            if letter not in RANKS:
                raise NotationError(
                    f"{shown(letter)} among the {name} of hand {shown(text)} is wrong:"
                    " expected A K Q J T 9 8 7 6 5 4 3 2 or, for none, '-'"
                )
            cards.append(1 << 13 * suit + RANKS.index(letter))
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
            raise _wrong(text, f"names {_card(bit)} twice: expected every card once")
        mask |= bit
    return mask


def _card(bit: int) -> str:
    suit, rank = divmod(bit.bit_length() - 1, 13)
    return SUITS[suit] + RANKS[rank] if suit < 4 else "LB"[rank] + "J"


def _bit(suit: str, rank: str) -> int:
    return 1 << 13 * SUITS.index(suit) + RANKS.index(rank)


def _by_suits(plain: str, text: str) -> int:
    """Text that names suits: each before its ranks, each after them, or cards in either order."""
    plain = LIST_MARKS.sub("", plain)
    if any(hyphens[0].count("-") > 1 for hyphens in _HYPHENS.finditer(plain)):
        plain = _HYPHENS.sub(lambda hyphens: hyphens[0].replace("-", ""), plain)
    jack = None if _SPACED_JACK.search(plain) else _LAST_JACK.search(plain)
    high = _JACK_OF_HEARTS.search(plain) if "HJ" in text else None
    letters = not re.search("[♠♥♦♣]|SPADE|HEART|DIAMOND|CLUB", text)
    if high and letters and ("H" not in plain[: high.start()] or _cards(plain)):
        high = None
    if joker := _TURNED_JOKER.search(plain) or jack or high:
        raise NotationError(f"{joker[1]} in hand {shown(text)} may be a jack or a joker: expected BJ or LJ")
    if odd := re.search(rf"\S*[^{RANKS}SHDCBL\s,;:=/|.+-]\S*", plain):
        raise NotationError(
            f"{shown(odd[0])} in hand {shown(text)} is wrong: expected suits with their ranks, jokers"
            " last, such as '♠AKQ ♥T9 ♦- ♣2 BJ'"
        )
    tokens = [(str(token.lastgroup), token[0], token.start()) for token in _TOKEN.finditer(plain)]
    found = (_suits_first(tokens, plain), _ranks_first(tokens), _cards(plain))
    readings = [cards for cards in found if cards is not None]
    if not readings and tokens[-1][0] == "suit" and tokens[0][0] == "suit":
        raise _wrong(text, f"has nothing after {plain[-1]}: expected ranks, '-' for none")
    if not readings:
        each = "each suit with its ranks after it, or '-' for none, or each rank with its suit after it"
        raise _wrong(text, f"is wrong: expected {each}, such as '♠AKQ ♥T9 ♦- ♣2 BJ' or 'AS KS 10H'")
    masks = list(dict.fromkeys(_mask(cards, text) for cards in readings))
    if len(masks) > 1:
        one, other = (
            " ".join(_card(1 << at) for at in range(53, -1, -1) if mask >> at & 1) for mask in masks
        )
        raise _wrong(text, f"may be {one} or {other}: expected all suits before their ranks")
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
        found = ONE_CARD.fullmatch(word)
        if found is None:
            return None
        if found[1] or found[4]:
            cards.append(_bit(found[1] or found[4], found[2] or found[3]))
        else:
            cards += [_JOKERS[letter] for letter in word.replace("J", "")]
    return cards
