"""Read PBN and LIN, the notations of bridge, and write PBN: contracts are uptown.

Source of PBN: Portable Bridge Notation 2.1 (tistis.nl/pbn), whose tags of deal, auction and play are those
of PTN.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final
from urllib.parse import parse_qs

from whistsolve._internal.reading import shown
from whistsolve._internal.words import SEAT_WORDS
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.ptn_reader import HandText, Section, numbered_lines, read_hand, read_tag
from whistsolve.values import Contract, Deal, Hand, Strain
from whistsolve.values.cards import JOKER_MASK
from whistsolve.values.seats import SEAT_LETTERS
from whistsolve.values.strains import TRUMPS

#: The seats in the order of LIN, which begins with South.
_ORDER: Final = (2, 3, 0, 1)
_CALLS: Final = {"P": "Pass", "D": "X", "R": "XX"}
_BID: Final = re.compile(r"([1-7])(NT?|[SHDC])")
_PACK: Final = Hand.from_mask(((1 << 54) - 1) & ~JOKER_MASK)
#: A hand, in which the letter of a void is there or not.
_HAND: Final = re.compile("".join(rf"(?:{suit}([2-9TJQKA10]*))?" for suit in "SHDC"), re.IGNORECASE)


def is_lin(text: str) -> bool:
    """Whether a text is LIN, or a link that holds it."""
    return re.search(r"(?:^|\|)\s*md\||[?&]lin=|^\s*https?:\S*[?&]n=\S*&s=", text) is not None


def read_lin(text: str) -> list[PlayedHand]:
    """All boards of a LIN text, or of a link with one, in order; contracts are uptown.

    A fourth hand that is left out has the rest of the 52 cards. Raises `NotationError` if a board cannot be
    read, `ActError` for an illegal play.
    """
    return [read() for read in boards_of_lin(text)]


def boards_of_lin(text: str) -> list[Callable[[], PlayedHand]]:
    """For each board of a text a function that reads it, with the errors of `read_lin`."""
    query = text.strip().partition("?")[2].partition("#")[0]
    linked = parse_qs(query) if text.lstrip().startswith("http") else {}
    if "lin" not in linked and linked:  # a link with the hands alone
        linked["lin"] = ["md|" + ",".join(linked.get(seat, [""])[0] for seat in "swne")]
    words = linked.get("lin", [text])[0].split("|")
    boards: list[dict[str, list[str]]] = []
    names: list[str] = []
    for name, value in zip(words[::2], words[1::2], strict=False):
        key, value = name.strip().lower(), value.strip()
        if key == "pn":
            names = [each.strip() for each in value.split(",")]
        if key == "md":
            boards.append({"pn": names[:4]})
        if boards:
            boards[-1].setdefault(key, []).append(value)
    return [partial(_board, number, board) for number, board in enumerate(boards, 1)]


def _board(number: int, board: dict[str, list[str]]) -> PlayedHand:
    dealt = board["md"][0]
    dealer = _ORDER[int(dealt[0]) - 1] if dealt[:1] in tuple("1234") else None
    texts = [each.strip() for each in dealt.lstrip("01234").split(",")][:4]
    try:
        hands = {seat: _hand(text) for seat, text in zip(_ORDER, texts, strict=False) if text}
        if len(hands) == 3:
            left = next(seat for seat in _ORDER if seat not in hands)
            hands[left] = Hand(card for card in _PACK if not any(card in hand for hand in hands.values()))
        if len(hands) != 4:
            raise NotationError(f"md {shown(dealt)} names {len(hands)} hands: expected three or four")
        words = (word.rstrip("!").upper() for word in board.get("mb", []))
        calls = [_CALLS.get(word, word) for word in words if word]
        called = [(((dealer or 0) + turn) % 4, call) for turn, call in enumerate(calls)]
        contract = _contract(called)
        tags = [(SEAT_WORDS[seat], name) for seat, name in zip(_ORDER, board["pn"], strict=False) if name]
        tags += [("Board", title.removeprefix("Board ")) for title in board.get("ah", [])[:1]]
        tags += [("Result", won) for won in board.get("mc", [])[:1]]
        return PlayedHand(
            Deal(hands[seat] for seat in range(4)),
            dealer=dealer,
            calls=called,
            contract=contract,
            leader=None if contract is None else (contract.declarer + 1) % 4,
            plays=board.get("pc", []) if contract is not None else [],
            tags=[(name, text.replace('"', "'")) for name, text in tags],
        )
    except WhistError as error:
        error.args = (f"board {number}: {error}",)
        raise


def _hand(text: str) -> Hand:
    suits = _HAND.fullmatch(text)
    return Hand(text if suits is None else ".".join(suits.groups("")))


def _contract(calls: list[tuple[int, str]]) -> Contract | None:
    bids = [(seat, found) for seat, call in calls if (found := _BID.match(call)) is not None]
    if not bids:
        return None
    last, won = bids[-1]
    trump = "NT" if won[2][0] == "N" else won[2]
    first = next(seat for seat, bid in bids if bid[2][0] == trump[0] and (seat - last) % 2 == 0)
    return Contract(int(won[1]), f"{trump}+", SEAT_LETTERS[first])


_CONTRACT: Final = re.compile(
    r"(?P<level>[1-7])\s*(?P<trump>NT?|[SHDC])\s*(?P<doubled>X{0,2})", re.IGNORECASE
)
#: Words of an auction or play that are neither calls nor cards: notes, comments, ends.
_ASIDE: Final = re.compile(r"=\d*=|\$\d+|[!?]+|[+*^]|;.*")
#: Tags that only hands of whist have, also under the header of PBN.
_OF_WHIST: Final = ("[Undealt", "[CardsAdded", '[GameCode "Whist"')


def is_pbn(text: str) -> bool:
    """Whether a text is PBN, judged by its header or, without one, by its tags."""
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0].upper()
    if any(tag in text for tag in _OF_WHIST) or first.startswith("% PTN"):
        return False
    return first.startswith("% PBN") or ("[Deal " in text and "[Board " in text)


def read_pbn(text: str) -> list[PlayedHand]:
    """All boards of a PBN text that have a deal, in order.

    The contract is played uptown, and declarer's left-hand opponent leads. Doubles are kept as the tag
    ``Doubled``. Raises `NotationError` with the line if a board cannot be read, `ActError` if a card may not
    be played.
    """
    hands: list[PlayedHand] = []
    before: dict[str, str] = {}
    for sections in _boards(text):
        for section in sections:
            if section.text in ("#", "##") and section.name in before:
                section.text = before[section.name]
        before = {section.name: section.text for section in sections}
        if "Deal" in before:
            hands.append(read_hand(HandText(sections=list(_as_played(sections, before))), keep_source=False))
    return hands


def _boards(text: str) -> Iterator[list[Section]]:
    """The tags of each board, with the lines below them; an empty line ends a board."""
    sections: list[Section] = []
    in_comment = has_deal = False
    for number, _, line in numbered_lines(text):
        if not line and not in_comment:
            if sections:
                yield sections
            sections, has_deal = [], False
        elif line.startswith("[") and not in_comment:
            if has_deal and line.startswith(("[Event ", "[Deal ")):
                yield sections
                sections, has_deal = [], False
            sections.append(read_tag(number, line))
            has_deal = has_deal or sections[-1].name == "Deal"
        elif not line.startswith(("%", ";")):
            plain, in_comment = _without_comments(line, in_comment)
            if plain and sections:
                sections[-1].lines.append((number, plain))
    if sections:
        yield sections


def _without_comments(line: str, in_comment: bool) -> tuple[str, bool]:
    if in_comment:
        _, end, line = line.partition("}")
        if not end:
            return "", True
    ended, end, rest = line.rpartition("}")  # so that each comment that is looked for has an end
    plain, begin, _ = (re.sub(r"\{[^}]*\}", " ", ended + end) + rest).partition("{")
    return plain.strip(), bool(begin)


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
            section.text = f"{found['level']}{'NT' if found['trump'].upper()[0] == 'N' else found['trump']}+"
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


def format_pbn(
    hand: PlayedHand | Deal, tricks: Mapping[tuple[int, Strain], int] | None = None, board: int = 1
) -> str:
    """A board of PBN with the deal of a hand and, if they are given, the values of all contracts.

    Raises `NotationError` if the hand has jokers, or other than four hands, or its contract cannot be one of
    bridge.

    Parameters
    ----------
    hand : PlayedHand or Deal
        Four hands without jokers; a contract must be uptown, level 1 to 7. The kitty, which PBN
        does not have, is a tag ``Undealt``.
    tricks : mapping from (seat, Strain) to int, optional
        Tricks of each declarer in each strain uptown: written as ``OptimumResultTable``.
    board : int
        The number of the board, if the hand has none.
    """
    deal = hand if isinstance(hand, Deal) else hand.deal
    if deal.seats != 4 or deal.cards.jokers:
        raise NotationError("the deal cannot be written as PBN: expected four hands without jokers")
    tags = dict.fromkeys(("Event", "Board", "Dealer", "Deal", "Declarer", "Contract"), "")
    tags |= {"Board": str(board), "Deal": str(Deal(deal.hands))}
    if isinstance(hand, PlayedHand):
        tags |= {tag.name: tag.text for tag in hand.tags if tag.text}
        tags["Dealer"] = "" if hand.dealer is None else SEAT_LETTERS[hand.dealer]
        if hand.contract is not None:
            if hand.contract.strain.ranking != "uptown" or not 1 <= hand.contract.level <= 7:
                raise NotationError(
                    f"contract {hand.contract} cannot be written as PBN: expected level 1 to 7, uptown"
                )
            tags["Declarer"] = SEAT_LETTERS[hand.contract.declarer]
            tags["Contract"] = f"{hand.contract.level}{hand.contract.strain.trump}{tags.get('Doubled', '')}"
    if deal.kitty is not None:
        tags["Undealt"] = "".join(map(str, deal.kitty))
    lines = [f'[{name} "{text}"]' for name, text in tags.items()]
    if tricks is not None:
        lines.append('[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]')
        lines += [
            f"{SEAT_LETTERS[seat]} {trump:>2} {tricks[seat, Strain(f'{trump}+')]:>2}"
            for seat in range(4)
            for trump in reversed(TRUMPS)
            if (seat, Strain(f"{trump}+")) in tricks
        ]
    return "\n".join(lines) + "\n"
