"""Read and write PTN, the notation in which a bid-whist site exports played hands.

The format is described in docs/ptn.md. Reading stores the exact text of every hand; formatting returns that
text if no field of the hand was changed, and otherwise writes the hand anew.
"""

from __future__ import annotations

from collections.abc import Iterable

from whistsolve._internal.files import numbered_lines
from whistsolve._internal.reading import is_instance, read_several, shown
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.hand_texts import split_hands
from whistsolve.notation.ptn_reader import JOKERS, SEATS, read_hand
from whistsolve.rules.reading import rules_to_text
from whistsolve.values import Card, Hand, Suit, seat_name

#: The comment with which a hand begins.
_HEADER = "% PTN ---------------------------"
#: The letter of each joker in PTN, by its letter in the text of a `Hand`.
_LETTERS = {ours: letter for letter, ours in JOKERS.items()}
#: The tags with the names of players, by the seat's letter.
_NAME_TAGS = {name[0]: name for name in ("North", "East", "South", "West")}


def is_ptn(text: str) -> bool:
    """Whether a text looks like PTN: its first line that is not blank is a tag or a ``%`` comment.

    Raises `NotationError` if ``text`` is not a string.
    """
    if not isinstance(text, str):
        raise NotationError(f"PTN {shown(text)} is wrong: expected text")
    return text.removeprefix("\ufeff").lstrip()[:1] in ("[", "%")


def read_ptn(text: str) -> list[PlayedHand]:
    """All hands of a PTN text, in order; an empty list if it contains only blank lines and comments.

    If the text has the line ends of its file, the hands can be written back unchanged.

    Raises `NotationError`, with the line, the seat and the card, if the text is not PTN or contradicts
    itself. Raises `ActError` if a card is played by a seat that does not hold it, is played twice, or does
    not follow suit.
    """
    if not isinstance(text, str):
        raise NotationError(f"PTN {shown(text)} is wrong: expected text")
    return [read_hand(hand) for hand in split_hands(numbered_lines(text))]


def parse_ptn(text: str) -> PlayedHand:
    """The only hand of a PTN text.

    Raises the errors of `read_ptn`, and `NotationError` if the text contains no hand or several.
    """
    hands = read_ptn(text)
    if len(hands) != 1:
        raise NotationError(f"the PTN text holds {len(hands) or 'no'} hands: expected one")
    return hands[0]


def format_ptn(hands: PlayedHand | Iterable[PlayedHand]) -> str:
    """The PTN text of a hand or of several.

    A hand that was read is written exactly as in its file, unless one of its fields was changed. Raises
    `NotationError` if one of the arguments is not a `PlayedHand`.
    """
    listed = [hands] if isinstance(hands, PlayedHand) else hands
    if is_instance(listed, str) or not is_instance(listed, Iterable):
        raise NotationError(f"{shown(hands)} is no played hand: expected a PlayedHand or several")
    text, kept = "", list(read_several(listed, "hands", NotationError))
    for hand in kept:
        if not isinstance(hand, PlayedHand):
            raise NotationError(f"{shown(hand)} is no played hand: expected a PlayedHand")
        if text and not text.endswith(("\n", "\r")):
            text += "\n"  # the last line of a file may have no line end
        source = hand.source
        text += source if source is not None and _reads_as(source, [hand]) else _written(hand)
    if len(kept) > 1 and not _reads_as(text, kept):
        # A hand without header or Event must begin with a tag of the hand before, which may have changed.
        text = "".join(map(_written, kept))
    return text


def name_tags(seats: int) -> tuple[str, ...]:
    """The names of the tags, by seat, that have the players: ``North``, ``East`` and so on."""
    return tuple(_NAME_TAGS.get(letters, letters) for letters in SEATS[seats])


def player_names(hand: PlayedHand) -> tuple[str, ...]:
    """The players of a hand by seat, from its tags ``North``, ``East`` and so on; without one, the seat."""
    tags = [hand.tag(name) for name in name_tags(hand.seats)]
    names = [each.value.strip() if each else "" for each in tags]
    return tuple(name or seat_name(seat, hand.seats) for seat, name in enumerate(names))


def _reads_as(text: str, hands: list[PlayedHand]) -> bool:
    try:
        return read_ptn(text) == hands
    except WhistError:
        return False


def _written(hand: PlayedHand) -> str:
    lines = [_HEADER]
    for tag in hand.tags:
        lines += [f'[{tag.name} "{tag.text}"]', *tag.lines]
    # The fields that are set, in the order of `FIELD_TAGS`.
    names = SEATS[hand.seats]
    if hand.rules is not None:
        lines.append(f'[Rules "{rules_to_text(hand.rules)}"]')
    if hand.dealer is not None:
        lines.append(f'[Dealer "{names[hand.dealer]}"]')
    first, hands = hand.dealer or 0, list(map(_hand_text, hand.deal.hands))
    lines.append(f'[Deal "{names[first]}:{" ".join(hands[first:] + hands[:first])}"]')
    if hand.deal.kitty is not None:
        lines.append(f'[Undealt "{_cards_text(hand.deal.kitty)}"]')
    if hand.contract is not None:
        strain = hand.contract.strain
        trump = "NT" if strain.is_no_trump else Suit.of(strain.trump).symbol
        lines.append(f'[Declarer "{names[hand.contract.declarer]}"]')
        lines.append(f'[Contract "{hand.contract.level}{trump}{strain.symbol[-1]}"]')
    if hand.calls:
        lines += [f'[Auction "{names[hand.calls[0].seat]}"]', *call_rows(hand)]
    for name, by_seat in (("CardsAdded", hand.added), ("CardsRemoved", hand.removed)):
        entries = [f"{names[i]}:{_cards_text(cards)}" for i, cards in enumerate(by_seat) if cards]
        if entries:
            lines.append(f'[{name} "{" ".join(entries)}"]')
    if hand.leader is not None:
        lines += [f'[Play "{names[hand.leader]}"]', *play_rows(hand)]
    return "\n".join(lines) + "\n"


def _hand_text(hand: Hand) -> str:
    *suits, jokers = str(hand).split(".", 4) if hand.jokers else (str(hand), "")
    letters = "".join(_LETTERS[letter] for letter in jokers)
    return ".".join(suits) + (f".{letters}" if letters else "")


def _card_text(card: Card) -> str:
    return f"J{_LETTERS[str(card)[0]]}" if card.is_joker else str(card)


def _cards_text(cards: Hand) -> str:
    return "".join(map(_card_text, cards))


def call_rows(hand: PlayedHand) -> list[str]:
    """The rows of calls, one row per round, with ``-`` for seats that are skipped."""
    words: list[str] = []
    for call in hand.calls:
        turn = hand.step * (call.seat - hand.calls[0].seat) % hand.seats
        words += ["-"] * ((turn - len(words)) % hand.seats)
        words.append(call.text)
    return [" ".join(words[i : i + hand.seats]) for i in range(0, len(words), hand.seats)]


def play_rows(hand: PlayedHand) -> list[str]:
    rows = []
    for trick in hand.tricks:
        cells = ["-"] * hand.seats
        for offset, card in enumerate(trick.cards):
            turn = hand.step * (trick.leader - (hand.leader or 0)) + offset
            cells[turn % hand.seats] = _card_text(card)
        rows.append(" ".join(cells))
    return rows
