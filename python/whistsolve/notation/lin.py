"""Read LIN, the notation of Bridge Base Online, from files and links."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final
from urllib.parse import parse_qs

from whistsolve._internal.reading import shown
from whistsolve._internal.words import SEAT_WORDS
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.values import Contract, Deal, Hand
from whistsolve.values.cards import JOKER_MASK
from whistsolve.values.seats import SEAT_LETTERS

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
            left = _PACK
            for hand in hands.values():
                left -= hand
            hands[next(seat for seat in _ORDER if seat not in hands)] = left
        if len(hands) != 4:
            raise NotationError(f"md {shown(dealt)} names {len(hands)} hands: expected three or four")
        calls = _calls(board.get("mb", []))
        seats = [((dealer or 0) + turn) % 4 for turn in range(len(calls))]
        contract = _contract(list(zip(seats, calls, strict=True)))
        tags = [(SEAT_WORDS[seat], name) for seat, name in zip(_ORDER, board["pn"], strict=False) if name]
        tags += [("Board", title.removeprefix("Board ")) for title in board.get("ah", [])[:1]]
        tags += [("Result", won) for won in board.get("mc", [])[:1]]
        return PlayedHand(
            Deal(hands[seat] for seat in range(4)),
            dealer=dealer,
            calls=list(zip(seats, calls, strict=True)),
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


def _calls(words: list[str]) -> list[str]:
    return [
        _CALLS.get(word.rstrip("!").upper(), word.rstrip("!").upper()) for word in words if word.strip("!")
    ]


def _contract(calls: list[tuple[int, str]]) -> Contract | None:
    bids = [(seat, found) for seat, call in calls if (found := _BID.match(call)) is not None]
    if not bids:
        return None
    last, won = bids[-1]
    trump = "NT" if won[2][0] == "N" else won[2]
    first = next(seat for seat, bid in bids if bid[2][0] == trump[0] and (seat - last) % 2 == 0)
    return Contract(int(won[1]), f"{trump}+", SEAT_LETTERS[first])
