"""PTN, the notation in which a bid-whist site exports hands: parse and print.

The format is described in docs/ptn.md. Reading keeps the exact text of every hand. Formatting a hand gives
that text back as long as no field was changed; otherwise the hand is written anew.
"""

from __future__ import annotations

from collections.abc import Iterable

from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.ptn_reader import read_hand
from whistsolve.notation.ptn_sections import split_hands
from whistsolve.notation.ptn_writer import write_hand
from whistsolve.values.reading import read_several, shown

__all__ = ["format_ptn", "parse_ptn", "read_ptn"]


def read_ptn(text: str) -> list[PlayedHand]:
    """All hands of a PTN text, in order; none where it holds only blank lines and comments.

    Parameters
    ----------
    text : str
        With the line ends of the file, so that it can be written back unchanged.

    Raises
    ------
    NotationError
        Where the text is no PTN, or contradicts itself: names the line, the seat and the card.
    PlayError
        Where a card is played by a seat that does not hold it, twice, or instead of following suit.
    """
    if not isinstance(text, str):
        raise NotationError(f"PTN {shown(text)} is wrong: expected text")
    return [read_hand(hand) for hand in split_hands(text)]


def parse_ptn(text: str) -> PlayedHand:
    """The one hand of a PTN text.

    Raises
    ------
    NotationError, PlayError
        As for `read_ptn`, and where the text holds no hand or several.
    """
    hands = read_ptn(text)
    if len(hands) != 1:
        raise NotationError(f"the PTN text holds {len(hands) or 'no'} hands: expected one")
    return hands[0]


def format_ptn(hands: PlayedHand | Iterable[PlayedHand]) -> str:
    """The PTN text of a hand or of several.

    A hand that was read is written exactly as in its file, unless a field of it was changed.

    Raises
    ------
    NotationError
        Where another object than played hands is given.
    """
    listed = [hands] if isinstance(hands, PlayedHand) else hands
    if isinstance(listed, str) or not isinstance(listed, Iterable):
        raise NotationError(f"{shown(hands)} is no played hand: expected a PlayedHand or several")
    text = ""
    kept = []
    for hand in read_several(listed, "hands", NotationError):
        if not isinstance(hand, PlayedHand):
            raise NotationError(f"{shown(hand)} is no played hand: expected a PlayedHand")
        if text and not text.endswith(("\n", "\r")):
            text += "\n"  # the last line of its file may have had no end
        source = hand.source
        text += source if source is not None and _reads_as(source, [hand]) else write_hand(hand)
        kept.append(hand)
    if len(kept) > 1 and not _reads_as(text, kept):
        # Without header or Event, a hand begins where a tag repeats one of the hand before, which may be new.
        text = "".join(map(write_hand, kept))
    return text


def _reads_as(text: str, hands: list[PlayedHand]) -> bool:
    try:
        return read_ptn(text) == hands
    except WhistError:
        return False
