"""Read PBN and LIN, the notations of bridge: contracts are uptown.

Source of PBN: Portable Bridge Notation 2.1 (tistis.nl/pbn), whose tags of deal, auction and play are those
of PTN.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final
from urllib.parse import parse_qsl

from whistsolve._internal.files import Line, numbered_lines
from whistsolve._internal.reading import shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.deal_texts import announce
from whistsolve.notation.hand_texts import HandText, Section, split_hands
from whistsolve.notation.ptn_reader import read_hand
from whistsolve.values import Contract, Deal, Hand
from whistsolve.values.cards import JOKER_MASK
from whistsolve.values.seats import SEAT_LETTERS

#: The seats in the order of LIN, which begins with South, and their tags with the names of players.
ORDER: Final = {2: "South", 3: "West", 0: "North", 1: "East"}
#: A link, or a diagram of a forum; and the names in it of a LIN or of hands by their seats.
_LINK: Final = re.compile(r"https?:\S*|\[hv=[^\]]*", re.IGNORECASE)
_IN_LINK: Final = re.compile(r"(?:[?&]|^\[hv=)(lin|[nesw]|north|east|south|west)=", re.IGNORECASE)
#: Where it begins a line the text is PTN or PBN, whatever links its tags have.
_TAG: Final = re.compile(r'^[ \t]*\[\w+[ \t]+"', re.MULTILINE)
_CALLS: Final = {"P": "Pass", "PASS": "Pass", "D": "X", "DOUBLE": "X", "R": "XX", "REDOUBLE": "XX"}
_SUITS: Final = str.maketrans("♠♥♦♣", "SHDC")
_BID: Final = re.compile(r"([1-7])(NT?|[SHDC])")
_PACK: Final = Hand.from_mask(((1 << 54) - 1) & ~JOKER_MASK)
#: A hand, in which the letter of a void is there or not.
_HAND: Final = re.compile("".join(rf"(?:{suit}([2-9TJQKA10]*))?" for suit in "SHDC"), re.IGNORECASE)


def is_lin(text: str) -> bool:
    """Whether a text is LIN, or a link that holds it."""
    if _TAG.search(text):
        return False
    return re.search(r"(?:^|\|)\s*md\||[?&]lin=", text) is not None or any(
        map(_has_hands, _LINK.findall(text))
    )


def _has_hands(link: str) -> bool:
    names = {name.lower() for name in _IN_LINK.findall(link)}
    return "lin" in names or len(names) > 1


def read_lin(text: str) -> list[PlayedHand]:
    """All boards of a LIN text, or of links with one, in order; contracts are uptown.

    A fourth hand that is left out has the rest of the 52 cards. Raises `NotationError` if a board cannot be
    read, `ActError` for an illegal play.
    """
    return [read() for _, read in boards_of_lin(text)]


def boards_of_lin(text: str) -> Iterator[tuple[int, Callable[[], PlayedHand]]]:
    """For each board of a text its line and a function that reads it, with the errors of `read_lin`."""
    text = text.replace("\0", "�")  # which stands for a link below
    links = list(filter(_has_hands, _LINK.findall(text)))
    if not links or re.match(r"[^|\[?]*\|", text):
        yield from _boards(text, itertools.count(1))
        return
    rest = _LINK.sub(lambda link: "\0" if _has_hands(link[0]) else link[0], text)
    rows = list(enumerate(rest.splitlines(), 1))
    lines = [number for number, words in rows for _ in range(words.count("\0"))]
    said = ((number, re.sub(r"\0\]?\S*", "", words).strip()) for number, words in rows)
    announce([(number, words) for number, words in said if words])
    numbers = itertools.count(1)
    for line, link in zip(lines, links, strict=True):
        query = re.split(r"\?|\[hv=", link, maxsplit=1)[-1].partition("#")[0]
        given = {name.lower(): value for name, value in parse_qsl(query)}
        if "lin" in given:
            yield from ((line, read) for _, read in _boards(given["lin"], numbers))
        else:  # with the hands alone, or what is no hand
            board = {"pn": [given.get(f"{seat}n", "") for seat in "swne"]}
            dealer = "swne".find(given.get("d", given.get("dealer", "-"))[:1].lower()) + 1
            hands = [given.get(name[0].lower(), given.get(name.lower(), "")) for name in ORDER.values()]
            board["md"] = [f"{dealer}{','.join(hands)}"]
            calls = re.sub(r"\([^)]*\)|[!*-]", "", given.get("a", ""))
            board["mb"] = re.findall(r"[1-7](?:NT?|[SHDC])|\S", calls, re.IGNORECASE)
            board["pc"] = re.findall(r"10\w|\w10|\S{1,2}", given.get("p", ""))
            board["ah"] = [given.get("b", "")]
            yield line, partial(_board, next(numbers), board)


def _boards(text: str, numbers: Iterator[int]) -> Iterator[tuple[int, Callable[[], PlayedHand]]]:
    board: dict[str, list[str]] = {}
    names: list[str] = []
    room, line, start = "", 1, 1
    words = text.split("|")
    for name, value in zip(words[::2], words[1::2], strict=False):
        line += name.count("\n")
        key, given = name.strip("\ufeff \t\r\n").lower(), value.strip()
        if key == "pn":
            names = [each.strip() for each in value.split(",")]
        elif key == "qx":
            room = given
        elif key == "md":
            if board:
                yield start, partial(_board, next(numbers), board)
            closed = room.lower().startswith("c") and len(names) > 4
            start, board = line, {"pn": names[4:] if closed else names[:4], "qx": [room]}
        if board and key != "qx":
            board.setdefault(key, []).append(given)
        line += value.count("\n")
    if board:
        yield start, partial(_board, next(numbers), board)


def _board(number: int, board: dict[str, list[str]]) -> PlayedHand:
    dealt = board["md"][0]
    try:
        texts = [each.strip() for each in dealt.lstrip("01234").split(",")]
        hands = {seat: _hand(text) for seat, text in zip(ORDER, texts, strict=False) if text}
        hands |= {seat: Hand(text) for seat, text in enumerate(texts[4:], 4) if text}
        deal = whole_deal(hands, f"md {dealt}")
        (room,) = board.get("qx", [""])
        rooms = {"o": "Open", "c": "Closed"}
        tags = dict(zip(ORDER.values(), board["pn"], strict=False))
        tags |= {"Room": rooms.get(room[:1].lower(), ""), "Board": room[1:] if room[1:].isdigit() else ""}
        if "ah" in board:
            tags["Board"] = board["ah"][0].removeprefix("Board ")
        tags["Result"] = board.get("mc", [""])[0]
        return bridge_hand(
            deal,
            list(ORDER)[int(dealt[0]) - 1] if dealt[:1] in tuple("1234") else None,
            [word.rstrip("!") for word in board.get("mb", [])],
            plays=board.get("pc", []),
            tags=tags,
        )
    except WhistError as error:
        error.args = (f"board {number}: {error}",)
        raise


def whole_deal(hands: Mapping[int, Hand], text: str) -> Deal:
    """The deal of four hands by seat, or of three and the rest of the 52 cards; ``text`` names them."""
    left = [seat for seat in range(4) if seat not in hands]
    if len(hands) + len(left) != 4 or len(left) > 1:
        raise NotationError(f"{shown(text)} names {len(hands)} hands: expected three or four")
    rest = (card for card in _PACK if not any(card in hand for hand in hands.values()))
    return Deal(dict(hands).get(seat) or Hand(rest) for seat in range(4))


def bridge_hand(
    deal: Deal,
    dealer: int | None,
    calls: Iterable[str],
    *,
    contract: str = "",
    declarer: str = "",
    plays: Iterable[str] = (),
    tags: Mapping[str, str],
) -> PlayedHand:
    """A played hand of bridge; without a contract, the one of its last bid."""
    words = [_CALLS.get(word.upper(), word) for word in calls if word]
    called = [(((dealer or 0) + turn) % 4, call) for turn, call in enumerate(words)]
    found = _CONTRACT.fullmatch(contract.strip())
    if found is not None and declarer:
        made: Contract | None = Contract(int(found["level"]), f"{_trump(found['trump'])}+", declarer)
        doubled = found["doubled"].upper()
    else:
        made = _contract(called)
        after = [word for word in words if not word.upper().startswith("P")][-2:]
        doubled = next((word for word in reversed(after) if word in ("X", "XX")), "")
        doubled = doubled if after and after[-1] == doubled else ""
    plays = list(plays)
    others = {"Doubled": doubled, "Played": "" if made is not None else " ".join(plays)}
    kept = {name: text.replace('"', "'") for name, text in (*tags.items(), *others.items()) if text}
    return PlayedHand(
        deal,
        dealer=dealer,
        calls=called,
        contract=made,
        leader=None if made is None else (made.declarer + 1) % 4,
        plays=plays if made is not None else [],
        tags=list(kept.items()),
    )


def _trump(letters: str) -> str:
    return "NT" if letters[0] in "Nn" else letters.upper().translate(_SUITS)


def _hand(text: str) -> Hand:
    suits = _HAND.fullmatch(text)
    return Hand(text if suits is None else ".".join(suits.groups("")))


def _contract(calls: list[tuple[int, str]]) -> Contract | None:
    bids = [(seat, found) for seat, call in calls if (found := _BID.match(call.upper())) is not None]
    if not bids:
        return None
    last, won = bids[-1]
    trump = _trump(won[2])
    first = next(seat for seat, bid in bids if bid[2][0] == trump[0] and (seat - last) % 2 == 0)
    return Contract(int(won[1]), f"{trump}+", SEAT_LETTERS[first])


_CONTRACT: Final = re.compile(
    r"(?P<level>[1-7])\s*(?P<trump>NT?|[SHDC♠♥♦♣])\s*(?P<doubled>X{0,2})", re.IGNORECASE
)
#: Words of an auction or play that are neither calls nor cards: notes, comments, ends.
_ASIDE: Final = re.compile(r"=\d*=|\$\d+|[!?]+|[+*^]|;.*")
#: Tags that only hands of whist have, also under the header of PBN.
_OF_WHIST: Final = ("[Undealt", "[CardsAdded", '[GameCode "Whist"')


def is_pbn(text: str) -> bool:
    """Whether a text is PBN, judged by its header or, without one, by its tags."""
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0].upper()
    if any(tag in text for tag in _OF_WHIST):
        return False
    if first.startswith("% PTN"):
        return '[GameCode "Bridge"' in text
    return first.startswith("% PBN") or ("[Deal " in text and "[Board " in text)


def read_pbn(text: str) -> list[PlayedHand]:
    """All boards of a PBN text that have a deal, in order.

    The contract is played uptown, and declarer's left-hand opponent leads. Doubles are kept as the tag
    ``Doubled``. Raises `NotationError` with the line if a board cannot be read, `ActError` if a card may not
    be played.
    """
    return [read_hand(board, keep_source=False) for board in boards_of_pbn(numbered_lines(text))]


def boards_of_pbn(lines: Iterable[Line]) -> Iterator[HandText]:
    """The boards of a PBN text as `read_hand` takes them, with what they inherit from those before.

    Passed over are those that have neither a deal nor what was done with one.
    """
    before: dict[str, str] = {}
    for board in split_hands(lines, pbn=True):
        for section in board.sections:
            if section.text in ("#", "##"):
                section.text = before.get(section.name, section.text)
        tags = {section.name: section.text for section in board.sections}
        before |= tags
        if board.remarks:
            board.sections.append(Section("Remarks", "", board.remarks[0][0], board.remarks))
        if "Deal" in tags:
            board.sections = list(_as_played(board.sections, tags))
        if "Deal" in tags or board.error or not {"Contract", "Auction", "Play"}.isdisjoint(tags):
            yield board


def _as_played(sections: Iterable[Section], tags: Mapping[str, str]) -> Iterator[Section]:
    """The sections as PTN has them."""
    declarer = tags.get("Declarer", "").removeprefix("^")
    found = _CONTRACT.fullmatch(tags.get("Contract", "").strip())
    after = dict(zip(SEAT_LETTERS, SEAT_LETTERS[1:] + SEAT_LETTERS[:1], strict=True))
    for section in sections:
        words = [
            (line, [word for word in text.split() if not _ASIDE.fullmatch(word)])
            for line, text in section.lines
        ]
        if section.name == "Declarer":
            section.text = declarer
        elif section.name == "Contract" and found is not None:
            section.text = f"{found['level']}{_trump(found['trump'])}+"
            if found["doubled"]:
                yield Section("Doubled", found["doubled"].upper(), section.line)
        elif section.name == "Auction":
            section.lines = list(_with_all_passes(words))
        elif section.name == "Play":
            section.lines = [(line, " ".join(row)) for line, row in words if set(row) - {"-"}]
        yield section
    if found is not None and declarer in after and "Play" not in tags:
        yield Section("Play", after[declarer], section.line)


def _with_all_passes(rows: Iterable[tuple[int, list[str]]]) -> Iterator[tuple[int, str]]:
    """The rows of calls, with ``AP`` written out as the passes that end the auction."""
    calls: list[str] = []
    for line, row in rows:
        for word in row:
            if word.upper() == "AP":
                last = calls[:-5:-1]
                passed = next((at for at, call in enumerate(last) if call.upper() != "PASS"), None)
                missing = ["Pass"] * (4 - len(last) if passed is None else 3 - passed)
                calls += missing
                yield line, " ".join(missing)
            else:
                calls.append(word)
                yield line, word
